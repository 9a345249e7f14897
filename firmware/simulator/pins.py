"""Simulated `spidev` and `RPi.GPIO`, the two modules that the stock driver imports, for machines other than a Pi."""

from __future__ import annotations

import errno
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from firmware.simulator.chip import Chip

BOARD, BCM = 10, 11
OUT = 0
LOW, HIGH = 0, 1
MODULES = ("spidev", "RPi", "RPi.GPIO")
DRIVERS = ("mfrc522", "mfrc522.MFRC522", "mfrc522.SimpleMFRC522")


class Pins:
    """The simulated side of the wires: the chips by (bus, device), and the pin that resets them.

    *mode* is the pin numbering in use (None, BOARD or BCM); *levels* are the outputs by number. Set *has_spi* to False to
    simulate a Pi on which SPI is not enabled.
    """

    def __init__(self, chips: Mapping[tuple[int, int], Chip], reset_pin: int) -> None:
        self.chips = chips
        self.reset_pin = reset_pin
        self.has_spi = True
        self.mode: int | None = None
        self.levels: dict[int, int] = {}
        self._replaced: dict[str, ModuleType] = {}

    def output(self, pin: int, level: int) -> None:
        """Set *pin*. The reset pin acts on every chip, because they share the wire."""
        if pin not in self.levels:
            raise RuntimeError(f"pin {pin} was not set up as an output")
        self._drive(pin, level)

    def setup(self, pin: int, _direction: int) -> None:
        """Make *pin* an output."""
        if self.mode is None:
            raise RuntimeError("the numbering of the pins was not set")
        self._drive(pin, self.levels.get(pin, HIGH))

    def set_mode(self, mode: int) -> None:
        """Set the pin numbering, which can't be changed later."""
        if self.mode not in (None, mode):
            raise ValueError("another numbering of the pins was set already")
        self.mode = mode

    def cleanup(self) -> None:
        """Release all pins."""
        self.levels.clear()
        self.mode = None

    def remove(self) -> None:
        """Remove the simulated modules again."""
        for name in (*MODULES, *DRIVERS):
            sys.modules.pop(name, None)
        sys.modules.update(self._replaced)

    def _drive(self, pin: int, level: int) -> None:
        changed = self.levels.get(pin) != level
        self.levels[pin] = level
        if pin == self.reset_pin and changed:
            for chip in self.chips.values():
                chip.reset_pin(bool(level))

    def _put(self, modules: Mapping[str, ModuleType]) -> None:
        for name in (*MODULES, *DRIVERS):  # A driver that is already loaded would keep using other pins.
            if name in sys.modules:
                self._replaced[name] = sys.modules.pop(name)
        sys.modules.update(modules)


def install(chips: Mapping[tuple[int, int], Chip], reset_pin: int = 25) -> Pins:
    """Install simulated `spidev` and `RPi.GPIO` for drivers that are imported from now on.

    *chips* are keyed by (bus, device); *reset_pin* (BCM) is wired to the RST of all of them.
    """
    pins = Pins(chips, reset_pin)
    gpio = _gpio(pins)
    package = _module("RPi", GPIO=gpio, __path__=[])
    pins._put({"spidev": _spidev(pins), "RPi": package, "RPi.GPIO": gpio})
    return pins


class SimulatedSpi:
    """Stand in for `spidev.SpiDev`, over the simulated chips."""

    def __init__(self, pins: Pins) -> None:
        self.max_speed_hz = 500_000
        self.mode = 0
        self._pins = pins
        self._chip: Chip | None = None

    def open(self, bus: int, device: int) -> None:
        """Open the chip that *device* selects on *bus*; raise FileNotFoundError if the kernel has no such device."""
        if (bus, device) not in self._pins.chips or not self._pins.has_spi:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/spidev{bus}.{device}")
        self._chip = self._pins.chips[bus, device]

    def xfer2(self, values: Sequence[int]) -> list[int]:
        """Exchange bytes while the chip stays selected."""
        if self._chip is None:
            raise OSError(errno.EBADF, "Bad file descriptor")
        return self._chip.xfer(values)

    xfer = xfer2  # They differ in when the chip is deselected, between bytes or at the end.

    def close(self) -> None:
        """Close the connection to the chip."""
        self._chip = None


def _spidev(pins: Pins) -> ModuleType:
    return _module("spidev", SpiDev=lambda: SimulatedSpi(pins))


def _gpio(pins: Pins) -> ModuleType:
    return _module(
        "RPi.GPIO",
        BOARD=BOARD,
        BCM=BCM,
        OUT=OUT,
        LOW=LOW,
        HIGH=HIGH,
        getmode=lambda: pins.mode,
        setmode=pins.set_mode,
        setup=pins.setup,
        output=pins.output,
        cleanup=pins.cleanup,
        setwarnings=lambda _on: None,
    )


def _module(name: str, **names: Any) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(names)
    return module
