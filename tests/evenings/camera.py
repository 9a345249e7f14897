"""A camera that reads QR codes: from the pixels of a picture to the text, by the standard and not by what drew them.

It sees well: the picture holds one code, upright and undamaged, and nothing else that is dark within its lit panel. So it
corrects no errors, and a module that is wrong makes the text wrong. Codes of version 1 and 2, which have one block of bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image

ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
FORMAT_MASK = 0b101010000010010
MASKS = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)

Modules = list[list[bool]]  # Rows of what is dark.


def read_qr(png: bytes, box: tuple[int, int, int, int] | None = None) -> str:
    """Return the text of the code in the picture *png*, or in its part *box* (left, upper, right, lower).

    Raises ValueError where there is none.
    """
    modules = _modules(Image.open(io.BytesIO(png)).convert("L").crop(box))
    bits = "".join("1" if bit else "0" for bit in _stream(modules))
    mode, bits = int(bits[:4], 2), bits[4:]
    match mode:
        case 0b0010:
            return _alphanumeric(int(bits[:9], 2), bits[9:])
        case 0b0100:
            count = int(bits[:8], 2)
            return bytes(int(bits[at : at + 8], 2) for at in range(8, 8 + 8 * count, 8)).decode()
    raise ValueError(f"a code in mode {mode:04b}")


def _modules(picture: Image.Image) -> Modules:
    """Find the lit panel, the dark code in it, and the size of a module: a finder is seven of them wide."""
    lit = picture.point(lambda grey: 255 if grey > 127 else 0)
    dark = lit.crop(lit.getbbox()).point(lambda grey: 255 - grey)
    code = dark.crop(dark.getbbox())
    finder = next((x for x in range(code.width) if not code.getpixel((x, 0))), 0)
    side = round(7 * code.width / finder) if finder else 0
    if code.width != code.height or side not in (21, 25):
        raise ValueError(f"no code in the picture, but {code.size} with {side} modules across")
    middle = [int((at + 0.5) * code.width / side) for at in range(side)]
    return [[code.getpixel((x, y)) > 0 for x in middle] for y in middle]


def _stream(modules: Modules) -> Iterator[bool]:
    """Yield the code's bits: up and down in columns of two from the right, with the mask taken off."""
    side = len(modules)
    mask = MASKS[_mask_number(modules)]
    rows = list(range(side))
    for right in (*range(side - 1, 6, -2), 5, 3, 1):
        rows.reverse()
        for row in rows:
            for column in (right, right - 1):
                if not _is_fixed(row, column, side):
                    yield modules[row][column] != mask(row, column)


def _mask_number(modules: Modules) -> int:
    beside_finder = [modules[8][at] for at in (0, 1, 2, 3, 4, 5, 7, 8)] + [modules[at][8] for at in (7, 5, 4, 3, 2, 1, 0)]
    told = int("".join(str(int(bit)) for bit in beside_finder), 2) ^ FORMAT_MASK
    return told >> 10 & 0b111


def _is_fixed(row: int, column: int, side: int) -> bool:
    """Whether the module is part of a pattern: a finder with what is beside it, the timing, or the alignment."""
    far = side - 8
    at_corner = (row < 9 and (column < 9 or column >= far)) or (row >= far and column < 9)
    aligned = side > 21 and abs(row - side + 7) <= 2 and abs(column - side + 7) <= 2
    return at_corner or aligned or 6 in (row, column)


def _alphanumeric(count: int, bits: str) -> str:
    text = ""
    for _ in range(count // 2):
        pair, bits = int(bits[:11], 2), bits[11:]
        text += ALPHANUMERIC[pair // 45] + ALPHANUMERIC[pair % 45]
    return text + (ALPHANUMERIC[int(bits[:6], 2)] if count % 2 else "")
