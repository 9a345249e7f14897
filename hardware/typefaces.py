"""Measure text in the three faces that every PDF reader has. Liberation Sans and Arial are as wide as the second and third."""

from __future__ import annotations

from functools import cache
from typing import Final

from fpdf import FPDF

FACES: Final = {"voice": ("times", "BI"), "till": ("helvetica", "B"), "small": ("helvetica", "")}
# They have the letters of Western Europe alone.
LATIN: Final = str.maketrans({
    "’": "'", "–": "-", "−": "-", "…": "...", "œ": "oe", "Œ": "OE", "\u202f": "\xa0", "„": '"', "“": '"', "”": '"', "Ω": "O",
    "€": "E",
})  # fmt: skip


def measure(words: str, size: float, face: str) -> float:
    """Return how wide *words* are at *size*, in the same unit."""
    ruler = _ruler()
    family, style = FACES[face]
    ruler.set_font(family, style, 10)
    width: float = ruler.get_string_width(words.translate(LATIN))
    return width * size / 10


@cache
def _ruler() -> FPDF:
    return FPDF(unit="pt")
