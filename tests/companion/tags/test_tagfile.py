"""The file of tags: written, read back, and read strictly."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from companion.kit.pieces import Piece
from companion.tags import tagfile
from companion.tags.pieces import Pieces
from companion.tags.tagfile import LARGEST_NUMBER, LONGEST, LONGEST_NAME, NotATagFile

OCTOPUS = ["04a1b2c3d4e5f6", "card", "Octopus", 1]
PAWN = ["04a1b2c3", "pawn", "A", 3]


def file(*rows: Any, **other: Any) -> str:
    return json.dumps({"format": "barkeep tags", "version": 1, "tags": list(rows), **other})


def refused(text: str) -> tuple[str, object]:
    with pytest.raises(NotATagFile) as caught:
        tagfile.read(text)
    return caught.value.said.code.removeprefix("enrolment.file."), dict(caught.value.said.fields).get("row")


UIDS = some.sampled_from((4, 7, 10)).flatmap(lambda size: some.binary(min_size=size, max_size=size))
NAMES = some.text(some.characters(categories=("L", "N", "P")), min_size=1, max_size=LONGEST_NAME)
PIECES = some.builds(Piece, some.sampled_from(tagfile.KINDS), NAMES, some.integers(1, LARGEST_NUMBER))
LASTING = UIDS.filter(lambda uid: len(uid) != 4 or uid[0] not in (0x08, 0x88))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # On a busy machine.
@given(some.lists(some.tuples(LASTING, PIECES), unique_by=(lambda row: row[0], lambda row: row[1]), max_size=30))
def test_what_is_written_is_read_again(rows: list[tuple[bytes, Piece]]) -> None:
    assert tagfile.read(tagfile.write(Pieces(dict(rows)))) == tuple((uid.hex(), piece) for uid, piece in rows)


@pytest.mark.parametrize("text", [
    "", "[]", "{}", "null", "NaN", "not json", "\x00", "\ufeff" + file(), '{"format": "barkeep tags", "version": 1}',
    file(version=True), file(version="1"), file(version=0), file(version=-1), file(version=1.0), file(format="other"),
    file(extra=1), file(tags={}), file(tags=None), file(tags="x"), "[" * 9000, '{"format": NaN}', "<html></html>",
])  # fmt: skip
def test_a_file_that_is_not_a_tag_file_is_refused(text: str) -> None:
    assert refused(text) == ("other", None)


def test_a_newer_or_too_long_file_is_refused_by_name_whatever_else_it_has() -> None:
    assert refused(file(version=3, tags={}, more=1)) == ("newer", None)
    assert refused(file() + " " * LONGEST) == ("too_long", None)
    assert refused("é" * (LONGEST // 2 + 1)) == ("too_long", None)
    assert refused("\ud800" * 10) == ("other", None)
    assert refused(file().replace("1", "1" * 9000)) == ("other", None)


@pytest.mark.parametrize("row", [
    None, "x", 1, [], {}, PAWN[:3], [*PAWN, 1], [1, *PAWN[1:]], ["", "pawn", "A", 3], ["04", "pawn", "A", 3],
    ["04a1b2c", "pawn", "A", 3], ["04 a1b2c3", "pawn", "A", 3], ["08a1b2c3", "pawn", "A", 3], ["88a1b2c3", "pawn", "A", 3],
    ["04a1b2c3d4e5f607182930", "pawn", "A", 3], ["04a1b2c3", "key", "ok", 1], ["04a1b2c3", "Pawn", "A", 3],
    ["04a1b2c3", "pawn", "", 3], ["04a1b2c3", "pawn", " A", 3], ["04a1b2c3", "card", "x" * 41, 1],
    ["04a1b2c3", "card", "a\nb", 1], ["04a1b2c3", "card", "a\u202eb", 1], ["04a1b2c3", "card", "\u0000", 1],
    ["04a1b2c3", "pawn", "A", 0], ["04a1b2c3", "pawn", "A", 100], ["04a1b2c3", "pawn", "A", -1],
    ["04a1b2c3", "pawn", "A", True], ["04a1b2c3", "pawn", "A", 1.0], ["04a1b2c3", "pawn", "A", "1"],
    ["04a1b2c3", "pawn", ["A"], 3], ["04a1b2c3", None, "A", 3], ["04a1b2c3", "pawn", "A", 10**40],
    ["０４a1b2c3", "pawn", "A", 3],
])  # fmt: skip
def test_an_invalid_row_is_refused_by_its_number(row: Any) -> None:
    assert refused(file(OCTOPUS, row)) == ("row", 2)
    assert len(tagfile.read(file(OCTOPUS, PAWN))) == 2


def test_a_tag_or_a_piece_that_is_there_twice_is_refused_by_its_row() -> None:
    assert refused(file(OCTOPUS, PAWN, [PAWN[0].upper(), "bag", "D", 1])) == ("tag_twice", 3)
    assert refused(file(OCTOPUS, PAWN, ["04a1b2c4", *PAWN[1:]])) == ("piece_twice", 3)
