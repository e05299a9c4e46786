"""Which driver runs the screen on this system."""

import sys

from textual.driver import Driver


def driver_class() -> type[Driver] | None:
    """The driver to run an app with; None takes Textual's own."""
    if sys.platform == "win32":
        return None
    from muertos_tui.posix_driver import TerminalDriver

    return TerminalDriver
