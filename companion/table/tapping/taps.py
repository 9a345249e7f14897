"""Taps and keys: what a tag on a reader or a press of the panel means just now, and what is done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from companion.keeping import room
from companion.kit.game import Nothing, Play, Point
from companion.kit.layout import named
from companion.kit.messages import Illegal, Said, Thing, Who, say
from companion.kit.pieces import Piece
from companion.kit.viewers import TABLE, Seat
from companion.match import guard
from companion.seats.tickets import Claim
from companion.setting.layouts import laid
from companion.setting.standing import gone, standing, vouched
from companion.table.answers import Answer, Fault, Stale, Unknown
from companion.table.commits import Commits
from companion.table.tapping.doubt import Doubt
from companion.table.tapping.late import late
from companion.table.tapping.meaning import rests
from companion.tags import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from companion.kit.asks import AnyAsk

    Chance: TypeAlias = Callable[[AnyAsk], object]


PATIENCE: Final = 300.0  # Seconds for which a phone's panel counts as open without any more news of it.
RECOUNT_KEYS: Final = {"ok": "right", "back": "wrong", "last_order": "stop"}  # answers by the panel's keys


class Taps(Commits):
    """Take what is laid on the readers and pressed on the panel: a walk, a question and a recount come before the game."""

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
                return self._heard(self._laid(room.as_called(self._room, self._games, piece), spot, key=key))
            self._lessons.waiting = uid
            return self._heard(Answer(False, say("table.unknown_tag")))

    def lies(self, spot: str, uids: Collection[bytes] | None, *, whole: bool) -> None:
        """Note what lies on the reader *spot*, which lies under a card; None if it is lost. See `stands.Stands.lie`."""
        with self._lock:
            found = [self._room.pieces.find(uid) for uid in uids or ()]
            pieces = [room.as_called(self._room, self._games, piece) for piece in found if piece is not None]
            self._stands.lie(spot, None if uids is None else pieces, self._game, whole=whole)
            if self._match is not None and self._hands is not None:
                self._hands = self._hands.lain(
                    vouched(laid(self._match.game, self._match.state), self._stands.seen(self._game))
                )
            self._miss_pawns()
            self._wake()

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
            return self._heard(self._tapped(Piece("key", key), "panel"))

    def stand_at(self, seat: Seat, ask: tuple[str, int] | None) -> None:
        """Note that the phone of *seat* shows a panel for *ask*, or none: while it does, a card picks and does nothing.

        Nothing that anybody can see changes by this, not even the revision: a panel is between a player and the phone. The note
        is good for as long as that ask stands, and for at most PATIENCE seconds, since a phone may die without a word.
        """
        with self._lock:
            self._at.pop(seat, None)
            if ask is not None:
                self._at[seat] = ask, self._clock() + PATIENCE

    def recount(self, answer: str = "", at: int = -1) -> None:
        """Start a recount of what lies on the table or, with *answer*, answer its question number *at*, from 0.

        Answers are "right", "wrong" and "stop". Raises Illegal if there is nothing to recount, or while people vote, and Stale
        if that question isn't being asked.
        """
        with self._lock:
            if not answer:
                self._recount = self.now.counted()
                self._wake()
            elif self._recount is None or (at != self._recount.at and answer != "stop"):
                raise Stale("recount")
            else:
                self._recounted(answer)

    # Call these only with the lock held

    def _heard(self, answer: Answer) -> Answer:
        """Return the *answer* to a tap; if it is a refusal, let the pages say it for a while, as the display does."""
        if not answer.right and answer.said is not None:
            self._say_refused(answer.said)
        return answer

    @property
    def _game(self) -> int:
        return self._match.number if self._match else 0

    def _laid(self, piece: Piece, spot: str, *, key: bool) -> Answer:
        """Handle *piece* on the reader *spot*; on one under a card, a pawn that belongs there is right, and needs no word."""
        place = self._stands.card(spot, self._game)
        if self._match is not None and piece.kind == "pawn" and place and not key:
            facts, stand = laid(self._match.game, self._match.state), self._stands.seen(self._game).get(place)
            if (
                stand
                and piece.name in standing(facts).get(place, ())
                and (place, piece.name) not in gone(facts, {place: stand})
            ):
                return Answer(True)
        return self._tapped(piece, place or spot, key=key)

    def _miss_pawns(self) -> None:
        """Name each pawn that has left a card with a reader although nobody is moving any."""
        still = self._match is None or not self.now.playing or self._hands or rests(self._room, self._match)
        facts = () if still or self._match is None else laid(self._match.game, self._match.state)
        for thing, seat in self._stands.left(gone(facts, self._stands.seen(self._game)), self._game, self._clock()):
            said = say("table.stand.left", who=Who(seat), thing=Thing(thing))
            self._announce(said)
            self._say_refused(said)

    def _tapped(self, piece: Piece, spot: str, *, key: bool = False) -> Answer:
        self._discard_ticket()  # A tap is about the game, so the display returns to it.
        self._drop_doubt()
        self._forget_refusal()
        try:
            with self._faults.numbered(self._journal.last + 1):  # A game's own fault mustn't end the reader's thread.
                meant = self.now.meaning(piece, spot, key=key)
        except Fault as fault:
            return Answer(False, say("table.fault", number=fault.number))
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
        assert_never(meant)

    def _is_busy(self, seat: Seat) -> bool:
        ask, until = self._at.get(seat, (("", 0), 0.0))
        return self._match is not None and self._match.stands(seat, *ask) and self._clock() < until

    def _ask_first(self, play: Play[object], question: Said) -> None:
        """Ask *question* before *play* is done; raise Illegal at once if it would be refused."""
        assert self._match is not None, "only a game's tap means a play"
        with self._faults.numbered(self._journal.last + 1):
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

    def _forget_refusal(self) -> None:
        if self._refused is not None:
            self._refused = None
            self._wake()

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
        except (Unknown, Stale):  # Stale: the disk had kept an act that it reported as failed, and the game is gone.
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
