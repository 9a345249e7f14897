"""The record in the file of a finished game: the game's rows as JSON, in an HTML file that anybody can open.

It is a game file (`gamefile`) without its players' tokens, which nobody needs once the game is over. Everything in it is open:
a table writes it only where the rules have opened the books.
"""

from __future__ import annotations

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
ENDS: Final = "</script>"
LARGEST: Final = 1024 * 1024  # bytes of such a file; a table writes less than a third


def record(file: GameFile) -> str:
    """Return the part of an HTML file that holds *file*. `<` is escaped as JSON allows, so no name can end it."""
    bare = replace(file, tokens=("",) * len(file.tokens))
    return BEGINS + gamefile.written(bare).replace("<", "\\u003c") + ENDS


def read(page: str, games: Mapping[str, AnyGame]) -> tuple[GameFile, Match]:
    """Return the game whose record is in *page*, and its match at the end; raise NotAGameFile with a sentence."""
    _, found, after = page.partition(BEGINS)
    if len(page) > LARGEST or not found:
        raise NotAGameFile(say("table.file.no_record"))
    file = gamefile.read(after.partition(ENDS)[0].encode())
    return file, reading.played(file, games, 1)
