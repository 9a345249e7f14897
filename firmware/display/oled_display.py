"""Drive the 128x64 display on the table through luma.oled. This is the only file that imports luma.

The bus is write-only: a display that lost power for a moment acknowledges every byte and shows nothing. So once REFRESH
seconds have passed, the start-up sequence and the picture are sent again; until then an unchanged picture costs nothing.
Callers call `show` about once a second, which also brings back a display that was unplugged. SPI has no acknowledgement,
so an absent display goes unnoticed there.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from firmware.devices import DeviceError
from firmware.wiring import (
    DISPLAY_ADDRESS,
    DISPLAY_DC,
    DISPLAY_RESET,
    DISPLAY_SPI,
    DISPLAY_SPI_HERTZ,
    I2C_PORT,
)

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT = 128, 64
CONTRAST = 0xCF
REFRESH = 2.0  # Seconds. A whole frame takes 25 ms on I2C at 400 kHz: 1.3 % of the bus.
DISPLAY_OFF = 0xAE

CABLE = "check its four wires, and that `i2cdetect -y 1` shows 3c"
REMEDIES = {
    errno.ENOENT: "switch the bus on with dtparam=i2c_arm=on (or spi=on) in config.txt and restart the Pi",
    errno.EACCES: "let the user into the groups i2c, spi and gpio",
    errno.EPERM: "let the user into the groups i2c, spi and gpio",
    errno.EBUSY: "end whatever other program holds the display's pins",
}
MISSING = "install what the bus needs: sudo apt install python3-spidev python3-rpi-lgpio"


class Serial(Protocol):
    """The interface that luma writes to."""

    def command(self, *values: int) -> None:
        """Send command bytes."""

    def data(self, values: Sequence[int]) -> None:
        """Send bytes to the controller's memory."""


@dataclass(frozen=True, slots=True)
class Bus:
    """An open connection to the controller, and the function that closes it."""

    serial: Serial
    close: Callable[[], None]


class OledDisplay:
    """A display of kind *driver* ("ssd1306", "sh1106" or "ssd1309") on the bus that *open_bus* opens.

    *rotation* is 0 or 180 degrees. *clock* returns monotonic seconds. Nothing is sent before the first `show`. A single
    thread draws.
    """

    width, height = WIDTH, HEIGHT

    def __init__(
        self,
        driver: str,
        open_bus: Callable[[], Bus],
        *,
        rotation: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._line = _Line()
        self._device = _luma_device(driver, self._line, rotation)
        self._start_up = self._line.recorded()
        self._open_bus = open_bus
        self._clock = clock
        self._contrast = CONTRAST
        self._shown = b""
        self._due = 0.0

    def show(self, picture: Image) -> None:
        """Send *picture* unless it is already shown; raise DeviceError if the display doesn't answer.

        After a failure every call tries again, at the cost of one refused byte, and initialises the display once it is
        back. Luma insists that *picture* is 128x64, mode "1".
        """
        frame = picture.tobytes()
        now = self._clock()
        if frame == self._shown and now < self._due:
            return
        self._guarded(lambda: self._send(picture, now))
        self._shown = frame

    def dim(self, level: int) -> None:
        """Set the contrast, 0 to 255, now and after every start; raise DeviceError if the display doesn't answer."""
        if level != self._contrast:
            self._contrast = level
            if self._line.is_open:
                self._guarded(lambda: self._device.contrast(level))

    def close(self) -> None:
        """Switch the panel off. Safe to call at any time, any number of times; a later `show` switches it on again."""
        if self._line.is_open:
            try:
                self._device.hide()
            except _faults():
                pass  # It is unplugged, so it is dark already.
            self._forget()

    def _send(self, picture: Image, now: float) -> None:
        """Send the picture, preceded by the start-up sequence at the start and whenever REFRESH seconds have passed."""
        if not self._line.is_open:
            self._line.open(self._open_bus())
            self._start(DISPLAY_OFF)
        elif now >= self._due:
            self._start()
        else:
            self._device.display(picture)
            return
        self._device.display(picture)
        self._device.show()
        self._due = now + REFRESH

    def _start(self, *before: int) -> None:
        """Send luma's start-up sequence without its blank picture, so that a display that is on doesn't flicker."""
        if before:
            self._line.command(*before)
        self._line.command(*self._start_up)
        self._device.contrast(self._contrast)

    def _guarded(self, send: Callable[[], None]) -> None:
        try:
            send()
        except _faults() as fault:
            self._forget()
            raise DeviceError("display", _remedy(fault)) from fault

    def _forget(self) -> None:
        self._line.close()
        self._shown = b""


class _Line:
    """Stand between luma and the bus: record the start-up sequence while there is no bus, then pass everything on.

    This lets one luma device be made once, before there is a bus. Every luma device registers an atexit hook, so making
    one for each attempt would fill the memory in an evening without a display.
    """

    def __init__(self) -> None:
        self._bus: Bus | None = None
        self._kept: list[tuple[int, ...]] = []

    @property
    def is_open(self) -> bool:
        return self._bus is not None

    def recorded(self) -> tuple[int, ...]:
        """Return the recorded start-up sequence: the first command without its leading "display off"."""
        first, self._kept = self._kept[0], []
        return first[1:]

    def open(self, bus: Bus) -> None:
        self._bus = bus

    def close(self) -> None:
        if self._bus is not None:
            self._bus.close()
            self._bus = None

    def command(self, *values: int) -> None:
        if self._bus is None:
            self._kept.append(values)
        else:
            self._bus.serial.command(*values)

    def data(self, values: Sequence[int]) -> None:
        if self._bus is not None:
            self._bus.serial.data(values)

    def cleanup(self) -> None:
        """Do nothing. Luma calls this when Python exits, after `close` has switched the panel off."""


def i2c_bus(smbus: Any = None) -> Bus:
    """Open the display's I2C bus. *smbus*, if given, replaces smbus2.SMBus and is closed in its place.

    Raises OSError if the Pi has no such bus. Pass `i2c_bus` itself, or a lambda with a simulated bus, to OledDisplay.
    """
    from luma.core.interface.serial import i2c

    if smbus is None:
        from smbus2 import SMBus

        smbus = SMBus(I2C_PORT)
    # With a bus passed in, luma sends the same 32-byte messages to the real bus as to the simulated one.
    return Bus(i2c(bus=smbus, address=DISPLAY_ADDRESS), smbus.close)


def spi_bus(spidev: Any = None, gpio: Any = None) -> Bus:
    """Open the display's SPI bus and its pins DC and reset. *spidev* and *gpio*, if given, replace the real ones.

    Raises OSError, ImportError or luma's own error if they aren't available.
    """
    from luma.core.interface.serial import spi

    try:
        serial = spi(
            spi=spidev,
            gpio=gpio,
            port=DISPLAY_SPI.bus,
            device=DISPLAY_SPI.device,
            bus_speed_hz=DISPLAY_SPI_HERTZ,
            gpio_DC=DISPLAY_DC.bcm,
            gpio_RST=DISPLAY_RESET.bcm,
        )
    except _faults():
        raise
    except Exception as fault:  # lgpio's "GPIO busy" derives from Exception alone.
        raise OSError(errno.EBUSY, str(fault)) from fault
    return Bus(serial, serial.cleanup)


def _luma_device(driver: str, line: _Line, rotation: int) -> Any:
    from luma.oled import device

    made = getattr(device, driver)(line, rotate=rotation // 90)
    made.persist = True  # Else luma would draw at exit, from whichever thread exits.
    return made


def _faults() -> tuple[type[Exception], ...]:
    """Return the exceptions that a bus may raise: Linux's, luma's, and those for a missing library."""
    from luma.core.error import Error

    return (OSError, Error, ImportError)


def _remedy(fault: Exception) -> str:
    if isinstance(fault, ImportError):
        return MISSING
    return REMEDIES.get(errno_of(fault), CABLE)


def errno_of(fault: BaseException | None) -> int:
    """Return the number of what a bus raised, or 0. Luma's own errors have none, but the errors that caused them do."""
    caused = getattr(fault, "__context__", None)
    return getattr(fault, "errno", None) or getattr(caused, "errno", None) or 0
