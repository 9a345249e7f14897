"""The log of a game as one viewer may read it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Final, TypeVar, overload

from companion.kit.layout import TableSet, told
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.kit.messages import Said
    from companion.kit.viewers import Viewer

E_co = TypeVar("E_co", covariant=True)  # The game's events.
K = TypeVar("K")

# By the game's `tell` and the viewer, the events told last, compared by identity, with what was said: most are told again.
_TOLD: Final[dict[tuple[Callable[..., Said | None], Viewer], tuple[tuple[object, Said | None], ...]]] = {}


class Log(Sequence[E_co]):
    """A game's events as *viewer* saw them, oldest first.

    When the table was set anew, a mark in the log says so among the `news`. As a sequence the log begins after the last mark:
    what happened before it no longer explains what lies on the table. `of` alone looks further back.

    Seals are closed lazily, when an event is read: most readers want only a few events of a long log.
    """

    __slots__ = ("_events", "_others", "viewer")

    def __init__(self, events: Sequence[E_co], viewer: Viewer, others: Collection[int] = ()) -> None:
        """Take the true *events*, with marks; the methods return only what *viewer* may see of them.

        *others* are the indexes of those that happened while somebody else had the viewer's place: they are read as by TABLE.
        """
        self._events, self.viewer, self._others = events, viewer, others

    def __len__(self) -> int:
        return len(self._events) - self._from

    @overload
    def __getitem__(self, at: int) -> E_co: ...

    @overload
    def __getitem__(self, at: slice) -> list[E_co]: ...

    def __getitem__(self, at: int | slice) -> E_co | list[E_co]:
        if isinstance(at, slice):
            return [self._read(index) for index in range(self._from, len(self._events))[at]]
        return self._read(range(self._from, len(self._events))[at])

    @property
    def _from(self) -> int:
        """The index of the first event after the last mark. Looks at every event back to it, so avoid it where few will do."""
        return min(self._backwards(), default=len(self._events))

    def _backwards(self) -> Iterator[int]:
        """Yield the indexes of the events after the last mark, newest first."""
        for at in reversed(range(len(self._events))):
            if isinstance(self._events[at], TableSet):
                return
            yield at

    def _as(self, index: int) -> Viewer:
        return TABLE if index in self._others else self.viewer

    def _read(self, index: int) -> E_co:
        return seen(self._events[index], self._as(index))

    def preceded_by(self, events: Sequence[E_co]) -> Log[E_co]:
        """Return the log with true *events* in front of it, for the lab, which starts games in the middle."""
        more = len(events)
        others = {*(range(more) if 0 in self._others else ()), *(more + index for index in self._others)}
        return Log((*events, *self._events), self.viewer, others)

    def of(self, *kinds: type[K]) -> Iterator[K]:
        """Yield the events of these *kinds*, oldest first."""
        return (seen(event, self._as(at)) for at, event in enumerate(self._events) if isinstance(event, kinds))

    def since(self, kind: type) -> list[E_co]:
        """Return the events after the newest one of this *kind*, or all events if there is none."""
        after = [*takewhile(lambda at: not isinstance(self._events[at], kind), self._backwards())]
        return [self._read(at) for at in reversed(after)]

    def latest(self, *without: type) -> E_co | None:
        """Return the newest event, leaving out the kinds *without*; None if there is none."""
        newest = next((at for at in self._backwards() if not isinstance(self._events[at], without)), None)
        return None if newest is None else self._read(newest)

    def news(self, tell: Callable[[E_co, Viewer], Said | None], most: int) -> tuple[Said, ...]:
        """Return the sentences, newest first, for the newest events, of which *most* are looked at; *tell* is the game's."""
        kept = {} if self._others else {id(event): said for event, said in _TOLD.get((tell, self.viewer), ())}
        newest = [(at, self._events[at]) for at in reversed(range(len(self._events))[-most:])]
        news = tuple([(event, kept[id(event)] if id(event) in kept else self._tell(at, tell)) for at, event in newest])
        if not self._others:
            _TOLD[tell, self.viewer] = news
        return tuple([said for _, said in news if said])

    def _tell(self, at: int, tell: Callable[[E_co, Viewer], Said | None]) -> Said | None:
        event = self._read(at)
        return told(event) if isinstance(event, TableSet) else tell(event, self._as(at))
