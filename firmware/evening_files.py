"""`barkeep evenings`: write the games that were finished at a table into a file, while no table uses the data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.agreeing.evening import exports
from companion.words import Words
from firmware.tag_files import Refused, opened

if TYPE_CHECKING:
    from pathlib import Path


def export_evenings(data: Path, file: Path) -> int:
    """Write the finished games of the table on *data* into *file*, in the form that its ending names; return how many.

    Raises Refused for another ending or if there are none, storage.InUse, Locked or Stuck, journal.Damaged, ValueError (a newer
    journal) or OSError.
    """
    kind = file.suffix.removeprefix(".")
    if kind not in exports.KINDS:
        raise Refused(f"{file} must end in {', '.join(f'.{one}' for one in exports.KINDS)}, which says what to write")
    with opened(data) as table:
        history, games = table.now.evening.history, table.now.games
        if not history:
            raise Refused(f"no game has been finished in {data} yet")
        words = Words("en", games=games)
        written = exports.written(kind, history, lambda name: words.text(f"{name}.name") if name in games else name)
    file.write_text(written, encoding="utf-8", newline="")
    return len(history)
