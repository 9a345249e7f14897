"""The layout of the breadboard: wires from the Pi, resistors, the transistor, and leads to the LED and the buzzer.

A small board of 17 rows of ten holes, a to j. The five holes left of its groove, a to e, are connected inside, and so are
f to j.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ROWS: Final = 17
LEFT, RIGHT = "abcde", "fghij"


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole, by its *row* from 1 and its *column* from a to j."""

    row: int
    column: str

    @property
    def half(self) -> tuple[int, str]:
        """The half row whose five holes are connected: its row, and "left" or "right"."""
        return self.row, "left" if self.column in LEFT else "right"

    def __str__(self) -> str:
        """Return the hole's name, such as a1."""
        return f"{self.column}{self.row}"


# Use only every second row: a plug is wider than a hole, and a plug that is off by one row is easy to see.
WIRES: Final = {
    18: Hole(1, "a"), 19: Hole(3, "f"), 20: Hole(5, "a"), 21: Hole(7, "a"),
    22: Hole(9, "f"), 23: Hole(13, "a"), 24: Hole(15, "f"),
}  # fmt: skip
RESISTORS: Final = (  # Across the groove.
    (Hole(1, "d"), Hole(1, "g"), 330), (Hole(5, "d"), Hole(5, "g"), 330), (Hole(7, "d"), Hole(7, "g"), 330),
    (Hole(13, "d"), Hole(13, "g"), 1000),
)  # fmt: skip
TRANSISTOR: Final = {"C": Hole(11, "h"), "B": Hole(13, "h"), "E": Hole(15, "h")}  # Flat side towards the groove.
LED: Final = {"red leg": Hole(1, "j"), "longest leg": Hole(3, "j"), "green leg": Hole(5, "j"), "blue leg": Hole(7, "j")}
BUZZER: Final = {"buzzer +": Hole(9, "j"), "buzzer −": Hole(11, "j")}
DIODE: Final = {"ring": Hole(9, "g"), "other end": Hole(11, "g")}  # Only for a buzzer with a coil.
