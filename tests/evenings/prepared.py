"""Write a half-played game into a data directory before its house opens, played by the program's own table.

Five sit around it, and the bag is a real one: players enter the pawn that was drawn, so that a story knows who is next.
"""

from contextlib import closing
from pathlib import Path

from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.table.table import Table
from firmware import storage
from tests.companion.settings import open_table
from tests.evenings.house import NAMES
from tests.web.tables import draw, open_all
from web.seats.session import hashed

TOKENS = {seat: f"token-of-{seat}" for seat in NAMES}  # The tokens that their phones hold.


def play(table: Table, *rounds: dict[str, str]) -> Table:
    """Let five sit down and play *rounds*, in which each opens a bar; return *table*."""
    for seat, name in NAMES.items():
        table.act(seat, SitDown(name, hashed(TOKENS[seat])))
    table.act("A", StartGame("barracuda", {"draw": "bag"}))
    for bars in rounds:
        open_all(table, bars)
    return table


def prepare(data: Path, *rounds: dict[str, str], drawn: str) -> Path:
    """Write a game of five into *data*: *rounds*, and then the *drawn* pawn. Return *data*."""
    data.mkdir(parents=True, exist_ok=True)
    with closing(storage.open_journal(data)) as connection:
        draw(play(open_table(connection, lambda ask: None), *rounds), drawn)  # The companion draws nothing here.
    return data
