"""Read SQLite's write-ahead log (WAL) as bytes: if SQLite opened a damaged one, it would discard all that follows the damage.

The format is described in https://www.sqlite.org/fileformat2.html, sections 1.3 (the database header) and 4 (the WAL).
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
BIG_ENDIAN: Final = 0x377F0683  # The first word of a WAL whose checksums are computed from big-endian words,
LITTLE_ENDIAN: Final = 0x377F0682  # and of one whose checksums are computed from little-endian words.
MAGIC: Final = b"SQLite format 3\0"  # The first bytes of a database.
IN_A_LOG: Final = 2  # Bytes 18 and 19 of a database in WAL mode,
IN_NO_LOG: Final = 1  # and of one that isn't, which can be read from memory.
PAGES: Final = slice(28, 32)  # The bytes of the first page that hold the number of pages.

Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of the WAL: the number of a *page* (from 1) and its new *content*.

    *size* is the number of pages in the database after a commit that ends with this frame, and 0 in all other frames.
    *is_whole*: its checksum is right, given that of the frame before it. *counts*: SQLite accepts it, because all frames up to
    it are whole and it is part of a finished commit.
    """

    page: int
    size: int
    content: bytes
    is_whole: bool
    counts: bool


def frames(log: bytes, page_size: int) -> list[Frame]:
    """Return the frames written since the WAL was last restarted; [] if there are none.

    *page_size* is in bytes. A WAL that was restarted still has older frames after the newest one; those have other salts.
    """
    pieces = [log[at : at + FRAME + page_size] for at in range(HEADER, len(log), FRAME + page_size)]
    pieces = [piece for piece in pieces if len(piece) == FRAME + page_size]
    if not pieces:
        return []
    salts = _newest_salts(log, pieces)
    last = max(number for number, piece in enumerate(pieces) if piece[8:16] == salts)
    return list(_judged(log, pieces[: last + 1], salts))


def _newest_salts(log: bytes, pieces: Sequence[bytes]) -> bytes:
    """Return the header's salts; if no frame has those, return the most common salts of the first three frames."""
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
    """Return the WAL checksum of *data* (a multiple of 8 bytes), continuing from *before*; *order* is "<" or ">"."""
    one, two = before
    for first, second in struct.iter_unpack(f"{order}2I", data):
        one = (one + first + two) & 0xFFFF_FFFF
        two = (two + second + one) & 0xFFFF_FFFF
    return one, two


def image(database: bytes, chosen: Sequence[Frame], first_page: bytes, *, instead: bool = False) -> bytes:
    """Return a database that can be read from memory: the pages of *database*, overwritten by those of the *chosen* frames.

    *first_page* is used if neither has a valid first page, and with *instead* in any case. Missing pages are filled with zeros.
    """
    page_size, pages = len(first_page), {one.page: one.content for one in chosen}
    most = len(database) // page_size + len(chosen)  # A damaged frame can claim any size.
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
