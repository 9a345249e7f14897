"""The pawnshop in two worlds: how to deal anew what a viewer may not know."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.lab.recipe import Recipe
from companion.money import Purse
from companion.players import Mood, Player
from companion.sealed import Sealed
from tests.example import pawnshop
from tests.example.pawnshop import BuyThing, PawnThings, State

if TYPE_CHECKING:
    import random

TRIES: Final = 20


def redeal(state: State, viewer: str, generator: random.Random) -> State:
    """Fill the purses and shelves of the others anew."""
    others = [seat for seat in state.seats if seat != viewer]
    purses = {seat: Sealed(Purse(generator.randint(6, 20), generator.randint(1, 5)), {seat}) for seat in others}
    shelves = {seat: Sealed(PawnThings(*(generator.randint(1, 3) for _ in range(3))), {seat}) for seat in others}
    return replace(state, purses={**state.purses, **purses}, shelves={**state.shelves, **shelves})


def other(command: Any, asks: Any, viewer: str, generator: random.Random) -> Any:
    """Return another pile of as many notes for the same thing, or other things that suffice; None where there is none."""
    for _ in range(TRIES if asks else 0):
        answer = Player(Mood(generator, {})).answer(asks)
        if not isinstance(answer, BuyThing) or (answer.thing, answer.pile.notes) == (command.thing, command.pile.notes):
            return answer
    return None


RECIPE: Final = Recipe(
    game=pawnshop,
    redeal=redeal,
    other=other,
    opens={},
    visible=lambda state: state.pawned,
    alike={"ShopClosed": "it comes with the last who pawns, and holds nothing"},
    cells=6,
)
