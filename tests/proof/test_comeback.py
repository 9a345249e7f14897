"""What a busy machine does to the measuring of D8: it may leave something undecided, and never makes it good.

A slow one gives everything as much more time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.evenings.house import open_house, until
from tests.proof import comeback
from tests.proof.comeback import NOT_MEASURED, SOON, TRIES, Took, follow, timed, waited

SLOW_AND_BUSY = Took(20.0, 18.5)  # A tenth of a processor, or a program that is slow by itself: who knows?


@pytest.fixture
def took(monkeypatch: pytest.MonkeyPatch) -> list[Took]:
    """What the program takes, kill by kill; the last one for ever. No program is started."""
    times: list[Took] = []

    def come_back(_: Any) -> Took:
        return times.pop(0) if len(times) > 1 else times[0]

    monkeypatch.setattr(comeback.Program, "come_back", come_back)
    monkeypatch.setattr(comeback.Program, "wind_on", lambda _: None)
    monkeypatch.setattr(comeback.Program, "live_and_die", lambda _: None)
    return times


def test_what_is_soon_on_a_busy_machine_is_soon(took: list[Took]) -> None:
    took.append(Took(SOON, SOON / 2))
    leg = comeback.walk(2, 0)
    assert (leg.reached, leg.broken) == (2, ())


@pytest.mark.parametrize("late", [Took(SOON + 0.01, 0.0), Took(20.0, 17.9)])
def test_what_would_be_late_without_the_others_is_late(took: list[Took], late: Took) -> None:
    took.append(late)
    leg = comeback.walk(1, 0)
    assert [f"{late.seconds:.2f} s" in one for one in leg.broken] == [True]


def test_a_slow_machine_has_as_much_longer_and_no_more(took: list[Took]) -> None:
    took += [Took(2.5 * SOON, 0.0, 2.5), Took(2.5 * SOON + 0.01, 0.0, 2.5)]
    leg = comeback.walk(2, 0)
    assert (leg.reached, len(leg.broken)) == (2, 1)
    assert f"where {2.5 * SOON:.2f} s are allowed" in leg.broken[0]


def test_what_a_busy_machine_leaves_open_is_neither_kept_nor_broken(took: list[Took]) -> None:
    took.append(SLOW_AND_BUSY)
    leg = comeback.walk(3, 0)
    assert (leg.reached, leg.broken, leg.counts[NOT_MEASURED]) == (0, (), 3)


@pytest.mark.parametrize(("then", "reached", "broken"), [(Took(1.0, 0.1), 1, 0), (Took(5.0, 0.1), 1, 1)])
def test_it_is_measured_again_until_it_is_decided(took: list[Took], then: Took, reached: int, broken: int) -> None:
    took += [SLOW_AND_BUSY, SLOW_AND_BUSY, then]
    leg = comeback.walk(1, 0)
    assert (leg.reached, len(leg.broken)) == (reached, broken)


def test_it_is_not_measured_for_ever() -> None:
    tries = []
    timed(lambda: tries.append(1) or SLOW_AND_BUSY)
    assert len(tries) == TRIES


@pytest.fixture
def crowd() -> Iterator[tuple[int, ...]]:
    """One processor: a process that sleeps, and two that work."""
    one = min(os.sched_getaffinity(0))
    work = [sys.executable, "-c", f"import os; os.sched_setaffinity(0, [{one}])\nwhile True: pass"]
    processes = [subprocess.Popen(command) for command in (["sleep", "600"], work, work)]
    yield tuple(one.pid for one in processes)
    for process in processes:
        process.kill()
        process.wait()


def test_who_sleeps_waits_for_no_processor_and_who_shares_one_does(crowd: tuple[int, ...]) -> None:
    sleeping, *working = crowd
    until(lambda: Path(f"/proc/{sleeping}/stat").read_text().split()[1:3] == ["(sleep)", "S"], "sleep")
    before = waited(sleeping)
    until(lambda: sum(waited(one) for one in working) > 0.5, "two that share a processor")
    assert waited(sleeping) == before


def test_a_table_screen_is_followed_while_the_phones_are_looked_at(tmp_path: Path) -> None:
    with open_house(tmp_path) as house, follow(house.port, "/stream?screen", "") as stream:
        beats = (line for line in stream if line == b"event: hb\n")
        assert [next(beats, "the end") for _ in range(2)] == 2 * [b"event: hb\n"]


def test_nobody_has_waited_where_the_system_does_not_tell() -> None:
    assert waited(0) == 0.0, "there is no such process"
