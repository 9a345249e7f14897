"""The tag reader: an MFRC522 on the SPI bus, through the package mfrc522 0.0.7.

Only the package's constants, register access and antenna switch are used. Waiting, talking to tags and checking that the
chip is there are our own, because the package does them unreliably.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from firmware.devices import DeviceError
from firmware.reader.iso14443 import REQA, WUPA, Heard, Identification, halt, wake
from firmware.wiring import READER_RESET, READER_SELECTS, READER_SPI_HERTZ

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware.wiring import SpiSelect

MOST_TAGS = 6  # All of them are read; of a larger number, only some.
PROBE_SECONDS = 1.0
RESET_SECONDS = 0.05  # RST low, and the same again for the chip to start.
SOFT_RESET_SECONDS = 0.001
FIELD_SECONDS = 0.005  # A tag is off, or ready to listen, 5 ms after the field is switched (ISO/IEC 14443-3, 5).
# Each look for an answer wakes the thread, which costs more than its transfer. So the first look is due when the usual
# answers to one, two and nine bytes are complete (0.4, 0.7 and 1.2 ms), and the second when silence is certain, 1 ms after
# the frame's end.
FIRST_LOOK_SECONDS, A_BYTE_SECONDS, NEXT_LOOK_SECONDS = 0.00055, 0.00007, 0.00045
MOST_UNENDED = 2  # As many as a poll without a tag sends, so that a chip that hangs is not taken to be back once opened.
MOST_LOOKS = 60  # Spans more than 1.3 ms even if only 50 us on the bus pass between two looks.

# The timer starts at the end of a frame and stops with the first bits of an answer, due after 0.09 ms. Wait for 1 ms.
TIMER_AUTO, TIMER_TICK_HALF_MS, TIMER_TICKS = 0x8D, 0x3E, 1
FORCE_100_PERCENT_ASK = 0x40
CRC_PRESET_6363, MSB_FIRST, TX_WAIT_RF, CRC_PRESET = 0x3D, 0x80, 0x20, 0x03
CLEAR_AFTER_COLLISION = 0x00
RX_GAIN = 0x70
ANTENNA, CRYPTO1_ON, POWER_DOWN = 0x03, 0x08, 0x10
RX_OR_IDLE, TIMER_IRQ = 0x30, 0x01
ERRORS, COLLISION, COLL_POS_NOT_VALID = 0x13, 0x08, 0x20

GAIN_DB = {18: 2, 23: 3, 33: 4, 38: 5, 43: 6, 48: 7}  # RFCfgReg RxGain (9.3.3.6)


class ResetLine:
    """The wire to RST, always BCM 25. Readers side by side share it, so a pulse for one resets them all.

    *pulses* counts the pulses, so that each reader can tell when another one had the chips reset.
    """

    def __init__(self) -> None:
        self.pulses = 0

    def pulse(self, sleep: Callable[[float], None]) -> None:
        """Hold RST low for 50 ms and wait for the chips to start; raise whatever the GPIO library raises."""
        from RPi import GPIO

        if GPIO.getmode() not in (None, GPIO.BCM):
            raise ValueError("another part of this process numbers the pins by BOARD")
        GPIO.setmode(GPIO.BCM)
        GPIO.setup(READER_RESET.bcm, GPIO.OUT)
        GPIO.output(READER_RESET.bcm, GPIO.LOW)
        self.pulses += 1
        sleep(RESET_SECONDS)
        GPIO.output(READER_RESET.bcm, GPIO.HIGH)
        sleep(RESET_SECONDS)


class Mfrc522Reader:
    """A reader on the SPI bus (devices.Reader). A single thread owns it, its bus and all other readers' fields.

    *select* is its place on the bus, *gain* the receiver's gain in dB (18 to 48, see GAIN_DB). Readers side by side share
    one *reset* line and are *shared*: the field of each is on only while it is polled. *clock* and *sleep* take seconds.
    """

    def __init__(
        self,
        name: str = "reader 1",
        select: SpiSelect = READER_SELECTS[0],
        *,
        reset: ResetLine | None = None,
        gain: int = 33,
        shared: bool = False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self._select = select
        self._reset = ResetLine() if reset is None else reset
        self._gain = GAIN_DB[gain]
        self._shared = shared
        self._clock = clock
        self._sleep = sleep
        self._link: Any = None
        self._pulses_seen = 0
        self._probed_at = 0.0

    def open(self) -> None:
        """Reset the chip by its pin and switch its field on; raise DeviceError if no chip answers."""
        self.close()
        try:
            self._connect()
            self._probe()
            self._rest()
        except DeviceError:
            raise
        except Exception as trouble:  # Each GPIO library raises its own exceptions, even RuntimeError.
            self._let_go()
            raise self._lost(f"{trouble}; {REMEDY_NO_BUS}") from trouble

    def present(self) -> Sequence[bytes]:
        """Return the UIDs of the tags in the field now; raise DeviceError if the chip is lost.

        A tag counts only if every check byte is right; up to six tags are all read. Takes 4 ms (no tag), 11 ms (one) or
        up to 120 ms (six 10-byte UIDs that collide) on a bus with 50 us per transfer, and up to 155 ms with 100 us.
        """
        if self._link is None:
            raise self._lost(REMEDY_NO_CHIP)
        try:
            return self._poll()
        except OSError as trouble:
            self._let_go()
            raise self._lost(f"{trouble}; {REMEDY_NO_BUS}") from trouble

    def close(self) -> None:
        """Switch the field off. Safe to call at any time, any number of times."""
        if self._link is not None:
            with suppress(OSError):
                self._link.AntennaOff()
            self._let_go()

    def version(self) -> int:
        """Return VersionReg of an open reader: 0x91 or 0x92 for NXP's own, other values for clones, which work as well."""
        (version,) = self._link.read_many(self._link.VersionReg)
        return int(version)

    def _connect(self) -> None:
        self._reset.pulse(self._sleep)
        self._link = _link_class()(self._select, self._gain, self._sleep)
        self._configure()

    def _configure(self) -> None:
        self._link.configure()
        self._pulses_seen = self._reset.pulses

    def _poll(self) -> tuple[bytes, ...]:
        if self._pulses_seen != self._reset.pulses:
            self._configure()
        elif self._shared:
            self._link.AntennaOn()
        if self._shared:
            self._sleep(FIELD_SECONDS)
        uids = self._read_all()
        # No tag may mean that the chip is gone; find out before a tag is reported as lifted.
        if not uids or self._clock() - self._probed_at >= PROBE_SECONDS:
            self._probe()
        self._rest()
        return tuple(uids)

    def _rest(self) -> None:
        if self._shared:
            self._link.AntennaOff()

    def _read_all(self) -> dict[bytes, None]:
        uids, collided = self._sweep()
        if collided:  # A tag woken from HALT returns to it, deaf to REQA, when another is selected. Start over.
            self._link.AntennaOff()
            self._sleep(FIELD_SECONDS)
            self._link.AntennaOn()
            self._sleep(FIELD_SECONDS)
            uids |= self._sweep()[0]
        return uids

    def _sweep(self) -> tuple[dict[bytes, None], bool]:
        """Wake, identify and halt one tag after another; also return whether any collided."""
        uids: dict[bytes, None] = {}
        collided = False
        # A tag that was left awake ignores the first WUPA, but falls asleep and answers the second.
        awake = wake(self._link, WUPA) or wake(self._link, WUPA)
        for _ in range(MOST_TAGS):
            if not awake:
                break
            identification = Identification(self._link)
            uid = identification.uid()
            collided |= identification.collided
            if uid is None:
                break
            uids[uid] = None
            halt(self._link)
            awake = wake(self._link, REQA)
        return uids, collided

    def _probe(self) -> None:
        """Raise DeviceError unless the chip is there and configured; a second try tolerates one disturbed transfer."""
        if not (self._link.healthy() or self._link.healthy()):
            self._let_go()
            raise self._lost(REMEDY_NO_CHIP)
        self._probed_at = self._clock()

    def _let_go(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.spi.close()

    def _lost(self, remedy: str) -> DeviceError:
        return DeviceError(self.name, remedy)


REMEDY_NO_BUS = "switch SPI on (dtparam=spi=on), and install the Pi's packages for SPI and GPIO."
REMEDY_NO_CHIP = "no chip answers as it should: check its 3.3 V, ground, SDA, SCK, MOSI, MISO and RST wires."


def _link_class() -> Any:
    """Import the stock driver, which needs spidev and RPi.GPIO, and return it with our frames on top."""
    from mfrc522 import MFRC522

    class Link(_Link, MFRC522):  # type: ignore[misc]  # The stock driver has no annotations.
        """The stock driver's registers with our frames."""

    return Link


class _Link:
    """One chip: the stock driver's registers, and frames as ISO/IEC 14443-3 specifies them (Air).

    Must precede MFRC522 among the bases, so that MFRC522's constructor never runs: that picks pin 15 for RST, sets up the
    chip without waiting for it, and adds another log handler each time. *self* is Any because of that base.
    """

    def __init__(self: Any, select: SpiSelect, gain: int, sleep: Callable[[float], None]) -> None:
        import spidev

        self.spi = spidev.SpiDev()
        self.spi.open(select.bus, select.device)
        self.spi.max_speed_hz = READER_SPI_HERTZ
        self._gain = gain
        self._sleep = sleep
        self._unended = 0  # Frames in a row after which neither an answer nor the timer was seen.

    def configure(self: Any) -> None:
        """Reset the chip by command, configure it for 106 kBd type A and switch the field on."""
        self._unended = 0
        self.MFRC522_Reset()
        self._sleep(SOFT_RESET_SECONDS)
        for register, value, _ in self._settings():
            self.Write_MFRC522(register, value)
        self.Write_MFRC522(self.CollReg, CLEAR_AFTER_COLLISION)
        self.AntennaOn()

    def healthy(self: Any) -> bool:
        """Return whether the chip is there, configured and at work; fails after a loose wire, a brown-out or noise."""
        settings = self._settings()
        version, antenna, command, status, *kept = self.read_many(
            self.VersionReg, self.TxControlReg, self.CommandReg, self.Status2Reg, *(register for register, _, _ in settings)
        )
        awake = version not in (0x00, 0xFF) and antenna & ANTENNA == ANTENNA and not command & POWER_DOWN
        same = all((now ^ value) & mask == 0 for now, (_, value, mask) in zip(kept, settings, strict=True))
        return awake and same and not status & CRYPTO1_ON and self._unended < MOST_UNENDED

    def _settings(self: Any) -> tuple[tuple[int, int, int], ...]:
        """Return register, value and the bits that must read back, because clones differ in the reserved ones (9.3)."""
        return (
            (self.TModeReg, TIMER_AUTO, 0xFF),
            (self.TPrescalerReg, TIMER_TICK_HALF_MS, 0xFF),
            (self.TReloadRegH, 0, 0xFF),
            (self.TReloadRegL, TIMER_TICKS, 0xFF),
            (self.TxAutoReg, FORCE_100_PERCENT_ASK, FORCE_100_PERCENT_ASK),
            (self.ModeReg, CRC_PRESET_6363, MSB_FIRST | TX_WAIT_RF | CRC_PRESET),
            (self.RFCfgReg, self._gain << 4 | 0x08, RX_GAIN),
        )

    def read_many(self: Any, *registers: int) -> list[int]:
        """Read several registers, or the same one several times, in a single transfer (8.1.2.1)."""
        values: list[int] = self.spi.xfer2([*(register << 1 & 0x7E | 0x80 for register in registers), 0])
        return values[1:]

    def transceive(self: Any, sent: bytes, last_bits: int = 0, align: int = 0) -> Heard | None:
        """Exchange a frame with the field; see iso14443.Air."""
        framing = align << 4 | last_bits
        self.Write_MFRC522(self.CommandReg, self.PCD_IDLE)
        self.Write_MFRC522(self.CommIrqReg, 0x7F)
        self.Write_MFRC522(self.FIFOLevelReg, 0x80)
        self.spi.xfer2([self.FIFODataReg << 1, *sent])
        self.Write_MFRC522(self.BitFramingReg, framing)
        self.Write_MFRC522(self.CommandReg, self.PCD_TRANSCEIVE)
        self.Write_MFRC522(self.BitFramingReg, framing | 0x80)
        answer: Heard | None = self._answer(FIRST_LOOK_SECONDS + A_BYTE_SECONDS * len(sent))
        return answer

    def _answer(self: Any, wait: float) -> Heard | None:
        """Wait for an answer or the timer, first for *wait* seconds; return None for silence or if the chip reports neither."""
        for _ in range(MOST_LOOKS):
            self._sleep(wait)
            wait = NEXT_LOOK_SECONDS
            irq, errors, level, control, coll = self.read_many(
                self.CommIrqReg, self.ErrorReg, self.FIFOLevelReg, self.ControlReg, self.CollReg
            )
            if irq & (RX_OR_IDLE | TIMER_IRQ):
                self._unended = 0
            if irq & RX_OR_IDLE:
                heard: Heard = self._heard(errors, level & 0x7F, control & 0x07, coll)
                return heard
            if irq & TIMER_IRQ:
                return None
        self._unended += 1
        return None

    def _heard(self: Any, errors: int, level: int, last_bits: int, coll: int) -> Heard:
        data = bytes(self.read_many(*[self.FIFODataReg] * level)) if level else b""
        bits = 8 * level - (8 - last_bits if last_bits and level else 0)
        if errors & COLLISION:
            return Heard(data, bits, coll & 0x1F or 32, broken=bool(coll & COLL_POS_NOT_VALID))
        return Heard(data, bits, broken=bool(errors & ERRORS))
