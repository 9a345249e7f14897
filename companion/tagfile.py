"""A small file of tags, to carry what one table has been taught to another.

JSON: {"format": "barkeep tags", "version": 1, "tags": [[UID, kind, name, number], ...]}, the UID in hexadecimal. A row is
read only if it is exactly of that form.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NoReturn, get_args

from companion.enrolment import uid_of
from companion.game import Illegal, Said, say
from companion.pieces import Kind, Piece, dump

if TYPE_CHECKING:
    from companion.pieces import Pieces

FORMAT: Final = "barkeep tags"
VERSION: Final = 1
LONGEST: Final = 16 * 1024  # bytes; some 350 tags, where a box has 60
KINDS: Final = tuple(kind for kind in get_args(Kind) if kind != "key")
LONGEST_NAME: Final = 40  # characters
LARGEST_NUMBER: Final = 99


class NotATagFile(ValueError):  # noqa: N818  # A fact about the file.
    """The text can't be read as tags; *said* tells what to do."""

    def __init__(self, said: Said) -> None:
        super().__init__(said.code)
        self.said = said


def write(pieces: Pieces) -> str:
    """Return *pieces* as the file's text, one tag a line; `read` is its inverse."""
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in dump(pieces))
    return f'{{"format": "{FORMAT}", "version": {VERSION}, "tags": [\n{rows}\n]}}\n'


def read(text: str) -> tuple[tuple[str, Piece], ...]:
    """Return the UID and the piece of each row; raise NotATagFile. No tag and no piece is there twice."""
    rows: list[tuple[str, Piece]] = []
    for number, data in enumerate(_rows(text), start=1):
        row = _row(data, number)
        if row[0] in [tag for tag, _ in rows]:
            raise NotATagFile(say("enrolment.file.tag_twice", row=number))
        if row[1] in [piece for _, piece in rows]:
            raise NotATagFile(say("enrolment.file.piece_twice", row=number))
        rows.append(row)
    return tuple(rows)


def _rows(text: str) -> list[Any]:
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
    if set(data) != {"format", "version", "tags"} or data["version"] != VERSION or not isinstance(data["tags"], list):
        raise NotATagFile(say("enrolment.file.other"))
    return data["tags"]


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _row(data: Any, number: int) -> tuple[str, Piece]:
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
