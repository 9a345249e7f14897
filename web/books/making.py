"""Write the files that people keep of games in the background, one at a time, and remember the newest.

A long game takes many seconds, and all phones may ask at once. So no request waits for a file: each is told how far it is. Only
one file is ever being written, however many are asked for, and its writer rests after each moment, for other phones' pages.
"""

from __future__ import annotations

import threading
import time
from contextvars import copy_context
from typing import TYPE_CHECKING, Final, TypeAlias

from flask import copy_current_request_context

if TYPE_CHECKING:
    from collections.abc import Callable

    Key: TypeAlias = tuple[object, ...]
    Told: TypeAlias = Callable[[int], None]

FILES: Final = 8  # the newest files are remembered, because everybody at the table asks for the same
REST: Final = 0.005  # seconds, as long as Python lets one thread go on while others wait


class Files:
    """Files by key, the first two parts of which name a game and its players. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[Key, str | Exception] = {}
        self._writing: Key | None = None
        self._done = 0

    def take(self, key: Key) -> str | None:
        """Return file *key*, None if it isn't written yet; if writing it has failed, raise why, and forget that."""
        with self._lock:
            made = self._made.get(key)
            if not isinstance(made, Exception):
                return made
            del self._made[key]
        raise made

    @property
    def writing(self) -> int | None:
        """How far the file is that is being written now, in percent; None if there is none."""
        return None if self._writing is None else self._done

    def begin(self, key: Key, write: Callable[[Told], str]) -> None:
        """Have *write* write file *key* for the request that is being answered, unless some file is being written."""
        with self._lock:
            if self._writing is not None:
                return
            self._writing, self._done = key, 0
        asked = copy_context()  # Whoever asks has a language, and players have names.
        work = copy_current_request_context(self._write)
        threading.Thread(target=asked.run, args=(work, key, write), name="keeping", daemon=True).start()

    def _write(self, key: Key, write: Callable[[Told], str]) -> None:
        made: str | Exception
        try:
            made = write(self._tell)
        except Exception as fault:  # The next request that asks for it fails by it, as if it had written the file itself.
            made = fault
        with self._lock:
            kept = [one for one in self._made if one[:2] == key[:2]]  # Others may name somebody who was forgotten since.
            self._made = {one: self._made[one] for one in kept[1 - FILES :]} | {key: made}
            self._writing = None

    def _tell(self, done: int) -> None:
        self._done = done
        time.sleep(REST)
