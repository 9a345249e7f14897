"""What a photograph of the table can show of a game: which bodies bear glyphs, where, and what stands where on them.

A game offers this by two optional names (see `companion.kit.game.Game`): `photographed` and `pictured`. All lengths are in
millimetres, and all points are measured from the top left corner of the body's face.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from companion.kit.layout import Place, Value
    from companion.kit.messages import Said

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Printed:
    """Glyph *number*, *across* wide, centred on *at*."""

    number: int
    across: float
    at: Point


@dataclass(frozen=True, slots=True)
class Base:
    """Something flat on which others stand, such as a card or the map, with its *glyphs* and its *spots*.

    What stands within *reach* of a spot's middle stands there.
    """

    name: str
    glyphs: tuple[Printed, ...]
    spots: Mapping[str, Point] = field(default_factory=dict)
    reach: float = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that stands on a base, with its glyph *across* wide on its top, which is *high* above the base.

    The glyph's middle is *off* the figure's own, to the right and down.
    """

    name: str
    glyph: int
    across: float
    high: float
    off: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Scene:
    """All *bases* and *figures* of a game that a photograph can show."""

    bases: tuple[Base, ...]
    figures: tuple[Figure, ...] = ()


Spot: TypeAlias = tuple[str, str]  # The name of a base, and of a spot on it.


@dataclass(frozen=True, slots=True)
class Seen:
    """What a photograph shows: the *bases*, and on their spots figures by name, of which some are *doubtful*.

    A spot that isn't there bears nothing that was seen, which doesn't mean that it is empty: a hand may be above it. *loose*
    counts the figures that stand on no spot.
    """

    bases: frozenset[str]
    on: Mapping[Spot, str]
    doubtful: frozenset[Spot] = frozenset()
    loose: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a photograph says about the facts of a layout: their values, and which of them people have to look at.

    *unseen* is what the companion knows of and the photograph doesn't show, about which it says nothing. *notes* say what
    people have to put right by other means.
    """

    facts: Mapping[Place, Value]
    asked: tuple[Place, ...] = ()
    unseen: tuple[str, ...] = ()
    notes: tuple[Said, ...] = ()
