"""What a player can do outside the cards: one class a command, which is its key, its words and its message.

A screen lists what it offers; the keys, the footer (which a mouse can click) and the command palette follow from
the list, and whoever handles the message does it.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.message import Message

from muertos_tui.i18n import _


class Command(Message):
    """Something that can be done: `key` does it, `title` names it, and the class's docstring says more."""

    key: ClassVar[str]
    title: ClassVar[str]
    shown: ClassVar[bool] = True  # in the footer

    def __init_subclass__(cls) -> None:
        # Handlers go by a message's name: none of these may be taken for an event of Textual's.
        super().__init_subclass__(namespace="command")

    @classmethod
    def tip(cls) -> str:
        """What it does, in a line."""
        return _(cls.__doc__ or "").rstrip(".")

    @classmethod
    def binding(cls) -> Binding:
        """The key binding of this command."""
        name = cls.__name__
        return Binding(cls.key, f"app.command('{name}')", cls.title, tooltip=cls.tip(), show=cls.shown, id=name)


class ShowRules(Command):
    """The rules in brief."""

    key = "f1,question_mark"
    title = _("Rules")


class Quit(Command):
    """Leave muertos."""

    key = "q"
    title = _("Quit")


class Back(Command):
    """Back to where you came from."""

    key = "escape"
    title = _("Back")


class Play(Command):
    """Sit down with bots at once; friends can take their seats."""

    key = "p"
    title = _("Play")
    shown = False


class Host(Command):
    """Open a table for friends on this network."""

    key = "h"
    title = _("Host")
    shown = False


class FindTable(Command):
    """Find a table that a friend has opened."""

    key = "j"
    title = _("Join")
    shown = False


class BackToTable(Command):
    """Back to your table, and to the seat you have there."""

    key = "t"
    title = _("Table")
    shown = False


class ChangeName(Command):
    """Change the name that others see."""

    key = "n"
    title = _("Name")


class ToggleBell(Command):
    """Ring the terminal's bell when it is your turn, or not."""

    key = "b"
    title = _("Bell")


class Sit(Command):
    """Take the marked seat, if it is free or a bot's."""

    key = "s"
    title = _("Sit here")
    shown = False


class StandUp(Command):
    """Give up your seat, and watch."""

    key = "u"
    title = _("Stand up")
    shown = False


class ToggleReady(Command):
    """Tell the others that you are ready, or not yet."""

    key = "r"
    title = _("Ready")


class StartGame(Command):
    """Start the game; bots take the free seats."""

    key = "g"
    title = _("Start")


class SeatBot(Command):
    """Give the marked seat to a bot; once more: another level."""

    key = "b"
    title = _("Bot")
    shown = False


class ClearSeat(Command):
    """Make the marked seat free."""

    key = "x"
    title = _("Empty")
    shown = False


class MoveSeat(Command):
    """Mark two seats, one after the other, and they change places."""

    key = "m"
    title = _("Move")
    shown = False


class ChangePlayers(Command):
    """Play with three people or with four."""

    key = "p"
    title = _("3 or 4")


class ChangeOptions(Command):
    """Choose what this table plays with."""

    key = "o"
    title = _("Options")


class LeaveTable(Command):
    """Leave this table."""

    key = "escape"
    title = _("Leave")


class PlayAgain(Command):
    """Another game with the same people."""

    key = "a"
    title = _("Again")


class WatchReplay(Command):
    """Go through this game again, step by step."""

    key = "r"
    title = _("Replay")


class LookBack(Command):
    """Look at the table once more."""

    key = "l"
    title = _("Table")


class ToLobby(Command):
    """Change seats, bots or options before another game."""

    key = "c"
    title = _("Lobby")


class SaveRecord(Command):
    """Write the record of this game into a file."""

    key = "s"
    title = _("Save")


def _every(kind: type[Command]) -> Iterable[type[Command]]:
    for child in kind.__subclasses__():
        yield child
        yield from _every(child)


NAMED: Final = {kind.__name__: kind for kind in _every(Command)}


def bindings(*offered: type[Command]) -> list[BindingType]:
    """The key bindings of the commands a screen offers."""
    return [kind.binding() for kind in offered]


def dialog_bindings() -> list[BindingType]:
    """The ways out of a dialog: Ctrl+C too, which people try."""
    return [*bindings(Back), Binding("ctrl+c", "app.command('Back')", show=False, priority=True)]


class Palette(Provider):
    """The command palette: what the screen below it offers now."""

    def _offered(self) -> list[type[Command]]:
        found: dict[type[Command], None] = {}
        for _node, binding, enabled, _tip in self.screen.active_bindings.values():
            kind = NAMED.get(binding.id or "")
            if kind is not None and enabled:
                found[kind] = None
        return list(found)

    async def discover(self) -> Hits:
        """All of it."""
        for kind in self._offered():
            yield DiscoveryHit(kind.title, self._chosen(kind), help=kind.tip())

    async def search(self, query: str) -> Hits:
        """What fits the words typed."""
        matcher = self.matcher(query)
        for kind in self._offered():
            if (score := matcher.match(kind.title)) > 0:
                yield Hit(score, matcher.highlight(kind.title), self._chosen(kind), help=kind.tip())

    def _chosen(self, kind: type[Command]) -> Callable[[], object]:
        screen = self.screen
        return lambda: screen.post_message(kind())
