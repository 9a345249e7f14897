"""What prevents a start is named and left untouched, a damaged journal's valid part is usable; and how the program ends."""

import itertools
import logging
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from companion.games.barracuda.moves import DrawPawn
from companion.kit import TABLE
from companion.seats.seating import LetIn, SitDown
from companion.seats.starting import StartGame
from firmware import boot, building, storage
from firmware.command import main, running
from tests.evenings.house import NAMES, PATIENCE, open_house, until
from tests.evenings.prepared import prepare
from tests.firmware.holding import fill, held, no_room, small_card
from web.http.log_limit import LogLimit

RUN = ("run", "--hardware", "none", "--host", "127.0.0.1", "--port", "0", "--data")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return prepare(tmp_path, drawn="A")


def refused(capsys: pytest.CaptureFixture[str], data: Path, *options: str) -> str:
    assert main([*RUN, str(data), *options]) == 1
    return capsys.readouterr().err


def opened(data: Path) -> boot.RunningTable:
    return boot.open_table(building.Settings(data, "none", 0, "127.0.0.1"))


def starts(data: Path) -> bool:
    with closing(opened(data)) as house:
        return house.table.now.names == NAMES


def test_a_table_keeps_port_and_data_until_a_long_ok_or_a_signal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A long OK ends it with the code that was asked for, which can mean that the machine is to be switched off."""
    with open_house(tmp_path, "--off-status", "64") as house:
        other, taken = tmp_path / "other", str(house.port)
        assert f"another program is using port {taken} already" in refused(capsys, other, "--port", taken)
        assert "a table is running on" in refused(capsys, tmp_path)
        house.press("ok", long=True)  # The first one has kept running.
        assert house.process.wait(PATIENCE) == 64
        house.start()
        assert "Safe to unplug" in house.stop()
        assert house.process.returncode == 0
    assert "this user may not use port 80" in running.no_port(PermissionError(13, "Permission denied"), "0.0.0.0", 80)


def test_a_player_of_the_house_plays_at_a_table_that_runs(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as house:
        for act in (SitDown("Noor", "noor"), LetIn("B", "careful"), LetIn("C", "careful")):
            house.table.act("A", act)
        house.table.act("A", StartGame("barracuda", {"draw": "bag", "deal": "companion"}))
        house.table.act(TABLE, DrawPawn("C"))
        drawn = house.table.now.row
        until(lambda: house.table.now.row > drawn, "its first bar")


@pytest.mark.parametrize("host", ["192.0.2.1", "a b"])
def test_an_address_that_this_machine_lacks_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path, host: str) -> None:
    for port in ("0", "9124"):
        assert f"this machine has no address {host}" in refused(capsys, tmp_path, "--host", host, "--port", port), port


def test_damage_is_left_or_cut_off(capsys: pytest.CaptureFixture[str], kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One letter of the first draw has changed."""
    journal = kept / "journal.sqlite"
    before = journal.read_bytes().replace(b'"is":"PawnDrawn"', b'"is":"PawnDrewn"', 1)
    journal.write_bytes(before)
    why = refused(capsys, kept)
    for part in ("damaged: game 1: row 7 ", "rows before it are whole", "--keep-valid"):
        assert part in why
    assert journal.read_bytes() == before
    monkeypatch.setattr(running, "serve_until_told", boot.RunningTable.close)
    assert main([*RUN, str(kept), "--keep-valid"]) == 0
    assert b"PawnDrewn" in (kept / "journal.damaged-1.sqlite").read_bytes()
    assert starts(kept), "without the option this time"


@pytest.mark.parametrize("why", ["locked: close that program", "can't be written to the disk .*: make room on"])
def test_a_whole_journal_unusable_just_now_is_never_set_aside(capsys: pytest.CaptureFixture[str], kept: Path, why: str) -> None:
    """Not even on request: nothing is wrong with it, and the game goes on once it is usable."""
    with held(kept / "journal.sqlite") if why.startswith("locked") else no_room():
        assert re.search(why, refused(capsys, kept, "--keep-valid"), re.DOTALL)
    assert not list(kept.glob("*damaged*"))
    assert starts(kept)


@pytest.mark.broad
def test_a_killed_table_on_a_full_card_says_so_and_goes_on_once_there_is_room(tmp_path: Path) -> None:
    """The file that SQLite maps into memory then has no room on the card, and touching it would end the program by a signal."""
    with small_card(tmp_path) as card:
        prepare(card / "data", drawn="A")
        with open_house(card / "data") as house:
            house.kill()
            (card / "data" / "journal.sqlite-shm").unlink()
            fill(card, but=16 * 1024)
            with pytest.raises(AssertionError, match="the journal can't be written to the disk"):
                house.start()
            assert house.process.wait(PATIENCE) == 1
            (card / "filling").unlink()
            house.start()
            assert "Noor" in house.table()


def test_the_log_is_limited(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr(logging, "basicConfig", lambda **more: given.extend(more["handlers"]))
    with closing(storage.claim(tmp_path)):
        refused(capsys, tmp_path)
    assert [type(one) for handler in given for one in handler.filters] == [LogLimit]


@pytest.fixture
def own_signals() -> Iterator[None]:
    """Restore the signal handlers after a test; interrupt a test that waits for ever."""

    def waits_for_ever(*_: object) -> None:
        raise AssertionError("the signal was never heard")

    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)
    before = [signal.signal(number, waits_for_ever) for number in numbers]
    signal.alarm(int(PATIENCE))
    yield
    signal.alarm(0)
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.usefixtures("own_signals")
@pytest.mark.parametrize("step", [1, *(pytest.param(step, marks=pytest.mark.broad) for step in range(2, 9))])
def test_a_signal_is_heard_at_every_step_of_the_waiting(tmp_path: Path, step: int) -> None:
    """Python runs a signal's handler between two steps of the main thread, even while that holds one of its own locks."""
    house, steps = opened(tmp_path), itertools.count(1)
    waiting: set[FrameType | None] = set()

    def follow(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        if frame.f_code is not boot.RunningTable.wait.__code__ and frame.f_back not in waiting:
            return None
        waiting.add(frame)
        if event == "line" and next(steps) == step:
            signal.raise_signal(signal.SIGTERM)
        return follow

    before = sys.gettrace()  # The trace function of a coverage measurement, for example.
    sys.settrace(follow)
    try:
        assert not running.serve_until_told(house)
    finally:
        sys.settrace(before)
