"""Draw the labels with glyphs, by which a photograph shows where pieces of a bought box lie. All sizes are in millimetres."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.kit.box.glyphs import ACROSS, drawn
from firmware.printing.strokes import cut, fitting, group, pawn, symbol, text

if TYPE_CHECKING:
    from companion.kit.box.labels import Cap, Patch, Windows

LETTER: Final = 3.6
SIGN: Final = 5.5  # The symbol beside a name.
BELOW: Final = 2.4  # Between a name and the edge below it.
WHITE: Final = 1.5  # Between a cap's glyph and its symbols.
IN_WINDOWS: Final = ("mark", "i-hand")  # As on the printed bars: the lessee's and the partner's.


def patch(label: Patch, x: float, y: float, name: str, shapes: str) -> str:
    """Draw *label* centred on x, y: the glyph, below it the *name*, and the symbol before that if there is one."""
    (width, high), sign = label.size, SIGN if label.symbol else 0
    base, room = y + high / 2 - BELOW, width - sign - 3
    signed = [symbol(shapes, label.symbol, x - width / 2 + 1 + sign / 2, base - 1.2, sign)] if sign else []
    return group("patch", f"{label.glyph} {x:g} {y:g}", [
        cut(x - width / 2, y - high / 2, width, high), _glyph(label.glyph, x, y, label.across),
        *signed, text(x + sign / 2, base, name, fitting(name, room, LETTER)),
    ])  # fmt: skip


def cap(label: Cap, x: float, y: float, shapes: str) -> str:
    """Draw *label* centred on x, y: the glyph, and the piece's shape in the corners that it leaves."""
    left, top, room = x - label.size / 2, y - label.size / 2, label.at - label.across / 2 - WHITE
    near, far = room / 2 + 0.3, label.size - room / 2 - 0.3
    corners = [(near, near), (far, near), (near, far), *([(far, far)] if label.at == label.size / 2 else [])]
    shown = [
        pawn(label.seat, left + a, top + b, room, filled=True) if label.seat else
        symbol(shapes, label.symbol, left + a, top + b, room) for a, b in corners
    ]  # fmt: skip
    return group("cap", label.name, [
        cut(left, top, label.size, label.size), _glyph(label.glyph, left + label.at, top + label.at, label.across), *shown,
    ])  # fmt: skip


def stood(label: Windows, x: float, y: float, name: str, shapes: str) -> str:
    """Draw *label* centred on x, y: the windows, of which the partner's is dashed, and the *name* below them."""
    (width, high), half = label.size, label.across / 2
    left, top = x - width / 2, y - high / 2
    drawings = zip(label.middles, IN_WINDOWS, ("", ' stroke-dasharray="1.6 1.2"'), strict=False)
    places = [
        f'<rect x="{left + a - half:g}" y="{top + b - half:g}" width="{label.across:g}" height="{label.across:g}" '
        f'fill="none" stroke="#000" stroke-width="0.5"{dashed}/>{symbol(shapes, sign, left + a, top + b, 9)}'
        for (a, b), sign, dashed in drawings
    ]
    named = text(x, top + high - 1, name, fitting(name, width - 5, 2.6))
    return group("windows", name, [cut(left, top, width, high), *places, named])


def _glyph(number: int, x: float, y: float, across: float) -> str:
    place = f"translate({x - across / 2:g} {y - across / 2:g}) scale({across / ACROSS:.5g})"
    return f'<path class="glyph" transform="{place}" d="{drawn(number)}" fill-rule="evenodd" shape-rendering="crispEdges"/>'
