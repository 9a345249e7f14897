"""How long it takes to ask for fifty rows back, and to cast the vote that carries it: three games of each kind, in files."""

import random
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.agreeing.motions import Motion, Vote
from companion.games import installed
from companion.journal.store import connect
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.table.chance import by_chance
from companion.table.table import Table
from tests.companion.settings import open_table
from tests.proof.serving.phones import Players

GAMES, ROWS = 3, 50


def played(game: str, folder: str, generator: random.Random) -> Table:
    """Return a table of four at which *game* has more than ROWS rows."""
    table = open_table(connect(Path(folder) / "journal.sqlite"), lambda ask: by_chance(ask, generator))
    seats = installed()[game].SEATS[:4]
    for seat in seats:
        table.act(seat, SitDown(f"Player {seat}", seat * 64))
    table.act(seats[0], StartGame(game, {}))
    players = Players(game, generator)
    while table.now.playing and len(table.now.match.log) < ROWS + 10:
        seat, ask, command = players.next(table, seats)
        table.act(seat, command, ask=ask)
    return table


def taken(table: Table) -> list[float]:
    """Return the milliseconds of each vote on taking back ROWS rows or a few more, until that is carried."""
    match, (asker, *others) = table.now.match, sorted(table.now.names)
    to = next(entry.row for entry in reversed(match.log[: -ROWS - 1]) if match.price(asker, entry.row))
    found = []
    for seat in (asker, *others):
        if asker == seat or table.now.take_back:
            began = perf_counter()
            table.act(seat, Vote(Motion("take_back", asker, to), yes=True))
            found.append(1000 * (perf_counter() - began))
    assert table.now.match.tip == to
    return found


def report() -> None:
    print(f"taking {ROWS} rows back, the slowest of the votes on it, in {GAMES} games each:")
    for game in installed():
        if installed()[game].MOST < 4:
            continue
        found = []
        for seed in range(GAMES):
            with TemporaryDirectory() as folder:
                table = played(game, folder, random.Random(f"{game} {seed}"))
                found += [max(taken(table))] if table.now.playing else []
        print(f"  {game}: " + ", ".join(f"{one:.0f} ms" for one in found))
