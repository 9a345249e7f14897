"""The table: one command, one commit; keys, late answers, taps, rules that don't balance, and racing threads."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.games import barracuda, installed
from companion.games.barracuda.moves import BankCounted, BarOpened, Bid, CallDraw, DrawPawn, PawnDrawn, SellTo
from companion.journal.store import Damaged
from companion.kit import TABLE, Illegal, Piece, Pile, Purse, Sealed, say
from companion.table import posting
from companion.table.table import Answer, Fault, KeyReused, Stale, Table

from tests.companion.settings import (  # isort: skip
    BIDS, DRAW, PUT_AWAY, ROUNDS, Clock, everything_shown, number, play, rows, sit_and_start, table_in, taught, vote,
)  # fmt: skip
from tests.proof.rules.minting import minting

LONG = 300  # Seconds to wait for what must come.


def test_a_key_reused_for_another_command_is_refused(auction: Table) -> None:
    auction.act("B", BIDS["B"], key="k")
    shown = everything_shown(auction)
    for command, ask in ((Bid(Pile(ones=2)), None), (BIDS["B"], ("bid", 1))):
        with pytest.raises(KeyReused):
            auction.act("B", command, ask=ask, key="k")
    assert everything_shown(auction) == shown


def test_a_command_of_a_game_before_any_game_is_stale_and_a_tap_says_so(table: Table) -> None:
    with pytest.raises(Stale):
        table.act(TABLE, CallDraw())
    assert (table.now.view("A"), table.now.standing("A"), table.now.awaited(), table.now.game) == (None, {}, (), None)
    assert table.press("ok") == Answer(False, say("table.no_game"))


def test_a_point_waits_on_its_seats_page_and_is_not_for_the_game_that_comes_after(auction: Table) -> None:
    play(auction, [*BIDS.items(), ("A", SellTo("E")), DRAW])
    auction.now.pieces.learn(b"cafe", Piece("card", "Tide Bar"))
    assert auction.tap("reader 1", b"cafe").said.code == "barracuda.tap.pick_takeover"
    for seat in "ACD":
        assert {of: point.subject for of, point in auction.now.points.items()} == {"B": "Tide Bar"}
        vote(auction, seat, PUT_AWAY)
    assert not auction.now.points


def minting_table(folder: Path, kind: type) -> Table:
    wrong = minting("barracuda", "a note for a player", lambda event: isinstance(event, kind))
    return table_in(folder, games={**installed(), "barracuda": wrong})


def test_chance_that_does_not_balance_takes_nothing_from_who_acted_before(tmp_path: Path, caplog: Any) -> None:
    sit_and_start(table := minting_table(tmp_path, PawnDrawn))
    before = len(rows(tmp_path))
    for one in (table, table, minting_table(tmp_path, PawnDrawn)):
        assert (one.act(TABLE, CallDraw(), key="draw"), len(rows(tmp_path))) == ({"row": before + 1}, before + 1)
    assert table_in(tmp_path, chance=lambda _: DrawPawn("Z")).act(TABLE, CallDraw(), key="draw") == {"row": before + 1}
    assert "which refused their own draw" in caplog.text
    table_in(tmp_path)
    assert len(rows(tmp_path)) == before + 2  # Drawn by correct rules.


SHOWN = BankCounted("A", Sealed(Purse(), {"A", "B"}))


@pytest.mark.parametrize(("wrong", "where"), [(lambda *_: 1 / 0, "test_table.py"), (lambda *_: (SHOWN,), "match.py")])
def test_a_fault_is_never_a_row_and_is_numbered(game: Table, caplog: Any, monkeypatch: Any, wrong: Any, where: str) -> None:
    """One fault raises, and one seals a value for a seat that DISCLOSURE doesn't name."""
    monkeypatch.setattr(barracuda, "events", wrong)
    with pytest.raises(Fault) as fault:
        game.act("A", CallDraw())
    assert f"fault {fault.value.number} in the program, at {where}:" in caplog.text
    assert game.press("ok") == Answer(False, say("table.fault", number=f"{fault.value.number[:-1]}2"))
    monkeypatch.undo()
    monkeypatch.setattr(barracuda, "tapped", lambda *_: 1 / 0)  # In what a key means, which ends no thread, either.
    assert game.press("ok").said.code == "table.fault"
    monkeypatch.undo()
    assert game.press("ok").right


def test_rows_that_do_not_balance_are_damage(game: Table, tmp_path: Path) -> None:
    play(game, ROUNDS[:2])
    with pytest.raises(Damaged, match=r"game 1: row \d+ can't be applied \(rules\.py:\d+\); 2 rows before it are whole"):
        minting_table(tmp_path, BarOpened)


def test_of_threads_that_race_for_one_draw_exactly_one_wins(game: Table, tmp_path: Path) -> None:
    ask, before, gate = number(game, "A", "draw"), len(rows(tmp_path)), threading.Barrier(8)

    def wins(n: int) -> bool:
        gate.wait(LONG)
        with suppress(Illegal, Stale):
            return bool(game.act("ABCDE"[n % 5], CallDraw(), ask=ask, key=f"race {n}"))
        return False

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(wins, range(8), timeout=LONG)) == 1
    assert len(rows(tmp_path)) == before + 2  # The call and the pawn.
    assert len(game.now.view(TABLE).bag[0]) == 4


def test_whoever_waits_for_something_else_is_woken_by_a_nudge(game: Table) -> None:
    asked = threading.Event()

    def also() -> bool:
        asked_before = asked.is_set()
        asked.set()
        return asked_before

    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(game.changes.wait, game.now.revision, LONG, also)
        asked.wait(LONG)
        game.changes.nudge()
        assert waiting.result(LONG) == game.now


@pytest.fixture
def evening(tmp_path: Path, clock: Clock) -> Table:
    """A table in the second round, with a clock, that knows the cards of an open and of a closed bar."""
    tags = taught(_01=Piece("card", "Octopus"), _02=Piece("card", "Jetty Bar"))
    sit_and_start(table := table_in(tmp_path, pieces=tags, clock=clock))
    play(table, ROUNDS[:10])
    return table


def test_a_last_order_by_key_needs_ok_which_is_deaf_for_a_moment(evening: Table, clock: Clock) -> None:
    table, row, question = evening, evening.now.row, say("barracuda.tap.sure_last_order")
    for dropped in (partial(table.press, "back"), table.pass_time, partial(table.tap, "reader", b"\x01")):
        assert table.press("last_order") == Answer(True)
        assert table.now.public.screen.small == question
        assert table.press("ok") == Answer(False, question)  # Meant for the draw, when the question came under the thumb.
        clock.now += 8
        dropped()
        assert (table.now.question, table.now.row) == (None, row)
    told = table.now
    for key in ("last_order", "last_order", "ok"):  # The same key asks again, and confirms nothing.
        assert table.now.view(TABLE).phase == "drawing"
        assert table.press(key) == Answer(True)
        clock.now += 1
    assert table.now.view(TABLE).phase == "staking"
    table.machine.tell_reader(works=False)
    assert {"last_order", "reader_lost"} <= {one["event_type"] for one in posting.news(told, table.now, named=False)}
    assert table.press("last_order").said == say("barracuda.refusal.order_called")  # What is refused isn't asked about.


@pytest.mark.parametrize("closed", [False, True], ids=["the_phone_may_have_died", "the_panel_is_closed"])
def test_a_closed_bars_card_picks_in_its_players_open_panel_and_nobody_sees(evening: Table, clock: Clock, closed: bool) -> None:
    evening.act(*DRAW)
    ask, before = number(evening, "A", "partnership"), evening.now
    evening.stand_at("B", ("open", ask[1]))  # B isn't asked, and changes nothing.
    evening.stand_at("A", ask)
    assert evening.now is before
    assert evening.tap("reader", b"\x02").said.code == "barracuda.tap.pick_open"
    assert (evening.now.points["A"].ask, evening.now.row) == ("open", before.row)
    if closed:
        evening.stand_at("A", None)
    else:
        clock.now += 300
    assert evening.tap("reader", b"\x02") == Answer(True)
    assert evening.now.row > before.row
    assert evening.now.view(TABLE).bar("Jetty Bar").lessee == "A"
