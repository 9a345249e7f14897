"""The MFRC522's registers (data sheet 9.2, 9.3): addresses, bits and the values after a reset."""

from __future__ import annotations

from enum import IntEnum


class Register(IntEnum):
    """Addresses of the registers that the simulated chip acts on."""

    COMMAND = 0x01
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    STATUS2 = 0x08
    FIFO = 0x09
    FIFO_LEVEL = 0x0A
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    CRC_HIGH = 0x21
    CRC_LOW = 0x22
    RF_CFG = 0x26
    T_MODE = 0x2A
    T_PRESCALER = 0x2B
    T_RELOAD_HIGH = 0x2C
    T_RELOAD_LOW = 0x2D
    VERSION = 0x37


class Command(IntEnum):
    """Commands that the simulated chip executes (data sheet 10.3)."""

    CALC_CRC = 0x3
    TRANSCEIVE = 0xC
    SOFT_RESET = 0xF


class Irq(IntEnum):
    """Bits of ComIrqReg."""

    TIMER = 0x01
    ERROR = 0x02
    RX = 0x20
    TX = 0x40


class Fault(IntEnum):
    """Bits of ErrorReg."""

    PARITY = 0x02
    COLLISION = 0x08


CRC_DONE = 0x04  # in DivIrqReg
CRYPTO1_ON = 0x08  # in Status2Reg
START_SEND = 0x80  # in BitFramingReg
VALUES_AFTER_COLL, COLL_POS_NOT_VALID = 0x80, 0x20  # in CollReg
T_AUTO = 0x80  # in TModeReg

AFTER_RESET = {
    0x01: 0x20, 0x02: 0x80, 0x04: 0x14, 0x07: 0x21, 0x0B: 0x08, 0x0C: 0x10, 0x0E: 0xA0, 0x11: 0x3F, 0x14: 0x80,
    0x16: 0x10, 0x17: 0x84, 0x18: 0x84, 0x19: 0x4D, 0x1C: 0x62, 0x1F: 0xEB, 0x21: 0xFF, 0x22: 0xFF, 0x24: 0x26,
    0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20,
}  # fmt: skip


def after_reset(version: int) -> bytearray:
    """Return the 64 registers after a reset; *version* is the value of VersionReg (0x92 for a genuine chip)."""
    registers = bytearray(64)
    for address, value in AFTER_RESET.items():
        registers[address] = value
    registers[Register.VERSION] = version
    return registers
