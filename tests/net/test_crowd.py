"""Who gives way: the stranger who has come least far, of those the one who has stood there longest."""

from dataclasses import dataclass

from net import limits
from net.crowd import one_too_many


@dataclass(eq=False)
class Someone:
    address: str
    progress: tuple[int, float]


def crowd(count: int, progress: int, address: str = "10.0.0.{}") -> list[Someone]:
    return [Someone(address.format(n), (progress, float(n))) for n in range(count)]


NEW = Someone("10.0.0.1", (0, 100.0))


def test_while_there_is_room_nobody_goes() -> None:
    assert one_too_many([], NEW) is None
    assert one_too_many(crowd(limits.MAX_STRANGERS - 1, 0), NEW) is None
    assert one_too_many(crowd(limits.MAX_STRANGERS_PER_ADDRESS - 1, 0, "10.0.0.1"), NEW) is None


def test_of_one_address_its_own_goes() -> None:
    others = crowd(5, 0)[2:]
    own = crowd(limits.MAX_STRANGERS_PER_ADDRESS, 0, "10.0.0.1")
    assert one_too_many([*others, *own], NEW) is own[0]
    own[0].progress = (1, 50.0)
    assert one_too_many([*others, *own], NEW) is own[1]


def test_who_has_come_farther_stays() -> None:
    friend = Someone("10.0.0.99", (3, 0.0))
    flood = crowd(limits.MAX_STRANGERS - 1, 1)
    assert one_too_many([friend, *flood], NEW) is flood[0]


def test_of_ipv6_a_whole_network_counts_as_one_address() -> None:
    own = crowd(limits.MAX_STRANGERS_PER_ADDRESS, 0, "fe80::{}%eth0")
    assert one_too_many(own, Someone("fe80::1234%eth0", (0, 9.0))) is own[0]
