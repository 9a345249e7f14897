"""Lay out a game's cutouts on sheets. One layout fits A4 and Letter, in the middle of either. All sizes are in millimetres."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.kit.box.paper import DISC_SIZE, Cutout, Lot, bags, collars, piece_name
from companion.tags.pieces import called

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.kit.game import AnyGame

Paper: TypeAlias = tuple[float, float]

PAPERS: Final[dict[str, Paper]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
WIDE: Final = 190.0
HIGH: Final = 256.0
EDGE: Final = 6.35  # A quarter of an inch, up to which any printer prints.
GAP: Final = 6.0  # Between two lots: room for their marks.
APART: Final = 1.0  # Between round cutouts. Others share their cuts.


@dataclass(frozen=True, slots=True)
class Placed:
    """A cutout and the top left corner of its place, from the top left corner of the sheet's contents."""

    lot: Lot
    cutout: Cutout
    x: float
    y: float


@dataclass(slots=True)
class Sheet:
    """One side of a sheet."""

    placed: list[Placed] = field(default_factory=list)
    end: float = 0  # The bottom of what has been placed.

    @property
    def closed(self) -> bool:
        """Return whether something on it needs a back like all others."""
        return any(one.lot.closed for one in self.placed)


def outer(lot: Lot) -> tuple[float, float]:
    """Return the width and height of a cutout of *lot* as it lies on the sheet."""
    width, high = lot.size
    return (high, width) if lot.turned else (width, high)


def origin(paper: Paper) -> tuple[float, float]:
    """Return where the contents of a sheet begin on *paper*."""
    return (paper[0] - WIDE) / 2, (paper[1] - HIGH) / 2


def kit(game: AnyGame) -> tuple[Lot, ...]:
    """Return the lots of *game*: its PAPER if it has one, or else plain cutouts for its pieces."""
    own: tuple[Lot, ...] | None = getattr(game, "PAPER", None)
    return _plain(game) if own is None else own


def _plain(game: AnyGame) -> tuple[Lot, ...]:
    pieces = game.pieces({})
    named = tuple(Cutout(piece_name(one), {"name": called(one, (game,))}) for one in pieces if not one.seat)
    lots = (
        Lot("plain/disc", DISC_SIZE, named, round=True),
        bags([one.name for one in pieces if one.kind == "bag"]),
        collars(one for one in pieces if one.kind == "pawn"),
    )
    return tuple(lot for lot in lots if lot.cutouts)


def sheets(lots: Sequence[Lot]) -> list[Sheet]:
    """Return the sheets with all cutouts of *lots*, in their order; raise ValueError for one that no sheet can hold."""
    done = [Sheet()]
    for lot in lots:
        apart = GAP
        for row in _rows(lot):
            high = outer(lot)[1]
            y = done[-1].end + apart if done[-1].placed else 0
            if y + high > HIGH:
                done, y = [*done, Sheet()], 0
            done[-1].placed += [Placed(lot, cutout, x, y) for x, cutout in row]
            done[-1].end = y + high
            apart = APART if lot.round else 0
    return done


def _rows(lot: Lot) -> Iterator[list[tuple[float, Cutout]]]:
    """Yield the rows of *lot*: its cutouts with their left edges, in columns in the middle of the sheet."""
    (width, high), apart = outer(lot), APART if lot.round else 0
    many = int((WIDE + apart) / (width + apart))
    if not many or high > HIGH:
        raise ValueError(f"{lot.drawing} is too large for a sheet: at most {WIDE:g} x {HIGH:g} mm")
    left = (WIDE - many * (width + apart) + apart) / 2
    for at in range(0, len(lot.cutouts), many):
        row = lot.cutouts[at : at + many]
        yield [(left + column * (width + apart), cutout) for column, cutout in enumerate(row)]


MARK: Final = 2.0  # The length of a mark.
OFF: Final = 0.4  # Between a cutout and its marks.

Line: TypeAlias = tuple[float, float, float, float]


def marks(sheet: Sheet) -> Iterator[Line]:
    """Yield the lines outside the cutouts at which a knife or a guillotine is set. Round ones have none."""
    for lot, group in groupby((one for one in sheet.placed if not one.lot.round), key=lambda one: one.lot):
        block, (width, high) = list(group), outer(lot)
        left, right = min(one.x for one in block), max(one.x for one in block) + width
        top, bottom = block[0].y, block[-1].y + high
        for x in sorted({x for one in block for x in (one.x, one.x + width)}):
            yield from ((x, top - OFF, x, top - OFF - MARK), (x, bottom + OFF, x, bottom + OFF + MARK))
        for y in sorted({y for one in block for y in (one.y, one.y + high)}):
            yield from ((left - OFF, y, left - OFF - MARK, y), (right + OFF, y, right + OFF + MARK, y))
