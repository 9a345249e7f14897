"""From the start of the program to a word on the display and to an open table, and what a running table costs.

The table idles with five phones on their streams and one simulated reader polled as a real one is. What the simulated chip
costs is in the figure, so that one without hardware stands beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.oled_display import OledDisplay
from tests.bench.phones import Phones

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEATS, STARTS = "ABCDE", 5
IDLE = 20.0  # seconds
TICK = os.sysconf("SC_CLK_TCK")  # in which /proc counts a process's time, a second


def report() -> None:
    """Print when the display first says something, when the table is open, its memory, and what it costs to idle."""
    frames, tables = zip(*(_start() for _ in range(STARTS)), strict=True)
    _print("the first frame on the display", frames)
    _print("an open table", tables)
    for hardware in ("simulated", "none"):
        memory, share = _idle(hardware)
        print(f"a table with five phones, hardware {hardware}: {memory:.0f} MB, idle {share:.1f} % of a core")


def _print(what: str, took: Sequence[float]) -> None:
    median, worst = sorted(took)[len(took) // 2], max(took)
    print(f"start of the program to {what}: {len(took)} times, median {median:.2f} s, worst {worst:.2f} s")


def _start() -> tuple[float, float]:
    """Start the program once; return the seconds to the first frame and to the open table."""
    began = time.monotonic()
    with _program("simulated") as (process, lines):
        frame = next(float(line.split()[1]) for line in lines if line.startswith("FRAME"))
        assert any(line.startswith("Stop with") for line in lines)
        opened = time.monotonic()
        process.terminate()
    return frame - began, opened - began


def _idle(hardware: str) -> tuple[float, float]:
    """Let a table with five phones rest; return its memory in MB (10^6 bytes) and its share of a core in percent."""
    with _program(hardware) as (process, lines):
        port = next(int(line.rpartition(":")[2].split("/")[0]) for line in lines if line.startswith("Table screen"))
        assert any(line.startswith("Stop with") for line in lines)
        phones = Phones(port, SEATS)
        time.sleep(2)  # Until what they asked for has been answered.
        before, began = _ticks(process.pid), time.monotonic()
        time.sleep(IDLE)
        share = 100 * (_ticks(process.pid) - before) / TICK / (time.monotonic() - began)
        memory = _resident(process.pid) / 1e6
        phones.close()
        process.terminate()
    return memory, share


@contextmanager
def _program(hardware: str) -> Iterator[tuple[subprocess.Popen[str], Iterator[str]]]:
    """Run the program in a process of its own; yield it and the lines that it prints."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.bench.start", "run", "--hardware", hardware, "--host", "127.0.0.1"]
        command += ["--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert process.stdout is not None
        try:
            yield process, iter(process.stdout)
        finally:
            process.terminate()
            process.communicate()


def _ticks(process: int) -> int:
    """Return the processor time that *process* has used, in the kernel's ticks."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _resident(process: int) -> int:
    """Return the memory that *process* has in use, in bytes."""
    line = next(line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def _told() -> None:
    """Let the program print when it has shown its first frame."""
    right = OledDisplay.show

    def show(self: OledDisplay, *frame: object) -> None:
        right(self, *frame)  # type: ignore[arg-type]  # Passed on as it came.
        OledDisplay.show = right  # type: ignore[method-assign]  # The first is all that is asked for.
        print("FRAME", time.monotonic(), flush=True)

    OledDisplay.show = show  # type: ignore[method-assign]  # As above.


if __name__ == "__main__":
    from firmware.command import main

    _told()
    sys.exit(main(sys.argv[1:]))
