"""An evening without a host: pausing, putting a game away and taking it up again, and who won how often.

The table's own commands, kept in the journal beside the seating's. Everything here is public.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.kit.messages import Illegal, Refusal, Said, Who, say
from companion.kit.screen import Pawn, Screen
from companion.seats import places
from companion.seats.seating import GameStarted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.kit.viewers import Seat
    from companion.seats.places import Places
    from companion.seats.seating import Seating


# Commands
@dataclass(frozen=True, slots=True)
class Pause:
    """Let the game rest: nobody's answer is taken until somebody lets it go on."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """End the pause, whoever began it."""


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Go on with game *number*, which was put away; those who have their places in it must sit there."""

    number: int


@dataclass(frozen=True, slots=True)
class WipeScore:
    """Let everybody begin at nothing again."""


# Events
@dataclass(frozen=True, slots=True)
class Paused:
    """*seat* lets the game rest."""

    seat: str


@dataclass(frozen=True, slots=True)
class WentOn:
    """*seat* lets the game go on."""

    seat: str


@dataclass(frozen=True, slots=True)
class PutAway:
    """Game *number* was put away in *round*, by more than half of its players."""

    number: int
    round: int


@dataclass(frozen=True, slots=True)
class TakenUp:
    """Game *number* goes on."""

    number: int


@dataclass(frozen=True, slots=True)
class Scored:
    """Game *number* counts for those who won it, by the *names* that they had. Kept with what happens next at the table."""

    number: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreWiped:
    """Nobody has won a game yet."""


COMMANDS: Final = (Pause, GoOn, TakeUp, WipeScore)
EVENTS: Final = (Paused, WentOn, PutAway, TakenUp, Scored, ScoreWiped)
Event: TypeAlias = Paused | WentOn | PutAway | TakenUp | Scored | ScoreWiped


@dataclass(frozen=True, slots=True)
class OnTable:
    """The game on the table: its *number*, its *round*, and who won it (None while it goes on)."""

    number: int
    seats: tuple[Seat, ...]
    round: int
    winners: tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class Saved:
    """A game that was put away in *round*, as it was *started*."""

    started: GameStarted
    round: int


@dataclass(frozen=True, slots=True)
class Evening:
    """What has been agreed at the table.

    *paused* is who paused. *on* is the number of the game on the table, 0 for none; *games* has it, *saved* the unfinished
    ones, by their numbers. *wins* are games won by players' names, up to and with the game *scored*.
    """

    paused: Seat | None = None
    on: int = 0
    games: dict[int, GameStarted] = field(default_factory=dict)
    saved: dict[int, Saved] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)
    scored: int = 0


def decide(
    evening: Evening, seating: Seating, theirs: Places, seat: Seat, command: Any, on: OnTable | None
) -> tuple[Event, ...]:
    """Return the events of one of this file's commands; raise Illegal.

    *theirs* are the places in games, *on* is the game on the table, finished or not.
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
        case WipeScore():
            return (ScoreWiped(),)
    raise TypeError(f"not a command of the evening: {type(command).__name__}")


def scored(evening: Evening, names: Mapping[Seat, str], on: OnTable | None) -> tuple[Scored, ...]:
    """Return what goes before anything that happens at the table after a game is over: that it counts, once."""
    if on is None or on.winners is None or on.number == evening.scored:
        return ()
    return (Scored(on.number, tuple(names[seat] for seat in on.winners if seat in names)),)


def score(evening: Evening, names: Mapping[Seat, str], on: OnTable | None) -> dict[str, int]:
    """Return how many games each has won, the most first; a shared win counts for each."""
    wins = evening.wins
    for event in scored(evening, names, on):
        wins = _counted(wins, event.names)
    return dict(sorted(wins.items(), key=lambda one: (-one[1], one[0])))


def evolve(evening: Evening, event: Any) -> Evening:
    """Return the evening after *event*, also after those of the seating."""
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


def tell(event: Any) -> Said | None:
    """Return what the table says of *event* to everybody, or None where the pages show enough."""
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
    """Return the display's picture while the game rests: who paused it."""
    return Screen(
        small=say("table.screen.rests"),
        big=say("table.screen.who", who=Who(paused)),
        picture=Pawn(paused),
        counter=say("table.screen.anyone"),
    )


def _in_game(evening: Evening, seat: Seat, command: Any, on: OnTable | None) -> tuple[Event, ...]:
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
    raise TypeError(f"not a command in a game: {type(command).__name__}")


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
    """Put game *number* on the table; the pause of the one before is over."""
    return replace(evening, on=number, paused=None)


def _insist(right: bool, code: str) -> None:
    if not right:
        raise Illegal(Refusal(say(f"table.refusal.{code}"), "table"))
