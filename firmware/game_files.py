"""`barkeep game`: take a game out of the data of a table that isn't running, as a file, or put one into it.

Whoever can run this can read the data anyway, so nobody votes on it. A broken machine's game is fetched from its card this way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.agreeing.evening.saved_games import SendGame
from companion.carrying import reading
from companion.carrying.gamefile import LONGEST, NotAGameFile, packed
from companion.kit.messages import Illegal
from companion.kit.viewers import TABLE
from companion.table.table import Unknown
from firmware.tag_files import Refused, opened, sentence

if TYPE_CHECKING:
    from pathlib import Path

    from companion.table.snapshot import Snapshot


def export_game(data: Path, file: Path, number: int = 0) -> int:
    """Write game *number* of the table on *data* into *file*, and seal it there; return its number.

    0 means the game on the table or, if there is none, the newest of those that were put away. A game that was sealed before
    can be written again. Raises Refused if there is none, storage.InUse, Locked or Stuck, journal.Damaged, ValueError (a newer
    journal) or OSError.
    """
    with opened(data) as table:
        chosen = number or _current(table.now)
        if not chosen or (chosen not in table.now.evening.saved and chosen != _on(table.now)):
            raise Refused(f"there is no such unfinished game in {data}: leave out --number, or give another --data")
        file.touch(mode=0o600)  # Before the game rests: if there can be no file, it goes on.
        file.chmod(0o600)  # Everybody's hand is in it, and it may have been there before.
        try:
            table.act(TABLE, SendGame(chosen))
            file.write_bytes(packed(table.travelling.file(chosen)))
        except Unknown as unknown:
            raise Refused("the disk failed, so it isn't certain whether the game rests now: export it again") from unknown
        return chosen


def import_game(data: Path, file: Path) -> int:
    """Put the game in *file* among those put away on *data*; return its number there.

    Raises the same as `export_game`, and Refused for a file whose game can't go on there.
    """
    try:
        with file.open("rb") as source:
            raw = source.read(LONGEST + 1)
        with opened(data) as table:
            return table.travelling.bring(*reading.read(raw, table.now.games))
    except NotAGameFile as wrong:
        raise Refused(f"{file}: {sentence(wrong.said)}") from wrong
    except Illegal as illegal:
        raise Refused(f"{file}: {sentence(illegal.refusal.said)} Nothing has changed.") from illegal
    except Unknown as unknown:
        raise Refused("the disk failed, so it isn't certain whether the game has come: open the table and look") from unknown


def _current(now: Snapshot) -> int:
    return _on(now) or max(now.evening.saved, default=0)


def _on(now: Snapshot) -> int:
    return now.evening.on if now.playing else 0
