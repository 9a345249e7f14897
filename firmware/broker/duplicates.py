"""Keep the duplicates that a hub hands out, so that a pulled plug changes no draw. Nobody else may read the folder."""

from __future__ import annotations

import os
import re
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from companion.match.duplicates import Duplicate, read
from firmware.storage import sync_folder

if TYPE_CHECKING:
    from collections.abc import Container
    from pathlib import Path

FOLDER: Final = "duplicates"
MOST: Final = 20  # files; the oldest goes first, but not one by which a game is played


class KeptDuplicates:
    """The duplicates in a folder of the table's data, by commitment (companion.match.duplicates.Duplicates). Thread-safe."""

    def __init__(self, data: Path) -> None:
        """Read what is kept there; leave out what makes no sense."""
        self._folder, self._lock = data / FOLDER, threading.Lock()
        self._known: dict[str, Duplicate] = {}
        self._kept: dict[str, Path] = {}  # Their files.
        with suppress(OSError):
            for file in self._files():
                if found := read(file.read_text(encoding="ascii", errors="replace")):
                    self._known[found.offer.commitment], self._kept[found.offer.commitment] = found, file

    def find(self, commitment: str) -> Duplicate | None:
        """Return the duplicate with this commitment, or None if it isn't here any more."""
        return self._known.get(commitment)

    def newest(self) -> Duplicate | None:
        """Return the one that was given last, or None."""
        return next(reversed(self._known.values()), None)

    def keep(self, text: str, played: Container[str] = ()) -> bool:
        """Keep the duplicate that *text* is; return whether it is a new one. Raises OSError if it can't be kept.

        The oldest may go for it, unless its commitment is among those that are *played*.
        """
        given = read(text)
        if given is None or given.offer.commitment in self._known:
            return False
        with self._lock:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            files = self._files()
            number = int(files[-1].name) + 1 if files else 1
            self._write(file := self._folder / f"{number:06}", given.written)
            known, self._kept[given.offer.commitment] = {**self._known, given.offer.commitment: given}, file
            for old in [one for one in self._known if one not in played][: max(0, len(known) - MOST)]:
                self._kept.pop(old).unlink(missing_ok=True)
                del known[old]
            self._known = known
        return True

    def _files(self) -> list[Path]:
        """Return the files of duplicates, oldest first, and none that somebody else has put there."""
        return sorted(file for file in self._folder.iterdir() if re.fullmatch(r"[0-9]{6}", file.name))

    def _write(self, file: Path, text: str) -> None:
        """Write *file* whole or not at all, and wait for the disk: a game may begin by it at once."""
        (new := file.with_suffix(".new")).touch(mode=0o600)
        with new.open("w", encoding="ascii") as writing:
            writing.write(text)
            writing.flush()
            os.fsync(writing.fileno())
        new.replace(file)
        sync_folder(self._folder)
