"""Turn the UIDs of each poll into "laid" and "lifted". Pure; one Presence per reader."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from companion.tags.enrolment import is_random
from firmware.devices import Laid, Lifted, Lying

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

MISSES = 5  # If one poll in ten misses a tag at rest: one false lift in two hours; with three, 31 an hour.
FIRST_POLLS = 5  # Tags seen in these were there before the start.


@dataclass(frozen=True, slots=True)
class Crowded:
    """A tag was laid beside others. None of the new ones counts until it has been lifted and laid alone.

    *uids* are the ones read together, in order.
    """

    reader: str
    uids: tuple[bytes, ...]


class _Status(Enum):
    NEW = "new"  # Not reported yet; another tag may be there too.
    TOLD = "told"  # Reported as laid, and to be reported as lifted.
    IGNORED = "ignored"  # Doesn't count until it has been lifted.


@dataclass(slots=True)
class _Resting:
    status: _Status
    misses: int = 0


class Presence:
    """Track the tags on one reader.

    A tag alone on the reader is laid when it is first read, and lifted after five polls in a row without it. If another one
    has just left, it is laid when that is certain, even if it has left again by then. A tag that is there during the first
    five polls, or arrives beside another tag, counts only after it has been lifted and laid again.
    """

    def __init__(self, reader: str) -> None:
        self._reader = reader
        self.reset()

    def reset(self) -> None:
        """Start over after a start or a loss: report nothing as lifted, and ignore tags that are already there."""
        self._resting: dict[bytes, _Resting] = {}
        self._polls_ignored = FIRST_POLLS

    def lost(self) -> Sequence[Lying]:
        """Return what there is to say when the reader is lost: here nothing, since nobody was told what lies on it."""
        return ()

    def see(self, uids: Collection[bytes]) -> Sequence[Laid | Lifted | Crowded | Lying]:
        """Take the UIDs of one poll and return the events, in order."""
        uids = self._steadied(uids)
        events: list[Laid | Lifted | Crowded] = [*self._lifted(uids)]
        self._add(uids)
        fresh = self._fresh()
        if len(uids) > 1 and fresh:
            self._mark(fresh, _Status.IGNORED)
            events.append(Crowded(self._reader, tuple(sorted(uids))))
        elif len(fresh) == len(self._resting) == 1:  # Alone for certain, with no other tag just missed.
            self._tell(fresh)
            events.append(Laid(self._reader, fresh[0]))
        return events

    def _steadied(self, uids: Collection[bytes]) -> Collection[bytes]:
        """Call a phone by the first UID that it had here: it has another one each time that the field was off."""
        first = next((uid for uid in (*self._resting, *uids) if is_random(uid)), b"")
        return dict.fromkeys(first if is_random(uid) else uid for uid in uids)

    def _lifted(self, uids: Collection[bytes]) -> list[Lifted]:
        """Count misses, forget tags missed too often, and return an event for those that had been reported as laid."""
        for uid, tag in self._resting.items():
            tag.misses = 0 if uid in uids else tag.misses + 1
        gone = {uid: tag for uid, tag in self._resting.items() if tag.misses >= MISSES}
        for uid in gone:
            del self._resting[uid]
        return [Lifted(self._reader, uid) for uid, tag in gone.items() if tag.status is _Status.TOLD]

    def _add(self, uids: Collection[bytes]) -> None:
        status = _Status.IGNORED if self._polls_ignored else _Status.NEW
        self._polls_ignored = max(0, self._polls_ignored - 1)
        for uid in uids:
            self._resting.setdefault(uid, _Resting(status))

    def _fresh(self) -> list[bytes]:
        """Return the tags that have come since the last poll, or haven't been alone yet."""
        return [uid for uid, tag in self._resting.items() if tag.status is _Status.NEW]

    def _tell(self, uids: Collection[bytes]) -> None:
        """Note that *uids* are reported as laid."""
        self._mark(uids, _Status.TOLD)

    def _mark(self, uids: Collection[bytes], status: _Status) -> None:
        for uid in uids:
            self._resting[uid].status = status
