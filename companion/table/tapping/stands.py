"""What readers under cards see, and which pawns have left them without a reason.

Nothing of it is kept in the journal: after a start the readers tell anew what lies on them. Which card belongs to a reader that
doesn't see the card itself, because it sees one tag at a time, is known once that card has been laid on it in this game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from companion.setting.standing import Stand

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.kit.pieces import Piece
    from companion.kit.viewers import Seat

PATIENCE: Final = 10.0  # Seconds without a pawn before it has left: hands move it, and others lean over the table.


@dataclass(frozen=True, slots=True)
class _Reader:
    """A reader under *card* during *game*, on which *pieces* lie; None while nobody knows."""

    card: str
    game: int
    pieces: tuple[Piece, ...] | None
    whole: bool


@dataclass(slots=True)
class Stands:
    """The readers under cards, by name. Not thread-safe."""

    _readers: dict[str, _Reader] = field(default_factory=dict)
    _missed: dict[tuple[str, Seat], float] = field(default_factory=dict)  # Since when each pawn is missed.
    _told: frozenset[tuple[str, Seat]] = frozenset()
    _there: frozenset[tuple[str, Seat]] = frozenset()  # Pawns that lie there, or have lain where they still belong.

    def lie(self, spot: str, pieces: Sequence[Piece] | None, game: int, *, whole: bool) -> None:
        """Note that *pieces* lie on the reader *spot* in *game*; None if it is lost. Unless *whole*, it sees one at a time."""
        known = "" if whole else self.card(spot, game)
        card = next((piece.name for piece in pieces or () if piece.kind == "card"), known)
        self._readers[spot] = _Reader(card, game, None if pieces is None else tuple(pieces), whole)

    def card(self, spot: str, game: int) -> str:
        """Return the card under which the reader *spot* lies in *game*; "" if that isn't known, or if it lies under none."""
        reader = self._readers.get(spot)
        return reader.card if reader and reader.game == game else ""

    def seen(self, game: int) -> dict[str, Stand]:
        """Return what is seen in *game*, by card."""
        return {
            one.card: Stand(tuple(sorted(piece.name for piece in one.pieces if piece.kind == "pawn")), one.whole)
            for one in self._readers.values()
            if one.card and one.game == game and one.pieces is not None
        }

    def left(self, gone: Iterable[tuple[str, Seat]], game: int, now: float) -> list[tuple[str, Seat]]:
        """Return which pawns of those that are *gone* left PATIENCE seconds ago, each once until it is back.

        One that has never been there hasn't left: its player may be slow to put it there.
        """
        missing = self._there & frozenset(gone)
        self._there = missing | {(card, seat) for card, stand in self.seen(game).items() for seat in stand.seats}
        self._missed = {one: self._missed.get(one, now) for one in missing}
        due = [one for one in sorted(missing) if now - self._missed[one] >= PATIENCE and one not in self._told]
        self._told = self._told & missing | frozenset(due)
        return due
