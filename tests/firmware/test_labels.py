"""The sheets of labels, the table's too: every piece of a box is on its sheet, within the paper, and no two labels overlap."""

import re
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
import segno

import barkeep_morra as morra
from companion.games import installed
from companion.games.negoces2.model import GOODS
from companion.kit import Piece, Sticker, Term
from companion.words import LANGUAGES, Words
from firmware.command import main
from firmware.command.drawing import shapes
from firmware.doctor.person import KEYS
from firmware.printing import labels
from firmware.printing.strokes import QUIET
from firmware.printing.table_labels import Access, table

SVG = "{http://www.w3.org/2000/svg}"
Area: TypeAlias = tuple[float, float, float, float]


class Sheet:
    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.labels = {name: one for one in self.root.iter(f"{SVG}g") if (name := one.get("id"))}

    def cuts(self) -> dict[str, Area]:
        """Return left, top, right and bottom of each label's cut line, in millimetres."""
        lines = {name: [part for part in one if part.get("stroke-dasharray")] for name, one in self.labels.items()}
        return {name: _area(line[0]) for name, line in lines.items() if line}

    def misplaced(self) -> list[tuple[str, ...]]:
        """Return the labels that are not on the paper, and the pairs that touch each other."""
        cuts = self.cuts()
        off = [(name,) for name, a in cuts.items() if a[0] < 8 or a[1] < 12 or a[2] > 202 or a[3] > 289]
        apart = lambda a, b: a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
        return off + [(one, two) for (one, a), (two, b) in combinations(cuts.items(), 2) if not apart(a, b)]


def texts(element: Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def _area(line: Element) -> Area:
    if line.tag == f"{SVG}circle":
        x, y, r = (float(line.get(name, "")) for name in ("cx", "cy", "r"))
        return x - r, y - r, x + r, y + r
    x, y, width, height = (float(line.get(name, "")) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


PAGE, DRAWN = "http://10.42.0.1/", (Path(__file__).parents[2] / "web/static/shared/shapes.svg").read_text(encoding="utf-8")
AWAY, SHEETS = Access(PAGE, "Bar;keep", 'p"a:ss'), (*installed(), "table")


def pages(name: str, words: Words) -> list[str]:
    if name == "table":
        return [table(words, AWAY, DRAWN)]
    return labels.sheets(installed()[name], words, shapes(installed()[name]))


def drawn(sheet: str, language: str = "en") -> Sheet:
    return Sheet(pages(sheet, Words(language, strict=True))[0])


@pytest.fixture
def written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that has `barkeep labels` write a file, and returns what is in it, or else what was said."""

    def written(*words: str, name: str = "labels.svg") -> str:
        code, said = main(["labels", str(tmp_path / name), *words]), capsys.readouterr()
        assert (code, "100 %" in said.out) in ((0, True), (1, False))
        return said.err if code else (tmp_path / name).read_text(encoding="utf-8")

    return written


@pytest.mark.parametrize("name", SHEETS)
def test_it_is_a_page_of_a4_in_black_on_white_with_labels_apart_and_as_large_as_the_tags(name: str) -> None:
    for svg in pages(name, Words("en")):
        sheet = Sheet(svg)
        assert [sheet.root.get(key) for key in ("width", "height", "viewBox")] == ["210mm", "297mm", "0 0 210 297"]
        assert sheet.misplaced() == []
        for label, (left, top, right, bottom) in sheet.cuts().items():
            if (kind := label.partition("-")[0]) in ("card", "token", "pawn", "bag"):
                assert [right - left, bottom - top] == pytest.approx([25 if kind in ("card", "token") else 22] * 2), label
        assert set(re.findall(r"#[0-9a-f]{3,6}|var\(|currentColor", svg)) | {"#fff"} == {"#000", "#fff"}


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_speaks_each_language_and_is_written(sheet: str, written: Callable[..., str]) -> None:
    assert not [language for language in LANGUAGES if "{" in "".join(texts(drawn(sheet, language).root))]
    door = ["--address", AWAY.address, "--wifi", AWAY.wifi, "--wifi-password", AWAY.password] if sheet == "table" else []
    assert written("--language", "nl", "--sheet", sheet, *door) == pages(sheet, Words("nl"))[0]


def test_cards_of_a_good_can_not_be_told_apart() -> None:
    sheet, goods = drawn("negoces2"), [f"card-{card}-{number}" for card in GOODS for number in range(1, 5)]
    for one, other in pairwise(goods):
        assert (texts(sheet.labels[one]) == texts(sheet.labels[other])) is (one[:-1] == other[:-1])


def test_without_a_name_it_is_the_first_games_and_a_wrong_file_is_told(written: Callable[..., str]) -> None:
    assert written() == pages("barracuda", Words("en"))[0]
    assert "does not end in .svg" in written(name="labels.pdf")
    assert "nowhere" in written(name="nowhere/labels.svg")


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Add Morra to the games; return a function that puts pieces into its box."""
    monkeypatch.setitem(installed(), morra.NAME, morra)
    return lambda *pieces: monkeypatch.setattr(morra, "pieces", lambda options: pieces)


def test_a_game_without_labels_of_its_own_gets_plain_ones(box: Callable[..., None], written: Callable[..., str]) -> None:
    lions = [Piece("card", "Red Lion", number) for number in (1, 2)]
    box(*lions, Piece("token", "amber"), Piece("pawn", "B", 3), Piece("bag", "A"))
    sheet = Sheet(written("--sheet", "morra", "--language", "nl"))
    assert {name: texts(sheet.labels[name]) for name in sheet.cuts()} == {
        **{name: ["Red", "Lion"] for name in ("card-red-lion-1", "card-red-lion-2")}, "token-amber-1": ["amber"],
        "pawn-b-3": ["B", "3"], "bag-a-1": ["A", "Zakje"], "the-bag-zakje": ["A", "Zakje"],
    }  # fmt: skip


def test_a_game_may_bring_its_own_labels_and_drawings_and_a_missing_one_is_named(
    tmp_path: Path, box: Callable[..., None], written: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    box()
    own = Sticker(Piece("token", "amber"), Term("table.seat.A"), symbol="barn")
    monkeypatch.setattr(morra, "LABELS", (own,), raising=False)
    assert "no drawing barn" in written("--sheet", "morra")
    (tmp_path / "static").mkdir()
    barn = '<symbol id="barn" viewBox="0 0 2 2"><path d="M0 0h2"/></symbol>'
    (tmp_path / "static" / "shapes.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{barn}</svg>')
    monkeypatch.setattr(morra, "__file__", str(tmp_path / "__init__.py"))
    sheet = Sheet(written("--sheet", "morra"))
    (tmp_path / "static" / "shapes.svg").write_text("<svg><")
    assert "not XML" in written("--sheet", "morra")
    assert (texts(sheet.labels["token-amber-1"]), len(list(sheet.root.iter(f"{SVG}path")))) == (["the red sail"], 1)


def test_more_than_a_page_takes_another_file(tmp_path: Path, box: Callable[..., None], written: Callable[..., str]) -> None:
    box(*(Piece("card", f"Card {number}") for number in range(60)))
    sheets = [Sheet(written("--sheet", "morra")), Sheet((tmp_path / "labels-2.svg").read_text(encoding="utf-8"))]
    assert [(len(one.cuts()), one.misplaced()) for one in sheets] == [(54, []), (6, [])]
    assert {name for one in sheets for name in one.cuts()} == {f"card-card-{number}-1" for number in range(60)}


def modules(code: Element) -> set[tuple[int, int]]:
    """Return the dark squares of a code, counted from its first row and column, without the quiet zone."""
    return {(int(x) - QUIET, int(y) - QUIET) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", code.get("d", ""))}


@pytest.mark.parametrize(("access", "codes"), [
    (AWAY, ['WIFI:T:WPA;S:Bar\\;keep;P:p\\"a\\:ss;;', PAGE]), (Access(PAGE), [PAGE]),
    (Access(PAGE, "Bar"), ["WIFI:S:Bar;;", PAGE]),  # An open Wi-Fi has no password.
])  # fmt: skip
def test_a_card_leads_into_the_wifi_and_onto_the_page(access: Access, codes: list[str]) -> None:
    sheet = Sheet(table(Words("en", strict=True), access, DRAWN))
    cards = [one for name, one in sheet.labels.items() if name.startswith("join-")]
    rows = [enumerate(segno.make(code, error="m", micro=False).matrix) for code in codes]
    meant = [{(x, y) for y, row in code for x, dark in enumerate(row) if dark} for code in rows]
    for card in cards:
        drawn = [path for path in card.iter(f"{SVG}path") if path.get("class") == "code"]
        assert [modules(one) for one in drawn] == meant
        assert all(float(one.get("transform", "").split("scale(")[1][:-1]) >= 1 for one in drawn), "legible from half a metre"
        assert {access.address, *filter(None, [access.wifi, access.password])} <= set(texts(card)), "all can be typed"
    assert len(cards) == 2


def test_every_key_has_its_word() -> None:
    sheet = drawn("table")
    keys = [texts(one) for name, one in sheet.labels.items() if name.startswith("key-")]
    assert (keys, len(sheet.cuts())) == ([[name] for name in KEYS.values()], 2 + 2 + 3)
