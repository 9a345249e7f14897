"""The wiring of the table: one source for the code, the documents and the drawings.

Pins have BCM numbers (used by software) and header numbers (counted on the board), as on every 40-pin Pi.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.devices import Button


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin of the header. *bcm* is the chip's number, *header* the position on the 40-pin header."""

    bcm: int
    header: int
    use: str


@dataclass(frozen=True, slots=True)
class SpiSelect:
    """A device on an SPI bus, as Linux names it: /dev/spidev<bus>.<device>. The kernel controls its select pin."""

    bus: int
    device: int


I2C_SDA = Pin(2, 3, "display and clock, I2C data")
I2C_SCL = Pin(3, 5, "display and clock, I2C clock")

SPI_MOSI = Pin(10, 19, "readers, SPI data out")
SPI_MISO = Pin(9, 21, "readers, SPI data in")
SPI_SCLK = Pin(11, 23, "readers, SPI clock")
SPI_CE0 = Pin(8, 24, "reader 1, select")
SPI_CE1 = Pin(7, 26, "reader 2 or SPI display, select")
READER_RESET = Pin(25, 22, "readers, reset")
READER_IRQ = Pin(24, 18, "readers, interrupt; reserved, not connected")

KEY_OK = Pin(5, 29, "key OK, to ground")
KEY_BACK = Pin(6, 31, "key BACK, to ground")
KEY_LAST_ORDER = Pin(26, 37, "key LAST ORDER, to ground")
BUZZER = Pin(12, 32, "buzzer, through an NPN transistor; silent at boot")
LED_RED = Pin(23, 16, "LED red, 330 ohm")
LED_GREEN = Pin(27, 13, "LED green, 330 ohm")
LED_BLUE = Pin(22, 15, "LED blue, 330 ohm")

DISPLAY_DC = Pin(4, 7, "SPI display, data or command; else spare")
DISPLAY_RESET = Pin(13, 33, "SPI display, reset; else spare")

SPI1_CE0 = Pin(18, 12, "reader 3, select; kept free")
SPI1_CE1 = Pin(17, 11, "reader 4, select; kept free")
SPI1_CE2 = Pin(16, 36, "reader 5, select; kept free")
SPI1_MISO = Pin(19, 35, "readers 3 to 5, SPI data in; kept free")
SPI1_MOSI = Pin(20, 38, "readers 3 to 5, SPI data out; kept free")
SPI1_SCLK = Pin(21, 40, "readers 3 to 5, SPI clock; kept free")

BASE_PINS = (
    I2C_SDA, I2C_SCL, SPI_MOSI, SPI_MISO, SPI_SCLK, SPI_CE0, SPI_CE1, READER_RESET, READER_IRQ,
    KEY_OK, KEY_BACK, KEY_LAST_ORDER, BUZZER, LED_RED, LED_GREEN, LED_BLUE, DISPLAY_DC, DISPLAY_RESET,
)  # fmt: skip
SPI1_PINS = (SPI1_CE0, SPI1_CE1, SPI1_CE2, SPI1_MISO, SPI1_MOSI, SPI1_SCLK)
PINS = BASE_PINS + SPI1_PINS

# 14 and 15 are the serial console, 0 and 1 the EEPROM of add-on boards.
NEVER = (0, 1, 14, 15)
NEVER_HEADER = (27, 28, 8, 10)

# Positions on the header that software doesn't see.
THREE_VOLTS = (1, 17)  # 3.3 V
FIVE_VOLTS = (2, 4)
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)

KEYS = {Button.OK: KEY_OK, Button.BACK: KEY_BACK, Button.LAST_ORDER: KEY_LAST_ORDER}
LED = (LED_RED, LED_GREEN, LED_BLUE)

I2C_PORT = 1
I2C_BAUD = 400_000  # Bits per second, set by i2c_arm_baudrate in config.txt.
DISPLAY_ADDRESS = 0x3C

DISPLAY_SPI = SpiSelect(0, 1)
DISPLAY_SPI_HERTZ = 8_000_000
READER_SPI_HERTZ = 1_000_000
# Readers 1 to 5 in order; the last three need dtoverlay=spi1-3cs.
READER_SELECTS = (SpiSelect(0, 0), SpiSelect(0, 1), SpiSelect(1, 0), SpiSelect(1, 1), SpiSelect(1, 2))
