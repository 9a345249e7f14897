"""Poll a healthy reader on the simulated chip: no tag may be lost, laid or lifted that wasn't (H2).

`python -m tests.bench.healthy_polls 1000000` makes as many polls as the promise names, in about ten minutes.
"""

import sys
import time
from collections import Counter
from typing import NamedTuple

from firmware.reader.mfrc522_reader import Mfrc522Reader
from firmware.reader.presence import MISSES, Presence
from firmware.reader.reading import CYCLE_SECONDS, Watch
from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.pins import install
from firmware.simulator.tags import Ntag213

UID = bytes.fromhex("04a1b2c3d4e5f6")
POLLS = 20_000
TURN = 250  # Polls with a tag on the reader, then as many without one.


class Tally(NamedTuple):
    """Counts of what was done and what was reported, by kind: "Laid", "Lifted" or an alarm."""

    done: Counter[str]
    told: Counter[str]

    @property
    def false(self) -> int:
        """Return how many alarms, tags and lifts were reported that didn't happen."""
        return (self.told - self.done).total() + (self.done - self.told).total()


def poll(polls: int, *, brown_out_at: int | None = None) -> Tally:
    """Poll *polls* times, laying and lifting a tag now and then; return the tally.

    Before poll *brown_out_at* the chip loses its registers: this is the control, which must be reported.
    """
    clock = Clock()
    chip, tally, tag = Chip(clock), Tally(Counter(), Counter()), Ntag213(UID)
    pins, reader = install({(0, 0): chip}), Mfrc522Reader(clock=clock.monotonic, sleep=clock.sleep)
    reader.open()
    watch = Watch(reader, lambda event: tally.told.update([type(event).__name__]), clock.monotonic, Presence(reader.name))
    for at in range(polls):
        if at == brown_out_at:
            chip.brown_out()
        if at % TURN == 0 and at and polls - at > MISSES:
            move, kind = (chip.lift, "Lifted") if tag in chip.tags else (chip.lay, "Laid")
            move(tag)
            tally.done[kind] += 1
        watch.step()
        clock.sleep(CYCLE_SECONDS)
    reader.close()
    pins.remove()
    return tally


def report(polls: int = POLLS) -> None:
    began, tally = time.perf_counter(), poll(polls)
    took = time.perf_counter() - began
    moved = f"{tally.done['Laid']} tags laid and {tally.done['Lifted']} lifted"
    print(f"{polls} healthy polls, {moved}: {tally.false} false alarms or phantom tags, in {took:.0f} s")


if __name__ == "__main__":
    report(int(sys.argv[1]) if len(sys.argv) > 1 else POLLS)
