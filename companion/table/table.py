"""The table: the game in progress, and the only mutable object.

Commands come in through `act`, `tap` and `press`. What else phones can do has a desk of its own: `pawns`, `teaching` and
`travelling`; so has what the `machine` tells, and waiting for `changes`. The commit that all of them share is in `commits`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from companion.agreeing.motions import Outwait
from companion.kit.messages import Illegal
from companion.kit.viewers import TABLE
from companion.table.answers import Answer, Fault, KeyReused, Stale, Unknown
from companion.table.tapping.lessons import Teaching
from companion.table.tapping.pawns import Pawns
from companion.table.tapping.taps import Taps
from companion.table.travelling import Travelling

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.journal.store import Journal
    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame
    from companion.match.duplicates import Duplicates
    from companion.seats.tickets import Tickets
    from companion.tags.pieces import Pieces

    Chance: TypeAlias = Callable[[AnyAsk], object]


__all__ = ["Answer", "Fault", "KeyReused", "Stale", "Table", "Unknown"]


class Table(Taps):
    """Take commands, and publish the result as *now*, a Snapshot. Thread-safe."""

    def __init__(
        self,
        journal: Journal,
        games: Mapping[str, AnyGame],
        pieces: Pieces,
        chance: Chance,
        tickets: Tickets | None = None,
        clock: Callable[[], float] = float,
        *,
        calendar: Callable[[], str] = str,
        moved_by_hand: bool = True,
        duplicates: Duplicates | None = None,
    ) -> None:
        """Fold the journal's rows; raise journal.Damaged or ValueError (a newer schema, an unknown game).

        *pieces* are the tags that are known before the journal's first row: those of a simulated box.
        *chance* answers CHANCE's asks after a commit, from the operating system's generator.
        *tickets* issues a ticket when a pawn is laid as a key; with None, pawns aren't keys here.
        *clock* returns monotonic seconds; by default no time passes.
        *calendar* returns the time of day as `companion.agreeing.evening.dates` reads it; by default it is never known.
        It is read when a row is written, and never to find out what a row means.
        *moved_by_hand*: somebody is asked to move the pieces of players of the house, as there is a real box.
        *duplicates* are those that the table was given, by default none.
        """
        super().__init__(
            journal,
            games,
            pieces,
            chance,
            tickets,
            clock,
            calendar=calendar,
            moved_by_hand=moved_by_hand,
            duplicates=duplicates,
        )
        lock, now = self._lock, lambda: self.now
        self.pawns = Pawns(lock, tickets, now, self.act, self._discard_ticket)
        self.teaching = Teaching(lock, self._lessons, now, self._wake)
        self.travelling = Travelling(lock, journal, lambda: self._room, self.act)

    def pass_time(self) -> None:
        """Do what is due: end a ticket, a question about a key, a refusal, a vote's or a possible absence's minute; miss pawns.

        Call this about once a second.
        """
        with self._lock:
            if self._tickets is not None and self._tickets.expire():
                self._wake()
            if self._gone() != self.now.gone:
                self._wake()
            if self._doubt is not None and self._doubt.is_over(self._clock()):
                self._drop_doubt()
            if self._refused is not None and self._refused.is_over(self._clock()):
                self._forget_refusal()
            self._miss_pawns()
            if self._minute.is_over(self._timed()):
                with suppress(Illegal, Unknown, Fault):  # Nobody waits for an answer, and the next second tries again.
                    self._act(TABLE, Outwait(), None, None)
