"""The question: whom to ask, the ready-made ones, and the builder for all that R25 allows."""

from typing import Any

from textual.content import Content
from textual.style import Style

from engine.views import View
from muertos_tui.cast import Cast
from muertos_tui.drafting import FIELDS, ITEMS, Draft, Item
from muertos_tui.glyphs import CHOSEN, OFF, ON
from muertos_tui.i18n import _
from muertos_tui.ink import GROUND, MARIGOLD, SOFT, TEXT, Part, cut, fit, heading, ink, line, spot, width_of
from muertos_tui.words import COLOR_NAMES, KIND_NAMES, question_text

LABELS = {
    "measure": _("Ask for"),
    "colors": _("Colours"),
    "ranks": _("Ranks"),
    "kinds": _("Kinds"),
    "compare": _("Answer"),
}
ITEM_NAMES = {
    "count": _("how many"),
    "colors": _("colours"),
    "ranks": _("ranks"),
    "sum": _("sum"),
    "highest": _("highest"),
    "lowest": _("lowest"),
    "number": _("number"),
    "at_least": _("at least"),
    "at_most": _("at most"),
    "exactly": _("exactly"),
}


def asking_lines(draft: Draft, view: View, cast: Cast, width: int, height: int) -> list[Content]:
    """Whom, and under it the menu or the builder."""
    paid = [(_("spends a chip"), ink(SOFT))] if draft.chip else []
    rows = [heading(_("Ask a question"), width, *paid), _targets(draft, cast, width)]
    room = height - len(rows) - 1
    rows.append(_ways(draft))
    return rows + (_builder(draft, width) if draft.building else _menu(draft, width, room))


def _targets(draft: Draft, cast: Cast, width: int) -> Content:
    parts: list[Part] = [(_(" Whom:"), ink(SOFT))]
    names = [cast.name(ask.target) for ask in draft.asks]
    if sum(width_of(name) + 4 for name in names) > width - 7:
        names = [cut(name, (width - 7) // len(names) - 4) for name in names]
    for place, name in enumerate(names):
        chosen = place == draft.target
        style = ink(GROUND, MARIGOLD, bold=True) if chosen else ink(TEXT)
        text = f"{CHOSEN if chosen else ' '}{place + 1} {name} "
        parts.append((text, spot(style, "target", place)))
    return line(*parts)


def _ways(draft: Draft) -> Content:
    parts: list[Part] = [" "]
    for building, text in ((False, _("ready made")), (True, _("build your own"))):
        chosen = draft.building == building
        style = ink(MARIGOLD, bold=True) if chosen else ink(SOFT)
        parts += [(f"[{CHOSEN if chosen else ' '}{text}]", spot(style, "way", int(building))), " "]
    return line(*parts)


def _menu(draft: Draft, width: int, room: int) -> list[Content]:
    """As many ready-made questions as fit around the one chosen."""
    first = min(max(draft.cursor - room // 2, 0), max(len(draft.menu) - room, 0))
    rows = []
    for place in range(first, min(first + room, len(draft.menu))):
        chosen = place == draft.cursor
        text = fit(f" {CHOSEN if chosen else ' '}{question_text(draft.menu[place])}", width)
        style = ink(GROUND, MARIGOLD, bold=True) if chosen else ink(TEXT)
        rows.append(line((text, spot(style, "question", place))))
    return rows


def _builder(draft: Draft, width: int) -> list[Content]:
    rows: list[Content] = []
    indent = max(width_of(label) for label in LABELS.values()) + 2
    for name, items in FIELDS:
        row: list[Part] = [(fit(" " + LABELS[name], indent), ink(SOFT))]
        used = indent
        for item in items:
            text = _item_text(draft, item)
            if used + width_of(text) + 1 > width:
                rows.append(line(*row))
                row, used = [" " * indent], indent
            row += [(text, spot(_item_style(draft, item), "item", ITEMS.index(item))), " "]
            used += width_of(text) + 1
        rows.append(line(*row))
    return rows


def _item_text(draft: Draft, item: Item) -> str:
    name, value = item
    if name == "bound":
        return f"{draft.bound} [+]" if value > 0 else "[-]"
    return f"{ON if draft.is_on(item) else OFF}{_item_name(name, value)}"


def _item_name(field: str, value: Any) -> str:
    if field == "ranks":
        return str(value)
    if field == "colors":
        return COLOR_NAMES[value]
    return KIND_NAMES[value] if field == "kinds" else ITEM_NAMES[value]


def _item_style(draft: Draft, item: Item) -> Style:
    if ITEMS[draft.place] == item:
        return ink(GROUND, MARIGOLD, bold=True)
    return ink(TEXT, bold=True) if draft.is_on(item) else ink(SOFT)
