"""Text from outside, cleaned once where it enters (DESIGN §7)."""

import unicodedata

from net.limits import MAX_COMBINING, MAX_NAME

# Letters and symbols that draw nothing: Hangul fillers and the empty Braille cell.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# Controls (C0, C1, DEL), formats (bidi, zero width, tags), surrogates, private use, unassigned.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SPACES = frozenset({"Zs", "Zl", "Zp"})


def clean_text(text: str, longest: int = MAX_NAME) -> str:
    """The text without what could move a cursor, hide, or climb out of its line; "" if nothing is left.

    Any run of spaces and line ends becomes one space, a letter keeps MAX_COMBINING marks, and what is longer
    than `longest` is cut before a character, never between it and its marks.
    """
    if text.isascii() and text.isprintable() and len(text) <= longest and "  " not in text:
        return text.strip(" ")  # as nearly always; the same as below, at once
    clusters: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if category in _SPACES or char in "\t\n\r" or char in _BLANKS:
            if clusters and clusters[-1] != " ":
                clusters.append(" ")
        elif category.startswith("M"):
            if clusters and clusters[-1] != " " and len(clusters[-1]) <= MAX_COMBINING:
                clusters[-1] += char
        elif category not in _UNSEEN:
            clusters.append(char)
    return _cut(clusters, longest)


def _cut(clusters: list[str], longest: int) -> str:
    """As many whole characters as fit."""
    kept, length = [], 0
    for cluster in clusters:
        length += len(cluster)
        if length > longest:
            break
        kept.append(cluster)
    return "".join(kept).strip(" ")
