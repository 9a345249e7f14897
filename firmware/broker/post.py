"""Publish a table's state and news on a broker, in a thread of its own: nobody at the table waits for it or notices its loss.

News are for whoever listens when they happen. What must not be lost is in the journal, and no broker is asked to keep it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from companion.table import posting
from firmware.broker import home_assistant

if TYPE_CHECKING:
    import threading

    from companion.table.table import Table

LOOK_SECONDS: Final = 1.0  # Seconds between two looks at whether the broker has been lost and found again.
ONLINE, OFFLINE = "online", "offline"


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table: *status* and *state* are retained, *events* pass by."""

    status: str
    state: str
    events: str


def topics(prefix: str, identity: str) -> Topics:
    """Return the topics of the table *identity* under *prefix*."""
    return Topics(*(f"{prefix}/{identity}/{name}" for name in ("status", "state", "event")))


def slots_topic(prefix: str, identity: str) -> str:
    """Return the topic below which the slots of the table *identity* tell what lies on them."""
    return f"{prefix}/{identity}/slot"


class Broker(Protocol):
    """A broker that may be out of reach at any time. No call waits for it."""

    @property
    def arrivals(self) -> int:
        """How often it has been reached, or somebody there has asked for everything anew; 0 before the first time."""

    def publish(self, topic: str, payload: str, *, keep: bool) -> None:
        """Send *payload*; the broker retains it if *keep*. Drop it if the broker is out of reach."""

    def close(self) -> None:
        """Say goodbye if possible, and end. Safe to call any number of times."""


class Post:
    """Publish what everybody at *table* sees. Not thread-safe: one thread calls `step`."""

    def __init__(self, table: Table, broker: Broker, identity: str, version: str, *, prefix: str, named: bool) -> None:
        """Publish nothing yet. With *named*, the players' names are published, too."""
        self._table, self._broker, self._named = table, broker, named
        self._topics = topics(prefix, identity)
        self._identity, self._version = identity, version
        self._arrivals, self._state, self._before = 0, "", table.now

    def post_forever(self, stop: threading.Event) -> None:
        """Publish until *stop*, then say goodbye. The watchdog doesn't look at it: no table is restarted for its broker."""
        while not stop.is_set():
            self.step()
            self._table.changes.wait(self._before.revision, LOOK_SECONDS, also=stop.is_set)
        self._broker.close()

    def step(self) -> None:
        """Publish what is new, and everything that is retained if the broker is new."""
        now, arrivals = self._table.now, self._broker.arrivals
        if arrivals != self._arrivals:
            self._introduce()
        state = json.dumps(posting.state(now, named=self._named))
        if state != self._state or arrivals != self._arrivals:
            self._broker.publish(self._topics.state, state, keep=True)
        if arrivals:
            for one in posting.news(self._before, now, named=self._named):
                self._broker.publish(self._topics.events, json.dumps(one), keep=False)
        self._arrivals, self._state, self._before = arrivals, state, now

    def _introduce(self) -> None:
        description = home_assistant.description(self._identity, self._version, self._topics)
        self._broker.publish(home_assistant.topic(self._identity), json.dumps(description), keep=True)
        self._broker.publish(self._topics.status, ONLINE, keep=True)
