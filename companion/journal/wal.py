"""SQLite's write-ahead log, read as bytes: whoever lets SQLite open a damaged log lets it throw away what follows the damage.

The format is that of https://www.sqlite.org/fileformat2.html, sections 1.3 (the database's first page) and 4 (the log).
"""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HEADER: Final = 32  # bytes before the first frame
FRAME: Final = 24  # bytes of a frame before its page
BIG_ENDIAN: Final = 0x377F0683  # The log's first word where its checksums are made of big-endian words,
LITTLE_ENDIAN: Final = 0x377F0682  # and where of little-endian ones.
MAGIC: Final = b"SQLite format 3\0"  # How a database begins.
IN_A_LOG: Final = 2  # What bytes 18 and 19 of a database say of one with such a log;
IN_NO_LOG: Final = 1  # and of one that can be read from memory.
PAGES: Final = slice(28, 32)  # Where the first page says how many pages there are.

Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """A *page*'s number (from 1) and its *content*.

    *size* is how many pages the database has after it, 0 where no commit ends here. *is_whole* tells whether its checksum is
    right, given that of the frame before it; *counts* whether SQLite takes it: all frames up to it are whole, and a commit
    follows or is here.
    """

    page: int
    size: int
    content: bytes
    is_whole: bool
    counts: bool


def frames(log: bytes, page_size: int) -> list[Frame]:
    """Return the frames written since the log was last begun anew; [] for a log without any.

    *page_size* is in bytes. A log keeps older frames behind the newest one; those carry other salts.
    """
    pieces = [log[at : at + FRAME + page_size] for at in range(HEADER, len(log), FRAME + page_size)]
    pieces = [piece for piece in pieces if len(piece) == FRAME + page_size]
    if not pieces:
        return []
    salts = _newest_salts(log, pieces)
    last = max(number for number, piece in enumerate(pieces) if piece[8:16] == salts)
    return list(_judged(log, pieces[: last + 1], salts))


def _newest_salts(log: bytes, pieces: Sequence[bytes]) -> bytes:
    """Return the header's salts, or those of most of the first frames where no frame has the header's."""
    if any(piece[8:16] == log[16:24] for piece in pieces):
        return log[16:24]
    return Counter(piece[8:16] for piece in pieces[:3]).most_common(1)[0][0]


def _judged(log: bytes, pieces: Sequence[bytes], salts: bytes) -> Iterator[Frame]:
    order = ">" if log[:4] == BIG_ENDIAN.to_bytes(4, "big") else "<"
    stored = [struct.unpack(">2I", log[24:32]), *(struct.unpack(">2I", piece[16:24]) for piece in pieces)]
    whole = [
        piece[8:16] == salts and checksum(piece[:8] + piece[FRAME:], before, order) == after
        for piece, (before, after) in zip(pieces, pairwise(stored), strict=True)
    ]
    valid = _header_is_whole(log, order) and checksum(log[:24], (0, 0), order) == stored[0]
    accepted = (whole.index(False) if False in whole else len(whole)) if valid else 0
    sizes = [int.from_bytes(piece[4:8], "big") for piece in pieces]
    end = max((number for number, size in enumerate(sizes[:accepted], 1) if size), default=0)
    for number, piece in enumerate(pieces):
        page = int.from_bytes(piece[:4], "big")
        yield Frame(page, sizes[number], piece[FRAME:], whole[number], number < end)


def _header_is_whole(log: bytes, order: str) -> bool:
    return int.from_bytes(log[:4], "big") == (BIG_ENDIAN if order == ">" else LITTLE_ENDIAN)


def checksum(data: bytes, before: Sums, order: str) -> Sums:
    """Return the log's checksum of *data* (a multiple of 8 bytes), going on from the one *before*; *order* is "<" or ">"."""
    one, two = before
    for first, second in struct.iter_unpack(f"{order}2I", data):
        one = (one + first + two) & 0xFFFF_FFFF
        two = (two + second + one) & 0xFFFF_FFFF
    return one, two


def image(database: bytes, chosen: Sequence[Frame], first_page: bytes, *, instead: bool = False) -> bytes:
    """Return a database that can be read from memory: the pages of *database*, those of *chosen* in their place.

    *first_page* stands where neither has a first page, and *instead* of any that they have. Pages that are nowhere are zeros.
    """
    page_size, pages = len(first_page), {one.page: one.content for one in chosen}
    most = len(database) // page_size + len(chosen)  # A damaged frame may name any number.
    count = max([len(database) // page_size, *(one.size for one in chosen if one.size <= most)])
    content = bytearray(database[: count * page_size].ljust(max(count, 1) * page_size, b"\0"))
    for number, page in pages.items():
        if 0 < number <= count:
            content[(number - 1) * page_size : number * page_size] = page
    if instead or content[:16] != MAGIC:
        content[:page_size] = first_page
    content[18:20] = bytes([IN_NO_LOG] * 2)
    content[PAGES] = (len(content) // page_size).to_bytes(4, "big")
    return bytes(content)
