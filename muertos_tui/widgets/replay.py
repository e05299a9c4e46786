"""Where a replay stands: whose decision is next and what it was, and the keys to go through it."""

from dataclasses import dataclass

from textual.content import Content

from engine.actions import Action
from engine.views import View
from muertos_tui.advice import Hint, advised, hint_text, pairs_text
from muertos_tui.cast import Cast
from muertos_tui.glyphs import DOT
from muertos_tui.i18n import _
from muertos_tui.ink import MARIGOLD, OURS, SOFT, TEXT, Part, cut, ink, line, spot, width_of
from muertos_tui.words import waiting


@dataclass(frozen=True)
class Position:
    """The moment shown, of how many; through whose eyes; whether it plays by itself, and comes to the game's end."""

    place: int
    count: int
    eyes: int | None
    playing: bool
    over: bool


def prompt_lines(
    view: View, cast: Cast, position: Position, following: Action | None, hint: Hint | None, width: int
) -> list[Content]:
    """What came next, or what a bot would have done; then where this is."""
    went = _("Next: {action}.").format(action=advised(following, cast)) if following is not None else ""
    if following is None and not position.over:
        went = _("The record ends here.")
    if hint is None:
        said = line((cut(f" {waiting(view, cast)} {went}", width), ink(TEXT)))
        return [said, _position(cast, position, width)]
    head = f" {went} "
    advice = cut(hint_text(hint, cast), max(width - width_of(head), 10))
    pairs = pairs_text(hint.choice, cast, width - 2) if hint.choice is not None else ""
    below = line((f" {pairs}", ink(TEXT))) if pairs else _position(cast, position, width)
    return [line((head, ink(TEXT)), (advice, ink(OURS, bold=True))), below]


def _position(cast: Cast, position: Position, width: int) -> Content:
    eyes = _("all hands open") if position.eyes is None else _("eyes: {name}").format(name=cast.player(position.eyes))
    parts = [_("Step {n} of {count}").format(n=position.place + 1, count=position.count), eyes]
    parts += [_("playing")] if position.playing else []
    return line((cut(" " + f" {DOT} ".join(parts), width), ink(SOFT)))


def key_lines(playing: bool, width: int) -> list[Content]:
    """The keys, each of which can be clicked; where there is little room, fewer of them."""
    groups: list[list[Part]] = [
        [_key("←", "step", -1), _key("→", "step", 1), _word(_("step"), "step", 1)],
        [_key("↑", "trick", -1), _key("↓", "trick", 1), _word(_("trick"), "trick", 1)],
        [_key(_("Space"), "play"), _word(_("stop") if playing else _("play"), "play")],
        [_key("e", "eyes"), _word(_("eyes"), "eyes")],
        [_key("h", "hint"), _word(_("bot"), "hint")],
        [_key("q", "leave"), _word(_("leave"), "leave")],
        [*(_key(str(day), "day", day) for day in (1, 2, 3)), _word(_("day"), "day", 1)],
        [_key("l", "last"), _word(_("last trick"), "last")],
        [_key("?", "help"), _word(_("help"), "help")],
    ]
    keys = line(" ")
    for group in groups:
        longer = line(keys, *group, "  ")
        keys = longer if longer.cell_length <= width else keys
    return [keys]


def _key(key: str, target: str, *args: int) -> Part:
    return (key, spot(ink(MARIGOLD, bold=True), target, *args))


def _word(word: str, target: str, *args: int) -> Part:
    return (f" {word}", spot(ink(SOFT), target, *args))
