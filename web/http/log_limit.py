"""Limit what the server writes to the log. Otherwise anybody who can send requests could fill the disk."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

SERVER: Final = "waitress"  # Callers decide how much its loggers write. Our own loggers aren't limited.
EACH: Final = 60.0  # seconds between two lines of a kind


class LogLimit(logging.Filter):
    """Pass one line of each kind a minute, and append to the next how many were left out. A filter for a handler.

    A kind is a logger, a level, and the beginning of a message before any of its values.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Take the *clock*, which returns seconds and never goes back."""
        super().__init__()
        self._clock, self._lock = clock, threading.Lock()
        self._until: dict[tuple[str, int, str], float] = {}
        self._left_out: dict[tuple[str, int, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write *record*; if so, append to it how many of its kind were left out."""
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
    """Return *text* up to its first field or path: waitress formats some itself, and each path would be another kind."""
    return text.partition("%")[0].partition("/")[0]
