"""What a person is told when others change what they are at the table: they may be looking elsewhere."""

from muertos_tui import seating_words as seats
from muertos_tui.i18n import _
from net.messages import Table


def said(before: Table | None, now: Table, me: int, watches: bool) -> list[str]:
    """The sentences for this person, who asked to watch or to play; `before` is nothing when they have just come."""
    if before is None:
        is_full = all(place.person is not None for place in now.places)
        is_left_over = not watches and is_full and seats.my_place(now, me) is None
        return [_("Every seat is taken: you watch.")] if is_left_over else []
    told = []
    if now.host != before.host and now.host is not None:
        told.append(_you_host(now) if now.host == me else _("{name} is the host now.").format(name=seats.host(now)))
    if _gave_seat(before, now, me):
        told.append(_("The host has given your seat to a bot. You watch now; the menu (m) lets you take a seat again."))
    return told


def _you_host(table: Table) -> str:
    if table.phase == "playing":
        return _("You are the host now: the menu (m) has what a host can do.")
    return _("You are the host now: you start the game, and change seats and options.")


def _gave_seat(before: Table, now: Table, me: int) -> bool:
    """Whether the host has given this person's seat away; in a game nobody else does."""
    in_game = before.phase == now.phase == "playing" and before.game == now.game
    return in_game and seats.my_place(before, me) is not None and seats.my_place(now, me) is None
