"""What may keep a journal back without a fault of its own: another program that has it locked, and a disk without room."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

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
    """Keep the file *journal* locked, as a viewer of databases may, so that nobody else can read or write it."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(journal)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        try:
            assert other.stdout.readline() == "held\n"
            yield
        finally:
            other.stdin.close()


@contextmanager
def no_room() -> Iterator[None]:
    """Let no file grow, of this process and of those that it starts: what is there can be read, and nothing be added."""
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))
