"""Nothing is made or lost (C1): money, fakes, coins, shares and cards are counted after every event and before every commit."""

import logging
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import pytest

from companion.games import installed
from companion.kit import TABLE, Illegal, InvariantError
from companion.lab import simulate
from companion.lab.secrecy.worlds import ForgetfulJournal
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.table import answers
from companion.table.chance import by_chance
from companion.table.table import Stale, Table, Unknown
from companion.tags.pieces import Pieces
from tests.companion.settings import everything_shown
from tests.proof.faults import reads
from tests.proof.promise import Defence, Leg, Promise, of_each_game, tried
from tests.proof.rules.minting import FAULTS, Minting
from tests.proof.serving.phones import Players, next_act

BACKS: Final = 20_000  # commits a game, of votes and of what they interrupt


def promises() -> list[Promise]:
    what, blind = "whatever happens in {game}, nothing is made or lost", "a fault that the game's own check doesn't count"
    each = of_each_game("C1 {game}", what, 100_000, "events", 10_000, walk, control, FAULTS, brief=300, blind=blind)
    what = "a commit that doesn't balance is refused, whatever the rules say, and nobody loses by it"
    back = "nor by what is taken back and put back in {game}: the state is again the one that it was"
    backs = of_each_game("C1 {game} back", back, BACKS, "commits", 1_000, walk_back, control_back, FAULTS, brief=60)
    return [*each, *backs, Promise("C1 journal", what, 2_000, "such commits", 100, walk_journal, control_journal, brief=3)]


def walk(name: str, number: int, seed: int) -> Leg:
    game, reached, at = installed()[name], 0, 10_000 * seed
    while reached < number:
        seats = game.FEWEST + at % (game.MOST - game.FEWEST + 1)
        try:
            reached += simulate.simulate(game, 1, seats, at, probes=0).checks
        except (AssertionError, InvariantError, Illegal, ValueError) as fault:
            return Leg(max(reached, number), (f"{name}, {seats} players, seed {at}: {fault}",))
        at += 1
    return Leg(reached, (), {"games": at - 10_000 * seed})


def control(name: str) -> str:
    game, unchanged = installed()[name], lambda patch: None
    return tried({fault: (unchanged, partial(_found, Minting(game, change))) for fault, change in FAULTS[name].items()})


def _found(game: Any) -> bool:
    try:
        simulate.play(game, game.SEATS[: game.MOST], {}, random.Random(1), steps=500)
    except (InvariantError, ValueError):
        return True
    return False


def walk_back(name: str, number: int, seed: int) -> Leg:
    """Play and vote for *number* commits: each state is checked, and after a way back is the one that it was."""
    counts, broken, games = Counter[str](), list[str](), 0
    while counts["commits"] < number and not broken:
        broken += _backs(name, f"{seed} {games}", number, counts)
        games += 1
    return Leg(max(counts["commits"], number if broken else 0), tuple(broken), counts)


def _backs(name: str, seed: str, number: int, counts: Counter[str]) -> list[str]:
    game, generator, were, gone = installed()[name], random.Random(seed), dict[int, Any](), 0
    seats = game.SEATS[: generator.randint(game.FEWEST, game.MOST)]
    table = _begun(game, seats, simulate.varied_options(game, generator), generator)
    players = Players(name, generator)
    while table.now.playing and counts["commits"] < number:
        seat, command, ask = next_act(table, (*seats, TABLE), players, 0.3)
        table.act(seat, command, ask=ask)
        match, went = table.now.match, len(table.now.match.gone) - gone
        gone += went
        counts += Counter({"commits": 1, "votes": ask is None, "of them carried": went})
        game.check(match.state)
        asks = [[one.ask for one in match.standing[seat].values()] for seat in (*seats, TABLE)]
        is_there = not went or match.tip == command.motion.number
        if not is_there or were.setdefault(match.tip, (match.state, match.events, asks)) != (match.state, match.events, asks):
            return [f"{name}, seed {seed}: after {counts['commits']} commits row {match.tip} isn't what it was"]
    return []


def _begun(game: Any, seats: Sequence[str], options: Mapping[str, object], generator: random.Random) -> Table:
    table = Table(ForgetfulJournal(), {game.NAME: game}, Pieces(), partial(by_chance, generator=generator))
    for seat in seats:
        table.act(seat, SitDown(f"Player {seat}", seat * 64))
    table.act(seats[0], StartGame(game.NAME, options))
    return table


def control_back(name: str) -> str:
    found = lambda: len(walk_back(name, 300, 0).broken)
    right = "log = (*self.log, *entries) if event.again else self.log[:kept]"
    faults = {
        "a row too many that goes back": right.replace("kept", "kept - 1"),
        "a row that stays when others go back": right.replace("kept", "kept + 1"),
        "rows that come back twice": right.replace("*entries", "*entries, *entries"),
    }
    return tried({fault: (reads(("match.match", right, wrong)), found) for fault, wrong in faults.items()})


def walk_journal(number: int, seed: int) -> Leg:
    """Try *number* commits that don't balance, at the tables of all games with FAULTS in turn."""
    broken, counts, table = list[str](), Counter[str](), 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logging.getLogger("companion.table.faults"), "disabled", True)  # It would log each of them.
        while counts.total() < number:
            name = list(FAULTS)[(seed + table) % len(FAULTS)]
            broken += _unbalanced(name, f"{name} {seed} {table}", number, counts)
            table += 1
    return Leg(counts.total(), tuple(broken), counts)


def _unbalanced(name: str, seed: str, number: int, counts: Counter[str]) -> list[str]:
    """Play part of a game whose rules are faulty at about every third answer: it must be refused, and leave nothing behind."""
    generator, faults = random.Random(seed), FAULTS[name]
    fault: Callable[[Any], Any] | None = None
    rules: Any = Minting(installed()[name], lambda state: fault(state) if fault else state)
    seats, players = rules.SEATS[: rules.MOST], Players(name, generator)
    table = _begun(rules, seats, {}, generator)
    for step in range(150):
        if not table.now.playing or counts.total() == number:
            break
        seat, ask, command = players.next(table, seats)
        key = f"bad-{step}"
        if step >= 30 and generator.random() < 1 / 3:
            what, fault = generator.choice(list(faults.items()))
            rows, shown = table._journal.last, everything_shown(table, "".join(seats))
            counts[name] += 1
            try:
                answered = f"answered {table.act(seat, command, ask=ask, key=key)}"
            except answers.Fault:
                answered = ""
            except (Illegal, InvariantError, Stale, Unknown) as other:
                answered = f"answered {other!r}"
            fault = None
            if answered or rows != table._journal.last:
                return [f"{name}, {what}, {command}: {answered}, and {table._journal.last - rows} rows were kept"]
            if shown != everything_shown(table, "".join(seats)):
                return [f"{name}, {what}: refused, and yet somebody is shown something else"]
        table.act(seat, command, ask=ask, key=key)  # The key is still unused.
    return []


def control_journal() -> str:
    """Turn the check off: every such commit is then kept."""
    kept = lambda: len(walk_journal(len(FAULTS), 0).broken) == len(FAULTS)
    return tried({"all that is committed without a check": (leave_out_the_check, kept)})


leave_out_the_check: Final = reads(("match.match", "            self.game.check(state)\n", ""))
DEFENCES: Final = (Defence("a check before each commit", leave_out_the_check, "C1 journal"),)
