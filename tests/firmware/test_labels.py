"""The sheets of labels: everything in a box is on its sheet, on the paper, and nothing on anything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from companion.barracuda.model import CARDS
from companion.games import GAMES
from companion.pieces import Piece
from companion.words import LANGUAGES, Words
from firmware import labels
from firmware.command import main
from firmware.drawing import OUTLINES
from firmware.label_strokes import symbol
from tests.example import morra
from tests.firmware.sheets import SVG, Sheet, overlap, texts

BOX = GAMES["barracuda"].pieces({})
SHAPES = files("web").joinpath("static/shapes.svg").read_text(encoding="utf-8")
SHEETS: dict[str, Callable[[Words], str]] = {
    "barracuda": labels.barracuda,
    "shark": lambda words: labels.shark(words, SHAPES),
    "negoces2": lambda words: labels.negoces2(words, SHAPES),
}


def drawn(sheet: str = "barracuda", language: str = "en") -> Sheet:
    return Sheet(SHEETS[sheet](Words(language, strict=True)))


@pytest.mark.parametrize("name", SHEETS)
def test_it_is_a_page_of_a4_in_black_on_white_with_labels_apart_and_as_large_as_the_tags(name: str) -> None:
    sheet, svg = drawn(name), SHEETS[name](Words("en"))
    assert [sheet.root.get(key) for key in ("width", "height", "viewBox")] == ["210mm", "297mm", "0 0 210 297"]
    assert sheet.misplaced() == []
    for label, (left, top, right, bottom) in sheet.cuts().items():
        if (kind := label.partition("-")[0]) in ("card", "token", "pawn", "bag"):
            assert right - left == pytest.approx(bottom - top)
            assert right - left == pytest.approx(25 if kind in ("card", "token") else 22), label
    assert set(re.findall(r"#[0-9a-f]{3,6}", svg)) == {"#000", "#fff"}
    assert not re.search(r"var\(|currentColor", svg)


def test_labels_that_touch_would_be_found() -> None:
    assert overlap((0, 0, 2, 2), (1, 1, 3, 3))
    assert not overlap((0, 0, 2, 2), (2, 0, 3, 3))


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def test_every_tagged_piece_has_a_label_and_every_bar_a_marker_with_name_and_rent() -> None:
    sheet = drawn()
    cards = {f"card-{card.name}" for card in CARDS} | {f"marker-{card.name}" for card in CARDS}
    pawns = {f"pawn-{piece.name} {piece.number}" for piece in BOX if piece.kind == "pawn"}
    bag = {f"bag-{piece.name}" for piece in BOX if piece.kind == "bag"}
    assert set(sheet.cuts()) == {slug(name) for name in cards | pawns | bag | {"the-bag-Bag"}}
    assert len(sheet.cuts()) == len(BOX) + len(CARDS) + 1
    for card in CARDS:
        assert sheet.words(f"card-{slug(card.name)}") == [*card.name.split(" "), f"Rent {card.rent}"]
        assert sheet.words(f"marker-{slug(card.name)}") == [card.name, f"Open · Rent {card.rent}"]


def test_pawns_are_filled_and_bag_pawns_are_outlines_of_the_displays_shape() -> None:
    sheet = drawn()
    for seat in "ABCDE":
        outline = [" ".join(f"{x},{y}" for x, y in OUTLINES[seat])] if seat in OUTLINES else []
        for name, fill in ((f"pawn-{seat.lower()}-2", "#000"), (f"bag-{seat.lower()}", "#fff")):
            shapes = [one for one in sheet.labels[name].iter() if one.tag in (f"{SVG}polygon", f"{SVG}ellipse")]
            assert {one.get("fill") for one in shapes} == {fill}
            assert [one.get("points") for one in shapes if one.tag == f"{SVG}polygon"] == outline
        assert sheet.words(f"pawn-{seat.lower()}-2") == [seat, "2"]


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_speaks_each_language(sheet: str) -> None:
    for language in LANGUAGES:
        assert "{" not in "".join(texts(drawn(sheet, language).root))
    assert drawn("barracuda", "nl").words("card-octopus") == ["Octopus", "Huur 5"]


def test_shark_has_a_token_for_each_company_and_six_bag_pawns() -> None:
    sheet = drawn("shark")
    box = {f"{piece.kind}-{piece.name}".lower() for piece in GAMES["shark"].pieces({})}
    assert set(sheet.cuts()) == box | {"the-bag-bag"}
    assert (sheet.words("bag-f"), sheet.words("token-green")) == (["F", "Bag"], ["Green"])


@pytest.mark.parametrize(
    ("sheet", "label", "drawing"), [("shark", "token-red", "co-tower"), ("negoces2", "card-jade-3", "good-jade")]
)
def test_tokens_and_goods_look_as_on_the_pages(sheet: str, label: str, drawing: str) -> None:
    on_the_pages = re.search(rf'id="{drawing}".*?<path d="([^"]+)"', SHAPES, re.S)
    assert on_the_pages is not None
    assert next(drawn(sheet).labels[label].iter(f"{SVG}path")).get("d") == on_the_pages[1]


def test_companies_look_as_the_pages_have_it_and_a_drawing_that_is_not_there_is_refused() -> None:
    parts = (files("web") / "templates/shark/parts.html").read_text(encoding="utf-8")
    look = re.search(r"macro look\(.*?endmacro", parts, re.S)
    assert look is not None
    assert all(one in look[0] for pair in labels.LOOKS.items() for one in pair)
    with pytest.raises(ValueError, match="no drawing co-barn"):
        symbol(SHAPES, "co-barn", 0, 0, 1)


def test_cards_of_a_good_can_not_be_told_apart() -> None:
    sheet = drawn("negoces2")
    box = GAMES["negoces2"].pieces({"tags": "on"})
    goods = [f"card-{piece.name}-{piece.number}" for piece in box if piece.kind == "card"]
    assert {name for name in sheet.cuts() if name.startswith("card-")} == set(goods)
    assert len(goods) == 33
    for one, other in pairwise(goods):
        assert (sheet.words(one) == sheet.words(other)) is (one.rpartition("-")[0] == other.rpartition("-")[0])


# The command


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_command_writes_it(sheet: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "labels.svg"
    assert main(["labels", str(file), "--language", "nl", "--sheet", sheet]) == 0
    assert file.read_text(encoding="utf-8") == SHEETS[sheet](Words("nl"))
    assert "100 %" in capsys.readouterr().out


def test_without_a_name_it_is_the_first_games_and_where_it_can_not_be_the_command_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["labels", str(tmp_path / "labels.svg")]) == 0
    assert (tmp_path / "labels.svg").read_text(encoding="utf-8") == labels.barracuda(Words("en"))
    for file, said in (("labels.pdf", "does not end in .svg"), ("nowhere/labels.svg", "nowhere")):
        assert main(["labels", str(tmp_path / file)]) == 1
        assert said in capsys.readouterr().err


# A game that has no sheet of its own


@pytest.fixture
def add(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what puts Morra among the games, with pieces in its box where some are given."""

    def add(*pieces: Piece) -> None:
        monkeypatch.setitem(GAMES, morra.NAME, morra)
        if pieces:
            monkeypatch.setattr(morra, "pieces", lambda options: pieces)

    return add


def test_a_game_that_somebody_added_gets_its_own_labels_and_nobody_elses(tmp_path: Path, add: Callable[..., None]) -> None:
    add()
    file = tmp_path / "labels.svg"
    assert main(["labels", str(file), "--sheet", "morra", "--language", "nl"]) == 0
    sheet = Sheet(file.read_text(encoding="utf-8"))
    assert set(sheet.cuts()) == {f"bag-{seat}".lower() for seat in morra.SEATS} | {"the-bag-zakje"}
    assert sheet.words("bag-f") == ["F", "Zakje"]


def test_pieces_of_which_nothing_is_known_have_their_names(add: Callable[..., None]) -> None:
    lions = [Piece("card", "Red Lion", number) for number in (1, 2)]
    add(*lions, Piece("card", "wine"), Piece("token", "red"), Piece("token", "amber"), Piece("pawn", "B", 3))
    sheet = Sheet(labels.general(morra.NAME, Words("nl")))
    assert {name: sheet.words(name) for name in sheet.cuts()} == {
        "card-red-lion-1": ["Red", "Lion"], "card-red-lion-2": ["Red", "Lion"], "card-wine-1": ["wijn"],
        "token-red-1": ["rode", "fiche"], "token-amber-1": ["amber"], "pawn-b-3": ["B", "3"],
    }  # fmt: skip


def test_a_page_full_of_them_is_on_the_paper_and_more_is_refused_with_a_remedy(
    tmp_path: Path, add: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    bags = [Piece("bag", seat) for seat in morra.SEATS]
    add(*(Piece("card", f"Card {number}") for number in range(labels.MOST - len(bags))), *bags)
    sheet = Sheet(labels.general(morra.NAME, Words("en")))
    assert len(sheet.cuts()) == labels.MOST + 1
    assert sheet.misplaced() == []
    add(*(Piece("card", f"Card {number}") for number in range(labels.MOST + 1)))
    assert main(["labels", str(tmp_path / "labels.svg"), "--sheet", "morra"]) == 1
    assert "morra has 55 pieces and one page room for 54: give it a sheet in firmware/labels.py" in capsys.readouterr().err
    assert not (tmp_path / "labels.svg").exists()
