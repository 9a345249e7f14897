"""The table: one command, one commit; answers that no longer stand; keys; and the plug pulled."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.asks import Choice
from companion.barracuda.moves import BarOpened, Bid, CallDraw, DrawPawn, OpenBar, PawnDrawn, RefuseOffer, SellTo
from companion.chance import by_chance
from companion.evening import VoteAway
from companion.game import CHANCE, TABLE, Illegal, Point, Who, say
from companion.games import GAMES
from companion.journal import Damaged, Journal, connect
from companion.money import Pile
from companion.pieces import Piece, Pieces
from companion.seating import StandUp, StartGame
from companion.table import Answer, KeyReused, Stale, Table, Unknown
from tests.companion.settings import (
    DRAW,
    FIRST_ROUND,
    TO_THE_AUCTION,
    answer,
    everything_shown,
    first,
    open_table,
    play,
    sit_and_start,
    table_in,
    with_draws,
)
from tests.proof.minting import minting

BIDS = {"B": Bid(Pile(ones=1)), "C": Bid(Pile(ones=2, fakes=1)), "D": Bid(Pile(fakes=3)), "E": Bid(Pile(tens=1))}
ROOT = Path(__file__).parents[2]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Five players before the first draw."""
    table = table_in(tmp_path)
    sit_and_start(table)
    return table


@pytest.fixture
def auction(table: Table) -> Table:
    """Four are asked to bid at once."""
    play(table, TO_THE_AUCTION)
    return table


def number(table: Table, seat: str, name: str) -> tuple[str, int]:
    return name, table.standing(seat)[name].number


def row_count(folder: Path) -> int:
    with closing(connect(folder / "journal.sqlite")) as connection:
        return int(connection.execute("SELECT count(*) FROM rows").fetchone()[0])


# Keys


def test_the_same_key_gives_the_same_reply_and_does_nothing_twice(auction: Table) -> None:
    ask = number(auction, "B", "bid")
    reply = auction.act("B", BIDS["B"], ask=ask, key="k")
    shown = everything_shown(auction)
    assert auction.act("B", BIDS["B"], ask=ask, key="k") == reply
    auction.act("C", BIDS["C"], key="c")
    assert auction.act("B", BIDS["B"], ask=ask, key="k") == reply
    assert everything_shown(auction) != shown


def test_the_same_key_after_a_restart(auction: Table, tmp_path: Path) -> None:
    ask = number(auction, "B", "bid")
    reply = auction.act("B", BIDS["B"], ask=ask, key="k")
    assert table_in(tmp_path).act("B", BIDS["B"], ask=ask, key="k") == reply


@pytest.mark.parametrize(("command", "ask"), [(Bid(Pile(ones=2)), None), (BIDS["B"], ("bid", 1))])
def test_a_key_that_comes_with_anything_else_is_refused(auction: Table, command: Any, ask: Any) -> None:
    auction.act("B", BIDS["B"], key="k")
    shown = everything_shown(auction)
    with pytest.raises(KeyReused):
        auction.act("B", command, ask=ask, key="k")
    assert everything_shown(auction) == shown


def test_another_seats_key_is_another_key(auction: Table) -> None:
    auction.act("B", BIDS["B"], key="k")
    auction.act("C", BIDS["C"], key="k")


def test_a_refused_command_leaves_its_key_free(table: Table) -> None:
    with pytest.raises(Illegal):
        table.act("A", OpenBar("Octopus"), key="k")
    table.act(*DRAW)
    table.act("A", OpenBar("Octopus"), key="k")


# Asks


def test_an_answer_to_an_ask_that_no_longer_stands_is_stale_and_changes_nothing(table: Table) -> None:
    table.act(*DRAW)
    ask = number(table, "A", "open")
    table.act("A", OpenBar("Octopus"), ask=ask)
    shown = everything_shown(table)
    with pytest.raises(Stale):
        table.act("A", OpenBar("Barracuda"), ask=ask)
    with pytest.raises(Stale):
        table.act("B", OpenBar("Barracuda"), ask=("open", 0))
    assert everything_shown(table) == shown


def test_the_same_question_a_round_later_is_another_ask(table: Table) -> None:
    table.act(*DRAW)
    ask = number(table, "A", "open")
    play(table, with_draws(FIRST_ROUND)[1:])
    table.act(*DRAW)
    with pytest.raises(Stale):
        table.act("A", OpenBar("Barracuda"), ask=ask)
    table.act("A", OpenBar("Barracuda"), ask=number(table, "A", "open"))


def test_four_bid_at_once_and_no_ask_grows_stale(auction: Table) -> None:
    asks = {seat: number(auction, seat, "bid") for seat in BIDS}
    for seat in "DBEC":
        auction.act(seat, BIDS[seat], ask=asks[seat], key=seat)
    assert auction.standing("A")["sell"].ask.is_open


def test_the_table_waits_for_those_who_are_asked(auction: Table) -> None:
    assert set(auction.awaited()) == set("BCDE")
    auction.act("D", BIDS["D"])
    assert set(auction.awaited()) == set("BCE")


def test_a_command_of_a_game_before_any_game_is_stale(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    with pytest.raises(Stale):
        table.act(TABLE, CallDraw())
    assert (table.view("A"), table.standing("A"), table.awaited(), table.game) == (None, {}, (), None)


def test_nobody_sits_down_or_stands_up_in_mid_game(table: Table) -> None:
    for command in (StandUp(), StartGame("barracuda", {})):
        with pytest.raises(Illegal):
            table.act("A", command)


def test_an_illegal_command_changes_nothing_not_even_the_revision(auction: Table, tmp_path: Path) -> None:
    before = everything_shown(auction), auction.revision, row_count(tmp_path)
    with pytest.raises(Illegal):
        auction.act("A", SellTo("B"))
    with pytest.raises(Illegal):
        auction.act("B", RefuseOffer())
    assert (everything_shown(auction), auction.revision, row_count(tmp_path)) == before


# Taps and keys of the panel


def test_a_tap_is_a_command_a_point_or_nothing(table: Table) -> None:
    table.pieces.learn(b"cafe", Piece("card", "Octopus"))
    assert table.press("ok") == Answer(True)
    assert table.tap("reader 1", b"cafe") == Answer(True)
    assert table.view(TABLE).bar("Octopus").lessee == "A"
    table.act(*DRAW)
    assert table.press("ok") == Answer(False, say("barracuda.tap.acting", who=Who("B")))
    assert table.tap("reader 1", b"cafe").right is False
    assert table.tap("reader 1", b"none") == Answer(False, say("table.unknown_tag"))


def test_a_point_waits_on_its_seats_page_until_that_seat_acts(auction: Table) -> None:
    for seat in BIDS:
        auction.act(seat, BIDS[seat])
    play(auction, [("A", SellTo("E")), DRAW])
    auction.pieces.learn(b"cafe", Piece("card", "Tide Bar"))
    assert auction.tap("reader 1", b"cafe") == Answer(True)
    assert auction.point("B") == Point("B", "takeover", "Tide Bar")
    assert auction.point("C") is None


def test_a_point_is_not_for_the_game_that_comes_after(auction: Table) -> None:
    for seat in BIDS:
        auction.act(seat, BIDS[seat])
    play(auction, [("A", SellTo("E")), DRAW])
    auction.pieces.learn(b"cafe", Piece("card", "Tide Bar"))
    auction.tap("reader 1", b"cafe")
    for seat in "ACD":
        assert auction.point("B") is not None
        auction.act(seat, VoteAway(True))
    assert auction.point("B") is None


def test_without_a_game_a_tap_says_so(tmp_path: Path) -> None:
    assert table_in(tmp_path).press("ok") == Answer(False, say("table.no_game"))


# Threads


def race(count: int, work: Any) -> list[str]:
    """What *count* threads got that did *work* at the same moment."""
    gate, results = threading.Barrier(count), []

    def run(n: int) -> None:
        gate.wait(30)
        try:
            work(n)
        except (Illegal, Stale, KeyReused) as error:
            results.append(type(error).__name__)
        else:
            results.append("done")

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def test_of_threads_that_race_for_one_draw_exactly_one_wins(table: Table, tmp_path: Path) -> None:
    ask = number(table, "A", "draw")
    before = row_count(tmp_path)
    results = race(8, lambda n: table.act("ABCDE"[n % 5], CallDraw(), ask=ask, key=f"race {n}"))
    assert results.count("done") == 1
    assert row_count(tmp_path) == before + 2  # The call and the pawn.
    assert len(table.view(TABLE).bag[0]) == 4


def test_of_threads_with_one_key_all_get_the_same_and_it_is_done_once(auction: Table, tmp_path: Path) -> None:
    before, ask = row_count(tmp_path), number(auction, "B", "bid")
    assert race(8, lambda n: auction.act("B", BIDS["B"], ask=ask, key="k")) == ["done"] * 8
    assert row_count(tmp_path) == before + 1


def test_all_bidders_at_the_same_moment(auction: Table) -> None:
    asks = {seat: number(auction, seat, "bid") for seat in BIDS}
    results = race(4, lambda n: auction.act("BCDE"[n], BIDS["BCDE"[n]], ask=asks["BCDE"[n]], key="k"))
    assert results == ["done"] * 4
    assert auction.view("A").auction.opened


def test_whoever_waits_is_woken_by_a_change(table: Table) -> None:
    seen, before = [], table.revision
    thread = threading.Thread(target=lambda: seen.append(table.wait(before, 60)))
    thread.start()
    table.act(*DRAW)
    thread.join(60)
    assert seen[0] > before
    assert table.wait(table.revision, 0.01) == table.revision


def test_whoever_waits_for_something_else_is_woken_by_a_nudge(table: Table) -> None:
    happened, woken, before = threading.Event(), threading.Event(), table.revision

    def wait() -> None:
        table.wait(before, 60, happened.is_set)
        woken.set()

    threading.Thread(target=wait, daemon=True).start()
    happened.set()
    table.nudge()
    assert woken.wait(30)
    assert table.revision == before


# After a restart


def test_after_a_restart_everybody_sees_the_same_and_is_asked_the_same(auction: Table, tmp_path: Path) -> None:
    for seat in ("C", "E"):
        auction.act(seat, BIDS[seat])
    again = table_in(tmp_path)
    assert everything_shown(again) == everything_shown(auction)
    assert again.standing("B")["bid"].number == auction.standing("B")["bid"].number
    again.act("B", BIDS["B"], ask=number(auction, "B", "bid"))


def test_a_finished_game_is_still_shown_after_a_restart_and_the_next_begins_afresh(table: Table, tmp_path: Path) -> None:
    chance = random.Random(7)
    while table.playing:
        seat = chance.choice(table.awaited())
        asks = [one.ask for one in table.standing(seat).values() if one.ask.awaited and one.ask.is_open]
        table.act(seat, answer(chance.choice(asks), chance))
    again = table_in(tmp_path)
    assert everything_shown(again) == everything_shown(table)
    assert again.view("A").outcome is not None
    again.act("B", StartGame("barracuda", {}))
    assert (again.playing, again.view("A").round) == (True, 1)
    assert everything_shown(table_in(tmp_path)) == everything_shown(again)


def test_a_second_table_on_the_same_journal_never_overwrites_and_learns_what_happened(table: Table, tmp_path: Path) -> None:
    second = table_in(tmp_path)
    table.act("A", CallDraw(), key="one")
    with pytest.raises(Unknown):
        second.act("B", CallDraw(), key="two")
    assert everything_shown(second) == everything_shown(table)
    with pytest.raises(Illegal):
        second.act("B", CallDraw(), key="two")
    second.act("A", OpenBar("Octopus"), key="three")
    with pytest.raises(Unknown):
        table.act("A", OpenBar("Karambole"), key="four")
    assert everything_shown(table) == everything_shown(second) == everything_shown(table_in(tmp_path))


CHILD = """
import sys
from pathlib import Path
from tests.companion.test_table import BIDS
from tests.companion.settings import TO_THE_AUCTION, everything_shown, play, sit_and_start, table_in
table = table_in(Path(sys.argv[1]))
sit_and_start(table)
play(table, TO_THE_AUCTION)
for seat in sys.argv[2]:
    table.act(seat, BIDS[seat], key="bid")
print(everything_shown(table), flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("laid", ["", "CE", "BCDE"])
def test_kill_9_in_mid_auction_and_everybody_sees_the_same(tmp_path: Path, laid: str) -> None:
    command = [sys.executable, "-c", CHILD, str(tmp_path), laid]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        shown = child.stdout.readline().strip()
        os.kill(child.pid, signal.SIGKILL)
        child.wait(30)
    table = table_in(tmp_path)
    assert everything_shown(table) == shown
    rows = row_count(tmp_path)
    for seat in laid:  # The phones ask again.
        table.act(seat, BIDS[seat], key="bid")
    assert row_count(tmp_path) == rows
    for seat in sorted(set(BIDS) - set(laid)):
        table.act(seat, BIDS[seat], key="bid")
    table.act("A", SellTo("E"))


def killed_before_the_pawn(ask: Choice) -> Any:
    raise KeyboardInterrupt


def test_a_draw_that_was_called_when_the_plug_was_pulled_is_drawn_after_the_start(tmp_path: Path) -> None:
    table = open_table(connect(tmp_path / "journal.sqlite"), killed_before_the_pawn)
    sit_and_start(table)
    with pytest.raises(KeyboardInterrupt):
        table.act("A", CallDraw(), key="k")
    assert row_count(tmp_path) == 7  # Five who sat down, the start, the call; no pawn.
    again = table_in(tmp_path)
    assert [seat.seat for seat in again.view(TABLE).seats if seat.is_active] == ["A"]
    assert row_count(tmp_path) == 8


def test_a_shuffle_that_was_cut_off_is_made_after_the_start(tmp_path: Path) -> None:
    table = open_table(connect(tmp_path / "journal.sqlite"), killed_before_the_pawn)
    with pytest.raises(KeyboardInterrupt):
        sit_and_start(table, deal="companion")

    class Unshuffled:
        """A generator that leaves everything as it lies."""

        def sample(self, cards: Any, count: int) -> Any:
            return list(cards)[:count]

    again = open_table(connect(tmp_path / "journal.sqlite"), lambda ask: by_chance(ask, Unshuffled()))
    assert again.view(TABLE).phase == "drawing"


def test_the_chance_seat_is_nobodys(table: Table) -> None:
    with pytest.raises(Illegal):
        table.act("A", DrawPawn("A"))
    assert table.standing(CHANCE) == {}


# What can't be read


@pytest.mark.parametrize(
    ("row", "version"), [(1, "2.table.1"), (1, "1.table.4"), (7, "1.barracuda.99"), (7, "2.barracuda.1"), (7, "1.shark.1")]
)
def test_a_row_of_a_newer_version_is_refused_by_name(tmp_path: Path, row: int, version: str) -> None:
    sit_and_start(table_in(tmp_path))
    table_in(tmp_path).act(*DRAW)
    rewrite(tmp_path, row, version)
    with pytest.raises(ValueError, match=f"row {row} was written as {version}"):
        table_in(tmp_path)


def rewrite(folder: Path, row: int, version: str) -> None:
    """Write the journal anew with another version in *row*, all links right."""
    old, new = connect(folder / "journal.sqlite"), Journal(connect(folder / "new.sqlite"))
    for n, game, given, *rest in old.execute("SELECT n, game, version, seat, key, command, events, reply FROM rows ORDER BY n"):
        new.append(game, version if n == row else given, *rest)
    old.close()
    (folder / "new.sqlite").replace(folder / "journal.sqlite")
    for log in ("-wal", "-shm"):
        (folder / f"journal.sqlite{log}").unlink(missing_ok=True)
        if (folder / f"new.sqlite{log}").exists():
            (folder / f"new.sqlite{log}").replace(folder / f"journal.sqlite{log}")


def test_a_damaged_game_is_named_at_the_start(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    sit_and_start(table)
    play(table, with_draws(FIRST_ROUND))
    with closing(sqlite3.connect(tmp_path / "journal.sqlite", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER no_update")
        connection.execute("UPDATE rows SET events = replace(events, 'Octopus', 'Karambole') WHERE n = 12")
    with pytest.raises(Damaged, match="game 1: row 12"):
        table_in(tmp_path)


def test_the_journal_holds_the_seals_and_nothing_else_does(auction: Table, tmp_path: Path) -> None:
    auction.act("B", Bid(Pile(twos=4, fakes=2)))
    with closing(connect(tmp_path / "journal.sqlite")) as connection:
        (events,) = connection.execute("SELECT events FROM rows ORDER BY n DESC LIMIT 1").fetchone()
    assert json.loads(events)[0]["pile"]["contents"]["twos"] == 4
    assert '"twos": 4' in everything_shown(auction)
    for seat in "ACDE":
        assert auction.view(seat).auction.bids[0].pile is None


# Rules that are wrong


def minting_table(folder: Path, kind: type) -> Table:
    games = {**GAMES, "barracuda": minting("barracuda", "a note for a player", lambda event: isinstance(event, kind))}
    return Table(Journal(connect(folder / "journal.sqlite")), games, Pieces(), first)


def test_a_commit_that_does_not_balance_is_refused(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = minting_table(tmp_path, BarOpened)
    sit_and_start(table)
    play(table, [DRAW])
    shown, rows = everything_shown(table), row_count(tmp_path)
    for key in ("a", "a", "b"):
        with pytest.raises(Illegal, match=r"table\.refusal\.unsound"):
            table.act("A", OpenBar("Tide Bar"), ask=number(table, "A", "open"), key=key)
    assert (everything_shown(table), row_count(tmp_path)) == (shown, rows)
    assert re.fullmatch(r"nothing was kept: barracuda doesn't add up, by rules\.py:\d+", caplog.messages[0])
    mended = table_in(tmp_path)
    assert mended.act("A", OpenBar("Tide Bar"), ask=number(mended, "A", "open"), key="a") == {"row": rows + 1}


def test_chance_that_does_not_balance_takes_nothing_from_who_acted_before(tmp_path: Path) -> None:
    table = minting_table(tmp_path, PawnDrawn)
    sit_and_start(table)
    rows = row_count(tmp_path)
    for _ in range(2):
        assert table.act(TABLE, CallDraw(), key="draw") == {"row": rows + 1}
    assert row_count(tmp_path) == rows + 1
    assert minting_table(tmp_path, PawnDrawn).act(TABLE, CallDraw(), key="draw") == {"row": rows + 1}
    table_in(tmp_path)
    assert row_count(tmp_path) == rows + 2  # Drawn by rules that are right.


def test_rows_that_do_not_balance_are_damage(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    sit_and_start(table)
    play(table, [DRAW, FIRST_ROUND[0]])
    with pytest.raises(Damaged, match=r"game 1: row \d+ doesn't add up \(rules\.py:\d+\); 2 rows before it are whole"):
        minting_table(tmp_path, BarOpened)


def test_without_assertions_there_is_no_table(tmp_path: Path) -> None:
    program = "from pathlib import Path; from tests.companion.settings import table_in; table_in(Path('.'))"
    search = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, "-O", "-c", program], cwd=tmp_path, env=search, capture_output=True, text=True)
    assert "start Python without -O" in ended.stderr
