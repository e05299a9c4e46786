"""The join code: a number and two words that one person says and others type (DESIGN §4), as `3-agave-comal`.

9 numbers and 256 words twice are 19 bits. At one guess a connection, slowed, and a new code after 20 wrong ones, that
is one chance in 29,000 for all guesses against a code together.
"""

import re
import unicodedata
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

# Easy to say; no two share their first three letters, nor differ in fewer than three places.
WORDS: Final = tuple(
    """
    abanico abeja acacia aceite admiral agave aguila alamo alcove aldea algebra alpaca altar anchor andante antler
    apple arcade arroyo atlas aurora autumn axolotl azalea badger balcony banana baroque bazaar beacon belfry bingo
    biscuit blossom bobcat bolero bonsai bravo bridge buffalo burrito butter cadet calabaza candle caramel cedar
    cello champion cherry chorizo cinnamon circus clover cobalt coffee compass copper cosmos cousin cricket crystal
    cumbia curtain cypress dahlia dancer decimal desert diesel diploma divan doctor domino donkey drizzle dulce
    dynamo earring eclipse elephant emerald engine escudo estrella eureka fabric fandango fauna fennel fiesta filter
    finch florist flute fountain fresco frost fuchsia galaxy gazelle geyser giraffe glacier goblet golden gorilla
    grape guitar guava habit hammock harbor helmet hibiscus hornet humming iceberg igloo inkwell ivory jacket
    jalapeno janitor jersey jicama jingle jolly jubilee juniper kayak kitchen kiwi kumquat lagoon laptop larch
    laurel leopard library limbo linen lobster lotus lynx lyric magnet mahogany marigold meadow mercury mezcal
    midnight mineral mirror mocha monarch mural myrtle napkin navajo nectar nickel ninja north nugget nylon oatmeal
    oboe octopus olive onyx opera orchid oregano oxford pagoda pancake pecan pebble petunia piano pigeon pilot
    pioneer pixel poetry polka poppy potato pozole pretzel prism puffin pulque puppet pyramid queen raccoon radish
    raven rebozo ribbon riddle rosary ruby sable salsa sandal satin scarlet sequoia shovel skeleton slalom sombrero
    spiral squash stucco suburb sunset surf sycamore symbol tamale tapioca tequila thimble thunder topaz tortuga
    tractor trellis tulip tundra twilight typhoon umbrella utopia vacuum veranda vessel viola vivid voyage waffle
    wasabi whisper window yacht yogurt zafiro zebra zigzag zinnia zodiac
    """.split()
)
NUMBERS: Final = tuple("123456789")
SEPARATOR: Final = "-"
MAX_TYPED: Final = 64  # characters; the longest code has 19

_BREAKS: Final = re.compile(r"[\s.,_\-]+")
_PARTS: Final = re.compile(r"\d+|[^\s.,_\-\d]+")


def make_code(entropy: Callable[[int], bytes]) -> str:
    """A code drawn at random."""
    number, first, second = entropy(3)
    while number >= 252:  # 28 times 9: above it some numbers would be likelier
        (number,) = entropy(1)
    return SEPARATOR.join((NUMBERS[number % 9], WORDS[first], WORDS[second]))


def read_code(typed: str) -> str | None:
    """The code as typed, whatever the case, and whatever stands between its parts; None if it can be none.

    Three letters of a word are enough, and the number may stand anywhere.
    """
    numbers, starts = _parts(typed)
    words = [word for start in starts if (word := complete(start))]
    if len(numbers) != 1 or numbers[0] not in NUMBERS or not len(words) == len(starts) == 2:
        return None
    return SEPARATOR.join((*numbers, *words))


def unknown_word(typed: str) -> tuple[str, str]:
    """What was typed that is none of the words, and the word it is like; "" for either if there is none."""
    unknown = next((start for start in _parts(typed)[1] if complete(start) is None), "")
    return unknown, next(iter(get_close_matches(unknown, WORDS, 1)), "")


def _plain(typed: str) -> str:
    """The same in plain letters and digits, where full-width ones were typed."""
    return unicodedata.normalize("NFKC", typed[:MAX_TYPED])


def _parts(typed: str) -> tuple[list[str], list[str]]:
    """The numbers, and what may be words; words may be run together if they are whole."""
    parts = _PARTS.findall(_plain(typed).lower())
    numbers = [part for part in parts if part.isdigit()]
    return numbers, [word for part in parts if not part.isdigit() for word in _apart(part)]


def _apart(part: str) -> list[str]:
    whole = [[part[:at], part[at:]] for at in range(1, len(part)) if part[:at] in WORDS and part[at:] in WORDS]
    return whole[0] if len(whole) == 1 else [part]


def complete(start: str) -> str | None:
    """The one word that begins so, None if there is none or more than one."""
    found = [word for word in WORDS if start and word.startswith(start.lower())]
    return found[0] if len(found) == 1 else None


def completed(typed: str) -> str:
    """The rest of the word being typed, to be shown behind it; empty if it is not yet clear."""
    last = _BREAKS.split(typed[:MAX_TYPED])[-1]
    word = complete(last)
    return word[len(last) :] if word and _BREAKS.search(typed) else ""


def written(typed: str) -> str:
    """What is typed in plain letters, each finished word written out; the last one is still being typed."""
    *done, last = re.split(rf"({_BREAKS.pattern})", _plain(typed))
    return "".join(part if _BREAKS.fullmatch(part) else complete(part) or part for part in done) + last
