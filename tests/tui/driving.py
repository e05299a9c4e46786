"""Deciding at the table screen by keys, or by mouse, as a person would."""

from rich.cells import cell_len
from textual.events import Key, MouseDown, MouseUp
from textual.pilot import Pilot
from textual.style import Style

from engine.actions import Action, Ask
from engine.questions import Question
from muertos_tui.deciding import Deciding, hand_of
from muertos_tui.drafting import ITEMS, Draft, Item
from muertos_tui.screens.table import TableScreen
from muertos_tui.widgets.pane import Pane

# The panes that offer each thing to click.
PLACES = {
    **dict.fromkeys(("target", "way", "question", "item"), ("asking",)),
    **dict.fromkeys(("card", "hand"), ("hands",)),
    **dict.fromkeys(("option", "confirm"), ("prompt",)),
    **dict.fromkeys(("ask", "tab", "toggle", "clear", "last", "hint", "help", "menu", "leave"), ("keys",)),
    "go_on": ("trick",),
}


def keys_for(deciding: Deciding, action: Action) -> list[str]:
    """The keys that choose the action; Enter still has to confirm it."""
    if isinstance(action, Ask) and action.question is not None:
        opened = [] if deciding.draft is not None else ["a"]
        place = [(ask.target, ask.chip) for ask in deciding.asks].index((action.target, action.chip))
        return [*opened, str(place + 1), *question_keys(deciding, action.question)]
    if action in deciding.options:
        return [str(deciding.options.index(action) + 1)]
    taken = hand_of(action)
    assert taken is not None
    seat, card = taken
    slot = next(slot for slot in deciding.slots[seat] if slot.card is card)
    switch = ["tab"] if deciding.seat != seat else []
    return [*switch, str(slot.index + 1)]


def question_keys(deciding: Deciding, question: Question) -> list[str]:
    """Down to the question in the menu, or Tab and every item it is built from."""
    draft = Draft(deciding.asks, deciding.view.muertos)
    if question in draft.menu:
        return ["down"] * draft.menu.index(question)  # choosing whom has touched the draft
    wanted: list[Item] = [("measure", question.measure), *(("colors", c) for c in question.colors)]
    wanted += [*(("ranks", r) for r in question.ranks), *(("kinds", k) for k in question.kinds)]
    bounds = {"at_least": question.at_least, "at_most": question.at_most, "exactly": question.exactly}
    way, bound = next(((name, n) for name, n in bounds.items() if n is not None), ("number", None))
    places = sorted(ITEMS.index(item) for item in [*wanted, ("compare", way)])
    keys, here = ["tab"], 0
    for place in places:
        keys += ["right"] * (place - here) + ["space"]
        here = place
    if bound is not None:
        keys += ["plus" if bound > 1 else "minus"] * abs(bound - 1)
    return keys


async def press(pilot: Pilot[None], *keys: str) -> None:
    """All the keys in one go: the pilot's own `press` waits some 20 ms for each."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await pilot.pause()


async def click_on(pilot: Pilot[None], screen: TableScreen, target: str, *args: str | int) -> None:
    """Click the first place on the screen that means this, as the terminal would report it."""
    for pane in screen.query(Pane):
        if pane.display and pane.id in PLACES[target]:
            where = place_of(pane, (target, *args))
            if where is not None:
                for event in (MouseDown, MouseUp):
                    pilot.app.post_message(event(None, *where, 0, 0, 1, False, False, False, *where))
                await pilot.pause()
                return
    raise AssertionError(f"nothing to click means {target} {args}")


def place_of(pane: Pane, pick: tuple[str | int, ...]) -> tuple[int, int] | None:
    """Where on the screen a click means this."""
    for y, row in enumerate(pane.render().split("\n")):
        for start, _end, style in row.spans:
            if isinstance(style, Style) and style.meta.get("pick") == pick:
                return pane.region.x + cell_len(row.plain[:start]), pane.region.y + y
    return None


def text_of(screen: TableScreen) -> list[str]:
    """What the terminal shows, line by line."""
    return ["".join(segment.text for segment in strip) for strip in screen._compositor.render_strips()]
