"""The game for three and the table's hand (R20–R24)."""

import pytest

from engine.cards import parse_card
from engine.events import Asked, GiftTaken, HandBegan, Swapped, TrickWon
from engine.options import Options
from engine.questions import Question
from engine.rules import new_game
from engine.seating import controllers, owners, team_of
from engine.views import events_for, view
from tests.engine.play import seed
from tests.engine.position import OPTIONAL, cards, due, hand, legal, position, refused, run

DAYS = (1, 2, 3)


@pytest.mark.parametrize(("day", "seats"), [(1, (0, 1, None, 2)), (2, (1, 2, None, 0)), (3, (2, 0, None, 1))])
def test_r20_who_sits_where(day: int, seats: tuple[int | None, ...]) -> None:
    assert owners(3, day) == seats
    assert controllers(3, day) == tuple(day - 1 if owner is None else owner for owner in seats)
    assert team_of(3, day, 0) == team_of(3, day, 2) == (day - 1,)
    assert team_of(3, day, 1) == team_of(3, day, 3) == tuple(sorted({0, 1, 2} - {day - 1}))


def test_r20_the_players_keep_their_order_around_the_table() -> None:
    for day in DAYS:
        around = [owner for owner in owners(3, day) if owner is not None]
        assert [(player - around[0]) % 3 for player in around] == [0, 1, 2]


@pytest.mark.parametrize("day", DAYS)
def test_r21_the_tables_hand_lies_open_for_all(day: int) -> None:
    state = position("N", "P7 P8", "B7 B8", "G7 G8", "K10 K10", day=day, players=3)
    for player in (0, 1, 2, None):
        shown = view(state, player)
        assert shown.hands[2] == tuple(cards("G7 G8"))
        own = [] if player is None else [shown.owners.index(player)]
        assert {seat for seat in range(4) if shown.hands[seat] is not None} == {2, *own}


def test_r21_from_the_deal_on() -> None:
    state = new_game(seed(5), 3)
    for player in (0, 1, 2, None):
        began = events_for(state, player, 0)[0]
        shown = view(state, player)
        assert isinstance(began, HandBegan)
        assert began.dealt[2] == tuple(state.hand(2)) == shown.hands[2]


def test_r22_the_declarer_plays_for_the_table() -> None:
    state = position("S", "P7 P8", "B7 B8", "G7 G8", "K10 K10", players=3)
    assert due(state) == "S play"
    assert [action.seat for action in view(state, 0).actions] == [2, 2]
    assert view(state, 1).actions == view(state, 2).actions == ()
    refused(state, "N play P7", "not_owing")
    run(state, "S play G7", "W play K10")
    assert [action.seat for action in view(state, 0).actions] == [0, 0]


def test_r22_if_the_table_holds_the_start_card_it_leads_it() -> None:
    state = next(s for n in range(50) if due(s := new_game(seed(n), 3)) == "S play")
    assert legal(state) == ["S play K6*"]
    assert parse_card("K6*") in state.hand(2)
    assert len(view(state, 0).actions) == 1
    run(state, "S play K6*")
    assert due(state) == "W play"


def test_r22_the_declarer_names_the_colour_and_asks_for_the_table() -> None:
    state = position("S", "P7 P8", "B7 B8", "K0c K0a", "K10 K10", players=3)
    run(state, "S play K0c")
    assert (due(state), len(view(state, 0).actions)) == ("S color", 3)
    state = position("S", "P7 P8", "B7 B8", "K0c K0a", "K10 K10", players=3)
    run(state, "S play K0a")
    assert legal(state) == ["S ask E ?", "S ask W ?"]
    refused(state, "S ask N sum", "no_target")  # its own declarer
    refused(state, "S ask S sum", "no_target")
    (asked,) = run(state, "S ask W count")
    assert asked == Asked(2, 3, Question("count"), 2, False)


@pytest.mark.parametrize("asker", "NEW")
def test_r22_nobody_is_asked_about_the_tables_hand(asker: str) -> None:
    hands = {"N": "P7 P8", "E": "B7 B8", "W": "K10 G9"}
    hands[asker] = "K0a G5"
    state = position(asker, hands["N"], hands["E"], "G7 G8", hands["W"], players=3)
    run(state, f"{asker} play K0a")
    assert legal(state) == [f"{asker} ask {seat} ?" for seat in "NEW" if seat != asker]
    refused(state, f"{asker} ask S sum", "no_target")


def test_r15_r22_nothing_happens_where_only_the_table_and_its_declarer_hold_cards() -> None:
    state = position("E", "K0a", "B7", "G7", "K10", players=3)
    run(state, "E play B7", "S play G7", "W play K10", "N play K0a")
    assert state.day == 2
    state = position("W", "P7", "B7", "K0a", "K10", players=3)
    run(state, "W play K10", "N play P7", "E play B7", "S play K0a")
    assert state.day == 2


@pytest.mark.parametrize("player", ["N", "S"])
def test_r22_the_declarer_chooses_both_sides_of_a_swap(player: str) -> None:
    hands = {"N": "P7 P8", "S": "G7 G8"} | {player: "K1w K2"}
    state = position(player, hands["N"], "B7 B8", hands["S"], "K10 K10", players=3, options=OPTIONAL)
    run(state, f"{player} play K1w")
    assert len(view(state, 0).actions) == 2
    run(state, f"{player} offer yes")
    assert due(state) == "NS swap"
    assert {action.seat for action in view(state, 0).actions} == {0, 2}
    assert view(state, 1).actions == view(state, 2).actions == ()
    other = {"N": "G8", "S": "P8"}[player]
    run(state, f"{'S' if player == 'N' else 'N'} swap {other}", f"{player} swap K2")
    swapped = Swapped("NESW".index(player), *cards(f"K2 {other}"))
    for someone in (0, 1, 2, None):
        assert events_for(state, someone, len(state.log) - 1) == [swapped], "one of the two hands lies open"


def test_r21_what_leaves_the_open_hand_is_known_to_all() -> None:
    state = position("N", "K1w P7 P8", "B7 B8 B9", "G7 G8 K2", "K10 K10 G9", players=3)
    run(state, "N play K1w", "N swap P7", "S swap G8")
    for player in (1, 2, None):
        assert [(known.seat, known.card.code) for known in view(state, player).known] == [(0, "G8")]
    assert view(state, 0).known == ()
    assert hand(state, "S") == "K2 P7 G7"


def test_r22_the_declarer_kills_for_the_table() -> None:
    state = position("S", "P7 P8", "K10 B8", "G3x G8", "B5 K2", players=3)
    run(state, "S play G3x", "W play B5", "N play P7", "E play K10")
    assert legal(state) == ["S kill E", "S kill none"]
    assert len(view(state, 0).actions) == 2
    assert run(state, "S kill E")[-1] == TrickWon(0, ())


def test_r23_from_the_table_the_neighbour_chooses_the_card_to_take() -> None:
    state = position("S", "P7 P8", "B7 B8", "K10 G8 G9", "K2 K2", players=3)
    run(state, "S play K10", "W play K2", "N play P7", "E play B7")
    assert due(state) == "E take"
    assert legal(state) == ["E take G8", "E take G9"]
    refused(state, "E take B8", "not_held")
    refused(state, "S take G8", "not_owing")
    refused(state, "E give B8", "wrong_kind")
    events = run(state, "E take G8")
    assert events == [GiftTaken(2, 1, *cards("G8"))]
    assert all(events_for(state, player, len(state.log) - 1) == events for player in (0, 1, 2, None))
    assert [(known.seat, known.card.code) for known in view(state, 2).known] == [(1, "G8")]
    assert legal(state) == ["E give B8", "E give G8"]
    run(state, "E give B8")
    assert hand(state, "S") == "B8 G9"
    assert due(state) == "S play"


def test_r23_the_table_as_neighbour_draws_at_random_and_the_card_lies_open() -> None:
    state = position("W", "P7 P8", "B7 B8", "K2 G8", "K10 G5 G9", players=3)
    run(state, "W play K10", "N play P7", "E play B7", "S play K2")
    assert due(state) == "S give"
    (taken,) = (event.taken for event in state.log if isinstance(event, GiftTaken))
    assert taken is not None
    assert taken.code in ("G5", "G9")
    for player in (0, 1, 2, None):
        assert taken in (view(state, player).hands[2] or ())
    assert {action.seat for action in view(state, 0).actions} == {2}, "the declarer gives for the table"
    run(state, "S give G8")
    for player in (0, 1, None):
        assert [(known.seat, known.card.code) for known in view(state, player).known] == [(3, "G8")]


@pytest.mark.parametrize("day", DAYS)
def test_r24_both_members_of_a_team_are_credited(day: int) -> None:
    muertos = {1: "G4", 2: "P4", 3: "B4"}[day]
    declarer, east, west = day - 1, day % 3, (day + 1) % 3
    state = position("N", "K10 P8", "K2 B8", f"{muertos} G8", "K2 B9", day=day, players=3)
    run(state, "N play K10", "E play K2", f"S play {muertos}", "W play K2")
    totals = view(state, None).totals
    assert [(t.food, t.muertos, t.points) for t in totals] == [
        (2, 1, 1) if player == declarer else (0, 0, 0) for player in range(3)
    ]
    state = position("E", "K2 P8", "K10 B8", f"{muertos} G8", "K2 B9", day=day, players=3)
    run(state, "E play K10", f"S play {muertos}", "W play K2", "N play K2")
    totals = view(state, None).totals
    assert [(t.food, t.muertos, t.points) for t in totals] == [
        (2, 1, 1) if player in (east, west) else (0, 0, 0) for player in range(3)
    ]


def test_r22_options_do_not_change_who_decides() -> None:
    state = position("S", "P7 P8", "B7 B8", "K1w G8", "K10 K10", players=3, options=Options(True, True))
    run(state, "S play K1w")
    assert due(state) == "S offer"
    assert {action.seat for action in view(state, 0).actions} == {2}
