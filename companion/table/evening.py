"""The agreements around games: pausing, putting a game away and taking it up again, and the score of games won.

These commands belong to the table, and are kept in the journal beside those of seating. Everything here is public.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never, get_args

from companion.kit.messages import Illegal, Refusal, Said, Who, say
from companion.kit.screen import Pawn, Screen
from companion.kit.viewers import Seat
from companion.seats import places
from companion.seats.seating import GameStarted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from companion.seats.places import Places
    from companion.seats.seating import Seating
    from companion.table.pricing import Price


# Commands
@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the game: all answers are refused until somebody ends the pause."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """End the pause. Any player can, not only the one who began it."""


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Resume game *number*, which was put away. Everybody who has a place in it must be sitting on its seat."""

    number: int


# Events
@dataclass(frozen=True, slots=True)
class Paused:
    """*seat* has paused the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WentOn:
    """*seat* has ended the pause."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PutAway:
    """Game *number* was put away in *round*: more than half of its players voted for it."""

    number: int
    round: int


@dataclass(frozen=True, slots=True)
class TakenUp:
    """Game *number* was taken up again."""

    number: int


@dataclass(frozen=True, slots=True)
class Scored:
    """Game *number* has been counted for its winners, by the *names* that they had in it.

    Written in one row with the next command at the table, since the end of a game is a row of the game's.
    """

    number: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreWiped:
    """The games won were reset to zero for everybody."""


Command: TypeAlias = Pause | GoOn | TakeUp
Event: TypeAlias = Paused | WentOn | PutAway | TakenUp | Scored | ScoreWiped
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)


@dataclass(frozen=True, slots=True)
class OnTable:
    """The game on the table, as far as the room needs it. *winners* is None while it goes on.

    *tip* is the game's newest row, and *next* the number of the journal's next row. *price* returns what it takes to go back
    to a row, given the asker, the row and whether a take-back is taken back, or None if that is impossible.
    """

    number: int
    seats: tuple[Seat, ...]
    round: int
    winners: tuple[Seat, ...] | None
    tip: int
    next: int
    price: Callable[[Seat, int, bool], Price | None]


@dataclass(frozen=True, slots=True)
class Saved:
    """A game that was put away in *round*, with the event by which it was *started*."""

    started: GameStarted
    round: int


@dataclass(frozen=True, slots=True)
class Evening:
    """The state of everything agreed around games.

    *paused* is the seat that paused. *on* is the number of the game on the table, 0 for none. *games* holds that game, and
    *saved* those put away, by number. *wins* counts games won by player's name, up to and including the game *scored*.
    """

    paused: Seat | None = None
    on: int = 0
    games: dict[int, GameStarted] = field(default_factory=dict)
    saved: dict[int, Saved] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)
    scored: int = 0


def decide(
    evening: Evening, seating: Seating, theirs: Places, seat: Seat, command: Command, on: OnTable | None
) -> tuple[Event, ...]:
    """Return the events of *command*, one of this file's; raise Illegal if it is refused.

    *theirs* are the places in games; *on* is the game on the table, finished or not.
    """
    _insist(seat in seating.sitters, "no_seat")
    match command:
        case Pause() | GoOn():
            return _in_game(evening, seat, command, on)
    if on is not None and on.winners is None:
        raise Illegal(Refusal(say("table.refusal.game_on"), "table"))
    match command:
        case TakeUp(number):
            return (_take_up(evening, seating, theirs, seat, number),)
    assert_never(command)


def scored(evening: Evening, names: Mapping[Seat, str], on: OnTable | None) -> tuple[Scored, ...]:
    """Return the event that counts a finished game for its winners, or nothing if that has been done.

    It must precede the next event at the table, because that may take the game off the table.
    """
    if on is None or on.winners is None or on.number == evening.scored:
        return ()
    return (Scored(on.number, tuple(names[seat] for seat in on.winners if seat in names)),)


def score(evening: Evening, names: Mapping[Seat, str], on: OnTable | None) -> dict[str, int]:
    """Return the number of games won by player's name, greatest first; a shared win counts for each winner."""
    wins = evening.wins
    for event in scored(evening, names, on):
        wins = _counted(wins, event.names)
    return dict(sorted(wins.items(), key=lambda one: (-one[1], one[0])))


def evolve(evening: Evening, event: object) -> Evening:
    """Return the evening after *event*, which can also be one of seating's."""
    match event:
        case Paused(seat):
            return replace(evening, paused=seat)
        case WentOn():
            return replace(evening, paused=None)
        case GameStarted(number):
            return _on(replace(evening, games={number: event}), number)
        case PutAway(number, round_):
            saved = {**evening.saved, number: Saved(evening.games[number], round_)}
            return _on(replace(evening, saved=saved), 0)
        case TakenUp(number):
            games, saved = {number: evening.saved[number].started}, {n: s for n, s in evening.saved.items() if n != number}
            return _on(replace(evening, games=games, saved=saved), number)
        case Scored(number, names):
            return replace(evening, wins=_counted(evening.wins, names), scored=number)
        case ScoreWiped():
            return replace(evening, wins={})
    return evening


def tell(event: object) -> Said | None:
    """Return the sentence that announces *event* to everybody, or None if the pages show enough."""
    match event:
        case Paused(seat):
            return say("table.told.paused", who=Who(seat))
        case WentOn(seat):
            return say("table.told.went_on", who=Who(seat))
        case PutAway():
            return say("table.told.away")
        case TakenUp():
            return say("table.told.taken_up")
    return None


def screen(paused: Seat) -> Screen:
    """Return the screen that the display shows during a pause; *paused* is the seat that paused."""
    return Screen(
        small=say("table.screen.rests"),
        big=say("table.screen.who", who=Who(paused)),
        picture=Pawn(paused),
        counter=say("table.screen.anyone"),
    )


def _in_game(evening: Evening, seat: Seat, command: Pause | GoOn, on: OnTable | None) -> tuple[Event, ...]:
    if on is None or on.winners is not None:
        raise Illegal(Refusal(say("table.no_game"), "table"))
    _insist(seat in on.seats, "not_in_game")
    match command:
        case Pause():
            _insist(evening.paused is None, "paused")
            return (Paused(seat),)
        case GoOn():
            _insist(evening.paused is not None, "not_paused")
            return (WentOn(seat),)
    assert_never(command)


def _take_up(evening: Evening, seating: Seating, theirs: Places, asker: Seat, number: int) -> TakenUp:
    _insist(number in evening.saved, "no_saved_game")
    missing = [seat for seat in evening.saved[number].started.seats if seat not in seating.sitters]
    if missing:
        raise Illegal(Refusal(say("table.refusal.seat_missing", who=Who(missing[0])), "table"))
    places.insist_on_all(theirs, seating, asker, number)
    return TakenUp(number)


def _counted(wins: Mapping[str, int], names: Collection[str]) -> dict[str, int]:
    return {**wins, **{name: wins.get(name, 0) + 1 for name in names}}


def _on(evening: Evening, number: int) -> Evening:
    """Put game *number* on the table, and end any pause, which was the previous game's."""
    return replace(evening, on=number, paused=None)


def _insist(right: bool, code: str) -> None:
    if not right:
        raise Illegal(Refusal(say(f"table.refusal.{code}"), "table"))
