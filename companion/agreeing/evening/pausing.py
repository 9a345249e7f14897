"""Pauses of the game on the table: all answers are refused until any of its players goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, assert_never

from companion.kit.messages import Illegal, Refusal, Who, say
from companion.kit.screen import Pawn, Screen
from companion.kit.viewers import Seat
from companion.seats.refusing import insist

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.agreeing.on_table import OnTable


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the game: all answers are refused until somebody ends the pause."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """End the pause. Any player can, not only the one who began it."""


@dataclass(frozen=True, slots=True)
class Paused:
    """*seat* has paused the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WentOn:
    """*seat* has ended the pause."""

    seat: Seat


Command: TypeAlias = Pause | GoOn
Event: TypeAlias = Paused | WentOn


def decide(paused: Seat | None, seat: Seat, command: Command, on: OnTable | None, players: Collection[Seat]) -> Event:
    """Return the event of *command*; raise Illegal if it is refused. *paused* is the seat that has paused, if any has."""
    if on is None or on.winners is not None:
        raise Illegal(Refusal(say("table.no_game"), "table"))
    insist(seat in players, say("table.refusal.not_in_game"))
    match command:
        case Pause():
            insist(paused is None, say("table.refusal.paused"))
            return Paused(seat)
        case GoOn():
            insist(paused is not None, say("table.refusal.not_paused"))
            return WentOn(seat)
    assert_never(command)


def screen(paused: Seat) -> Screen:
    """Return the screen that the display shows during a pause; *paused* is the seat that paused."""
    return Screen(
        small=say("table.screen.rests"),
        big=say("table.screen.who", who=Who(paused)),
        picture=Pawn(paused),
        counter=say("table.screen.anyone"),
    )
