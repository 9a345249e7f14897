"""The panel as something that may be missing: opened when its pins can be had, and again after they were lost."""

from __future__ import annotations

import logging
import time
from threading import Event
from typing import TYPE_CHECKING, Final

from firmware.devices import Button, DeviceError, Light, Phrase, Pressed

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.panel.gpio_panel import GpioPanel
    from firmware.panel.rhythm import Colour

RETRY_SECONDS: Final = 1.0
WHITE: Final = (255, 255, 255)


class PanelWatch:
    """A panel (devices.Panel) that comes and goes. Its loss and its return are logged in one line each.

    *open_panel* returns a panel that runs, or raises DeviceError; *clock* gives seconds. One thread calls `pressed`,
    which does all the opening; whatever is played while there is no panel is not heard.
    """

    def __init__(self, open_panel: Callable[[], GpioPanel], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._open_panel, self._clock = open_panel, clock
        self._panel: GpioPanel | None = None
        self._lost = False
        self._retry_at = clock()
        self._closed = Event()

    def pressed(self, timeout: float) -> Pressed | None:
        """Return the next key press, or None after *timeout* seconds; opens the panel where needed, once a second."""
        panel = self.look()
        if panel is None:
            self._closed.wait(timeout)
            return None
        try:
            return panel.pressed(timeout)
        except DeviceError as loss:
            panel.close()
            self._lose(loss)
            return None

    def look(self) -> GpioPanel | None:
        """Return the panel, opened just now if it can be; None while there is none."""
        if self._panel is None and not self._closed.is_set() and self._clock() >= self._retry_at:
            self._open()
        return self._panel

    def held(self, button: Button) -> bool:
        """Tell whether *button* is down now, as far as anybody can know."""
        panel = self._panel
        return panel is not None and panel.held(button)

    def play(self, phrase: Phrase) -> None:
        """Play *phrase* on the buzzer without waiting for its end."""
        if (panel := self._panel) is not None:
            panel.play(phrase)

    def light(self, light: Light, colour: Colour = WHITE) -> None:
        """Show *light* in *colour* (devices.Panel)."""
        if (panel := self._panel) is not None:
            panel.light(light, colour)

    @property
    def said(self) -> tuple[int, tuple[Phrase, ...]]:
        """How many phrases the panel that is there was asked to play, and the last of them."""
        panel = self._panel
        return panel.said if panel is not None else (0, ())

    def close(self) -> None:
        """Silence the buzzer, darken the LED and give the pins back. May be called any number of times."""
        self._closed.set()
        if (panel := self._panel) is not None:
            panel.close()

    def _open(self) -> None:
        try:
            panel = self._open_panel()
        except DeviceError as loss:
            self._lose(loss)
            return
        self._panel = panel
        if self._closed.is_set():  # Closed by another thread in the meantime.
            panel.close()
        if self._lost:
            self._lost = False
            logging.getLogger(__name__).warning("the panel is back")

    def _lose(self, loss: DeviceError) -> None:
        self._panel = None
        self._retry_at = self._clock() + RETRY_SECONDS
        if not self._lost:
            self._lost = True
            logging.getLogger(__name__).warning("the panel is lost: %s", loss.remedy)
