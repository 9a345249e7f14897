"""When a player of the house answers, and under which key: from public facts alone, so that neither tells what it thinks."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.house.thinking import lots

if TYPE_CHECKING:
    from companion.kit.viewers import Seat

QUICKEST, SLOWEST = 2.0, 5.0  # seconds
KEY: Final = "house"


@dataclass(frozen=True, slots=True)
class Turn:
    """A moment at which *seat* may think: in game *number* of this table, after *position* entries of its log.

    The position, and not the row, says what the generator is seeded by: after a take-back the same player answers the same
    question in the same way, as chance does. Nobody can ask again until they like the answer.
    """

    number: int
    seat: Seat
    position: int

    @property
    def generator(self) -> random.Random:
        """The generator of this turn, from its beginning."""
        return lots(f"game {self.number}", self.seat, self.position)

    @property
    def pause(self) -> float:
        """The seconds before the answer, the same whatever it is."""
        return random.Random(f"pause {self.number} {self.seat} {self.position}").uniform(QUICKEST, SLOWEST)

    def key(self, ask: str, asked: int) -> str:
        """Return the idempotency key of the answer to *ask*, which has had this number since row *asked*."""
        return f"{KEY} {self.number} {self.position} {ask} {asked}"
