"""From the start of the program to a word on the display and to an open table, and what a running table costs."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from firmware.oled_display import OledDisplay
from tests.bench import idle
from tests.bench.program import program

if TYPE_CHECKING:
    from collections.abc import Sequence

STARTS = 5


def report() -> None:
    """Print when the display first says something, when the table is open, its memory, and what it costs to idle."""
    frames, tables = zip(*(_start() for _ in range(STARTS)), strict=True)
    _print("the first frame on the display", frames)
    _print("an open table", tables)
    idle.report()


def _print(what: str, took: Sequence[float]) -> None:
    median, worst = sorted(took)[len(took) // 2], max(took)
    print(f"start of the program to {what}: {len(took)} times, median {median:.2f} s, worst {worst:.2f} s")


def _start() -> tuple[float, float]:
    """Start the program once; return the seconds to the first frame and to the open table."""
    began = time.monotonic()
    with program("tests.bench.start", "simulated") as (process, lines):
        frame = next(float(line.split()[1]) for line in lines if line.startswith("FRAME"))
        assert any(line.startswith("Stop with") for line in lines)
        opened = time.monotonic()
        process.terminate()
    return frame - began, opened - began


def _told() -> None:
    """Let the program print when it has shown its first frame."""
    right = OledDisplay.show

    def show(self: OledDisplay, *frame: object) -> None:
        right(self, *frame)
        OledDisplay.show = right
        print("FRAME", time.monotonic(), flush=True)

    OledDisplay.show = show


if __name__ == "__main__":
    from firmware.command import main

    _told()
    sys.exit(main(sys.argv[1:]))
