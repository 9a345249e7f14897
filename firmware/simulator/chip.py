"""Simulate one reader's chip as seen from outside: tags in its field, its SPI bus, and its faults."""

from __future__ import annotations

from enum import Enum
from random import Random
from threading import RLock
from typing import TYPE_CHECKING

from firmware.simulator.core import Core
from firmware.simulator.field import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.simulator.clock import Clock
    from firmware.simulator.core import CollCounts
    from firmware.simulator.tags import Tag


class Miso(Enum):
    """The level that the chip's data line shows."""

    TRUE = "true"
    ZEROS = "zeros"  # stuck at ground, or no chip
    ONES = "ones"  # stuck at the supply
    NOISE = "noise"


class Chip:
    """One reader's chip. Any thread may lay and lift tags or cause faults while another one talks to it.

    *transfer_us* is the duration of each SPI transfer, in microseconds. *coll_counts* says what CollPos is relative to if
    part of the UID was sent along: the first bit of the "uid", the first bit of the "frame" received, or the first "byte"
    received. *transfers* counts the transfers since the start.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        transfer_us: float = 50.0,
        version: int = 0x92,
        coll_counts: CollCounts = "uid",
        seed: int = 0,
    ) -> None:
        self.clock = clock
        self.transfers = 0
        self._transfer_us = transfer_us
        self._random = Random(seed)
        self._lock = RLock()
        self._miso = Miso.TRUE
        self._plugged = self._powered = True
        self._countdown: int | None = None
        self._field = Field()
        self._core = Core(clock, self._field, version, coll_counts)

    # On the table

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The tags in the field, in the order in which they were laid."""
        with self._lock:
            return self._field.tags

    @property
    def field_on(self) -> bool:
        """Return whether the antenna is driven."""
        with self._lock:
            return self._core.field_on

    def lay(self, tag: Tag) -> None:
        """Bring *tag* into the field."""
        with self._lock:
            self._field.lay(tag, self.clock.now_us)

    def lift(self, tag: Tag) -> None:
        """Take *tag* out of the field, if it is there."""
        with self._lock:
            self._field.lift(tag)

    # Faults

    @property
    def plugged(self) -> bool:
        """Return whether the reader is plugged in."""
        return self._plugged

    @property
    def miso(self) -> Miso:
        """The level that the data line shows."""
        return self._miso

    @property
    def sagging(self) -> bool:
        """Return whether a brown-out is pending."""
        return self._countdown is not None

    def unplug(self) -> None:
        """Pull the reader's plug: writes are lost, reads return zeros."""
        with self._lock:
            self._plugged = False
            self._core.reset()

    def plug(self) -> None:
        """Put the plug back; the chip starts with its registers at their defaults."""
        with self._lock:
            self._plugged = True
            self._core.reset()

    def stick(self, miso: Miso) -> None:
        """Make the data line show *miso* from now on, whatever the chip sends."""
        with self._lock:
            self._miso = miso

    def brown_out(self, after_transfers: int = 0) -> None:
        """Make the supply sag, now or after so many transfers, so that the registers fall back to their defaults."""
        with self._lock:
            self._countdown = after_transfers or None
            if not after_transfers:
                self._core.reset()

    def recover(self) -> None:
        """Cancel a pending brown-out."""
        with self._lock:
            self._countdown = None

    def garble(self, on: bool) -> None:
        """Give every answer from a tag a parity error, or stop doing so."""
        with self._lock:
            self._core.garbled = on

    # On the wires

    def reset_pin(self, high: bool) -> None:
        """Set the level of RST; low is hard power-down."""
        with self._lock:
            self._powered = high
            self._core.reset()

    def xfer(self, sent: Sequence[int]) -> list[int]:
        """Exchange bytes while the chip is selected (8.1.2): one transfer, reading or writing."""
        with self._lock:
            self.transfers += 1
            self.clock.spend(self._transfer_us)
            self._sag()
            self._core.settle()
            if not self._plugged:
                return [0] * len(sent)
            return self._on_wire(self._serve(sent) if self._powered else [0] * len(sent))

    def _sag(self) -> None:
        if self._countdown is not None:
            self._countdown -= 1
            if self._countdown == 0:
                self.brown_out()

    def _on_wire(self, answer: list[int]) -> list[int]:
        match self._miso:
            case Miso.ZEROS:
                return [0x00] * len(answer)
            case Miso.ONES:
                return [0xFF] * len(answer)
            case Miso.NOISE:
                return list(self._random.randbytes(len(answer)))
        return answer

    def _serve(self, sent: Sequence[int]) -> list[int]:
        if sent[0] & 0x80:  # Each byte but the last names the register whose value comes back with the next byte.
            return [0, *(self._core.read(address >> 1 & 0x3F) for address in sent[:-1])]
        for value in sent[1:]:
            self._core.write(sent[0] >> 1 & 0x3F, value)
        return [0] * len(sent)
