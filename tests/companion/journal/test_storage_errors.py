"""The disk fails for a while, or between a call and its draw. Failures at every other step are D4 of the proof."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.games.barracuda.moves import Bid, CallDraw, SellTo
from companion.journal.store import connect
from companion.keeping import checkpoint
from companion.kit import TABLE, Pile
from companion.table.table import Table, Unknown
from tests.companion.settings import TO_THE_AUCTION, everything_shown, open_table, play, rows, sit_and_start, table_in
from tests.proof.durability.failing import FailingConnection


@pytest.fixture
def disk(tmp_path: Path) -> FailingConnection:
    return FailingConnection(connect(tmp_path / "journal.sqlite"))


@pytest.fixture
def three(disk: FailingConnection) -> Table:
    """Three players before the first draw."""
    table = open_table(disk)
    sit_and_start(table, "ABC")
    return table


@pytest.fixture
def bidding(disk: FailingConnection) -> Table:
    """Four players are to bid: each bid is find, BEGIN, INSERT, COMMIT."""
    table = open_table(disk)
    sit_and_start(table)
    play(table, TO_THE_AUCTION)
    return table


def bid(table: Table, seat: str) -> None:
    table.act(seat, Bid(Pile(ones=1)), key="bid")


def drawn(table: Table) -> list[str]:
    return [seat.seat for seat in table.now.view(TABLE).seats if seat.is_active]


def test_without_a_disk_views_stay_and_nothing_is_acknowledged(bidding: Table, disk: FailingConnection, tmp_path: Path) -> None:
    shown, kept = everything_shown(bidding), rows(tmp_path)
    disk.fail(1, 10_000, after=False)
    for n in range(5):
        with pytest.raises(Unknown):
            bidding.act("B", Bid(Pile(ones=1)), key=f"{n}")
    assert (everything_shown(bidding), rows(tmp_path)) == (shown, kept)
    assert not bidding.press("last_order").right
    disk.fail(0, -1, after=False)
    for seat in "BCDE":
        bid(bidding, seat)
    bidding.act("A", SellTo("C"))


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
    assert bidding.now.read_only
    before = bidding.now.revision
    bid(bidding, "C")
    assert not bidding.now.read_only
    assert bidding.now.revision > before, "the pages fetch again"


def test_a_draw_that_the_disk_kept_from_being_made_is_made_with_the_next_command(three: Table, disk: FailingConnection) -> None:
    """The call is kept, the pawn isn't: the next command, with any key or none, finds the pawn drawn."""
    disk.fail(5, 5, after=False)  # find, BEGIN, INSERT, COMMIT, and then the pawn's BEGIN.
    with pytest.raises(Unknown):
        three.act("A", CallDraw(), key="k")
    assert drawn(three) == []
    assert three.press("ok").right is False  # Somebody presses the key again.
    assert drawn(three) == ["A"]


def test_a_checkpoint_that_the_disk_did_not_take_costs_the_next_act_nothing(
    tmp_path: Path, disk: FailingConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_and_start(table_in(tmp_path), "ABC")
    monkeypatch.setattr(checkpoint, "EACH", 0)
    monkeypatch.setattr(checkpoint, "kept", partial(failing_next, checkpoint.kept, disk))
    table = open_table(disk)
    table.act(TABLE, CallDraw())
    assert len(drawn(table)) == 1


def failing_next(kept: Callable[..., Any], disk: FailingConnection, *given: Any) -> Any:
    """Return what is to be written, and let the second execute from now on fail, which is its INSERT."""
    disk.fail(2, 2, after=False)
    return kept(*given)
