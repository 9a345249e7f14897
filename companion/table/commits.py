"""The commit: the way of a command to the disk.

Each command is one commit: decide -> events -> fold into a new state and check it -> one journal row on the disk -> swap the
state -> publish it as `now`, and wake display and phones -> answer. The lock is for writers; readers take `now`.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from companion.agreeing.evening import scoring
from companion.agreeing.evening.scoring import Dated
from companion.journal import codec
from companion.journal.store import ROWS, SCHEMA, TABLE_ROWS, Damaged, text
from companion.keeping import forgetting, room
from companion.keeping.replaying import changes_game, keep_checkpoint, loaded, place_of, replayed_room
from companion.kit.game import insist
from companion.kit.layout import TableSet
from companion.kit.messages import Illegal, Refusal, say
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, TABLE, Seat
from companion.match import guard
from companion.match.duplicates import so_far
from companion.match.entries import TakenBack
from companion.seats.starting import GameStarted
from companion.setting import hands
from companion.setting.layouts import has_layout
from companion.table.answers import Fault, KeyReused, Stale, Unknown
from companion.table.faults import Faults
from companion.table.publishing import Publishing
from companion.table.tapping.meaning import rests

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from companion.journal.store import Journal
    from companion.keeping.room import Room
    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame
    from companion.kit.messages import Said
    from companion.match.duplicates import Duplicates
    from companion.match.match import Match
    from companion.seats.tickets import Tickets
    from companion.setting.hands import Hands
    from companion.tags.pieces import Pieces

    Chance: TypeAlias = Callable[[AnyAsk], object]


class Commits(Publishing):
    """Do commands: keep the room and the game as the journal's rows make them. Thread-safe."""

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
        """See `Table`."""
        super().__init__(journal, games, tickets, clock, calendar, duplicates)
        self._moved_by_hand = moved_by_hand
        self._chance, self._given = chance, pieces
        self._doubtful = False  # True from a storage error until the journal has been read again.
        self._faults = Faults()
        self._missing = 0  # The last row whose append failed; it may be on the disk all the same.
        self._room, self._match = self._replayed(keep=True)
        self.now = self._seen_now()
        self._minute.is_over(self._timed())  # A vote that was open has a new minute.
        with self._lock:
            self._catch_up()

    # For those who act

    def act(
        self,
        seat: Seat,
        command: object,
        *,
        ask: tuple[str, int] | None = None,
        key: str | None = None,
        why: Said | None = None,
    ) -> dict[str, int]:
        """Do *command* for *seat* and return the reply.

        *ask* is the name and number of the ask that it answers, for optimistic concurrency; None skips that check (for a tap,
        a key, a script). *key* is an idempotency key: the same key and command get the stored reply. *why* is the reason of a
        player of the house, which nobody is told before the game is over.
        Raises KeyReused, Stale, Illegal, Fault or Unknown; after any of them except Unknown nothing has changed.
        """
        with self._lock:
            return self._act(seat, command, ask, key, why)

    # Call these only with the lock held

    def _act(
        self, seat: Seat, command: object, ask: tuple[str, int] | None, key: str | None, why: Said | None = None
    ) -> dict[str, int]:
        self._settle()
        self._follow_up()  # A storage error may have prevented a draw.
        asked = text([codec.kept(command), ask, *([codec.kept(why)] if why else [])])
        if key is not None and (known := self._find(seat, key)):
            if known[0] != asked:
                raise KeyReused(key)
            self._go_on_writing()
            return self._replied(json.loads(known[1]))
        if ask is not None and self._match:
            self._insist_on_hand(seat)  # Nobody else may even be told which asks stand.
        if ask is not None and not (self._match and self._match.stands(seat, *ask)):
            raise Stale(ask[0])
        reply = self._commit(seat, command, asked, key, why)
        self._follow_up()
        return reply

    def _replied(self, reply: dict[str, int]) -> dict[str, int]:
        """Return the stored *reply*; if its row went back since, add by which row, so that nobody takes it for standing."""
        row = self._match.gone_by(reply["row"]) if self._match else 0
        return {**reply, "taken_back": row} if row else reply

    def _commit(self, seat: Seat, command: object, asked: str, key: str | None, why: Said | None = None) -> dict[str, int]:
        if isinstance(command, room.COMMANDS):
            return self._commit_room(seat, command, asked, key)
        if self._match is None:
            raise Stale("game")
        match = self._match
        if seat != CHANCE and (resting := rests(self._room, match)):
            raise Illegal(Refusal(resting, "table"))
        self._insist_on_hand(seat)
        with self._faults.numbered(self._journal.last + 1):
            events = guard.decide(match.game, match.state, seat, command)
            after = match.after(seat, command, events, self._journal.last + 1, why)
            match.insist_on_disclosure(events)
            _insist_on_reading(match.game.EVENTS, events)
            asked_of_hands = self._asked_of_hands(seat, after)
        self._recount = self._late = None  # What was being asked may not be so any more.
        reply = self._append(match.number, self._version_of(match), seat, key, asked, events)
        self._hands, self._match = asked_of_hands, after
        self._keep_result()
        self._after(seat)
        return reply

    def _insist_on_hand(self, seat: Seat) -> None:
        """Raise Illegal if the hand of *seat*, in the game on the table, isn't that of whoever sits there."""
        if seat not in (CHANCE, TABLE) and not self._room.plays(seat):
            raise Illegal(Refusal(say("table.refusal.not_in_game"), "table"))

    def _version_of(self, match: Match) -> str:
        return f"{SCHEMA}.{match.game.NAME}.{match.game.RULES}"

    def _commit_room(self, seat: Seat, command: room.Command, asked: str, key: str | None) -> dict[str, int]:
        with self._faults.numbered(self._journal.last + 1):
            row = self._journal.last + 1
            events = room.decide(self._room, seat, command, self._games, self.now.box, self.now.on_table(), row)
            events = tuple(self._as_duplicate(event) for event in events)
            after = room.folded(self._room, events, row)
        if not events:
            return {"row": self._journal.last}  # Nothing has changed, so no row is written.
        _insist_on_reading(room.EVENTS, events)
        if changes_game(events) and (when := self._calendar()):
            events = (Dated(when), *events)
            after = room.folded(self._room, events, row)
        match = self._resumed(after) if changes_game(events) else self._went_back(events, after)
        reply = self._append(TABLE_ROWS, f"{SCHEMA}.table.{ROWS}", seat, key, asked, events)
        if match is not self._match:
            self._recount = self._late = None
            self._hands = None if changes_game(events) or _enters(events) else self._to_do(match)
            self._points.clear()  # They belong to the previous game's pages.
        self._room, self._match = after, match
        playing = match is not None and not match.is_over
        for event in events:
            self._announce(room.tell(event, playing=playing))
        self._lessons.put_aside_known(after.pieces)
        self._after(seat)
        return reply

    def _keep_result(self, *, dated: bool = True) -> bool:
        """Write down what everybody has seen of the game that has just ended, with the time: a later row wouldn't know it.

        Return whether that hadn't been done before.
        """
        if self._match is None or not self._match.is_over:
            return False
        on, counted = self._seen_now().on_table(), (self._room.evening, self._room.players)
        if not scoring.scored(*counted, on):
            return False
        row, events = self._journal.last + 1, scoring.scored(*counted, on, self._calendar() if dated else "")
        self._append(TABLE_ROWS, f"{SCHEMA}.table.{ROWS}", TABLE, None, text([None, None]), events)
        self._room = room.folded(self._room, events, row)
        return True

    def _resumed(self, after: Room) -> Match | None:
        """Return the game that *after* has on the table, before *after* is committed; raise Illegal if it can't be played."""
        try:
            return loaded(self._journal, self._games, after, self._journal.last + 1)
        except Damaged as damage:
            raise Illegal(Refusal(say("table.refusal.damaged"), "table")) from damage
        except ValueError as unknown:  # It isn't installed any more, or a newer version played it.
            raise Illegal(Refusal(say("table.refusal.no_game"), "table")) from unknown
        except sqlite3.Error as error:
            self._stop_writing()
            raise Unknown("the disk reported an error") from error

    def _went_back(self, events: Iterable[object], after: Room) -> Match | None:
        """Return the game on the table after *events* of the room, which may take back, bar that, or set the table anew."""
        match = self._match
        if match is not None and (barrier := after.take_backs.barred.get(match.number, 0)) != match.barrier:
            match = match.barred(barrier)
        for event in events:
            if match is not None and isinstance(event, TakenBack | TableSet):
                with self._faults.numbered(self._journal.last + 1):
                    insist(event.row == self._journal.last + 1, "an event that names another row than its own")
                    match = match.settled(event)
        return match

    def _to_do(self, match: Match | None) -> Hands | None:
        """Return the moves for hands when *match* takes the place of the present one, which went back or was set anew."""
        if match is None or self._match is None or not has_layout(match.game):
            return None
        return hands.begin(match.game, self._match.state, match.state)

    def _asked_of_hands(self, seat: Seat, after: Match) -> Hands | None:
        """Return the moves asked of hands once *seat* has acted: those of the pieces of a player of the house."""
        if after.is_over:  # The pieces go into the box.
            return None
        if seat == CHANCE:  # It follows the act of somebody, in whose time nobody could have moved anything.
            return self._hands if self._hands and self._hands.house else None
        sitter = self._room.seating.sitters.get(seat)
        if not self._moved_by_hand or sitter is None or not sitter.temper or not has_layout(after.game):
            return None
        assert self._match is not None
        guests = self.now.places.players(self._room.seating, after.number) & self._room.seating.guests
        order = [*after.state.seats, *after.state.seats]
        by = next((one for one in order[order.index(seat) :] if one in guests), "")
        return hands.for_house(after.game, self._match.state, after.state, seat, by, self._hands) if by else None

    def _append(
        self, game: int, version: str, seat: Seat, key: str | None, asked: str, events: Sequence[object]
    ) -> dict[str, int]:
        reply = {"row": self._journal.last + 1}
        try:
            self._journal.append(game, version, seat, key, asked, text(codec.kept(events)), text(reply))
        except sqlite3.Error as error:
            self._doubtful, self._missing = True, reply["row"]
            self._stop_writing()
            self._settle(error)
            raise Unknown("the disk reported an error") from error
        self._go_on_writing()
        return reply

    def _find(self, seat: Seat, key: str) -> tuple[str, str] | None:
        try:
            return self._journal.find(seat, key)
        except sqlite3.Error as error:
            self._stop_writing()
            raise Unknown("the disk reported an error") from error

    def _stop_writing(self) -> None:
        """Publish that the table is read-only: the disk takes no commands, and only what is shown counts."""
        if not self._read_only:
            self._read_only = True
            self._wake()

    def _go_on_writing(self) -> None:
        """Publish that the disk takes commands again, once the journal has got past the row whose append failed."""
        if self._read_only and self._journal.last >= self._missing:
            self._read_only = False
            self._wake()

    def _settle(self, cause: sqlite3.Error | None = None) -> None:
        """After a storage error, fold the rows on the disk again, or raise Unknown and keep showing what was shown.

        The failed row may or may not be on the disk, so the state in memory can't be trusted until the disk has been read.
        """
        if not self._doubtful:
            return
        try:
            self._journal.abandon()
            self._room, self._match = self._replayed()
        except (sqlite3.Error, Damaged) as error:
            self._stop_writing()
            raise Unknown("the disk still can't be read") from (cause or error)
        self._doubtful = False
        self._wake()

    def _catch_up(self) -> None:
        """Do at a start what a power cut may have prevented; raise Damaged. A disk that takes nothing only delays it."""
        try:
            self._settle()
            self._follow_up(dated=False)
        except Unknown as unknown:  # The table is read-only, and says so, until the next command finds the disk well.
            if isinstance(unknown.__cause__, Damaged):
                raise unknown.__cause__ from None

    def _follow_up(self, *, dated: bool = True) -> None:
        """Do what follows from a commit by itself. Unless *dated*, a result that wasn't kept came at an unknown time."""
        self._forget()
        self._end_as_agreed()
        self._answer_for_chance()
        if self._keep_result(dated=dated):  # A storage error or a power cut had prevented it.
            self._wake()

    def _forget(self) -> None:
        """Take those who wanted to be forgotten out of the journal, and read the table's rows again without them."""
        if not (wanted := self._room.evening.forgetting):
            return
        try:
            without = forgetting.without(self._journal, wanted)
            replayed_room(self._journal, self._given, without)  # Rows that couldn't be read again would be lost for good.
            self._journal.rewrite(TABLE_ROWS, without)
        except (sqlite3.Error, Damaged, OSError) as error:
            self._doubtful = True
            self._stop_writing()
            raise Unknown("the disk reported an error") from error
        except Exception as fault:  # Whatever may stand in a row: nothing has changed, and the table goes on.
            logging.getLogger(__name__).error("nobody was forgotten, at %s; please report it", place_of(fault))
            return
        self._room, self._match = self._replayed()
        self._wake()

    def _end_as_agreed(self) -> None:
        """End the game by its ranking as it stands, in a row of the game's own, if those who are left have agreed on it."""
        match = self._match
        if match is None or match.is_over or self._room.evening.ending != match.number:
            return
        try:
            with self._faults.numbered(self._journal.last + 1):
                events = match.ranking()
                after = match.after(TABLE, None, events, self._journal.last + 1)
                match.insist_on_disclosure(events)
        except Fault:  # It has been logged, and the players can still put the game away.
            return
        self._append(match.number, self._version_of(match), TABLE, None, text([None, None]), events)
        self._match = after
        self._keep_result()
        self._after(TABLE)

    def _answer_for_chance(self) -> None:
        """Answer CHANCE's asks, if the table leaves drawing, shuffling and dice to the companion."""
        while self._match and (asks := self._match.game.asks(seen(self._match.state, CHANCE), CHANCE)):
            command = self._match.pinned(asks[0]) or self._by_duplicate(self._match, asks[0]) or self._chance(asks[0])
            try:
                self._commit(CHANCE, command, text([codec.kept(command), None]), None)
            except Illegal as illegal:  # Don't refuse the act before this one: it has been committed.
                logging.getLogger(__name__).error(
                    "a fault of the rules, which refused their own draw: %s; please report it", illegal
                )
                return
            except Fault:  # It has been logged, and the act before it is committed.
                return

    def _as_duplicate(self, event: room.Event) -> room.Event:
        """Return a game's start as that of the duplicate that waits, if it begins just so and wasn't played here before."""
        if not isinstance(event, GameStarted) or (offer := self.now.duplicate) is None:
            return event
        is_it = offer.begins(self._games[event.game], event.seats, event.options)
        return replace(event, duplicate=offer.commitment) if is_it else event

    def _by_duplicate(self, match: Match, ask: AnyAsk) -> object | None:
        """Return the answer to *ask* of chance in a duplicate; None in any other game, and in one whose seed is lost."""
        commitment = self._room.evening.started(match.number).duplicate
        if not commitment:
            return None
        if duplicate := self._duplicates.find(commitment):
            return duplicate.answer(ask, so_far(match.log, ask))
        logging.getLogger(__name__).warning("the seed of this duplicate is lost, so chance goes on without it")
        return None

    def _replayed(self, *, keep: bool = False) -> tuple[Room, Match | None]:
        """Return the room and the game that is on, folded from the disk; with *keep*, write a checkpoint if one is due."""
        replayed = replayed_room(self._journal, self._given)
        if keep and not keep_checkpoint(self._journal, replayed):
            self._doubtful = True  # Its transaction is still open.
        return replayed.room, loaded(self._journal, self._games, replayed.room, replayed.since)


def _insist_on_reading(kinds: Sequence[type], events: Sequence[object]) -> None:
    """Raise Illegal unless *events* can be read again: after one row that can't, no table would start.

    Only what comes as JSON from phones has been read before; what comes from forms and files may be too long, for instance.
    """
    if not codec.reads_back(kinds, events):
        raise Illegal(Refusal(say("table.refusal.not_kept"), "table"))


def _enters(events: Sequence[object]) -> bool:
    """Return whether *events* enter a game that was played without the companion: what they state lies there already."""
    return any(isinstance(event, TableSet) and event.begun for event in events)
