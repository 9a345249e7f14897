"""Know the tables of a hall: what each has told last, whom it waits for and since when, and which of them are lost.

All times are those of the hub's own clock, in seconds: tables and brokers may have none.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
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
    """Everything that is known of a hall at one *revision*. *line* is since when the broker is lost, None if it isn't."""

    revision: int
    tables: Mapping[str, Seen]
    line: float | None


class Hall:
    """The one object that changes. Thread-safe: a broker's thread tells it, and pages read `now`.

    What a table tells costs the same however many there are: all of them are copied when somebody reads, not when one changes.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Know no table yet, and no broker. *clock* returns seconds and never goes back."""
        self.clock = clock
        self.revision = 0  # Another one whenever pages have something else to show.
        self._tables: dict[str, Seen] = {}
        self._line: float | None = clock()
        self._reached, self._shown = 0.0, 0
        self._known: Known | None = None  # The copy for readers, until something changes.
        self._changed = threading.Condition()
        self.changes: Changes[Hall] = Changes(self._changed, lambda: self)

    @property
    def now(self) -> Known:
        """A copy of what is known at this moment, which later news leave as it is."""
        with self._changed:
            if self._known is None:
                self._known = Known(self.revision, dict(self._tables), self._line)
            return self._known

    def hear(self, identity: str, kind: str, payload: bytes) -> None:
        """Take in what the table *identity* tells; change nothing if it makes no sense."""
        with self._changed:
            old = self._tables.get(identity)
            new = _after(old or Seen(identity, 0.0), kind, payload, self.clock())
            if new is not None and (old or _made_way(self._tables)):
                self._tables[identity] = new
                self._publish(told=old is None or replace(old, heard=new.heard) != new)

    def reached(self) -> None:
        """The broker is there, and every table is to be heard anew."""
        with self._changed:
            self._line, self._reached = None, self.clock()
            self._publish()

    def missed(self) -> None:
        """The broker is lost."""
        with self._changed:
            if self._line is None:
                self._line = self.clock()
                self._publish()

    def told(self) -> None:
        """Have pages made anew, because something else on them has changed."""
        with self._changed:
            self._publish()

    def look(self) -> None:
        """Notice tables that are silent, and those that leave the board; to be called once a second or so."""
        with self._changed:
            now = self.clock()
            due = self._line is None and now - self._reached > SILENT
            silent = [one for one in self._tables.values() if due and one.lost is None and one.heard < self._reached]
            self._tables.update((one.identity, replace(one, lost=now)) for one in silent)
            shown = sum(one.is_shown(now) for one in self._tables.values())
            if silent or shown != self._shown:
                self._shown = shown
                self._publish()

    def _publish(self, *, told: bool = True) -> None:
        self._known = None
        if told:
            self.revision += 1
            self._changed.notify_all()


def _made_way(tables: dict[str, Seen]) -> bool:
    """Return whether *tables* have room for one more. If there is none, the one lost for longest makes it.

    If none is lost, it is the one silent for longest of those that never came online, as a table does first of all.
    """
    if len(tables) < MOST:
        return True
    lost = [(one.lost, one.identity) for one in tables.values() if one.lost is not None]
    doubtful = [(one.heard, one.identity) for one in tables.values() if not one.came]
    if lost or doubtful:
        del tables[min(lost or doubtful)[1]]
    return bool(lost or doubtful)


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
