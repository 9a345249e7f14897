"""`barkeep tags`: out to a file and in again, on the data of a table that does not run."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion import tagfile
from companion.enrolment import LearnTag
from companion.game import TABLE
from companion.games import GAMES
from companion.journal import Journal
from companion.pieces import Piece, Pieces
from companion.seating import SitDown, StartGame
from companion.table import Table
from firmware import storage
from firmware.command import main
from tests.companion.settings import first
from tests.firmware.holding import held, no_room

OCTOPUS, KARAMBOLE, PAWN = Piece("card", "Octopus"), Piece("card", "Karambole"), Piece("pawn", "A", 3)
FOUR, SEVEN, TEN = b"\x04abc", b"\x04abcdef", b"\x04abcdefghi"
TAUGHT = {FOUR: OCTOPUS, TEN: PAWN}
Says = Callable[..., bool]


@contextmanager
def table_on(data: Path) -> Iterator[Table]:
    """A table whose journal is closed at the end: an open one would write into the file later."""
    data.mkdir(exist_ok=True)
    with closing(storage.open_journal(data)) as connection:
        yield Table(Journal(connection), GAMES, Pieces(), first)


def known(data: Path) -> dict[bytes, Piece]:
    with table_on(data) as table:
        return dict(table.pieces.tags())


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    with table_on(folder) as table:
        for uid, piece in TAUGHT.items():
            table.act(TABLE, LearnTag(uid.hex(), piece))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tags.json"


@pytest.fixture
def says(capsys: pytest.CaptureFixture[str], file: Path) -> Says:
    """Return what runs `barkeep tags` and tells whether it does it, or refuses, in words with *sentence* in them."""

    def says(sentence: str, way: str, data: Path, *more: str, done: bool = False) -> bool:
        code = main(["tags", way, str(file), "--data", str(data), *more])
        said = capsys.readouterr()
        return code == (0 if done else 1) and sentence in (said.out if done else said.err)

    return says


def test_what_one_table_was_taught_another_knows(data: Path, tmp_path: Path, says: Says) -> None:
    assert says("2 tags are in", "export", data, done=True)
    other = tmp_path / "other"
    with table_on(other):
        pass
    assert says("knows 2 tags now", "import", other, done=True)
    assert known(other) == known(data) == TAUGHT


REFUSED = {
    "Choose one that Barkeep wrote.": b"[" * 20_000,
    "This is Octopus already. Nothing has changed.": tagfile.write(Pieces({b"\x04new": Piece("bag", "D"), FOUR: KARAMBOLE})),
    "This piece has a tag already. Renew it instead. Nothing has changed.": tagfile.write(Pieces({SEVEN: PAWN})),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_a_hostile_file_or_a_duplicate_is_refused_with_what_to_do_and_nothing_changes(
    data: Path, file: Path, says: Says, sentence: str
) -> None:
    content = REFUSED[sentence]
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert says(sentence, "import", data)
    assert known(data) == TAUGHT


def test_nothing_is_done_beside_a_running_table_or_to_a_game_that_is_on(data: Path, file: Path, says: Says) -> None:
    file.write_text(tagfile.write(Pieces({SEVEN: KARAMBOLE})))
    with storage.claim(data):
        assert all(says("a table is running on", way, data) for way in ("export", "import"))
    assert says("", "import", data, done=True), "the lock is given back"
    with table_on(data) as table:
        for seat, name in (("A", "Ann"), ("B", "Bob"), ("C", "Cas")):
            table.act(seat, SitDown(name, f"token {seat}"))
        table.act("A", StartGame("barracuda", {}))
    assert says("A game is on. Wait until it ends.", "import", data)


def test_where_there_is_nothing_it_says_so(tmp_path: Path, file: Path, says: Says) -> None:
    assert says("no table has been opened on", "export", tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()
    with table_on(tmp_path / "data"):
        pass
    assert says("no tag has been taught", "export", tmp_path / "data")
    assert not file.exists()
    assert says("No such file", "import", tmp_path / "data")


@pytest.mark.usefixtures("impatient")
def test_a_journal_that_is_damaged_is_told_from_one_that_is_locked_or_has_no_room(data: Path, says: Says) -> None:
    with held(data / storage.JOURNAL):
        assert says("another program has", "export", data)
    with no_room():
        assert says("make room where", "export", data)
    (data / storage.JOURNAL).write_bytes(b"not a journal" * 1000)
    for log in data.glob(f"{storage.JOURNAL}-*"):
        log.unlink()
    assert says("can't be read", "export", data)
