"""Compare the reader's hot loop in our driver and in the stock one, mfrc522 0.0.7, on the same simulated chip."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from firmware.reader.mfrc522_reader import Mfrc522Reader
from firmware.reader.reading import CYCLE_SECONDS
from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.pins import install
from firmware.simulator.tags import Ntag213

POLLS = 200
CALL_US = 35.0  # Assumed: the system call around each transfer, on any Pi.
BYTE_US = 8.0  # At 1 MHz, which both our driver and the stock one ask for.
UID = bytes.fromhex("04a1b2c3d4e5f6")


class MeteredChip(Chip):
    """A simulated chip that counts transfers and the time that each byte takes on the wire."""

    def xfer(self, sent: Sequence[int]) -> list[int]:
        self.clock.spend(BYTE_US * len(sent))
        return super().xfer(sent)


@dataclass(frozen=True, slots=True)
class Cost:
    """The mean cost of a poll: *transfers*, and simulated *milliseconds*.

    *answered* is the share of polls that found something, *read* the share that found the whole UID.
    """

    transfers: float
    milliseconds: float
    answered: float
    read: float


def measure(poll: Callable[[], bytes | None], chip: Chip, polls: int) -> Cost:
    """Poll every 90 ms, as the reader thread does."""
    transfers = answered = whole = 0
    spent = 0.0
    for _ in range(polls):
        before, began = chip.transfers, chip.clock.now_us
        found = poll()
        answered += found is not None
        whole += found == UID
        transfers += chip.transfers - before
        spent += chip.clock.now_us - began
        chip.clock.sleep(CYCLE_SECONDS)
    return Cost(transfers / polls, spent / polls / 1000, answered / polls, whole / polls)


@contextmanager
def our_driver(chip: Chip) -> Iterator[Mfrc522Reader]:
    """Yield our driver, opened on *chip*."""
    pins = install({(0, 0): chip})
    reader = Mfrc522Reader(clock=chip.clock.monotonic, sleep=chip.clock.sleep)
    reader.open()
    yield reader
    reader.close()
    pins.remove()


@contextmanager
def stock_driver(chip: Chip) -> Iterator[Any]:
    """Yield the stock driver on *chip*, and remove the log handler that each construction leaves behind."""
    pins = install({(0, 0): chip})
    logger = logging.getLogger("mfrc522Logger")
    kept = list(logger.handlers)
    from mfrc522 import MFRC522

    yield MFRC522(pin_mode=11, pin_rst=25)
    logger.handlers = kept
    pins.remove()


def our_poll(reader: Mfrc522Reader) -> bytes | None:
    """Find every tag with its whole UID, and whether the chip is healthy."""
    return next(iter(reader.present()), None)


def stock_poll(driver: Any) -> bytes | None:
    """Poll as the stock driver's own SimpleMFRC522 does."""
    if driver.MFRC522_Request(driver.PICC_REQIDL)[0] != driver.MI_OK:
        return None
    status, uid = driver.MFRC522_Anticoll()
    return bytes(uid) if status == driver.MI_OK else None


DRIVERS = {"ours": (our_driver, our_poll), "stock": (stock_driver, stock_poll)}


def costs(polls: int = POLLS) -> dict[tuple[str, str], Cost]:
    """Return the cost of a poll for each (driver, tag on the reader)."""
    found = {}
    for (name, (driver, poll)), lies in product(DRIVERS.items(), ("nothing", "a 7-byte tag")):
        chip = MeteredChip(Clock(), transfer_us=CALL_US)
        with driver(chip) as opened:
            if lies != "nothing":
                chip.lay(Ntag213(UID))
                chip.clock.sleep(CYCLE_SECONDS)
            found[name, lies] = measure(partial(poll, opened), chip, polls)
    return found


def report() -> None:
    cost_of_one = f"{CALL_US:.0f} us a transfer (assumed), {BYTE_US:.0f} us a byte at 1 MHz"
    print(f"the reader's hot loop, {POLLS} polls each, {cost_of_one}:")
    for (name, lies), cost in costs().items():
        read = f", {cost.answered:.0%} find it, {cost.read:.0%} its whole UID" if lies != "nothing" else ""
        print(f"  {name:5} on {lies}: {cost.transfers:.0f} transfers, {cost.milliseconds:.1f} simulated ms{read}")
