"""The room, folded from the table's own rows: seating, evening, motions, places, tags, box contents, tables set anew.

Each of these topics has its own file. They are decided and folded together here, because one command may touch several.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias, get_args

from companion.agreeing import counting, going_on, setting_anew, taking_back, telling, voting
from companion.agreeing.evening import choosing, evening, scoring
from companion.agreeing.evening.evening import Evening
from companion.agreeing.evening.history import Finished, finished
from companion.agreeing.evening.saved_games import PutAway, TakenUp, TakeUp
from companion.agreeing.evening.scoring import Scored
from companion.agreeing.motions import Outwait, Vote, Voted, Votes
from companion.agreeing.on_table import Company
from companion.agreeing.taking_back import Dropped, Outwaited, TakeBacks
from companion.kit.layout import TableSet
from companion.kit.messages import Illegal, Refusal, say
from companion.match.entries import TakenBack
from companion.seats import places, seating
from companion.seats.places import ComeBack, HandedOver, Places, PlaceTaken, TakePlaces
from companion.seats.seating import LetIn, SatDown, Seating, SitDown, StandUp, StoodUp, Swapped
from companion.seats.starting import GameStarted, StartGame
from companion.setting import proposal
from companion.setting.proposal import OwnStated, Propose, Proposed, Settings
from companion.tags import contents, enrolment
from companion.tags.contents import ContentsKept, KeepContents
from companion.tags.enrolment import ImportTags

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from companion.agreeing.on_table import OnTable
    from companion.kit.game import AnyGame
    from companion.kit.messages import Said
    from companion.kit.pieces import Piece
    from companion.kit.viewers import Seat
    from companion.seats.places import Place
    from companion.tags.pieces import Pieces

Command: TypeAlias = (
    seating.Command | evening.Command | Vote | Outwait | Propose | TakePlaces | ComeBack | enrolment.Command | KeepContents
)
Event: TypeAlias = (
    seating.Event | evening.Event | Voted | Dropped | TakenBack | Outwaited | Proposed | OwnStated | TableSet | PlaceTaken
    | HandedOver | enrolment.Event | ContentsKept
)  # fmt: skip
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)


@dataclass(frozen=True, slots=True)
class Room:
    """Everything around the game.

    *contents* are the box contents of those games for which the table has set its own. *votes* are the seats in favour of each
    motion. *take_backs* is what is remembered of take-backs, and *settings* of setting the table anew.
    """

    seating: Seating
    pieces: Pieces
    evening: Evening
    places: Places
    contents: dict[str, contents.Rows] = field(default_factory=dict)
    votes: Votes = field(default_factory=dict)
    take_backs: TakeBacks = field(default_factory=TakeBacks)
    settings: Settings = field(default_factory=Settings)

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

    def replaced(self, seat: Seat) -> tuple[Place, ...]:
        """Return the places of the people for whom a player of the house sits in on *seat*, the newest first."""
        return self.places.replaced(self.seating, seat, self.evening.on)

    def agreed(self, number: int) -> list[TakenBack | TableSet]:
        """Return the agreements in game *number* that the game's own rows don't hold, oldest first."""
        both: list[TakenBack | TableSet] = [*self.take_backs.taken.get(number, ()), *self.settings.done.get(number, ())]
        return sorted(both, key=lambda event: event.row)

    def company(self, on: OnTable | None) -> Company:
        """Return the people around the game *on* the table, with the facts by which they decide."""
        return Company(self.seating, self.places, self.evening, on)

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """The seats of the game on the table whose players aren't sitting there. An unfinished game waits for them."""
        return tuple(seat for seat in self.players if not self.plays(seat))


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
    room: Room, seat: Seat, command: Command, games: Mapping[str, AnyGame], box: Collection[Piece], on: OnTable | None, row: int
) -> tuple[Event, ...]:
    """Return the events of *command*, one of COMMANDS, for the journal's row *row*; raise Illegal if it is refused.

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
    counted = scoring.scored(room.evening, room.players, on)
    if isinstance(command, choosing.Command):
        choosing.insist_on_choices(command, games, room.contents)
    if isinstance(command, StartGame | TakeUp):
        return (*counted, *_started(room, seat, command, games, on))
    if isinstance(command, evening.Command):
        return (*counted, *evening.decide(room.evening, room.seating, room.places, seat, command, on))
    if isinstance(command, Propose | Vote):
        return (*counted, *_voted(room, seat, command, on, row))
    if isinstance(command, Outwait):
        return voting.outwaited(room.votes, room.take_backs, room.company(on))
    if isinstance(command, ComeBack):
        return (*counted, *places.come_back(room.places, room.seating, seat, room.evening.on, command, row))
    if isinstance(command, TakePlaces):
        return (*counted, *places.decide(room.places, room.seating, seat, command, row))
    bound = playing and not _comes_or_goes(room, seat, command)
    return (*counted, *seating.decide(room.seating, seat, command, games, playing=bound), *_freed(room, seat, command, on, row))


def _started(
    room: Room, seat: Seat, command: StartGame | TakeUp, games: Mapping[str, AnyGame], on: OnTable | None
) -> tuple[Event, ...]:
    """Return the events by which a game starts or is taken up, or by which *seat* alone wants that; raise Illegal."""
    begun: tuple[Event, ...]
    if isinstance(command, TakeUp):
        begun = evening.decide(room.evening, room.seating, room.places, seat, command, on)
    else:
        playing = on is not None and on.winners is None
        filled = contents.filled(room.contents, command, games)
        begun = seating.decide(room.seating, seat, filled, games, playing=playing)
    wished, may = going_on.seconded(room.votes, room.company(on), seat, command)
    return (*wished, *(begun if may else ()))


def _voted(room: Room, seat: Seat, command: Propose | Vote, on: OnTable | None, row: int) -> tuple[Event, ...]:
    company = room.company(on)
    if isinstance(command, Propose):
        return setting_anew.proposed(room.votes, room.take_backs, company, seat, command)
    if command.motion.kind == "set_table":
        return setting_anew.voted_on(room.votes, room.settings, company, seat, command)
    voted = voting.decide(room.votes, room.take_backs, company, seat, command, row)
    return (*voted, *_left_to_carry(room, voted, on, row))


def _comes_or_goes(room: Room, seat: Seat, command: seating.Command) -> bool:
    """Return whether *command* takes a seat that the game waits for, or leaves one without a place in the game."""
    match command:
        case SitDown():
            return seat in room.vacant and seat not in room.seating.sitters
        case StandUp():
            return not room.plays(seat)
    return False


def _freed(room: Room, seat: Seat, command: seating.Command, on: OnTable | None, row: int) -> tuple[PlaceTaken, ...]:
    """Give the place on *seat* to the person who sits down there, if the one who left it wanted that.

    A player of the house goes on where one has played before.
    """
    if isinstance(command, LetIn):
        return places.of_house(room.places, command.seat, row)
    place = room.places.games.get(room.evening.on, {}).get(seat)
    waits = isinstance(command, SitDown) and on is not None and on.winners is None
    return (PlaceTaken(room.evening.on, seat, row),) if waits and place is not None and place.free else ()


def _left_to_carry(room: Room, events: Collection[Event], on: OnTable | None, row: int) -> tuple[Event, ...]:
    """Return the votes that pass as soon as the person who stands up by *events* isn't asked any more."""
    if on is None or not any(isinstance(event, StoodUp) for event in events):
        return ()
    after = folded(room, events, row)
    return voting.carried(after.votes, after.company(on), row) if after.evening.on == on.number else ()


def folded(room: Room, events: Iterable[Event], row: int) -> Room:
    """Return the room after *events*, those of the journal's row *row*."""
    for event in events:
        same = places.comes_back(room.places, event)
        room = evolve(room, event)
        room = room if same else replace(room, take_backs=taking_back.barred(room.take_backs, event, row))
    return room


def evolve(room: Room, event: Event) -> Room:
    """Return the room after *event*, one of EVENTS."""
    if isinstance(event, enrolment.EVENTS):
        return replace(room, pieces=enrolment.evolve(room.pieces, event))
    if isinstance(event, ContentsKept):
        return replace(room, contents={**room.contents, event.game: event.rows})
    sitting = seating.evolve(room.seating, event) if isinstance(event, seating.EVENTS) else room.seating
    agreed = evening.evolve(room.evening, event)
    if isinstance(event, Scored):
        agreed = replace(agreed, history=(*agreed.history, _finished(room, event)))
    if isinstance(event, GameStarted | TakenUp):
        game = agreed.games[event.number]
        theirs = places.begun(room.places, sitting, game.number, game.seats, agreed.saved)
    else:
        theirs = places.evolve(room.places, event, room.seating)
    votes, taken = counting.evolve(room.votes, room.take_backs, event)
    live = {agreed.on, *agreed.saved}
    taken = taking_back.evolve(taken, event, live)
    settings = _settings(room.settings, event, live)
    return replace(room, seating=sitting, evening=agreed, places=theirs, votes=votes, take_backs=taken, settings=settings)


def _finished(room: Room, event: Scored) -> Finished:
    return finished(event, room.evening.games.get(event.number), room.places.games.get(event.number, {}))


def _settings(before: Settings, event: Event, live: Collection[int]) -> Settings:
    match event:
        case GameStarted():
            return proposal.limited(before, live)
        case Dropped() | PutAway() | TakenUp() | StoodUp() | SatDown() | Swapped() | PlaceTaken():
            return proposal.closed(before)  # Other people play on, or none: what somebody stated is nobody's any more.
    return proposal.evolve(before, event)


def tell(event: Event, *, playing: bool) -> Said | None:
    """Return the sentence that announces *event* to everybody, or None if the pages show enough."""
    return seating.tell(event) or telling.tell(event, playing=playing) or enrolment.tell(event, playing=playing)
