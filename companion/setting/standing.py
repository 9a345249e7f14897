"""Compare what readers under cards see with where pawns should stand by the rules.

A card under which a reader lies is called a stand here. A game's pawns stand where its layout names a seat: at a bar its lessee
and its partner. So this needs no word of a game's, and a game without such facts has no stands.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.kit.layout import Fact
    from companion.kit.viewers import Seat


@dataclass(frozen=True, slots=True)
class Stand:
    """What a reader sees at one card: the pawns of *seats*. Unless it is *whole*, it sees one tag of several."""

    seats: tuple[Seat, ...]
    whole: bool


def standing(facts: Iterable[Fact]) -> dict[str, Counter[str]]:
    """Return by thing whose pawns should stand there, and how many."""
    found: dict[str, Counter[str]] = {}
    for fact in facts:
        if fact.thing and fact.kind == "seat":
            found.setdefault(fact.thing, Counter()).update([str(fact.value)] if fact.value else [])
    return found


def vouched(facts: Iterable[Fact], stands: Mapping[str, Stand]) -> frozenset[str]:
    """Return the things at which a reader sees just the pawns that should stand there, so that nobody need count them.

    Where a reader sees one tag at a time, that is so only for a single pawn.
    """
    return frozenset(
        thing
        for thing, should in standing(facts).items()
        if (stand := stands.get(thing)) and Counter(stand.seats) == should and (stand.whole or should.total() == 1)
    )


def gone(facts: Iterable[Fact], stands: Mapping[str, Stand]) -> Iterator[tuple[str, Seat]]:
    """Yield each pawn that should stand at a thing with a reader, and surely doesn't: the thing, and whose it is."""
    for thing, should in standing(facts).items():
        stand = stands.get(thing)
        if stand and (stand.whole or not stand.seats):
            yield from ((thing, seat) for seat in (should - Counter(stand.seats)).elements())
