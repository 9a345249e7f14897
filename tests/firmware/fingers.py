"""A panel and the fingers on it, on a simulated clock: in milliseconds, with a tick every five."""

from firmware.devices import Pressed
from firmware.panel.gpio_panel import REST, TICK, GpioPanel, mock_pins
from firmware.simulator.clock import Clock
from firmware.simulator.panel import SimulatedPanel


class Fingers:
    """A panel that is ticked as its own thread does it: once its patience is over, or when something wakes it.

    While nobody `looks`, time passes without a tick. Other holders of *clock* can let time pass as well.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock, self.looks = clock or Clock(), True
        self.pins = mock_pins()
        self.panel = GpioPanel(self.pins, clock=self.clock.monotonic)
        self.sim = SimulatedPanel(self.pins, clock=self.clock.monotonic, sleep=self.wait)
        self.ticks, self._patience, self._next = 0, TICK, 0.0

    def wait(self, seconds: float) -> None:
        end = self.clock.monotonic() + seconds
        self._wake()
        self._next = max(self._next, self.clock.monotonic())
        while self.looks and self._next <= end:
            self.clock.now_us = self._next * 1e6
            self.panel.tick()
            self.ticks += 1
            self._patience = self.panel.patience()
            if not self._wake():
                self._next += self._patience
        self.clock.now_us = end * 1e6

    def _wake(self) -> bool:
        if self._patience != REST or not self.panel._woken.is_set():
            return False
        self.panel._woken.clear()
        self._next = self.clock.monotonic()
        return True

    def presses(self) -> list[Pressed]:
        return list(iter(lambda: self.panel.pressed(0), None))
