"""Examine the data directory and the journal in it.

Nothing is created or changed there: the doctor may run as root, and the table's own user couldn't use files owned by
root.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.games import installed
from companion.journal.salvage import Files, torn_off
from companion.journal.store import Damaged, Foreign, Journal, connect
from companion.kit.messages import Said, say
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.tags.pieces import Pieces
from firmware import storage
from firmware.doctor.finding import Finding, fail, ok, warn
from firmware.doctor.machine import existing, lacks_disk

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from firmware.doctor.machine import Machine


def examine(folder: Path, machine: Machine, locked: ExitStack) -> Generator[Finding, None, bool]:
    """Examine the data directory and its journal; return whether a running table holds both, and with them the devices.

    If none does, *locked* holds the lock and keeps a table from starting.
    """
    if lacks_disk(folder, machine):
        yield fail("data", say("doctor.data.unmounted", folder=str(folder)), say("doctor.do.mount", folder=str(folder)))
        return False
    if machine.is_read_only(existing(folder)):  # Then nobody may write there, root neither.
        yield fail("data", say("doctor.data.read_only", folder=str(folder)), say("doctor.do.renew_card", folder=str(folder)))
        return storage.is_claimed(folder)
    if not machine.may_use(existing(folder)):
        yield fail("data", say("doctor.data.barred", folder=str(existing(folder))), say("doctor.do.own_data"))
        return False
    try:
        running = _is_running(folder, locked)
    except OSError as error:
        yield fail("data", say("doctor.data.barred", folder=str(error.filename)), say("doctor.do.own_data"))
        return False
    yield _directory(folder, running=running)
    yield from _journal(folder, running=running)
    return running


def _is_running(folder: Path, locked: ExitStack) -> bool:
    if not (folder / storage.LOCK).exists():
        return False
    try:
        locked.enter_context(storage.claim(folder))
    except storage.InUse:
        return True
    return False


def _directory(folder: Path, *, running: bool) -> Finding:
    if running:
        return warn("data", say("doctor.data.running", folder=str(folder)), say("doctor.do.stop_table"))
    return ok("data", say("doctor.data.ok" if folder.is_dir() else "doctor.data.new", folder=str(folder)))


# The journal


def _journal(folder: Path, *, running: bool) -> Iterator[Finding]:
    path = folder / storage.JOURNAL
    if not path.exists() and not path.with_name(f"{path.name}-wal").exists():
        yield ok("journal", say("doctor.journal.none"))
        return
    if not running and path.exists() and storage.is_locked(folder):
        yield _locked()
        return
    with ExitStack() as opened:
        try:
            if not running:
                torn_off(Files(path))
            connection = opened.enter_context(closing(_shared(folder) if running else _copied(folder, opened)))
            newest = None if running else storage.Newest(folder)  # A running table's mark is ahead of what can be read here.
            yield from _chains(Journal(connection, newest), connection, folder, foldable=not running)
        except Foreign:
            yield fail("journal", say("doctor.journal.foreign"), say("doctor.do.put_back", folder=str(folder)))
        except Damaged as damage:
            yield _damaged(damage, folder)
        except (sqlite3.DatabaseError, OSError) as error:
            yield _unexamined(error, folder)


def _shared(folder: Path) -> sqlite3.Connection:
    """Return a read-only connection that can be used while the table is running."""
    return sqlite3.connect(f"file:{folder / storage.JOURNAL}?mode=ro", uri=True, isolation_level=None, timeout=2)


def _copied(folder: Path, opened: ExitStack) -> sqlite3.Connection:
    """Return a connection to a copy, because even reading would leave files beside the journal."""
    try:
        copy = Path(opened.enter_context(tempfile.TemporaryDirectory()))
    except FileNotFoundError as error:  # tempfile raises this if no directory is writable.
        raise OSError(errno.ENOSPC, str(error.strerror)) from error
    for name in (storage.JOURNAL, storage.JOURNAL + "-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, copy / name)
    return connect(copy / storage.JOURNAL)


def _chains(journal: Journal, connection: sqlite3.Connection, folder: Path, *, foldable: bool) -> Iterator[Finding]:
    """Examine every game's chain of rows, then whether a table could continue from them."""
    rows, whole = 0, True
    for (game,) in connection.execute("SELECT DISTINCT game FROM rows ORDER BY game").fetchall():
        try:
            rows += sum(1 for _ in journal.rows(game))
        except Damaged as damage:
            whole = False
            yield _damaged(damage, folder)
    if whole:
        yield _folded(Journal(connection), rows) if foldable else ok("journal", say("doctor.journal.ok", count=rows))


def _folded(journal: Journal, rows: int) -> Finding:
    """Fold the copied rows as a table does when it starts. The *journal* knows of no mark: what that table writes isn't so."""
    try:
        Table(journal, installed(), Pieces(), lambda ask: by_chance(ask, Random(0)))
    except ValueError as error:
        return fail("journal", say("doctor.journal.newer", what=str(error)), say("doctor.do.use_newer"))
    return ok("journal", say("doctor.journal.ok", count=rows))


def _damaged(damage: Damaged, folder: Path) -> Finding:
    said = say("doctor.journal.damaged", game=damage.game, row=damage.n, valid=damage.valid)
    return fail("journal", said, _keep_valid(folder))


def _locked() -> Finding:
    return fail("journal", say("doctor.journal.locked"), say("doctor.do.free_journal"))


def _unexamined(error: Exception, folder: Path) -> Finding:
    if storage.is_lock(error):
        return _locked()
    if storage.takes_no_writes(error):
        return fail("journal", say("doctor.journal.no_room"), say("doctor.do.make_room"))
    return fail("journal", say("doctor.journal.unreadable", what=str(error)), _keep_valid(folder))


def _keep_valid(folder: Path) -> Said:
    return say("doctor.do.keep_valid", folder=str(folder))
