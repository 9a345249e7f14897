"""Places in games: a hand belongs to the person who played it, not to the seat and its current sitter.

A person is one sitting: from SitDown until StandUp, on whichever phone. Folded from the rows of seating and evening.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from companion.kit.messages import Illegal, Refusal, Who, say
from companion.kit.viewers import Seat
from companion.seats.seating import StoodUp

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from companion.seats.seating import Seating, Sitter


# Commands
@dataclass(frozen=True, slots=True)
class TakePlaces:
    """Take over the places of one's own seat in the games *numbers*. The pawn, the PIN or the phone has proved the right to."""

    numbers: tuple[int, ...]


# Events
@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """The place on *seat* in game *number* now belongs to the sitter."""

    number: int
    seat: Seat


COMMANDS: Final = (TakePlaces,)
EVENTS: Final = (PlaceTaken,)


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in a game. *token* and *pin* (as in Sitter) are the last ones that the *person* had."""

    person: int
    name: str
    token: str = field(repr=False)
    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Places:
    """The places in the game on the table and in those put away, by the game's number and by seat."""

    games: dict[int, dict[Seat, Place]] = field(default_factory=dict)

    def names(self, number: int) -> dict[Seat, str]:
        """Return the names of the players of game *number*, by seat."""
        return {seat: place.name for seat, place in self.games.get(number, {}).items()}

    def holds(self, seating: Seating, seat: Seat, number: int) -> bool:
        """Return whether the sitter of *seat* has its place in game *number*."""
        place, sitter = self.games.get(number, {}).get(seat), seating.sitters.get(seat)
        return place is not None and sitter is not None and place.person == sitter.person

    def players(self, seating: Seating, number: int) -> set[Seat]:
        """Return the seats of game *number* whose players are still sitting there."""
        return {seat for seat in self.games.get(number, {}) if self.holds(seating, seat, number)}

    def strangers(self, seating: Seating, number: int) -> list[Seat]:
        """Return the seats of game *number* whose sitters don't have the place."""
        places = self.games.get(number, {})
        return [seat for seat in places if seat in seating.sitters and not self.holds(seating, seat, number)]

    def lost(self, seating: Seating, seat: Seat) -> tuple[int, ...]:
        """Return the games in which there is a place on *seat* that its sitter, if any, doesn't have."""
        return tuple(number for number, game in self.games.items() if seat in game and not self.holds(seating, seat, number))


def electorate(places: Places, seating: Seating, seat: Seat) -> set[Seat]:
    """Return the seats that vote on freeing *seat*, without *seat* itself.

    These are the seats that share a game with its sitter; if there are none, all that have a place in any game; otherwise all
    others. Of several games, the oldest one that the sitter shares with somebody counts. This way people who come later, under
    however many names, can't vote out earlier players, not even by starting a game with them for that purpose.
    """
    tables = [places.players(seating, number) for number in sorted(places.games)]
    shared = (players - {seat} for players in tables if seat in players)
    fellows = next((players for players in shared if players), set())
    return fellows or set().union(*tables) - {seat} or set(seating.sitters) - {seat}


def insist_on_all(places: Places, seating: Seating, asker: Seat, number: int) -> None:
    """Raise Illegal unless *asker* plays in game *number*, and every sitter on one of its seats has the place there."""
    if strangers := places.strangers(seating, number):
        raise Illegal(Refusal(say("table.refusal.place", who=Who(strangers[0])), "table"))
    _insist(asker in places.games.get(number, {}), "only_players")


def decide(places: Places, seating: Seating, seat: Seat, command: TakePlaces) -> tuple[PlaceTaken, ...]:
    """Return the events of *command*; raise Illegal if it is refused."""
    _insist(seat in seating.sitters, "no_seat")
    _insist(set(command.numbers) <= set(places.lost(seating, seat)), "no_saved_game")
    return tuple(PlaceTaken(number, seat) for number in command.numbers)


def begun(places: Places, seating: Seating, number: int, seats: Iterable[Seat], saved: Collection[int]) -> Places:
    """Return the places after game *number* was put on the table with the sitters of *seats*; *saved* are the games put away.

    A game that is taken up gets new places too, because in rows of the first edition it went on with its seats' new sitters.
    """
    kept = {other: game for other, game in places.games.items() if other in saved}
    return Places({**kept, number: {seat: _place(seating.sitters[seat]) for seat in seats}})


def evolve(places: Places, event: object, seating: Seating) -> Places:
    """Return the places after *event*; *seating* is the seating before it."""
    match event:
        case PlaceTaken(number, seat):
            taken = {**places.games[number], seat: _place(seating.sitters[seat])}
            return Places({**places.games, number: taken})
        case StoodUp(seat):
            return _left(places, seat, seating.sitters[seat])
    return places


def _left(places: Places, seat: Seat, sitter: Sitter) -> Places:
    """Keep the last phone and PIN of *sitter* in their places, to recognise them by if they come back."""
    last = _place(sitter)
    games = {
        number: {**game, seat: last} if seat in game and game[seat].person == sitter.person else game
        for number, game in places.games.items()
    }
    return Places(games)


def _place(sitter: Sitter) -> Place:
    return Place(sitter.person, sitter.name, sitter.token, sitter.pin)


def _insist(right: bool, code: str) -> None:
    if not right:
        raise Illegal(Refusal(say(f"table.refusal.{code}"), "table"))
