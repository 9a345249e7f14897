"""The buses' device nodes as Linux's drivers spidev and i2c-dev serve them, with simulated devices behind them.

Only what the clients use: SPI messages of one transfer each (linux/spi/spidev.h), and SMBus blocks (linux/i2c-dev.h).
"""

from __future__ import annotations

import errno
import struct
from typing import TYPE_CHECKING, Final

from hardware.virtual.cuse import Need, Node

if TYPE_CHECKING:
    from firmware.simulator.chip import Chip
    from firmware.simulator.display import I2cBus

SPI_MAJOR, I2C_MAJOR = 153, 89  # The kernel's i2c-dev must not be loaded: it takes every minor number.
FREE_MINOR: Final = 256  # The kernel's own spidev holds the first 256, and gives the major number its name.

TRANSFER: Final = struct.Struct("<QQIIHBBBBBB")  # struct spi_ioc_transfer: what to send, where to put the answer, length, ...
SPI_MESSAGE: Final = 0x40206B00  # SPI_IOC_MESSAGE(1)
SPI_READS: Final = {
    0x80016B01: b"\0",
    0x80016B02: b"\0",
    0x80016B03: b"\x08",
    0x80046B04: b"\x40\x42\x0f\0",
    0x80046B05: bytes(4),
}
SPI_WRITES: Final = (0x40016B01, 0x40016B02, 0x40016B03, 0x40046B04, 0x40046B05)

I2C_SLAVE, I2C_FUNCS, I2C_SMBUS = 0x0703, 0x0705, 0x0720
SMBUS_WRITES: Final = struct.pack("<Q", 0x0F7E0000)  # I2C_FUNC_SMBUS_* of a usual bus.
SMBUS: Final = struct.Struct("<BBxxIQ")  # struct i2c_smbus_ioctl_data: direction, register, kind, where the data is
BLOCK: Final = 34  # union i2c_smbus_data: a length, up to 32 bytes, and one to spare.
WRITE, I2C_BLOCK_DATA = 0, 8


def named_i2c() -> Node:
    """Return a node that does nothing: its name gives I2C's major number the name by which systemd's DeviceAllow finds it."""

    def ioctl(*_: object) -> bytes:
        raise OSError(errno.ENXIO, "nothing is there")

    return Node("i2c", I2C_MAJOR, 0, ioctl)


def spi(chip: Chip) -> Node:
    """Return /dev/spidev0.0 with *chip* behind it."""

    def ioctl(command: int, where: int, given: bytes, room: int) -> Need | bytes:
        if command == SPI_MESSAGE:
            return _message(chip, where, given)
        if (setting := SPI_READS.get(command)) is not None:
            return setting if room else Need(writes=[(where, len(setting))])
        if command in SPI_WRITES:
            return b"" if given else Need([(where, 1)])
        raise OSError(errno.ENOTTY, "not an ioctl of spidev")

    return Node("spidev0.0", SPI_MAJOR, FREE_MINOR, ioctl)


def _message(chip: Chip, where: int, given: bytes) -> Need | bytes:
    if not given:
        return Need([(where, TRANSFER.size)])
    sends, answers, length, *_ = TRANSFER.unpack_from(given)
    if len(given) < TRANSFER.size + length:
        return Need([(where, TRANSFER.size), (sends, length)], [(answers, length)])
    return bytes(chip.xfer(given[TRANSFER.size :]))


def i2c(bus: I2cBus) -> Node:
    """Return /dev/i2c-1 with *bus* behind it."""
    chosen = [0]  # The address that the last I2C_SLAVE chose.

    def ioctl(command: int, where: int, given: bytes, room: int) -> Need | bytes:
        if command == I2C_SLAVE:
            chosen[0] = where
            return b""
        if command == I2C_FUNCS:
            return SMBUS_WRITES if room else Need(writes=[(where, len(SMBUS_WRITES))])
        if command == I2C_SMBUS:
            return _block(bus, chosen[0], where, given)
        raise OSError(errno.ENOTTY, "not an ioctl of i2c-dev")

    return Node("i2c-1", I2C_MAJOR, 1, ioctl)


def _block(bus: I2cBus, address: int, where: int, given: bytes) -> Need | bytes:
    if not given:
        return Need([(where, SMBUS.size)])
    direction, register, kind, data = SMBUS.unpack_from(given)
    if (direction, kind) != (WRITE, I2C_BLOCK_DATA):
        raise OSError(errno.EOPNOTSUPP, "only blocks are written to a display")
    if len(given) < SMBUS.size + BLOCK:
        return Need([(where, SMBUS.size), (data, BLOCK)])
    length = given[SMBUS.size]
    bus.write_i2c_block_data(address, register, given[SMBUS.size + 1 : SMBUS.size + 1 + length])
    return b""
