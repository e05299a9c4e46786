"""How fast anyone may guess: by address, in all, and never so that a friend who knows is kept out."""

import pytest

from net import limits
from net.throttle import Throttle, neighbourhood

EVE, BETO = "192.168.1.66", "192.168.1.7"


def guesses(throttle: Throttle, address: str, now: float, wrong: bool = True) -> int:
    """Guess as long as one may; how often that was."""
    made = 0
    while throttle.attempt(address, now) == 0:
        made += 1
        if wrong:
            throttle.wrong(address)
    return made


def test_an_address_guesses_a_few_times_at_once_and_then_slowly() -> None:
    throttle = Throttle(0.0)
    assert guesses(throttle, EVE, 0.0) == limits.GUESSES
    assert throttle.attempt(EVE, 0.0) == pytest.approx(limits.GUESS_EVERY)
    assert throttle.attempt(EVE, limits.GUESS_EVERY - 1) == pytest.approx(1)
    assert guesses(throttle, EVE, limits.GUESS_EVERY) == 1
    hour = sum(guesses(throttle, EVE, limits.GUESS_EVERY + second) for second in range(1, 3601))
    assert abs(hour - 3600 / limits.GUESS_EVERY) <= 1


def test_all_addresses_together_are_slowed_too() -> None:
    throttle = Throttle(0.0)
    made = sum(guesses(throttle, f"10.0.{n // 200}.{n % 200}", float(n)) for n in range(1000))
    assert made <= limits.GUESSES_IN_ALL + 1000 / limits.GUESS_IN_ALL_EVERY


def test_an_address_that_guesses_on_and_on_leaves_tries_to_those_who_have_not_been_wrong() -> None:
    throttle = Throttle(0.0)
    many = [f"10.0.0.{n}" for n in range(100)]
    for address in many:
        if throttle.attempt(address, 0.0) == 0:
            throttle.wrong(address)
    for second in range(1, 600):
        for address in many[:20]:  # those who have been wrong
            guesses(throttle, address, float(second))
    assert guesses(throttle, BETO, 600.0, wrong=False) >= 5


def test_who_is_right_pays_nothing_so_a_whole_household_comes_in() -> None:
    throttle = Throttle(0.0)
    for _ in range(50):
        assert throttle.attempt(BETO, 0.0) == 0
        throttle.right(BETO)


def test_tries_come_back_but_never_more_than_at_first() -> None:
    throttle = Throttle(0.0)
    guesses(throttle, EVE, 0.0)
    assert guesses(throttle, EVE, 1e6) == limits.GUESSES


def test_a_refused_try_takes_nothing() -> None:
    throttle = Throttle(0.0)
    guesses(throttle, EVE, 0.0)
    for _ in range(1000):
        assert throttle.attempt(EVE, 0.0) > 0
    assert throttle.attempt(EVE, limits.GUESS_EVERY) == 0


def test_few_addresses_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CALLERS", 10)
    throttle = Throttle(0.0)
    for n in range(1000):
        throttle.attempt(f"10.1.{n // 250}.{n % 250}", 0.0)
    assert len(throttle._callers) == 10


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.1.5", "192.168.1.6", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("", "", True),
    ],
)
def test_what_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (neighbourhood(one) == neighbourhood(other)) == same
