"""Time the buzzer and the LED. Pure: takes phrases, lights and times, returns on or off.

Everything is told apart by its rhythm first: each phrase has its own number of beats, and colour only adds to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import cos, pi

from firmware.devices import Light, Phrase

Beats = tuple[int, ...]  # Milliseconds: on, off, on …
Colour = tuple[int, int, int]  # Red, green, blue, 0 to 255 each.

PHRASES: dict[Phrase, Beats] = {
    Phrase.RIGHT: (70,),
    Phrase.WRONG: (160, 90, 160),
    Phrase.TURN: (70, 70, 70, 70, 200),
    Phrase.LAST_ORDER: (60, 60, 60, 60, 60, 60, 60, 60, 400),
}
ANSWERS = (Phrase.RIGHT, Phrase.WRONG)  # Answers to a tap, played at once; other phrases give way.
PAUSE = 0.25  # Seconds between two phrases; longer than any silence within one.
CUT = 0.1  # Seconds of silence after a phrase that an answer interrupts.
WAITING = 2  # Phrases that may wait for their turn; any more are dropped.

BLACK, WHITE, RED = (0, 0, 0), (255, 255, 255), (255, 0, 0)
FLASHES: dict[Light, tuple[Colour, Beats]] = {
    Light.READ: (WHITE, (200,)),
    Light.REFUSED: (RED, (180, 140, 180)),
}
BREATH = 4.0  # Seconds from dark to dark.
BREATH_STEPS, FAINTEST, FULLEST = 32, 0.04, 0.6


def is_on(beats: Beats, at: float) -> bool:
    """Return whether *beats* are sounding (or shining) *at* seconds after their start."""
    ends = list(accumulate(beats))
    begun = sum(end <= at * 1000 for end in ends)
    return at >= 0 and begun < len(ends) and begun % 2 == 0


def length(beats: Beats) -> float:
    """Return the duration of *beats*, in seconds."""
    return sum(beats) / 1000


def breath(at: float) -> float:
    """Return the brightness of the slow breathing, 0 to 1, *at* seconds after its start; begins dim, moves in steps."""
    wave = (1 - cos(2 * pi * at / BREATH)) / 2
    # Perceived brightness is about the square root of the power.
    return FAINTEST + (FULLEST - FAINTEST) * (round(wave * BREATH_STEPS) / BREATH_STEPS) ** 2


@dataclass(frozen=True, slots=True)
class Planned:
    """A phrase and its start, in seconds."""

    phrase: Phrase
    start: float

    @property
    def end(self) -> float:
        """The end of its last beat, in seconds."""
        return self.start + length(PHRASES[self.phrase])


class Tune:
    """The buzzer's phrases, one after another."""

    def __init__(self) -> None:
        self._plan: tuple[Planned, ...] = ()

    def play(self, phrase: Phrase, now: float) -> None:
        """Schedule *phrase* now, or after a pause if another one plays; an answer interrupts any phrase but an answer."""
        unfinished = tuple(planned for planned in self._plan if now < planned.end)
        kept = tuple(p for p in unfinished if p.phrase in ANSWERS) if phrase in ANSWERS else unfinished
        if len(kept) > WAITING:
            return
        start = kept[-1].end + PAUSE if kept else now + (CUT if unfinished else 0.0)
        self._plan = (*kept, Planned(phrase, start))

    def is_on(self, now: float) -> bool:
        """Return whether the buzzer sounds at *now*."""
        return any(is_on(PHRASES[planned.phrase], now - planned.start) for planned in self._plan)

    def is_over(self, now: float) -> bool:
        """Return whether at *now* nothing sounds or waits to sound."""
        return all(now >= planned.end for planned in self._plan)


class Glow:
    """The LED: one lasting light, and a brief flash that covers it."""

    def __init__(self) -> None:
        self._lasting, self._colour, self._since = Light.OFF, BLACK, 0.0
        self._flash, self._flashed = Light.READ, float("-inf")

    def show(self, light: Light, colour: Colour, now: float) -> None:
        """Show *light* from *now* on; READ and REFUSED are brief, and the light before them returns."""
        if light in FLASHES:
            self._flash, self._flashed = light, now
        elif (light, colour) != (self._lasting, self._colour):  # Don't restart a breath in the middle.
            self._lasting, self._colour, self._since = light, colour, now

    def is_flashing(self, now: float) -> bool:
        """Return whether a flash is showing at *now*."""
        return now - self._flashed < length(FLASHES[self._flash][1])

    def colour(self, now: float) -> Colour:
        """Return the colour at *now*."""
        flash, beats = FLASHES[self._flash]
        if self.is_flashing(now):
            return flash if is_on(beats, now - self._flashed) else BLACK
        match self._lasting:
            case Light.ASKED:
                return self._colour
            case Light.READY:
                red, green, blue = (round(part * breath(now - self._since)) for part in self._colour)
                return red, green, blue
            case _:
                return BLACK
