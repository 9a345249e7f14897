"""Measure how soon a table is open, and how much processor time it takes while idle, with five phones on their streams."""

import os
import tempfile
import time
from pathlib import Path

from tests.bench import spread
from tests.bench.phones import Phones
from tests.evenings.house import open_house

SEATS, STARTS = "ABCDE", 5
SETTLING, IDLE = 20.0, 20.0  # seconds; meanwhile the parts that pages are made from are prepared


def report() -> None:
    """Print both; the second with simulated hardware, which costs something itself, and without any."""
    print(f"from the start of the program to an open table: {spread([_start() for _ in range(STARTS)], 's')}")
    for hardware in ("simulated", "none"):
        with tempfile.TemporaryDirectory() as folder, open_house(Path(folder), "--hardware", hardware) as house:
            phones = Phones(house.port, SEATS)
            time.sleep(SETTLING)
            pid = house.process.pid
            before = busy(pid)
            time.sleep(IDLE)
            share = (busy(pid) - before) / IDLE
            phones.close()
            memory = resident(pid)
            print(f"a resting table, hardware {hardware}: {memory:.0f} MB, {share:.2%} of a processor")


def _start() -> float:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)):
        return time.monotonic() - began


def busy(pid: int) -> float:
    """Return the processor time that the process has used, in seconds; see proc(5)."""
    words = _proc(pid, "stat").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """Return the memory of the process, in megabytes."""
    return int(_proc(pid, "statm").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _proc(pid: int, name: str) -> str:
    return Path(f"/proc/{pid}/{name}").read_text(encoding="utf-8")
