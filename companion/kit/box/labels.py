"""Labels to print for a game's box: the contents of each label, as data. `firmware.printing` lays them out on paper.

A game can define `LABELS`, which are printed for its box in their order. If it doesn't, each piece gets a plain label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from companion.kit.messages import Said, Term, Thing
from companion.kit.pieces import Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.viewers import Seat

Text: TypeAlias = Said | Thing | Term


@dataclass(frozen=True, slots=True)
class Sticker:
    """A label of the size of a tag, stuck over the tag.

    For a card or token it shows the *name*, and either a *note* below it or a *symbol* above it, which names a drawing in the
    pages' sprite or in an SVG file in the game's `static`. On a screen it has the colour *ink*, a seat's letter, if there is
    one; paper is black and white. For a pawn or bag pawn it shows only the shape of its seat.
    """

    piece: Piece
    name: Text | None = None
    note: Text | None = None
    symbol: str = ""
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A strip of paper to lay on the table, without a tag: a *name*, and perhaps a *note* below it."""

    name: Text
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Bag:
    """The label for the bag from which pawns are drawn; it shows the shapes of all *seats*."""

    seats: tuple[Seat, ...]


Label: TypeAlias = Sticker | Marker | Bag


def bagged(seats: Sequence[Seat]) -> tuple[Label, ...]:
    """Return the labels of the bag pawns of *seats* and of their bag; none if there are no seats."""
    return (*(Sticker(Piece("bag", seat)) for seat in seats), *((Bag(tuple(seats)),) if seats else ()))
