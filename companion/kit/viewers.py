"""The viewers of a game, and the seats that act in it."""

from __future__ import annotations

from typing import Final, TypeAlias

# Plain aliases: both arrive as text from journal, phones and tags, and NewType would put a conversion at each of these doors.
Seat: TypeAlias = str  # A capital letter: the pawn's colour and shape, "A" to "F".
Viewer: TypeAlias = str  # A seat, or TABLE: the display, the table screen and the log.
TABLE: Final = "table"  # The viewer that sees what everybody sees. It also acts if a key or a tap belongs to no seat.
CHANCE: Final = "chance"  # The seat of the bag, the deck and the dice.
