"""A disk in memory that remembers every step, and what a power cut may have left of it after any of them.

What was synced is there. Of the rest any part may be: writes in sectors of 512 bytes, each by itself, truncations, and in the
directory files that were made or deleted. A new journal's first sync is also one of the directory, as SQLite has it; a
deletion is not, for SQLite asks for that with synchronous=EXTRA only.
"""

from __future__ import annotations

import copy
import os
import random
import stat
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

SECTOR: Final = 512
MEMORY: Final = Path("/dev/shm")  # A folder of our own is made in it.

Contents = dict[str, bytes]


@dataclass(slots=True)
class File:
    """A file, whatever its name: what everybody reads, what is safe, and what was done since the last sync, in order."""

    now: bytearray = field(default_factory=bytearray)
    safe: bytearray = field(default_factory=bytearray)
    unsafe: list[tuple[int, bytes | None]] = field(default_factory=list)  # From where what was written; None: cut off there.
    is_listed: bool = True  # Whether the directory needs no sync with this file's next.

    def write(self, at: int, data: bytes) -> None:
        _write(self.now, at, data)
        while data:  # Sector by sector: the disk knows nothing smaller.
            length = SECTOR - at % SECTOR
            self.unsafe.append((at, data[:length]))
            at, data = at + length, data[length:]

    def cut(self, size: int) -> None:
        del self.now[size:]
        self.unsafe.append((size, None))

    def sync(self) -> None:
        self.safe, self.unsafe = bytearray(self.now), []

    def left(self, is_kept: Callable[[], bool]) -> bytes:
        """Return what a power cut leaves, where *is_kept* decides for every unsafe step."""
        found = bytearray(self.safe)
        for at, data in self.unsafe:
            if is_kept():
                if data is None:
                    del found[at:]
                else:
                    _write(found, at, data)
        return bytes(found)


def _write(where: bytearray, at: int, data: bytes) -> None:
    if len(where) < at:
        where.extend(bytes(at - len(where)))
    where[at : at + len(data)] = data


class Disk:
    """The files of one folder. *step* is called before every step with its kind, and may raise to let it fail."""

    def __init__(self, step: Callable[[str], None] = lambda kind: None) -> None:
        self.files: dict[str, File] = {}
        self.step = step
        self.counts: Counter[str] = Counter()
        self._safe: dict[str, File] = {}
        self._unsafe: list[tuple[str, File | None]] = []  # What the directory was told since its last sync.

    def open(self, name: str, *, is_log: bool = False) -> File:
        self._do("open")
        if name not in self.files:
            self.files[name] = File(is_listed=not is_log)
            self._unsafe.append((name, self.files[name]))
        return self.files[name]

    def delete(self, name: str, *, sync: bool) -> None:
        self._do("delete")
        if self.files.pop(name, None) is None:
            raise FileNotFoundError(name)
        self._unsafe.append((name, None))
        if sync:
            self._sync_directory()

    def write(self, file: File, at: int, data: bytes) -> None:
        self._do("write")
        file.write(at, data)

    def cut(self, file: File, size: int) -> None:
        self._do("cut")
        file.cut(size)

    def sync(self, file: File) -> None:
        self._do("sync")
        file.sync()
        if not file.is_listed:
            file.is_listed = True
            self._sync_directory()

    def read(self, file: File, at: int, length: int) -> bytes:
        self._do("read")
        return bytes(file.now[at : at + length])

    def left(self, is_kept: Callable[[], bool]) -> Contents:
        """Return the files that a power cut leaves now, where *is_kept* decides for every step that wasn't synced."""
        listed = dict(self._safe)
        for name, file in self._unsafe:
            if is_kept():
                if file is None:
                    listed.pop(name, None)
                else:
                    listed[name] = file
        return {name: file.left(is_kept) for name, file in listed.items()}

    def waiting(self) -> set[str]:
        return {name for name, _ in self._unsafe} | {name for name, file in self.files.items() if file.unsafe}

    def contents(self) -> Contents:
        """Return the files as they are while the power is on."""
        return {name: bytes(file.now) for name, file in self.files.items()}

    def after_kill(self) -> Disk:
        """Return a disk of its own with all that this one knows: the system keeps what a killed program wrote."""
        disk = Disk()
        disk.files, disk._safe, disk._unsafe = copy.deepcopy((self.files, self._safe, self._unsafe))
        return disk

    def _sync_directory(self) -> None:
        self.counts["directory"] += 1
        self._safe, self._unsafe = dict(self.files), []

    def _do(self, kind: str) -> None:
        self.counts[kind] += 1
        self.step(kind)


def disk_with(contents: Contents, step: Callable[[str], None] = lambda kind: None) -> Disk:
    disk = Disk(step)
    disk.files = {name: File(bytearray(data), bytearray(data)) for name, data in contents.items()}
    disk._safe = dict(disk.files)
    return disk


class Place:
    """A file on *disk* as Python's own `Path` has it, as far as a small file beside the journal needs it."""

    def __init__(self, disk: Disk, name: str = "") -> None:
        self._disk, self._name = disk, name

    def __truediv__(self, name: str) -> Place:
        return Place(self._disk, name)

    def touch(self, mode: int) -> None:
        if self._name not in self._disk.files:
            self._disk.open(self._name)

    def stat(self) -> os.stat_result:
        return os.stat_result((stat.S_IFREG | 0o600, *(0,) * 9))

    def open(self, mode: str, buffering: int) -> Place:
        return self

    def write(self, data: bytes) -> int:
        self._disk.write(self._disk.files[self._name], 0, data)
        return len(data)

    def read_text(self, encoding: str) -> str:
        if self._name not in self._disk.files:
            raise FileNotFoundError(self._name)
        return bytes(self._disk.files[self._name].now).decode(encoding)

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def scratch() -> tempfile.TemporaryDirectory[str]:
    """Return a folder for a while: in memory, where the system has a place for that, so that no sync is waited for."""
    return tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)


def put(contents: Contents, folder: Path) -> None:
    for name, data in contents.items():
        (folder / name).write_bytes(data)


def power_cut(generator: random.Random) -> Callable[[], bool]:
    """Return what decides which unsafe steps a power cut leaves: often all or none, else a random share of them."""
    share = generator.choice((0.0, 1.0, generator.random(), generator.random()))
    return lambda: generator.random() < share
