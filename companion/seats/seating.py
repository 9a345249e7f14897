"""Seating: who sits where, and the commands by which that changes, kept in the journal beside those of games.

Everybody acts on their own seat here. Freeing somebody else's takes votes, which are counted in `companion.agreeing`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never, get_args

from companion.house import sitting
from companion.kit.house import Temper
from companion.kit.messages import Illegal, Refusal, Said, Who, say
from companion.kit.viewers import Seat
from companion.seats import names
from companion.seats.refusing import insist
from companion.seats.starting import MARK, GameBrought, GameStarted, StartGame, start

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.kit.game import AnyGame


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
class LetIn:
    """Let a player of the house with this *temper* sit down on the free *seat*."""

    seat: Seat
    temper: Temper


@dataclass(frozen=True, slots=True)
class SendAway:
    """Send the player of the house on *seat* away."""

    seat: Seat


# Events
@dataclass(frozen=True, slots=True)
class SatDown:
    """Somebody called *name* has taken *seat*; *token* as in SitDown.

    A player of the house has a *temper* and no token, "". Rows before version 10 of the table's own tell of people alone.
    """

    seat: Seat
    name: str
    token: str
    temper: Temper | None = None


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


Command: TypeAlias = SitDown | MoveSeat | SetPin | MissPin | StandUp | LetIn | SendAway | StartGame
Event: TypeAlias = SatDown | SeatMoved | PinSet | PinTried | StoodUp | Swapped | GameStarted | GameBrought
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)


@dataclass(frozen=True, slots=True)
class Sitter:
    """The holder of a seat. *token* (as in SitDown) and *pin* (as in SetPin, "" for none) must never be shown to anybody.

    *person* numbers everybody who has sat down at this table, or has come as a player of a game from another, from 1. It stays
    the same on another phone, and is never reused. A player of the house counts as a person there, has a *temper*, and has
    neither phone nor PIN.
    """

    name: str
    token: str = field(repr=False)
    pin: str = field(default="", repr=False)
    person: int = 0
    temper: Temper | None = None


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
        return next((seat for seat, sitter in self.sitters.items() if sitter.token == token and not sitter.temper), None)

    @property
    def guests(self) -> frozenset[Seat]:
        """The seats where people sit, as opposed to players of the house."""
        return frozenset(seat for seat, sitter in self.sitters.items() if not sitter.temper)


def decide(seating: Seating, seat: Seat, command: Command, games: Mapping[str, AnyGame], *, playing: bool) -> tuple[Event, ...]:
    """Return the events of *command*; raise Illegal if it is refused.

    *playing* is true while there is an unfinished game, except for a seat that it waits for and for a sitter who isn't in it.
    """
    match command:
        case MoveSeat(token):
            return (_move(seating, seat, token),)
        case SetPin(pin):
            insist(seat in seating.guests, say("table.refusal.no_seat"))
            return (PinSet(seat, pin),)
        case MissPin(person, address):
            return (PinTried(person, address),)
    if playing:
        raise Illegal(Refusal(say("table.refusal.game_on"), "table"))
    match command:
        case SitDown(name, token):
            return (_sit_down(seating, seat, name, token, games),)
        case StandUp():
            insist(seat in seating.guests, say("table.refusal.no_seat"))
            return (StoodUp(seat),)
        case LetIn(free, temper):
            insist(seat in seating.guests, say("table.refusal.no_seat"))
            return (let_in(seating, free, temper, games),)
        case SendAway(taken):
            insist(seat in seating.guests, say("table.refusal.no_seat"))
            insist(taken in set(seating.sitters) - seating.guests, say("table.refusal.no_house"))
            return (StoodUp(taken),)
        case StartGame(name, options):
            house = set(seating.sitters) != seating.guests
            return (start(seating.next_game, seating.sitters, name, options, games, house=house),)
    assert_never(command)


def evolve(seating: Seating, event: Event) -> Seating:
    """Return the seating after *event*."""
    match event:
        case SatDown(seat, name, token, temper):
            sitter = Sitter(name, token, person=seating.people + 1, temper=temper)
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
    assert_never(event)


def tell(event: object) -> Said | None:
    """Return the sentence that announces *event* to everybody, or None if the pages show enough."""
    match event:
        case SatDown(seat, temper="careful" | "bold"):
            return say("table.told.let_in", who=Who(seat))
        case SeatMoved(seat):
            return say("table.told.moved", who=Who(seat))
        case Swapped(seat=seat, other=other):
            return say("table.told.swapped", who=Who(seat), other=Who(other))
        case GameStarted(duplicate=commitment) if commitment:
            return say("table.told.duplicate", mark=commitment[:MARK])
    return None


def _known(seating: Seating, person: int) -> Seating:
    """Reset the attempts at *person*'s PIN: it was right, or has been changed, or the pawn was laid."""
    return replace(seating, tried={other: tries for other, tries in seating.tried.items() if other != person})


def _move(seating: Seating, seat: Seat, token: str) -> SeatMoved:
    insist(seat in seating.guests, say("table.refusal.no_seat"))
    insist(seating.seat_of(token) is None, say("table.refusal.has_seat"))
    return SeatMoved(seat, token)


def _sit_down(seating: Seating, seat: Seat, name: str, token: str, games: Mapping[str, AnyGame]) -> SatDown:
    name = names.tidy(name)
    _insist_free(seating, seat, games)
    insist(names.is_readable(name), say("table.refusal.name", longest=names.LONGEST))
    insist(not sitting.is_marked(name), say("table.refusal.house_mark", mark=sitting.MARK))
    insist(not any(names.same(name, sitter.name) for sitter in seating.sitters.values()), say("table.refusal.name_taken"))
    insist(seating.seat_of(token) is None, say("table.refusal.has_seat"))
    return SatDown(seat, name, token)


def let_in(seating: Seating, seat: Seat, temper: Temper, games: Mapping[str, AnyGame]) -> SatDown:
    """Return the event by which a player of the house with *temper* sits down on *seat*; raise Illegal if it isn't free."""
    _insist_free(seating, seat, games)
    return SatDown(seat, sitting.called(seat), "", temper)


def _insist_free(seating: Seating, seat: Seat, games: Mapping[str, AnyGame]) -> None:
    insist(any(seat in game.SEATS for game in games.values()), say("table.refusal.no_seat"))
    insist(seat not in seating.sitters, say("table.refusal.seat_taken"))
