"""The sheets of labels: everything in a box is on its sheet, on the paper, and nothing on anything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.barracuda.model import CARDS, Card
from companion.games import GAMES
from companion.pieces import Piece
from companion.words import LANGUAGES, Words
from firmware import labels
from firmware.command import main
from firmware.drawing import OUTLINES
from firmware.label_strokes import symbol
from tests.example import morra

SVG = "{http://www.w3.org/2000/svg}"
BOX = GAMES["barracuda"].pieces({})
SHAPES = files("web").joinpath("static/shapes.svg").read_text(encoding="utf-8")
SHEETS: dict[str, Callable[[Words], str]] = {
    "barracuda": labels.barracuda,
    "shark": lambda words: labels.shark(words, SHAPES),
    "negoces2": lambda words: labels.negoces2(words, SHAPES),
}
Area = tuple[float, float, float, float]


def drawn(language: str = "en", sheet: str = "barracuda") -> ElementTree.Element:
    return ElementTree.fromstring(SHEETS[sheet](Words(language, strict=True)))


def group(sheet: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(one for one in sheet.iter(f"{SVG}g") if one.get("id") == name)


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def cut(element: ElementTree.Element) -> Area:
    """Return left, top, right and bottom of a label's cut line, in millimetres."""
    line = next(one for one in element if one.get("stroke-dasharray"))
    if line.tag == f"{SVG}circle":
        x, y, r = (float(line.get(name, "")) for name in ("cx", "cy", "r"))
        return x - r, y - r, x + r, y + r
    x, y, width, height = (float(line.get(name, "")) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def cuts(sheet: ElementTree.Element) -> dict[str, Area]:
    return {name: cut(one) for one in sheet if (name := one.get("id"))}


@pytest.mark.parametrize("name", SHEETS)
def test_it_is_a_page_of_a4_in_millimetres(name: str) -> None:
    sheet = drawn(sheet=name)
    assert (sheet.get("width"), sheet.get("height"), sheet.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")


def test_every_tagged_piece_has_a_label_and_every_bar_a_marker() -> None:
    names = set(cuts(drawn()))
    cards = {f"card-{card.name}" for card in CARDS} | {f"marker-{card.name}" for card in CARDS}
    pawns = {f"pawn-{piece.name} {piece.number}" for piece in BOX if piece.kind == "pawn"}
    bag = {f"bag-{piece.name}" for piece in BOX if piece.kind == "bag"}
    assert names == {name.lower().replace(" ", "-") for name in cards | pawns | bag | {"the-bag-Bag"}}
    assert len(names) == len(BOX) + len(CARDS) + 1


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_a_bars_labels_have_its_name_and_rent(card: Card) -> None:
    name, rent = card.name, f"Rent {card.rent}"
    slug = name.lower().replace(" ", "-")
    assert texts(group(drawn(), f"card-{slug}")) == [*name.split(" "), rent]
    assert texts(group(drawn(), f"marker-{slug}")) == [name, f"Open · {rent}"]


@pytest.mark.parametrize("sheet", SHEETS)
def test_stickers_are_as_large_as_the_tags(sheet: str) -> None:
    for name, (left, top, right, bottom) in cuts(drawn(sheet=sheet)).items():
        kind = name.partition("-")[0]
        if kind in ("card", "token", "pawn", "bag"):
            assert right - left == pytest.approx(bottom - top)
            assert right - left == pytest.approx(25 if kind in ("card", "token") else 22), name


@pytest.mark.parametrize("sheet", SHEETS)
def test_all_labels_are_on_the_paper_and_apart(sheet: str) -> None:
    areas = cuts(drawn(sheet=sheet))
    assert all(left >= 8 and top >= 12 and right <= 202 and bottom <= 289 for left, top, right, bottom in areas.values())
    touching = [(one, two) for (one, a), (two, b) in combinations(areas.items(), 2) if overlap(a, b)]
    assert touching == []


def overlap(a: Area, b: Area) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_labels_that_touch_would_be_found() -> None:
    assert overlap((0, 0, 2, 2), (1, 1, 3, 3))
    assert not overlap((0, 0, 2, 2), (2, 0, 3, 3))


def test_pawns_are_filled_and_bag_pawns_are_outlines_of_the_displays_shape() -> None:
    sheet = drawn()
    for seat in "ABCDE":
        shapes = [[one for one in group(sheet, name).iter() if one.tag in (f"{SVG}polygon", f"{SVG}ellipse")]
                  for name in (f"pawn-{seat.lower()}-2", f"bag-{seat.lower()}")]  # fmt: skip
        assert [{one.get("fill") for one in some} for some in shapes] == [{"#000"}, {"#fff"}]
        for some in shapes:
            points = [one.get("points") for one in some if one.tag == f"{SVG}polygon"]
            assert points == ([" ".join(f"{x},{y}" for x, y in OUTLINES[seat])] if seat in OUTLINES else [])
        assert texts(group(sheet, f"pawn-{seat.lower()}-2")) == [seat, "2"]


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_is_black_on_white(sheet: str) -> None:
    svg = SHEETS[sheet](Words("en"))
    assert set(re.findall(r"#[0-9a-f]{3,6}", svg)) == {"#000", "#fff"}
    assert "var(" not in svg
    assert "currentColor" not in svg


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_speaks_each_language(sheet: str) -> None:
    for language in LANGUAGES:
        assert "{" not in "".join(texts(drawn(language, sheet)))


def test_it_speaks_dutch() -> None:
    assert texts(group(drawn("nl"), "card-octopus")) == ["Octopus", "Huur 5"]


def test_shark_has_a_token_for_each_company_and_six_bag_pawns() -> None:
    box = GAMES["shark"].pieces({})
    sheet = drawn(sheet="shark")
    assert set(cuts(sheet)) == {f"{piece.kind}-{piece.name}".lower() for piece in box} | {"the-bag-bag"}
    assert texts(group(sheet, "bag-f")) == ["F", "Bag"]
    assert texts(group(sheet, "token-green")) == ["Green"]


@pytest.mark.parametrize(
    ("sheet", "label", "drawing"), [("shark", "token-red", "co-tower"), ("negoces2", "card-jade-3", "good-jade")]
)
def test_tokens_and_goods_look_as_on_the_pages(sheet: str, label: str, drawing: str) -> None:
    on_the_pages = re.search(rf'id="{drawing}".*?<path d="([^"]+)"', SHAPES, re.S)
    assert on_the_pages is not None
    paths = [one.get("d") for one in group(drawn(sheet=sheet), label).iter(f"{SVG}path")]
    assert paths[0] == on_the_pages[1]


def test_a_drawing_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no drawing co-barn"):
        symbol(SHAPES, "co-barn", 0, 0, 1)


def test_companies_look_as_the_pages_have_it() -> None:
    look = re.search(
        r"macro look\(.*?endmacro", (files("web") / "templates/shark/parts.html").read_text(encoding="utf-8"), re.S
    )
    assert look is not None
    assert all(one in look[0] for pair in labels.LOOKS.items() for one in pair)


def test_cards_of_a_good_can_not_be_told_apart() -> None:
    sheet = drawn(sheet="negoces2")
    box = GAMES["negoces2"].pieces({"tags": "on"})
    goods = [f"card-{piece.name}-{piece.number}" for piece in box if piece.kind == "card"]
    assert {name for name in cuts(sheet) if name.startswith("card-")} == set(goods)
    assert len(goods) == 33
    for one, other in pairwise(goods):
        alike = one.rpartition("-")[0] == other.rpartition("-")[0]
        assert (texts(group(sheet, one)) == texts(group(sheet, other))) is alike


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_command_writes_it(sheet: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "labels.svg"
    assert main(["labels", str(file), "--language", "nl", "--sheet", sheet]) == 0
    assert file.read_text(encoding="utf-8") == SHEETS[sheet](Words("nl"))
    assert "100 %" in capsys.readouterr().out


def test_without_a_name_it_is_the_first_games(tmp_path: Path) -> None:
    file = tmp_path / "labels.svg"
    assert main(["labels", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == labels.barracuda(Words("en"))


def test_the_command_says_what_to_do_where_it_cannot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["labels", str(tmp_path / "labels.pdf")]) == 1
    assert "does not end in .svg" in capsys.readouterr().err
    assert main(["labels", str(tmp_path / "nowhere" / "labels.svg")]) == 1
    assert "nowhere" in capsys.readouterr().err


# A game that has no sheet of its own


def added(monkeypatch: pytest.MonkeyPatch, *pieces: Piece) -> None:
    """Put Morra among the games, with *pieces* in its box where there are some."""
    monkeypatch.setitem(GAMES, morra.NAME, morra)
    if pieces:
        monkeypatch.setattr(morra, "pieces", lambda options: pieces)


def general(language: str = "en") -> ElementTree.Element:
    return ElementTree.fromstring(labels.general(morra.NAME, Words(language)))


def test_a_game_that_somebody_added_gets_its_own_labels_and_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added(monkeypatch)
    file = tmp_path / "labels.svg"
    assert main(["labels", str(file), "--sheet", "morra", "--language", "nl"]) == 0
    sheet = ElementTree.parse(file).getroot()
    assert set(cuts(sheet)) == {f"bag-{seat}".lower() for seat in morra.SEATS} | {"the-bag-zakje"}
    assert texts(group(sheet, "bag-f")) == ["F", "Zakje"]


def test_pieces_of_which_nothing_is_known_have_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    lions = [Piece("card", "Red Lion", number) for number in (1, 2)]
    added(monkeypatch, *lions, Piece("card", "wine"), Piece("token", "red"), Piece("token", "amber"), Piece("pawn", "B", 3))
    sheet = general("nl")
    said = {name: texts(group(sheet, name)) for name in cuts(sheet)}
    assert said == {
        "card-red-lion-1": ["Red", "Lion"], "card-red-lion-2": ["Red", "Lion"], "card-wine-1": ["wijn"],
        "token-red-1": ["rode", "fiche"], "token-amber-1": ["amber"], "pawn-b-3": ["B", "3"],
    }  # fmt: skip


def test_a_page_full_of_them_is_on_the_paper_and_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [Piece("card", f"Card {number}") for number in range(labels.MOST - 6)]
    added(monkeypatch, *cards, *(Piece("bag", seat) for seat in morra.SEATS))
    areas = cuts(general())
    assert len(areas) == labels.MOST + 1
    assert all(left >= 8 and top >= 12 and right <= 202 and bottom <= 289 for left, top, right, bottom in areas.values())
    assert not [1 for a, b in combinations(areas.values(), 2) if overlap(a, b)]


def test_more_than_a_page_full_is_refused_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    added(monkeypatch, *(Piece("card", f"Card {number}") for number in range(labels.MOST + 1)))
    assert main(["labels", str(tmp_path / "labels.svg"), "--sheet", "morra"]) == 1
    assert "morra has 55 pieces and one page room for 54: give it a sheet in firmware/labels.py" in capsys.readouterr().err
    assert not (tmp_path / "labels.svg").exists()
