"""The display's fonts, and functions that fit text to a width.

Jersey 10, 15 and 20 (Soft Type, SIL Open Font License 1.1) are drawn on a grid; at the sizes below, one square of the
grid is one pixel. A size is named by the height of its capitals. Players choose their names, so any text must be
accepted.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

SMALL, MIDDLE, BIG = 10, 15, 20
POINTS = {SMALL: 1400 / 75, MIDDLE: 27.0, BIG: 34.0}
FONTS = Path(__file__).parent / "fonts"
ELLIPSIS = "…"
UNKNOWN = "?"
INSTEAD = {"⌂": "^"}  # The mark of the house's players, of which the fonts have only the roof.
LONGEST = 64  # Characters. No line of the display holds more, so the rest is ignored.


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font whose capitals are *size* pixels high: SMALL, MIDDLE or BIG."""
    # Basic layout gives the same result everywhere; Raqm depends on a library that a Pi may lack.
    file = FONTS / f"Jersey{size}-Regular.ttf"
    return ImageFont.truetype(str(file), POINTS[size], layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def width(words: str, size: int) -> int:
    """Return the width of *words* in pixels when written in *size*."""
    return round(font(size).getlength(words))


@lru_cache(maxsize=1024)
def height(words: str, size: int) -> int:
    """Return how far *words* rise above their base, in pixels, accents included."""
    return -int(font(size).getbbox(words, mode="1", anchor="ls")[1])


@lru_cache(maxsize=1024)
def depth(words: str, size: int) -> int:
    """Return how far *words* reach below their base, in pixels."""
    return int(font(size).getbbox(words, mode="1", anchor="ls")[3])


def printable(words: str, size: int) -> str:
    """Return *words* as one line of glyphs that the font of *size* has.

    Letters lose an accent that the font lacks; other characters that it lacks become a question mark each. Control
    characters and direction marks are dropped. Returns at most 64 characters.
    """
    composed = unicodedata.normalize("NFC", " ".join(words[: 4 * LONGEST].split()))
    return "".join(_glyph(letter, size) for letter in composed)[:LONGEST]


@lru_cache(maxsize=256)
def fitting(words: str, size: int, room: int) -> str:
    """Return *words*, printable, cut and ended with an ellipsis if they are wider than *room* pixels.

    Returns "" if not even one letter fits.
    """
    words = printable(words, size)
    if width(words, size) <= room:
        return words

    def cut(kept: int) -> str:
        return words[:kept].rstrip() + ELLIPSIS

    # The first count that is too wide, minus one.
    kept = bisect_right(range(1, len(words)), room, key=lambda count: width(cut(count), size))
    return cut(kept) if kept else ""


@cache
def _glyph(letter: str, size: int) -> str:
    """Return the glyphs to write for *letter*: itself, its base letter, a question mark, or nothing."""
    if _drawn(letter, size):
        return letter
    if unicodedata.category(letter)[0] in "CM":
        return ""
    if letter in INSTEAD:
        return INSTEAD[letter]
    bare = unicodedata.normalize("NFKD", letter)
    kept = "".join(part for part in bare if part != letter and _drawn(part, size))
    return kept or UNKNOWN


@cache
def _drawn(letter: str, size: int) -> bool:
    """Return whether the font has its own glyph for *letter*."""
    if letter == " ":
        return True
    shape = bytes(font(size).getmask(letter, mode="1"))
    return bool(any(shape)) and shape != bytes(font(size).getmask("\uffff", mode="1"))
