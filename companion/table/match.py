"""A match: one game from its first state on, with its log, its past states, and every seat's standing asks."""

from __future__ import annotations

import json
import traceback
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.journal import codec
from companion.journal.store import SCHEMA, TABLE_ROWS, Damaged, Refused
from companion.kit.game import insist
from companion.kit.log import Log
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE
from companion.seats.seating import GameStarted
from companion.table import checkpoint, room
from companion.table.evening import PutAway, TakenUp
from companion.table.seals import amiss
from companion.table.upcasting import upcast

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.journal.store import Journal, Row
    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State, View
    from companion.kit.screen import Screen
    from companion.kit.viewers import Seat, Viewer
    from companion.table.room import Room
    from companion.tags.pieces import Pieces


def place_of(fault: Exception) -> str:
    """Return the file and line where *fault* was raised, such as `rules.py:123`.

    Its message is left out because it may contain a secret, such as a sum.
    """
    called = [frame for frame in traceback.extract_tb(fault.__traceback__) if frame.name != insist.__name__]
    return f"{Path(called[-1].filename).name}:{called[-1].lineno}"


@dataclass(frozen=True, slots=True)
class Standing:
    """An ask that stands, with its *number*: that of the journal row since which it has been unchanged."""

    number: int
    ask: AnyAsk


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log: the *events* of the journal's row *row*, and the *state* after the last of them."""

    row: int
    events: tuple[object, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Match:
    """Game *number* of this table, finished or not, from its *first* state on.

    *log* has an entry for every row so far. Keeping each state costs little: states are frozen and share what hasn't changed.
    *standing* holds the asks of every seat and of TABLE, by name.
    """

    number: int
    game: AnyGame
    first: State
    standing: Mapping[Seat, Mapping[str, Standing]]
    log: tuple[Entry, ...] = ()
    events: tuple[object, ...] = field(default=(), repr=False)  # Those of the log, side by side: every view wants them.

    @classmethod
    def begun(cls, number: int, game: AnyGame, first: State, row: int) -> Match:
        """Return a match in its *first* state; its asks get the number of *row*, in which it began."""
        return cls(number, game, first, numbered_asks(game, first, {}, row))

    @property
    def state(self) -> State:
        """The current true state, with its secrets."""
        return self.log[-1].state if self.log else self.first

    @property
    def is_over(self) -> bool:
        """Whether the game has an outcome."""
        return self.game.outcome(self.state) is not None

    def told(self, viewer: Viewer) -> Log[object]:
        """Return all events so far as *viewer* saw them."""
        return Log(self.events, viewer)

    def view(self, viewer: Viewer) -> View:
        """Return the game's view for *viewer*."""
        view: View = self.game.view(seen(self.state, viewer), viewer, self.told(viewer))
        return view

    def after(self, events: Iterable[object], row: int) -> Match:
        """Return the match after the *events* of *row*, checking each new state. Any exception is a fault of the rules."""
        state, events = self.state, tuple(events)
        for event in events:
            state = self.game.evolve(state, event)
            self.game.check(state)
        asked = numbered_asks(self.game, state, self.standing, row)
        return replace(self, standing=asked, log=(*self.log, Entry(row, events, state)), events=(*self.events, *events))

    def insist_on_disclosure(self, events: Iterable[object]) -> None:
        """Raise InvariantError unless every seal in the next *events* opens to exactly those whom DISCLOSURE names."""
        options, viewers = getattr(self.state, "options", None), (*self.state.seats, TABLE)
        for event in events:
            wrong = amiss(self.game.DISCLOSURE, options, event, viewers)
            insist(not wrong, f"{wrong} doesn't open to exactly those whom DISCLOSURE names")

    def screen(self, view: View) -> Screen:
        """Return what the display shows; *view* is TABLE's."""
        return self.game.screen(view, self.told(TABLE))

    def stands(self, seat: Seat, name: str, number: int) -> bool:
        """Return whether the ask *name* of *seat* stands, unchanged since it was given *number*."""
        standing = self.standing.get(seat, {}).get(name)
        return standing is not None and standing.number == number

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats, perhaps with TABLE, whose answers the table is waiting for."""
        awaits = {seat: [one.ask for one in asks.values() if one.ask.awaited] for seat, asks in self.standing.items()}
        return tuple(seat for seat, asks in awaits.items() if any(ask.is_open for ask in asks))


@dataclass(frozen=True, slots=True)
class Replayed:
    """The *room* folded from the journal, and the row *since* which its game has been on the table.

    *rows* is how many rows were folded, and *size* how many characters their events have.
    """

    room: Room
    since: int
    rows: int
    size: int


def replayed_room(journal: Journal, given: Pieces) -> Replayed:
    """Return the room, folded from the newest checkpoint and the table's own rows after it.

    Raises journal.Damaged, sqlite3.Error, or ValueError for rows written by a newer version.
    """
    newest = journal.newest_key(checkpoint.WRITER)
    whole, since, folded, size, is_begun = room.opened(given), 0, 0, 0, not newest
    for row in journal.rows(TABLE_ROWS, newest):
        version = _insist_readable(row, "table", room.ROWS)
        if row.seat == checkpoint.WRITER:
            (whole, since), is_begun = checkpoint.read(json.loads(row.events)), True
            continue
        if not is_begun:
            raise Damaged(TABLE_ROWS, newest, 0, "is not the checkpoint that its key names")
        events = [codec.read(room.EVENTS, upcast(data, version)) for data in json.loads(row.events)]
        for event in events:
            whole = room.evolve(whole, event)
        since = row.n if changes_game(events) else since
        folded, size = folded + 1, size + len(row.events)
    return Replayed(whole, since, folded, size)


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
    match = Match.begun(started.number, game, game.setup(started.seats, started.options), since)
    for valid, row in enumerate(journal.rows(match.number)):
        _insist_readable(row, game.NAME, game.RULES)
        events = [codec.read(game.EVENTS, data) for data in json.loads(row.events)]
        try:
            match = match.after(events, row.n)
        except Exception as fault:  # Whatever the rules raise: they can't have written this row.
            raise Refused(match.number, row.n, valid, f"can't be applied ({place_of(fault)})") from fault
    return match


def changes_game(events: Iterable[object]) -> bool:
    """Return whether *events* put another game on the table or take one off it."""
    return any(isinstance(event, GameStarted | PutAway | TakenUp) for event in events)


def numbered_asks(
    game: AnyGame, state: State, before: Mapping[Seat, Mapping[str, Standing]], row: int
) -> dict[Seat, dict[str, Standing]]:
    """Return everybody's asks by name. New and changed ones get the number of *row*; the others keep theirs."""
    asked = {seat: game.asks(seen(state, seat), seat) for seat in (*state.seats, TABLE)}
    return {
        seat: {ask.name: _numbered(before.get(seat, {}).get(ask.name), ask, row) for ask in asks}
        for seat, asks in asked.items()
    }


def _numbered(before: Standing | None, ask: AnyAsk, row: int) -> Standing:
    return before if before is not None and before.ask == ask else Standing(row, ask)


def _insist_readable(row: Row, name: str, rules: int) -> int:
    """Return the version of the rules that wrote *row*; raise ValueError if it is newer than *rules*, or not of *name*."""
    schema, row_name, row_rules = row.version.split(".")
    if (int(schema), row_name) != (SCHEMA, name) or int(row_rules) > rules:
        raise ValueError(f"row {row.n} was written as {row.version}, which this version can't read; use a newer one")
    return int(row_rules)
