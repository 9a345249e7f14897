"""What a running table costs while nobody touches it, by thread, and how much of that is simulation.

Five phones are on their streams, and one simulated reader is polled as a real one is. What simulated chip and display's bus
cost is measured in the same run: on a Pi, a system call takes the place of each transfer and message. Most of the rest is
what it costs a thread to wake up, which is another thing from one minute to the next on a machine that others use: so a
thread that does nothing else is measured before and after.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.simulator.chip import Chip
from firmware.simulator.display import I2cBus
from tests.bench.phones import Phones
from tests.bench.program import program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from subprocess import Popen

SEATS = "ABCDE"
SETTLING, IDLE = 20.0, 20.0  # seconds; what pages are made from is made ready meanwhile
WAKES, WAKE_SECONDS = 100, 0.02
METERED = {"transfers of the simulated chip": (Chip, "xfer"), "messages on the display's bus": (I2cBus, "write_i2c_block_data")}


@dataclass(frozen=True, slots=True)
class Metered:
    """What the program had used at a moment: seconds of processor time, *busy* in all, and by *threads*' names.

    *calls* are the numbers of calls into the simulation, and the seconds of processor time that they took.
    """

    at: float
    busy: float
    threads: dict[str, float]
    calls: dict[str, tuple[int, float]]
    wakes: int
    memory: int


def report() -> None:
    """Print what a table costs to idle, with simulated hardware and without any."""
    before = _waking()
    for hardware in ("simulated", "none"):
        _print(hardware, *_idle(hardware))
    print(f"a thread of this machine that only wakes up took {before:.0f} us for it before, and {_waking():.0f} us after")


def _idle(hardware: str) -> tuple[Metered, Metered]:
    """Let a table with five phones rest; return what it had used before and after."""
    with program("tests.bench.idle", hardware) as (process, lines):
        port = next(int(line.rpartition(":")[2].split("/")[0]) for line in lines if line.startswith("Table screen"))
        assert any(line.startswith("Stop with") for line in lines)
        phones = Phones(port, SEATS)
        time.sleep(SETTLING)  # Until what they asked for has been answered, and the pages are ready.
        before = _look(process, lines)
        time.sleep(IDLE)
        after = _look(process, lines)
        phones.close()
    return before, after


def _print(hardware: str, before: Metered, after: Metered) -> None:
    seconds = after.at - before.at
    spent = {name: busy - before.threads.get(name, 0.0) for name, busy in after.threads.items()}
    busiest = sorted(spent.items(), key=lambda item: -item[1])[:4]
    share = f"{100 * (after.busy - before.busy) / seconds:.2f} % of a core"
    print(f"a table with five phones, hardware {hardware}: {after.memory / 1e6:.0f} MB, idle {share}")
    print(f"  by thread: {', '.join(f'{name} {100 * busy / seconds:.2f} %' for name, busy in busiest)}", end="; ")
    print(f"{(after.wakes - before.wakes) / seconds:.0f} wakes/s")
    for what, (count, busy) in after.calls.items():
        calls, took = count - before.calls[what][0], busy - before.calls[what][1]
        if calls:
            each = f"{calls / seconds:.0f}/s, {1e6 * took / calls:.0f} us each"
            print(f"  of which {what}: {100 * took / seconds:.2f} % ({each})")


def _waking() -> float:
    """Return what it costs a thread to wait in vain, in microseconds of processor time."""
    event = threading.Event()
    began = time.thread_time()
    for _ in range(WAKES):
        event.wait(WAKE_SECONDS)
    return 1e6 * (time.thread_time() - began) / WAKES


# From outside


def _look(process: Popen[str], lines: Iterator[str]) -> Metered:
    """Ask the program what it has used."""
    process.send_signal(signal.SIGUSR1)
    told = next(json.loads(line.removeprefix("METERED")) for line in lines if line.startswith("METERED"))
    status = [task.read_text() for task in Path(f"/proc/{process.pid}/task").glob("*/status")]
    return Metered(**told, wakes=sum(_field(text, "voluntary_ctxt_switches") for text in status), memory=_memory(status[0]))


def _memory(status: str) -> int:
    return _field(status, "VmRSS") * 1024


def _field(status: str, name: str) -> int:
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(f"{name}:"))


# From inside


class Meter:
    """Counts calls into the simulation and what they take; tells it, and what each thread has used, on SIGUSR1."""

    def __init__(self) -> None:
        self._calls = {what: self._wrapped(owner, name) for what, (owner, name) in METERED.items()}
        signal.signal(signal.SIGUSR1, lambda *_: self._tell())

    def _wrapped(self, owner: type, name: str) -> list[float]:
        right: Callable[..., Any] = getattr(owner, name)
        met = [0, 0.0]

        def metered(*given: Any) -> Any:
            began = time.thread_time()
            try:
                return right(*given)
            finally:
                met[0] += 1
                met[1] += time.thread_time() - began

        setattr(owner, name, metered)
        return met

    def _tell(self) -> None:
        threads: dict[str, float] = {}
        for thread in threading.enumerate():
            assert thread.ident is not None
            name = "web" if thread.name.startswith("waitress") else thread.name
            busy = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
            threads[name] = threads.get(name, 0.0) + busy
        told = {"at": time.monotonic(), "busy": time.process_time(), "threads": threads, "calls": self._calls}
        os.write(sys.stdout.fileno(), f"METERED{json.dumps(told)}\n".encode())  # At once and whole.


if __name__ == "__main__":
    from firmware.command import main

    Meter()
    sys.exit(main(sys.argv[1:]))
