"""Debounce a key: turn a bouncing contact into one press. Pure: takes levels and times, returns presses."""

from __future__ import annotations

from firmware.devices import Button, Pressed

# Seconds. Cheap keys bounce for about 5 ms, worn ones for 20; a quick finger stays for 50.
PRESS_STEADY = 0.015
RELEASE_STEADY = 0.040
LONG = 2.0
STUCK = 10.0  # Seconds. Nobody holds a key longer on purpose: something lies on it, or it is jammed.


class Key:
    """Debounce one key. Only with *has_long* does a long press differ, and both kinds are reported on release.

    A key that is down at the start counts only once it has been released. Neither that key nor a stuck key with a long
    form reports a press, because a card that lies on OK must not end the evening.
    """

    def __init__(self, button: Button, *, has_long: bool = False) -> None:
        self.button = button
        self.is_down = True  # After debouncing. Starts as down and already reported.
        self._has_long = has_long
        self._reported = True
        self._level: bool | None = None
        self._since = 0.0
        self._down_since: float | None = None

    def update(self, level: bool, now: float) -> Pressed | None:
        """Take the contact's *level* (True if closed) at *now*, in seconds; return the press that this completes.

        Call it every few milliseconds until the key `is_settled`. A press without a long form is reported as soon as it
        begins.
        """
        if level != self._level:
            self._level, self._since = level, now
        if self._down_since is None:
            self._down_since = now
        if level != self.is_down and now - self._since >= (PRESS_STEADY if level else RELEASE_STEADY):
            self.is_down = level
            return self._pushed() if level else self._released()
        return None

    @property
    def is_settled(self) -> bool:
        """Return whether the last sample agrees with the debounced state, so that no bounce is pending."""
        return self._level == self.is_down

    def is_stuck(self, now: float) -> bool:
        """Return whether the key has been down for longer than anybody would hold it on purpose."""
        return self.is_down and self._down_since is not None and now - self._down_since > STUCK

    def _pushed(self) -> Pressed | None:
        self._down_since = self._since
        self._reported = not self._has_long
        return None if self._has_long else Pressed(self.button)

    def _released(self) -> Pressed | None:
        if self._reported or self._down_since is None:
            return None
        self._reported = True
        held = self._since - self._down_since  # Until the contact first opened for good, so that bounces don't count.
        return Pressed(self.button, long=held >= LONG) if held <= STUCK else None
