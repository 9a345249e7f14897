"""The game file, which carries one unfinished game with all its rows to another table, where it goes on.

gzip around JSON: the game, its options, its players by seat, and `items`, oldest first. An item is a row of the game,
["act", version, seat, command, events], the command only if chance gave it, and never why a player of the house did it; or
something that the table agreed on, a take-back or the table set anew: ["agreed", version, event]. Where the journal names
rows, a file names items, counted from 1. `link` is the end of a hash chain over everything, which shows damage, though not
forgery.

With this file all hands can be read and changed, so a table gives it only to players who have all agreed to that.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from companion.journal import codec
from companion.journal.codec import Json
from companion.journal.store import TABLE_ROWS, Damaged, text
from companion.kit.messages import Said, say
from companion.kit.viewers import TABLE, Seat
from companion.seats import names

if TYPE_CHECKING:
    from companion.journal.store import Journal

FORMAT: Final = "barkeep game"
VERSION: Final = 1
LONGEST: Final = 60 * 1024  # bytes of a file; the longest games take a tenth
LARGEST: Final = 1024 * 1024  # bytes of a file once it is unpacked
MOST: Final = 3000  # items, twice as many as the longest random game has had
SUFFIX: Final = ".barkeep"
TOKEN: Final = 64  # hexadecimal digits at most
ACT: Final = "act"
AGREED: Final = "agreed"


class NotAGameFile(ValueError):  # Named for what the file is.
    """The game in the file can't go on here; *said* is a sentence with the remedy."""

    def __init__(self, said: Said) -> None:
        super().__init__(said.code)
        self.said = said


@dataclass(frozen=True)
class GameFile:
    """A game on its way between tables. *seats*, *names* and *tokens* (hashed, as in Sitter) belong to its players, in order.

    *since* are the items, counted from 1, with which each player's part in it began, 0 for players who have had their seat from
    the start: what the seat was told before that belongs to somebody else. *items* are plain data. The repr leaves out whatever
    isn't public.
    """

    game: str
    options: Mapping[str, object]
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    tokens: tuple[str, ...] = field(repr=False)
    since: tuple[int, ...]
    items: tuple[Any, ...] = field(repr=False)

    @cached_property
    def link(self) -> str:
        """The end of the hash chain, in hexadecimal."""
        players = [list(one) for one in (self.seats, self.names, self.tokens, self.since)]
        link = hashlib.sha256(text([FORMAT, self.game, self.options, *players]).encode()).digest()
        for item in self.items:
            link = hashlib.sha256(link + text(item).encode()).digest()
        return link.hex()


# To and from bytes


def packed(file: GameFile) -> bytes:
    """Return the bytes of *file*, always the same for the same game; `parsed` reads them."""
    return gzip.compress(written(file).encode(), mtime=0)


def written(file: GameFile) -> str:
    """Return *file* as JSON, always the same for the same game."""
    return text({"format": FORMAT, "version": VERSION, **_plain(file), "link": file.link})


def _plain(file: GameFile) -> Json:
    return {name: value for name, value in codec.kept(file).items() if name not in ("is", "link")}


def parsed(raw: bytes) -> GameFile:
    """Return the game in *raw*; raise NotAGameFile. Whether the rules accept its items isn't checked here."""
    return read(_unpacked(raw))


def read(raw: bytes) -> GameFile:
    """Return the game that is `written` in *raw*; raise NotAGameFile. Whether the rules accept its items isn't checked here."""
    data = _data(raw)
    if data["version"] > VERSION:
        raise NotAGameFile(say("table.file.newer"))
    file = _checked(data)
    if file.link != data.get("link"):
        raise NotAGameFile(say("table.file.damaged"))
    return file


def _unpacked(raw: bytes) -> bytes:
    """Return what is packed in *raw*, without unpacking more than LARGEST bytes however much there is."""
    unpacking = zlib.decompressobj(wbits=31)
    try:
        if len(raw) > LONGEST:
            raise ValueError("too long")
        unpacked = unpacking.decompress(raw, LARGEST)
        if not unpacking.eof:
            raise ValueError("too long, or torn off")
    except (ValueError, zlib.error):
        raise NotAGameFile(say("table.file.damaged")) from None
    return unpacked


def _data(raw: bytes) -> Json:
    try:
        data = json.loads(raw.decode(), parse_constant=_refuse, parse_float=_refuse)
        text(data).encode()  # Refuse a lone surrogate, which can't be stored as text.
    except (ValueError, RecursionError):
        raise NotAGameFile(say("table.file.damaged")) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or type(data.get("version")) is not int:
        raise NotAGameFile(say("table.file.damaged"))
    return data


def _refuse(number: str) -> None:
    raise ValueError(number)


def kept(data: Json) -> GameFile:
    """Return plain *data* of the journal as a file; people who were forgotten since have no names in it. Raise NotAGameFile."""
    return _checked(data, nameless=True)


def _checked(data: Json, *, nameless: bool = False) -> GameFile:
    """Return the plain *data* as a file whose parts have the right types and whose players have readable names.

    With *nameless*, some may have none.
    """
    seats, called, tokens = (_texts(data.get(name)) for name in ("seats", "names", "tokens"))
    game, options, items, since = (data.get(name) for name in ("game", "options", "items", "since"))
    right = isinstance(game, str) and 0 < len(game) <= codec.LONGEST_TEXT and game.isprintable()
    right = right and isinstance(options, dict) and isinstance(items, list) and len(items) <= MOST
    right = right and len(seats) == len(called) == len(tokens) and all(len(token) <= TOKEN for token in tokens)
    right = right and isinstance(since, list) and len(since) == len(seats)
    right = right and all(type(one) is int and 0 <= one <= MOST + 1 for one in since or ())
    if not right or not all(names.is_readable(name) or (nameless and not name) for name in called):
        raise NotAGameFile(say("table.file.damaged"))
    assert isinstance(game, str)
    assert isinstance(options, dict)
    return GameFile(game, options, seats, called, tokens, tuple(since or ()), tuple(items or ()))


def _texts(data: object) -> tuple[str, ...]:
    return tuple(one for one in data if isinstance(one, str)) if isinstance(data, list) else ()


# In the journal


def key(number: int) -> str:
    """Return the key of the row in which game *number* was brought to the table."""
    return f"brought-{number}"


def brought(journal: Journal, number: int, link: str | None) -> GameFile | None:
    """Return the file with the *link* by which game *number* was brought here, or None without a link; raise Damaged."""
    if link is None:
        return None
    found = journal.find(TABLE, key(number))
    try:
        file = kept(json.loads(found[0])[0]["file"]) if found else None
    except (ValueError, LookupError, TypeError):
        file = None
    if file is None or file.link != link:
        raise Damaged(TABLE_ROWS, journal.last, 0, f"or an earlier one no longer holds game {number}, which was brought here")
    return file
