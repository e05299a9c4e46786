"""The seats of a lobby in words: who sits where, with whom, and who else is here."""

from collections.abc import Sequence

from rich.cells import cell_len

from muertos_tui import addresses, ink, saying
from muertos_tui.i18n import _, ngettext
from net.limits import MAX_NAME
from net.messages import Place, Table

COMPASS = (_("North"), _("East"), _("South"), _("West"))


def place_name(table: Table, number: int) -> str:
    """What a place is called: a point of the compass, or with three players its turn."""
    if table.players == 4:
        return COMPASS[number]
    return _("Player {number}").format(number=number + 1)


def sitter(place: Place, me: int | None, room: int = MAX_NAME) -> str:
    """Who sits there; a name takes no more cells than there is room for."""
    if place.state == "free":
        return _("free")
    if place.state == "bot":
        return bot_name(place)
    name = ink.cut(place.name, room)
    return _("{name} (you)").format(name=name) if place.person is not None and place.person == me else name


def bot_name(place: Place) -> str:
    """A bot's name and level."""
    level = saying.level(place.level)
    return (
        _("{name}, {level} bot").format(name=place.name, level=level)
        if place.name
        else _("{level} bot").format(level=level)
    )


def is_host(table: Table, place: Place) -> bool:
    """Whether the host sits there."""
    return place.person is not None and place.person == table.host


def host(table: Table) -> str:
    """The name of who has the host's rights, "" if nobody here has."""
    names = {person.person: person.name for person in table.others}
    names |= {place.person: place.name for place in table.places if place.person is not None}
    return "" if table.host is None else names.get(table.host, "")


def marks(table: Table, place: Place) -> str:
    """What else is to be said of a seat: ready, away, whose table it is."""
    said = []
    if is_host(table, place):
        said.append(_("host"))
    if place.state in ("away", "stand_in"):
        said.append(_("away"))
    elif place.state == "here" and not said:  # the host is ready when the game starts
        said.append(_("ready") if place.ready else _("not ready"))
    return ", ".join(said)


def short(table: Table, number: int) -> str:
    """Who sits there, in a sentence about teams."""
    if table.places[number].state == "free":
        return _("whoever takes {place}").format(place=place_name(table, number))
    return short_name(table.places[number])


def teams(table: Table) -> str:
    """Who plays with whom."""
    who = [short(table, number) for number in range(table.players)]
    if table.players == 4:
        return _("{n} and {s} play against {e} and {w}.").format(n=who[0], e=who[1], s=who[2], w=who[3])
    return _(
        "The fourth hand is the table's. {a} plays with it on day 1, {b} on day 2, {c} on day 3, against the other two."
    ).format(a=who[0], b=who[1], c=who[2])


def sketch(table: Table) -> str:
    """The table as seen from above; with three players, who plays with the table's hand on which day."""
    who = [ink.cut(short_name(place), 10) for place in table.places]
    if table.players == 3:
        days = [(day, who[day - 1], who[day % 3], who[(day + 1) % 3]) for day in (1, 2, 3)]
        lines = [
            _("Day {n}: {a} + table").format(n=n, a=a) + "\n" + _("   against {b}, {c}").format(b=b, c=c)
            for n, a, b, c in days
        ]
        return "\n".join(lines)
    n, e, s, w = who
    middle = f"{_pad_left(w, 10)} │      │ {e}"
    names = f"{_pad_left(COMPASS[3], 10)} ┌──────┐ {COMPASS[1]}"
    rim = " " * 11 + "└──────┘"
    return "\n".join([_centred(COMPASS[0]), _centred(n), names, middle, rim, _centred(COMPASS[2]), _centred(s)])


def short_name(place: Place) -> str:
    """Who sits there, where there is little room."""
    if place.state == "free":
        return _("free")
    return place.name or bot_name(place)


def _pad_left(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def _centred(text: str) -> str:
    return " " * ((30 - cell_len(text)) // 2) + text


def others(table: Table, me: int | None) -> str:
    """Who is here without a seat."""
    watching = [_named(person.name, person.person == me) for person in table.others if person.watch]
    standing = [_named(person.name, person.person == me) for person in table.others if not person.watch]
    said = []
    if standing:
        said.append(_("Without a seat: {names}.").format(names=", ".join(standing)))
    if watching:
        said.append(_("Watching: {names}.").format(names=", ".join(watching)))
    return " ".join(said)


def _named(name: str, is_me: bool) -> str:
    return _("{name} (you)").format(name=name) if is_me else name


def options(table: Table) -> str:
    """What this table plays with, besides the plain rules."""
    chosen = table.options
    said = [
        *([_("Ask chips")] if chosen.ask_chips else []),
        *([_("a Swap may be declined")] if chosen.optional_swap else []),
        *([_("questions in words")] if chosen.spoken_questions else []),
        *([_("{n} s for a decision").format(n=table.clock)] if table.clock else []),
        *([_("a deck of their own")] if table.deck not in ("", "house") else []),
    ]
    return _("With {options}.").format(options=", ".join(said)) if said else _("The plain rules, the house deck.")


def free_seats(table: Table) -> str:
    """How many seats nobody has."""
    free = sum(place.state == "free" for place in table.places)
    if not free:
        return _("Every seat is taken.")
    return ngettext("{n} seat is free.", "{n} seats are free.", free).format(n=free)


def my_place(table: Table, me: int | None) -> int | None:
    """The place where a person sits."""
    return next((n for n, place in enumerate(table.places) if me is not None and place.person == me), None)


def join_lines(invite: Sequence[str], port: int) -> list[str]:
    """What friends type to come, one line an address."""
    return [f"muertos join {addresses.shown(address, port)}" for address in invite]
