"""Labels to print for what lies in a game's box: what each of them says, as data. `firmware.printing` lays them out on paper.

A game may have `LABELS`, all that are printed for its box in their order. Without them each piece has a plain one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from companion.kit.game import called
from companion.kit.messages import Said, Term, Thing
from companion.kit.pieces import Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.game import Game
    from companion.kit.viewers import Seat

Text: TypeAlias = Said | Thing | Term


@dataclass(frozen=True, slots=True)
class Sticker:
    """The label over a piece's tag, and as large.

    A card's or token's has the *name*, and either a *note* below it or a *symbol* above it: a drawing of the pages' sprite, or
    of an SVG file in the game's `static`. A pawn's and a bag pawn's have the shape of their seat, and nothing of these.
    """

    piece: Piece
    name: Text | None = None
    note: Text | None = None
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A strip to lay on the table, without a tag: a *name*, and a *note* below it."""

    name: Text
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Bag:
    """The label of the bag from which pawns are drawn: the shapes of all *seats*."""

    seats: tuple[Seat, ...]


Label: TypeAlias = Sticker | Marker | Bag


def labels(game: Game) -> tuple[Label, ...]:
    """Return what is printed for the box of *game*: its LABELS, or a plain label for each piece."""
    own: tuple[Label, ...] | None = getattr(game, "LABELS", None)
    return _plain(game) if own is None else own


def bagged(seats: Sequence[Seat]) -> tuple[Label, ...]:
    """Return the labels of the bag pawns of *seats*, and of their bag."""
    return (*(Sticker(Piece("bag", seat)) for seat in seats), *((Bag(tuple(seats)),) if seats else ()))


def _plain(game: Game) -> tuple[Label, ...]:
    pieces = game.pieces({})
    named = [Sticker(piece, called(piece, (game,))) for piece in pieces if not piece.seat]
    pawns = [Sticker(piece) for piece in pieces if piece.kind == "pawn"]
    return (*named, *pawns, *bagged([piece.name for piece in pieces if piece.kind == "bag"]))
