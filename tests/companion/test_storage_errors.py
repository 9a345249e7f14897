"""The disk fails at any step, once or for a while: nothing is lost, nothing doubled, every unknown is settled by its key."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.barracuda.moves import Bid, CallDraw, SellTo
from companion.game import TABLE
from companion.journal import connect
from companion.money import Pile
from companion.seating import SitDown, StartGame
from companion.table import Answer, Table, Unknown
from tests.companion.settings import FIRST_ROUND, TO_THE_AUCTION, everything_shown, open_table, play, sit_and_start
from tests.proof.failing import FailingConnection, settled

SEATED = [(seat, SitDown(name, f"token {seat}")) for seat, name in (("A", "Ann"), ("B", "Bob"), ("C", "Cas"))]
EVENING = [*SEATED, ("A", StartGame("barracuda", {})), (TABLE, CallDraw()), FIRST_ROUND[0], ("B", CallDraw()), FIRST_ROUND[1]]


def evening(path: Path, first: int, last: int, *, after: bool, error: type[sqlite3.Error]) -> tuple[str, int, int]:
    """Play EVENING over a failing disk; return what everybody is shown, how many unknowns there were, and the executes."""
    connection = FailingConnection(connect(path))
    table = open_table(connection)
    connection.fail(first, last, after=after, error=error)
    unknowns = sum(settled(table, seat, command, f"key {n}") for n, (seat, command) in enumerate(EVENING))
    return everything_shown(table, "ABC"), unknowns, connection.count


def rows(path: Path) -> list[tuple[Any, ...]]:
    with closing(connect(path)) as connection:
        return list(connection.execute("SELECT n, game, seat, key, command, events, reply, link FROM rows ORDER BY n"))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, int, list[tuple[Any, ...]]]:
    path = tmp_path_factory.mktemp("undisturbed") / "journal.sqlite"
    shown, unknowns, executes = evening(path, 0, -1, after=False, error=sqlite3.OperationalError)
    assert unknowns == 0
    return shown, executes, rows(path)


@pytest.mark.parametrize("after", [False, True], ids=["not_done", "done_all_the_same"])
@pytest.mark.parametrize("length", [1, 2, 5], ids=["once", "twice", "five_times"])
def test_every_step_may_fail(undisturbed: Any, tmp_path: Path, after: bool, length: int) -> None:
    shown, executes, kept = undisturbed
    found = 0
    for first in range(1, executes + 1):
        path = tmp_path / f"{first}.sqlite"
        result, unknowns, _ = evening(path, first, first + length - 1, after=after, error=sqlite3.OperationalError)
        assert rows(path) == kept, f"failing from {first}"
        assert result == shown, f"failing from {first}"
        found += unknowns
        assert everything_shown(open_table(connect(path)), "ABC") == shown
    assert found >= executes // 2  # The faults were seen at all.


@pytest.mark.parametrize("error", [sqlite3.DatabaseError, sqlite3.IntegrityError])
def test_whatever_kind_of_error_it_is(undisturbed: Any, tmp_path: Path, error: type[sqlite3.Error]) -> None:
    shown, executes, kept = undisturbed
    for first in range(2, executes, 5):
        path = tmp_path / f"{first}.sqlite"
        assert evening(path, first, first, after=True, error=error)[0] == shown
        assert rows(path) == kept


def test_while_the_disk_is_away_the_views_stay_and_nothing_is_acknowledged(tmp_path: Path) -> None:
    connection = FailingConnection(connect(tmp_path / "journal.sqlite"))
    table = open_table(connection)
    sit_and_start(table)
    play(table, TO_THE_AUCTION)
    shown, kept = everything_shown(table), rows(tmp_path / "journal.sqlite")
    connection.fail(1, 10_000, after=False)
    for n in range(5):
        with pytest.raises(Unknown):
            table.act("B", Bid(Pile(ones=1)), key=f"{n}")
    assert (everything_shown(table), rows(tmp_path / "journal.sqlite")) == (shown, kept)
    answer = table.press("last_order")
    assert isinstance(answer, Answer)
    assert not answer.right
    connection.fail(0, -1, after=False)
    for seat in "BCDE":
        table.act(seat, Bid(Pile(ones=1)), key="again")
    table.act("A", SellTo("C"))


@pytest.mark.parametrize("failing", [(1, 1), (3, 3), (3, 100)], ids=["looking_up", "writing", "for_a_while"])
def test_everybody_is_told_until_the_disk_takes_a_command_again(tmp_path: Path, failing: tuple[int, int]) -> None:
    connection = FailingConnection(connect(tmp_path / "journal.sqlite"))
    table = open_table(connection)
    sit_and_start(table, "ABC")
    before = table.revision
    assert not table.read_only
    connection.fail(*failing, after=False)
    with pytest.raises(Unknown):
        table.act("A", CallDraw(), key="k")
    assert table.read_only
    assert table.revision > before, "the pages look again"
    connection.fail(0, -1, after=False)
    table.act("A", CallDraw(), key="k")
    assert not table.read_only


def bid(table: Table, seat: str) -> None:
    table.act(seat, Bid(Pile(ones=1)), key="bid")


@pytest.fixture
def at_the_auction(tmp_path: Path) -> tuple[Table, FailingConnection]:
    """B has bid, C has not: each bid is find, BEGIN, INSERT, COMMIT."""
    connection = FailingConnection(connect(tmp_path / "journal.sqlite"))
    table = open_table(connection)
    sit_and_start(table)
    play(table, TO_THE_AUCTION)
    bid(table, "B")
    return table, connection


def test_a_row_that_is_there_all_the_same_is_a_command_that_the_disk_took(
    at_the_auction: tuple[Table, FailingConnection],
) -> None:
    table, connection = at_the_auction
    connection.fail(4, 4, after=True)
    with pytest.raises(Unknown):
        bid(table, "C")
    assert table.read_only
    before = table.revision
    bid(table, "C")
    assert not table.read_only
    assert table.revision > before, "the pages look again"


def test_an_old_answer_is_no_command_that_the_disk_took(at_the_auction: tuple[Table, FailingConnection]) -> None:
    table, connection = at_the_auction
    connection.fail(3, 3, after=False)
    with pytest.raises(Unknown):
        bid(table, "C")
    bid(table, "B")
    assert table.read_only
    bid(table, "C")
    assert not table.read_only


def test_a_draw_that_the_disk_kept_from_being_made_is_made_with_the_next_command(tmp_path: Path) -> None:
    """The call is kept, the pawn is not: whoever asks next, with any key or none, finds the pawn drawn."""
    connection = FailingConnection(connect(tmp_path / "journal.sqlite"))
    table = open_table(connection)
    sit_and_start(table, "ABC")
    with pytest.raises(Unknown):
        fail_the_pawn(table, connection)
    assert not [seat for seat in table.view(TABLE).seats if seat.is_active]  # Called, and no pawn yet.
    assert table.press("ok").right is False  # Somebody presses the key again.
    assert [seat.seat for seat in table.view(TABLE).seats if seat.is_active] == ["A"]


def fail_the_pawn(table: Table, connection: FailingConnection) -> None:
    connection.fail(5, 5, after=False)  # find, BEGIN, INSERT, COMMIT, and then the pawn's BEGIN.
    table.act("A", CallDraw(), key="k")


def test_once_the_disk_answers_again_a_command_costs_what_it_did(tmp_path: Path) -> None:
    connection = FailingConnection(connect(tmp_path / "journal.sqlite"))
    table = open_table(connection)
    sit_and_start(table)
    play(table, TO_THE_AUCTION)
    costs = []
    for seat, failing in (("B", 0), ("C", 2), ("D", 0)):
        connection.fail(failing, failing, after=False)
        settled(table, seat, Bid(Pile(ones=1)), "bid")
        costs.append(connection.count)
    assert costs[0] == costs[2] < costs[1]


def test_a_full_disk_never_keeps_the_table_busy_for_ever(tmp_path: Path) -> None:
    connection = FailingConnection(connect(tmp_path / "journal.sqlite"))
    table = open_table(connection)
    sit_and_start(table, "ABC")
    refuse = connection.execute

    def full(statement: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        if statement.startswith("INSERT"):
            raise sqlite3.OperationalError("database or disk is full")
        return refuse(statement, values)

    connection.execute = full
    for _ in range(3):
        with pytest.raises(Unknown):
            table.act("A", CallDraw(), key="k")
    connection.execute = refuse
    with suppress(Unknown):
        table.act("A", CallDraw(), key="k")
    assert [seat.seat for seat in table.view(TABLE).seats if seat.is_active] == ["A"]
