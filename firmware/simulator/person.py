"""Simulate the person beside the box, who does what the doctor asks and says what can be seen and heard."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image

    from companion.kit.messages import Said
    from firmware.devices import Button
    from firmware.panel.rhythm import Colour
    from firmware.simulator.bench import SimulatedBox

LOOK: Final = 0.01  # Seconds between two looks; shorter than any beat of the buzzer.
LOOKS: Final = 200
TRIES: Final = 3


class SimulatedPerson:
    """A person beside *box* (doctor.person.Person). *sleep* takes seconds."""

    def __init__(self, box: SimulatedBox, sleep: Callable[[float], None] = time.sleep) -> None:
        self._box, self._sleep = box, sleep

    def lays_tag(self, reader: int) -> bool:
        """Lay a tag on the only reader that the box has."""
        self._box.lay(self._box.unknown_tag())
        return reader == 1

    def presses(self, button: Button) -> bool:
        """Press *button*."""
        self._box.press(button.value)
        return True

    def sees_picture(self, picture: Image) -> bool:
        """Compare the display with *picture*, pixel by pixel."""
        return self._box.picture().tobytes() == picture.tobytes()

    def sees_colour(self, colour: Colour) -> bool:
        """Look until the LED has *colour*, for at most two seconds."""
        return self._waits_for(lambda: self._box.panel()["colour"] == list(colour))

    def hears(self, play: Callable[[], None], _question: Said) -> bool:
        """Play and listen to the buzzer, up to three times, because a busy machine may lose a phrase."""
        for _ in range(TRIES):
            play()
            if self._waits_for(lambda: self._box.sounding):
                return True
        return False

    def _waits_for(self, wanted: Callable[[], bool]) -> bool:
        for _ in range(LOOKS):
            if wanted():
                return True
            self._sleep(LOOK)
        return False
