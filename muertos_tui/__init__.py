"""The terminal game: screens and the command line."""

__version__ = "0.1.0"
