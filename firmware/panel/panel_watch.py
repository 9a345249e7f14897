"""Keep trying to open a panel that is missing or was lost."""

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
    """A panel (devices.Panel) that may come and go. Its loss and its return are logged in one line each.

    *open_panel* returns a running panel or raises DeviceError; *clock* counts seconds. One thread calls `pressed`, which
    does all the opening; while there is no panel, whatever is played is dropped.
    """

    def __init__(self, open_panel: Callable[[], GpioPanel], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._open_panel, self._clock = open_panel, clock
        self._panel: GpioPanel | None = None
        self._lost = False
        self._retry_at = clock()
        self._closed = Event()

    def pressed(self, timeout: float) -> Pressed | None:
        """Return the next key press, or None after *timeout* seconds; try to open a missing panel, at most once a second."""
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
        """Return the panel, opening it first if necessary and possible; return None if there is none."""
        if self._panel is None and not self._closed.is_set() and self._clock() >= self._retry_at:
            self._open()
        return self._panel

    def held(self, button: Button) -> bool:
        """Return whether *button* is held on purpose now, or False if there is no panel."""
        panel = self._panel
        return panel is not None and panel.held(button)

    def is_down(self, button: Button) -> bool:
        """Return whether *button* is down now, be it held or stuck, or False if there is no panel."""
        panel = self._panel
        return panel is not None and panel.is_down(button)

    def play(self, phrase: Phrase) -> None:
        """Play *phrase* on the buzzer without waiting for it to end."""
        if (panel := self._panel) is not None:
            panel.play(phrase)

    def light(self, light: Light, colour: Colour = WHITE) -> None:
        """Show *light* in *colour* (devices.Panel)."""
        if (panel := self._panel) is not None:
            panel.light(light, colour)

    @property
    def said(self) -> tuple[int, tuple[Phrase, ...]]:
        """The number of phrases played by the panel that is open, and the last of them."""
        panel = self._panel
        return panel.said if panel is not None else (0, ())

    def close(self) -> None:
        """Silence the buzzer, switch the LED off and release the pins. Safe to call any number of times."""
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
