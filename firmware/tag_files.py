"""`barkeep tags`: export a table's taught tags to a small file and import them again, while no table uses the data."""

from __future__ import annotations

import random
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from companion.games import installed
from companion.journal.store import Foreign, Journal
from companion.kit.messages import Illegal
from companion.kit.viewers import TABLE
from companion.table.chance import by_chance
from companion.table.table import Table, Unknown
from companion.tags import tagfile
from companion.tags.enrolment import ImportTags
from companion.tags.pieces import Pieces
from companion.tags.tagfile import NotATagFile
from companion.words import Words
from firmware import storage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.kit.messages import Said


class Refused(Exception):
    """Raised if nothing was carried, and nothing has changed; the text is a sentence that says what to do."""


def export_tags(data: Path, file: Path) -> int:
    """Write the tags that the table on *data* was taught into *file* and return how many there are.

    Raises Refused if there are none, storage.InUse, Locked or Stuck, journal.Damaged, ValueError (a newer journal) or
    OSError.
    """
    with opened(data) as table:
        count = len(table.now.pieces.tags())
        if not count:
            raise Refused(f"no tag has been taught in {data} yet (a simulated box knows its own without being taught)")
        file.write_text(tagfile.write(table.now.pieces, table.now.contents), encoding="utf-8")
        return count


def import_tags(data: Path, file: Path, *, replace: bool) -> int:
    """Teach the table on *data* the tags in *file*, with *replace* instead of its own; return how many it then knows.

    Raises the same as `export_tags`, and Refused for a file that can't be read or a tag or piece that is taken.
    """
    try:
        text = _text(file)
        command = ImportTags(tagfile.read(text), replace, tagfile.boxes(text))
        with opened(data) as table:
            table.act(TABLE, command)
            return len(table.now.pieces.tags())
    except NotATagFile as wrong:
        raise Refused(f"{file}: {sentence(wrong.said)}") from wrong
    except Illegal as illegal:
        raise Refused(f"{file}: {sentence(illegal.refusal.said)} Nothing has changed.") from illegal
    except Unknown as unknown:
        raise Refused("the disk failed, so it isn't certain whether the tags were saved: export them and compare") from unknown


def _text(file: Path) -> str:
    """Return the file's text, reading just enough to notice that it is too long. Text that isn't UTF-8 isn't JSON either."""
    with file.open("rb") as source:
        return source.read(tagfile.LONGEST + 1).decode("utf-8", "replace")


def sentence(said: Said) -> str:
    """Return *said* in English, as all of the command line speaks."""
    return Words("en").say(said, {})


@contextmanager
def opened(data: Path) -> Iterator[Table]:
    """Open the table on *data*, which no other program may use meanwhile; raise Refused if there is none of its own."""
    if not (data / storage.JOURNAL).exists():
        raise Refused(f"no table has been opened on {data} yet: run one first, or give another --data")
    with storage.claim(data), storage.answering(data), closing(storage.open_journal(data)) as connection:
        try:
            journal = Journal(connection, storage.Newest(data))  # Rows that it writes or links anew are the table's newest.
        except Foreign as foreign:
            raise Refused(str(storage.NotOurs(data, ()))) from foreign
        yield Table(journal, installed(), Pieces(), partial(by_chance, generator=random.SystemRandom()))
