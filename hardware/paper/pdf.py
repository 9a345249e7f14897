"""Write the sheets of a game as PDF."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache
from typing import TYPE_CHECKING, Final

from fpdf import FPDF
from fpdf.svg import SVGObject

from hardware.paper.drawing import Art, colours, text, whole
from hardware.paper.sheets import EDGE, HIGH, WIDE, kit, marks, origin, outer, sheets

if TYPE_CHECKING:
    from companion.kit.game import AnyGame
    from companion.words import Words
    from hardware.paper.sheets import Paper, Placed, Sheet

TITLE: Final = 2.5  # Millimetres.
HAIR: Final = 0.1


def pdf(game: AnyGame, words: Words, paper: Paper) -> FPDF:
    """Return all sheets of *game* on *paper*, and after them the back of those sheets that have closed cutouts."""
    document, art = FPDF(unit="mm", format=paper), Art(game, words)
    document.set_auto_page_break(False)
    document.set_title(f"{words.text(f'{game.NAME}.name')} ({words.text('enrolment.paper.title')})")
    fronts = sheets(kit(game))
    for number, sheet in enumerate(fronts, start=1):
        _page(document, paper, words.text("enrolment.paper.sheet", game=_name(game, words), number=number))
        _front(document, sheet, art, origin(paper))
    if closed := [number for number, sheet in enumerate(fronts, start=1) if sheet.closed]:
        _page(document, paper, words.text("enrolment.paper.back", first=closed[0], last=closed[-1]))
        _back(document, paper)
    return document


def _name(game: AnyGame, words: Words) -> str:
    return words.text(f"{game.NAME}.name")


def _page(document: FPDF, paper: Paper, title: str) -> None:
    """Begin a page with *title* in its top margin."""
    document.add_page()
    top = origin(paper)[1] - 3.3
    _draw(document, whole(text(paper[0] / 2, top, title, TITLE, paper[0] - 2 * EDGE, "small"), *paper), 0, 0)


def _front(document: FPDF, sheet: Sheet, art: Art, start: tuple[float, float]) -> None:
    for one in sheet.placed:
        _cutout(document, one, art, start)
    document.set_draw_color(90)
    document.set_line_width(HAIR)
    for one in sheet.placed:
        x, y, (width, high) = start[0] + one.x, start[1] + one.y, outer(one.lot)
        document.ellipse(x, y, width, high) if one.lot.round else document.rect(x, y, width, high)
    document.set_draw_color(0)
    document.set_line_width(2 * HAIR)
    for x, y, to_x, to_y in marks(sheet):
        document.line(start[0] + x, start[1] + y, start[0] + to_x, start[1] + to_y)


def _cutout(document: FPDF, placed: Placed, art: Art, start: tuple[float, float]) -> None:
    x, y, svg = start[0] + placed.x, start[1] + placed.y, art.svg(placed.lot, placed.cutout)
    corner = y + outer(placed.lot)[1]
    with document.rotation(90, x, corner) if placed.lot.turned else nullcontext():
        _draw(document, svg, x, corner if placed.lot.turned else y)


def _back(document: FPDF, paper: Paper) -> None:
    """Draw the back: a pattern without edges, so that it can lie a little askew and still tells nothing about any cutout."""
    left, top = origin(paper)
    wave = "".join(f"M{x:g} {y:g}q1 -1.3 2 0t2 0" for y in _steps(HIGH, 2) for x in _steps(WIDE, 4))
    lines = f'<path d="{wave}" fill="none" stroke="{colours()["back"]}" stroke-width="0.3"/>'
    _draw(document, whole(lines, WIDE, HIGH), left, top)


def _steps(room: float, step: int) -> range:
    return range(step // 2 - 2, int(room) + 2, step)


def _draw(document: FPDF, svg: str, x: float, y: float) -> None:
    _parsed(svg).draw_to_page(document, x, y)


@cache
def _parsed(svg: str) -> SVGObject:
    return SVGObject(svg)
