"""One world: a table without a disk, on which a game continues from any state, with chance's draws given in advance."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from companion.games import worded
from companion.journal import codec
from companion.kit.asks import answers
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE, Seat, Viewer
from companion.seats.seating import SitDown, StartGame
from companion.table import guard
from companion.table.table import Table
from companion.table.voting import Vote
from companion.tags.pieces import Pieces

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.journal.store import Journal, Row
    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State, View
    from companion.kit.log import Log
    from companion.kit.screen import Screen
    from companion.table.voting import Motion


class ForgetfulJournal:
    """A journal that acknowledges all rows and keeps none."""

    def __init__(self) -> None:
        self.last = 0

    def rows(self, game: int, since: int = 0) -> Iterator[Row]:
        """Return an empty iterator."""
        return iter(())

    def newest_key(self, seat: Seat) -> int:
        """Return 0, because there are no rows."""
        return 0

    def find(self, seat: Seat, key: str) -> None:
        """Return None, because no key has been kept."""

    def append(self, *values: object) -> int:
        """Return the number of the next row."""
        self.last += 1
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

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Any:
        """Return the state of the position, whatever the arguments."""
        return self._position.state

    def view(self, state: State, viewer: Viewer, log: Log[object]) -> View:
        """Return the view, with the events before the position added to *log*."""
        view: View = self._game.view(state, viewer, log.preceded_by(self._position.events))
        return view

    def screen(self, view: View, log: Log[object]) -> Screen:
        """Return the screen, with the events before the position added to *log*."""
        return self._game.screen(view, log.preceded_by(self._position.events))


class World:
    """The table of one of two worlds, and its true *position*, which is kept in step by `follow`.

    *draws* are chance's answers at the start; the table takes them at once, and `follow` has to repeat them as *opening*.
    """

    def __init__(self, game: AnyGame, position: Position, draws: Sequence[object]) -> None:
        self.game, self.position = game, position
        self.opening, self.draws = tuple(draws), deque(draws)
        midway, journal = Midway(game, position), ForgetfulJournal()
        self.box = game.pieces({name: getattr(position.state.options, name) for name in worded(game)})
        tags = Pieces({n.to_bytes(7, "big"): piece for n, piece in enumerate(self.box)})
        self.table = Table(cast("Journal", journal), {game.NAME: midway}, tags, lambda ask: self.draws.popleft())
        for seat in position.state.seats:
            self.table.act(seat, SitDown(f"Player {seat}", seat * 64))
        self.table.act(position.state.seats[0], StartGame(game.NAME, {}))

    @property
    def state(self) -> Any:
        """The true state."""
        return self.position.state

    def act(self, chain: Sequence[tuple[Seat, object]]) -> object:
        """Do the first command of *chain* as its seat's phone would, let chance do the others, and return the reply."""
        (seat, command), *by_chance = chain
        self.draws.extend(command for _, command in by_chance)
        asks = [(one.ask.name, one.number) for one in self.table.now.standing(seat).values() if answers(one.ask, command)]
        reply = self.table.act(seat, command, ask=asks[0] if asks else None)
        assert not self.draws, "chance was asked for fewer draws than the rules made"
        return reply

    def follow(self, chain: Sequence[tuple[Seat, object]]) -> list[object]:
        """Apply *chain* to the true position, as `act` did to the table, and return the events."""
        events: list[object] = []
        for seat, command in chain:
            state, fresh = outcome(self.game, self.state, seat, command)
            self.position = Position(state, (*self.position.events, *fresh))
            events += fresh
        return events

    def vote(self, voter: Seat, motion: Motion) -> None:
        """Let *voter* vote for *motion*, a take-back, and follow it once it is carried."""
        self.table.act(voter, Vote(motion, True))
        match = self.table.now.match
        if match is not None and self.table.now.take_back is None:
            before = len(self.position.events) - sum(len(entry.events) for entry in match.gone[-1].entries)
            self.position = Position(match.state, self.position.events[:before])

    def asked(self, seat: Seat) -> tuple[AnyAsk, ...]:
        """Return the open asks of *seat*."""
        return tuple(ask for ask in self.game.asks(seen(self.state, seat), seat) if ask.is_open)

    def true(self) -> Any:
        """Return the true state, with its secrets, as plain data."""
        return codec.kept(self.state)


def outcome(game: AnyGame, state: State, seat: Seat, command: object) -> tuple[State, list[object]]:
    """Return the state after *command*, and its events; raise Illegal."""
    events = list(guard.decide(game, state, seat, command))
    for event in events:
        state = game.evolve(state, event)
    return state, events


def viewers(state: State) -> tuple[Viewer, ...]:
    """Return all viewers of *state*: its seats and TABLE."""
    return (*state.seats, TABLE)
