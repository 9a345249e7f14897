"""Readers of every kind on simulated parts, on a clock that moves only when somebody spends time on it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Final

from firmware.reader.claims import Claims
from firmware.reader.keyboard_reader import KeyboardReader
from firmware.reader.mfrc522_reader import Mfrc522Reader, ResetLine
from firmware.reader.pcsc_reader import PcscReader, rank
from firmware.reader.slot_reader import Slots, Topics
from firmware.simulator.chip import Chip, Miso
from firmware.simulator.clock import Clock
from firmware.simulator.keyboard import SimulatedKeyboard
from firmware.simulator.pcsc import SimulatedClient, SimulatedPcscd
from firmware.simulator.pins import Pins
from firmware.simulator.registers import Register
from firmware.simulator.tags import Tag
from firmware.wiring import READER_SELECTS

SPOILT: Final[dict[str, Callable[[Chip], object]]] = {  # Until it is repaired; the other faults of a chip end with a reset.
    "unplugged": Chip.unplug,
    "zeros": lambda chip: chip.stick(Miso.ZEROS),
    "ones": lambda chip: chip.stick(Miso.ONES),
    "noise": lambda chip: chip.stick(Miso.NOISE),
}
SAID: Final = {"status": "online", "tags": "none"}  # By a slot, once it has power.


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


class Wired(Readers):
    """Readers of chips, to be spoilt by the names of faults."""

    told = "wires."  # How the line about a lost reader ends.
    faults = {
        **SPOILT,
        **{f"brown-out {n}": partial(Chip.brown_out, after_transfers=n) for n in (0, 30)},
        "cipher on": lambda chip: chip.xfer([Register.STATUS2 << 1, 0x08]),
        "antenna off": lambda chip: chip.xfer([Register.TX_CONTROL << 1, 0x80]),
    }

    def __init__(self, wire: Callable[..., Pins], _: Path, count: int = 1) -> None:
        super().__init__(wire, count)
        self.readers, self.places = [self.reader(at, shared=count > 1) for at in range(count)], self.chips

    def spoil(self, fault: str, at: int = 0) -> None:
        self.faults[fault](self.chips[at])

    def cure(self, at: int = 0) -> None:
        self.chips[at].stick(Miso.TRUE)
        self.chips[at].plug()


class OnPcscd:
    """Readers on a simulated pcscd, whose names sort otherwise than they were plugged in."""

    told, faults = ("pn533_usb).", "pcscd.socket)."), ("unplugged", "stopped")

    def __init__(self, _: Callable[..., Pins], __: Path, count: int = 1) -> None:
        self.clock, self.names = Clock(), [f"ACS ACR122U PICC Interface 0{n} 00" for n in range(count)]
        self.pcscd, claims = SimulatedPcscd("Bank SAM 00 00", *reversed(self.names)), Claims(rank=rank)
        self.readers = [
            PcscReader(f"reader {n}", claims, SimulatedClient(self.pcscd), patience=300) for n in range(1, count + 1)
        ]
        self.places = [self.pcscd.plugged[name] for name in self.names]

    def spoil(self, fault: str, at: int = 0) -> None:
        if fault == "stopped":
            self.pcscd.stop()
        else:
            del self.pcscd.plugged[self.names[at]]

    def cure(self, at: int = 0) -> None:
        if not self.pcscd.runs:
            self.pcscd.start()
        self.pcscd.plugged[self.names[at]] = self.places[at]


class Typing:
    told, faults = "--reader-name.", ("unplugged",)

    def __init__(self, _: Callable[..., Pins], folder: Path, __: int = 1) -> None:
        self.clock, self.keyboard = Clock(), SimulatedKeyboard(folder)
        self.readers, self.places = [KeyboardReader("reader 1", root=folder, grab=self.keyboard.grab)], [self.keyboard]

    def spoil(self, _: str) -> None:
        self.keyboard.unplug()

    def cure(self) -> None:
        self.keyboard.plug()


class OnBroker:
    """Slots and the broker between them and their readers, which retains what they say."""

    told, faults = ("describes.", "for it."), ("unplugged", "stopped")

    def __init__(self, _: Callable[..., Pins], __: Path, count: int = 1) -> None:
        self.clock, self.reached, self.closed = Clock(), True, 0
        self.readers = Slots(self.listen, count, patience=0).readers()
        self.retained = {f"{n}/{name}": text for n in range(1, count + 1) for name, text in SAID.items()}
        self.places = [self.board(f"{n}/tags") for n in range(1, count + 1)]

    def board(self, topic: str) -> SimpleNamespace:
        lay = lambda tag: self.tell(topic, tag.uid.hex("-").upper())
        return SimpleNamespace(lay=lay, lift=lambda _: self.tell(topic, "none"))

    def listen(self, topics: Topics, lost: Callable[[], None]) -> "OnBroker":
        self.topics, self.lost = topics, lost
        self.cure()
        return self

    def close(self) -> None:
        self.closed += 1

    def tell(self, topic: str, text: str) -> None:
        self.retained[topic] = text
        if self.reached:
            self.topics[topic](text)

    def spoil(self, fault: str, at: int = 0) -> None:
        if fault == "stopped":
            self.reached = False
            self.lost()
        else:
            self.tell(f"{at + 1}/status", "offline")

    def cure(self, at: int = 0) -> None:
        self.reached, self.retained[f"{at + 1}/status"] = True, "online"
        for topic, text in self.retained.items():
            self.tell(topic, text)


KINDS = {"mfrc522": Wired, "pcsc": OnPcscd, "keyboard": Typing, "slots": OnBroker}
