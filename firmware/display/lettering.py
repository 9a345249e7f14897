"""The display's fonts, and words made to fit them.

Jersey 10, 15 and 20 (Soft Type, SIL Open Font License 1.1) are drawn on a grid: at the sizes below one square of the
grid is one pixel. A size is named by the height of its capitals. Names come from players, so any text is endured.
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
LONGEST = 64  # Characters: no line of the display holds more, so no more are looked at.


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font whose capitals are *size* pixels high: SMALL, MIDDLE or BIG."""
    # The basic layout is the same everywhere; the other depends on a library that a Pi may lack.
    file = FONTS / f"Jersey{size}-Regular.ttf"
    return ImageFont.truetype(str(file), POINTS[size], layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def width(words: str, size: int) -> int:
    """Return how many pixels *words* are wide when written in *size*."""
    return round(font(size).getlength(words))


@lru_cache(maxsize=1024)
def height(words: str, size: int) -> int:
    """Return how many pixels *words* rise above their base, accents included."""
    return -int(font(size).getbbox(words, mode="1", anchor="ls")[1])


@lru_cache(maxsize=1024)
def depth(words: str, size: int) -> int:
    """Return how many pixels *words* reach below their base."""
    return int(font(size).getbbox(words, mode="1", anchor="ls")[3])


def printable(words: str, size: int) -> str:
    """Return *words* in one line of glyphs that the font of *size* has.

    Letters lose an accent that the font lacks; what it lacks altogether becomes one question mark. Control characters
    and marks of direction vanish. At most 64 characters come back.
    """
    composed = unicodedata.normalize("NFC", " ".join(words[: 4 * LONGEST].split()))
    return "".join(_glyph(letter, size) for letter in composed)[:LONGEST]


@lru_cache(maxsize=256)
def fitting(words: str, size: int, room: int) -> str:
    """Return *words*, printable, cut and ended with an ellipsis where *room* pixels can't hold them.

    Empty when not even one letter fits.
    """
    words = printable(words, size)
    if width(words, size) <= room:
        return words

    def cut(kept: int) -> str:
        return words[:kept].rstrip() + ELLIPSIS

    # The first count that is too wide, less one.
    kept = bisect_right(range(1, len(words)), room, key=lambda count: width(cut(count), size))
    return cut(kept) if kept else ""


@cache
def _glyph(letter: str, size: int) -> str:
    """Return what is written for *letter*: itself, its bare form, a question mark, or nothing."""
    if _drawn(letter, size):
        return letter
    if unicodedata.category(letter)[0] in "CM":
        return ""
    bare = unicodedata.normalize("NFKD", letter)
    kept = "".join(part for part in bare if part != letter and _drawn(part, size))
    return kept or UNKNOWN


@cache
def _drawn(letter: str, size: int) -> bool:
    """Tell whether the font has a glyph of its own for *letter*."""
    if letter == " ":
        return True
    shape = bytes(font(size).getmask(letter, mode="1"))
    return bool(any(shape)) and shape != bytes(font(size).getmask("\uffff", mode="1"))
