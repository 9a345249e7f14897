"""Print and play: everything in a box is on the sheets exactly as often as in the box, printable, legible, and alike behind."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from fpdf import FPDF
from fpdf.svg import SVGObject
from pypdfium2 import PdfDocument

from companion.games import installed
from companion.games.shark.box.paper import FIVES, SINGLES
from companion.games.shark.model import SHARES
from companion.kit.box.labels import Cap, Patch
from companion.kit.box.paper import piece_name
from companion.tags.labels import labels
from companion.words import LANGUAGES, Words
from firmware.command.drawing import shapes
from firmware.photo.finding import glyphs_in
from firmware.printing.labels import sheets as label_sheets
from hardware.paper import sheets
from hardware.paper.drawing import Art
from hardware.paper.pdf import pdf
from hardware.paper.sheets import EDGE, HIGH, PAPERS, WIDE, Sheet, kit, marks, origin, outer
from hardware.typefaces import FACES, measure
from tests.markup import found

BOXES = {  # Counted by hand from section 1 of the rule books.
    "barracuda": {"note": 110, "card": 12, "marker": 12, "pawn": 25, "lid": 25, "bag": 5},
    "negoces2": {"card": 33, "coin": 60, "bag": 5},
    "shark": {"share": 4 * 20, "building": 4 * 18, "token": 4, "bag": 6, "map": 2, "track": 1, "die": 2},
}
KINDS = {"barracuda": {"10": 10, "5": 15, "2": 25, "1": 25, "0": 35}, "negoces2": {}, "shark": {1: 60, 5: 20}}


@pytest.mark.broad
@pytest.mark.parametrize("name", BOXES)
def test_a_box_is_on_at_most_twelve_sheets_as_often_as_it_holds_it(name: str) -> None:
    game = installed()[name]
    cutouts = [one.cutout for sheet in sheets.sheets(kit(game)) for one in sheet.placed]
    names = [one.name for one in cutouts]
    assert len(set(names)) == len(names)
    assert Counter(one.split(" ")[0] for one in names) == BOXES[name]
    options = {"tags": "on"} if "tags" in game.OPTIONS else {}
    assert {piece_name(piece) for piece in game.pieces(options)} <= set(names)
    assert Counter(one.fields["worth"] for one in cutouts if "worth" in one.fields) == KINDS[name]
    assert SINGLES + 5 * FIVES == SHARES
    done = pdf(game, Words("en", strict=True), PAPERS["a4"])
    assert done.pages_count <= 12
    assert Counter(one.closed for one in sheets.sheets(kit(game)))[True] < done.pages_count, "the last page is the back"


def off(sheet: Sheet) -> list[str]:
    """Return what leaves the sheet's middle, what can't be printed on some paper, and what lies on something else."""
    areas = [(one.cutout.name, one.x, one.y, one.x + outer(one.lot)[0], one.y + outer(one.lot)[1]) for one in sheet.placed]
    outside = [one[0] for one in areas if one[1] < 0 or one[2] < 0 or one[3] > WIDE or one[4] > HIGH]
    for paper in PAPERS.values():
        left, top = origin(paper)
        ends = [(left + x, top + y) for line in marks(sheet) for x, y in (line[:2], line[2:])]
        outside += [f"{x} {y}" for x, y in ends if not (EDGE <= x <= paper[0] - EDGE and EDGE <= y <= paper[1] - EDGE)]
    pairs = combinations(areas, 2)
    upon = [(a, b) for a, b in pairs if a[1] < b[3] - 1e-9 and b[1] < a[3] - 1e-9 and a[2] < b[4] and b[2] < a[4]]
    return outside + [f"{a[0]} {b[0]}" for a, b in upon]


@pytest.mark.parametrize("name", installed())
def test_nothing_leaves_the_printable_area_and_no_word_its_cutout(name: str) -> None:
    lots = kit(installed()[name])
    assert [one for sheet in sheets.sheets(lots) for one in off(sheet)] == []
    for art in (Art(installed()[name], Words(language, strict=True)) for language in LANGUAGES):
        for lot in lots:
            drawn = {art.svg(lot, cutout) for cutout in lot.cutouts}
            assert [words for svg in drawn for words in overflowing(svg, lot.size[0])] == []
            assert not any(re.search(r"var\(|currentColor|\{", svg) for svg in drawn)


def overflowing(svg: str, width: float) -> list[str]:
    """Return the words of *svg* that begin or end beyond its sides."""
    faces = {family + weight: face for face, (family, style) in FACES.items() for weight in ["bold" if "B" in style else ""]}
    out = []
    for one in found(svg, "text"):
        face = faces[one.get("font-family", "") + one.get("font-weight", "")]
        half = measure(one.text or "", float(one.get("font-size", "")), face) / 2
        if not half <= float(one.get("x", "")) <= width - half:
            out.append(one.text or "")
    return out


@pytest.mark.broad
@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize("what", ["kit", "labels"])
def test_printed_sheets_are_read_from_themselves(name: str, what: str) -> None:
    """Each glyph is found on the sheets as often as it is printed, and nothing else is taken for one."""
    game, words = installed()[name], Words("en")
    fields = [one.cutout.fields for sheet in sheets.sheets(kit(game)) for one in sheet.placed]
    on_kit = Counter(look[key] for look in fields for key in look if key.startswith("pattern"))
    on_labels = Counter(one.glyph for one in labels(game) if isinstance(one, Patch | Cap))
    assert on_labels == on_kit, "a bought box gets the same"
    document = pdf(game, words, PAPERS["a4"]) if what == "kit" else on_pages(label_sheets(game, words, shapes(game)))
    for dots in (200, 300) if name == "negoces2" else (200,):  # More dots take longer, and are easier to read.
        pictures = [page.render(scale=dots / 72, grayscale=True).to_numpy() for page in PdfDocument(bytes(document.output()))]
        assert Counter(number for one in pictures for number, _ in glyphs_in(np.ascontiguousarray(one))) == on_kit, dots


def on_pages(drawn: list[str]) -> FPDF:
    document = FPDF(unit="mm", format=PAPERS["a4"])
    document.set_auto_page_break(False)
    for svg in drawn:
        document.add_page()
        SVGObject(svg).draw_to_page(document, 0, 0)
    return document


def test_no_sheet_of_notes_is_one_kinds_alone_and_all_have_one_back(tmp_path: Path) -> None:
    notes = [sheet for sheet in sheets.sheets(kit(installed()["barracuda"])) if sheet.placed[0].lot.drawing == "note"]
    fakes = [sum(one.cutout.fields["worth"] == "0" for one in sheet.placed) for sheet in notes[:-1]]
    assert all(4 <= many <= 6 for many in fakes)
    file = tmp_path / "kit.pdf"
    pdf(installed()["negoces2"], Words("fr"), PAPERS["letter"]).output(str(file))
    assert set(re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file.read_bytes())) == {(b"612.00", b"792.00")}
