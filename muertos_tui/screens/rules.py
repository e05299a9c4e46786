"""The rules in brief."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Footer, Static

from muertos_tui.commands import Back, Command, ShowRules, bindings
from muertos_tui.i18n import _
from muertos_tui.rules_text import chapters
from muertos_tui.screens.page import Page


class RulesScreen(Page):
    """Scrolls by arrows, Page Up and Down, and the mouse."""

    BINDINGS = [*bindings(Back), Binding("space", "more", _("More below"))]

    def compose(self) -> ComposeResult:
        """The chapters in one column."""
        yield Static(_("The rules in brief"), id="heading", markup=False)
        with VerticalScroll(id="body", classes="reading"):
            for title, paragraphs in chapters():
                yield Static(title, classes="chapter", markup=False)
                for paragraph in paragraphs:
                    yield Static(paragraph, classes="paragraph", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """The arrows scroll at once."""
        body = self.query_one("#body")
        body.focus()
        for what in ("scroll_y", "virtual_size", "container_size"):
            self.watch(body, what, self.refresh_bindings, init=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The key for more is named as long as there is more."""
        return action != "more" or self._is_more_below()

    def _is_more_below(self) -> bool:
        body = self.query_one("#body")
        return body.scroll_offset.y < body.max_scroll_y

    def action_more(self) -> None:
        """The next page."""
        self.query_one("#body", VerticalScroll).scroll_page_down(animate=False)

    def may(self, command: type[Command]) -> bool:
        """These are the rules."""
        return command is not ShowRules

    @on(Back)
    def _back(self) -> None:
        self.dismiss()
