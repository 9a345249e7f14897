"""The recipe by which the lab deals a game's secrets anew: the `RECIPE` in the game's `lab/worlds.py`."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.kit.sealed import Sealed
from companion.kit.viewers import CHANCE, TABLE, Seat, Viewer
from companion.lab import simulate
from companion.lab.secrecy.disclosing import hidden, learned, opened
from companion.lab.secrecy.worlds import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State
    from companion.lab.simulate import Step

LONGEST: Final = 40  # The number of steps for which two worlds are compared.
AFRESH: Final = 0.4  # How often the next pair starts from another game, instead of continuing from world A.
LEAVING: Final = 0.3  # How often somebody leaves at the end of a pair.

Options: TypeAlias = "Callable[[int, random.Random], Mapping[str, object]]"
Leaning: TypeAlias = tuple[tuple[str, float], ...]
Moments: TypeAlias = "dict[str, list[tuple[Sequence[Step], int]]]"  # Games and step numbers, by kind of event.


def before(steps: Sequence[Step], n: int) -> Position:
    """Return the position of a random game before its step number *n*."""
    return Position(steps[n].before, tuple(event for step in steps[:n] for event in step.events))


def shortly_before(where: Moments, generator: random.Random) -> Position:
    """Return a position at or shortly before some event, favouring rare kinds, and never one in which chance is asked."""
    kinds = sorted(where)
    kind = generator.choices(kinds, [len(where[kind]) ** -0.5 for kind in kinds])[0]
    steps, n = generator.choice(where[kind])
    n -= generator.choice((0, 0, 1, 2))
    while n > 0 and steps[n].seat == CHANCE:
        n -= 1
    return before(steps, max(n, 0))


def only(where: Moments, *kinds: str) -> Moments:
    """Return the moments of events of these *kinds*; raise ValueError if the random games have none of one of them."""
    if missing := [kind for kind in kinds if kind not in where]:
        games = "give `games` and `few` in the game's lab/worlds.py other numbers"
        raise ValueError(f"no random game comes to {', '.join(missing)}: {games}")
    return {kind: where[kind] for kind in kinds}


def _always(before: State, event: object) -> bool:
    return True


@dataclass(frozen=True, eq=False)
class Recipe:
    """Instructions for making two worlds of *game*, and for keeping them looking alike.

    Worlds:
        *middle* chooses the position in which world A begins, from random games. *redeal* returns world B's state for a viewer,
        in which everything that this viewer may not know is dealt anew. *games* are the numbers of the random games, and *few*
        is a subset in which every kind of event occurs; *options* varies the options by that number.

    Moves:
        *other* takes a command of world A and returns the counterpart for world B, chosen from the same seat's (or chance's)
        asks there: a command that the viewer can't tell from the first, or None. *leaning* is added to the players' liking at a
        share *leaned* of the tables, and *eager* says how much a greedy player wants a command.

    Knowledge:
        DISCLOSURE says to whom the sealed parts of an event are news, and which of its public fields reveal a former secret;
        *openly* says whether they do in a given state. *telling* are the kinds of event that reveal one by happening at all,
        and *opening* those by which the rules open all that has been closed in the whole game.
        *visible* returns what else everybody sees of a true state, such as that a hand is empty. *alike* names the kinds of
        event at which two worlds can't differ, each with the reason. *cells* is the number of pairs (kind of event, role of the
        viewer) of all other kinds.

    Two worlds are compared for *longest* steps; *afresh* is how often the next pair starts from another game, and *leaving* how
    often somebody leaves at the end of a pair.
    """

    game: AnyGame
    redeal: Callable[[Any, Viewer, random.Random], State]
    other: Callable[[Any, Sequence[AnyAsk], Viewer, random.Random], Any]
    visible: Callable[[Any], object]
    cells: int
    alike: Mapping[str, str] = field(default_factory=dict)
    telling: Collection[type] = ()
    opening: tuple[type, ...] = ()
    openly: Callable[[Any, Any], bool] = _always
    middle: Callable[[Moments, random.Random], Position] = shortly_before
    options: Options | None = None
    games: Sequence[int] = range(60)
    few: Sequence[int] = range(60)
    leaning: Mapping[str, float] = field(default_factory=dict)
    leaned: float = 0.25
    eager: Callable[[Any, Seat, Any], int | None] | None = None
    longest: int = LONGEST
    afresh: float = AFRESH
    leaving: float = LEAVING

    def moments(self) -> Moments:
        """Return the moments of random games at which each kind of event happened. Cached, because playing them is slow."""
        return _moments(self.game, self.options, tuple(self.leaning.items()), self.games)

    def played(self) -> list[Sequence[Step]]:
        """Return the random games, each once."""
        return list({id(steps): steps for where in self.moments().values() for steps, _ in where}.values())

    def released(self, before: State, event: object, viewer: Viewer) -> object:
        """Return the secrets that the rules reveal to *viewer* by *event*, or None if there are none."""
        sealed = learned(self.game.DISCLOSURE, getattr(before, "options", None), event, viewer)
        named = opened(self.game.DISCLOSURE, event)
        if (named or type(event) in self.telling) and self.openly(before, event):
            return type(event).__name__, [getattr(event, name) for name in named], sealed
        return sealed or None

    def hidden(self, options: object, event: object, viewer: Viewer) -> list[object]:
        """Return the secrets in *event* that *viewer* may not know."""
        return hidden(self.game.DISCLOSURE, options, event, viewer)

    def role(self, event: Any, viewer: Viewer) -> str:
        """Return the role of *viewer* in *event*: "own" (first field), "party" (in another field), "bystander" or "table"."""
        if viewer == TABLE:
            return TABLE
        first, *others = [getattr(event, field.name) for field in fields(event)] or [None]
        if first == viewer:
            return "own"
        return "party" if any(viewer in named for named in _named(others)) else "bystander"


def _named(values: Iterable[object]) -> Iterator[Collection[object]]:
    """Yield the seats that each value names; a dict names its keys, such as all who bid or whose purses are counted."""
    for value in values:
        if isinstance(value, str | tuple | dict):
            yield (value,) if isinstance(value, str) else value


def recipe(game: AnyGame, *, few: bool = False) -> Recipe:
    """Return the recipe of *game*; with *few*, reduced to its few random games.

    Raises ModuleNotFoundError if the game has no `lab/worlds.py`.
    """
    told: Recipe = import_module(f"{game.__name__}.lab.worlds").RECIPE
    return replace(told, games=told.few) if few else told


def has_worlds(game: AnyGame) -> bool:
    """Return whether *game* has a `lab/worlds.py`; a game that is a single module can't have one."""
    return has_in_lab(game, "worlds")


def has_in_lab(game: AnyGame, module: str) -> bool:
    """Return whether *game* has a room `lab` with this *module* in it."""
    lab = f"{game.__name__}.lab"
    return hasattr(game, "__path__") and find_spec(lab) is not None and find_spec(f"{lab}.{module}") is not None


# Random games


@cache
def _moments(game: AnyGame, options: Options | None, leaning: Leaning, games: Sequence[int]) -> Moments:
    return moments_in(_game(game, options, leaning, n) for n in games)


@cache  # The few games of a recipe are among its others.
def _game(game: AnyGame, options: Options | None, leaning: Leaning, n: int) -> Sequence[Step]:
    generator = random.Random(n)
    seats = sorted(generator.sample(game.SEATS, generator.randint(game.FEWEST, game.MOST)), key=game.SEATS.index)
    chosen = options(n, generator) if options else simulate.varied_options(game, generator)
    return simulate.play(game, seats, chosen, generator, leaning=dict(leaning) if n % 2 else simulate.NO_LEANING).steps


def moments_in(games: Iterable[Sequence[Step]]) -> Moments:
    """Return the moments of *games* at which each kind of event happened."""
    where: Moments = defaultdict(list)
    for steps in games:
        for at, step in enumerate(steps):
            for event in step.events:
                where[type(event).__name__].append((steps, at))
    return dict(where)


# Seals


def seals(value: object) -> Iterator[Sealed[object]]:
    """Yield every seal in *value*, without relying on annotations, unlike `kit.sealed.seen`."""
    if isinstance(value, Sealed):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from seals(item)
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from seals(item)
    elif is_dataclass(value):
        for one in fields(value):
            yield from seals(getattr(value, one.name))


def rewritten(value: Any, other: Callable[[Sealed[Any]], Any]) -> Any:
    """Return *value* with every seal replaced by `other(seal)`."""
    if isinstance(value, Sealed):
        return other(value)
    if isinstance(value, tuple):
        return tuple(rewritten(item, other) for item in value)
    if isinstance(value, dict):
        return {key: rewritten(item, other) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: rewritten(getattr(value, one.name), other) for one in fields(value)})
    return value
