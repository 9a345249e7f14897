"""A table beside another one, or on a disk that fails (at every other step in D4 of the proof), and rows it can't read."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.barracuda.moves import Bid, CallDraw, OpenBar
from companion.journal import codec
from companion.journal.salvage import salvage
from companion.journal.store import ROWS, Journal, Refused, connect
from companion.keeping import checkpoint
from companion.kit import TABLE, Illegal, Pile
from companion.seats.seating import SitDown
from companion.table.table import Table, Unknown
from tests.proof.durability.failing import FailingConnection

from tests.companion.settings import (  # isort: skip
    DRAW, NAMES, TO_THE_AUCTION, everything_shown, open_table, play, refused, rows, sit_and_start, table_in,
)  # fmt: skip


def drawn(table: Table) -> list[str]:
    return [seat.seat for seat in table.now.view(TABLE).seats if seat.is_active]


def test_a_second_table_on_the_same_journal_never_overwrites_and_learns_what_happened(game: Table, tmp_path: Path) -> None:
    second = table_in(tmp_path)
    game.act("A", CallDraw(), key="one")
    with pytest.raises(Unknown):
        second.act("B", CallDraw(), key="two")
    assert everything_shown(second) == everything_shown(game)
    with pytest.raises(Illegal):
        second.act("B", CallDraw(), key="two")
    second.act("A", OpenBar("Octopus"), key="three")
    with pytest.raises(Unknown):
        game.act("A", OpenBar("Karambole"), key="four")
    assert everything_shown(game) == everything_shown(second) == everything_shown(table_in(tmp_path))


@pytest.fixture
def disk(tmp_path: Path) -> FailingConnection:
    return FailingConnection(connect(tmp_path / "journal.sqlite"))


@pytest.fixture
def bidding(disk: FailingConnection) -> Table:
    """Four players are to bid: each bid is find, BEGIN, INSERT, COMMIT."""
    sit_and_start(table := open_table(disk))
    play(table, TO_THE_AUCTION)
    return table


def bid(table: Table, seat: str) -> None:
    table.act(seat, Bid(Pile(ones=1)), key="bid")


def test_without_a_disk_views_stay_and_nothing_is_acknowledged(bidding: Table, disk: FailingConnection, tmp_path: Path) -> None:
    shown, kept = everything_shown(bidding), rows(tmp_path)
    disk.fail(1, 10_000, after=False)
    for _ in range(2):
        with pytest.raises(Unknown):
            bid(bidding, "B")
    assert (everything_shown(bidding), rows(tmp_path)) == (shown, kept)
    assert not bidding.press("last_order").right


@pytest.mark.parametrize(("failing", "after"), [(3, False), (4, True)])
def test_the_disk_took_a_command_whose_row_is_there_and_an_old_answer_is_none(
    bidding: Table, disk: FailingConnection, failing: int, after: bool
) -> None:
    bid(bidding, "B")
    disk.fail(failing, failing, after=after)
    with pytest.raises(Unknown):
        bid(bidding, "C")
    if not after:
        bid(bidding, "B")
    before = bidding.now
    bid(bidding, "C")
    assert (before.read_only, bidding.now.read_only) == (True, False)
    assert bidding.now.revision > before.revision, "the pages fetch again"


def test_a_draw_that_the_disk_kept_from_being_made_is_made_with_the_next_command(disk: FailingConnection) -> None:
    """The call is kept, the pawn isn't: the next command, with any key or none, finds the pawn drawn."""
    sit_and_start(table := open_table(disk), "ABC")
    disk.fail(5, 5, after=False)  # find, BEGIN, INSERT, COMMIT, and then the pawn's BEGIN.
    with pytest.raises(Unknown):
        table.act("A", CallDraw(), key="k")
    assert drawn(table) == []
    assert (table.press("ok").right, drawn(table)) == (False, ["A"])  # Somebody presses the key again.


def test_a_checkpoint_the_disk_did_not_take_costs_the_next_act_nothing(tmp_path: Path, disk: Any, monkeypatch: Any) -> None:
    def failing(*given: Any) -> Any:
        disk.fail(2, 2, after=False)  # The second execute from now on is its INSERT.
        return kept(*given)

    sit_and_start(table_in(tmp_path), "ABC")
    kept = checkpoint.kept
    monkeypatch.setattr(checkpoint, "EACH", 0)
    monkeypatch.setattr(checkpoint, "kept", failing)
    table = open_table(disk)
    table.act(*DRAW)
    assert len(drawn(table)) == 1


EVERY_ROW = "SELECT n, game, version, seat, key, command, events, reply FROM rows ORDER BY n"


@pytest.mark.parametrize(("row", "version"), [
    (1, "2.table.1"), (1, f"1.table.{ROWS + 1}"), (7, "1.barracuda.99"), (7, "2.barracuda.1"), (7, "1.shark.1"),
])  # fmt: skip
def test_a_row_of_a_newer_version_is_refused_by_name(game: Table, tmp_path: Path, row: int, version: str) -> None:
    game.act(*DRAW)
    new = Journal(connect(tmp_path / "new.sqlite"))
    for n, on, given, *rest in connect(tmp_path / "journal.sqlite").execute(EVERY_ROW):
        new.append(on, version if n == row else given, *rest)
    with pytest.raises(ValueError, match=f"row {row} was written as {version}"):
        open_table(connect(tmp_path / "new.sqlite"))


def test_what_could_not_be_read_again_is_refused_and_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_in(tmp_path)
    with monkeypatch.context() as shorter:
        shorter.setattr(codec, "LONGEST_TEXT", len("SatDown"))
        assert refused(table, "A", SitDown("A long name", "token")) == "not_kept"
    assert (table.now.names, rows(tmp_path)) == ({}, [])
    sit_and_start(table)
    assert table_in(tmp_path).now.playing


def test_a_row_that_no_table_may_have_costs_only_what_came_after_it(game: Table, tmp_path: Path) -> None:
    game.act(*DRAW)
    new = Journal(connect(spoilt := tmp_path / "spoilt.sqlite"))
    for n, *rest, events, reply in connect(tmp_path / "journal.sqlite").execute(EVERY_ROW):
        new.append(*rest, events.replace(NAMES[2], "C" * 81) if n == 3 else events, reply)
    with pytest.raises(Refused, match="row 3 has what no row may have; 2 rows before it are whole") as damage:
        open_table(connect(spoilt))
    salvage(spoilt, tmp_path / "fresh.sqlite", damage.value)
    assert [*open_table(connect(tmp_path / "fresh.sqlite")).now.names.values()] == list(NAMES[:2])
