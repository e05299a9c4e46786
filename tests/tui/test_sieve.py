"""What a terminal sends: keys go through whole, and nothing else is ever taken for one."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

from muertos_tui.sieve import REST, Sieve

KEYS = {
    "5": "5",
    "q": "q",
    "\r": "enter",
    " ": "space",
    "\t": "tab",
    "\x7f": "backspace",
    "\x03": "ctrl+c",
    "ñ": "ñ",
    "\x1b[A": "up",
    "\x1bOB": "down",
    "\x1b[1;5C": "ctrl+right",
    "\x1b[Z": "shift+tab",
    "\x1b[3~": "delete",
    "\x1bOP": "f1",
    "\x1b[15~": "f5",
    "\x1b[97;5u": "ctrl+a",
    "\x1bb": "ctrl+left",
}
REPORTS = [
    "\x1b]11;rgb:1111/2222/3333\x1b\\",
    "\x1b]10;rgb:ffff/8888/4444\x07",
    "\x1b]4;0;rgb:zz/00/\x07",
    "\x1bP>|xterm(345)\x1b\\",
    "\x1b_Gi=1;OK\x1b\\",
    "\x1b[?1;2c",
    "\x1b[>41;345;0c",
    "\x1b[?2026;9$y",
    "\x1b[?997;1n",
    "\x1b[<0;xx;5M1",
    "\x1b[<999;-1;M8",
    "\x1b[999999999999u",
    "\x1b[53;1:3u",
    "\x1b[1;2:3A",
    "\x1b[48;24;x;1;1t5",
    "\x1b[48;0;0;0;0t",
    "\x1b[" + "1;" * 40 + "A",
    "\x1b]52;c;" + "5" * 5000 + "\x07",
]
FINE = ["\x1b[<0;3;4M", "\x1b[<35;30;40m", "\x1b[I", "\x1b[O", "\x1b[12;40R", "\x1b[48;24;80;480;800t"]


class Reader:
    """The sieve and Textual behind it, as the driver runs them."""

    def __init__(self) -> None:
        self.sieve, self.parser = Sieve(), XTermParser()
        self.made: list[Message] = []

    def take(self, text: str) -> None:
        if text:
            self.made += self.parser.feed(text)

    def read(self, *pieces: str) -> "Reader":
        for piece in pieces:
            self.take(self.sieve.feed(piece))
        self.take(self.sieve.quiet(REST))
        return self

    @property
    def chosen(self) -> list[Message]:
        """What could choose something."""
        return [event for event in self.made if isinstance(event, events.Key | events.MouseEvent | events.Paste)]

    @property
    def keys(self) -> list[str]:
        return [event.key for event in self.made if isinstance(event, events.Key)]


@pytest.mark.parametrize(("sent", "key"), KEYS.items(), ids=KEYS.values())
def test_keys_come_through_in_any_pieces(sent: str, key: str) -> None:
    for cut in range(len(sent)):
        assert Reader().read(sent[:cut], sent[cut:]).keys == [key]


def test_escape_is_a_key_once_nothing_follows() -> None:
    reader = Reader()
    reader.take(reader.sieve.feed("\x1b"))
    reader.take(reader.sieve.quiet(0.01))
    assert reader.keys == []
    reader.take(reader.sieve.quiet(0.1))
    assert reader.keys == ["escape"]
    assert reader.read("q").keys == ["escape", "q"]


@pytest.mark.parametrize("report", REPORTS, ids=range(len(REPORTS)))
def test_reports_press_no_key(report: str) -> None:
    """Whole, in two pieces, and cut off after any character; and the next key is one again."""
    for cut in [*range(2, min(len(report), 50)), len(report)]:
        for pieces in ((report[:cut], report[cut:]), (report[:cut],)):
            if not report[cut:].strip("0123456789"):  # what comes by itself later cannot be told from a key
                pieces = (report,)
            reader = Reader().read(*pieces)
            assert reader.chosen == [], (pieces, reader.made)
            assert not any(isinstance(event, events.Resize) for event in reader.made)
            assert reader.read("5").keys == ["5"]


@pytest.mark.parametrize("sent", FINE, ids=range(len(FINE)))
def test_the_mouse_and_focus_come_through(sent: str) -> None:
    whole = Reader().read(sent).made
    assert len(whole) == 1
    for cut in range(1, len(sent)):
        assert repr(Reader().read(sent[:cut], sent[cut:]).made) == repr(whole)


@pytest.mark.parametrize("first", [*REPORTS, *FINE], ids=range(len(REPORTS + FINE)))
def test_a_report_cut_off_by_another_is_dropped_alone(first: str) -> None:
    for cut in range(2, min(len(first), 20)):
        made = Reader().read(first[:cut] + "\x1b[<0;3;4M").made
        assert [type(event) for event in made] == [events.MouseDown]


def test_what_is_pasted_is_pasted_and_a_paste_without_an_end_ends() -> None:
    for pieces in (("\x1b[200~a\x1b[A5q\x1b[201~x",), ("\x1b[200", "~a\x1b[", "A5q\x1b[201", "~x"), ("\x1b[200~a5q",)):
        reader = Reader().read(*pieces)
        assert [event.text for event in reader.made if isinstance(event, events.Paste)] == ["a5q"]
        assert reader.read("7").keys[-1] == "7"
    assert Reader().read("\x1b[201~").made == []


def test_a_control_of_eight_bits_is_no_key() -> None:
    assert Reader().read("\x9b5\x85").keys == ["5"]


def test_what_never_ends_is_not_kept() -> None:
    for begins in ("\x1b]11;", "\x1b[1"):
        reader = Reader()
        for _ in range(100):
            reader.take(reader.sieve.feed(begins))
            reader.take(reader.sieve.feed("1" * 1000))
            assert len(reader.sieve._begun) < 64
            begins = "1"
        assert reader.read().read("5").keys == ["5"]


TERMINAL_TEXT = st.text(st.sampled_from("\x1b\x1b[[]<>?;;:059MmuAR~$tcOP_\\\x07\x9b é"), max_size=60)


@given(st.lists(TERMINAL_TEXT, max_size=5))
@example(["\x1b[<0;5", "0;5M"])
def test_nothing_that_is_sent_breaks_the_reading(pieces: list[str]) -> None:
    reader = Reader().read(*pieces)
    assert reader.read("\x1b[200~\x1b[201~", "7").keys[-1:] == ["7"]
    assert len(reader.sieve._begun) < 64
