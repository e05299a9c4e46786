"""The shuffle of a game that nobody can choose (R30), as the table conducts it; `net.witness` is the other side.

First everyone who plays promises a nonce and the table its secret, then the nonces are shown; the secret only after the
game. For a bot, and for a person who does not answer in time, the table has made a nonce. It has promised that one, a
spare for each person, together with all the others: it cannot choose it once it knows theirs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from engine.fair import NONCE, commitment, game_seed, kept
from net import limits
from net import messages as m
from net.seats import Refusal

Stage = Literal["promise", "show", "done"]


class SavedShuffle(Struct, frozen=True):
    """A shuffle as it is saved."""

    game: int
    secret: bytes
    made: tuple[bytes, ...]
    asked: tuple[int | None, ...]
    promised: tuple[bytes | None, ...]
    shown: tuple[bytes | None, ...]
    stage: Stage


@dataclass(eq=False, slots=True)
class Shuffle:
    """The shuffle before a game. Lists go by player; a person is `asked` by their number."""

    game: int
    secret: bytes
    made: list[bytes]  # nonces of the table's own, one for each player
    asked: list[int | None]
    promised: list[bytes | None]
    shown: list[bytes | None]
    stage: Stage
    due: float  # who has not answered by then is not waited for

    def __repr__(self) -> str:
        return f"Shuffle(game={self.game}, stage={self.stage!r})"

    # --- What comes in ---

    def promise(self, person: int, promised: bytes) -> None:
        """A person's commitment. Raises Refusal."""
        player = self._player(person, "promise")
        if self.promised[player] not in (None, promised):
            raise Refusal("no_shuffle")
        self.promised[player] = promised

    def show(self, person: int, nonce: bytes) -> None:
        """A person's nonce. Raises Refusal if it is not the one that was promised."""
        player = self._player(person, "show")
        if not kept(self.promised[player] or b"", nonce):
            raise Refusal("bad_nonce")
        self.shown[player] = nonce

    def _player(self, person: int, stage: Stage) -> int:
        if self.stage != stage or person not in self.asked:
            raise Refusal("no_shuffle")
        return self.asked.index(person)

    def dismiss(self, player: int) -> None:
        """Whoever was to play there does not: nobody waits for their answer."""
        self.asked[player] = None

    def go_on(self, now: float) -> bool:
        """Go on to the next stage, if all have answered or their time is over; whether that is so."""
        answers = self.promised if self.stage == "promise" else self.shown
        waited = [a for a, person in zip(answers, self.asked, strict=True) if person is not None]
        if self.stage == "done" or (None in waited and now < self.due):
            return False
        if self.stage == "promise":
            self.stage = "show"
            self.asked = [p if a is not None else None for p, a in zip(self.asked, self.promised, strict=True)]
            self.due = now + limits.SHUFFLE_TIME
        else:
            self.stage = "done"
        return True

    # --- What goes out ---

    def seed(self) -> bytes:
        """The seed of the game."""
        return game_seed(self.secret, [self._nonce(player)[0] for player in range(len(self.made))])

    def _nonce(self, player: int) -> tuple[bytes, bool]:
        """The nonce that counts for a player, and whether it is the table's."""
        shown = self.shown[player]
        return (self.made[player], True) if shown is None else (shown, False)

    def news(self, told: int, person: int) -> list[m.ToPeer]:
        """What a person is to be told who has been told of so many stages (`level`)."""
        news: list[m.ToPeer] = []
        if self.stage == "promise" and told < 1:
            player = self.asked.index(person) if person in self.asked else None
            news.append(m.Shuffle(self.game, commitment(self.secret).hex(), player))
        if self.stage != "promise" and told < 2:
            promises = tuple(map(self._promise, range(len(self.made))))
            awaited = self.stage == "show" and person in self.asked
            news.append(m.Commitments(self.game, commitment(self.secret).hex(), awaited, promises))
        if self.stage == "done" and told < 3:
            nonces = (self._nonce(player) for player in range(len(self.made)))
            news.append(m.Nonces(self.game, tuple(m.Nonce(nonce.hex(), by_table) for nonce, by_table in nonces)))
        return news

    @property
    def level(self) -> int:
        """How many stages there are to tell of."""
        return {"promise": 1, "show": 2, "done": 3}[self.stage]

    def _promise(self, player: int) -> m.Promise:
        spare = commitment(self.made[player])
        promised = self.promised[player]
        return m.Promise((promised or spare).hex(), spare.hex(), promised is None)

    # --- Saved ---

    def saved(self) -> SavedShuffle:
        """As it is saved: what was promised binds after a restart too."""
        return SavedShuffle(
            game=self.game,
            secret=self.secret,
            made=tuple(self.made),
            asked=tuple(self.asked),
            promised=tuple(self.promised),
            shown=tuple(self.shown),
            stage=self.stage,
        )


def begin(game: int, asked: list[int | None], entropy: Callable[[int], bytes], now: float) -> Shuffle:
    """A shuffle for so many players; a bot's place has None in `asked`."""
    made = [entropy(NONCE) for _ in asked]
    nothing: list[bytes | None] = [None] * len(asked)
    due = now + limits.SHUFFLE_TIME
    return Shuffle(game, entropy(NONCE), made, asked, nothing, [*nothing], "promise", due)


def restore(saved: SavedShuffle | None, now: float) -> Shuffle | None:
    """A shuffle that goes on."""
    if saved is None:
        return None
    return Shuffle(
        game=saved.game,
        secret=saved.secret,
        made=[*saved.made],
        asked=[*saved.asked],
        promised=[*saved.promised],
        shown=[*saved.shown],
        stage=saved.stage,
        due=now + limits.SHUFFLE_TIME,
    )
