"""A question about a key that was perhaps pressed by a slip: it counts only if OK follows. Not kept in the journal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.kit.messages import say
from companion.kit.screen import Screen

if TYPE_CHECKING:
    from companion.kit.game import Play
    from companion.kit.messages import Said

SECONDS: Final = 8.0
DEAF: Final = 0.5  # Seconds in which OK doesn't answer: its press was meant for what the display showed before.


@dataclass(frozen=True, slots=True)
class Doubt:
    """The *play* that waits for OK, asked about *since* then, in seconds of the table's clock. *said* is the question."""

    play: Play[object]
    said: Said
    since: float

    def is_deaf(self, now: float) -> bool:
        """Return whether OK comes too early to be an answer."""
        return now - self.since < DEAF

    def is_over(self, now: float) -> bool:
        """Return whether nobody has answered in time."""
        return now - self.since >= SECONDS


def screen(question: Said) -> Screen:
    """Return the screen that the display shows while *question* stands."""
    return Screen(small=question, big=say("table.screen.ok"), counter=say("table.screen.sure"))
