"""Glyphs: square patterns on the faces of pieces, by which a photograph shows what lies where.

A glyph is six modules wide: a black frame around 4 x 4 modules that spell its number. The patterns are the first 88 of OpenCV's
dictionary DICT_4X4_100: in any turn, each differs from every other in at least four modules, which the 89th wouldn't. They are
for the pieces of all games, since two boxes may lie on one table:

    0 to 5     pawns, by seat; all pawns of a seat are alike
    6 to 47    the pieces of the games that come with the program; each game names its own first number
    48 to 87   games from elsewhere

Pieces that players can't tell apart have one glyph, and nothing has one on its back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.kit.viewers import Seat

ACROSS: Final = 6  # modules
_HEX: Final = """
    b532 0f9a 332d 9946 549e 79cd 9e2e c4f2 feda cf56 f991 11a7 0eb7 2a0f 24b1 263e 4665 6600 6c5e 76af 868b b02b
    ccd5 dd82 fe47 9471 ace4 a554 2123 346f 4415 57b2 9ecf f0cb 08ae 0929 1875 04ff 0df6 1c5a 1718 2a28 328c 38b2
    24e8 2eeb 2d3f 4b64 502e 5013 5194 5568 5d41 5f97 6801 6867 6124 61e9 6b12 6fe5 67df 7e1b 80a0 8344 8ba2 937a
    846c 852a 859c 9c89 9fa1 bb7c bc04 b65b bfc8 b7ab ca1f c962 d958 d3d5 cc98 c7a0 c537 e95d f925 fbbb ee2a f74d
"""
PATTERNS: Final = tuple(int(pattern, 16) for pattern in _HEX.split())
"""Each pattern's modules from the top left to the bottom right, white ones as ones."""


def of_pawn(seat: Seat) -> int:
    """Return the glyph of the pawns of *seat*."""
    return "ABCDEF".index(seat)


def white(number: int) -> Iterator[tuple[int, int]]:
    """Yield column and row of the white modules of glyph *number*."""
    for at in range(16):
        if PATTERNS[number] >> (15 - at) & 1:
            yield at % 4 + 1, at // 4 + 1


def drawn(number: int) -> str:
    """Return glyph *number* as the data of an SVG path, filled black by the rule evenodd; a module is 1 wide."""
    return f"M0 0h{ACROSS}v{ACROSS}h-{ACROSS}z" + "".join(f"M{x} {y}h1v1h-1z" for x, y in white(number))
