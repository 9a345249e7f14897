"""Simulate the people at a panel: press its keys, and record what its LED and its buzzer do."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from threading import Lock
from typing import Any

from firmware.devices import Button, Phrase
from firmware.panel.rhythm import PHRASES, Colour
from firmware.wiring import BUZZER, KEYS, LED

SPLIT = 0.2  # Seconds of silence that end a phrase.
REMEMBERED = 8
BOUNCE, MOST_BOUNCES = (0.0002, 0.012), 13  # Seconds per bounce, and the number of bounces, of a worn key.
BY_BEATS = {(len(beats) + 1) // 2: phrase for phrase, beats in PHRASES.items()}


class SimulatedPanel:
    """Press and watch *pins*, the mock pins on which a GpioPanel was built. *clock* and *sleep* take seconds.

    While *bouncing* is set, every press and release bounces.
    """

    def __init__(
        self,
        pins: Any,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._pins = pins
        self.bouncing = False
        self._clock, self._sleep = clock, sleep
        self._random = Random(0)
        self._lock = Lock()
        self._count = 0
        self._phrases: deque[Phrase] = deque(maxlen=REMEMBERED)
        self._beats, self._silent_since = 0, 0.0
        pins.pin(BUZZER.bcm).listener = self._hear

    def press(self, button: Button, bounces: Sequence[float] = ()) -> None:
        """Press *button*. *bounces* are seconds, closed and open in turn, before the contact stays closed."""
        self._wobble(button, True, bounces)

    def release(self, button: Button, bounces: Sequence[float] = ()) -> None:
        """Release *button*. *bounces* are seconds, open and closed in turn, before the contact stays open."""
        self._wobble(button, False, bounces)

    def touch(self, button: Button, seconds: float = 0.1) -> None:
        """Press *button* and release it after *seconds*."""
        self.touch_together([button], seconds)

    def touch_together(self, buttons: Sequence[Button], seconds: float = 0.1) -> None:
        """Press several *buttons* at once and release them after *seconds*."""
        for button in buttons:
            self.press(button, self._train())
        self._sleep(seconds)
        for button in buttons:
            self.release(button, self._train())

    def is_down(self, button: Button) -> bool:
        """Return whether the contact of *button* is closed."""
        return not self._pins.pin(KEYS[button].bcm).level

    @property
    def within_reach(self) -> bool:
        """Return whether the program can use its pins. Set it to False to simulate a lost GPIO."""
        return bool(self._pins.within_reach)

    @within_reach.setter
    def within_reach(self, reach: bool) -> None:
        self._pins.within_reach = reach

    @property
    def colour(self) -> Colour:
        """The LED's current colour: red, green, blue, 0 to 255 each."""
        red, green, blue = (round(255 * self._pins.pin(pin.bcm).level) for pin in LED)
        return red, green, blue

    @property
    def sounding(self) -> bool:
        """Return whether the buzzer sounds now."""
        return bool(self._pins.pin(BUZZER.bcm).level)

    @property
    def heard(self) -> tuple[int, tuple[Phrase, ...]]:
        """The number of phrases heard to their end, and the last eight of them, recognised by their beats alone.

        If the machine stalls for 0.2 s in the middle of a phrase, this miscounts; GpioPanel.said knows what was played.
        """
        with self._lock:
            if not self.sounding and self._clock() - self._silent_since >= SPLIT:
                self._end()
            return self._count, tuple(self._phrases)

    def _train(self) -> Sequence[float]:
        if not self.bouncing:
            return ()
        return [self._random.uniform(*BOUNCE) for _ in range(self._random.randrange(1, MOST_BOUNCES))]

    def _wobble(self, button: Button, closed: bool, bounces: Sequence[float]) -> None:
        """Move the contact through *bounces* to its final position."""
        pin = self._pins.pin(KEYS[button].bcm)
        places = [closed if turn % 2 == 0 else not closed for turn in range(len(bounces))]
        for place, seconds in zip(places, bounces, strict=True):
            (pin.drive_low if place else pin.drive_high)()
            self._sleep(seconds)
        (pin.drive_low if closed else pin.drive_high)()

    def _hear(self, level: float) -> None:
        """Count a beat when the buzzer starts; note the time when it stops."""
        now = self._clock()
        with self._lock:
            if not level:
                self._silent_since = now
                return
            if now - self._silent_since >= SPLIT:
                self._end()
            self._beats += 1

    def _end(self) -> None:
        """End the phrase; a number of beats that matches no phrase means that it was cut off."""
        phrase, self._beats = BY_BEATS.get(self._beats), 0
        if phrase is not None:
            self._count += 1
            self._phrases.append(phrase)
