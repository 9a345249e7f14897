"""The room, folded from the table's own rows: seating, evening, motions, places, tags and box contents.

Each of these six topics has its own file. They are decided and folded together here, because one command may touch several.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias, get_args

from companion.kit.messages import Illegal, Refusal, say
from companion.seats import places, seating
from companion.seats.places import Places, PlaceTaken, TakePlaces
from companion.seats.seating import GameStarted, Seating, StartGame
from companion.table import evening, taking_back, voting
from companion.table.evening import Evening, TakenUp
from companion.table.taking_back import Dropped, TakeBacks, TakenBack
from companion.table.voting import Vote, Voted
from companion.tags import contents, enrolment
from companion.tags.contents import ContentsKept, KeepContents
from companion.tags.enrolment import ImportTags

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.kit.game import AnyGame
    from companion.kit.messages import Said
    from companion.kit.pieces import Piece
    from companion.kit.viewers import Seat
    from companion.table.evening import OnTable
    from companion.tags.pieces import Pieces

# The version of the table's own rows. Version 2 added tags, 3 evening.py, 4 places.py and contents.py, 5 voting.py, 6
# taking_back.py; the upcaster in `upcasting` converts the votes of rows before 5.
ROWS: Final = 6
Command: TypeAlias = seating.Command | evening.Command | Vote | TakePlaces | enrolment.Command | KeepContents
Event: TypeAlias = (
    seating.Event | evening.Event | Voted | Dropped | TakenBack | PlaceTaken | enrolment.Event | ContentsKept
)  # fmt: skip
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)


@dataclass(frozen=True, slots=True)
class Room:
    """Everything around the game.

    *contents* are the box contents of those games for which the table has set its own. *votes* are the seats in favour of each
    motion. *take_backs* is what is remembered of take-backs.
    """

    seating: Seating
    pieces: Pieces
    evening: Evening
    places: Places
    contents: dict[str, contents.Rows] = field(default_factory=dict)
    votes: voting.Votes = field(default_factory=dict)
    take_backs: TakeBacks = field(default_factory=TakeBacks)

    @property
    def names(self) -> dict[Seat, str]:
        """The sitters' names, by seat."""
        return {seat: sitter.name for seat, sitter in self.seating.sitters.items()}

    @property
    def players(self) -> dict[Seat, str]:
        """The names of the players of the game on the table, finished or not, by seat; none before the first game."""
        return self.places.names(self.evening.on)

    def plays(self, seat: Seat) -> bool:
        """Return whether the current sitter of *seat* has its place in the game on the table, finished or not."""
        return self.places.holds(self.seating, seat, self.evening.on)


def boxes(room: Room, games: Mapping[str, AnyGame], *, playing: bool = False) -> dict[str, tuple[Piece, ...]]:
    """Return the pieces that can have a tag, by game: those of the table's own boxes, or of the game that is on.

    While a game is on (*playing*), the options that it was started with override the table's own box; afterwards it is the
    other way round.
    """
    started = room.evening.games.get(room.evening.on, room.seating.started)
    theirs = {started.game: started.options} if started else {}
    own = {name: contents.options(room.contents, game) for name, game in games.items()}
    both = (own, theirs) if playing else (theirs, own)
    return {name: game.pieces({**both[0].get(name, {}), **both[1].get(name, {})}) for name, game in games.items()}


def as_called(room: Room, games: Mapping[str, AnyGame], piece: Piece) -> Piece:
    """Return *piece* under the name by which the game on the table knows it."""
    started = room.evening.games.get(room.evening.on)
    return contents.as_called(room.contents, games[started.game], started.options, piece) if started else piece


def box(room: Room, games: Mapping[str, AnyGame], *, playing: bool = False) -> tuple[Piece, ...]:
    """Return every piece that can have a tag, each once, because games share pawns. *playing* as for `boxes`."""
    return tuple(dict.fromkeys(piece for pieces in boxes(room, games, playing=playing).values() for piece in pieces))


def opened(pieces: Pieces) -> Room:
    """Return the room before its first row; *pieces* are the tags that are known from the start."""
    return Room(Seating({}), pieces, Evening(), Places())


def decide(
    room: Room, seat: Seat, command: Command, games: Mapping[str, AnyGame], box: Collection[Piece], on: OnTable | None
) -> tuple[Event, ...]:
    """Return the events of *command*, one of COMMANDS; raise Illegal if it is refused.

    *box* is every piece that can have a tag; *on* is the game on the table, finished or not.
    """
    playing = on is not None and on.winners is None
    if isinstance(command, KeepContents):
        if playing:
            raise Illegal(Refusal(say("table.refusal.game_on"), "table"))
        return contents.decide(room.contents, room.pieces, command, games)
    if isinstance(command, enrolment.Command):
        events = enrolment.decide(room.pieces, command, box, games, playing=playing)
        if not isinstance(command, ImportTags):
            return events
        return (*events, *contents.imported(room.contents, command.boxes, games, new=command.replace))
    counted = evening.scored(room.evening, room.players, on)
    if isinstance(command, evening.Command):
        return (*counted, *evening.decide(room.evening, room.seating, room.places, seat, command, on))
    if isinstance(command, Vote):
        return (*counted, *voting.decide(room.votes, room.take_backs, room.seating, room.places, seat, command, on))
    if isinstance(command, TakePlaces):
        return (*counted, *places.decide(room.places, room.seating, seat, command))
    if isinstance(command, StartGame):
        command = contents.filled(room.contents, command, games)
    return (*counted, *seating.decide(room.seating, seat, command, games, playing=playing))


def evolve(room: Room, event: Event) -> Room:
    """Return the room after *event*, one of EVENTS."""
    if isinstance(event, enrolment.EVENTS):
        return replace(room, pieces=enrolment.evolve(room.pieces, event))
    if isinstance(event, ContentsKept):
        return replace(room, contents={**room.contents, event.game: event.rows})
    sitting = seating.evolve(room.seating, event) if isinstance(event, seating.EVENTS) else room.seating
    agreed = evening.evolve(room.evening, event)
    if isinstance(event, GameStarted | TakenUp):
        game = agreed.games[event.number]
        theirs = places.begun(room.places, sitting, game.number, game.seats, agreed.saved)
    else:
        theirs = places.evolve(room.places, event, room.seating)
    votes, taken = voting.evolve(room.votes, room.take_backs, event)
    taken = taking_back.evolve(taken, event, {agreed.on, *agreed.saved})
    return replace(room, seating=sitting, evening=agreed, places=theirs, votes=votes, take_backs=taken)


def tell(event: Event, *, playing: bool) -> Said | None:
    """Return the sentence that announces *event* to everybody, or None if the pages show enough."""
    return seating.tell(event) or evening.tell(event) or voting.tell(event) or enrolment.tell(event, playing=playing)
