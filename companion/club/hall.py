"""Know the tables of a hall: what each has told last, whom it waits for and since when, and which of them are lost.

All times are those of the hub's own clock, in seconds: tables and brokers may have none.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from companion.club import reports
from companion.table.changes import Changes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.club.reports import Health, State

MOST: Final = 1000  # tables
SILENT: Final = 40.0  # seconds after the broker's return in which a table has to be heard; a broker misses it after 21
SHOWN: Final = 1800.0  # seconds that a lost table is still on the board: then its people have gone home
LONG: Final = 600.0  # seconds that a table may wait for somebody before it counts as stuck
STATUS, STATE, HEALTH = "status", "state", "health"


@dataclass(frozen=True, slots=True)
class Seen:
    """A table as it was *heard* last. *lost* is since when it is offline or silent; *since* since when it waits as it does."""

    identity: str
    heard: float
    state: State | None = None
    since: float = 0.0
    health: Health | None = None
    lost: float | None = None
    came: bool = False  # whether it has been online since the hub began

    def is_shown(self, now: float) -> bool:
        """Return whether it belongs on the board: it has told something, and isn't lost for long."""
        return self.state is not None and (self.lost is None or now - self.lost < SHOWN)

    def waits(self, now: float) -> float | None:
        """Return how many seconds it has waited for somebody, or None if it doesn't."""
        waiting = self.lost is None and self.state is not None and self.state.phase == "playing" and self.state.asked
        return now - self.since if waiting else None


@dataclass(frozen=True, slots=True)
class Known:
    """Everything that is known of a hall, at one *revision*. *line* is since when the broker is lost, None if it isn't."""

    revision: int = 0
    tables: Mapping[str, Seen] = field(default_factory=dict)
    line: float | None = None
    reached: float = 0.0
    shown: int = 0


class Hall:
    """The one object that changes. Thread-safe: a broker's thread tells it, and pages read `now`."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Know no table yet, and no broker. *clock* returns seconds and never goes back."""
        self.clock = clock
        self.now = Known(line=clock())
        self._changed = threading.Condition()
        self.changes: Changes[Known] = Changes(self._changed, lambda: self.now)

    def hear(self, identity: str, kind: str, payload: bytes) -> None:
        """Take in what the table *identity* tells; change nothing if it makes no sense."""
        with self._changed:
            old = self.now.tables.get(identity)
            if (new := _after(old or Seen(identity, 0.0), kind, payload, self.clock())) is None:
                return
            tables = dict(self.now.tables) if old else _making_way(self.now.tables)
            if tables is not None:
                tables[identity] = new
                self._publish(replace(self.now, tables=tables), told=old is None or replace(old, heard=new.heard) != new)

    def reached(self) -> None:
        """The broker is there, and every table is to be heard anew."""
        with self._changed:
            self._publish(replace(self.now, line=None, reached=self.clock()))

    def missed(self) -> None:
        """The broker is lost."""
        with self._changed:
            if self.now.line is None:
                self._publish(replace(self.now, line=self.clock()))

    def told(self) -> None:
        """Have pages made anew, because something else on them has changed."""
        with self._changed:
            self._publish(self.now)

    def look(self) -> None:
        """Notice tables that are silent, and those that leave the board; to be called once a second or so."""
        with self._changed:
            known, now = self.now, self.clock()
            due = known.line is None and now - known.reached > SILENT
            silent = {one.identity for one in known.tables.values() if due and one.lost is None and one.heard < known.reached}
            tables = {name: replace(one, lost=now) if name in silent else one for name, one in known.tables.items()}
            shown = sum(one.is_shown(now) for one in tables.values())
            if silent or shown != known.shown:
                self._publish(replace(known, tables=tables, shown=shown))

    def _publish(self, known: Known, *, told: bool = True) -> None:
        self.now = replace(known, revision=known.revision + told)
        if told:
            self._changed.notify_all()


def _making_way(tables: Mapping[str, Seen]) -> dict[str, Seen] | None:
    """Return *tables* with room for one more: the one lost for longest makes it. None if all are there."""
    kept = dict(tables)
    if len(kept) >= MOST:
        lost = [one for one in kept.values() if one.lost is not None]
        if not lost:
            return None
        del kept[min(lost, key=lambda one: one.lost or 0.0).identity]
    return kept


def _after(old: Seen, kind: str, payload: bytes, now: float) -> Seen | None:
    if kind == STATUS and payload == reports.ONLINE:
        return replace(old, heard=now, lost=None, came=True)
    if kind == STATUS and payload == reports.OFFLINE:
        away = now if old.came else now - SHOWN  # Gone before the hub began: nobody has lost it here.
        return replace(old, heard=now, lost=away if old.lost is None else old.lost)
    if kind == STATE and (state := reports.state(payload)):
        return replace(old, heard=now, state=state, since=old.since if _waits_on(old.state, state) else now)
    if kind == HEALTH and (health := reports.health(payload)):
        return replace(old, heard=now, health=health)
    return None


def _waits_on(old: State | None, new: State) -> bool:
    """Return whether a table that told *new* still waits as it did when it told *old*."""
    return old is not None and (old.phase, old.number, old.round, old.asked) == (new.phase, new.number, new.round, new.asked)
