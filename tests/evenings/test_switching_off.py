"""How the program ends: by a long OK, which may mean that the machine is to be switched off, or because it is told to."""

import gc
import itertools
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from firmware import boot, command
from firmware.service import BY_SIGNAL
from tests.evenings.house import PATIENCE, open_house


def test_a_long_ok_ends_it_with_the_code_that_was_asked_for_and_a_signal_without(tmp_path: Path) -> None:
    with open_house(tmp_path, "--off-status", "64") as house:
        house.press("ok", long=True)
        assert house.process.wait(PATIENCE) == 64
        house.start()
        assert "Safe to unplug" in house.stop()
        assert house.process.returncode == 0


@pytest.fixture
def own_signals() -> Iterator[None]:
    """Whatever a test does about signals is undone after it; who waits for ever is woken."""

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
    """Python runs what a signal is for between two steps of the main thread, also while that holds a lock of its own."""
    house, steps = boot.open_house(boot.Settings(tmp_path, "none", 0, "127.0.0.1")), itertools.count(1)

    def follow(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        waits = frame.f_code is boot.House.wait.__code__ or (frame.f_back and frame.f_back.f_trace)
        if waits and event == "line" and next(steps) == step:
            signal.raise_signal(signal.SIGTERM)
        return follow if waits else None

    before = sys.gettrace()  # That of a measurement of coverage, say.
    sys.settrace(follow)
    try:
        assert not command._serve_until_told(house)
    finally:
        sys.settrace(before)


@pytest.mark.usefixtures("own_signals")
def test_what_is_there_once_the_table_is_open_is_never_looked_through_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full round of the garbage collector stops every thread for tens of milliseconds, in mid-tap as well."""
    house, kept = boot.open_house(boot.Settings(tmp_path, "none", 0, "127.0.0.1")), []
    monkeypatch.setattr(gc, "freeze", lambda: kept.append(house.service.asked_to_stop.qsize()))
    house.service.asked_to_stop.put(BY_SIGNAL)
    command._serve_until_told(house)
    assert kept == [1]  # Before it looks whether it should stop.
