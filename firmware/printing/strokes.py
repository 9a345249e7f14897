"""Drawing primitives for a sheet to print: A4 in SVG, black on white, in millimetres, with dashed lines to cut along."""

from __future__ import annotations

from textwrap import wrap
from typing import Final
from xml.sax.saxutils import escape, quoteattr

import segno

from companion.kit.viewers import Seat
from firmware.display.drawing import LETTER_AT, OUTLINES, ROUNDS
from firmware.printing.sprites import sprite

WIDTH, HEIGHT = 210, 297
TITLE_AT, TITLE_LINE = 8, 3.6
LONGEST: Final = 110  # Characters in a line of the title.
FONT: Final = "'Liberation Sans', Arial, Helvetica, sans-serif"
LETTER_WIDTH: Final = 0.6  # of the font size; the average for bold
GRID: Final = 48  # the display's grid for one shape
QUIET: Final = 4  # White modules that a QR code needs around it.
DASHED: Final = 'fill="none" stroke="#000" stroke-width="0.2" stroke-dasharray="1 1"'


def page(title: str, parts: list[str]) -> str:
    """Return one page, headed by *title*, which says how to print it."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" viewBox="0 0 {WIDTH} {HEIGHT}"'
    lines = enumerate(wrap(title, LONGEST))
    top = [text(WIDTH / 2, TITLE_AT + TITLE_LINE * at, line, 2.6, bold=False) for at, line in lines]
    return "\n".join((f'{head} font-family="{FONT}" text-anchor="middle">', *top, *parts, "</svg>\n"))


def group(kind: str, name: str, parts: list[str]) -> str:
    """Return one label as a group with an id made of its kind and name."""
    return f"<g id={quoteattr(f'{kind}-{name}'.lower().replace(' ', '-'))}>{''.join(parts)}</g>"


def cut(x: float, y: float, width: float, height: float) -> str:
    """Return the cut line of a label whose top left corner is at x, y."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {DASHED}/>'


def cut_round(x: float, y: float, across: float) -> str:
    """Return the cut line of a round label centred on x, y."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{across / 2:g}" {DASHED}/>'


def text(x: float, base: float, words: str, size: float, *, bold: bool = True) -> str:
    """Return *words*, centred on *x*."""
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:g}" y="{base:g}" font-size="{size:g}"{weight}>{escape(words)}</text>'


def fitting(words: str, room: float, most: float) -> float:
    """Return the font size, at most *most*, at which *words* fit into *room*."""
    return round(min(most, room / (LETTER_WIDTH * len(words))), 2)


def pawn(seat: Seat, x: float, y: float, across: float, *, filled: bool) -> str:
    """Return the seat's shape centred on x, y, with its letter: white on black if *filled*, else black in an outline."""
    ink, letter = ("#000", "#fff") if filled else ("#fff", "#000")
    paint = f'fill="{ink}" stroke="#000" stroke-width="{0 if filled else 3}" stroke-linejoin="round"'
    strokes = []
    if seat in OUTLINES:
        strokes.append(f'<polygon points="{" ".join(f"{a},{b}" for a, b in OUTLINES[seat])}" {paint}/>')
    if seat in ROUNDS:
        left, top, right, bottom = ROUNDS[seat]
        middle = f'cx="{(left + right) / 2:g}" cy="{(top + bottom) / 2:g}"'
        strokes.append(f'<ellipse {middle} rx="{(right - left) / 2:g}" ry="{(bottom - top) / 2:g}" {paint}/>')
    a, b = LETTER_AT[seat]
    strokes.append(f'<text x="{a}" y="{b + 6}" font-size="17" font-weight="bold" fill="{letter}">{seat}</text>')
    scale = across / GRID
    return f'<g transform="translate({x - across / 2:g} {y - across / 2:g}) scale({scale:g})">{"".join(strokes)}</g>'


def symbol(shapes: str, name: str, x: float, y: float, across: float) -> str:
    """Return the drawing *name* from *shapes*, the pages' sprite, centred on x, y; raise ValueError if it isn't there."""
    (left, top, width, high), strokes = sprite(shapes, name)
    printed = strokes.replace("currentColor", "#000").replace("var(--hole)", "#fff").replace("var(--lamp)", "#000")
    scale = across / max(width, high)
    place = f"translate({x - scale * (left + width / 2):g} {y - scale * (top + high / 2):g}) scale({scale:.5g})"
    return f'<g transform="{place}">{printed}</g>'


def code(words: str, x: float, y: float, side: float) -> str:
    """Return *words* as a QR code, quiet zone included, in a square of *side* with its top left corner at x, y."""
    rows = list(segno.make(words, error="m", micro=False).matrix_iter(border=QUIET))
    module = side / len(rows)
    dark = "".join(f"M{across} {down}h1v1h-1z" for down, row in enumerate(rows) for across, bit in enumerate(row) if bit)
    return (
        f'<path class="code" transform="translate({x:g} {y:g}) scale({module:.5g})" d="{dark}" shape-rendering="crispEdges"/>'
    )
