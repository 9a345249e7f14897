"""Every wire of a table: its pin on the Pi's header, its contact on a part, and its colour.

The pins come from `firmware.wiring`; the drawings and the tables of the building guide are generated from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from firmware import wiring
from firmware.wiring import Pin

RED, WHITE, BLACK = "red", "white", "black"  # 3.3 V, 5 V and ground only, because 5 V kills a part meant for 3.3 V.
YELLOW, GREEN, BLUE, VIOLET, ORANGE, BROWN, GREY = "yellow", "green", "blue", "violet", "orange", "brown", "grey"


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from the pin *header* to the contact *contact*. *inline* is its resistor in ohms, 0 for none.

    *number* identifies the wire in every drawing and table.
    """

    number: int
    header: int
    contact: str
    colour: str
    inline: int = 0

    @property
    def place(self) -> str:
        """The name of its pin on the header: "3.3 V", "5 V", "ground" or "GPIO 10"."""
        return PLACES[self.header]


@dataclass(frozen=True, slots=True)
class Part:
    """A part on the table with its wires, in the order of its contacts. *free* contacts stay empty: (position, name).

    A free contact without a name is only a gap.
    """

    name: str
    title: str
    wires: tuple[Wire, ...]
    free: tuple[tuple[int, str], ...] = ()
    called: str = ""

    def named(self, wire: Wire) -> str:
        """Return the name of *wire*'s contact, preceded by *called*, the part's name, if two parts have such a contact."""
        return f"{self.called} {wire.contact}".strip()

    @property
    def contacts(self) -> tuple[Wire | str, ...]:
        """Every contact from first to last: its wire, or the name of an empty one."""
        row: list[Wire | str] = list(self.wires)
        for at, name in self.free:
            row.insert(at, name)
        return tuple(row)


def _wire(number: int, to: Pin | int, contact: str, colour: str, inline: int = 0) -> Wire:
    return Wire(number, to.header if isinstance(to, Pin) else to, contact, colour, inline)


PLACES: Final = {
    **{pin.header: f"GPIO {pin.bcm}" for pin in wiring.PINS},
    **{header: f"GPIO {bcm}" for bcm, header in zip(wiring.NEVER, wiring.NEVER_HEADER, strict=True)},
    **dict.fromkeys(wiring.THREE_VOLTS, "3.3 V"),
    **dict.fromkeys(wiring.FIVE_VOLTS, "5 V"),
    **dict.fromkeys(wiring.GROUND, "ground"),
}

# Every part has its own ground, so that no wire has to be shared.
READER: Final = Part("reader", "Reader MFRC522", (
    _wire(1, wiring.SPI_CE0, "SDA", GREY),
    _wire(2, wiring.SPI_SCLK, "SCK", YELLOW),
    _wire(3, wiring.SPI_MOSI, "MOSI", BLUE),
    _wire(4, wiring.SPI_MISO, "MISO", GREEN),
    _wire(5, 20, "GND", BLACK),
    _wire(6, wiring.READER_RESET, "RST", VIOLET),
    _wire(7, 17, "3.3V", RED),
), free=((4, "IRQ"),), called="reader")  # fmt: skip

DISPLAY: Final = Part("display", "Display, I2C", (
    _wire(8, 9, "GND", BLACK),
    _wire(9, 1, "VCC", RED),
    _wire(10, wiring.I2C_SCL, "SCL", YELLOW),
    _wire(11, wiring.I2C_SDA, "SDA", BLUE),
), called="display")  # fmt: skip

PANEL_KEYS: Final = Part("keys", "Three keys", (
    _wire(12, wiring.KEY_OK, "OK", GREEN),
    _wire(13, 30, "OK ground", BLACK),
    _wire(14, wiring.KEY_BACK, "BACK", ORANGE),
    _wire(15, 25, "BACK ground", BLACK),
    _wire(16, wiring.KEY_LAST_ORDER, "LAST ORDER", VIOLET),
    _wire(17, 39, "LAST ORDER ground", BLACK),
))  # fmt: skip

LED: Final = Part("led", "RGB LED, common cathode", (
    _wire(18, wiring.LED_RED, "red leg", BROWN, 330),
    _wire(19, 14, "longest leg", BLACK),
    _wire(20, wiring.LED_GREEN, "green leg", GREEN, 330),
    _wire(21, wiring.LED_BLUE, "blue leg", BLUE, 330),
))  # fmt: skip

BUZZER: Final = Part("buzzer", "Buzzer and NPN transistor", (
    _wire(22, 2, "buzzer +", WHITE),
    _wire(23, wiring.BUZZER, "base B", YELLOW, 1000),
    _wire(24, 34, "emitter E", BLACK),
), free=((1, ""),))  # fmt: skip

# Replaces DISPLAY, for a module without I2C. It shares two pins with the reader.
DISPLAY_SPI: Final = Part("display-spi", "Display, SPI", (
    _wire(25, 9, "GND", BLACK),
    _wire(26, 1, "VCC", RED),
    _wire(27, wiring.SPI_SCLK, "CLK or SCL", YELLOW),
    _wire(28, wiring.SPI_MOSI, "MOSI or SDA", BLUE),
    _wire(29, wiring.DISPLAY_RESET, "RES", VIOLET),
    _wire(30, wiring.DISPLAY_DC, "DC", GREEN),
    _wire(31, wiring.SPI_CE1, "CS", GREY),
))  # fmt: skip

PARTS: Final = (READER, DISPLAY, PANEL_KEYS, LED, BUZZER, DISPLAY_SPI)
VARIANTS: Final[dict[str, tuple[Part, ...]]] = {
    "minimal": (DISPLAY, READER),
    "table": (DISPLAY, LED, READER, PANEL_KEYS, BUZZER),  # From top to bottom of the drawing, so that few wires cross.
}
STEPS: Final = (READER, DISPLAY, PANEL_KEYS, LED, BUZZER)  # In the order of the guide.
