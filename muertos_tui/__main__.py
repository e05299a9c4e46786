"""`python -m muertos_tui` is `muertos`."""

from muertos_tui.cli import main

if __name__ == "__main__":
    main(prog_name="muertos")
