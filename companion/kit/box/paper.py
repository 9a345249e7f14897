"""Print and play: what a game's box holds, as things to cut out of paper. `hardware.paper` lays them out on sheets.

A game can define `PAPER`, lots of cutouts in the order in which they are printed. If it doesn't, each of its pieces gets a
plain cutout. A drawing is an SVG template in the game's folder `cutouts`, or with "plain/" before its name one of those that
come with the program: `collar` and `bag` show a `seat`, `lid` one and the `pattern` of a glyph, `disc` a `name` and a `symbol`,
`strip` a `name` and a `note`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.kit.box import glyphs
from companion.kit.messages import Field, Said
from companion.kit.pieces import Piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.kit.viewers import Seat

Filling: TypeAlias = "Field | Said | float"

CARD_SIZE: Final = (63.0, 88.0)  # All sizes are width and height in millimetres. These fit common sleeves.
NOTE_SIZE: Final = (40.0, 64.0)
DISC_SIZE: Final = (25.0, 25.0)  # A sticker's size.
BAG_SIZE: Final = (22.0, 22.0)
COLLAR_SIZE: Final = (76.0, 18.0)  # Glued into a ring 22 mm across, which stands by itself with a sticker below.
STRIP_SIZE: Final = (44.0, 16.0)
LID_SIZE: Final = (22.0, 22.0)  # Glued onto a collar, so that a camera above sees its glyph.
LID_GLYPH: Final = 14.0


@dataclass(frozen=True, slots=True)
class Cutout:
    """One thing to cut out; its *name* occurs once in the box. The *fields* are put into its lot's drawing."""

    name: str
    fields: Mapping[str, Filling] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lot:
    """Cutouts of one *drawing* and *size*.

    *closed* ones lie face down or are held in a hand, so their backs must look alike. *turned* ones are printed on their side.
    """

    drawing: str
    size: tuple[float, float]
    cutouts: tuple[Cutout, ...]
    turned: bool = False
    round: bool = False
    closed: bool = False


def piece_name(piece: Piece) -> str:
    """Return the name of a piece's cutout: "card Octopus 1"."""
    return f"{piece.kind} {piece.name} {piece.number}"


def collars(pawns: Iterable[Piece]) -> Lot:
    """Return a collar for each of *pawns*."""
    return Lot("plain/collar", COLLAR_SIZE, tuple(Cutout(piece_name(one), {"seat": one.name}) for one in pawns))


def lids(pawns: Iterable[Piece]) -> Lot:
    """Return a lid for the collar of each of *pawns*."""
    return Lot("plain/lid", LID_SIZE, tuple(_lid(one) for one in pawns))


def _lid(pawn: Piece) -> Cutout:
    look: dict[str, Filling] = {"seat": pawn.name, "pattern": glyphs.of_pawn(pawn.name), "across": LID_GLYPH}
    return Cutout(f"lid {pawn.name} {pawn.number}", look)


def bags(seats: Sequence[Seat]) -> Lot:
    """Return the bag pawns of *seats*, which differ by what is drawn on them alone."""
    pawns = [Piece("bag", seat) for seat in seats]
    return Lot("plain/bag", BAG_SIZE, tuple(Cutout(piece_name(one), {"seat": one.name}) for one in pawns), round=True)


def shuffled_in(counts: Mapping[str, int]) -> list[str]:
    """Return each name as often as it counts, spread evenly, so that no sheet, ink or cut is one kind's alone.

    >>> shuffled_in({"real": 2, "fake": 4})
    ['fake', 'real', 'fake', 'fake', 'real', 'fake']
    """
    places = [((at + 0.5) / count, name) for name, count in counts.items() for at in range(count)]
    return [name for _, name in sorted(places)]
