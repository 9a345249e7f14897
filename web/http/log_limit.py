"""How much the server may write to the log: whoever can send requests could fill a disk with what is said of them."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

SERVER: Final = "waitress"  # Its loggers write what callers make it write; ours are left alone.
EACH: Final = 60.0  # seconds in which a kind of line is written once


class LogLimit(logging.Filter):
    """Lets one line of each kind pass in a minute, and says with the next one how many were left out. For a handler.

    A kind is a logger, a level and a text before its fields are put in.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """*clock* gives seconds and never goes back."""
        super().__init__()
        self._clock, self._lock = clock, threading.Lock()
        self._until: dict[tuple[str, int, str], float] = {}
        self._left_out: dict[tuple[str, int, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether *record* may be written; one that may tells how many of its kind weren't."""
        if record.name.partition(".")[0] != SERVER:
            return True
        kind, now = (record.name, record.levelno, _kind(str(record.msg))), self._clock()
        with self._lock:
            if now < self._until.get(kind, now):
                self._left_out[kind] = self._left_out.get(kind, 0) + 1
                return False
            self._until[kind] = now + EACH
            left_out = self._left_out.pop(kind, 0)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} ({left_out} more of these since the last)", ()
        return True


def _kind(text: str) -> str:
    """Return *text* up to its first field: the server puts some in itself, and a path would make each line another kind."""
    return text.partition("%")[0].partition("/")[0]
