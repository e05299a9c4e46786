"""A host that lies is named by the peer: what was promised, drawn, dealt, shown and written must be one game (R30)."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from engine import rules
from engine.cards import CARDS
from engine.options import Options
from engine.state import State
from net import messages as m
from net.messages import ToPeer
from net.witness import MAX_SEEN, MAX_VIEWS, Verdict, Witness
from tests.engine.play import settings
from tests.net.tables import Desk, started


@dataclass
class Tale:
    """All that one person was told of a game, in order, and their peer's own nonce."""

    told: list[ToPeer]
    nonce: bytes
    state: State
    seen: list[str] = field(default_factory=list)

    def verdict(self, witness: Witness | None = None) -> Verdict:
        """What a peer finds that was told this."""
        witness = witness or Witness(lambda n: self.nonce)
        for message in self.told:
            witness.hear(message)
        return replace(witness.verdict(self.result), shuffled=None)

    @property
    def result(self) -> m.Result:
        """The last one, of one game or two."""
        return next(message for message in reversed(self.told) if isinstance(message, m.Result))

    def change(self, kind: type, change: Callable[..., object], which: int = 0) -> "Tale":
        """The tale with one message of a kind another."""
        places = [place for place, message in enumerate(self.told) if isinstance(message, kind)]
        told = [*self.told]
        told[places[which]] = change(told[places[which]])  # type: ignore[call-overload]
        return Tale(told, self.nonce, self.state)


def tale(players: int = 4, options: Options | None = None, person: int = 1, games: int = 1) -> Tale:
    """A game as an honest table tells it to one of two people, or to a watcher."""
    desk, people = started(players, 2, options)
    watcher = desk.join("Wim", watch=True)
    for _ in range(games - 1):
        desk.play(people)
        desk.say(people[0], m.Start())
    desk.play(people)
    connection = [*people, watcher][person]
    game = desk.authority.room.game
    assert game is not None
    told: list[ToPeer] = [*desk.shuffles[connection], *desk.told[connection]]
    return Tale(told, desk.witnesses[connection]._games[games].nonce, game.state)


@pytest.fixture(scope="module")
def honest() -> Tale:
    return tale()


@pytest.mark.parametrize(("players", "options"), settings())
def test_an_honest_table_is_verified_by_everyone(players: int, options: Options) -> None:
    desk, people = started(players, 2, options)
    watcher = desk.join("Wim", watch=True)
    desk.play(people)
    for connection in people:
        witness = desk.witnesses[connection]
        assert witness.verdict(desk.last(connection, m.Result)).code == "verified"
        assert len(witness._games[1].views) > 30
    assert desk.witnesses[watcher].verdict(desk.last(watcher, m.Result)).code == "verified_late"


def test_game_after_game_and_through_lost_links() -> None:
    desk, (ana, beto) = started(4, 2)
    for _ in range(2):
        for _ in range(20):
            desk.step([ana, beto])
        desk.lose(beto)
        again = desk.enter(m.Resume(desk.token(beto)))
        desk.witnesses[again] = desk.witnesses[beto]
        for message in [*desk.shuffles[again], *desk.told[again]]:
            desk.witnesses[again].hear(message)
        desk.told[again].insert(0, desk.last(beto, m.Welcome))
        beto = again
        desk.play([ana, beto])
        for connection in (ana, beto):
            verdict = desk.witnesses[connection].verdict(desk.last(connection, m.Result))
            assert (verdict.game, verdict.code) == (desk.table().game, "verified")
        desk.say(ana, m.Start())


def test_who_changes_seats_or_watches_for_a_while_has_all_views_checked() -> None:
    desk, (ana, beto) = started(4, 2)
    for _ in range(10):
        desk.step([ana, beto])
    desk.say(beto, m.Stand())
    for _ in range(10):
        desk.step([ana])
    desk.say(beto, m.Sit(1))
    desk.play([ana, beto])
    witness = desk.witnesses[beto]
    assert {which.me for which in witness._games[1].views} == {1, None}
    assert witness.verdict(desk.last(beto, m.Result)).code == "verified"


def test_a_chosen_deal_is_said_to_be_one() -> None:
    desk = Desk()
    desk.config = replace(desk.config, seed=bytes(32))
    desk = Desk(desk.config)
    ana = desk.join("Ana", key="secret")
    desk.say(ana, m.Start())
    desk.play([ana])
    assert desk.witnesses[ana].verdict(desk.last(ana, m.Result)).code == "unshuffled"


# --- Lies ---


def line_of(told: Tale, kind: str) -> int:
    """The place of the first line of a kind."""
    return next(place for place, line in enumerate(told.result.record) if json.loads(line)["type"] == kind)


def with_line(result: m.Result, place: int, **fields: object) -> m.Result:
    line = {**json.loads(result.record[place]), **fields}
    written = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    return replace(result, record=(*result.record[:place], written, *result.record[place + 1 :]))


def test_a_changed_card_in_the_record(honest: Tale) -> None:
    place = line_of(honest, "play") + 1
    played = json.loads(honest.result.record[place])["card"]
    other = next(code for code in ("P7", "G9") if code != played)
    lie = honest.change(m.Result, lambda result: with_line(result, place, card=other))
    assert lie.verdict() == Verdict(1, "record", {"line": place + 1})


def test_a_changed_card_in_a_view(honest: Tale) -> None:
    def lying(shown: m.Shown) -> m.Shown:
        hand = shown.view.hands[1]
        assert hand is not None
        other = next(card for card in CARDS.values() if card not in hand)
        hands = (shown.view.hands[0], (other, *hand[1:]), *shown.view.hands[2:])
        return replace(shown, view=replace(shown.view, hands=hands))

    lie = honest.change(m.Shown, lying, 5)
    shown = [message for message in lie.told if isinstance(message, m.Shown)][5].view
    assert lie.verdict() == Verdict(1, "view", {"day": shown.day, "trick": shown.trick_number})


def test_an_event_that_did_not_happen(honest: Tale) -> None:
    lie = honest.change(m.Shown, lambda shown: replace(shown, events=shown.events[:-1]), 7)
    assert lie.verdict().code == "view"


def test_a_view_of_another_game(honest: Tale) -> None:
    """Every view of it is whole and legal, and none follows from the record."""
    other = [message for message in tale(games=2).told if isinstance(message, m.Shown) and message.table.game == 2]
    lie = honest.change(m.Shown, lambda shown: replace(other[12], table=shown.table), 12)
    assert lie.verdict().code == "view"


def test_a_swapped_deal(honest: Tale) -> None:
    """The host deals from a seed of its own; its record is a good one."""
    other = tale(games=2)
    lie = honest.change(m.Result, lambda result: replace(result, record=other.result.record))
    lie.told = [message for message in lie.told if not isinstance(message, m.Shown)]
    assert lie.verdict() == Verdict(1, "seed")


def test_two_hands_changed_over_in_the_record(honest: Tale) -> None:
    place = line_of(honest, "hand")
    dealt = json.loads(honest.result.record[place])["dealt"]
    dealt["N"], dealt["S"] = dealt["S"], dealt["N"]
    lie = honest.change(m.Result, lambda result: with_line(result, place, dealt=dealt))
    assert lie.verdict() == Verdict(1, "record", {"line": place + 1})


def test_a_gift_that_is_not_the_drawn_one(honest: Tale) -> None:
    place = line_of(honest, "gift")
    gift = json.loads(honest.result.record[place])
    other = next(code for code in ("P7", "G9") if code != gift["taken"])
    lie = honest.change(m.Result, lambda result: with_line(result, place, taken=other))
    assert lie.verdict() == Verdict(1, "record", {"line": place + 1})


def test_a_gift_drawn_by_the_host_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host plays on with a card of its choice, and tells that game to the end; only the drawing is a lie."""
    taken = rules._take_gift

    def chosen(state: State, taker: int, card: object) -> None:
        taken(state, taker, state.hand(state.leader)[0])

    monkeypatch.setattr(rules, "_take_gift", chosen)
    lie = tale()
    monkeypatch.undo()
    verdict = lie.verdict()
    assert verdict.code == "record"
    assert json.loads(lie.result.record[int(verdict.facts["line"]) - 1])["type"] != "hand"


def test_a_changed_commitment_of_a_player(honest: Tale) -> None:
    def lying(told: m.Commitments) -> m.Commitments:
        return replace(told, players=(replace(told.players[0], commitment="1" * 64), *told.players[1:]))

    assert honest.change(m.Commitments, lying).verdict() == Verdict(1, "broken_promise", {"player": 0})
    commitments = next(message for message in honest.told if isinstance(message, m.Commitments))
    twice = Tale([*honest.told[:2], lying(commitments), *honest.told[2:]], honest.nonce, honest.state)
    assert twice.verdict().code == "commitments_changed"


def test_a_changed_commitment_of_the_host(honest: Tale) -> None:
    assert honest.change(m.Commitments, lambda told: replace(told, host="1" * 64)).verdict().code == "host_changed"
    lie = honest.change(m.Result, lambda result: replace(result, secret="1" * 64))
    assert lie.verdict() == Verdict(1, "broken_promise", {"player": -1})
    assert honest.change(m.Result, lambda result: replace(result, secret="")).verdict().code == "no_secret"


def test_my_own_commitment_put_aside(honest: Tale) -> None:
    def lying(told: m.Commitments) -> m.Commitments:
        mine = replace(told.players[1], commitment=told.players[1].spare, by_table=True)
        return replace(told, players=(told.players[0], mine, *told.players[2:]))

    assert honest.change(m.Commitments, lying).verdict().code == "not_counted"


def test_my_own_nonce_put_aside() -> None:
    desk, (ana, beto) = started(4, 2)
    shuffle = desk.authority.room.fair
    assert shuffle is not None
    told: list[ToPeer] = [*desk.shuffles[beto]]
    nonces = told[-1]
    assert isinstance(nonces, m.Nonces)
    spare = m.Nonce(shuffle.made[1].hex(), True)
    told[-1] = replace(nonces, players=(nonces.players[0], spare, *nonces.players[2:]))
    lie = Tale(told, desk.witnesses[beto]._games[1].nonce, State(b"", 4, Options(), desk.config.deck))
    witness = Witness(lambda n: lie.nonce)
    for message in lie.told:
        witness.hear(message)
    assert witness.verdict(m.Result(1, (), shuffle.secret.hex())).code == "not_counted"
    assert ana


def test_another_nonce_than_was_promised(honest: Tale) -> None:
    def lying(told: m.Nonces) -> m.Nonces:
        return replace(told, players=(*told.players[:3], m.Nonce("1" * 64, True)))

    assert honest.change(m.Nonces, lying).verdict() == Verdict(1, "broken_promise", {"player": 3})
    nonces = next(message for message in honest.told if isinstance(message, m.Nonces))
    twice = Tale([*honest.told[:3], lying(nonces), *honest.told[3:]], honest.nonce, honest.state)
    assert twice.verdict().code == "nonces_changed"


def test_nonces_without_commitments(honest: Tale) -> None:
    told: list[ToPeer] = [message for message in honest.told if not isinstance(message, m.Commitments)]
    assert Tale(told, honest.nonce, honest.state).verdict().code == "unpromised"


def test_a_nonce_used_again_in_the_next_game() -> None:
    desk, (ana,) = started(4, 1)
    desk.play([ana])
    old = desk.authority.room.fair
    assert old is not None
    given = {"made": iter([*old.made])}
    fresh = desk.authority.room._entropy

    def reusing(n: int) -> bytes:
        return next(given["made"], None) or fresh(n)

    desk.authority.room._entropy = reusing
    desk.say(ana, m.Start())
    desk.play([ana])
    verdict = desk.witnesses[ana].verdict(desk.last(ana, m.Result))
    assert (verdict.code, verdict.game) == ("reused", 2)


def test_a_nonce_given_to_two_players(honest: Tale) -> None:
    def lying(told: m.Commitments) -> m.Commitments:
        return replace(told, players=(*told.players[:3], told.players[2]))

    assert honest.change(m.Commitments, lying).verdict() == Verdict(1, "reused", {"player": 3})


def test_the_secret_used_again(honest: Tale) -> None:
    second = tale(games=2)
    witness = Witness(lambda n: second.nonce)
    first = next(message for message in second.told if isinstance(message, m.Shuffle))
    witness.hear(first)
    witness.hear(replace(first, game=2))
    assert witness._games[2].fault == ("reused", {"player": -1})


def test_a_record_that_does_not_go_to_the_end(honest: Tale) -> None:
    lie = honest.change(m.Result, lambda result: replace(result, record=result.record[:-1]))
    assert lie.verdict().code == "record"
    assert honest.change(m.Result, lambda result: replace(result, record=())).verdict().code == "record"


def test_what_a_witness_keeps_is_bounded(honest: Tale) -> None:
    shown = next(message for message in honest.told if isinstance(message, m.Shown))
    witness = Witness(lambda n: honest.nonce)
    for number in range(MAX_VIEWS + 10):
        witness.hear(replace(shown, view=replace(shown.view, number=number)))
    assert len(witness._games[1].views) == MAX_VIEWS
    assert witness.verdict(honest.result).code == "too_many_views"
    for game in range(2, MAX_SEEN + 50):
        witness.hear(m.Shuffle(game, f"{game:064x}", None))
    assert len(witness._games) == 2
    assert len(witness._seen) <= MAX_SEEN


def test_whatever_a_table_tells_there_is_a_verdict(honest: Tale) -> None:
    """Views of nobody, of seats there are not, and from the end of time."""
    shown = next(message for message in honest.told if isinstance(message, m.Shown))
    for me, number in ((7, 0), (-1, 3), (None, 10**9), (3, shown.view.number)):
        lie = Tale([*honest.told], honest.nonce, honest.state)
        lie.told.append(replace(shown, since=5, view=replace(shown.view, me=me, number=number)))
        assert lie.verdict().code == "view"
