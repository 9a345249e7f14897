"""Calls that may never return, made so that the reader thread goes on without them."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class Patience:
    """Wait for a call for at most so many *seconds*. A single thread uses it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._hanging: threading.Thread | None = None

    def call(self, work: Callable[[], Result]) -> Result:
        """Return the result of *work*; raise TimeoutError if it takes too long, and until that call has come to its end.

        So at most one thread is left behind, and *work* needs no lock: it is never called twice at the same time.
        """
        if self._hanging is not None and self._hanging.is_alive():
            raise TimeoutError("it still doesn't answer")
        outcome: _Outcome[Result] = _Outcome(work)
        self._hanging = threading.Thread(target=outcome.come, name="patience", daemon=True)
        self._hanging.start()
        self._hanging.join(self._seconds)
        return outcome.result(self._seconds)


@dataclass(slots=True)
class _Outcome(Generic[Result]):
    work: Callable[[], Result]
    results: tuple[Result, ...] = ()
    error: Exception | None = None

    def come(self) -> None:
        try:
            self.results = (self.work(),)
        except Exception as error:  # Raised again in the thread that waits.
            self.error = error

    def result(self, seconds: float) -> Result:
        if self.error is not None:
            raise self.error
        if not self.results:
            raise TimeoutError(f"no answer for {seconds:g} seconds")
        return self.results[0]
