"""The values that the brain of a house player is given and returns, and random answers for games that have no brain.

A brain sees a `Sight` and a generator, and nothing else, so it can't use what its seat may not know.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeAlias, TypeVar, get_args

from companion.kit.asks import Amount, Choice, GiveUp, LayPile, spare, suffices
from companion.kit.messages import Said, say
from companion.kit.money import NO_NOTES, Pile

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from companion.kit.asks import AnyAsk, Ask, Lay
    from companion.kit.game import AnyGame
    from companion.kit.viewers import Seat

S_co = TypeVar("S_co", covariant=True)  # A game's states.
C = TypeVar("C")  # A game's commands.
C_co = TypeVar("C_co", covariant=True)

Temper: TypeAlias = Literal["careful", "bold"]
RANDOM: Final = say("table.why.random")  # The reason of an answer at random.
TEMPERS: Final[tuple[Temper, ...]] = get_args(Temper)


@dataclass(frozen=True, slots=True)
class Sight(Generic[S_co, C_co]):
    """All that a house player knows: the *state* as its *seat* sees it, and the open *asks* of that seat."""

    state: S_co
    seat: Seat
    asks: tuple[Ask[C_co], ...]

    def asked(self, name: str) -> Ask[C_co] | None:
        """Return the open ask called *name*, or None."""
        return next((ask for ask in self.asks if ask.name == name), None)

    def options(self, name: str) -> tuple[C_co, ...]:
        """Return the options of the open Choice called *name*; none if it isn't asked."""
        ask = self.asked(name)
        return ask.options if isinstance(ask, Choice) else ()


@dataclass(frozen=True, slots=True)
class Thought(Generic[C_co]):
    """The *command* by which a house player answers the ask called *ask*, and why; *reason* is told after the game."""

    ask: str
    command: C_co
    reason: Said


# The optional name `house` of a game's package. None means that the seat prefers to wait for what others do.
Brain: TypeAlias = Callable[[Any, Temper, "random.Random"], Thought[Any] | None]


def needed(game: AnyGame) -> Mapping[str, str]:
    """Return the options of *game* with the only choice with which players of the house can play it."""
    found: Mapping[str, str] = getattr(game, "WITH_HOUSE", {})
    return found


def fits(game: AnyGame, options: Mapping[str, object]) -> bool:
    """Return whether players of the house can play *game* with *options*, of which some may be missing."""
    default = {name: getattr(game.OPTIONS[name], "choices", ("",))[0] for name in needed(game)}
    return all({**default, **options}[name] == choice for name, choice in needed(game).items())


def at_random(sight: Sight[object, C], generator: random.Random) -> Thought[C] | None:
    """Answer an awaited ask at random: each ask, and each of its answers, is equally likely. None if none is awaited."""
    awaited = [ask for ask in sight.asks if ask.awaited]
    if not awaited:
        return None
    ask = generator.choice(awaited)
    return Thought(ask.name, any_answer(ask, generator), RANDOM)


def any_answer(ask: AnyAsk, generator: random.Random) -> Any:
    """Return a random answer to *ask*, which must be open and not a Shuffle."""
    if isinstance(ask, Choice):
        return generator.choice(ask.options)
    if isinstance(ask, Amount):
        much = generator.choice(ask.muches)
        return replace(much.command, **{ask.field: generator.randint(much.least, much.most)})
    if isinstance(ask, GiveUp):
        held = [one.field for one in ask.holdings for _ in range(one.count)]
        return given_up(ask, generator.sample(held, len(held)), generator.choice)
    assert isinstance(ask, LayPile)
    lay = generator.choice(ask.lays)
    return replace(lay.command, pile=_any_pile(ask, lay, generator))


def _any_pile(ask: LayPile[object], lay: Lay[object], generator: random.Random) -> Pile:
    richest = ask.purse.real if lay.most is None else min(lay.most, ask.purse.real)
    fakes = generator.randint(min(lay.fakes, ask.purse.fakes), ask.purse.fakes)
    return composed(ask, lay, generator.randint(lay.least, richest), fakes, generator)


def composed(ask: LayPile[object], lay: Lay[object], real: int, fakes: int, generator: random.Random) -> Pile:
    """Return a pile for *lay* worth *real* thousands in random notes, with *fakes* fakes or more if *lay* needs more notes."""
    pile = notes_for(real, ask.supply, generator, fakes=fakes)
    while pile.notes < lay.notes:
        more = {"fakes": pile.fakes + 1} if ask.purse.fakes > pile.fakes else {"ones": pile.ones + 1}
        pile = replace(pile, **more)
    return pile


def notes_for(real: int, supply: Pile, generator: random.Random, *, fakes: int = 0) -> Pile:
    """Return notes worth *real* thousands, in random denominations that *supply* allows, and *fakes* fakes."""
    counts, left, rest = [], real, supply.real
    for value, most in zip((10, 5, 2), supply.counts, strict=False):
        rest -= value * most  # The value of all smaller notes together.
        fewest = max(0, math.ceil((left - rest) / value))
        counts.append(generator.randint(fewest, min(most, left // value)))
        left -= value * counts[-1]
    return replace(NO_NOTES, tens=counts[0], fives=counts[1], twos=counts[2], ones=left, fakes=fakes)


def given_up(ask: GiveUp[Any], order: Sequence[str], choose: Callable[[tuple[str, ...]], str]) -> Any:
    """Give up things in *order* until that suffices; then take back what *choose* picks of those that could be left out."""
    command = replace(ask.command, **{one.field: 0 for one in ask.holdings})
    for field in order:
        if suffices(ask, command):
            break
        command = replace(command, **{field: getattr(command, field) + 1})
    while needless := spare(ask, command):
        field = choose(needless)
        command = replace(command, **{field: getattr(command, field) - 1})
    return command
