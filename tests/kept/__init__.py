"""Files of games as people have kept them, by the rules' version, to be read by every later one; and files kept just now."""

from pathlib import Path
from typing import Final

from companion.games import installed
from companion.match.books import Books
from companion.seats.starting import StartGame
from tests.web.tables import NAMES, new_table, play_until, seat
from web.app import create_app
from web.books import keeping

SAMPLE: Final = Path(__file__).parent / "barracuda-rules-4.html"


def kept_now(folder: Path, game: str) -> Path:
    """Return the file of a whole *game* of the fewest, who have agreed to unseal it, played and kept in *folder* now."""
    table, path = new_table(folder), folder / f"{game}.html"
    seat(table, dict([*NAMES.items()][: installed()[game].FEWEST]))
    table.act("A", StartGame(game, {}))
    play_until(table, seed=4)
    with (app := create_app(table, hosts=["localhost"], address="")).test_request_context("/books/file"):
        app.preprocess_request()
        opened = Books(table.now.match, unsealed=True)
        path.write_text(keeping.whole(table.now, opened, table.travelling.file(opened.match.number)), encoding="utf-8")
    return path
