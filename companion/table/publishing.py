"""The table's only lock, and what is published of it: one frozen snapshot after another, for whoever waits for the next."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeAlias

from companion.agreeing.leaving import Waits
from companion.agreeing.minute import Minute
from companion.agreeing.motions import open_take_back
from companion.kit.game import Point
from companion.kit.messages import Said
from companion.kit.viewers import Seat
from companion.match.duplicates import NoDuplicates
from companion.table.changes import Changes
from companion.table.machine import Machine
from companion.table.snapshot import Snapshot
from companion.table.tapping.doubt import Doubt
from companion.table.tapping.lessons import Lessons
from companion.table.tapping.refused import Refused
from companion.table.tapping.stands import Stands

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.agreeing.motions import Motion
    from companion.journal.store import Journal
    from companion.keeping.room import Room
    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame
    from companion.match.duplicates import Duplicates, Offer
    from companion.match.match import Match
    from companion.seats.tickets import Tickets
    from companion.setting.hands import Hands
    from companion.setting.recount import Recount
    from companion.table.tapping.late import Late

    Chance: TypeAlias = Callable[[AnyAsk], object]


class Publishing:
    """Publish *now*, the Snapshot of the room, the game, and what no row keeps: questions, a walk, a recount. Thread-safe."""

    now: Snapshot
    _room: Room
    _match: Match | None

    def __init__(
        self,
        journal: Journal,
        games: Mapping[str, AnyGame],
        tickets: Tickets | None,
        clock: Callable[[], float],
        calendar: Callable[[], str],
        duplicates: Duplicates | None,
    ) -> None:
        """Begin with nothing published yet. The arguments are those of `Table`."""
        self._journal, self._games, self._tickets = journal, games, tickets
        self._calendar = calendar
        self._clock, self._minute, self._waits = clock, Minute(clock), Waits(clock)
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self.changes = Changes(self._changed, lambda: self.now)
        self.machine = Machine(self._lock, self._wake, self._say_refused)
        self._revision = 0
        self._read_only = False  # True from a storage error until the disk has taken a command again.
        self._announced: tuple[int, Said] | None = None
        self._doubt: Doubt | None = None
        self._refused: Refused | None = None
        self._refusals = 0
        self._at: dict[Seat, tuple[tuple[str, int], float]] = {}  # The asks for which a seat's phone shows a panel.
        self._points: dict[Seat, Point] = {}
        self._lessons = Lessons()
        self._recount: Recount | None = None
        self._late: Late | None = None
        self._hands: Hands | None = None
        self._stands = Stands()
        self._duplicates = duplicates or NoDuplicates()

    # Call these only with the lock held

    def _timed(self) -> Motion | None:
        """Return the vote whose minute is running: nobody is asleep while people let the game rest."""
        agreed, backs = self._room.evening, self._room.take_backs
        return None if agreed.paused or agreed.waits or backs.waited else open_take_back(self._room.votes)

    def _after(self, seat: Seat) -> None:
        self._doubt = self._refused = None  # The question, or the refusal, was about the game as it stood.
        self._points.pop(seat, None)
        self._wake()

    def _say_refused(self, said: Said) -> None:
        self._refusals += 1
        self._refused = Refused(self._refusals, said, self._clock())
        self._wake()

    def _announce(self, said: Said | None) -> None:
        if said is not None:
            self._announced = self._journal.last, said

    def _wake(self) -> None:
        self._minute.is_over(self._timed())  # So that a new vote's minute begins now.
        self._revision += 1
        self.now = self._seen_now()
        self._changed.notify_all()

    def _seen_now(self) -> Snapshot:
        ticket, keys = (self._tickets.shown, True) if self._tickets else (None, False)
        return Snapshot(
            self._revision, self._journal.last, self._room, self._match, self._games, self._read_only, dict(self._points),
            self._announced, ticket, keys, self._lessons.waiting, self._lessons.walk,
            self._doubt.said if self._doubt else None, self._gone(), self._recount, self._late, self._hands,
            self._refused, self.machine.has_reader, self.machine.turning,
            self._stands.seen(self._match.number if self._match else 0), self._waiting_duplicate(),
        )  # fmt: skip

    def _waiting_duplicate(self) -> Offer | None:
        """Return the newest duplicate unless its game isn't installed, or it was played here: people know its draws then."""
        newest = self._duplicates.newest()
        offer = newest.offer if newest else None
        agreed = self._room.evening
        begun = [*agreed.games.values(), *(saved.started for saved in agreed.saved.values())]
        known = {one.duplicate for one in begun} | {one.duplicate for one in agreed.history}
        return offer if offer and offer.game in self._games and offer.commitment not in known else None

    def _gone(self) -> frozenset[Seat]:
        """Return the seats that have been asked long enough whether they are still there."""
        asked = {motion.seat for motion in self._room.votes if motion.kind == "leave"}
        return self._waits.over(asked)
