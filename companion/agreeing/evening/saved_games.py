"""Games that were put away: to be taken up again, or to go on at another table, and those that came from one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from companion.carrying.gamefile import GameFile
from companion.kit.messages import Illegal, Refusal, Who, say
from companion.kit.viewers import Seat
from companion.seats import places
from companion.seats.refusing import insist
from companion.seats.starting import FIRST, GameBrought, GameStarted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.agreeing.on_table import OnTable
    from companion.seats.places import Places
    from companion.seats.seating import Seating


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
class WentElsewhere:
    """Game *number*, which has been put away, goes on at another table, and can't be taken up here."""

    number: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """Game *number* doesn't go on at another table after all, and can be taken up here."""

    number: int


Command: TypeAlias = TakeUp | BringGame | SendGame
Event: TypeAlias = PutAway | TakenUp | WentElsewhere | CameBack


@dataclass(frozen=True, slots=True)
class Saved:
    """A game that was put away in *round*, with the event by which it was *started*.

    *elsewhere*: it goes on at another table. *arrived*: it came from another table, and hasn't been taken up here yet.
    """

    started: GameStarted
    round: int
    elsewhere: bool = False
    arrived: bool = False


def take_up(saved: Mapping[int, Saved], seating: Seating, theirs: Places, asker: Seat, number: int) -> TakenUp:
    """Return the event; all players of game *number* must sit on their seats, and have their places, *theirs*."""
    insist(number in saved, say("table.refusal.no_saved_game"))
    insist(not saved[number].elsewhere, say("table.refusal.elsewhere"))
    missing = [seat for seat in saved[number].started.seats if seat not in seating.sitters]
    if missing:
        raise Illegal(Refusal(say("table.refusal.seat_missing", who=Who(missing[0])), "table"))
    places.insist_on_all(theirs, seating, asker, number)
    return TakenUp(number)


def send(saved: Mapping[int, Saved], number: int, on: OnTable | None) -> tuple[PutAway | WentElsewhere, ...]:
    """Return the events that seal game *number*, on the table or put away; none if it is sealed already."""
    if on is not None and on.number == number and on.winners is None:
        return (PutAway(number, on.round), WentElsewhere(number))
    insist(number in saved, say("table.refusal.no_saved_game"))
    return () if saved[number].elsewhere else (WentElsewhere(number),)


def bring(command: BringGame, seating: Seating, links: Collection[str | None]) -> GameBrought:
    """Return the event; if anybody sits here, exactly the game's seats must be taken, so that it can be taken up at once.

    *links* are those of the games that have come before, and are put away.
    """
    number, file = command.number, command.file
    insist(file.link not in links, say("table.refusal.brought_before"))
    if seating.sitters and set(seating.sitters) != set(file.seats):
        called = ", ".join(f"{name} ({seat})" for seat, name in zip(file.seats, file.names, strict=True))
        raise Illegal(Refusal(say("table.refusal.other_seats", names=called), "table"))
    since = tuple(at - len(file.items) - 1 if at else FIRST for at in file.since)
    return GameBrought(number, file.game, file.seats, file.options, file.names, file.tokens, since, command.round, file.link)
