"""What lies in a game's box and can act at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["card", "token", "pawn", "bag", "key"]


@dataclass(frozen=True, slots=True)
class Piece:
    """What can act at the table: a card or token by its name, a pawn by its seat and number, a bag pawn, a panel's key.

    All but the keys are pieces of the box that carry a tag. A card's name is its own, a token's is a code such as "red".
    """

    kind: Kind
    name: str
    number: int = 1

    @property
    def seat(self) -> str | None:
        """Whose pawn it is, None for what isn't one."""
        return self.name if self.kind in ("pawn", "bag") else None
