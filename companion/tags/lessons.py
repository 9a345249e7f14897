"""What is being taught: the tag that waits for its piece, and the walk through the box that is on.

Both are moments at the table and are not kept; the tags that were taught are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.table.answers import Stale
from companion.tags import walk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.kit.game import Game
    from companion.kit.messages import Said
    from companion.kit.pieces import Piece
    from companion.tags.enrolment import LearnTag
    from companion.tags.pieces import Pieces
    from companion.tags.walk import Walk


class Lessons:
    """The one tag that waits, and the one walk. Used under the table's lock only."""

    def __init__(self) -> None:
        self.waiting: bytes | None = None
        self.walk: Walk | None = None

    def put_aside(self, uid: bytes) -> None:
        """Ask no longer what the tag *uid* is; raise Stale when another one waits."""
        if self.waiting != uid:
            raise Stale("tag")
        self.waiting = None

    def put_aside_known(self, known: Pieces) -> None:
        """Ask no longer what the waiting tag is, once it is one of *known*."""
        if self.waiting is not None and known.find(self.waiting):
            self.waiting = None

    def start(self, known: Pieces, box: Sequence[Piece], *, renew: bool) -> None:
        """Begin a walk, as walk.begin does; raise Stale while one is on."""
        if self.walk is not None:
            raise Stale("walk")
        self.walk, self.waiting = walk.begin(known, box, renew=renew), None

    def step(self, name: str, at: int | None = None) -> None:
        """Take the step *name*; raise Illegal, or Stale when no walk is on, or it isn't at the piece numbered *at*."""
        if self.walk is None or at not in (None, self.walk.at):
            raise Stale("walk")
        self.walk = walk.step(self.walk, name)

    def laid(self, known: Pieces, uid: bytes, games: Mapping[str, Game], *, playing: bool) -> LearnTag | None:
        """Return what the tag *uid* teaches the walk that is on, None where that is known; raise Illegal."""
        assert self.walk is not None
        return walk.lesson(self.walk, known, uid, games, playing=playing)

    def taught(self, uid: bytes) -> None:
        """Walk on to the next piece: the tag *uid* is the wanted one's now."""
        assert self.walk is not None
        self.walk = walk.further(self.walk, uid)

    def ending(self, known: Pieces, box: Sequence[Piece]) -> Said | None:
        """Return what is said where the walk has come to its end, None while it goes on: its screen speaks."""
        return None if self.walk else walk.ending(known, box)
