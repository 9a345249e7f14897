"""A panel and the fingers on it, in a time that passes only here: in milliseconds, with a tick every five."""

from __future__ import annotations

from firmware.devices import Pressed
from firmware.gpio_panel import TICK, GpioPanel, mock_pins
from firmware.simulator.clock import Clock
from firmware.simulator.panel import SimulatedPanel


class Fingers:
    """A panel that is ticked as time passes, unless nobody `looks`. Whoever shares *clock* may let time pass as well."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock, self.looks = clock or Clock(), True
        self.pins = mock_pins()
        self.panel = GpioPanel(self.pins, clock=self.clock.monotonic)
        self.sim = SimulatedPanel(self.pins, clock=self.clock.monotonic, sleep=self.wait)
        self._next = 0.0

    def wait(self, seconds: float) -> None:
        end = self.clock.monotonic() + seconds
        self._next = max(self._next, self.clock.monotonic())
        while self.looks and self._next <= end:
            self.clock.now_us = self._next * 1e6
            self._next += self.tick()
        self.clock.now_us = end * 1e6

    def tick(self) -> float:
        """Tick once; return after how many seconds to do so again."""
        self.panel.tick()
        return TICK

    def presses(self) -> list[Pressed]:
        found = []
        while press := self.panel.pressed(0):
            found.append(press)
        return found
