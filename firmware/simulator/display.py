"""Simulate an OLED display: decode the bytes on its bus into the picture that a person would see.

The controllers follow their data sheets: Solomon Systech SSD1306 and SSD1309 (chapter 10), Sino Wealth SH1106
("Commands"). A wrong setting looks wrong here, too: an SH1106 driven as an SSD1306 is the same mess as on the table. Not
simulated: scrolling, a panel with all pixels on, and data that goes down column by column.
"""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops

from firmware.wiring import DISPLAY_ADDRESS, DISPLAY_DC, DISPLAY_RESET, I2C_BAUD, I2C_PORT

WIDTH, HEIGHT, PAGES = 128, 64, 8
COMMANDS, DATA = 0x00, 0x40  # The control byte at the start of a message on I2C.


@dataclass(frozen=True, slots=True)
class Controller:
    """The differences between controllers. Memory has *columns*; the panel shows 128 of them, starting at *offset*.

    *arguments* gives the number of bytes that follow a command (0 if it isn't listed). With *pump*, the panel stays dark
    until the charge pump is on.
    """

    name: str
    columns: int
    offset: int
    modes: bool
    pump: bool
    arguments: dict[int, int]


SHARED = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
SOLOMON = SHARED | {0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2}
CONTROLLERS = {
    "ssd1306": Controller("ssd1306", 128, 0, True, True, SOLOMON | {0x8D: 1}),
    "ssd1309": Controller("ssd1309", 128, 0, True, False, SOLOMON | {0xFD: 1, 0x8D: 1}),
    "sh1106": Controller("sh1106", 132, 2, False, False, SHARED | {0xAD: 1}),
}


class SimulatedOled:
    """A controller with its panel. One thread may write while others look; they never see a command half carried out.

    *name* is "ssd1306", "ssd1309" or "sh1106". It starts as after power-on: noise in the memory, panel dark.
    """

    def __init__(self, name: str = "ssd1306") -> None:
        self.controller = CONTROLLERS[name]
        self._lock = threading.Lock()
        self.power_cycle()

    def power_cycle(self) -> None:
        """Lose power and get it back: noise in the memory, and a dark panel until it is initialised again."""
        with self._lock:
            size = PAGES * self.controller.columns
            self._memory = bytearray((73 * at * at + 41) >> 3 & 0xFF for at in range(size))
            self._defaults()

    def reset(self) -> None:
        """Pull the reset pin: set the registers to their defaults, keep the memory."""
        with self._lock:
            self._defaults()

    def command(self, values: Sequence[int]) -> None:
        """Take command bytes. A command and its arguments may come in several messages."""
        with self._lock:
            for value in values:
                self._pending.append(value)
                if len(self._pending) > self.controller.arguments.get(self._pending[0], 0):
                    self._obey(*self._pending)
                    self._pending.clear()

    def data(self, values: Sequence[int]) -> None:
        """Take bytes for the memory. Each is eight rows of one column, the lowest bit on top."""
        with self._lock:
            for value in values:
                self._store(value)

    def picture(self) -> Image.Image:
        """Return the picture on the panel, 128x64, mode "1"; all dark while the panel is off."""
        with self._lock:
            if not self._lit():
                return Image.new("1", (WIDTH, HEIGHT), 0)
            picture = self._rows()
        return ImageChops.invert(picture) if self._inverted else picture

    @property
    def lit(self) -> bool:
        """Return whether the panel is on, however dark its picture."""
        with self._lock:
            return self._lit()

    @property
    def contrast(self) -> int:
        """The contrast, 0 to 255; 127 after power-on."""
        return self._contrast

    def _defaults(self) -> None:
        self._pending: list[int] = []
        self._on = self._inverted = self._remapped = self._upward = self._pumped = False
        self._contrast, self._mode, self._start, self._shift, self._rows_driven = 0x7F, 2, 0, 0, HEIGHT
        self._page, self._column = 0, 0
        self._pages, self._columns = (0, PAGES - 1), (0, self.controller.columns - 1)

    def _lit(self) -> bool:
        return self._on and (self._pumped or not self.controller.pump)

    def _obey(self, code: int, *arguments: int) -> None:
        """Carry out one complete command; ignore those without a visible effect."""
        match code:
            case 0xAE | 0xAF:
                self._on = code == 0xAF
            case 0xA6 | 0xA7:
                self._inverted = code == 0xA7
            case 0xA0 | 0xA1:
                self._remapped = code == 0xA1
            case 0xC0 | 0xC8:
                self._upward = code == 0xC8
            case 0x81:
                self._contrast = arguments[0]
            case 0x8D:
                self._pumped = bool(arguments and arguments[0] & 0x04)
            case 0xA8:
                self._rows_driven = (arguments[0] & 0x3F) + 1
            case 0xD3:
                self._shift = arguments[0] & 0x3F
            case _ if 0x40 <= code <= 0x7F:
                self._start = code & 0x3F
            case _:
                self._address(code, *arguments)

    def _address(self, code: int, *arguments: int) -> None:
        """Carry out a command that sets where the next data goes."""
        match code:
            case 0x20 if self.controller.modes:
                self._mode = arguments[0] & 0x03
            case 0x21 if self.controller.modes:
                self._columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
                self._column = self._columns[0]
            case 0x22 if self.controller.modes:
                self._pages = (arguments[0] & 0x07, arguments[1] & 0x07)
                self._page = self._pages[0]
            case _ if code <= 0x0F:
                self._column = self._column & 0xF0 | code
            case _ if 0x10 <= code <= 0x1F:
                self._column = (code & 0x0F) << 4 | self._column & 0x0F
            case _ if 0xB0 <= code <= 0xB7:
                self._page = code & 0x07

    def _store(self, value: int) -> None:
        columns = self.controller.columns
        if self._column < columns:
            # Remapping applies when data is written, and doesn't move data that is already there.
            segment = columns - 1 - self._column if self._remapped else self._column
            self._memory[self._page * columns + segment] = value
        self._advance()

    def _advance(self) -> None:
        """Step to the next address: along the page, then as the addressing mode says."""
        if self._mode == 0:
            self._column, wrapped = _after(self._column, self._columns)
            if wrapped:
                self._page, _ = _after(self._page, self._pages)
        elif self.controller.modes:
            self._column = (self._column + 1) % self.controller.columns
        else:
            self._column = min(self._column + 1, self.controller.columns)  # An SH1106 stops at the end.

    def _rows(self) -> Image.Image:
        """Return the memory as the panel shows it; the module is mounted for remapped columns and rows."""
        picture = Image.new("1", (WIDTH, HEIGHT), 0)
        columns = self.controller.columns
        for page in range(PAGES):
            stripe = Image.frombytes("1", (8, columns), bytes(self._memory[page * columns : (page + 1) * columns]))
            upright = stripe.transpose(Image.Transpose.ROTATE_90).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            picture.paste(upright.crop((self.controller.offset, 0, self.controller.offset + WIDTH, 8)), (0, 8 * page))
        picture = ImageChops.offset(picture, 0, -(self._start + self._shift))
        picture.paste(0, (0, self._rows_driven, WIDTH, HEIGHT))
        return picture if self._upward else picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


class I2cBus:
    """The I2C bus with one display on it; stands in for smbus2.SMBus.

    *baud* is in bits per second, nine bits to a byte, and may be changed at any time. *sleep* is called with the duration
    of each message in seconds (by default nothing waits), and *busy* adds these up. *sent* counts the bytes accepted,
    including address and control byte.
    """

    def __init__(
        self,
        oled: SimulatedOled,
        address: int = DISPLAY_ADDRESS,
        baud: int = I2C_BAUD,
        sleep: Callable[[float], None] | None = None,
    ) -> None:
        self.oled = oled
        self.address = address
        self.baud = baud
        self.busy = 0.0
        self.sent = 0
        self.closed = False
        self.exists = True
        self.plugged = True
        self._sleep = sleep
        self._patience: int | None = None

    def opened(self) -> I2cBus:
        """Return this bus; raise FileNotFoundError, as Linux does, if I2C is not enabled (*exists* is False)."""
        if not self.exists:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/i2c-{I2C_PORT}")
        return self

    def unplug(self) -> None:
        """Take the display off the bus, so that nothing answers at its address."""
        self.plugged = False

    def plug(self) -> None:
        """Put the display back; its memory and registers are lost."""
        self.oled.power_cycle()
        self.plugged = True

    @property
    def refusing(self) -> bool:
        """Return whether a refusal is pending."""
        return self._patience is not None

    def nack_after(self, count: int | None) -> None:
        """Let the display accept *count* more bytes and refuse the next, once; None cancels that."""
        self._patience = count

    def write_i2c_block_data(self, address: int, register: int, values: Sequence[int]) -> None:
        """Send one message; raise OSError 121, as Linux does, if the display doesn't answer."""
        if not self.plugged or address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        taken = self._taken(2 + len(values))
        self._spend(taken)
        (self.oled.data if register == DATA else self.oled.command)(values[: max(0, taken - 2)])
        if taken < 2 + len(values):
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def close(self) -> None:
        """Close the bus. The simulated bus can be used again."""
        self.closed = True

    def _taken(self, offered: int) -> int:
        """Return how many of the *offered* bytes the display accepts."""
        if self._patience is None or offered <= self._patience:
            self._patience = None if self._patience is None else self._patience - offered
            return offered
        taken, self._patience = self._patience, None
        return taken

    def _spend(self, count: int) -> None:
        seconds = count * 9 / self.baud
        self.sent += count
        self.busy += seconds
        if self._sleep is not None:
            self._sleep(seconds)


class SpiBus:
    """The SPI bus with one display on it and its two pins; stands in for spidev.SpiDev and RPi.GPIO. Nothing is refused."""

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self, oled: SimulatedOled, dc: int = DISPLAY_DC.bcm, reset: int = DISPLAY_RESET.bcm) -> None:
        self.oled = oled
        self.max_speed_hz = 0
        self.closed = False
        self._dc, self._reset = dc, reset
        self._is_data = False
        self._absent = False

    def unplug(self) -> None:
        """Take the display off the bus; bytes sent to it are lost without an error."""
        self._absent = True

    def open(self, _bus: int, _device: int) -> None:
        """Open the bus, as spidev does."""
        self.closed = False

    def setup(self, _pin: int, _direction: int) -> None:
        """Make a pin an output, as RPi.GPIO does."""

    def output(self, pin: int, level: int) -> None:
        """Set one of the display's two pins."""
        if pin == self._dc:
            self._is_data = bool(level)
        elif pin == self._reset and not level:
            self.oled.reset()

    def writebytes(self, values: Sequence[int]) -> None:
        """Send bytes: commands or data, depending on the pin DC."""
        if not self._absent:
            (self.oled.data if self._is_data else self.oled.command)(values)

    def close(self) -> None:
        """Close the bus."""
        self.closed = True


def _after(place: int, bounds: tuple[int, int]) -> tuple[int, bool]:
    """Return the place after *place* within *bounds*, and whether it wrapped around."""
    first, last = bounds
    return (first, True) if place == last else (place + 1, False)
