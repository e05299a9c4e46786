"""A game that is over, and what can still be done with it while the next one is played."""

from dataclasses import dataclass

from muertos_tui import fairness
from muertos_tui.i18n import _
from muertos_tui.screens.page import Row
from net.witness import Verdict


@dataclass(frozen=True)
class Finished:
    """A game as it was told at its end. What comes after it at the table is another's, and changes nothing here."""

    number: int
    record: tuple[str, ...]
    names: tuple[str, ...]
    me: int | None  # whose hand this person had
    verdict: Verdict | None = None  # of this end, on this very game

    @property
    def found(self) -> str:
        """What this end has found of it, in words."""
        return "" if self.verdict is None else fairness.found(self.verdict, self.names)


def rows(last: Finished | None) -> list[Row]:
    """What can be done with the last game, away from its result."""
    if last is None:
        return []
    return [
        Row("WatchReplay", _("Go through the last game again")),
        Row("SaveRecord", _("Save the record of the last game")),
    ]
