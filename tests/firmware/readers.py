"""Readers on simulated chips, on a clock that moves only when somebody spends time on it."""

from collections.abc import Callable
from typing import Final

from firmware.reader.mfrc522_reader import Mfrc522Reader, ResetLine
from firmware.simulator.chip import Chip, Miso
from firmware.simulator.clock import Clock
from firmware.simulator.pins import Pins
from firmware.simulator.tags import Tag
from firmware.wiring import READER_SELECTS

SPOILT: Final[dict[str, Callable[[Chip], object]]] = {  # Until it is repaired.
    "unplugged": Chip.unplug,
    "zeros": lambda chip: chip.stick(Miso.ZEROS),
    "ones": lambda chip: chip.stick(Miso.ONES),
    "noise": lambda chip: chip.stick(Miso.NOISE),
}


class Readers:
    """Several chips on one clock, and readers for them that share it."""

    def __init__(self, wire: Callable[..., Pins], count: int = 1, **chip: object) -> None:
        self.clock = Clock()
        self.chips = [Chip(self.clock, **chip) for _ in range(count)]
        self.pins = wire({(at.bus, at.device): chip for at, chip in zip(READER_SELECTS[:count], self.chips, strict=True)})
        self.line = ResetLine()

    @property
    def chip(self) -> Chip:
        return self.chips[0]

    def reader(self, at: int = 0, **settings: object) -> Mfrc522Reader:
        given = {"reset": self.line, "clock": self.clock.monotonic, "sleep": self.clock.sleep} | settings
        return Mfrc522Reader(f"reader {at + 1}", READER_SELECTS[at], **given)

    def opened(self, at: int = 0, **settings: object) -> Mfrc522Reader:
        reader = self.reader(at, **settings)
        reader.open()
        return reader

    def lay(self, *tags: Tag, at: int = 0) -> None:
        """Lay *tags* on the reader *at*, and give them time to power up."""
        for tag in tags:
            self.chips[at].lay(tag)
        self.clock.sleep(0.01)
