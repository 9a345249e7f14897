"""Simulate the MFRC522 behind its bus: registers, buffer, commands, timer and radio, on a simulated clock.

Sources: NXP MFRC522 data sheet, chapters 8 to 10; ISO/IEC 14443-3 for times on the air. Not simulated: the commands that
receive or transmit alone, authenticate, or make random numbers; the memory; a full buffer; registers that refuse to be written;
interrupts on the pin; check sums in frames by the chip itself, or with another preset than 14443's; and a timer that a command
starts or stops, that repeats, or that is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from firmware.reader.iso14443 import crc_a
from firmware.simulator.field import ANSWER_DELAY_US, CARRIER_MHZ, duration_us, overlaid
from firmware.simulator.registers import (
    COLL_POS_NOT_VALID,
    CRC_DONE,
    CRYPTO1_ON,
    START_SEND,
    T_AUTO,
    VALUES_AFTER_COLL,
    Command,
    Fault,
    Irq,
    Register,
    after_reset,
)
from firmware.simulator.tags import Frame

if TYPE_CHECKING:
    from firmware.simulator.clock import Clock
    from firmware.simulator.field import Field

CollCounts: TypeAlias = Literal["uid", "frame", "byte"]


class Core:
    """The chip itself, without its bus and without a lock. Callers must call `settle` first."""

    def __init__(self, clock: Clock, field: Field, version: int, coll_counts: CollCounts) -> None:
        self.garbled = False
        self._clock = clock
        self._field = field
        self._version = version
        self._coll_counts = coll_counts
        self._air_ends_us: float | None = None  # when the frame on the air is complete
        self._heard_us: float | None = None  # when its answer is complete
        self._timer_us: float | None = None  # when the timer runs out
        self.reset()

    @property
    def field_on(self) -> bool:
        """Return whether the antenna is driven."""
        return self._registers[Register.TX_CONTROL] & 0x03 == 0x03

    def read(self, address: int) -> int:
        """Return the register at *address* (0 to 63); reading FIFODataReg removes a byte from the buffer."""
        match address:
            case Register.FIFO:
                return self._fifo.pop(0) if self._fifo else 0
            case Register.FIFO_LEVEL:
                return len(self._fifo)
        return self._registers[address]

    def write(self, address: int, value: int) -> None:
        """Write *value* to the register at *address* (0 to 63), with all its side effects."""
        match address:
            case Register.COMMAND:
                self._execute(value)
            case Register.COM_IRQ | Register.DIV_IRQ:
                self._mark(address, value)
            case Register.FIFO:
                self._fifo.append(value)
            case Register.FIFO_LEVEL:  # Only FlushBuffer can be written.
                self._fifo.clear()
            case Register.BIT_FRAMING:
                self._registers[address] = value
                if value & START_SEND and self._command == Command.TRANSCEIVE:
                    self._send()
            case Register.TX_CONTROL:
                self._drive(value)
            case Register.COLL:
                keep = self._registers[address] & ~VALUES_AFTER_COLL
                self._registers[address] = value & VALUES_AFTER_COLL | keep
            case _:
                self._registers[address] = value

    def reset(self) -> None:
        """Set the registers to their defaults, which also switches the field off."""
        self._registers = after_reset(self._version)
        self._fifo: list[int] = []
        self._air_ends_us = self._heard_us = self._timer_us = None
        self._sent = self._heard = Frame(0, 0)
        self._collided_at: int | None = None
        self._field.power_down()

    def settle(self) -> None:
        """Carry out everything that is due by now."""
        now = self._clock.now_us
        if self._air_ends_us is not None and now >= self._air_ends_us:
            self._deliver(self._air_ends_us)
        if self._heard_us is not None and now >= self._heard_us:
            self._receive()
        if self._timer_us is not None and now >= self._timer_us:
            self._expire()

    # Commands and interrupt flags

    @property
    def _command(self) -> int:
        return self._registers[Register.COMMAND] & 0x0F

    def _execute(self, value: int) -> None:
        self._air_ends_us = self._heard_us = None  # Abort whatever is on the air.
        self._registers[Register.COMMAND] = value & 0x3F
        match value & 0x0F:
            case Command.TRANSCEIVE:
                self._registers[Register.ERROR] = 0
            case Command.CALC_CRC:
                self._calculate_crc()
            case Command.SOFT_RESET:
                self.reset()

    def _calculate_crc(self) -> None:
        self._registers[Register.CRC_LOW], self._registers[Register.CRC_HIGH] = crc_a(bytes(self._fifo))
        self._fifo.clear()
        self._registers[Register.DIV_IRQ] |= CRC_DONE

    def _raise(self, irq: int) -> None:
        self._registers[Register.COM_IRQ] |= irq

    def _mark(self, address: int, value: int) -> None:
        """Set or clear the marked bits of an interrupt register, depending on the highest bit of *value*."""
        marked = value & 0x7F
        self._registers[address] = self._registers[address] | marked if value & 0x80 else self._registers[address] & ~marked

    # The timer

    def _tick_us(self) -> float:
        prescaler = (self._registers[Register.T_MODE] & 0x0F) << 8 | self._registers[Register.T_PRESCALER]
        return (2 * prescaler + 1) / CARRIER_MHZ

    def _start_timer(self, at_us: float) -> None:
        reload = self._registers[Register.T_RELOAD_HIGH] << 8 | self._registers[Register.T_RELOAD_LOW]
        self._timer_us = at_us + (reload + 1) * self._tick_us()

    def _expire(self) -> None:
        self._timer_us = None
        self._raise(Irq.TIMER)

    # The radio

    def _drive(self, value: int) -> None:
        was_on = self.field_on
        self._registers[Register.TX_CONTROL] = value
        if self.field_on and not was_on:
            self._field.power_up(self._clock.now_us)
        if was_on and not self.field_on:
            self._field.power_down()

    def _send(self) -> None:
        data = bytes(self._fifo)
        self._fifo.clear()
        last = self._registers[Register.BIT_FRAMING] & 0x07
        bits = 8 * len(data) - (8 - last if last and data else 0)
        self._sent = Frame(int.from_bytes(data, "little") & (1 << bits) - 1, bits)
        self._air_ends_us = self._clock.now_us + duration_us(bits)

    def _deliver(self, at_us: float) -> None:
        """Let the tags hear the frame, and combine their answers."""
        self._air_ends_us = None
        self._raise(Irq.TX)
        if answers := self._answers(at_us):
            self._heard, self._collided_at = overlaid(answers)
            self._heard_us = at_us + ANSWER_DELAY_US + duration_us(self._heard.bits)
            self._timer_us = None  # TAuto stops it at the first bits received.
        elif self._registers[Register.T_MODE] & T_AUTO:
            self._start_timer(at_us)

    def _answers(self, at_us: float) -> list[Frame]:
        if not self.field_on or self._registers[Register.STATUS2] & CRYPTO1_ON:  # Tags ignore enciphered frames.
            return []
        return self._field.answers(self._sent, at_us, self._registers[Register.RF_CFG] >> 4 & 0x07)

    def _receive(self) -> None:
        self._heard_us = None
        align = self._registers[Register.BIT_FRAMING] >> 4 & 0x07
        bits = self._heard.bits + align
        self._fifo += Frame(self._kept() << align, bits).data
        self._registers[Register.CONTROL] = self._registers[Register.CONTROL] & ~0x07 | bits % 8
        self._registers[Register.COLL] = self._registers[Register.COLL] & VALUES_AFTER_COLL | self._coll_pos()
        self._registers[Register.ERROR] |= self._errors()
        self._raise(Irq.RX | (Irq.ERROR if self._registers[Register.ERROR] else 0))

    def _kept(self) -> int:
        """Return the received bits, without those after a collision unless ValuesAfterColl is set."""
        if self._collided_at is None or self._registers[Register.COLL] & VALUES_AFTER_COLL:
            return self._heard.value
        return self._heard.value & (1 << self._collided_at) - 1

    def _coll_pos(self) -> int:
        if self._collided_at is None:
            return COLL_POS_NOT_VALID
        known = max(0, self._sent.bits - 16)
        before = {"uid": known, "frame": 0, "byte": known % 8}[self._coll_counts]
        position = before + self._collided_at + 1
        return position & 0x1F if position <= 32 else COLL_POS_NOT_VALID

    def _errors(self) -> int:
        errors = Fault.PARITY if self.garbled else 0
        if self._collided_at is not None:
            errors |= Fault.COLLISION
        return errors
