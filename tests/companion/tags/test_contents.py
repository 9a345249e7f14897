"""A table's own cards: kept with the box, dealt in every game from then on, and keeping the tags that they had."""

from pathlib import Path
from typing import Any

import pytest

from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.model import CARDS
from companion.games.barracuda.moves import DrawPawn
from companion.kit import TABLE, Illegal, Piece
from companion.table.table import Table
from companion.tags import tagfile
from companion.tags.contents import KeepContents
from companion.tags.enrolment import ForgetAllTags, ImportTags, LearnTag
from companion.tags.pieces import Pieces
from companion.tags.tagfile import NotATagFile
from tests.companion.settings import sit_and_start, table_in

STANDARD = tuple((card.name, card.rent, card.places) for card in CARDS)
OWN = (("Octopus", 5, 2), ("Karambole", 5, 2), ("Barracuda", 5, 2), ("Oyster Bar", 6, 2), *STANDARD[4:])
FILE = '{"format": "barkeep tags", "version": 2, "tags": [], "boxes": %s}'


def changed(at: int, *cells: Any) -> tuple[Any, ...]:
    return tuple(cells if n == at else row for n, row in enumerate(STANDARD))


def test_b1_own_cards_are_played_from_then_on_and_after_a_start(table: Table, tmp_path: Path) -> None:
    table.act("A", KeepContents("barracuda", OWN))
    sit_and_start(table, "ABC")
    for one in (table, table_in(tmp_path)):
        assert one.now.contents == {"barracuda": OWN}
        assert one.now.seating.started.options["cards"] == [list(row) for row in OWN]
        assert [piece.name for piece in one.now.box if piece.kind == "card"][:4] == [row[0] for row in OWN[:4]]
    with pytest.raises(Illegal, match="game_on"):
        table.act("A", KeepContents("barracuda", STANDARD))


def test_a_card_that_is_renamed_keeps_its_tag(table: Table, tmp_path: Path) -> None:
    tags = {0: "04000001", 2: "04000002", 3: "04000003", 4: "04000004"}
    for at, tag in tags.items():
        table.act(TABLE, LearnTag(tag, Piece("card", STANDARD[at][0])))
    table.act("A", KeepContents("barracuda", OWN))
    for one in (table, table_in(tmp_path)):  # Two cards have exchanged names.
        assert [one.now.pieces.find(bytes.fromhex(tag)) for tag in tags.values()] == [Piece("card", OWN[at][0]) for at in tags]


@pytest.mark.parametrize(("rows", "code"), [
    *((changed(0, name, 6, 2), "enrolment.box.unreadable") for name in ("", "x" * 21)),
    (changed(0, "0ctopus", 6, 2), "enrolment.box.twice"), (changed(0, "wine", 6, 2), "enrolment.box.elsewhere"),
    *((changed(0, "Barracuda", *cells), "barracuda.option.cards.wrong") for cells in ((13, 2), (6, 1))),
    *((rows, "barracuda.option.cards.wrong") for rows in (STANDARD[:11], (*STANDARD[:11], ("Tide Bar",)))),
])  # fmt: skip
def test_b1_an_invalid_box_is_refused(table: Table, rows: Any, code: str) -> None:
    with pytest.raises(Illegal, match=code):
        table.act("A", KeepContents("barracuda", rows))
    with pytest.raises(Illegal, match=code):
        table.act("A", ImportTags((), boxes={"barracuda": rows}))
    with pytest.raises(Illegal, match="no_game"):
        table.act("A", KeepContents("shark", STANDARD))
    assert table.now.contents == {}


def test_the_file_of_tags_carries_the_box(table: Table) -> None:
    table.act("A", KeepContents("barracuda", OWN))
    text = tagfile.write(Pieces({b"\4ock": Piece("card", "Octopus")}), table.now.contents)
    assert (tagfile.boxes(text), len(tagfile.read(text))) == ({"barracuda": OWN}, 1)
    assert tagfile.boxes(tagfile.write(Pieces())) == {}
    brought = {"barracuda": STANDARD, "shark": STANDARD, "go": STANDARD}
    table.act("A", ImportTags((), boxes=brought))
    assert table.now.contents == {"barracuda": OWN}  # The table's own cards stay, unless they are replaced.
    table.act("A", ImportTags((), replace=True, boxes=brought))
    assert table.now.contents == {"barracuda": STANDARD}
    table.act("A", ForgetAllTags())
    assert table.now.contents == {"barracuda": STANDARD}


@pytest.mark.parametrize("boxes", ["[]", '{"a":1}', '{"a": [[]]}', '{"a": [[1]]}', '{"a": [["x",true]]}', '{"a": [["x","y"]]}'])
def test_a_file_with_an_invalid_box_is_not_a_tag_file(boxes: str) -> None:
    with pytest.raises(NotATagFile):
        tagfile.boxes(FILE % boxes)


def test_a_game_that_was_put_away_goes_on_with_the_names_that_it_began_with(table: Table) -> None:
    tags = ("04000001", "04000002")
    for at, tag in enumerate(tags):
        table.act(TABLE, LearnTag(tag, Piece("card", STANDARD[at][0])))
    sit_and_start(table, "ABC", draw="bag")
    for seat in "AB":
        table.act(seat, Vote(Motion("put_away"), True))
    table.act("A", KeepContents("barracuda", OWN))
    table.act("A", TakeUp(1))
    table.act(TABLE, DrawPawn("A"))
    assert table.tap("reader", bytes.fromhex(tags[0])).right
    assert [bar.name for bar in table.now.view(TABLE).bars if bar.state == "open"] == [STANDARD[0][0]]
