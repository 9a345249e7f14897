"""A box's tags and a table's own cards: kept with the table, and carried by the file of tags, which is read strictly."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.agreeing.evening.saved_games import TakeUp
from companion.games.barracuda.model import CARDS
from companion.games.barracuda.moves import DrawPawn
from companion.kit import TABLE, Piece
from companion.table.table import Table
from companion.tags import tagfile
from companion.tags.contents import KeepContents
from companion.tags.enrolment import ForgetAllTags, ImportTags, LearnTag
from companion.tags.pieces import Pieces
from companion.tags.tagfile import LONGEST, NotATagFile
from tests.companion.settings import PUT_AWAY, refused, sit_and_start, table_in, vote

STANDARD = tuple((card.name, card.rent, card.places) for card in CARDS)
OWN = (("Octopus", 5, 2), ("Karambole", 5, 2), ("Barracuda", 5, 2), ("Oyster Bar", 6, 2), *STANDARD[4:])
TAGS = {0: "04000001", 2: "04000002", 3: "04000003", 4: "04000004"}  # Of cards in OWN, by their number.


def changed(at: int, *cells: Any) -> tuple[Any, ...]:
    return tuple(cells if n == at else row for n, row in enumerate(STANDARD))


def teach(table: Table) -> None:
    for at, tag in TAGS.items():
        table.act(TABLE, LearnTag(tag, Piece("card", STANDARD[at][0])))


def test_b1_own_cards_are_played_from_then_on_and_after_a_start(table: Table, tmp_path: Path) -> None:
    table.act("A", KeepContents("barracuda", OWN))
    sit_and_start(table, "ABC")
    for one in (table, table_in(tmp_path)):
        assert (one.now.contents, one.now.seating.started.options["cards"]) == ({"barracuda": OWN}, [list(row) for row in OWN])
        assert [piece.name for piece in one.now.box if piece.kind == "card"][:4] == [row[0] for row in OWN[:4]]
    assert refused(table, "A", KeepContents("barracuda", STANDARD)) == "game_on"


def test_a_card_that_is_renamed_keeps_its_tag(table: Table, tmp_path: Path) -> None:
    teach(table)
    table.act("A", KeepContents("barracuda", OWN))
    for one in (table, table_in(tmp_path)):  # Two cards have exchanged names.
        assert [one.now.pieces.find(bytes.fromhex(tag)) for tag in TAGS.values()] == [Piece("card", OWN[at][0]) for at in TAGS]


@pytest.mark.parametrize(("rows", "code"), [
    *((changed(0, name, 6, 2), "enrolment.box.unreadable") for name in ("", "x" * 21)),
    (changed(0, "0ctopus", 6, 2), "enrolment.box.twice"), (changed(0, "wine", 6, 2), "enrolment.box.elsewhere"),
    *((changed(0, "Barracuda", *cells), "barracuda.option.cards.wrong") for cells in ((13, 2), (6, 1))),
    *((rows, "barracuda.option.cards.wrong") for rows in (STANDARD[:11], (*STANDARD[:11], ("Tide Bar",)))),
])  # fmt: skip
def test_b1_an_invalid_box_is_refused(table: Table, rows: Any, code: str) -> None:
    for command in (KeepContents("barracuda", rows), ImportTags((), boxes={"barracuda": rows})):
        assert refused(table, "A", command) == code
    assert refused(table, "A", KeepContents("shark", STANDARD)) == "no_game"
    assert table.now.contents == {}


def test_the_file_of_tags_carries_the_box(table: Table) -> None:
    table.act("A", KeepContents("barracuda", OWN))
    text = tagfile.write(Pieces({b"\4ock": Piece("pawn", "A", 3)}), table.now.contents)
    assert (tagfile.boxes(text), tagfile.read(text)) == ({"barracuda": OWN}, (("046f636b", Piece("pawn", "A", 3)),))
    assert tagfile.boxes(tagfile.write(Pieces())) == {}
    brought = {"barracuda": STANDARD, "shark": STANDARD, "go": STANDARD}
    table.act("A", ImportTags((), boxes=brought))
    assert table.now.contents == {"barracuda": OWN}  # The table's own cards stay, unless they are replaced.
    table.act("A", ImportTags((), replace=True, boxes=brought))
    assert table.now.contents == {"barracuda": STANDARD}
    table.act("A", ForgetAllTags())
    assert table.now.contents == {"barracuda": STANDARD}


def test_a_game_that_was_put_away_goes_on_with_the_names_that_it_began_with(table: Table) -> None:
    teach(table)
    sit_and_start(table, "ABC", draw="bag")
    vote(table, "AB", PUT_AWAY)
    table.act("A", KeepContents("barracuda", OWN))
    table.act("A", TakeUp(1))
    table.act(TABLE, DrawPawn("A"))
    assert table.tap("reader", bytes.fromhex(TAGS[0])).right
    assert [bar.name for bar in table.now.view(TABLE).bars if bar.state == "open"] == [STANDARD[0][0]]


OCTOPUS, UID = ["04a1b2c3d4e5f6", "card", "Octopus", 1], "04a1b2c3"
PAWN = [UID, "pawn", "A", 3]


def file(*rows: Any, **other: Any) -> str:
    return json.dumps({"format": "barkeep tags", "version": 1, "tags": list(rows), **other})


@pytest.mark.parametrize(("code", "text"), [
    *(("other", text) for text in ("", "[]", "null", "NaN", "not json", "\ufeff" + file(), '{"format": NaN}', "[" * 9000)),
    *(("other", file(version=wrong)) for wrong in (True, "1", 0, 1.0)), *(("other", file(tags=wrong)) for wrong in ({}, None)),
    ("other", file(format="other")), ("other", file(extra=1)), ("other", '{"format": "barkeep tags", "version": 1}'),
    ("other", "\ud800" * 10), ("other", file().replace("1", "1" * 9000)), ("newer", file(version=3, tags={}, more=1)),
    *(("other", file(version=2, boxes=wrong)) for wrong in ([], *({"a": rows} for rows in (1, [[]], [[1]], [["x", True]])))),
    ("too_long", file() + " " * LONGEST), ("too_long", "é" * (LONGEST // 2 + 1)),
    ("tag_twice 2", file(PAWN, [UID.upper(), "bag", "D", 1])), ("piece_twice 2", file(PAWN, ["04a1b2c4", *PAWN[1:]])),
    *(("row 2", file(OCTOPUS, row)) for row in (
        None, "x", {}, PAWN[:3], [*PAWN, 1], [1, *PAWN[1:]],
        *([uid, *PAWN[1:]] for uid in ("", "04", "04 a1b2c3", "08a1b2c3", "０４a1b2c3")),
        *([UID, *one, 3] for one in (("Pawn", "A"), ("key", "ok"), ("pawn", ""), ("pawn", " A"), ("pawn", ["A"]), (None, "A"))),
        *([UID, "card", name, 1] for name in ("x" * 41, "a\nb", "a\u202eb", "\u0000")),
        *([UID, "pawn", "A", number] for number in (0, 100, True, 1.0, "1", 10**40)),
    )),
])  # fmt: skip
def test_a_file_that_is_no_tag_file_newer_too_long_or_wrong_in_a_row_is_refused_by_name(code: str, text: str) -> None:
    with pytest.raises(NotATagFile) as caught:
        [read(text) for read in (tagfile.boxes, tagfile.read)]
    said = caught.value.said
    assert " ".join(map(str, (said.code, *dict(said.fields).values()))) == f"enrolment.file.{code}"
