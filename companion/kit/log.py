"""The log of a game as one viewer may read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar, overload

from companion.kit.sealed import seen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.kit.messages import Said
    from companion.kit.viewers import Viewer

E_co = TypeVar("E_co", covariant=True)  # The game's events.
K = TypeVar("K")


class Log(Sequence[E_co]):
    """A game's events as *viewer* saw them, oldest first.

    Seals are closed lazily, when an event is read: most readers want only a few events of a long log.
    """

    __slots__ = ("_events", "viewer")

    def __init__(self, events: Sequence[E_co], viewer: Viewer) -> None:
        """Take the true *events*; the methods return only what *viewer* may see of them."""
        self._events, self.viewer = events, viewer

    def __len__(self) -> int:
        return len(self._events)

    @overload
    def __getitem__(self, at: int) -> E_co: ...

    @overload
    def __getitem__(self, at: slice) -> list[E_co]: ...

    def __getitem__(self, at: int | slice) -> E_co | list[E_co]:
        if isinstance(at, slice):
            return [seen(event, self.viewer) for event in self._events[at]]
        return seen(self._events[at], self.viewer)

    def preceded_by(self, events: Sequence[E_co]) -> Log[E_co]:
        """Return the log with true *events* in front of it, for the lab, which starts games in the middle."""
        return Log((*events, *self._events), self.viewer)

    def of(self, *kinds: type[K]) -> Iterator[K]:
        """Yield the events of these *kinds*, oldest first."""
        return (seen(event, self.viewer) for event in self._events if isinstance(event, kinds))

    def since(self, kind: type) -> list[E_co]:
        """Return the events after the newest one of this *kind*, or all events if there is none."""
        found = next((at for at in reversed(range(len(self._events))) if isinstance(self._events[at], kind)), -1)
        return self[found + 1 :]

    def latest(self, *without: type) -> E_co | None:
        """Return the newest event, leaving out the kinds *without*; None if there is none."""
        newest = next((event for event in reversed(self._events) if not isinstance(event, without)), None)
        return None if newest is None else seen(newest, self.viewer)

    def news(self, tell: Callable[[E_co, Viewer], Said | None], most: int) -> tuple[Said, ...]:
        """Return the sentences, newest first, for the newest events, of which *most* are looked at; *tell* is the game's."""
        return tuple(said for event in reversed(self[-most:]) if (said := tell(event, self.viewer)))
