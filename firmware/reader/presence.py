"""What lies on a reader: from what each poll read to what was laid and lifted. Pure, one Presence for each reader."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from firmware.devices import Laid, Lifted

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

MISSES = 5  # Where one poll in ten misses a resting tag: one false lift in two hours; with three, 31 an hour.
FIRST_POLLS = 5  # What these see was lying there before.


@dataclass(frozen=True, slots=True)
class Crowded:
    """A tag was laid while others lay on the reader: none of the new ones counts until it was lifted and laid alone.

    *uids* are those that were read together, in order.
    """

    reader: str
    uids: tuple[bytes, ...]


class _Standing(Enum):
    NEW = "new"  # Not told yet: another tag may still be there.
    TOLD = "told"  # Reported as laid, will be reported as lifted.
    IGNORED = "ignored"  # Must be lifted before it counts.


@dataclass(slots=True)
class _Resting:
    standing: _Standing
    misses: int = 0


class Presence:
    """Remembers what lies on one reader.

    A tag alone on the reader is laid with its first read and lifted after five polls in a row without it. What lies
    there in the first five polls, or comes together with another tag, counts only once it was lifted and laid again.
    """

    def __init__(self, reader: str) -> None:
        self._reader = reader
        self.reset()

    def reset(self) -> None:
        """Begin anew, after a start or a loss: nothing is reported as lifted, and what lies there does not count."""
        self._resting: dict[bytes, _Resting] = {}
        self._polls_ignored = FIRST_POLLS

    def see(self, uids: Collection[bytes]) -> Sequence[Laid | Lifted | Crowded]:
        """Take what one poll read and return what happened, in order."""
        events: list[Laid | Lifted | Crowded] = [*self._lifted(uids)]
        self._add(uids)
        fresh = [uid for uid, tag in self._resting.items() if tag.standing is _Standing.NEW]
        if len(uids) > 1 and fresh:
            self._stand(fresh, _Standing.IGNORED)
            events.append(Crowded(self._reader, tuple(sorted(uids))))
        elif fresh and fresh == list(self._resting) == list(uids):  # Alone for sure: nobody else may be just missed.
            self._stand(fresh, _Standing.TOLD)
            events.append(Laid(self._reader, fresh[0]))
        return events

    def _lifted(self, uids: Collection[bytes]) -> list[Lifted]:
        """Count who was missed, forget those missed too often, and report the ones that had been reported as laid."""
        for uid, tag in self._resting.items():
            tag.misses = 0 if uid in uids else tag.misses + 1
        gone = {uid: tag for uid, tag in self._resting.items() if tag.misses >= MISSES}
        for uid in gone:
            del self._resting[uid]
        return [Lifted(self._reader, uid) for uid, tag in gone.items() if tag.standing is _Standing.TOLD]

    def _add(self, uids: Collection[bytes]) -> None:
        standing = _Standing.IGNORED if self._polls_ignored else _Standing.NEW
        self._polls_ignored = max(0, self._polls_ignored - 1)
        for uid in uids:
            self._resting.setdefault(uid, _Resting(standing))

    def _stand(self, uids: Collection[bytes], standing: _Standing) -> None:
        for uid in uids:
            self._resting[uid].standing = standing
