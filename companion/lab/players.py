"""Random players: they know only their open asks and answer those, so all their commands are legal."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.kit.asks import Amount, Choice, GiveUp, LayPile
from companion.kit.house import composed, given_up

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from companion.kit.asks import AnyAsk, Lay, Much
    from companion.kit.money import Pile

    Gains: TypeAlias = Callable[[Sequence[object]], Sequence[int | None]]

LIKINGS: Final = (-5, -5, -5, 0, 0, 4)  # A table's possible likings for a kind of command, as logarithms.
UNLIKE: Final = 1.2  # How much the players at one table differ: the standard deviation of a liking's logarithm.
RECKLESS: Final = 0.06  # The share of tables, and of players at other tables, that spend as much as they can.
GREEDY: Final = 0.3  # The share of players that choose the greatest gain, in games that can tell a command's gain.
FAKES: Final = (0, 0, 0, 1, 1, 2, 5)  # How many fakes go on a pile, if the purse has as many.


@dataclass(frozen=True, slots=True)
class _Option:
    """One way to answer: *command* with its *weight*, and for a pile the *lay* of its *ask* that it is for."""

    command: Any
    weight: float
    lay: Lay[object] | None = None
    ask: LayPile[object] | None = None


class Mood:
    """The common inclinations of the players at one table. Tables differ, so that games end in every way."""

    def __init__(self, generator: random.Random, leaning: Mapping[str, float]) -> None:
        """Draw a mood; *leaning* is added to the liking for the kinds of command that it names."""
        self.generator = generator
        self._leaning = leaning
        self.reckless = generator.random() < RECKLESS
        self._likings: dict[str, float] = {}

    def liking(self, kind: str) -> float:
        """Return the table's liking for this *kind* of command, as a logarithm."""
        if kind not in self._likings:
            self._likings[kind] = self.generator.choice(LIKINGS) + self._leaning.get(kind, 0)
        return self._likings[kind]


class Player:
    """A player with a temperament: a liking for each kind of command, and a readiness to spend money."""

    def __init__(self, mood: Mood) -> None:
        self._mood = mood
        self._generator = generator = mood.generator
        self._reckless = mood.reckless or generator.random() < RECKLESS
        self._thrift = math.exp(generator.gauss(1, 1))  # Above 1, piles tend to be small; below 1, large.
        self._likings: dict[str, float] = {}
        self._met: Counter[str] = Counter()
        self._greedy: bool | None = None

    def answer(self, asks: Iterable[AnyAsk], gains: Gains | None = None) -> object:
        """Return a command that answers one of the open *asks*; greedy players choose the greatest of *gains*, if given."""
        options = [option for ask in asks for option in self._options(ask)]
        if gains is not None and self._is_greedy():
            options = _best(options, gains)
        chosen = self._generator.choices(options, [option.weight for option in options])[0]
        if chosen.lay is None or chosen.ask is None:
            return chosen.command
        return replace(chosen.command, pile=self._pile(chosen.lay, chosen.ask))

    def _options(self, ask: AnyAsk) -> Iterator[_Option]:
        """Yield the ways to answer *ask*. Commands of one kind share its weight, so that having many doesn't increase it."""
        if isinstance(ask, LayPile):
            weight = self._liking(type(ask.lays[0].command).__name__) / len(ask.lays)
            for lay in ask.lays:
                yield _Option(lay.command, weight, lay, ask)
        if isinstance(ask, Amount):
            weight = self._liking(type(ask.muches[0].command).__name__) / len(ask.muches)
            for much in ask.muches:
                yield _Option(replace(much.command, **{ask.field: self._amount(much)}), weight)
        if isinstance(ask, GiveUp):
            yield _Option(self._given_up(ask), self._liking(type(ask.command).__name__))
        if isinstance(ask, Choice):
            kinds = Counter(type(command).__name__ for command in ask.options)
            weights = {kind: self._liking(kind) / count for kind, count in kinds.items()}
            for command in ask.options:
                yield _Option(command, weights[type(command).__name__])

    def _is_greedy(self) -> bool:
        if self._greedy is None:  # Draw this lazily, so that games without `gains` stay the same for the same seed.
            self._greedy = self._generator.random() < GREEDY
        return self._greedy

    def _liking(self, kind: str) -> float:
        """Return the weight of this *kind* now; it shrinks with each time that it was on offer, in favour of rare kinds."""
        self._met[kind] += 1
        if kind not in self._likings:
            self._likings[kind] = math.exp(self._mood.liking(kind) + self._generator.gauss(0, UNLIKE))
        return self._likings[kind] / self._met[kind]

    def _goes_all_in(self) -> bool:
        return self._reckless and self._generator.random() < 0.7

    def _amount(self, much: Much[object]) -> int:
        share = 1.0 if self._goes_all_in() else self._generator.random() ** self._thrift
        return much.least + round((much.most - much.least) * share)

    def _given_up(self, ask: GiveUp[object]) -> object:
        """Give up one random thing after another until that suffices, then take back whatever could be left out."""
        held = [one.field for one in ask.holdings for _ in range(one.count)]
        return given_up(ask, self._generator.sample(held, len(held)), self._generator.choice)

    def _pile(self, lay: Lay[object], ask: LayPile[object]) -> Pile:
        purse = ask.purse
        richest = purse.real if lay.most is None else min(lay.most, purse.real)
        all_in = self._goes_all_in()
        share = 1.0 if all_in else self._generator.random() ** self._thrift
        wanted = purse.fakes if all_in else max(lay.fakes, self._generator.choice(FAKES))
        real = lay.least + round((richest - lay.least) * share)
        return composed(ask, lay, real, min(purse.fakes, wanted), self._generator)


def _best(options: list[_Option], gains: Gains) -> list[_Option]:
    """Return the options with the greatest gain, or all options if no gain is known."""
    each = gains([option.command for option in options])
    most = max((one for one in each if one is not None), default=None)
    return [option for option, one in zip(options, each, strict=True) if one == most]
