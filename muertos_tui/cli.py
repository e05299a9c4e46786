"""The command line.

Commands import what they run inside their bodies, so that `--version`, `--help` and the quick commands load
neither Textual nor zeroconf.
"""

import click

from muertos_tui import __version__


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="muertos")
def main() -> None:
    """A card game of the Day of the Dead for three or four friends, in the terminal."""
