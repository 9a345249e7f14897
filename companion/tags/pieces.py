"""The tags that a table knows, each with its piece; and what a piece is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kit.messages import Term, Thing
from companion.kit.pieces import Piece

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from companion.kit.game import AnyGame
    from companion.kit.pieces import Kind


class Pieces:
    """The tags that the table knows. A tag is identified by its UID (4, 7 or 10 bytes); nothing is written to it."""

    def __init__(self, known: Mapping[bytes, Piece] | None = None) -> None:
        self._known: dict[bytes, Piece] = dict(known or {})

    def find(self, uid: bytes) -> Piece | None:
        """Return the piece that carries the tag *uid*, or None if the tag is unknown."""
        return self._known.get(uid)

    def tags(self) -> tuple[tuple[bytes, Piece], ...]:
        """Return every known tag with its piece, in the order in which they were taught."""
        return tuple(self._known.items())

    def learn(self, uid: bytes, piece: Piece) -> None:
        """Record that *uid* is *piece*; raise ValueError if the tag or the piece is already assigned."""
        if uid in self._known:
            raise ValueError("this tag is already on a piece")
        if piece in self._known.values():
            raise ValueError("this piece already has a tag")
        self._known[uid] = piece

    def tag_of(self, piece: Piece) -> bytes | None:
        """Return the tag that *piece* carries, or None if it has none."""
        return next((uid for uid, one in self._known.items() if one == piece), None)

    def without(self, uids: Collection[bytes]) -> Pieces:
        """Return a copy without the tags *uids*."""
        return Pieces({uid: piece for uid, piece in self._known.items() if uid not in uids})


def dump(pieces: Pieces) -> list[list[str | int]]:
    """Return *pieces* as plain data; `load` is the inverse."""
    return [[uid.hex(), piece.kind, piece.name, piece.number] for uid, piece in pieces.tags()]


def load(rows: Iterable[tuple[str, Kind, str, int]]) -> Pieces:
    """Return the pieces that `dump` wrote; raise ValueError if a tag or a piece occurs twice."""
    pieces = Pieces()
    for uid, kind, name, number in rows:
        pieces.learn(bytes.fromhex(uid), Piece(kind, name, number))
    return pieces


def called(piece: Piece, games: Iterable[AnyGame]) -> Thing | Term:
    """Return the name of *piece*: the word of the first of *games* whose `called` has one, or else the piece's own name."""
    words = (game.called(piece) for game in games if hasattr(game, "called"))
    return next((word for word in words if word), Thing(piece.name))
