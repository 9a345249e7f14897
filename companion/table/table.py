"""The table: the game in progress, the only mutable object, and the only lock.

Each command is one commit: decide -> events -> fold into a new state and check it -> one journal row on the disk -> swap the
state -> publish it as `now`, and wake display and phones -> answer. The lock is for writers; readers take `now`.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from contextlib import contextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from companion.agreeing.evening import BringGame
from companion.agreeing.leaving import Waits
from companion.agreeing.minute import Minute
from companion.agreeing.motions import Outwait, open_take_back
from companion.carrying import gamefile
from companion.carrying.making import made
from companion.journal import codec
from companion.journal.store import ROWS, SCHEMA, TABLE_ROWS, Damaged, text
from companion.keeping import checkpoint, room
from companion.keeping.replaying import changes_game, loaded, place_of, replayed_room
from companion.kit.game import Nothing, Play, Point, insist
from companion.kit.layout import TableSet, named
from companion.kit.messages import Illegal, Refusal, Said, Who, say
from companion.kit.pieces import Piece
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, TABLE, Seat
from companion.match import guard
from companion.match.entries import TakenBack
from companion.seats.places import TakePlaces
from companion.seats.seating import MoveSeat
from companion.seats.tickets import Claim
from companion.setting import hands
from companion.setting.layouts import has_layout
from companion.table.answers import Answer, Fault, KeyReused, Stale, Unknown
from companion.table.doubt import Doubt
from companion.table.late import late
from companion.table.lessons import Lessons
from companion.table.meaning import rests
from companion.table.snapshot import Snapshot
from companion.tags import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from companion.agreeing.motions import Motion
    from companion.carrying.gamefile import GameFile
    from companion.journal.store import Journal
    from companion.keeping.replaying import Replayed
    from companion.keeping.room import Room
    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame
    from companion.match.match import Match
    from companion.seats.tickets import Tickets
    from companion.setting.hands import Hands
    from companion.setting.recount import Recount
    from companion.table.late import Late
    from companion.tags.pieces import Pieces

    Chance: TypeAlias = Callable[[AnyAsk], object]


T = TypeVar("T")
PATIENCE: Final = 300.0  # Seconds for which a phone's panel counts as open without any more news of it.
RECOUNT_KEYS: Final = {"ok": "right", "back": "wrong", "last_order": "stop"}  # answers by the panel's keys

__all__ = ["Answer", "Fault", "KeyReused", "Stale", "Table", "Unknown"]


class Table:
    """Take commands, and publish the result as *now*, a Snapshot. Thread-safe."""

    now: Snapshot

    def __init__(
        self,
        journal: Journal,
        games: Mapping[str, AnyGame],
        pieces: Pieces,
        chance: Chance,
        tickets: Tickets | None = None,
        clock: Callable[[], float] = float,
    ) -> None:
        """Fold the journal's rows; raise journal.Damaged or ValueError (a newer schema, an unknown game).

        *pieces* are the tags that are known before the journal's first row: those of a simulated box.
        *chance* answers CHANCE's asks after a commit, from the operating system's generator.
        *tickets* issues a ticket when a pawn is laid as a key; with None, pawns aren't keys here.
        *clock* returns monotonic seconds; by default no time passes.
        """
        self._journal, self._games, self._chance, self._tickets = journal, games, chance, tickets
        self._announced: tuple[int, Said] | None = None
        self._given = pieces
        self._clock, self._minute, self._waits = clock, Minute(clock), Waits(clock)
        self._doubt: Doubt | None = None
        self._at: dict[Seat, tuple[tuple[str, int], float]] = {}  # The asks for which a seat's phone shows a panel.
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._revision = 0
        self._points: dict[Seat, Point] = {}
        self._doubtful = False  # True from a storage error until the journal has been read again.
        self._read_only = False  # True from a storage error until the disk has taken a command again.
        self._faults = count(1)
        self._missing = 0  # The last row whose append failed; it may be on the disk all the same.
        self._room, self._match = self._replayed(keep=True)
        self._lessons = Lessons()
        self._recount: Recount | None = None
        self._late: Late | None = None
        self._hands: Hands | None = None
        self.now = self._seen_now()
        self._minute.is_over(self._timed())  # A vote that was open has a new minute.
        with self._lock:
            self._follow_up()

    # For viewers

    def wait(self, revision: int, timeout: float, also: Callable[[], bool] = bool) -> Snapshot:
        """Wait until the revision differs from *revision*, *also* holds after a `nudge`, or *timeout* seconds are over.

        Return the snapshot of that moment.
        """
        with self._changed:
            self._changed.wait_for(lambda: self.now.revision != revision or also(), timeout)
            return self.now

    def nudge(self) -> None:
        """Make all who `wait` check their condition again, though nothing has changed at the table."""
        with self._changed:
            self._changed.notify_all()

    # Pawns as keys

    def move(self, code: str, token: str) -> Seat:
        """Move the seat of the ticket with *code* to the phone with the hashed *token*, and use the ticket up.

        Raises Stale if no such ticket is valid, and whatever `act` raises; the ticket then stays valid.
        """
        with self._lock:
            seat = self._tickets.find(code) if self._tickets else None
            if seat is None:
                raise Stale("ticket")
            self._act(seat, MoveSeat(token), None, None)
            self._give_places(seat)
            return seat

    def claim_places(self, code: str, seat: Seat) -> bool:
        """Give the sitter of *seat* its places in all games if the ticket with *code* opens it, and use the ticket up.

        Return whether it did. Raises whatever `act` raises.
        """
        with self._lock:
            if self._tickets is None or self._tickets.find(code) != seat:
                return False
            self._give_places(seat)
            return True

    # Games that go to another table or come from one

    def game_file(self, number: int) -> GameFile:
        """Return the file of game *number*, which is on the table or put away. It holds everybody's secrets.

        Raises Unknown if the disk doesn't answer or the journal is damaged.
        """
        with self._lock:
            try:
                whole = self._room
                link = whole.evening.brought.get(number)
                return made(
                    self._journal, whole.evening.started(number), whole.places.games[number], whole.agreed(number), link
                )
            except (sqlite3.Error, Damaged) as error:
                raise Unknown("the game can't be read") from error

    def bring(self, file: GameFile, match: Match) -> int:
        """Put the game of *file* among those put away, and return its number here; *match* is the file's, as `read` returns it.

        Raises Illegal, Fault or Unknown. The row with the file is found again by its key.
        """
        with self._lock:
            number = self._room.seating.next_game
            self._act(TABLE, BringGame(number, file, match.state.round), None, gamefile.key(number))
            return number

    def expire_ticket(self) -> None:
        """Discard the ticket once it has expired, and publish that. Call this about once a second."""
        with self._lock:
            if self._tickets is not None and self._tickets.expire():
                self._wake()

    def pass_time(self) -> None:
        """Do what is due: end a ticket, a question about a key, or the minute of a vote or of somebody who may have gone.

        Call this about once a second.
        """
        with self._lock:
            self.expire_ticket()
            if self._gone() != self.now.gone:
                self._wake()
            if self._doubt is not None and self._doubt.is_over(self._clock()):
                self._drop_doubt()
            if self._minute.is_over(self._timed()):
                with suppress(Illegal, Unknown, Fault):  # Nobody waits for an answer, and the next second tries again.
                    self._act(TABLE, Outwait(), None, None)

    # Tags

    def put_aside(self, uid: bytes) -> None:
        """Stop asking which piece the tag *uid* is; raise Stale if that tag isn't waiting."""
        with self._lock:
            self._lessons.put_aside(uid)
            self._wake()

    def start_walk(self, *, renew: bool) -> None:
        """Start a walk through the pieces without a tag, or with *renew* through all.

        Raises Illegal if there are none, and Stale while another walk is on.
        """
        with self._lock:
            self._lessons.start(self._room.pieces, self.now.box, renew=renew)
            self._wake()

    def step_walk(self, step: str, at: int) -> None:
        """Take *step*, one of walk.STEPS, from the piece with index *at*; raise Illegal, or Stale if the walk isn't at it."""
        with self._lock:
            self._lessons.step(step, at)
            self._wake()

    # The recount

    def start_recount(self) -> None:
        """Start a recount of what lies on the table; raise Illegal if there is none, or while people vote."""
        with self._lock:
            self._recount = self.now.counted()
            self._wake()

    def answer_recount(self, answer: str, at: int) -> None:
        """Give *answer* ("right", "wrong" or "stop") to question number *at*, from 0; raise Stale if it isn't being asked."""
        with self._lock:
            if self._recount is None or (at != self._recount.at and answer != "stop"):
                raise Stale("recount")
            self._recounted(answer)

    # For those who act

    def act(self, seat: Seat, command: object, *, ask: tuple[str, int] | None = None, key: str | None = None) -> dict[str, int]:
        """Do *command* for *seat* and return the reply.

        *ask* is the name and number of the ask that it answers, for optimistic concurrency; None skips that check (for a tap,
        a key, a script). *key* is an idempotency key: the same key and command get the stored reply.
        Raises KeyReused, Stale, Illegal, Fault or Unknown; after any of them except Unknown nothing has changed.
        """
        with self._lock:
            return self._act(seat, command, ask, key)

    def tap(self, spot: str, uid: bytes, *, key: bool = False) -> Answer:
        """Handle a tag laid on the reader *spot*; with *key* (BACK is held) a pawn is a key whatever the game asks."""
        with self._lock:
            if self._lessons.walk is not None:
                return self._taught(uid)
            piece = self._room.pieces.find(uid)
            if piece is not None and self._recount is not None and self._recount.asked:
                return self._recounted(piece)
            if piece is not None and self._hands is not None and (left := self._hands.laid(piece)) != self._hands:
                self._hands = left
                self._wake()
                return Answer(True)
            if piece is not None:
                return self._tapped(room.as_called(self._room, self._games, piece), spot, key=key)
            self._lessons.waiting = uid
            self._wake()
            return Answer(False, say("table.unknown_tag"))

    def press(self, key: str) -> Answer:
        """Handle a press of the panel's *key*: "ok", "back" or "last_order"."""
        with self._lock:
            if self._lessons.walk is not None:
                return self._stepped(walk.KEYS[key])
            if self._discard_ticket():
                return Answer(True)
            if self._doubt is not None and key in ("ok", "back"):
                return self._undoubted(self._doubt, key)
            if self._recount is not None:
                return self._recounted(RECOUNT_KEYS[key])
            if key in ("ok", "back") and self._hands is not None and self._match and not rests(self._room, self._match):
                self._hands = self._hands.done() if key == "ok" else None
                self._wake()
                return Answer(True)
            return self._tapped(Piece("key", key), "panel")

    def stand_at(self, seat: Seat, ask: tuple[str, int] | None) -> None:
        """Note that the phone of *seat* shows a panel for *ask*, or none: while it does, a card picks and does nothing.

        Nothing that anybody can see changes by this, not even the revision: a panel is between a player and the phone. The note
        is good for as long as that ask stands, and for at most PATIENCE seconds, since a phone may die without a word.
        """
        with self._lock:
            self._at.pop(seat, None)
            if ask is not None:
                self._at[seat] = ask, self._clock() + PATIENCE

    # Call these only with the lock held

    def _act(self, seat: Seat, command: object, ask: tuple[str, int] | None, key: str | None) -> dict[str, int]:
        self._settle()
        self._follow_up()  # A storage error may have prevented a draw.
        asked = text([codec.kept(command), ask])
        if key is not None and (known := self._find(seat, key)):
            if known[0] != asked:
                raise KeyReused(key)
            self._go_on_writing()
            return self._replied(json.loads(known[1]))
        if ask is not None and not (self._match and self._match.stands(seat, *ask)):
            raise Stale(ask[0])
        reply = self._commit(seat, command, asked, key)
        self._follow_up()
        return reply

    def _timed(self) -> Motion | None:
        """Return the vote whose minute is running: nobody is asleep while people let the game rest."""
        agreed, backs = self._room.evening, self._room.take_backs
        return None if agreed.paused or agreed.waits or backs.waited else open_take_back(self._room.votes)

    def _replied(self, reply: dict[str, int]) -> dict[str, int]:
        """Return the stored *reply*; if its row went back since, add by which row, so that nobody takes it for standing."""
        row = self._match.gone_by(reply["row"]) if self._match else 0
        return {**reply, "taken_back": row} if row else reply

    def _give_places(self, seat: Seat) -> None:
        """Give the sitter of *seat* its places in all games, as the laid pawn entitles them to, and use the ticket up."""
        if lost := self._room.places.lost(self._room.seating, seat):
            self._act(seat, TakePlaces(lost), None, None)
        self._discard_ticket()

    def _tapped(self, piece: Piece, spot: str, *, key: bool = False) -> Answer:
        self._discard_ticket()  # A tap is about the game, so the display returns to it.
        self._drop_doubt()
        meant = self.now.meaning(piece, spot, key=key)
        if isinstance(meant, Play) and meant.pick is not None and self._is_busy(meant.seat):
            meant = meant.pick
        match meant:
            case Claim(seat):
                assert self._tickets is not None
                self._tickets.give(seat)
                self._wake()
                return Answer(True)
            case Play(sure=Said() as question) as play:
                return self._answered(lambda: self._ask_first(play, question))
            case Play(seat, command):
                return self._answered(lambda: self._act(seat, command, None, None))
            case Point(seat) as point:
                self._points[seat] = point
                self._wake()
                return Answer(True, point.said)
            case Nothing(said):
                return Answer(False, self._fitted(piece, spot) or said)
        raise TypeError("the meaning of a tap must be Play, Point, Claim or Nothing")

    def _is_busy(self, seat: Seat) -> bool:
        ask, until = self._at.get(seat, (("", 0), 0.0))
        return self._match is not None and self._match.stands(seat, *ask) and self._clock() < until

    def _ask_first(self, play: Play[Any], question: Said) -> None:
        """Ask *question* before *play* is done; raise Illegal at once if it would be refused."""
        if self._match is not None:
            with self._numbered_faults():
                guard.decide(self._match.game, self._match.state, play.seat, play.command)
        self._doubt = Doubt(play, question, self._clock())
        self._wake()

    def _undoubted(self, doubt: Doubt, key: str) -> Answer:
        """Handle OK or BACK while *doubt* stands."""
        if key == "ok" and doubt.is_deaf(self._clock()):
            return Answer(False, doubt.said)
        self._drop_doubt()
        if key == "back":
            return Answer(True)
        return self._answered(lambda: self._act(doubt.play.seat, doubt.play.command, None, None))

    def _drop_doubt(self) -> None:
        if self._doubt is not None:
            self._doubt = None
            self._wake()

    def _to_do(self, match: Match | None) -> Hands | None:
        """Return what hands have to do when *match* takes the place of the present one, which went back or was set anew."""
        if match is None or self._match is None or not has_layout(match.game):
            return None
        return hands.begin(match.game, self._match.state, match.state)

    def _fitted(self, piece: Piece, spot: str) -> Said | None:
        """Offer a late tap to the phones as a correction, and return the sentence that asks about it, or None."""
        if self._match is None or not self.now.playing or rests(self._room, self._match):
            return None
        self._late = late(self._match.game, self._match.states, piece, spot)
        if self._late is None:
            return None
        self._wake()
        return say("table.late", thing=named(self._match.game, self._late.facts[0].thing), who=Who(self._late.seat))

    def _discard_ticket(self) -> bool:
        there = self._tickets is not None and self._tickets.discard()
        if there:
            self._wake()
        return there

    def _recounted(self, answer: str | Piece) -> Answer:
        """Take an answer to the recount's question: "right", "wrong", "stop", or a piece that lies elsewhere."""
        recount = self._recount
        if recount is None or recount.asked is None or answer == "stop":
            self._recount = None
        else:
            self._recount = recount.laid(answer) if isinstance(answer, Piece) else recount.answered(right=answer == "right")
        is_right = self._recount is not None and self._recount.asked is None and not self._recount.wrong
        if is_right:
            self._recount = None
        self._wake()
        return Answer(True, say("table.recount.all_right") if is_right else None)

    def _taught(self, uid: bytes) -> Answer:
        answer = self._answered(lambda: self._learn(uid))
        if not answer.right:
            return answer
        self._lessons.taught(uid)
        return self._walked()

    def _learn(self, uid: bytes) -> None:
        lesson = self._lessons.laid(self._room.pieces, uid, self._games, playing=self.now.playing)
        if lesson is not None:
            self._act(TABLE, lesson, None, None)

    def _answered(self, act: Callable[[], object]) -> Answer:
        """Call *act* and return the answer to the tap behind it, turning errors into sentences."""
        try:
            act()
        except Illegal as illegal:
            return Answer(False, illegal.refusal.said)
        except Unknown:
            return Answer(False, say("table.disk"))
        except Fault as fault:
            return Answer(False, say("table.fault", number=fault.number))
        return Answer(True)

    def _stepped(self, step: str) -> Answer:
        try:
            self._lessons.step(step)
        except Illegal as illegal:
            return Answer(False, illegal.refusal.said)
        return self._walked()

    def _walked(self) -> Answer:
        self._wake()
        return Answer(True, self._lessons.ending(self._room.pieces, self.now.box))

    def _commit(self, seat: Seat, command: object, asked: str, key: str | None) -> dict[str, int]:
        if isinstance(command, room.COMMANDS):
            return self._commit_room(seat, command, asked, key)
        if self._match is None:
            raise Stale("game")
        match = self._match
        if seat != CHANCE and (resting := rests(self._room, match)):
            raise Illegal(Refusal(resting, "table"))
        if seat not in (CHANCE, TABLE) and not self._room.plays(seat):
            raise Illegal(Refusal(say("table.refusal.not_in_game"), "table"))  # The seat's hand is somebody else's.
        with self._numbered_faults():
            events = guard.decide(match.game, match.state, seat, command)
            after = match.after(seat, command, events, self._journal.last + 1)
            match.insist_on_disclosure(events)
        self._recount = self._late = self._hands = None  # What was being asked may not be so any more.
        reply = self._append(match.number, self._version_of(match), seat, key, asked, events)
        self._match = after
        self._after(seat)
        return reply

    def _version_of(self, match: Match) -> str:
        return f"{SCHEMA}.{match.game.NAME}.{match.game.RULES}"

    def _commit_room(self, seat: Seat, command: room.Command, asked: str, key: str | None) -> dict[str, int]:
        with self._numbered_faults():
            row = self._journal.last + 1
            events = room.decide(self._room, seat, command, self._games, self.now.box, self.now.on_table(), row)
            after = room.folded(self._room, events, row)
        if not events:
            return {"row": self._journal.last}  # Nothing has changed, so no row is written.
        match = self._resumed(after) if changes_game(events) else self._went_back(events, after)
        reply = self._append(TABLE_ROWS, f"{SCHEMA}.table.{ROWS}", seat, key, asked, events)
        if match is not self._match:
            self._recount = self._late = None
            self._hands = self._to_do(match) if not changes_game(events) else None
            self._points.clear()  # They belong to the previous game's pages.
        self._room, self._match = after, match
        playing = match is not None and not match.is_over
        for event in events:
            self._announce(room.tell(event, playing=playing))
        self._lessons.put_aside_known(after.pieces)
        self._after(seat)
        return reply

    @contextmanager
    def _numbered_faults(self) -> Iterator[None]:
        """Turn any exception except a refusal into a Fault with a number, and log where it was raised.

        The message isn't logged, because it may contain a secret: see `place_of`.
        """
        try:
            yield
        except Illegal:
            raise
        except Exception as wrong:
            number = f"{self._journal.last + 1}-{next(self._faults)}"
            logging.getLogger(__name__).error(
                "fault %s in the program, at %s: nothing has changed; please report it", number, place_of(wrong)
            )
            raise Fault(number) from wrong

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
                with self._numbered_faults():
                    insist(event.row == self._journal.last + 1, "an event that names another row than its own")
                    match = match.settled(event)
        return match

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
            raise Unknown("the disk still can't be read") from (cause or error)
        self._doubtful = False
        self._wake()

    def _follow_up(self) -> None:
        """Do what follows from a commit by itself; also at a start, since a power cut may have come between."""
        self._end_as_agreed()
        self._answer_for_chance()

    def _end_as_agreed(self) -> None:
        """End the game by its ranking as it stands, in a row of the game's own, if those who are left have agreed on it."""
        match = self._match
        if match is None or match.is_over or self._room.evening.ending != match.number:
            return
        try:
            with self._numbered_faults():
                events = match.ranking()
                after = match.after(TABLE, None, events, self._journal.last + 1)
                match.insist_on_disclosure(events)
        except Fault:  # It has been logged, and the players can still put the game away.
            return
        self._append(match.number, self._version_of(match), TABLE, None, text([None, None]), events)
        self._match = after
        self._after(TABLE)

    def _answer_for_chance(self) -> None:
        """Answer CHANCE's asks, if the table leaves drawing, shuffling and dice to the companion."""
        while self._match and (asks := self._match.game.asks(seen(self._match.state, CHANCE), CHANCE)):
            command = self._match.pinned(asks[0]) or self._chance(asks[0])
            try:
                self._commit(CHANCE, command, text([codec.kept(command), None]), None)
            except Illegal as illegal:  # Don't refuse the act before this one: it has been committed.
                logging.getLogger(__name__).error(
                    "a fault of the rules, which refused their own draw: %s; please report it", illegal
                )
                return
            except Fault:  # It has been logged, and the act before it is committed.
                return

    def _after(self, seat: Seat) -> None:
        self._doubt = None  # The question was about the game as it stood.
        self._points.pop(seat, None)
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
        )  # fmt: skip

    def _gone(self) -> frozenset[Seat]:
        """Return the seats that have been asked long enough whether they are still there."""
        asked = {motion.seat for motion in self._room.votes if motion.kind == "leave"}
        return self._waits.over(asked)

    def _replayed(self, *, keep: bool = False) -> tuple[Room, Match | None]:
        """Return the room and the game that is on, folded from the disk; with *keep*, write a checkpoint if one is due."""
        replayed = replayed_room(self._journal, self._given)
        if keep and (replayed.rows > checkpoint.EACH or replayed.size > checkpoint.HEAVY):
            self._keep_room(replayed)
        return replayed.room, loaded(self._journal, self._games, replayed.room, replayed.since)

    def _keep_room(self, replayed: Replayed) -> None:
        key, whole = f"{checkpoint.WRITER}-{self._journal.last}", text(checkpoint.kept(replayed.room, replayed.since))
        with suppress(sqlite3.Error):  # A checkpoint only saves time, and the next start tries again.
            self._journal.append(TABLE_ROWS, f"{SCHEMA}.table.{ROWS}", checkpoint.WRITER, key, text(None), whole, text(None))
