"""The record in the file of a finished game: the game's rows as JSON, in an HTML file that anybody can open.

It is a game file (`gamefile`) without its players' tokens, which nobody needs once the game is over. Everything in it is open:
a table writes it only where the rules have opened the books. A very long record is packed (gzip in base64), since its rows are
much alike; any other is JSON that anybody can read.
"""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.carrying import gamefile, reading
from companion.carrying.gamefile import NotAGameFile
from companion.kit.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.carrying.gamefile import GameFile
    from companion.kit.game import AnyGame
    from companion.match.match import Match

BEGINS: Final = '<script type="application/json" id="record">'
PACKED: Final = '<script type="application/gzip" id="record">'
ENDS: Final = "</script>"
LONG: Final = 64 * 1024  # letters of JSON from which on a record is packed; no evening's game has had as many
LARGEST: Final = 1024 * 1024  # bytes of such a file; a table writes less than a third


def record(file: GameFile) -> str:
    """Return the part of an HTML file that holds *file*. `<` is escaped as JSON allows, so no name can end it."""
    bare = replace(file, tokens=("",) * len(file.tokens))
    written = gamefile.written(bare).replace("<", "\\u003c")
    if len(written) < LONG:
        return BEGINS + written + ENDS
    return PACKED + base64.b64encode(gamefile.packed(bare)).decode() + ENDS


def read(page: str, games: Mapping[str, AnyGame]) -> tuple[GameFile, Match]:
    """Return the game whose record is in *page*, and its match at the end; raise NotAGameFile with a sentence."""
    if len(page) > LARGEST or not (found := re.search(f"({BEGINS}|{PACKED})(.*?){ENDS}", page, re.DOTALL)):
        raise NotAGameFile(say("table.file.no_record"))
    file = _unpacked(found[2]) if found[1] == PACKED else gamefile.read(found[2].encode())
    return file, reading.played(file, games, 1)


def _unpacked(packed: str) -> GameFile:
    try:
        raw = base64.b64decode(packed, validate=True)
    except ValueError:
        raise NotAGameFile(say("table.file.damaged")) from None
    return gamefile.parsed(raw)
