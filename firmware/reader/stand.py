"""Turn the UIDs of each poll into what lies on a reader under a card, where tags stay and keep one another company."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.devices import Laid, Lying
from firmware.reader.presence import Presence

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from firmware.devices import Lifted
    from firmware.reader.presence import Crowded


class Stand(Presence):
    """Track the tags on a reader under a card. Unless *whole*, it sees one tag of several.

    A tag counts as laid beside others, too, because card and pawns lie there together. Whenever one comes or goes, the first
    event is what lies there now.
    """

    def __init__(self, reader: str, *, whole: bool) -> None:
        super().__init__(reader)
        self._whole = whole
        self._known: tuple[bytes, ...] | None = None

    def reset(self) -> None:
        """Start over after a start or a loss: what lies there is told anew, and not as laid."""
        super().reset()
        self._known = None

    def lost(self) -> Sequence[Lying]:
        """Return that nobody knows what lies there."""
        return (Lying(self._reader, None, self._whole),)

    def see(self, uids: Collection[bytes]) -> Sequence[Laid | Lifted | Crowded | Lying]:
        """Take the UIDs of one poll and return the events, in order."""
        uids = self._steadied(uids)
        lifted = self._lifted(uids)
        self._add(uids)
        fresh = self._fresh()
        self._tell(fresh)
        return [*self._lying(), *lifted, *(Laid(self._reader, uid) for uid in fresh)]

    def _lying(self) -> Sequence[Lying]:
        now = tuple(sorted(self._resting))
        if now == self._known:
            return ()
        self._known = now
        return (Lying(self._reader, now, self._whole),)
