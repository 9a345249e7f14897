"""Pieces: the things that can be tapped or pressed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from companion.kit.viewers import Seat

Kind: TypeAlias = Literal["card", "token", "pawn", "bag", "key"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A card or token (by name), a pawn (by seat and number), a bag pawn (by seat), or a key of the panel.

    All except the keys come from a box and can carry a tag. A card has its proper name, a token has a code such as "red".
    """

    kind: Kind
    name: str
    number: int = 1

    @property
    def seat(self) -> Seat | None:
        """The seat whose pawn or bag pawn it is; None for other pieces."""
        return self.name if self.kind in ("pawn", "bag") else None
