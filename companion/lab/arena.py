"""Games between named players, to measure how well they play: "careful" and "bold" of the house, "random" and "greedy".

A player can also have the name of one of the game's habits, by which it tries to exploit the house.

The same deals are played with the seats rotated, so that luck evens out. The same seed gives the same games.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, get_args

from companion.house import thinking
from companion.house.alone import alone
from companion.kit.house import TEMPERS, Sight, Temper, any_answer, at_random
from companion.kit.viewers import Seat
from companion.lab import exploiting
from companion.match import guard
from companion.table.chance import by_chance
from companion.turning.playing_out import LONGEST, next_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from companion.kit.game import AnyGame, State

    Answer: TypeAlias = Callable[[AnyGame, Sight[State, object], random.Random], object]

PLAYERS: Final = (*TEMPERS, "random", "greedy")
SURE: Final = 1.96  # Standard deviations on each side of a 95 % interval.


class Interval(NamedTuple):
    """The bounds, 0 to 1, between which a probability lies with 95 % confidence."""

    low: float
    high: float


def wilson(wins: float, games: int) -> Interval:
    """Return the Wilson interval of a probability of which *wins* in *games* were counted; a shared win counts in part."""
    share, spread = wins / games, SURE * SURE / games
    middle = share + spread / 2
    half = SURE * (share * (1 - share) / games + spread / games / 4) ** 0.5
    return Interval(max(0.0, middle - half) / (1 + spread), (middle + half) / (1 + spread))


@dataclass(slots=True)
class Score:
    """The *wins* of one kind of player in *games*, counted once for each seat that it has in a game; a shared win in part."""

    games: int = 0
    wins: float = 0

    def add(self, game: AnyGame, state: State | None, seat: Seat) -> None:
        """Count a game that *seat* played and that ended in *state*, None if it had no end."""
        outcome = game.outcome(state) if state else None
        self.games += 1
        self.wins += 1 / len(outcome.winners) if outcome and seat in outcome.winners else 0

    @property
    def share(self) -> float:
        """Return the share of wins, 0 to 1."""
        return self.wins / self.games

    @property
    def interval(self) -> Interval:
        """Return the interval in which the true share lies."""
        return wilson(self.wins, self.games)


@dataclass(slots=True)
class Result:
    """The scores of *games* games, by name of player, and of the *first* player alone, who may have namesakes.

    *slowest* is the slowest decision of the house, in seconds of processor time.
    """

    games: int = 0
    first: Score = field(default_factory=Score)
    scores: dict[str, Score] = field(default_factory=dict)
    rounds: list[int] = field(default_factory=list)
    ended: dict[str, int] = field(default_factory=dict)
    slowest: float = 0

    def add(self, game: AnyGame, state: State | None, names: Mapping[Seat, str], first: Seat) -> None:
        """Count a game that ended in *state*, None if it had no end; the first player sat at *first*."""
        outcome = game.outcome(state) if state else None
        self.games += 1
        cause = outcome.cause if outcome else "endless"
        self.ended[cause] = self.ended.get(cause, 0) + 1
        self.rounds.append(state.round if state else 0)
        for seat, name in names.items():
            for score in (self.scores.setdefault(name, Score()), *([self.first] if seat == first else [])):
                score.add(game, state, seat)


def compete(
    game: AnyGame, players: Sequence[str], games: int, seed: int, options: Mapping[str, object] | None = None
) -> Result:
    """Play *games* games with one seat for each of *players*, by name; each deal is played once in each rotation."""
    result = Result()
    seats = game.SEATS[: len(players)]
    for number in range(games):
        turn = number % len(players)
        names = dict(zip(seats, islice(cycle(players), turn, None), strict=False))
        deal = f"{game.NAME} {len(players)} {seed} {number // len(players)}"
        result.add(game, played(game, names, deal, f"{deal} {turn}", options or {}, result), names, seats[-turn % len(players)])
    return result


def played(
    game: AnyGame, names: Mapping[Seat, str], deal: str, seed: str, options: Mapping[str, object], result: Result
) -> State | None:
    """Return the last state of one game, or None if it is endless.

    Chance is seeded by *deal*, and players by *seed*, which differs in each rotation: equal players who rotated would otherwise
    repeat one game, and each win its fair share however wrong the count was.
    """
    chance = random.Random(f"{deal} chance")
    state: State = game.setup(tuple(names), {**alone(game), **options})
    for row in range(LONGEST):
        if game.outcome(state) is not None:
            return state
        seat, command = _next(game, state, names, seed, row, chance, result)
        for event in guard.decide(game, state, seat, command):
            state = game.evolve(state, event)
    return None


def _next(
    game: AnyGame, state: State, names: Mapping[Seat, str], seed: str, row: int, chance: random.Random, result: Result
) -> tuple[Seat, object]:
    """Return the next seat with its command, and note how long the house thought."""

    def answer(seat: Seat, sight: Sight[State, object]) -> object:
        began = time.process_time()
        command = _answers(game, names[seat])(game, sight, thinking.lots(seed, seat, row))
        if names[seat] in TEMPERS:
            result.slowest = max(result.slowest, time.process_time() - began)
        return command

    return next_command(game, state, names, f"{seed} {row}", answer, by_chance, chance)


# Players


def players(game: AnyGame) -> tuple[str, ...]:
    """Return the names of all players that *game* can be played by."""
    return (*PLAYERS, *game.REHEARSAL.habits)


def _answers(game: AnyGame, name: str) -> Answer:
    return _ANSWERS.get(name) or partial(exploiting.answer, game.REHEARSAL.habits[name])


def _house(temper: Temper, game: AnyGame, sight: Sight[State, object], generator: random.Random) -> object:
    thought = thinking.think(game, sight, temper, generator)
    return thought and thought.command


def _random(game: AnyGame, sight: Sight[State, object], generator: random.Random) -> object:
    """Answer at random; what isn't awaited, as often as the game's rehearsal says."""
    if sight.asks and generator.random() < game.REHEARSAL.unasked:
        return any_answer(generator.choice(sight.asks), generator)
    thought = at_random(sight, generator)
    return thought and thought.command


def _greedy(game: AnyGame, sight: Sight[State, object], generator: random.Random) -> object:
    """Choose the greatest gain that the game's rehearsal knows of, among the choices; else answer at random."""
    gains = game.REHEARSAL.gains
    commands = [command for ask in sight.asks for command in getattr(ask, "options", ())]
    if gains is None or not commands:
        return _random(game, sight, generator)
    each = zip(gains(sight.state, sight.seat, commands), commands, strict=True)
    best = max(((gain, command) for gain, command in each if gain is not None), key=lambda one: one[0], default=None)
    return best[1] if best else _random(game, sight, generator)


_ANSWERS: Final[Mapping[str, Answer]] = {
    **{temper: partial(_house, temper) for temper in get_args(Temper)},
    "random": _random,
    "greedy": _greedy,
}


def lines(result: Result) -> Iterator[str]:
    """Yield a line for each kind of player: its share of wins with the interval, per seat that it had."""
    for name, score in result.scores.items():
        low, high = score.interval
        yield f"{name:<8}{score.share:>7.1%}  [{low:.1%} to {high:.1%}] of {score.games}"
    yield f"ended {dict(sorted(result.ended.items()))}, {sum(result.rounds) / result.games:.1f} rounds on average"
    yield f"slowest decision {1000 * result.slowest:.0f} ms"
