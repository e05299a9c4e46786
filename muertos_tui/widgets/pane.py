"""A part of the screen that is drawn by a pure function of its size."""

from collections.abc import Callable, Sequence
from typing import Any

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from muertos_tui.ink import page

Lines = Callable[[int, int], Sequence[Content]]


class Pane(Widget):
    """Shows lines, and says what was clicked. It takes no focus: the screen has all keys."""

    can_focus = False
    ALLOW_SELECT = False  # a click chooses; a slip of the mouse must not begin a selection

    class Picked(Message):
        """A click on something that means `target`."""

        def __init__(self, target: str, args: tuple[Any, ...]) -> None:
            super().__init__()
            self.target = target
            self.args = args

    class Scrolled(Message):
        """The wheel was turned over a pane."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._lines: Lines = lambda width, height: ()
        self._shown = Content()
        self._shown_size = Size(0, 0)

    def draw(self, lines: Lines) -> None:
        """Draw this from now on. What looks the same is not drawn again."""
        self._lines = lines
        before = self._shown
        if not self._compose_page().is_same(before):
            self.refresh()

    def render(self) -> Content:
        """The lines for the size there is."""
        return self._shown if self._shown_size == self.size else self._compose_page()

    def _compose_page(self) -> Content:
        self._shown_size = self.size
        self._shown = page(self._lines(self.size.width, self.size.height), self.size.height)
        return self._shown

    def on_click(self, event: events.Click) -> None:
        """Say what lies under the mouse."""
        event.stop()
        target, *args = event.style.meta.get("pick", ("pane", self.id or ""))
        self.post_message(self.Picked(target, tuple(args)))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel, downwards."""
        event.stop()
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel, upwards."""
        event.stop()
        self.post_message(self.Scrolled(-1))
