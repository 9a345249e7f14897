"""Labels to print for a game's box: the contents of each label, as data. `firmware.printing` lays them out on paper.

Those with glyphs, for photographs of a bought box, come on pages of their own after all others.

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


@dataclass(frozen=True, slots=True)
class Patch:
    """A glyph, *across* wide in the middle of *size*, for the face of a card or of the board, with its *name* below it.

    A *symbol* beside the name names a drawing as in Sticker. All sizes of labels with glyphs are in millimetres.
    """

    name: Text
    glyph: int
    across: float
    size: tuple[float, float]
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Cap:
    """A glyph, *across* wide, in a square of *size* for the top of piece *name*; its middle is *at* from left and upper edge.

    In the corners that it leaves, people see the shape of *seat*, or else the drawing *symbol*.
    """

    name: str
    glyph: int
    across: float
    size: float
    at: float
    seat: Seat = ""
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Windows:
    """A strip for the face of card *name* with the square windows, *across* wide, in which its pawns stand."""

    name: Text
    size: tuple[float, float]
    across: float
    middles: tuple[tuple[float, float], ...]


Label: TypeAlias = Sticker | Marker | Bag | Patch | Cap | Windows


def bagged(seats: Sequence[Seat]) -> tuple[Label, ...]:
    """Return the labels of the bag pawns of *seats* and of their bag; none if there are no seats."""
    return (*(Sticker(Piece("bag", seat)) for seat in seats), *((Bag(tuple(seats)),) if seats else ()))
