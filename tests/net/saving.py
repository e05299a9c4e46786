"""Tables that are saved at every step without a disk, and brought back from it."""

from net.authority import Authority
from net.ledger import Entry, Saved, read
from tests.net.tables import Desk


class Shelf:
    """What a table has saved."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def save(self, authority: Authority) -> bool:
        """Save what has to be; whether there was anything."""
        save = authority.unsaved()
        if save is None:
            return False
        if save.fresh:
            self.entries.clear()
        self.entries += save.entries
        authority.saved()
        return True

    def read(self) -> Saved:
        """What is there."""
        return read(self.entries)


def brought_back(desk: Desk, shelf: Shelf) -> Authority:
    """The table as another process would bring it back."""
    return Authority(desk.config, desk.rng.randbytes, desk.now, shelf.read())
