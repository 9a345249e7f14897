"""A damaged journal is named, left as it is, and its valid part taken when asked for; a lock or a full disk is no damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evenings.house import House, Phone, open_house
from tests.firmware.holding import held, no_room


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A data directory whose journal had one letter changed, in the draw after a game's start."""
    with open_house(tmp_path) as house:
        phones = [Phone(house, seat) for seat in "ABC"]
        for phone in phones:
            phone.sit()
        phones[0].act({"ask": None, "command": {"is": "StartGame", "game": "barracuda", "options": {}}})
        phones[0].answer("CallDraw")
    journal = tmp_path / "journal.sqlite"
    whole = journal.read_bytes()
    at = whole.index(b'"is":"PawnDrawn"')
    journal.write_bytes(whole[:at] + whole[at:].replace(b"PawnDrawn", b"PawnDrewn", 1))
    return tmp_path


def test_a_damaged_journal_is_named_and_left_as_it_is(damaged: Path) -> None:
    before = (damaged / "journal.sqlite").read_bytes()
    with pytest.raises(AssertionError, match=r"(?s)damaged: game 1: row 6 .*1 rows before it are whole.*--keep-valid"):
        House(damaged).start()
    assert (damaged / "journal.sqlite").read_bytes() == before


def test_the_valid_part_is_taken_when_asked_for_and_the_damaged_file_kept(damaged: Path) -> None:
    with open_house(damaged, "--keep-valid") as house:
        assert "Noor" in house.table(), "the game and its seats are there"
    kept = (damaged / "journal.damaged-1.sqlite").read_bytes()
    assert b"PawnDrewn" in kept
    with open_house(damaged) as house:
        assert "Noor" in house.table(), "and it starts without being asked again"


def test_a_journal_that_another_program_holds_is_never_set_aside(tmp_path: Path) -> None:
    """Also when asked to: nothing is wrong with it, and the game goes on once that program is closed."""
    with open_house(tmp_path) as house:
        Phone(house, "A").sit()
    with held(tmp_path / "journal.sqlite"), pytest.raises(AssertionError, match=r"(?s)locked: close that program"):
        House(tmp_path, "--keep-valid").start()
    assert not list(tmp_path.glob("*damaged*"))
    with open_house(tmp_path) as house:
        assert "Noor" in house.table()


def test_a_journal_on_a_full_disk_is_never_set_aside(tmp_path: Path) -> None:
    """Nor is it called damaged, and the game goes on once there is room."""
    with open_house(tmp_path) as house:
        Phone(house, "A").sit()
    with no_room(), pytest.raises(AssertionError, match=r"barkeep: the disk does not take .*: make room where"):
        House(tmp_path, "--keep-valid").start()
    assert not list(tmp_path.glob("*damaged*"))
    with open_house(tmp_path) as house:
        assert "Noor" in house.table()
