"""Build the devices that a table's settings name: real ones on a Pi, the same drivers on simulated chips, or none."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from firmware.broker.identity import identity
from firmware.broker.mqtt import Ear
from firmware.broker.post import slots_topic
from firmware.display.oled_display import OledDisplay, i2c_bus, spi_bus
from firmware.panel.gpio_panel import GpioPanel, lgpio_pins, mock_pins
from firmware.panel.panel_watch import PanelWatch
from firmware.reader.mfrc522_reader import Mfrc522Reader, ResetLine
from firmware.reader.on_usb import on_usb
from firmware.reader.slot_reader import Slots
from firmware.settings import HARDWARE, ON_BROKER, TYPING, WIRED
from firmware.simulator.bench import SimulatedBox
from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.display import I2cBus, SimulatedOled
from firmware.simulator.panel import SimulatedPanel
from firmware.simulator.pins import install
from firmware.wiring import READER_RESET, READER_SELECTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from companion.tags.pieces import Pieces
    from firmware.broker.mqtt import Address
    from firmware.devices import Display, Reader
    from firmware.reader.slot_reader import Topics


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a table. Devices are chosen by name, and none is ever replaced by another.

    *port* 0 takes any free port; *host* is the address to listen on; *names* are additional host names that phones may
    use. With *voice* the table speaks. What everybody sees is published on the *broker*, if there is one. *reader* is the kind
    of its *readers*; *reader_name* is part of their names on USB. *stands* are the numbers of those that lie under a card.

    *notify* is systemd's NOTIFY_SOCKET, or "" if there is none. *blank_tags* starts a simulated box whose stickers
    haven't been taught yet; *faults*, named in firmware.simulator.faults, are on in it from the start.
    """

    data: Path
    hardware: str
    port: int = 8000
    host: str = "0.0.0.0"
    display: str = "ssd1306"
    display_on: str = "i2c"
    reader: str = WIRED
    reader_name: str = ""
    readers: int = 1
    stands: tuple[int, ...] = ()
    panel: bool = True
    voice: bool = False
    broker: Address | None = None
    language: str = "en"
    names: tuple[str, ...] = ()
    notify: str = ""
    blank_tags: bool = False
    faults: tuple[str, ...] = ()


def _nothing(*_: object) -> None:
    """Do nothing."""


@dataclass(slots=True)
class Devices:
    """The devices on the table. *clock* returns the reader thread's seconds; *passed* is called with the seconds it rested.

    *unwire* removes the simulated pins. On real hardware neither has anything to do.
    """

    readers: Sequence[Reader] = ()
    display: Display | None = None
    panel: PanelWatch | None = None
    box: SimulatedBox | None = None
    clock: Callable[[], float] = time.monotonic
    passed: Callable[[float], None] = _nothing
    unwire: Callable[[], None] = _nothing

    def close(self) -> None:
        """Release whatever no thread has taken over yet."""
        if self.panel is not None:
            self.panel.close()
        if self.display is not None:
            self.display.close()
        self.unwire()


def build_devices(settings: Settings, pieces: Pieces) -> Devices:
    """Return the devices that *settings* name, whether or not they are present; raise ValueError for an unknown name.

    *pieces* holds the tags of the simulated box.
    """
    match settings.hardware:
        case "simulated":
            return _simulated(settings, pieces)
        case "pi":
            return _on_a_pi(settings)
        case "none":
            return Devices(() if settings.reader == WIRED else _readers(settings))
    raise ValueError(f"no hardware is called {settings.hardware!r}, only {', '.join(HARDWARE)}")


def _simulated(settings: Settings, pieces: Pieces) -> Devices:
    """Return the real drivers on a simulated chip, a bus that decodes to a picture, and mock pins."""
    clock = Clock(wait=time.sleep)
    chip = Chip(clock)
    wires = install({(READER_SELECTS[0].bus, READER_SELECTS[0].device): chip}, READER_RESET.bcm)
    driver = "ssd1306" if settings.display == "none" else settings.display
    bus = I2cBus(SimulatedOled(driver), sleep=time.sleep)
    pins = mock_pins()
    panel = PanelWatch(lambda: _started(GpioPanel(pins)))
    fingers = SimulatedPanel(pins)
    reader = Mfrc522Reader("reader 1", clock=clock.monotonic, sleep=clock.sleep)
    display = OledDisplay(driver, lambda: i2c_bus(bus.opened()))
    box = SimulatedBox(pieces, chip, wires, bus, panel, fingers)
    _begin(box, settings.faults, wires.remove)
    panel.look()
    # Real time passes for the chip, too.
    return Devices([reader], display, panel, box, clock.monotonic, lambda seconds: clock.spend(seconds * 1e6), wires.remove)


def _begin(box: SimulatedBox, faults: Sequence[str], unwire: Callable[[], None]) -> None:
    for name in faults:
        if name not in box.faults():
            unwire()
            raise ValueError(f"no fault is called {name!r}, only {', '.join(box.faults())}")
        box.set_fault(name, True)


def _readers(settings: Settings) -> Sequence[Reader]:
    if wrong := [number for number in settings.stands if number > settings.readers]:
        raise ValueError(f"reader {wrong[0]} can't lie under a card, because there are only {settings.readers}")
    if settings.stands and settings.reader == TYPING:
        raise ValueError("a reader that types doesn't know what has left it: choose another kind to lie under a card")
    if settings.reader == WIRED:
        return _wired(settings.readers)
    if settings.reader == ON_BROKER:
        return _slots(settings).readers()
    return on_usb(settings.reader, settings.readers, settings.reader_name)


def _slots(settings: Settings) -> Slots:
    address, folder = settings.broker, settings.data
    if address is None:
        raise ValueError("slots are heard by way of a broker: name it with --mqtt-address")

    def listen(parts: Topics, lost: Callable[[], None]) -> Ear:
        own = identity(folder)
        return Ear(address, f"{own}-slots", slots_topic(address.prefix, own), parts, lost)

    return Slots(listen, settings.readers)


def _wired(count: int) -> Sequence[Reader]:
    if count > len(READER_SELECTS):
        raise ValueError(f"a Pi has pins for {len(READER_SELECTS)} readers: choose fewer, or another kind with --reader")
    shared, reset, selects = count > 1, ResetLine(), enumerate(READER_SELECTS[:count], start=1)
    return [Mfrc522Reader(f"reader {n}", select, reset=reset, shared=shared) for n, select in selects]


def _on_a_pi(settings: Settings) -> Devices:
    display = None
    if settings.display != "none":
        display = OledDisplay(settings.display, i2c_bus if settings.display_on == "i2c" else spi_bus)
    return Devices(_readers(settings), display, _panel_watch() if settings.panel else None)


def _panel_watch() -> PanelWatch:
    """Watch for a panel on the Pi's own pins.

    All attempts share one factory, because each factory keeps a file open for as long as the program runs, and a pin that
    another program holds is tried once a second.
    """
    pins = cache(lgpio_pins)
    return PanelWatch(lambda: panel_on_a_pi(pins))


def panel_on_a_pi(pins: Callable[[], Any] = lgpio_pins) -> GpioPanel:
    """Return the started panel on the Pi's own *pins*; raise DeviceError if they can't be claimed."""
    return _started(GpioPanel(pins()))


def _started(panel: GpioPanel) -> GpioPanel:
    panel.start()
    return panel
