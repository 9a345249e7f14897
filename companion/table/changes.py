"""Waiting for the next change at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable


class Revised(Protocol):
    """What is followed: a value with a number that every change makes anew."""

    @property
    def revision(self) -> int:
        """The number."""


Now = TypeVar("Now", bound=Revised, covariant=True)


class Changes(Generic[Now]):
    """A table's desk for those who follow it. Thread-safe: *changed* is notified of every new snapshot *now*."""

    def __init__(self, changed: threading.Condition, now: Callable[[], Now]) -> None:
        self._changed, self._now = changed, now

    def wait(self, revision: int, timeout: float, also: Callable[[], bool] = bool) -> Now:
        """Wait until the revision differs from *revision*, *also* holds after a `nudge`, or *timeout* seconds are over.

        Return the snapshot of that moment.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._now().revision != revision or also(), timeout)
            return self._now()

    def nudge(self) -> None:
        """Make all who `wait` check their condition again, though nothing has changed at the table."""
        with self._changed:
            self._changed.notify_all()
