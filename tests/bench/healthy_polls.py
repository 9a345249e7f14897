"""Poll a healthy reader on the simulated chip: no tag may be lost, laid or lifted that wasn't (H2).

`python -m tests.bench.healthy_polls 1000000` makes as many polls as the promise names, in about ten minutes.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field

from firmware.reader.mfrc522_reader import Mfrc522Reader
from firmware.reader.presence import MISSES, Presence
from firmware.reader.reading import CYCLE_SECONDS, Watch
from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.pins import install
from firmware.simulator.tags import Ntag213
from tests.bench import seconds

UID = bytes.fromhex("04a1b2c3d4e5f6")
POLLS = 20_000
TURN = 250  # Polls with a tag on the reader, then as many without one.


@dataclass(slots=True)
class Tally:
    """Counts of what was done and what was reported, by kind."""

    laid: int = 0
    lifted: int = 0
    told: Counter[str] = field(default_factory=Counter)

    @property
    def false(self) -> int:
        """Return how many alarms, tags and lifts were reported that didn't happen."""
        expected = Counter({"Laid": self.laid, "Lifted": self.lifted})
        return (self.told - expected).total() + (expected - self.told).total()


def poll(polls: int, *, brown_out_at: int | None = None) -> Tally:
    """Poll *polls* times, laying and lifting a tag now and then; return the tally.

    Before poll *brown_out_at* the chip loses its registers: this is the control, which must be reported.
    """
    clock = Clock()
    chip, tally, tag = Chip(clock), Tally(), Ntag213(UID)
    pins, reader = install({(0, 0): chip}), Mfrc522Reader(clock=clock.monotonic, sleep=clock.sleep)
    reader.open()
    watch = Watch(reader, lambda event: tally.told.update([type(event).__name__]), clock.monotonic, Presence(reader.name))
    for at in range(polls):
        if at == brown_out_at:
            chip.brown_out()
        if at % TURN == 0 and at and polls - at > MISSES:
            if tag in chip.tags:
                chip.lift(tag)
                tally.lifted += 1
            else:
                chip.lay(tag)
                tally.laid += 1
        watch.step()
        clock.sleep(CYCLE_SECONDS)
    reader.close()
    pins.remove()
    return tally


def report(polls: int = POLLS) -> None:
    tallies: list[Tally] = []
    took = seconds(lambda: tallies.append(poll(polls)))
    [tally] = tallies
    print(
        f"{polls} healthy polls, {tally.laid} tags laid and {tally.lifted} lifted: "
        f"{tally.false} false alarms or phantom tags, in {took:.0f} s"
    )


if __name__ == "__main__":
    report(int(sys.argv[1]) if len(sys.argv) > 1 else POLLS)
