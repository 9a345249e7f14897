"""Read a photograph of Barracuda's table: face-up bar cards, and in their windows the lids of pawns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.barracuda.box.measures import CARD_GLYPH, FIRST_GLYPH, LID, LID_GLYPH, windows
from companion.games.barracuda.setting import layout
from companion.kit.box import glyphs
from companion.kit.layout import values
from companion.kit.photo import Base, Figure, Printed, Reading, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.barracuda.model import State
    from companion.kit.layout import Place, Value
    from companion.kit.photo import Seen

PARTS: Final = ("lessee", "partner")  # The windows from the left, and the parts of the layout.
REACH: Final = 12.5  # Millimetres; two windows are 26 apart.


def photographed(state: State) -> Scene:
    """Return what a photograph can show: the cards, by their rows in the box's contents, and everybody's pawns."""
    return Scene(
        tuple(
            Base(
                card.name,
                (Printed(FIRST_GLYPH + row, CARD_GLYPH.across, CARD_GLYPH.at),),
                dict(zip(PARTS, windows(card.places), strict=False)),
                REACH,
            )
            for row, card in enumerate(state.options.cards)
        ),
        tuple(Figure(seat, glyphs.of_pawn(seat), LID_GLYPH, LID) for seat in state.seats),
    )


def pictured(state: State, seen: Seen) -> Reading:
    """Return what *seen* says about the layout of *state*, which is as TABLE sees it.

    A card that isn't seen may lie face down or under a hand. In a window without a pawn one may stand that wasn't found.
    """
    was = values(layout(state))
    cards = [card.name for card in state.options.cards if (card.name, "lies") in was]
    facts: dict[Place, Value] = {}
    asked: list[Place] = []
    for name in cards:
        if name in seen.bases:
            facts |= _standing(name, seen)
            asked += _doubts(name, {**was, **facts}, seen)
    return Reading(facts, tuple(asked), tuple(name for name in cards if was[name, "lies"] == "open" and name not in seen.bases))


def _standing(name: str, seen: Seen) -> dict[Place, Value]:
    stand: dict[Place, Value] = {(name, part): seen.on[name, part] for part in PARTS if (name, part) in seen.on}
    return {**({(name, "lies"): "open"} if stand else {}), **stand}


def _doubts(name: str, now: dict[Place, Value], seen: Seen) -> Iterator[Place]:
    """Yield what must be asked of a face-up card: who stands where nobody was found, though somebody should stand there."""
    if now[name, "lies"] != "open":
        yield name, "lies"  # A card that nobody has leased lies face down.
    for part in PARTS:
        spot = (name, part)
        if spot in now and spot not in seen.on and (now[spot] or spot in seen.doubtful or part == "lessee"):
            yield spot
