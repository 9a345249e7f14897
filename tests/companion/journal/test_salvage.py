"""Salvage the usable rows of a damaged journal: all that are intact, and no others."""

from pathlib import Path

import pytest

from companion.journal.salvage import salvage
from companion.journal.store import Damaged, Journal, Refused, connect
from tests.companion.journal.journals import damage, filled, flipped, folded, fresh_rows, salvaged, tamper

PAGE = 4096  # The unit, in bytes, in which SQLite writes.


def test_salvage_keeps_the_valid_rows_to_go_on_with_and_the_damaged_file(path: Path) -> None:
    tamper(path, "UPDATE rows SET events = '[]' WHERE n = 5")
    before = folded(path)
    count, fresh = salvaged(path)
    assert count == 4
    assert path.read_bytes() == before
    journal = Journal(connect(fresh))
    assert [row.n for row in journal.rows(1)] == [2, 3, 4]
    assert journal.append(1, "1.barracuda.1", "A", "again", "[]", "[]", "{}") == 5
    assert damage(fresh) is None


@pytest.mark.parametrize("events", ["'[]'", "CAST(x'80ff' AS TEXT)"], ids=["another_text", "no_text"])
def test_salvage_keeps_the_other_games(path: Path, events: str) -> None:
    Journal(connect(path)).append(2, "1.barracuda.1", "A", "other", "[]", "[]", "{}")
    tamper(path, f"UPDATE rows SET events = {events} WHERE n = 3")
    _, fresh = salvaged(path)
    assert (fresh_rows(fresh, 2), fresh_rows(fresh, 1)) == ([8], [2])


def test_an_index_that_leads_into_another_game_costs_that_game_nothing(tmp_path: Path) -> None:
    """With one bit changed in the index, the game's row 65 is looked for in row 1, which is the table's own."""
    path = tmp_path / "long.sqlite"
    filled(path, rows=80).close()
    whole = folded(path)
    in_index = b"\x04\x09\x01\x01\x41\x41"  # One byte and two bytes: row 65 of game 1 is to be found in row 65.
    assert whole.count(in_index) == 1
    path.write_bytes(whole.replace(in_index, in_index[:-1] + b"\x01"))
    assert damage(path, game=0) is None
    count, fresh = salvaged(path)
    assert count == 1 + 80
    assert fresh_rows(fresh, 0) == [1]
    assert fresh_rows(fresh, 1) == list(range(2, 82))


def without_page_of(path: Path, content: bytes) -> None:
    """Checkpoint the log, and zero the page on which *content* begins."""
    whole = folded(path)
    at = whole.index(content) // PAGE * PAGE
    path.write_bytes(whole[:at] + bytes(PAGE) + whole[at + PAGE :])


def torn_journal(path: Path, *later: int) -> Path:
    """Return a journal of 400 rows of game 1, with the page of its row 201 zeroed, and then one row of each game in *later*."""
    connection = filled(path, rows=400)
    journal = Journal(connection)
    for game in (0, 1):
        list(journal.rows(game))
    for number, game in enumerate(later):
        journal.append(game, "1.barracuda.1", "A", f"later {number}", "[]", "[]", "{}")
    connection.close()
    without_page_of(path, b'"n":200')
    return path


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    return torn_journal(tmp_path / "long.sqlite", 2)


def test_a_torn_page_is_named_and_what_can_be_read_is_kept(torn: Path) -> None:
    found = damage(torn)
    assert 0 < found.valid < 400
    _, fresh = salvaged(torn)
    assert damage(fresh) is None
    kept = fresh_rows(fresh, 1)
    assert kept == list(range(2, len(kept) + 2))
    assert found.valid <= len(kept) < 200, "every row before the page"
    assert fresh_rows(fresh, 2) == [402], "and the other game's after it"


def test_a_torn_page_that_may_have_been_the_tables_ends_no_more_than_what_is_behind_it(torn: Path) -> None:
    """Nobody can tell whether the table's own rows continue after the page; those before it are enough to go on with a game."""
    _, game = salvaged(torn)
    before = fresh_rows(game, 1)
    game.unlink()
    count, fresh = salvaged(torn, game=0)
    assert count == 1 + len(before)
    assert fresh_rows(fresh, 1) == before
    assert damage(fresh, game=2) is None


def test_a_torn_page_before_a_row_of_the_tables_own_held_none_of_those(tmp_path: Path) -> None:
    """The chain of the table's own rows continues after it, so only game 1 is damaged, which its own chain will show."""
    path, fresh = torn_journal(tmp_path / "long.sqlite", 2, 0), tmp_path / "fresh.sqlite"
    salvage(path, fresh, Damaged(0, 2, 1, "can't be read"))
    assert fresh_rows(fresh, 0) == [1, 403]
    assert fresh_rows(fresh, 2) == [402]
    assert damage(fresh, game=1) is not None


def test_what_lies_between_two_torn_pages_is_kept(tmp_path: Path) -> None:
    path, fresh = torn_journal(tmp_path / "long.sqlite", 2, *[1] * 99), tmp_path / "fresh.sqlite"
    without_page_of(path, b"later 99[]")
    salvage(path, fresh, Damaged(1, 200, 198, "can't be read"))
    assert fresh_rows(fresh, 2) == [402]


def test_rows_of_which_only_the_first_page_is_spoilt_are_all_kept(path: Path) -> None:
    """That page holds the schema and the column names; neither is needed to find the rows."""
    whole, everything = folded(path), Damaged(0, 1, 0, "can't be read")
    spoilt = [flipped(whole, at, 1) for at in range(0, PAGE, 64)]
    spoilt += [bytes(512) + whole[512:], bytes(PAGE) + whole[PAGE:], whole.replace(b"events TEXT", b"Events TEXT")]
    counts = []
    for number, content in enumerate(spoilt):
        path.write_bytes(content)
        counts.append(salvage(path, path.with_name(f"fresh {number}.sqlite"), everything))
    assert counts == [7] * len(spoilt)
    assert path.read_bytes() == spoilt[-1]
    left = {file.suffix for file in path.parent.iterdir() if "fresh" not in file.name}
    assert left <= {".sqlite", ".sqlite-shm", ".sqlite-wal"}


def test_rows_that_the_rules_refuse_are_not_kept_although_they_are_intact(path: Path) -> None:
    fresh = path.with_name("fresh.sqlite")
    assert salvage(path, fresh, Refused(1, 5, 3, "can't be applied")) == 4
    assert fresh_rows(fresh, 1) == [2, 3, 4]
