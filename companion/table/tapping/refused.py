"""Why the last tap or key press was refused, or what a reader has come to, while table screen and phones say so.

Not kept in the journal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.kit.messages import Said

SECONDS: Final = 4.0


@dataclass(frozen=True, slots=True)
class Refused:
    """What the display *said* when it refused a tap or a reader was lost, *since* then, in seconds of the table's clock.

    *number* counts them.
    It is as public as the display: whatever lies on a reader lies before everybody.
    """

    number: int
    said: Said
    since: float

    def is_over(self, now: float) -> bool:
        """Return whether it has been said for long enough."""
        return now - self.since >= SECONDS
