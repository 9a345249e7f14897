"""Publish a table's state and news on a broker, in a thread of its own: nobody at the table waits for it or notices its loss.

News are for whoever listens when they happen. How games ended is in the journal, and is told again until a hub has acknowledged
it; no broker is asked to keep it.
"""

from __future__ import annotations

import json
import logging
import shutil
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from companion.keeping.replaying import place_of
from companion.table import posting
from firmware.broker import home_assistant
from firmware.broker.results import Results

if TYPE_CHECKING:
    import threading
    from collections.abc import Mapping
    from pathlib import Path

    from companion.table.table import Table
    from firmware.broker.duplicates import KeptDuplicates

LOOK_SECONDS: Final = 1.0  # Seconds between two looks at whether the broker has been lost and found again.
AGAIN: Final = 30.0  # Seconds before the next try, after a fault.
COARSE: Final = 100_000_000  # Bytes: the disk's free space is told in such steps, so that not every row is news.
ONLINE, OFFLINE = "online", "offline"
NAMES: Final = ("status", "state", "health", "event", "result", "acknowledged", "duplicate")  # In the order of Topics.


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table: *status*, *state* and *health* are retained, *events* and *results* pass by.

    On *acknowledged* a hub answers the results; on *duplicate* it hands one out (companion.match.duplicates).
    """

    status: str
    state: str
    health: str
    events: str
    results: str
    acknowledged: str
    duplicate: str


def topics(prefix: str, identity: str) -> Topics:
    """Return the topics of the table *identity* under *prefix*."""
    return Topics(*(f"{prefix}/{identity}/{name}" for name in NAMES))


def slots_topic(prefix: str, identity: str) -> str:
    """Return the topic below which the slots of the table *identity* tell what lies on them."""
    return f"{prefix}/{identity}/slot"


class Broker(Protocol):
    """A broker that may be out of reach at any time. No call waits for it."""

    @property
    def arrivals(self) -> int:
        """How often it has been reached, or somebody there has asked for everything anew; 0 before the first time."""

    def publish(self, topic: str, payload: str, *, keep: bool = False, surely: bool = False) -> None:
        """Send *payload*, at least once if *surely*; the broker retains it if *keep*. Drop it if the broker is out of reach."""

    def heard(self) -> list[tuple[str, str]]:
        """Return what a hub has said since the last call, with its topics; something may have been lost on its way."""

    def close(self) -> None:
        """Say goodbye if possible, and end. Safe to call any number of times."""


class Post:
    """Publish what everybody at *table* sees. Not thread-safe: one thread calls `step`. *address* is where phones join."""

    def __init__(
        self, table: Table, broker: Broker, identity: str, version: str, folder: Path, *, prefix: str, named: bool,
        duplicates: KeptDuplicates | None = None,
    ) -> None:  # fmt: skip
        """Publish nothing yet. With *named*, the players' names are published, too. *folder* has the table's data.

        *duplicates* keeps those that a hub hands out; None takes none.
        """
        self._table, self._broker, self._named = table, broker, named
        self._topics = topics(prefix, identity)
        self._identity, self._version, self._folder = identity, version, folder
        self._results, self._duplicates = Results(folder), duplicates
        self._arrivals, self._before, self.address = 0, table.now, ""
        self._told: dict[str, str] = {}

    def post_forever(self, stop: threading.Event) -> None:
        """Publish until *stop*, then say goodbye. The watchdog doesn't look at it: no table is restarted for its broker."""
        while not stop.is_set():
            if not self.outlive_step():
                stop.wait(AGAIN)
            self._table.changes.wait(self._before.revision, LOOK_SECONDS, also=stop.is_set)
        self._broker.close()

    def outlive_step(self) -> bool:
        """Step, and return whether that went well; after a fault of the program all that is retained is told anew."""
        try:
            self.step()
        except Exception as fault:  # Whatever it is, what the broker retains must not stay as it is for the evening.
            logging.getLogger(__name__).error("a fault in what the broker is told (%s); please report it", place_of(fault))
            self._before, self._arrivals = self._table.now, 0
            self._told.clear()
            return False
        return True

    def step(self) -> None:
        """Publish what is new, and everything that is retained if the broker is new."""
        now, arrivals = self._table.now, self._broker.arrivals
        if arrivals != self._arrivals:
            self._arrivals = arrivals
            self._introduce()
        self._keep(self._topics.state, posting.state(now, named=self._named))
        self._keep(self._topics.health, self._health())
        if arrivals:
            for one in posting.news(self._before, now, named=self._named):
                self._broker.publish(self._topics.events, json.dumps(one))
            for finished in self._results.due(now.evening.history, arrivals, self._answers()):
                told = json.dumps(posting.result(finished, named=self._named))
                self._broker.publish(self._topics.results, told, surely=True)
        self._before = now

    def _answers(self) -> list[str]:
        """Return a hub's answers to results, and take in what else it has said."""
        heard = self._broker.heard()
        for topic, text in heard:
            if topic == self._topics.duplicate:
                self._given(text)
        return [text for topic, text in heard if topic == self._topics.acknowledged]

    def _given(self, text: str) -> None:
        """Keep the duplicate that *text* is, if the table takes any, and let its pages offer it."""
        try:
            if self._duplicates and self._duplicates.keep(text, self._table.now.evening.duplicates):
                self._table.machine.look_again()
        except OSError as trouble:
            logging.getLogger(__name__).warning("a duplicate can't be kept, so the table doesn't offer it: %s", trouble)

    def _introduce(self) -> None:
        description = home_assistant.description(self._identity, self._version, self._topics)
        self._broker.publish(home_assistant.topic(self._identity), json.dumps(description), keep=True)
        self._broker.publish(self._topics.status, ONLINE, keep=True)
        self._told.clear()

    def _keep(self, topic: str, told: Mapping[str, object]) -> None:
        """Let the broker retain *told*, unless it does so already."""
        payload = json.dumps(told)
        if self._told.get(topic) != payload:
            self._told[topic] = payload
            self._broker.publish(topic, payload, keep=True)

    def _health(self) -> dict[str, object]:
        """Return the program's version, where phones join, and the disk's free megabytes."""
        free = 0  # If the disk can't even be asked.
        with suppress(OSError):
            free = shutil.disk_usage(self._folder).free // COARSE * (COARSE // 1_000_000)
        return {"version": self._version, "address": self.address, "disk": free}
