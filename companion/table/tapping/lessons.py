"""Teaching in progress: the unknown tag that waits to be taught, the walk through the box, and what phones can do about both.

Neither is kept in the journal, unlike the tags that have been taught.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.table.answers import Stale
from companion.tags import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from companion.kit.game import AnyGame
    from companion.kit.messages import Said
    from companion.kit.pieces import Piece
    from companion.table.snapshot import Snapshot
    from companion.tags.enrolment import LearnTag
    from companion.tags.pieces import Pieces
    from companion.tags.walk import Walk


class Lessons:
    """The waiting tag and the current walk, at most one of each. Not thread-safe: call it only with the table's lock held."""

    def __init__(self) -> None:
        self.waiting: bytes | None = None
        self.walk: Walk | None = None

    def put_aside(self, uid: bytes) -> None:
        """Stop asking which piece the tag *uid* is; raise Stale if that tag isn't waiting."""
        if self.waiting != uid:
            raise Stale("tag")
        self.waiting = None

    def put_aside_known(self, known: Pieces) -> None:
        """Stop asking about the waiting tag if it is among the *known* ones."""
        if self.waiting is not None and known.find(self.waiting):
            self.waiting = None

    def start(self, known: Pieces, box: Sequence[Piece], *, renew: bool) -> None:
        """Begin a walk as `walk.begin` does; raise Stale if one is on."""
        if self.walk is not None:
            raise Stale("walk")
        self.walk, self.waiting = walk.begin(known, box, renew=renew), None

    def step(self, name: str, at: int | None = None) -> None:
        """Take the step *name*; raise Illegal, or Stale if no walk is on or it isn't at the piece with index *at*."""
        if self.walk is None or at not in (None, self.walk.at):
            raise Stale("walk")
        self.walk = walk.step(self.walk, name)

    def laid(self, known: Pieces, uid: bytes, games: Mapping[str, AnyGame], *, playing: bool) -> LearnTag | None:
        """Return the command that teaches the current walk's piece the tag *uid*; None if it has it already; raise Illegal."""
        assert self.walk is not None
        return walk.lesson(self.walk, known, uid, games, playing=playing)

    def taught(self, uid: bytes) -> None:
        """Go on to the next piece, after the tag *uid* was taught."""
        assert self.walk is not None
        self.walk = walk.further(self.walk, uid)

    def ending(self, known: Pieces, box: Sequence[Piece]) -> Said | None:
        """Return the sentence that ends the walk, or None while it goes on, as its screen shows enough."""
        return None if self.walk else walk.ending(known, box)


class Teaching:
    """The phones' part in teaching: begin a walk, take its steps, and put a tag aside. Thread-safe."""

    def __init__(
        self,
        lock: AbstractContextManager[object],
        lessons: Lessons,
        now: Callable[[], Snapshot],
        wake: Callable[[], None],
    ) -> None:
        """Take the table's *lock* and *lessons*; *now* returns its snapshot, and *wake* publishes the next."""
        self._lock, self._lessons, self._now, self._wake = lock, lessons, now, wake

    def put_aside(self, uid: bytes) -> None:
        """Stop asking which piece the tag *uid* is; raise Stale if that tag isn't waiting."""
        with self._lock:
            self._lessons.put_aside(uid)
            self._wake()

    def start_walk(self, *, renew: bool) -> None:
        """Start a walk through the pieces without a tag, or with *renew* through all.

        Raises Illegal if there are none, and Stale while another walk is on.
        """
        with self._lock:
            now = self._now()
            self._lessons.start(now.pieces, now.box, renew=renew)
            self._wake()

    def step_walk(self, step: str, at: int) -> None:
        """Take *step*, one of walk.STEPS, from the piece with index *at*; raise Illegal, or Stale if the walk isn't at it."""
        with self._lock:
            self._lessons.step(step, at)
            self._wake()
