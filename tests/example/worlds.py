"""Morra in two worlds: who may know what, and how to deal the rest anew."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from companion import simulate
from companion.sealed import Sealed
from tests.example import morra
from tests.example.morra import Hand, HandShown, HandsOpened, Show, State
from tests.secrecy.two_worlds import Recipe, rewritten
from tests.secrecy.worlds import Moments, moments_in, shortly_before

GAMES = 60  # Games whose middles are used.


@cache
def moments() -> Moments:
    """Play some games, before any leak is put in, and return where in them each kind of event happened."""
    return moments_in(game(n) for n in range(GAMES))


def game(n: int) -> tuple[simulate.Step, ...]:
    """Return the steps of a random game."""
    generator = random.Random(n)
    seats = sorted(generator.sample(morra.SEATS, generator.randint(morra.FEWEST, morra.MOST)))
    return simulate.play(morra, seats, simulate.varied_options(morra, generator), generator).steps


def middle(generator: random.Random) -> State:
    """Return a state out of the middle of a random game, shortly before some event."""
    state: State = shortly_before(moments(), generator)
    return state


def redeal(state: State, viewer: str, generator: random.Random) -> State:
    """Put other fingers and guesses into the closed hands that *viewer* may not look into."""
    others = {seal: Sealed(_hand(generator), seal.eyes) for seat, seal in state.hands.items() if seat != viewer}
    changed: State = rewritten(state, lambda seal: others.get(seal, seal))
    return changed


def _hand(generator: random.Random) -> Hand:
    fingers = generator.randint(0, morra.FIVE)
    return Hand(fingers, fingers + generator.randint(0, morra.FIVE))


def other(command: Any, asks: Any, viewer: str, generator: random.Random) -> Any:
    """Return what somebody may do in world B while *command* is given in world A: *viewer* can't tell one hand from another."""
    if not isinstance(command, Show):
        return command
    hand = _hand(generator)
    return Show(hand.fingers, hand.guess)


def released(before: State, event: Any, viewer: str) -> Any:
    """Return what the rules let everybody know by *event*."""
    return (event.hands, event.total, event.right) if isinstance(event, HandsOpened) else None


def hidden(event: Any, viewer: str) -> Any:
    """Return the secrets in *event* that *viewer* may not know."""
    return [event.hand.open()] if isinstance(event, HandShown) and event.seat != viewer else []


def role(event: Any, viewer: str) -> str:
    """Return what *viewer* is to *event*."""
    return "own" if getattr(event, "seat", None) == viewer else "bystander"


OPEN = "all hands lie open, so that nothing differs any more"
RECIPE = Recipe(
    morra, middle, redeal, other, released, lambda state: tuple(state.hands), hidden, role, {},
    alike={"HandsOpened": OPEN, "RoundBegan": OPEN, "GameWon": OPEN}, cells=2,
)  # fmt: skip
