"""Make a journal unusable although it is intact: another program has it locked, or the disk is full."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

# It holds the file until its input ends.
PROGRAM: Final = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("PRAGMA locking_mode=EXCLUSIVE")
other.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(journal: Path) -> Iterator[None]:
    """Keep the file *journal* locked, as a database viewer might, so that nobody else can read or write it."""
    words = [sys.executable, "-c", PROGRAM, str(journal)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout.readline() == "held\n"
            yield
        finally:
            other.stdin.close()


@contextmanager
def small_card(folder: Path) -> Iterator[Path]:
    """Mount a card of 4 MiB in *folder*, with blocks so small that SQLite's index grows by less than is mapped of it."""
    image, card = folder / "image", folder / "card"
    card.mkdir()
    with image.open("wb") as file:
        file.truncate(4 << 20)
    make, mount = ["mkfs.ext4", "-qb1024", str(image)], ["mount", "-o", "loop", str(image), str(card)]
    if any(shutil.which(one[0]) is None or subprocess.run(one).returncode for one in (make, mount)):
        pytest.skip("NO LOOP DEVICE: a full ext4 was not tried. That needs root and Debian's e2fsprogs.")
    try:
        yield card
    finally:
        subprocess.run(["umount", str(card)], check=True)


def fill(card: Path, *, but: int) -> None:
    with (card / "filling").open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(1024)):
            pass
    os.truncate(card / "filling", (card / "filling").stat().st_size - but)
    os.sync()


@contextmanager
def no_room() -> Iterator[None]:
    """Let no file of this process or its children grow: existing data can be read, but nothing can be added."""
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))
