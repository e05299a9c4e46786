"""The one place where every decision is asked, in words, with its keys."""

from textual.content import Content

from muertos_tui.advice import Hint, hint_text, pairs_text
from muertos_tui.deciding import Deciding
from muertos_tui.glyphs import CHOSEN
from muertos_tui.i18n import _, ngettext
from muertos_tui.ink import GROUND, MARIGOLD, OURS, SOFT, TEXT, WARNING, Part, cut, ink, line, spot, width_of
from muertos_tui.words import action_text, waiting, wanted


def prompt_lines(deciding: Deciding, width: int, hint: Hint | None = None, behind: str = "") -> list[Content]:
    """What is asked, or what a bot would do; then the options, or what has been chosen.

    `behind` says what stands there and has to be seen before a choice, "" if the trick is shown as it lies.
    """
    view, cast, kind = deciding.view, deciding.cast, deciding.kind
    if deciding.halted and not view.over:
        asked = line((cut(" " + deciding.halted, width), ink(WARNING, bold=True)))
    elif behind and kind is not None:
        return [line((cut(" " + behind, width), ink(TEXT))), line(" ", _button(_("Space: go on"), "go_on"))]
    elif kind is None:
        asked = line((cut(" " + waiting(view, cast), width), ink(TEXT)))
    else:
        seat = deciding.hands_due[0] if deciding.hands_due else view.actions[0].seat
        text = wanted(view, cast, kind if deciding.draft is None else "ask", seat)
        asked = line((" ", ink(TEXT)), (cut(text, width - 1), ink(MARIGOLD, bold=True)))
    if hint is not None:
        asked = line((" ", ink(TEXT)), (cut(hint_text(hint, cast), width - 1), ink(OURS, bold=True)))
    if view.over:
        return [asked, line(" ", _button(_("Space: the result"), "go_on"))]
    if deciding.options:
        return [asked, _options(deciding, width)]
    return [asked, _detail(deciding, width, hint)]


def _options(deciding: Deciding, width: int) -> Content:
    parts: list[Part] = [" "]
    for place, action in enumerate(deciding.options):
        chosen = place == deciding.option
        style = ink(GROUND, MARIGOLD, bold=True) if chosen else ink(TEXT, bold=True)
        text = f"{CHOSEN if chosen else ' '}{place + 1} {action_text(action, deciding.cast)} "
        parts += [(text, spot(style, "option", place)), " "]
    if deciding.confirmable:
        parts.append(_button(_("Enter: confirm")))
    elif deciding.detail() and not deciding.halted:
        parts.append((deciding.detail(), ink(WARNING)))
    return line(*parts)


def _detail(deciding: Deciding, width: int, hint: Hint | None) -> Content:
    action = deciding.pending()
    said = deciding.detail()
    button: list[Part] = []
    if deciding.confirmable:
        button = [" ", _button(_("Enter"))]
    elif not said and deciding.actions and not deciding.halted:
        advised = hint.choice if hint is not None else None
        said = (pairs_text(advised, deciding.cast, width - 2) if advised else "") or _how(deciding)
    elif not said and deciding.view.me is None:
        said = _("You are watching.")
        if "bot" in deciding.cast.presence:
            said = _("You are watching. In the menu (m) you can take the seat of a bot.")
    room = width - 2 - line(*button).cell_length
    chosen = deciding.chosen
    if chosen is not None and width_of(said) > room and said == deciding.reason(chosen):
        said = deciding.reason(chosen, brief=True)
    alarming = bool(deciding.fault) or (action is None and deciding.chosen is not None)
    return line(" ", (cut(said, room), ink(WARNING if alarming else TEXT)), *button)


def _how(deciding: Deciding) -> str:
    """How to choose."""
    if deciding.draft is None:
        if deciding.kind == "ask":
            return _("Press a to choose the question.")
        cards = 0 if deciding.seat is None else len(deciding.slots[deciding.seat])
        keys = f"1-{cards}" if cards > 1 else "1"
        return _("Choose with {keys}, the arrows or the mouse; Enter confirms.").format(keys=keys)
    if deciding.draft.building:
        return _("Arrows move, Space sets, + and - count; Enter asks.")
    whom = len(deciding.draft.asks)
    keys = f"1-{whom}" if whom > 1 else "1"
    return _("{keys} whom, up and down what; Enter asks.").format(keys=keys)


def closing_line(key: str) -> Content:
    """Instead of the choice, while something stands before the panes."""
    return line(" ", _button(_("Enter or {key}: close").format(key=key), "clear"))


def _button(text: str, target: str = "confirm") -> Part:
    return (f" {text} ", spot(ink(GROUND, MARIGOLD, bold=True), target))


def key_lines(deciding: Deciding, width: int) -> list[Content]:
    """The keys that work now; each can be clicked."""
    keys = _keys(deciding, short=False)
    if not _fit(keys, width):
        keys = _keys(deciding, short=True)
    while not _fit(keys, width) and len(keys) > 1:
        keys.pop(_least(keys))
    parts: list[Part] = [" "]
    for key, text, target in keys:
        parts += [
            (key, spot(ink(MARIGOLD, bold=True), target)),
            (f" {text}", spot(ink(SOFT), target)),
            "  ",
        ]
    return [line(*parts)]


Key = tuple[str, str, str]  # the key, what it does in a word, and what a click on it means


def _fit(keys: list[Key], width: int) -> bool:
    return sum(width_of(key) + width_of(text) + 3 for key, text, _target in keys) <= width


def _keys(deciding: Deciding, short: bool) -> list[Key]:
    keys: list[Key] = []
    if deciding.draft is not None:
        keys.append(("Tab", _("ready made") if deciding.draft.building else _("build"), "tab"))
        keys += [("Space", _("set"), "toggle")] if deciding.draft.building else []
        keys.append(("Esc", _("close"), "clear"))
    elif deciding.chips:
        keys.append(
            ("a", ngettext("ask ({n} chip)", "ask ({n} chips)", deciding.chips).format(n=deciding.chips), "ask")
        )
    elif deciding.asks:
        keys.append(("a", _("ask"), "ask"))
    if deciding.draft is None and len(deciding.slots) > 1:
        keys.append(("Tab", _("hand") if short else _("other hand"), "tab"))
    return [
        *keys,
        *([("Enter", _("confirm"), "confirm")] if deciding.view.me is not None and not deciding.halted else []),
        *([("h", _("hint"), "hint")] if deciding.actions else []),
        ("l", _("last") if short else _("last trick"), "last"),
        ("?", _("help"), "help"),
        ("m", _("menu"), "menu"),
        ("q", _("leave"), "leave"),
    ]


def _least(keys: list[Key]) -> int:
    """The key to leave out first: confirming has a button of its own, leaving is in the menu too."""
    targets = [target for _key, _text, target in keys]
    for target in ("confirm", "leave"):
        if target in targets:
            return targets.index(target)
    return len(keys) - 1
