"""The open hands: one's own, and with three players the table's above it, each card with its key."""

from textual.content import Content
from textual.style import Style

from engine.cards import Card
from muertos_tui.deciding import Deciding, Slot
from muertos_tui.glyphs import BARRED, CHOSEN, LEFT, PLAYABLE
from muertos_tui.i18n import _
from muertos_tui.ink import (
    COLOR_INK,
    GROUND,
    MARIGOLD,
    OURS,
    SOFT,
    TEXT,
    THEIRS,
    Part,
    card_ink,
    centre,
    fit,
    heading,
    ink,
    line,
    spot,
)
from muertos_tui.layout import tile_rows
from muertos_tui.widgets.tile import label_in
from muertos_tui.words import card_face

MAX_TILE = 13
HAND = 8
LABEL = 9  # cells for a name before a hand in one line
ROOM_FOR_ARROW = 6


def hand_lines(deciding: Deciding, screen_height: int, width: int) -> list[Content]:
    """Each hand under a heading that says whose it is and whether it is to be played from."""
    rows: list[Content] = []
    count = len(deciding.slots)
    tall = tile_rows(screen_height, count)
    if not tall:
        return [heading(_("All hands"), width), *(_strip(deciding, seat, width) for seat in deciding.slots)]
    for seat, slots in deciding.slots.items():
        rows.append(_title(deciding, seat, width))
        rows += _tiles(deciding, slots, tall, min(width // HAND, MAX_TILE) - 1)
    return rows


def _strip(deciding: Deciding, seat: int, width: int) -> Content:
    """A hand in one line, its holder first."""
    cast = deciding.cast
    label = max(width // 6, LABEL)
    wide = (width - label - 1) // HAND
    parts: list[Part] = [" ", (fit(cast.name(seat), label), ink(OURS if cast.ours(seat) else THEIRS, bold=True))]
    for slot in deciding.slots[seat]:
        parts += [(centre(slot.card.code, wide - 1), card_ink(slot.card.color)), " "]
    return line(*parts)


def _title(deciding: Deciding, seat: int, width: int) -> Content:
    cast = deciding.cast
    if cast.you(seat):
        title = _("Your hand")
    elif cast.owners[seat] is not None:
        title = _("{whose} hand").format(whose=cast.whose(seat))
    else:
        declarer = (seat + 2) & 3
        yours = _("The table's hand, yours to play") if cast.you(declarer) else _("The table's hand, {whose} to play")
        title = yours.format(whose=cast.whose(declarer))
    note: list[Part] = []
    if seat in deciding.hands_due and len(deciding.slots) > 1:
        active = seat == deciding.seat
        said = _("CHOOSE FROM HERE") if active else _("Tab: choose from here")
        style = ink(GROUND, MARIGOLD, bold=True) if active else ink(SOFT)
        note = [(f" {said} ", spot(style, "hand", seat))]
    return heading(title, width, *note)


def _tiles(deciding: Deciding, slots: tuple[Slot, ...], tall: int, wide: int) -> list[Content]:
    """The cards side by side, `tall` lines of `wide` cells and a space."""
    if not slots:
        return [line((" " + _("no cards"), ink(SOFT))), *[Content("")] * (tall - 1)]
    tiles = [_tile(deciding, slot, tall, wide) for slot in slots]
    return [line(*(part for tile in tiles for part in (tile[row], " "))) for row in range(tall)]


def _tile(deciding: Deciding, slot: Slot, tall: int, wide: int) -> list[Content]:
    chosen = (deciding.seat, deciding.index) == (slot.seat, slot.index)
    active = slot.seat == deciding.seat and not deciding.options and deciding.draft is None
    due = slot.seat in deciding.hands_due
    barred = due and slot.action is None
    key = str(slot.index + 1) if active else " "
    mark = PLAYABLE if slot.action else BARRED if barred else " "
    paper = ink(COLOR_INK[slot.card.color]) if barred else card_ink(slot.card.color)
    if chosen:
        paper = paper + Style(reverse=False, bold=True, underline=True)
    key_style = ink(GROUND, MARIGOLD, bold=True) if chosen else ink(TEXT if active else SOFT)
    lines = _face(slot.card, tall, wide, chosen, key, mark)
    return [line((text, spot(key_style if over else paper, "card", slot.seat, slot.index))) for text, over in lines]


def _face(card: Card, tall: int, wide: int, chosen: bool, key: str, mark: str) -> list[tuple[str, bool]]:
    """The tile's lines, each with whether it stands above the card: key and mark, corner, word."""
    arrow = CHOSEN if chosen else " "
    face, label = card_face(card), label_in(card, wide)
    if tall == 1:
        return [(fit(f"{CHOSEN if chosen else key}{card.code}{mark}", wide), False)]
    if tall == 2:
        tight = f"{CHOSEN}{key}{face}{mark}" if chosen else f"{key} {face}{mark}"
        top = f"{arrow}{key} {face}{mark}" if wide > ROOM_FOR_ARROW else tight
        return [(fit(top, wide), False), (centre(label, wide), False)]
    shown = f"{CHOSEN}{face}{LEFT}" if chosen else face
    above = (centre(f"{key}{mark}".strip(), wide), True)
    body = [(centre(shown, wide), False), (centre(label, wide), False)]
    blank = (" " * wide, False)
    return [above, *body] if tall == 3 else [above, blank, *body, blank][:tall]
