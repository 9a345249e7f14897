"""The players of the house: nobody exploits them by a simple habit (P1), and they know only what their seat knows (P2)."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from companion.games import installed
from companion.house import thinking
from companion.kit.house import at_random
from companion.lab import arena
from companion.lab.secrecy.recipe import recipe, seals
from tests.proof.faults import wrongly
from tests.proof.promise import Leg, Promise, instead, of_each_game, tried

MOST: Final = 1.3  # fair shares of the wins: what a habit may bring
SEATS: Final = 4
PARTS: Final = 60  # of a win, which up to four players share
TO_FIND: Final = (8, 16, 24)  # games by each habit, in which a house that can be exploited must be found, and most are at once


def promises() -> list[Promise]:
    what = f"nobody wins {{game}} against the house more than {MOST} times as often as is fair by a simple habit"
    known = [name for name, game in installed().items() if game.REHEARSAL.habits]
    exploited = of_each_game("P1 {game}", what, 1_600, "games", 80, walk, control, known, brief=0, light=40, judge=judge)
    what = "in two worlds of {game} that look alike to a player of the house it plays the same command"
    return [*exploited, *of_each_game("P2 {game}", what, 10_000, "decisions", 500, walk_alike, control_alike, brief=0)]


def walk(name: str, number: int, seed: int) -> Leg:
    """Let a player of each habit play against three of the house, for *number* games in all."""
    habits = installed()[name].REHEARSAL.habits
    games = -(-number // len(habits) // SEATS) * SEATS
    counts = sum((_played(name, habit, games, seed) for habit in habits), Counter[str]())
    return Leg(games * len(habits), (), counts)


def _played(name: str, habit: str, games: int, seed: int) -> Counter[str]:
    result = arena.compete(installed()[name], [habit, *["careful"] * (SEATS - 1)], games, seed)
    return Counter({f"{habit} games": games, f"{habit} wins": round(PARTS * result.scores[habit].wins)})


def judge(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Name each habit that surely wins too often: the whole interval of its share lies above what is allowed."""
    habits = [what.removesuffix(" games") for what in counts if what.endswith(" games")]
    shares = {habit: arena.wilson(counts.get(f"{habit} wins", 0) / PARTS, counts[f"{habit} games"]) for habit in habits}
    return tuple(f"{habit} wins at least {share.low:.0%}" for habit, share in shares.items() if share.low > MOST / SEATS)


def control(name: str) -> str:
    game = installed()[name]
    right, habits = game.house, game.REHEARSAL.habits
    foolish = lambda sight, temper, lots: at_random(sight, lots) if temper == "careful" else right(sight, temper, lots)
    faults = {"a careful house that answers at random": instead(game, "house", foolish), **wrongly(name, "exploited")}
    found = lambda: any(judge(_played(name, habit, games, 0)) for games in TO_FIND for habit in habits)
    return tried({fault: (change, found) for fault, change in faults.items()})


# Two worlds


def thought(game: Any, state: Any, seat: str, temper: str = "careful") -> Any:
    return thinking.think(game, thinking.sight(game, state, seat), temper, thinking.lots("a game", seat, 7))


def positions(game: Any, generator: random.Random) -> Iterator[tuple[Any, str]]:
    """Yield random positions with a seat that is asked something, shortly before events of all kinds."""
    told = recipe(game, few=True)
    moments = told.moments()
    while True:
        state = told.middle(moments, generator).state
        yield from ((state, seat) for seat in state.seats if thinking.sight(game, state, seat).asks)


def walk_alike(name: str, number: int, seed: int, answer: Callable[[Any, Any, str], Any] = thought) -> Leg:
    game, generator, broken, compared = installed()[name], random.Random(f"{name} {seed}"), list[str](), 0
    few = recipe(game, few=True)
    for state, seat in positions(game, generator):
        if compared >= number:
            break
        other = few.redeal(state, seat, generator)
        if other != state and thinking.sight(game, other, seat) == thinking.sight(game, state, seat):
            compared += 1
            if answer(game, state, seat) != answer(game, other, seat):
                broken.append(f"{name}, seed {seed}: {seat} plays otherwise in {type(state.phase).__name__}")
    return Leg(compared, tuple(broken))


def control_alike(name: str) -> str:
    found = lambda cheat: len(walk_alike(name, 60, 0, cheat).broken)
    return tried({what: (lambda patch: None, partial(found, cheat)) for what, cheat in CHEATS.items()})


def _hidden(state: Any) -> str:
    return repr([seal.open() for seal in seals(state)])


CHEATS: Final = {
    "a generator seeded by secrets": lambda game, state, seat: at_random(
        thinking.sight(game, state, seat), random.Random(_hidden(state))
    ),
    "a pause that depends on a secret": lambda game, state, seat: (thought(game, state, seat), hash(_hidden(state))),
}
