"""Who looks at a game, and who acts in it."""

from __future__ import annotations

from typing import Final, TypeAlias

Seat: TypeAlias = str  # A capital letter: the pawn's colour and shape, "A" to "F".
Viewer: TypeAlias = str  # A seat, or TABLE: the display, the table screen and the log.
TABLE: Final = "table"  # The viewer that sees what everybody sees; also who acts when a key or a tap has no seat.
CHANCE: Final = "chance"  # The seat of the bag, the deck and the dice.
