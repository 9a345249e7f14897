"""The tag file, which carries the tags that one table knows to another table.

JSON: {"format": "barkeep tags", "version": 1, "tags": [[UID, kind, name, number], ...]}, with the UID in hexadecimal. Version 2
adds box contents, {"boxes": {game: [[name, number, ...], ...]}}, and is written only if there are any. Rows of any other form
are rejected. With this file, cards can be told apart by their backs, so give it only to people at the table.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NoReturn, get_args

from companion.kit.messages import Illegal, Said, say
from companion.kit.pieces import Kind, Piece
from companion.tags.enrolment import uid_of
from companion.tags.pieces import dump

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.tags.contents import Rows
    from companion.tags.pieces import Pieces

FORMAT: Final = "barkeep tags"
VERSION: Final = 2
PARTS: Final = {1: {"format", "version", "tags"}, 2: {"format", "version", "tags", "boxes"}}
LONGEST: Final = 16 * 1024  # bytes: about 350 tags, while a box has 60
KINDS: Final = tuple(kind for kind in get_args(Kind) if kind != "key")
LONGEST_NAME: Final = 40  # characters
LARGEST_NUMBER: Final = 99


class NotATagFile(ValueError):
    """The text isn't a valid tag file; *said* is a sentence with the remedy."""

    def __init__(self, said: Said) -> None:
        super().__init__(said.code)
        self.said = said


def write(pieces: Pieces, own: Mapping[str, Rows] | None = None) -> str:
    """Return the text of a file with *pieces* and with the table's *own* box contents; `read` and `boxes` parse it."""
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in dump(pieces))
    more = f', "boxes": {json.dumps(own, ensure_ascii=False)}' if own else ""
    return f'{{"format": "{FORMAT}", "version": {2 if own else 1}, "tags": [\n{rows}\n]{more}}}\n'


def read(text: str) -> tuple[tuple[str, Piece], ...]:
    """Return the UID and the piece of each row; raise NotATagFile, also if a tag or a piece occurs twice."""
    rows: list[tuple[str, Piece]] = []
    for number, data in enumerate(_file(text)["tags"], start=1):
        row = _row(data, number)
        if row[0] in [tag for tag, _ in rows]:
            raise NotATagFile(say("enrolment.file.tag_twice", row=number))
        if row[1] in [piece for _, piece in rows]:
            raise NotATagFile(say("enrolment.file.piece_twice", row=number))
        rows.append(row)
    return tuple(rows)


def boxes(text: str) -> dict[str, Rows]:
    """Return the box contents by game, {} for a file of version 1; raise NotATagFile. The games must validate them."""
    data = _file(text).get("boxes", {})
    if not isinstance(data, dict) or not all(_is_box(box) for box in data.values()):
        raise NotATagFile(say("enrolment.file.other"))
    return {game: tuple(tuple(row) for row in box) for game, box in data.items()}


def _is_box(data: object) -> bool:
    if not isinstance(data, list) or not all(isinstance(row, list) and row for row in data):
        return False
    return all(type(row[0]) is str and all(type(cell) is int for cell in row[1:]) for row in data)


def _file(text: str) -> dict[str, Any]:
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise NotATagFile(say("enrolment.file.too_long"))
    try:
        data = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise NotATagFile(say("enrolment.file.other")) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or type(data.get("version")) is not int:
        raise NotATagFile(say("enrolment.file.other"))
    if data["version"] > VERSION:
        raise NotATagFile(say("enrolment.file.newer"))
    if set(data) != PARTS.get(data["version"]) or not isinstance(data["tags"], list):
        raise NotATagFile(say("enrolment.file.other"))
    return data


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _row(data: object, number: int) -> tuple[str, Piece]:
    if not isinstance(data, list) or [type(one) for one in data] != [str, str, str, int]:
        raise NotATagFile(say("enrolment.file.row", row=number))
    tag, kind, name, count = data
    named = 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()
    if kind not in KINDS or not named or not 1 <= count <= LARGEST_NUMBER:
        raise NotATagFile(say("enrolment.file.row", row=number))
    try:
        return uid_of(tag).hex(), Piece(kind, name, count)
    except Illegal:
        raise NotATagFile(say("enrolment.file.row", row=number)) from None
