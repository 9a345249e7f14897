"""`barkeep replay` and `barkeep simulate`: play games without people."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.games import installed
from companion.lab import arena, handicap, simulate
from companion.lab.playthroughs import playthrough
from companion.lab.playthroughs.script import Unreadable
from firmware.command import reviewing
from firmware.command.failing import fail, reason
from firmware.command.numbers import whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.game import AnyGame


KEPT = ".html"  # the suffix of a file that was kept of a game
USUAL = 4  # Players of a random game.
GAMES = range(1, 1_000_001)


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep replay` to *parser*."""
    parser.set_defaults(work=_replay)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")


def _replay(given: argparse.Namespace) -> int:
    differing = 0
    for path in given.files:
        try:
            found = _differences(path)
        except (OSError, Unreadable) as error:
            return fail(reason(error))
        for difference in found:
            print(difference)
        differing += bool(found)
        print(f"{path.name}: {'differs' if found else 'matches'}")
    return 1 if differing else 0


def _differences(path: Path) -> Sequence[object]:
    """Return where the game in *path* differs from the rules: a playthrough, or a game that was kept as HTML."""
    if path.suffix != KEPT:
        return playthrough.replay(path.read_text(encoding="utf-8", errors="replace"), str(path))
    try:
        reviewing.read(path)  # Every row is checked by the rules, and its seals by DISCLOSURE.
    except ValueError as wrong:
        return (str(wrong),)
    return ()


def add_simulate(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep simulate` to *parser*."""
    parser.set_defaults(work=_simulate)
    games = list(installed())
    parser.add_argument("game", nargs="?", choices=games, default=games[0] if games else None, help="(default: %(default)s)")
    names = f"let these players compete instead of random ones, one for each seat: any of {', '.join(arena.PLAYERS)}"
    parser.add_argument("--players", type=lambda names: names.split(","), metavar="NAME,…", help=f"{names}; the seats rotate")
    worth = "measure how often a player wins who has a head start, in so many --games for each size of it"
    parser.add_argument("--handicap", action="store_true", help=worth)
    parser.add_argument("--games", type=whole(GAMES), default=100)
    parser.add_argument("--seats", type=int, help=f"(default: {USUAL}, or as near as the game allows)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, help="folder for one file per game, with commands, events and everybody's views")
    parser.add_argument("--json", action="store_true")


def _simulate(given: argparse.Namespace) -> int:
    if given.game is None:
        return fail("no game is installed: install Barkeep again, with its games")
    game = installed()[given.game]
    usual = len(given.players or ()) or min(max(USUAL, game.FEWEST), game.MOST)
    seats = usual if given.seats is None else given.seats
    if not game.FEWEST <= seats <= game.MOST:
        players = f"{game.FEWEST} to {game.MOST}" if game.FEWEST < game.MOST else f"exactly {game.MOST}"
        return fail(f"{given.game} is for {players} players")
    if given.handicap:
        return _measure_handicap(game, given, seats)
    if given.players:
        return _compete(game, given, seats)
    try:
        if given.record:
            given.record.mkdir(parents=True, exist_ok=True)  # Before the first game, which takes seconds.
        statistics = simulate.simulate(game, given.games, seats, given.seed, record=given.record)
    except OSError as error:
        return fail(reason(error))
    print(json.dumps(simulate.as_data(statistics), indent=2) if given.json else simulate.as_text(statistics))
    return 0


def _compete(game: AnyGame, given: argparse.Namespace, seats: int) -> int:
    if seats != len(given.players) or given.record or given.json:
        return fail("--players names one player for each seat, and goes with --games and --seed only")
    if unknown := set(given.players) - set(arena.players(game)):
        return fail(f"there is no player called {min(unknown)}: choose from {', '.join(arena.players(game))}")
    print(*arena.lines(arena.compete(game, given.players, given.games, given.seed)), sep="\n")
    return 0


def _measure_handicap(game: AnyGame, given: argparse.Namespace, seats: int) -> int:
    if given.players or given.record or given.json:
        return fail("--handicap goes with --games, --seats and --seed only")
    if not handicap.is_offered(game):
        return fail(f"{given.game} has no head starts to measure")
    for line in handicap.lines(game, seats, given.games, given.seed):
        print(line, flush=True)  # Each takes minutes.
    return 0
