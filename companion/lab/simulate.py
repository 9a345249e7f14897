"""Random play: whole games by players who only answer open asks, with invariants checked and illegal commands tried.

The same seed gives the same games, the same statistics and the same records, byte for byte.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.games import worded
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, TABLE
from companion.lab.players import Mood, Player
from companion.lab.probes import Prober
from companion.lab.records import Record
from companion.match import guard
from companion.table.chance import by_chance

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State
    from companion.kit.viewers import Seat

LONGEST: Final = 20_000  # The number of commands after which a game counts as endless.
LEANING_TABLES: Final = 0.7
NO_LEANING: Final[Mapping[str, float]] = {}


@dataclass(frozen=True, slots=True)
class Step:
    """One command of *seat* with its *events*, and the whole state *before* and *after* it."""

    seat: Seat
    command: object
    before: State
    events: tuple[object, ...]
    after: State


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that was played to its end."""

    seats: tuple[Seat, ...]
    options: Mapping[str, object]
    steps: tuple[Step, ...]
    state: State


@dataclass(slots=True)
class Statistics:
    """The counts of *games* games: *refusals* by code, *ended* by cause, and *checks*, one after each event."""

    game: AnyGame
    games: int
    seats: int
    seed: int
    ended: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    commands: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    probes: int = 0
    checks: int = 0


def play(
    game: AnyGame,
    seats: Sequence[Seat],
    options: Mapping[str, object],
    generator: random.Random,
    *,
    watch: Callable[[Step], None] | None = None,
    steps: int | None = None,
    leaning: Mapping[str, float] = NO_LEANING,
) -> Finished:
    """Play one game with players who answer at random, to its end or for *steps* commands.

    *watch* is called after every command. *leaning* adds to the players' liking for kinds of command, as a logarithm.
    Raises InvariantError if a state breaks the game's invariant, AssertionError if nobody is asked anything or the game
    doesn't end, and Illegal if an ask offered a command that the rules refuse.
    """
    state = game.setup(seats, options)
    mood = Mood(generator, leaning)
    players = {seat: Player(mood) for seat in (*seats, TABLE)}
    played: list[Step] = []
    while game.outcome(state) is None and (steps is None or len(played) < steps):
        seat, command = next_command(game, state, players, generator)
        step = _step(game, state, seat, command)
        if watch:
            watch(step)
        state = step.after
        played.append(step)
        assert len(played) < LONGEST, f"the game isn't over after {LONGEST} commands"
    return Finished(tuple(seats), options, tuple(played), state)


def simulate(
    game: AnyGame,
    games: int,
    seats: int,
    seed: int,
    *,
    record: Path | None = None,
    probes: float = 1,
    watch: Callable[[Step], None] | None = None,
) -> Statistics:
    """Play *games* games of *seats* players each, and return their statistics.

    Options vary from game to game. For each legal command, about *probes* illegal ones are tried. With *record*, every game is
    written into that folder, in the format that `companion.lab.records` describes. *watch* is called after every command.
    """
    statistics = Statistics(game, games, seats, seed)
    prober = Prober(game, random.Random(f"{game.NAME} {seats} {seed} probes"))
    for number in range(1, games + 1):
        _one_game(number, statistics, record, prober, probes, watch)
    statistics.probes = prober.tried
    return statistics


def as_data(statistics: Statistics) -> dict[str, object]:
    """Return *statistics* as plain data, with 0 for everything that never occurred."""
    game, rounds = statistics.game, sorted(statistics.rounds)
    return {
        "game": game.NAME,
        "games": statistics.games,
        "seats": statistics.seats,
        "seed": statistics.seed,
        "ended": dict(sorted(statistics.ended.items())),
        "rounds": {"fewest": rounds[0], "median": rounds[len(rounds) // 2], "most": rounds[-1]} if rounds else {},
        "commands": {kind.__name__: statistics.commands[kind.__name__] for kind in game.COMMANDS},
        "events": {kind.__name__: statistics.events[kind.__name__] for kind in game.EVENTS},
        "checks": statistics.checks,
        "probes": statistics.probes,
        "refusals": {code: statistics.refusals[code] for code in sorted(game.REHEARSAL.refusals)},
    }


def as_text(statistics: Statistics) -> str:
    """Return *statistics* as lines for a terminal: headings, with every count beside its name."""
    lines = []
    for heading, value in as_data(statistics).items():
        if isinstance(value, dict):
            total = sum(value.values()) if heading != "rounds" else ""
            lines += ["", f"{heading} {total}".rstrip(), *(f"  {name:<22}{count:>9}" for name, count in value.items())]
        else:
            lines.append(f"{heading} {value}")
    return "\n".join(lines)


# One step


def next_command(game: AnyGame, state: State, players: Mapping[Seat, Player], generator: random.Random) -> tuple[Seat, object]:
    """Return the next seat and its command: chance comes first, then an awaited seat or, now and then, another one."""
    if by_lot := game.asks(seen(state, CHANCE), CHANCE):
        return CHANCE, by_chance(by_lot[0], generator)
    sights = {seat: seen(state, seat) for seat in players}
    asked = {seat: [ask for ask in game.asks(sights[seat], seat) if ask.is_open] for seat in players}
    awaited = _nonempty({seat: [ask for ask in asks if ask.awaited] for seat, asks in asked.items()})
    unasked = _nonempty({seat: [ask for ask in asks if not ask.awaited] for seat, asks in asked.items()})
    assert awaited or unasked, "the game isn't over, but nobody is asked anything"
    chosen = unasked if unasked and (not awaited or generator.random() < game.REHEARSAL.unasked) else awaited
    seat = generator.choice(list(chosen))
    gains = game.REHEARSAL.gains
    return seat, players[seat].answer(chosen[seat], partial(gains, sights[seat], seat) if gains else None)


def _nonempty(asked: Mapping[Seat, list[AnyAsk]]) -> dict[Seat, list[AnyAsk]]:
    return {seat: asks for seat, asks in asked.items() if asks}


def _step(game: AnyGame, before: State, seat: Seat, command: object) -> Step:
    events = tuple(guard.decide(game, before, seat, command))
    after = before
    for event in events:
        after = game.evolve(after, event)
        game.check(after)
    return Step(seat, command, before, events, after)


# One game


def _one_game(
    number: int,
    statistics: Statistics,
    folder: Path | None,
    prober: Prober,
    probes: float,
    also: Callable[[Step], None] | None,
) -> None:
    game = statistics.game
    name = f"{game.NAME}-{statistics.seats}-{statistics.seed}-{number:05}"
    generator = random.Random(name)
    seats = sorted(generator.sample(game.SEATS, statistics.seats), key=game.SEATS.index)
    options = varied_options(game, generator)
    record = Record(game, seats, options) if folder else None
    ruined = game.REHEARSAL.ruined

    def watch(step: Step) -> None:
        _count(statistics, step)
        if also:
            also(step)
        statistics.refusals.update(prober.probe(step.before, probes))
        if ruined:
            statistics.refusals.update(prober.probe(ruined(step.before), probes / 2))
        if record:
            record.add(step.seat, step.command, step.events, step.after)

    leaning = game.REHEARSAL.leaning if generator.random() < LEANING_TABLES else NO_LEANING
    finished = play(game, seats, options, generator, watch=watch, leaning=leaning)
    statistics.refusals.update(prober.probe(finished.state, 1))
    outcome = game.outcome(finished.state)
    assert outcome is not None
    statistics.ended[outcome.cause] += 1
    statistics.rounds.append(finished.state.round)
    if record and folder:
        record.write(folder / f"{name}.json")


def _count(statistics: Statistics, step: Step) -> None:
    statistics.commands[type(step.command).__name__] += 1
    statistics.events.update(type(event).__name__ for event in step.events)
    statistics.checks += len(step.events)


HEAD_START: Final = ("head_start", "head_start_size")


def varied_options(game: AnyGame, generator: random.Random) -> dict[str, object]:
    """Return a random choice for every table option of *game*, and one game of eight a head start.

    That is drawn apart, because otherwise most games would begin with one, and be shorter than those that people play.
    """
    found = worded(game)
    options: dict[str, object] = {name: generator.choice(found[name].choices) for name in found if name not in HEAD_START}
    apart = random.Random(repr(options))
    if apart.random() < 1 / 8:
        options |= {name: apart.choice(found[name].choices) for name in HEAD_START if name in found}
    return {**options, **game.REHEARSAL.more_options(generator)}
