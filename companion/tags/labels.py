"""The labels that are printed for a game's box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kit.box.labels import Sticker, bagged
from companion.tags.pieces import called

if TYPE_CHECKING:
    from companion.kit.box.labels import Label
    from companion.kit.game import AnyGame


def labels(game: AnyGame) -> tuple[Label, ...]:
    """Return the labels to print for the box of *game*: its LABELS if it has any, or else a plain label for each piece."""
    own: tuple[Label, ...] | None = getattr(game, "LABELS", None)
    return _plain(game) if own is None else own


def _plain(game: AnyGame) -> tuple[Label, ...]:
    pieces = game.pieces({})
    named = [Sticker(piece, called(piece, (game,))) for piece in pieces if not piece.seat]
    pawns = [Sticker(piece) for piece in pieces if piece.kind == "pawn"]
    return (*named, *pawns, *bagged([piece.name for piece in pieces if piece.kind == "bag"]))
