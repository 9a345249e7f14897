"""From a bouncing contact to one press. Pure: levels and times in, presses out."""

from __future__ import annotations

from firmware.devices import Button, Pressed

# Seconds. Cheap keys bounce for some 5 ms, worn ones for 20; a quick finger stays 50.
PRESS_STEADY = 0.015
RELEASE_STEADY = 0.040
LONG = 2.0


class Key:
    """One key. Only with *has_long* does a long touch mean something else, so that a short one waits for its end.

    A key that is down at the start counts only once released: a jammed key presses nothing.
    """

    def __init__(self, button: Button, *, has_long: bool = False) -> None:
        self.button = button
        self.is_down = True  # Once the bounces are over. Down at first, and reported already.
        self._has_long = has_long
        self._reported = True
        self._level: bool | None = None
        self._since = 0.0

    def update(self, level: bool, now: float) -> Pressed | None:
        """Take the contact's *level* (True when closed) at *now*, in seconds; return the press that this completes.

        Wants to be called every few milliseconds. A press without a long form is reported when it begins.
        """
        if level != self._level:
            self._level, self._since = level, now
        steady = now - self._since
        if level != self.is_down and steady >= (PRESS_STEADY if level else RELEASE_STEADY):
            return self._turned(level)
        # Counted from the last bounce: a finger that lifts just before the time is over has been short.
        if not self._reported and steady >= LONG:
            return self._report(long=True)
        return None

    def _turned(self, level: bool) -> Pressed | None:
        self.is_down = level
        if level:
            self._reported = False
        # A press without a long form is over with its start, one with it is short only at its end.
        is_time = level != self._has_long
        return self._report() if is_time and not self._reported else None

    def _report(self, *, long: bool = False) -> Pressed:
        self._reported = True
        return Pressed(self.button, long=long)
