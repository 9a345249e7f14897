"""What a pulled plug leaves on a disk, by the log of its writes that qemu keeps (blklogwrites), and the files on it.

The log has the format of Linux's dm-log-writes (drivers/md/dm-log-writes.c): a sector with the super block, and then each entry
in a sector of its own, followed by its data.
"""

from __future__ import annotations

import struct
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

SUPER: Final = struct.Struct("<QQQI")  # magic, version, entries, bytes to a sector
MAGIC: Final = 0x6A736677736872
ENTRY: Final = struct.Struct("<QQQQ")  # sector, sectors, flags, length of the data
FLUSH, FUA, DISCARD = 1, 2, 4


@dataclass(frozen=True, slots=True)
class Write:
    """One write: its place in bytes, its data, and whether it also ordered everything before it to be kept (a *flush*).

    *size* is how long the log was when it was complete.
    """

    place: int
    data: bytes
    flush: bool
    size: int


def writes(log: Path) -> list[Write]:
    """Return what was written, in order, until the machine ended; a last entry that is incomplete was never answered."""
    with log.open("rb") as file:
        magic, _, _, sector = SUPER.unpack(file.read(SUPER.size))
        if magic != MAGIC:
            raise ValueError(f"{log} is not a log of writes")
        found: list[Write] = []
        file.seek(sector)
        while len(head := file.read(sector)) == sector:
            place, count, flags, _ = ENTRY.unpack_from(head)
            data = b"" if flags & DISCARD else file.read(count * sector)
            if not (flags or count) or (not flags & DISCARD and len(data) < count * sector):
                break
            found.append(Write(place * sector, data, bool(flags & (FLUSH | FUA)), file.tell()))
        return found


def cut(image: bytearray, log: list[Write], at: int, chance: Random | None = None) -> None:
    """Write into *image* the first *at* entries of the *log*.

    With *chance*, only some of those after the last flush arrive, in any order, and the last of them in part: a disk may do so
    with what it was not told to keep.
    """
    kept = max((n + 1 for n in range(at) if log[n].flush), default=0) if chance else at
    for one in log[:kept]:
        image[one.place : one.place + len(one.data)] = one.data
    if chance is None or kept == at:
        return
    loose = chance.sample(log[kept:at], chance.randint(0, at - kept))
    for number, one in enumerate(loose):
        sectors = len(one.data) // 512
        torn = 512 * chance.randint(0, sectors) if number == len(loose) - 1 else len(one.data)
        image[one.place : one.place + torn] = one.data[:torn]


def raw(disk: Path, image: Path) -> bytes:
    """Write the *disk* of a machine that is off to the raw *image*, and return its bytes."""
    subprocess.run(("qemu-img", "convert", "-O", "raw", str(disk), str(image)), check=True)
    return image.read_bytes()


def files(image: Path, folder: Path) -> None:
    """Copy the files on the raw *image* into *folder*, which must exist, as mounting it after a pulled plug would find them.

    Raise CalledProcessError if nothing could mount it.
    """
    replayed = subprocess.run(("e2fsck", "-y", "-E", "journal_only", str(image)), capture_output=True, check=False)
    if replayed.returncode > 1:  # 1: its journal was replayed.
        replayed.check_returncode()
    subprocess.run(("debugfs", "-R", f"rdump / {folder}", str(image)), capture_output=True, check=True)
