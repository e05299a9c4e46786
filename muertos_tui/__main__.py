"""`python -m muertos_tui` is `muertos`."""

from muertos_tui.cli import main

main(prog_name="muertos")
