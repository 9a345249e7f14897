"""Morra in two worlds: how to redeal the secrets that a viewer may not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import barkeep_morra as morra
from barkeep_morra import Hand, Show, State
from companion.kit import Sealed
from companion.lab.secrecy.recipe import Recipe, rewritten

if TYPE_CHECKING:
    import random

    from companion.kit.viewers import Viewer


def redeal(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Put other fingers and guesses into the closed hands that *viewer* may not look into."""
    others = {seal: Sealed(_hand(generator), seal.eyes) for seat, seal in state.hands.items() if seat != viewer}
    changed: State = rewritten(state, lambda seal: others.get(seal, seal))
    return changed


def _hand(generator: random.Random) -> Hand:
    fingers = generator.randint(0, morra.FIVE)
    return Hand(fingers, fingers + generator.randint(0, morra.FIVE))


def other(command: Any, asks: Any, viewer: Viewer, generator: random.Random) -> Any:
    """Return the commands of world B that match *command* in world A: *viewer* can't tell one hand from another."""
    if not isinstance(command, Show):
        return command
    hand = _hand(generator)
    return Show(hand.fingers, hand.guess)


OPEN: Final = "all hands lie open, so that nothing differs any more"
RECIPE: Final = Recipe(
    game=morra,
    redeal=redeal,
    other=other,
    visible=lambda state: tuple(state.hands),
    alike={"HandsOpened": OPEN, "RoundBegan": OPEN, "GameWon": OPEN},
    cells=3,
    games=range(12),  # Its games are long, and much alike.
)
