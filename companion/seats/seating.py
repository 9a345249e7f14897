"""Seating, and starting a game: commands of the table itself, kept in the journal beside those of games.

Everybody acts on their own seat here. Freeing somebody else's takes votes, which are counted in `companion.agreeing`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, assert_never, get_args

from companion.games import worded
from companion.kit.messages import Illegal, Refusal, Said, Who, say
from companion.kit.viewers import Seat
from companion.seats import names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from companion.kit.game import AnyGame


FIRST: Final = -1_000_000  # Stands for a game's first row, whether it comes from a file or not.
LONGEST_TYPED: Final = 20  # characters of a card's name, or of any other name typed into the options


# Commands
@dataclass(frozen=True, slots=True)
class SitDown:
    """Take a free seat. *token* is the SHA-256 hash of the phone's own token, in hexadecimal."""

    name: str
    token: str


@dataclass(frozen=True, slots=True)
class MoveSeat:
    """Move one's seat to another phone, even during a game. *token* as in SitDown; the old phone's token becomes invalid."""

    token: str


@dataclass(frozen=True, slots=True)
class SetPin:
    """Set or change the PIN of one's own seat. *pin* is hashed, as `pins.hashed` returns it."""

    pin: str


@dataclass(frozen=True, slots=True)
class MissPin:
    """Count an attempt at *person*'s PIN from *address* (as `pins.marked` returns it).

    Sent before the PIN is checked, so that a power cut in between can't give a free attempt.
    """

    person: int
    address: str


@dataclass(frozen=True, slots=True)
class StandUp:
    """Leave one's seat, between games only, or without a place in the game. Players leave by a motion, in companion.table."""


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin *game* with all sitters. *options* are the game's own."""

    game: str
    options: dict[str, Any]


# Events
@dataclass(frozen=True, slots=True)
class SatDown:
    """Somebody called *name* has taken *seat*; *token* as in SitDown."""

    seat: Seat
    name: str
    token: str


@dataclass(frozen=True, slots=True)
class SeatMoved:
    """*seat* has moved to the phone with *token*, and is on no other phone."""

    seat: Seat
    token: str


@dataclass(frozen=True, slots=True)
class PinSet:
    """The PIN of *seat* was set; *pin* as in SetPin."""

    seat: Seat
    pin: str


@dataclass(frozen=True, slots=True)
class PinTried:
    """There was an attempt at *person*'s PIN from *address*. If the PIN was right, the events that follow show it."""

    person: int
    address: str


@dataclass(frozen=True, slots=True)
class StoodUp:
    """*seat* has become free."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Swapped:
    """The sitters of *seat* and *other* have swapped seats, and their places in game *number*, in the journal's row *row*."""

    number: int
    seat: Seat
    other: Seat
    row: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Game *number* of this table has begun."""

    number: int
    game: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameBrought:
    """A game from another table has come as *number*, in its *round*, and counts as put away.

    *names* and *tokens* (as in SitDown) belong to the players of *seats*, in this order. Each has had the seat since the row
    *since*; rows from the file have negative numbers. *link* is the file's.
    """

    number: int
    game: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    names: tuple[str, ...]
    tokens: tuple[str, ...]
    since: tuple[int, ...]
    round: int
    link: str

    @property
    def started(self) -> GameStarted:
        """The game, as if it had begun here."""
        return GameStarted(self.number, self.game, self.seats, self.options)


Command: TypeAlias = SitDown | MoveSeat | SetPin | MissPin | StandUp | StartGame
Event: TypeAlias = SatDown | SeatMoved | PinSet | PinTried | StoodUp | Swapped | GameStarted | GameBrought
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)


@dataclass(frozen=True, slots=True)
class Sitter:
    """The holder of a seat. *token* (as in SitDown) and *pin* (as in SetPin, "" for none) must never be shown to anybody.

    *person* numbers everybody who has sat down at this table, or has come as a player of a game from another, from 1. It stays
    the same on another phone, and is never reused.
    """

    name: str
    token: str = field(repr=False)
    pin: str = field(default="", repr=False)
    person: int = 0


@dataclass(frozen=True, slots=True)
class Seating:
    """The *sitters* by seat, and the game that was *started* last.

    *left* has the hashed tokens of phones whose seat has moved, each with that seat. *people* is how many have been
    numbered so far. *tried* counts the attempts at a person's PIN by address, since the last that was right.
    """

    sitters: dict[Seat, Sitter]
    started: GameStarted | None = None
    left: dict[str, Seat] = field(default_factory=dict, repr=False)
    people: int = 0
    tried: dict[int, dict[str, int]] = field(default_factory=dict)

    @property
    def next_game(self) -> int:
        """The number of the next game of this table."""
        return self.started.number + 1 if self.started else 1

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat on the phone with the hashed *token*, or None."""
        return next((seat for seat, sitter in self.sitters.items() if sitter.token == token), None)


def decide(seating: Seating, seat: Seat, command: Command, games: Mapping[str, AnyGame], *, playing: bool) -> tuple[Event, ...]:
    """Return the events of *command*; raise Illegal if it is refused.

    *playing* is true while there is an unfinished game, except for a seat that it waits for and for a sitter who isn't in it.
    """
    match command:
        case MoveSeat(token):
            return (_move(seating, seat, token),)
        case SetPin(pin):
            _insist(seat in seating.sitters, "no_seat")
            return (PinSet(seat, pin),)
        case MissPin(person, address):
            return (PinTried(person, address),)
    if playing:
        raise Illegal(Refusal(say("table.refusal.game_on"), "table"))
    match command:
        case SitDown(name, token):
            return (_sit_down(seating, seat, name, token, games),)
        case StandUp():
            _insist(seat in seating.sitters, "no_seat")
            return (StoodUp(seat),)
        case StartGame(name, options):
            return (_start(seating, name, options, games),)
    assert_never(command)


def cannot_start(game: AnyGame, seats: Collection[Seat]) -> Said | None:
    """Return why *game* can't begin with exactly the sitters of *seats*, or None if it can."""
    outside = sorted(set(seats) - set(game.SEATS))
    if outside:
        return say("table.refusal.no_seat_for", who=Who(outside[0]))
    if len(seats) > game.MOST:
        return say("table.refusal.too_many", count=game.MOST)
    return say("table.refusal.too_few", count=game.FEWEST) if len(seats) < game.FEWEST else None


def evolve(seating: Seating, event: Event) -> Seating:
    """Return the seating after *event*."""
    match event:
        case SatDown(seat, name, token):
            sitter = Sitter(name, token, person=seating.people + 1)
            return replace(seating, sitters=dict(sorted({**seating.sitters, seat: sitter}.items())), people=sitter.person)
        case SeatMoved(seat, token):
            old = seating.sitters[seat]
            sitters = {**seating.sitters, seat: replace(old, token=token)}
            return _known(replace(seating, sitters=sitters, left={**seating.left, old.token: seat}), old.person)
        case PinSet(seat, pin):
            sitter = replace(seating.sitters[seat], pin=pin)
            return _known(replace(seating, sitters={**seating.sitters, seat: sitter}), sitter.person)
        case PinTried(person, address):
            tries = seating.tried.get(person, {})
            return replace(seating, tried={**seating.tried, person: {**tries, address: tries.get(address, 0) + 1}})
        case StoodUp(seat):
            return replace(seating, sitters={s: who for s, who in seating.sitters.items() if s != seat})
        case Swapped(seat=seat, other=other):
            swapped = {**seating.sitters, seat: seating.sitters[other], other: seating.sitters[seat]}
            return replace(seating, sitters=swapped)
        case GameStarted():
            return replace(seating, started=event)
        case GameBrought():
            return replace(seating, started=event.started, people=seating.people + len(event.seats))


def tell(event: object) -> Said | None:
    """Return the sentence that announces *event* to everybody, or None if the pages show enough."""
    match event:
        case SeatMoved(seat):
            return say("table.told.moved", who=Who(seat))
        case Swapped(seat=seat, other=other):
            return say("table.told.swapped", who=Who(seat), other=Who(other))
    return None


def _known(seating: Seating, person: int) -> Seating:
    """Reset the attempts at *person*'s PIN: it was right, or has been changed, or the pawn was laid."""
    return replace(seating, tried={other: tries for other, tries in seating.tried.items() if other != person})


def _move(seating: Seating, seat: Seat, token: str) -> SeatMoved:
    _insist(seat in seating.sitters, "no_seat")
    _insist(seating.seat_of(token) is None, "has_seat")
    return SeatMoved(seat, token)


def _sit_down(seating: Seating, seat: Seat, name: str, token: str, games: Mapping[str, AnyGame]) -> SatDown:
    name = names.tidy(name)
    _insist(any(seat in game.SEATS for game in games.values()), "no_seat")
    _insist(seat not in seating.sitters, "seat_taken")
    _insist(names.is_readable(name), "name", longest=names.LONGEST)
    _insist(not any(names.same(name, sitter.name) for sitter in seating.sitters.values()), "name_taken")
    _insist(seating.seat_of(token) is None, "has_seat")
    return SatDown(seat, name, token)


def _start(seating: Seating, name: str, options: dict[str, Any], games: Mapping[str, AnyGame]) -> GameStarted:
    _insist(name in games, "no_game")
    game = games[name]
    if why_not := cannot_start(game, seating.sitters):
        raise Illegal(Refusal(why_not, "table"))
    seats = tuple(seat for seat in game.SEATS if seat in seating.sitters)
    _insist(all(names.is_readable(text, LONGEST_TYPED) for text in _typed(game, options)), "options")
    try:
        game.setup(seats, options)
    except ValueError as error:
        raise Illegal(Refusal(say("table.refusal.options"), "table")) from error
    return GameStarted(seating.next_game, name, seats, options)


def _typed(game: AnyGame, options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts in *options* that somebody may have typed, such as a card's name: all except the game's own choices."""
    for name, given in options.items():
        if name not in worded(game):
            yield from _texts(given)


def _texts(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case list() | tuple():
            yield from (text for one in data for text in _texts(one))


def _insist(right: bool, code: str, **fields: int) -> None:
    if not right:
        raise Illegal(Refusal(say(f"table.refusal.{code}", **fields), "table"))
