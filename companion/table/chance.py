"""Draw from the bag, shuffle the deck and throw the dice, at a table that leaves this to the companion."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.kit.asks import Choice, Shuffle

if TYPE_CHECKING:
    import random

    from companion.kit.asks import AnyAsk


def by_chance(ask: AnyAsk, generator: random.Random) -> object:
    """Return a command that answers CHANCE's *ask*; all answers are equally likely.

    The program passes the operating system's generator, random play a seeded one. Chance is asked nothing else than a Choice
    or a Shuffle.
    """
    if isinstance(ask, Choice):
        return generator.choice(ask.options)
    assert isinstance(ask, Shuffle), f"chance can answer only a Choice or a Shuffle, which {ask.name} isn't"
    kept = [card for cards, keep in ask.decks for card in generator.sample(cards, keep)]
    return replace(ask.command, order=tuple(generator.sample(kept, len(kept))))
