"""One world: a table without a disk, on which a game continues from any state, with chance's draws given in advance."""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from companion.agreeing.motions import Motion, Vote
from companion.games import worded
from companion.journal import codec
from companion.kit.asks import answers
from companion.kit.house import needed
from companion.kit.messages import Illegal
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, TABLE, Seat, Viewer
from companion.match import guard
from companion.seats.places import ComeBack
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.setting.proposal import Board
from companion.table.chance import by_chance
from companion.table.table import Stale, Table
from companion.tags.pieces import Pieces

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.agreeing.motions import Outwait
    from companion.journal.store import Journal, Row
    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State, View
    from companion.kit.layout import TableSet
    from companion.kit.log import Log
    from companion.kit.screen import Screen
    from companion.match.match import Gone
    from companion.setting.proposal import Propose


class ForgetfulJournal:
    """A journal that acknowledges all rows and keeps none, only the answers to keys."""

    def __init__(self) -> None:
        self.last = 0
        self._answers: dict[tuple[Seat, str], tuple[str, str]] = {}

    def rows(self, game: int, since: int = 0) -> Iterator[Row]:
        """Return an empty iterator."""
        return iter(())

    def newest_key(self, seat: Seat) -> int:
        """Return 0, because there are no rows."""
        return 0

    def find(self, seat: Seat, key: str) -> tuple[str, str] | None:
        """Return command and reply of the row that *seat* has sent with *key*, or None."""
        return self._answers.get((seat, key))

    def append(self, game: int, version: str, seat: Seat, key: str | None, command: str, events: str, reply: str) -> int:
        """Return the number of the next row."""
        self.last += 1
        if key is not None:
            self._answers[seat, key] = command, reply
        return self.last

    def abandon(self) -> None:
        """Do nothing, because no transaction can fail."""


class Position(NamedTuple):
    """A *state* in the middle of a game, and the true *events* that led to it."""

    state: Any
    events: tuple[object, ...] = ()


class Midway:
    """A wrapper of *game* that begins at *position*, in the middle."""

    def __init__(self, game: AnyGame, position: Position) -> None:
        self._game = game
        self._position = position

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def setup(self, seats: Sequence[Seat], options: Mapping[str, object]) -> Any:
        """Return the state of the position, whatever the arguments."""
        return self._position.state

    def view(self, state: State, viewer: Viewer, log: Log[object]) -> View:
        """Return the view, with the events before the position added to *log*."""
        view: View = self._game.view(state, viewer, log.preceded_by(self._position.events))
        return view

    def screen(self, view: View, log: Log[object]) -> Screen:
        """Return the screen, with the events before the position added to *log*."""
        return self._game.screen(view, log.preceded_by(self._position.events))


class Sent(NamedTuple):
    """The message of a phone: the *command*, the *ask* that it answered, by name and number, and the *key*."""

    command: object
    ask: tuple[str, int] | None
    key: str


class World:
    """The table of one of two worlds, and its true *position*, which is kept in step by `follow`.

    The lab follows the game by itself, take-backs included: `is_astray` says whether the table plays another one. *draws* are
    chance's answers at the start; the table takes them at once, and `follow` has to repeat them as *opening*.
    """

    def __init__(self, game: AnyGame, position: Position, draws: Sequence[object], seed: float = 0) -> None:
        self.game, self.position = game, position
        self.opening, self.draws = tuple(draws), deque(draws)
        self._drawn, self._were = 0, {0: (position, 0)}  # Chance's answers so far; the positions so far, by row.
        self._answered: list[tuple[int, AnyAsk, object]] = []
        self._sent: dict[Seat, Sent] = {}
        self._lots = random.Random(seed)  # For draws that the lab doesn't expect, because they have been made before.
        midway, journal = Midway(game, position), ForgetfulJournal()
        self.box = game.pieces({name: getattr(position.state.options, name) for name in worded(game)})
        tags = Pieces({n.to_bytes(7, "big"): piece for n, piece in enumerate(self.box)})
        self.table = Table(cast("Journal", journal), {game.NAME: midway}, tags, self._draw)
        for seat in position.state.seats:
            self.table.act(seat, SitDown(f"Player {seat}", seat * 64))
        self.table.act(position.state.seats[0], StartGame(game.NAME, needed(game)))  # So that the house may sit in.

    @property
    def state(self) -> Any:
        """The true state."""
        return self.position.state

    @property
    def gone(self) -> tuple[Gone, ...]:
        """The take-backs so far."""
        return self.table.now.match.gone if self.table.now.match else ()

    @property
    def is_astray(self) -> bool:
        """Return whether the table plays on from another state than the rules, the votes and chance have led to."""
        return self.table.now.match is None or bool(self.table.now.match.state != self.state)

    def act(self, chain: Sequence[tuple[Seat, object]]) -> object:
        """Do the first command of *chain* as its seat's phone would, let chance do the others, and return the reply."""
        (seat, command), *_ = chain
        self.draws.extend(self._fresh(chain))
        asks = [(one.ask.name, one.number) for one in self.table.now.standing(seat).values() if answers(one.ask, command)]
        self._sent[seat] = Sent(command, asks[0] if asks else None, f"key {self.table.now.row}")
        reply = self.table.act(seat, command, ask=self._sent[seat].ask, key=self._sent[seat].key)
        assert not self.draws, "chance was asked for fewer draws than the rules made"
        return reply

    def show_panel(self, seat: Seat) -> None:
        """Let the phone of *seat* tell the table that it shows the panel of an ask that stands."""
        name, standing = next(iter(self.table.now.standing(seat).items()))
        self.table.stand_at(seat, (name, standing.number))

    def follow(self, chain: Sequence[tuple[Seat, object]]) -> list[object]:
        """Apply *chain* to the true position, as `act` did to the table, and return the events."""
        log, events = self.table.now.match.log if self.table.now.match else (), list[object]()
        for n, (seat, command) in enumerate(chain):
            if seat == CHANCE:
                self._answered.append((self._drawn, self.game.asks(seen(self.state, CHANCE), CHANCE)[0], command))
                self._drawn += 1
            state, fresh = outcome(self.game, self.state, seat, command)
            self.position = Position(state, (*self.position.events, *fresh))
            self._were[log[n - len(chain)].row] = self.position, self._drawn
            events += fresh
        return events

    def given(self, further: int, ask: AnyAsk) -> object | None:
        """Return the earlier answer of chance to *ask*, if *further* answers of chance precede it from here; or None."""
        at = self._drawn + further
        return next((command for n, asked, command in self._answered if (n, asked) == (at, ask)), None)

    def vote(self, voter: Seat, vote: Vote | Outwait) -> object:
        """Let *voter* vote on a take-back, or a minute pass; go to where that has led, and return the reply, or a refusal."""
        gone, motion = len(self.gone), vote.motion if isinstance(vote, Vote) else self.table.now.take_back
        try:
            reply: object = self.table.act(voter, vote)
        except Illegal as illegal:
            return refused(illegal)
        if motion is not None and len(self.gone) > gone:
            self.position, self._drawn = self._were[motion.number]
        return reply

    def set_anew(
        self, seat: Seat, command: Propose | Vote, carried: TableSet | None, chain: Sequence[tuple[Seat, object]]
    ) -> object:
        """Let *seat* propose to set the table anew, or vote on it; return the reply, or a refusal.

        If that comes to the event *carried*, go to where it leads, and then let chance answer as in *chain*.
        """
        if carried is not None:
            after = Board(self.game, self.state).after(carried)
            self.position = self._were_at(carried.row, Position(after, (*self.position.events, carried)))
            self.draws.extend(self._fresh(chain))
        try:
            reply: object = self.table.act(seat, command)
        except Illegal as illegal:
            return refused(illegal)
        assert not self.draws, "chance was asked for fewer draws than the rules made"
        return reply

    def _were_at(self, row: int, position: Position) -> Position:
        self._were[row] = position, self._drawn
        return position

    def swapping(self, seat: Seat, other: Seat) -> list[tuple[Seat, object]]:
        """Return the acts by which the players of *seat* and *other* swap."""
        swap = Vote(Motion("swap", seat, other=other), True)
        return [(seat, swap), (other, swap)]

    def repeated(self, seat: Seat) -> list[object]:
        """Send *seat*'s newest act again, with its key and without, and return both replies: neither does anything."""
        if seat not in self._sent:
            return []
        command, ask, key = self._sent[seat]
        return [self._reply(seat, command, ask, key), self._reply(seat, command, ask, None) if ask else None]

    def _reply(self, seat: Seat, command: object, ask: tuple[str, int] | None, key: str | None) -> object:
        try:
            return self.table.act(seat, command, ask=ask, key=key)
        except Stale as stale:
            return ["stale", str(stale)]
        except Illegal as illegal:
            return refused(illegal)

    def _draw(self, ask: AnyAsk) -> object:
        return self.draws.popleft() if self.draws else by_chance(ask, self._lots)

    def _fresh(self, chain: Sequence[tuple[Seat, object]]) -> list[object]:
        """Return the draws of *chain* that chance hasn't made before; the table knows the others."""
        state, fresh, drawn = self.state, list[object](), 0
        for seat, command in chain:
            if seat == CHANCE:
                fresh += [] if self.given(drawn, self.game.asks(seen(state, CHANCE), CHANCE)[0]) is not None else [command]
                drawn += 1
            state, _ = outcome(self.game, state, seat, command) if len(chain) > 1 else (state, [])
        return fresh

    def passing(self, seat: Seat) -> list[tuple[Seat, object]]:
        """Return the acts by which the player of *seat* leaves, and somebody else gets the place with everybody's consent."""
        others = [one for one in self.state.seats if one != seat]
        give = Vote(Motion("give_place", seat, self.table.now.evening.on), True)
        gone = [(seat, Vote(Motion("leave", seat), True)), (seat, SitDown("Newcomer", "n" * 64))]
        return [*gone, *((one, give) for one in others)]

    def sitting_in(self, seat: Seat) -> list[tuple[Seat, object]]:
        """Return the acts by which the player of *seat* leaves, the house plays on by everybody's consent, and they return."""
        house = Vote(Motion("house_plays", seat), True)
        back = ComeBack(f"{seat}b" * 32, self.table.now.seating.sitters[seat].person)
        others = [(one, house) for one in self.state.seats if one != seat]
        return [(seat, Vote(Motion("leave", seat), True)), *others, (seat, back)]

    def dare(self, seat: Seat, command: object) -> bool:
        """Do *command* of the table's own; return whether it was accepted."""
        try:
            self.table.act(seat, command)
        except Illegal:
            return False
        return True

    def past(self, seat: Seat) -> bytes:
        """Return the sentences told to *seat* since this world began."""
        match = self.table.now.match
        return json.dumps(codec.plain(list(match.told(seat)) if match else [])).encode()

    def newcomer(self, seat: Seat) -> bytes:
        """Return the page that the phone on *seat* receives, or the game's log as it reads it once it has the place."""
        now, match = self.table.now, self.table.now.match
        if match is None or not now.plays(seat):
            return json.dumps(codec.plain([now.view(seat), repr(now.standing(seat))])).encode()
        return json.dumps(codec.plain(list(match.told(seat, now.places.told(match.number, seat))))).encode()

    def asked(self, seat: Seat) -> tuple[AnyAsk, ...]:
        """Return the open asks of *seat*."""
        return tuple(ask for ask in self.game.asks(seen(self.state, seat), seat) if ask.is_open)

    def secrets(self) -> bytes:
        """Return all true states since this world began, with their secrets, which open books would show."""
        match = self.table.now.match
        return json.dumps([codec.kept(state) for state in match.states] if match else []).encode()

    def true(self) -> Any:
        """Return the true state, with its secrets, as plain data."""
        return codec.kept(self.state)


def refused(illegal: Illegal) -> object:
    """Return the refusal as data: all that it says."""
    return [illegal.refusal, str(illegal), repr(illegal.args)]


def outcome(game: AnyGame, state: State, seat: Seat, command: object) -> tuple[State, list[object]]:
    """Return the state after *command*, and its events; raise Illegal."""
    events = list(guard.decide(game, state, seat, command))
    for event in events:
        state = game.evolve(state, event)
    return state, events


def viewers(state: State) -> tuple[Viewer, ...]:
    """Return all viewers of *state*: its seats and TABLE."""
    return (*state.seats, TABLE)
