"""The agreements around games: pausing, putting a game away and taking it up again, and the score of games won.

These commands belong to the table, and are kept in the journal beside those of seating. Everything here is public.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never, get_args

from companion.agreeing.refusing import insist
from companion.carrying.gamefile import GameFile
from companion.kit.messages import Illegal, Refusal, Who, say
from companion.kit.screen import Pawn, Screen
from companion.kit.viewers import Seat
from companion.seats import places
from companion.seats.seating import FIRST, GameBrought, GameStarted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.agreeing.on_table import OnTable
    from companion.seats.places import Places
    from companion.seats.seating import Seating


# Commands
@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the game: all answers are refused until somebody ends the pause."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """End the pause. Any player can, not only the one who began it."""


@dataclass(frozen=True, slots=True)
class WaitForAll:
    """Agree, between games, that votes wait for everybody's answer (*yes*), or only for a minute."""

    yes: bool


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Resume game *number*, which was put away. Everybody who has a place in it must be sitting on its seat."""

    number: int


@dataclass(frozen=True, slots=True)
class BringGame:
    """Put the game of *file*, which `gamefile.read` has checked, among those put away, as *number*. It is in its *round*."""

    number: int
    file: GameFile
    round: int


@dataclass(frozen=True, slots=True)
class SendGame:
    """Seal game *number*, because it goes on at another table. Only the machine's owner can do that without a vote."""

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
class WaitAgreed:
    """Votes wait for everybody's answer from now on (*yes*), or only for a minute."""

    yes: bool


@dataclass(frozen=True, slots=True)
class EndAgreed:
    """The players who are left end game *number* by its ranking as it stands; a row of the game's own follows at once."""

    number: int


@dataclass(frozen=True, slots=True)
class WentElsewhere:
    """Game *number*, which has been put away, goes on at another table, and can't be taken up here."""

    number: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """Game *number* doesn't go on at another table after all, and can be taken up here."""

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


Command: TypeAlias = Pause | GoOn | TakeUp | WaitForAll | BringGame | SendGame
Event: TypeAlias = (
    Paused | WentOn | PutAway | TakenUp | WaitAgreed | EndAgreed | WentElsewhere | CameBack | Scored | ScoreWiped
)  # fmt: skip
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)


@dataclass(frozen=True, slots=True)
class Saved:
    """A game that was put away in *round*, with the event by which it was *started*.

    *elsewhere*: it goes on at another table. *arrived*: it came from another table, and hasn't been taken up here yet.
    """

    started: GameStarted
    round: int
    elsewhere: bool = False
    arrived: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """The state of everything agreed around games.

    *paused* is the seat that paused. *on* is the number of the game on the table, 0 for none. *games* holds that game, and
    *saved* those put away, by number. *wins* counts games won by player's name, up to and including the game *scored*.
    *waits* says that votes wait for everybody's answer, however long that takes.
    *ending* is the number of the game whose early end was agreed last, 0 for none.
    *brought* has the links of the files of those games that came from another table, by number.
    """

    paused: Seat | None = None
    on: int = 0
    games: dict[int, GameStarted] = field(default_factory=dict)
    saved: dict[int, Saved] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)
    scored: int = 0
    waits: bool = False
    ending: int = 0
    brought: dict[int, str] = field(default_factory=dict)

    def started(self, number: int) -> GameStarted:
        """Return the event by which game *number* was started, which is on the table or put away."""
        return self.games[number] if number in self.games else self.saved[number].started


def decide(
    evening: Evening, seating: Seating, theirs: Places, seat: Seat, command: Command, on: OnTable | None
) -> tuple[Event | GameBrought, ...]:
    """Return the events of *command*, one of this file's; raise Illegal if it is refused.

    *theirs* are the places in games; *on* is the game on the table, finished or not.
    """
    if isinstance(command, SendGame):
        return _send(evening, command.number, on)
    insist(seat in seating.sitters or isinstance(command, BringGame), say("table.refusal.no_seat"))
    match command:
        case Pause() | GoOn():
            return _in_game(evening, seat, command, on, theirs.players(seating, on.number) if on else ())
    if on is not None and on.winners is None:
        raise Illegal(Refusal(say("table.refusal.game_on"), "table"))
    match command:
        case TakeUp(number):
            return (_take_up(evening, seating, theirs, seat, number),)
        case WaitForAll(yes):
            return () if yes == evening.waits else (WaitAgreed(yes),)
        case BringGame(number, file, round_):
            return (_bring(evening, seating, number, file, round_),)
    assert_never(command)


def evolve(evening: Evening, event: object) -> Evening:
    """Return the evening after *event*, which can also be one of seating's."""
    match event:
        case Paused(seat):
            return replace(evening, paused=seat)
        case WentOn():
            return replace(evening, paused=None)
        case GameStarted(number):
            brought = {other: link for other, link in evening.brought.items() if other in evening.saved}
            return _on(replace(evening, games={number: event}, brought=brought), number)
        case PutAway(number, round_):
            saved = {**evening.saved, number: Saved(evening.games[number], round_)}
            return _on(replace(evening, saved=saved), 0)
        case TakenUp(number):
            games, saved = {number: evening.saved[number].started}, {n: s for n, s in evening.saved.items() if n != number}
            return _on(replace(evening, games=games, saved=saved), number)
        case EndAgreed(number):
            return replace(evening, ending=number, paused=None)
        case WentElsewhere(number) | CameBack(number):
            marked = replace(evening.saved[number], elsewhere=isinstance(event, WentElsewhere))
            return replace(evening, saved={**evening.saved, number: marked})
        case GameBrought(number=number):
            saved = {**evening.saved, number: Saved(event.started, event.round, arrived=True)}
            return replace(evening, saved=saved, brought={**evening.brought, number: event.link})
        case Scored(number, names):
            return replace(evening, wins=counted(evening.wins, names), scored=number)
        case ScoreWiped():
            return replace(evening, wins={})
        case WaitAgreed(yes):
            return replace(evening, waits=yes)
    return evening


def screen(paused: Seat) -> Screen:
    """Return the screen that the display shows during a pause; *paused* is the seat that paused."""
    return Screen(
        small=say("table.screen.rests"),
        big=say("table.screen.who", who=Who(paused)),
        picture=Pawn(paused),
        counter=say("table.screen.anyone"),
    )


def _in_game(
    evening: Evening, seat: Seat, command: Pause | GoOn, on: OnTable | None, players: Collection[Seat]
) -> tuple[Event, ...]:
    if on is None or on.winners is not None:
        raise Illegal(Refusal(say("table.no_game"), "table"))
    insist(seat in players, say("table.refusal.not_in_game"))
    match command:
        case Pause():
            insist(evening.paused is None, say("table.refusal.paused"))
            return (Paused(seat),)
        case GoOn():
            insist(evening.paused is not None, say("table.refusal.not_paused"))
            return (WentOn(seat),)
    assert_never(command)


def _take_up(evening: Evening, seating: Seating, theirs: Places, asker: Seat, number: int) -> TakenUp:
    insist(number in evening.saved, say("table.refusal.no_saved_game"))
    insist(not evening.saved[number].elsewhere, say("table.refusal.elsewhere"))
    missing = [seat for seat in evening.saved[number].started.seats if seat not in seating.sitters]
    if missing:
        raise Illegal(Refusal(say("table.refusal.seat_missing", who=Who(missing[0])), "table"))
    places.insist_on_all(theirs, seating, asker, number)
    return TakenUp(number)


def _send(evening: Evening, number: int, on: OnTable | None) -> tuple[Event, ...]:
    """Return the events that seal game *number*, on the table or put away; none if it is sealed already."""
    if on is not None and on.number == number and on.winners is None:
        return (PutAway(number, on.round), WentElsewhere(number))
    insist(number in evening.saved, say("table.refusal.no_saved_game"))
    return () if evening.saved[number].elsewhere else (WentElsewhere(number),)


def _bring(evening: Evening, seating: Seating, number: int, file: GameFile, round_: int) -> GameBrought:
    """Return the event; if anybody sits here, exactly the game's seats must be taken, so that it can be taken up at once."""
    insist(file.link not in {evening.brought.get(saved) for saved in evening.saved}, say("table.refusal.brought_before"))
    if seating.sitters and set(seating.sitters) != set(file.seats):
        called = ", ".join(f"{name} ({seat})" for seat, name in zip(file.seats, file.names, strict=True))
        raise Illegal(Refusal(say("table.refusal.other_seats", names=called), "table"))
    since = tuple(at - len(file.items) - 1 if at else FIRST for at in file.since)
    return GameBrought(number, file.game, file.seats, file.options, file.names, file.tokens, since, round_, file.link)


def counted(wins: Mapping[str, int], names: Collection[str]) -> dict[str, int]:
    """Return the games won by player's name, *wins*, after one more game won by all of *names*."""
    return {**wins, **{name: wins.get(name, 0) + 1 for name in names}}


def _on(evening: Evening, number: int) -> Evening:
    """Put game *number* on the table, and end any pause, which was the previous game's."""
    return replace(evening, on=number, paused=None)
