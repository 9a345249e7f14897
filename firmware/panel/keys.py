"""From a bouncing contact to one press. Pure: levels and times in, presses out."""

from __future__ import annotations

from firmware.devices import Button, Pressed

# Seconds. Cheap keys bounce for some 5 ms, worn ones for 20; a quick finger stays 50.
PRESS_STEADY = 0.015
RELEASE_STEADY = 0.040
LONG = 2.0
STUCK = 10.0  # Held for longer than anybody means it: something lies on the key, or it is jammed.


class Key:
    """One key. Only with *has_long* does a long touch mean something else, so that both wait for its end.

    A key that is down at the start counts only once released. Neither that one nor one with a long form presses
    anything by being stuck: a card that lies on OK must not end the evening.
    """

    def __init__(self, button: Button, *, has_long: bool = False) -> None:
        self.button = button
        self.is_down = True  # Once the bounces are over. Down at first, and reported already.
        self._has_long = has_long
        self._reported = True
        self._level: bool | None = None
        self._since = 0.0
        self._down_since: float | None = None

    def update(self, level: bool, now: float) -> Pressed | None:
        """Take the contact's *level* (True when closed) at *now*, in seconds; return the press that this completes.

        Wants to be called every few milliseconds until it `is_settled`. A press without a long form is reported when it
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
        """Whether the contact was last seen where the key is taken to be: no bounce is being waited for."""
        return self._level == self.is_down

    def is_stuck(self, now: float) -> bool:
        """Tell whether the key has been down for longer than anybody means it."""
        return self.is_down and self._down_since is not None and now - self._down_since > STUCK

    def _pushed(self) -> Pressed | None:
        self._down_since = self._since
        self._reported = not self._has_long
        return None if self._has_long else Pressed(self.button)

    def _released(self) -> Pressed | None:
        if self._reported or self._down_since is None:
            return None
        self._reported = True
        held = self._since - self._down_since  # Until the first moment of the silence, whatever the bounces took.
        return Pressed(self.button, long=held >= LONG) if held <= STUCK else None
