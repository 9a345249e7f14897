"""Duplicates: games whose draws, shuffles and dice follow from one seed, the same at every table, as bridge clubs deal.

Whoever hands a duplicate out publishes its commitment before and its seed after the evening. So everybody can check that the
seed was fixed beforehand, and that each table has drawn by it. Until then only the machines know the seed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion.journal import codec
from companion.kit.asks import Choice, Shuffle
from companion.kit.viewers import CHANCE, Seat
from companion.seats.starting import MARK, with_defaults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame
    from companion.match.entries import Entry
    from companion.match.match import Match

SEED: Final = re.compile(r"[0-9a-f]{64}")
GAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")
SEAT: Final = re.compile(r"[A-Z]")
LONGEST: Final = 4000  # Characters of a duplicate as text.


@dataclass(frozen=True, slots=True)
class Offer:
    """What people may know of a duplicate before it is opened: the *game*, its *seats* and *options*, and its *commitment*."""

    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, object]
    commitment: str

    def begins(self, game: AnyGame, seats: tuple[Seat, ...], options: Mapping[str, object]) -> bool:
        """Return whether *game* begins as this one does, if it starts on *seats* with *options*."""
        if (game.NAME, seats) != (self.game, self.seats):
            return False
        with suppress(ValueError):  # Options that this version of the game doesn't have.
            begun = [game.setup(seats, with_defaults(game, some)) for some in (options, self.options)]
            return bool(begun[0] == begun[1])
        return False

    @property
    def mark(self) -> str:
        """The digits by which people compare it with those of other tables."""
        return self.commitment[:MARK]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A *game* for *seats* with *options*, and the *seed* of all that chance does in it: 64 hexadecimal digits."""

    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, object]
    seed: str

    @property
    def offer(self) -> Offer:
        """What people may know of it. The commitment is the SHA-256 of the whole in its canonical form (`written`)."""
        return Offer(self.game, self.seats, self.options, hashlib.sha256(self.written.encode()).hexdigest())

    @property
    def written(self) -> str:
        """It as JSON, the same for everybody: keys in order, no spaces, ASCII."""
        data = {"game": self.game, "seats": list(self.seats), "options": dict(self.options), "seed": self.seed}
        return json.dumps(data, sort_keys=True, separators=(",", ":"))

    def answer(self, ask: AnyAsk, so_far: int) -> object:
        """Return how chance answers *ask* here, if it has answered *so_far* asks with that kind of command.

        Each possible thing has a rank that follows from the seed, so tables draw alike even where not the same is left to draw.
        Raises TypeError for an ask that chance can't answer.
        """
        if isinstance(ask, Choice):
            return min(ask.options, key=lambda option: self._rank(ask.name, so_far, codec.kept(option)))
        if isinstance(ask, Shuffle):
            drawn = [card for cards, keep in ask.decks for card in self._shuffled(ask.name, so_far, cards)[:keep]]
            return replace(ask.command, order=tuple(self._shuffled(f"{ask.name} order", so_far, drawn)))
        raise TypeError(f"chance can answer only a Choice or a Shuffle, which {ask.name} isn't")

    def _shuffled(self, name: str, so_far: int, cards: Iterable[str]) -> list[str]:
        """Return *cards* in the order of their ranks; of equal ones, each has its own."""
        seen: dict[str, int] = {}
        ranked = []
        for card in cards:
            seen[card] = seen.get(card, 0) + 1
            ranked.append((self._rank(name, so_far, [card, seen[card]]), card))
        return [card for _, card in sorted(ranked)]

    def _rank(self, name: str, so_far: int, thing: object) -> bytes:
        return hashlib.sha256(json.dumps([self.seed, name, so_far, thing], sort_keys=True).encode()).digest()


class Duplicates(Protocol):
    """Where a table keeps the duplicates that it was given."""

    def find(self, commitment: str) -> Duplicate | None:
        """Return the duplicate with this commitment, or None if it isn't here any more."""

    def newest(self) -> Duplicate | None:
        """Return the one that was given last, or None."""


class NoDuplicates:
    """No duplicates: chance does what it likes."""

    def find(self, commitment: str) -> Duplicate | None:
        """Return None."""

    def newest(self) -> Duplicate | None:
        """Return None."""


def read(text: str) -> Duplicate | None:
    """Return the duplicate that *text* is, or None if it is none."""
    with suppress(ValueError, RecursionError):  # Also for an option that can't be kept, or shown on a page.
        data = json.loads(text) if len(text) <= LONGEST else None
        if isinstance(data, dict) and _is_one(data):
            json.dumps(data, ensure_ascii=False).encode()
            options = {codec.anything(name): codec.anything(option) for name, option in data["options"].items()}
            return Duplicate(data["game"], tuple(data["seats"]), options, data["seed"])
    return None


def _is_one(data: dict[str, Any]) -> bool:
    game, seats, options, seed = (data.get(name) for name in ("game", "seats", "options", "seed"))
    named = isinstance(game, str) and GAME.fullmatch(game) and isinstance(seed, str) and SEED.fullmatch(seed)
    if not named or not isinstance(options, dict) or not isinstance(seats, list):
        return False
    return all(isinstance(seat, str) and SEAT.fullmatch(seat) for seat in seats) and len(set(seats)) == len(seats)


def so_far(log: Iterable[Entry], ask: AnyAsk) -> int:
    """Return how many asks of this kind chance has answered in *log*."""
    kind = type(ask.options[0] if isinstance(ask, Choice) else ask.command if isinstance(ask, Shuffle) else None)
    return sum(entry.seat == CHANCE and type(entry.command) is kind for entry in log)


def otherwise(match: Match, duplicate: Duplicate) -> Iterator[int]:
    """Yield the rows in which chance has answered otherwise in *match* than *duplicate* says."""
    for at, entry in enumerate(match.log):
        if entry.seat == CHANCE:
            ask = match.asked_of_chance(match.log, at)
            if entry.command != duplicate.answer(ask, so_far(match.log[:at], ask)):
                yield entry.row
