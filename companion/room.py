"""What the table's own rows tell: who sits where, what was agreed, whose place it is, and which tag is which piece.

Four topics, each in its own file; here they are decided and folded together, for one command may touch more than one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion import enrolment, evening, places, seating
from companion.evening import Evening, TakenUp
from companion.places import Places
from companion.seating import GameStarted, Seating

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.evening import OnTable
    from companion.game import Game, Said, Seat
    from companion.pieces import Piece, Pieces

ROWS: Final = 4  # The version of the table's own rows: since 2 they may tell of tags, 3 of evening.py, 4 of places.py.
COMMANDS: Final = (*seating.COMMANDS, *evening.COMMANDS, *places.COMMANDS, *enrolment.COMMANDS)
EVENTS: Final = (*seating.EVENTS, *evening.EVENTS, *places.EVENTS, *enrolment.EVENTS)


@dataclass(frozen=True, slots=True)
class Room:
    """Everything around the game."""

    seating: Seating
    pieces: Pieces
    evening: Evening
    places: Places

    @property
    def names(self) -> dict[Seat, str]:
        """The players' names by seat."""
        return {seat: sitter.name for seat, sitter in self.seating.sitters.items()}

    @property
    def players(self) -> dict[Seat, str]:
        """The names of who plays or played the game on the table, by seat; none before the first."""
        return self.places.names(self.evening.on)

    def plays(self, seat: Seat) -> bool:
        """Whether who sits on *seat* now plays or played the game on the table."""
        return self.places.holds(self.seating, seat, self.evening.on)


def boxes(room: Room, games: Mapping[str, Game]) -> dict[str, tuple[Piece, ...]]:
    """Return the pieces of each game that could have a tag, with the options of the one that is on or was the last."""
    started = room.evening.games.get(room.evening.on, room.seating.started)
    options = {started.game: started.options} if started else {}
    return {name: game.pieces(options.get(name, {})) for name, game in games.items()}


def box(room: Room, games: Mapping[str, Game]) -> tuple[Piece, ...]:
    """Return every piece that could have a tag, each once: games share pawns."""
    return tuple(dict.fromkeys(piece for pieces in boxes(room, games).values() for piece in pieces))


def opened(pieces: Pieces) -> Room:
    """Return the room before its first row; *pieces* have tags that are known from the start."""
    return Room(Seating({}), pieces, Evening(), Places())


def decide(
    room: Room, seat: Seat, command: Any, games: Mapping[str, Game], box: Collection[Piece], on: OnTable | None
) -> tuple[Any, ...]:
    """Return the events of one of COMMANDS; raise Illegal. *on* is the game on the table, finished or not."""
    playing = on is not None and on.winners is None
    if isinstance(command, enrolment.COMMANDS):
        return enrolment.decide(room.pieces, command, box, playing=playing)
    counted = evening.scored(room.evening, room.players, on)
    if isinstance(command, evening.COMMANDS):
        return (*counted, *evening.decide(room.evening, room.seating, room.places, seat, command, on))
    if isinstance(command, places.COMMANDS):
        return (*counted, *places.decide(room.places, room.seating, seat, command))
    return (*counted, *seating.decide(room.seating, seat, command, games, playing=playing))


def evolve(room: Room, event: Any) -> Room:
    """Return the room after *event*, one of EVENTS."""
    if isinstance(event, enrolment.EVENTS):
        return replace(room, pieces=enrolment.evolve(room.pieces, event))
    sitting = seating.evolve(room.seating, event) if isinstance(event, seating.EVENTS) else room.seating
    agreed = evening.evolve(room.evening, event)
    if isinstance(event, GameStarted | TakenUp):
        game = agreed.games[event.number]
        theirs = places.begun(room.places, sitting, game.number, game.seats, agreed.saved)
    else:
        theirs = places.evolve(room.places, event, room.seating)
    return replace(room, seating=sitting, evening=agreed, places=theirs)


def tell(event: Any, *, playing: bool) -> Said | None:
    """Return what the table says of *event* to everybody, or None where the pages show enough."""
    return seating.tell(event) or evening.tell(event) or enrolment.tell(event, playing=playing)
