"""Replay the journal at a start: the room from the table's own rows, and the game that it has on the table."""

from __future__ import annotations

import json
import sqlite3
import traceback
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.agreeing.evening.saved_games import PutAway, TakenUp
from companion.carrying import gamefile
from companion.carrying.reading import Newer, carried
from companion.journal import codec
from companion.journal.store import ROWS, SCHEMA, TABLE_ROWS, Damaged, Refused, text
from companion.keeping import checkpoint, room
from companion.keeping.upcasting import upcast
from companion.kit.game import insist
from companion.kit.messages import Said
from companion.kit.viewers import CHANCE
from companion.match.match import Match
from companion.seats.starting import GameStarted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.carrying.gamefile import GameFile
    from companion.journal.store import Journal, Row
    from companion.keeping.room import Room
    from companion.kit.game import AnyGame
    from companion.tags.pieces import Pieces


HISTORY: Final = 12  # Since this version of the table's own rows, a checkpoint has the games that are over.
Rewritten: TypeAlias = Mapping[int, tuple[str, str]]  # Command and events to be written into rows of the table's own, by row.
NOTHING: Final[Rewritten] = MappingProxyType({})
WHY: Final = '"is":"Said"'  # In a row's command: it has a reason. Only those rows' commands need be parsed.


@dataclass(frozen=True, slots=True)
class Replayed:
    """The *room* folded from the journal, and the row *since* which its game has been on the table.

    *rows* is how many rows were folded, and *size* how many characters their events have. *knows_history* is false if a
    checkpoint of a version before HISTORY stands for earlier rows.
    """

    room: Room
    since: int
    rows: int
    size: int
    knows_history: bool


def replayed_room(journal: Journal, given: Pieces, instead: Rewritten = NOTHING) -> Replayed:
    """Return the room, folded from the newest checkpoint and the table's own rows after it, with those *instead* of some.

    Raises journal.Damaged, sqlite3.Error, or ValueError for rows written by a newer version. A checkpoint of a version that had
    no history of evenings is passed over, if all rows are there from which the history follows.
    """
    newest = journal.newest_key(checkpoint.WRITER)
    replayed = _replayed_since(journal, given, newest, instead)
    if newest and not replayed.knows_history:
        with suppress(Damaged, ValueError):
            return _replayed_since(journal, given, 0, instead)
    return replayed


def _replayed_since(journal: Journal, given: Pieces, newest: int, instead: Rewritten) -> Replayed:
    """Return the room from the checkpoint in row *newest*, or with 0 from the first row on, without any checkpoint."""
    whole, since, folded, size, is_begun, knows = room.opened(given), 0, 0, 0, not newest, not newest
    for row in journal.rows(TABLE_ROWS, newest):
        told = instead[row.n][1] if row.n in instead else row.events
        version = _insist_readable(row, "table", ROWS)
        if row.seat == checkpoint.WRITER and not newest:
            continue
        if row.seat == checkpoint.WRITER:
            knows = version >= HISTORY
            (whole, since), is_begun = checkpoint.read(json.loads(told)), True
            continue
        if not is_begun:
            raise Damaged(TABLE_ROWS, newest, 0, "is not the checkpoint that its key names")
        try:
            events = [codec.read(room.EVENTS, upcast(data, version)) for data in json.loads(told)]
        except codec.Malformed:
            raise Refused(TABLE_ROWS, row.n, folded, "has what no row may have") from None
        whole = room.folded(whole, events, row.n)
        since = row.n if changes_game(events) else since
        folded, size = folded + 1, size + len(told)
    return Replayed(whole, since, folded, size, knows)


def keep_checkpoint(journal: Journal, replayed: Replayed) -> bool:
    """Write a checkpoint if one is due, so that the next start folds fewer rows. Return whether the disk did what was asked.

    A checkpoint only saves time: if the disk didn't take it, the next start tries again.
    """
    if replayed.rows <= checkpoint.EACH and replayed.size <= checkpoint.HEAVY:
        return True
    key, whole = f"{checkpoint.WRITER}-{journal.last}", text(checkpoint.kept(replayed.room, replayed.since))
    try:
        journal.append(TABLE_ROWS, f"{SCHEMA}.table.{ROWS}", checkpoint.WRITER, key, text(None), whole, text(None))
    except sqlite3.Error:
        return False
    return True


def loaded(journal: Journal, games: Mapping[str, AnyGame], whole: Room, since: int) -> Match | None:
    """Return the game that *whole* has had on the table since row *since*, folded from its rows; None if there is none.

    Raises as `replayed_room` does, ValueError for a game that isn't among *games*, and journal.Refused for a row that the rules
    don't accept.
    """
    started = whole.evening.games.get(whole.evening.on)
    if started is None:
        return None
    if started.game not in games:
        raise ValueError(f"game {started.number} is {started.game}, which is not installed; install it again")
    game = games[started.game]
    if file := gamefile.brought(journal, started.number, whole.evening.brought.get(started.number)):
        match = _folded_file(file, game, started.number, since)
    else:
        match = Match.begun(started.number, game, game.setup(started.seats, started.options), since)
    match = match.barred(whole.take_backs.barred.get(match.number, 0))
    taken = deque(whole.agreed(match.number))
    valid = 0
    for valid, row in enumerate(journal.rows(match.number), 1):
        _insist_readable(row, game.NAME, game.RULES)
        while taken and taken[0].row < row.n:
            match = match.settled(taken.popleft())
        match = _folded(match, row.n, valid - 1, partial(_after_row, match, row))
    for event in taken:
        match = match.settled(event)
    return match


def _folded_file(file: GameFile, game: AnyGame, number: int, since: int) -> Match:
    """Return the match that was brought in *file*, which could be read when it came."""
    try:
        return carried(file, game, number, since)
    except Newer:
        raise
    except Exception as fault:
        what = f"put game {number} on the table, whose file can't be applied ({place_of(fault)})"
        raise Refused(TABLE_ROWS, since, since - 1, what) from fault


def _folded(match: Match, n: int, valid: int, fold: Callable[[], Match]) -> Match:
    """Return `fold()`; raise Refused, naming row *n* and the number of *valid* rows before it, if the rules don't accept it."""
    try:
        return fold()
    except Exception as fault:  # Whatever the rules raise: they can't have written this row.
        raise Refused(match.number, n, valid, f"can't be applied ({place_of(fault)})") from fault


def _after_row(match: Match, row: Row) -> Match:
    events = [codec.read(match.game.EVENTS, data) for data in json.loads(row.events)]
    return match.after(row.seat, _command(match.game, row), events, row.n, _why(row))


def _command(game: AnyGame, row: Row) -> object:
    """Return the command of *row* if chance gave it, since it may have to come again; None for anybody else's."""
    return codec.read(game.COMMANDS, json.loads(row.command)[0]) if row.seat == CHANCE else None


def _why(row: Row) -> Said | None:
    """Return the reason that a player of the house gave for the command of *row*, None for anybody else's."""
    said = json.loads(row.command)[2:] if WHY in row.command else []
    return codec.read((Said,), said[0]) if said else None


def changes_game(events: Iterable[object]) -> bool:
    """Return whether *events* put another game on the table or take one off it."""
    return any(isinstance(event, GameStarted | PutAway | TakenUp) for event in events)


def _insist_readable(row: Row, name: str, rules: int) -> int:
    """Return the version of the rules that wrote *row*; raise ValueError if it is newer than *rules*, or not of *name*."""
    schema, row_name, row_rules = row.version.split(".")
    if (int(schema), row_name) != (SCHEMA, name) or int(row_rules) > rules:
        raise ValueError(f"row {row.n} was written as {row.version}, which this version can't read; use a newer one")
    return int(row_rules)


def place_of(fault: Exception) -> str:
    """Return the file and line where *fault* was raised, such as `rules.py:123`.

    Its message is left out because it may contain a secret, such as a sum.
    """
    called = [frame for frame in traceback.extract_tb(fault.__traceback__) if frame.name != insist.__name__]
    return f"{Path(called[-1].filename).name}:{called[-1].lineno}"
