"""What a tagged piece or a key means in Shark now. Works on what everybody sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.game import TABLE, Nothing, Play, Tapped, say
from companion.pieces import Piece
from companion.shark.model import State, Trading
from companion.shark.moves import EndTurn, RollDice
from companion.shark.rules import SEATS

if TYPE_CHECKING:
    from collections.abc import Mapping


def pieces(options: Mapping[str, Any]) -> tuple[Piece, ...]:  # noqa: ARG001  # The same box for every option.
    """Return the box: a bag pawn for each player."""
    return tuple(Piece("bag", seat) for seat in SEATS)


def tapped(state: State, piece: Piece, spot: str) -> Tapped:  # noqa: ARG001  # One reader serves the whole table.
    """Return what *piece* means now."""
    if piece == Piece("key", "ok") and isinstance(state.phase, Trading):
        return Play(TABLE, EndTurn() if state.phase.rolled else RollDice())
    return Nothing(say("shark.tap.not_now"))
