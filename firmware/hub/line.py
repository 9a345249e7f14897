"""Take in what tables tell over a broker: what they tell of themselves goes to the hall, a result is kept, then acknowledged.

A table keeps a result until the hub has acknowledged it, and tells it again when the hub asks for all that waits. So the hub
asks whenever a table is heard to be there, and after it had to drop one. Nothing is lost if it is killed at any point: before
the commit the result comes again and is counted then, after it it comes again and is only acknowledged.
"""

from __future__ import annotations

import json
import logging
import re
from collections import deque
from contextlib import suppress
from functools import partial
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, Final, Protocol

from companion.club import reports
from companion.club.hall import HEALTH, MOST, STATE, STATUS
from companion.club.ledger import OutOfReach
from firmware.broker.results import HERE

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Mapping

    from companion.club.hall import Hall
    from companion.club.ledger import Ledger
    from companion.club.reports import Result

RESULT, ACKNOWLEDGED, DUPLICATE = "result", "acknowledged", "duplicate"
IDENTITY: Final = re.compile(r"[0-9a-f]{10}")
MOST_WAITING: Final = 1000  # results; more are dropped, and come again
LOOK_SECONDS: Final = 1.0


class Tells(Protocol):
    """Whatever reaches a table."""

    def tell(self, identity: str, topic: str, payload: str) -> None:
        """Tell the table *identity* this."""


class Line:
    """What a hub hears. A broker's thread calls what `topics` returns, which never waits and never raises."""

    def __init__(self, hall: Hall, ledger: Ledger) -> None:
        """Hear nothing yet."""
        self._hall, self._ledger = hall, ledger
        self._is_out, self._handed = False, ""
        self._held: tuple[str, Result] | None = None  # A result that can't be kept now, and is tried again.
        self._waiting: Queue[tuple[str, Result]] = Queue(MOST_WAITING)
        self._to_ask: deque[str] = deque(maxlen=MOST)  # Tables.

    def topics(self) -> Mapping[str, Callable[[str, bytes], None]]:
        """Return what takes in the messages of each topic, with their table and their bytes."""
        told = {kind: partial(self._told, kind) for kind in (STATUS, STATE, HEALTH)}
        return {**told, RESULT: self._result}

    def work_forever(self, tables: Tells, stop: threading.Event) -> None:
        """Keep results and look for silent tables until *stop*."""
        while not stop.is_set():
            self.step(tables)
            self._hall.look()
            if self._held:
                stop.wait(LOOK_SECONDS)

    def step(self, tables: Tells, seconds: float = LOOK_SECONDS) -> None:
        """Keep the next result and acknowledge it; wait at most so long for one. Then ask tables for more, if there is room."""
        with suppress(Empty):
            self._held = self._held or self._waiting.get(timeout=seconds)
            identity, result = self._held
            if self._kept(identity, result):
                self._held = None
                _answer(tables, identity, result.number, result.mark)
        if self._waiting.empty():
            self._hand_out(tables)
        while self._to_ask and not self._held and self._waiting.qsize() < MOST_WAITING // 2:
            identity = self._to_ask.popleft()
            _answer(tables, identity)
            if self._handed:
                tables.tell(identity, DUPLICATE, self._handed)

    def _hand_out(self, tables: Tells) -> None:
        """Give the newest duplicate to every table that is there, unless it is opened: then it is of no use any more."""
        with suppress(OutOfReach):
            newest = next(iter(self._ledger.duplicates()), None)
            sealed = newest.duplicate.written if newest and not newest.opened else ""
            if sealed != self._handed:
                self._handed = sealed
                for one in self._hall.now.tables.values():
                    if sealed and one.came and one.lost is None:
                        tables.tell(one.identity, DUPLICATE, sealed)

    def _kept(self, identity: str, result: Result) -> bool:
        """Return whether *result* is in the ledger now, at the first time or a later one."""
        try:
            is_new = self._ledger.count(identity, result)
        except OutOfReach as why:
            if not self._is_out:
                logging.getLogger(__name__).error("results can't be kept now, and wait at their tables: %s", why)
            self._is_out = True
            return False
        self._is_out = False
        if is_new:
            self._hall.told()
        return True

    def _told(self, kind: str, identity: str, payload: bytes) -> None:
        if IDENTITY.fullmatch(identity):
            self._hall.hear(identity, kind, payload)
            if kind == STATUS and payload == reports.ONLINE:
                self._ask(identity)

    def _result(self, identity: str, payload: bytes) -> None:
        if IDENTITY.fullmatch(identity) and (result := reports.result(payload)):
            try:
                self._waiting.put_nowait((identity, result))
            except Full:
                self._ask(identity)

    def _ask(self, identity: str) -> None:
        if identity not in self._to_ask:
            self._to_ask.append(identity)


def _answer(tables: Tells, identity: str, number: int = 0, mark: str = HERE) -> None:
    tables.tell(identity, ACKNOWLEDGED, json.dumps({"number": number, "mark": mark}))
