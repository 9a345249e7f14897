"""Files of games as people have kept them, by the rules' version, to be read by every later one; and files kept just now."""

from collections import deque
from itertools import islice
from pathlib import Path
from typing import Final

from companion.agreeing.motions import Motion, Vote
from companion.games import installed
from companion.match.books import Books
from companion.seats.starting import StartGame
from tests.web.tables import NAMES, new_table, played, seat
from web.app import create_app
from web.books import keeping

MOVES: Final = 60
SAMPLE: Final = Path(__file__).parent / "barracuda-rules-4.html"


def kept_now(folder: Path, game: str) -> Path:
    """Return the file of a *game* of the fewest, kept in *folder* now; after some moves they agreed to end and unseal it."""
    table, path = new_table(folder), folder / f"{game}.html"
    seat(table, dict([*NAMES.items()][: installed()[game].FEWEST]))
    table.act("A", StartGame(game, {}))
    deque(islice(played(table, seed=4), MOVES), 0)
    gone, *others = reversed(table.now.names)
    for who, motion in ((gone, Motion("leave", gone)), *((other, Motion("end_game")) for other in others)):
        if table.now.playing:
            table.act(who, Vote(motion, True))
    with (app := create_app(table, hosts=["localhost"], address="")).test_request_context("/books/file"):
        app.preprocess_request()
        opened = Books(table.now.match, unsealed=True)
        path.write_text(keeping.whole(table.now, opened, table.travelling.file(opened.match.number)), encoding="utf-8")
    return path
