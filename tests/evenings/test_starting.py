"""What keeps a table from starting is named and left as it is; a damaged journal's valid part is taken when asked for."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from firmware import boot
from firmware.command import main
from tests.evenings.house import NAMES, open_house
from tests.evenings.prepared import prepare
from tests.firmware.holding import held, no_room


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return prepare(tmp_path, turns=1)


@pytest.fixture
def damaged(kept: Path) -> Path:
    """The same, with one letter changed in the first draw."""
    journal = kept / "journal.sqlite"
    journal.write_bytes(journal.read_bytes().replace(b'"is":"PawnDrawn"', b'"is":"PawnDrewn"', 1))
    return kept


def refused(capsys: pytest.CaptureFixture[str], data: Path, *options: str) -> str:
    where = ("--hardware", "none", "--host", "127.0.0.1", "--data", str(data))
    assert main(["run", *where, "--port", "0", *options]) == 1
    return capsys.readouterr().err


def starts(data: Path) -> bool:
    house = boot.open_house(boot.Settings(data, "none", port=0, host="127.0.0.1"))
    names = house.table.names
    house.close()
    return names == NAMES


def test_a_port_or_a_data_directory_that_is_taken_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        other, taken = tmp_path / "other", str(house.port)
        assert f"another program has port {taken} already" in refused(capsys, other, "--port", taken)
        assert "a table is running on" in refused(capsys, tmp_path)
        house.press("ok")  # The first one goes on.


def test_a_damaged_journal_is_named_and_left_as_it_is(capsys: pytest.CaptureFixture[str], damaged: Path) -> None:
    before = (damaged / "journal.sqlite").read_bytes()
    why = refused(capsys, damaged)
    for part in ("damaged: game 1: row 7 ", "rows before it are whole", "--keep-valid"):
        assert part in why
    assert (damaged / "journal.sqlite").read_bytes() == before


@pytest.mark.broad
def test_the_valid_part_is_taken_when_asked_for_and_the_damaged_file_kept(damaged: Path) -> None:
    with open_house(damaged, "--keep-valid") as house:
        assert "Noor" in house.table()
    assert b"PawnDrewn" in (damaged / "journal.damaged-1.sqlite").read_bytes()
    assert starts(damaged), "without being asked again"


TROUBLES: dict[str, Callable[[Path], AbstractContextManager[object]]] = {
    "locked: close that program": lambda data: held(data / "journal.sqlite"),
    "the disk does not take .*: make room where": lambda data: no_room(),
}


@pytest.mark.parametrize("why", TROUBLES)
def test_a_whole_journal_that_cannot_be_used_just_now_is_never_set_aside(
    capsys: pytest.CaptureFixture[str], kept: Path, why: str
) -> None:
    """Also when asked to: nothing is wrong with it, and the game goes on once it can be."""
    with TROUBLES[why](kept):
        assert re.search(why, refused(capsys, kept, "--keep-valid"), re.DOTALL)
    assert not list(kept.glob("*damaged*"))
    assert starts(kept)
