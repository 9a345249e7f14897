"""Whose place it is: a game's hands belong to the people who played them, and not to whoever sits on their seats now.

A person is one sitting: from SitDown until StandUp, on whichever phone. Folded from the rows of seating and evening.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from companion.kit.messages import Illegal, Refusal, Who, say
from companion.seats.seating import StoodUp

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from companion.kit.viewers import Seat
    from companion.seats.seating import Seating, Sitter


# Commands
@dataclass(frozen=True, slots=True)
class TakePlaces:
    """Have one's seat's places in the games *numbers*: the pawn, the PIN or the phone has proved whose they are."""

    numbers: tuple[int, ...]


# Events
@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """The place on *seat* in game *number* is now that of who sits there."""

    number: int
    seat: str


COMMANDS: Final = (TakePlaces,)
EVENTS: Final = (PlaceTaken,)


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in a game. *token* and *pin* (as in Sitter) are those that the *person* had last."""

    person: int
    name: str
    token: str = field(repr=False)
    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Places:
    """The places in the game on the table and in those put away, by number and seat."""

    games: dict[int, dict[Seat, Place]] = field(default_factory=dict)

    def names(self, number: int) -> dict[Seat, str]:
        """Return the names of who plays or played game *number*, by seat."""
        return {seat: place.name for seat, place in self.games.get(number, {}).items()}

    def holds(self, seating: Seating, seat: Seat, number: int) -> bool:
        """Whether who sits on *seat* now has its place in game *number*."""
        place, sitter = self.games.get(number, {}).get(seat), seating.sitters.get(seat)
        return place is not None and sitter is not None and place.person == sitter.person

    def players(self, seating: Seating, number: int) -> set[Seat]:
        """Return the seats on which players of game *number* still sit."""
        return {seat for seat in self.games.get(number, {}) if self.holds(seating, seat, number)}

    def strangers(self, seating: Seating, number: int) -> list[Seat]:
        """Return the seats of game *number* on which somebody sits whose place it isn't."""
        places = self.games.get(number, {})
        return [seat for seat in places if seat in seating.sitters and not self.holds(seating, seat, number)]

    def lost(self, seating: Seating, seat: Seat) -> tuple[int, ...]:
        """Return the games in which *seat* has a place that isn't that of who sits there now, or of nobody."""
        return tuple(number for number, game in self.games.items() if seat in game and not self.holds(seating, seat, number))


def electorate(places: Places, seating: Seating, seat: Seat) -> set[Seat]:
    """Return who decides whether *seat* is freed: who shares a game with its sitter; else all who share any; else all others.

    Of several games the oldest that its sitter shares with anybody counts. Whoever comes later, under however many names, has
    no say about those who played before, not even after a game with all of them that was begun only for that.
    """
    tables = [places.players(seating, number) for number in sorted(places.games)]
    shared = (players - {seat} for players in tables if seat in players)
    fellows = next((players for players in shared if players), set())
    return fellows or set().union(*tables) - {seat} or set(seating.sitters) - {seat}


def insist_on_all(places: Places, seating: Seating, asker: Seat, number: int) -> None:
    """Raise Illegal unless *asker* and all others on the seats of game *number* have their places in it."""
    if strangers := places.strangers(seating, number):
        raise Illegal(Refusal(say("table.refusal.place", who=Who(strangers[0])), "table"))
    _insist(asker in places.games.get(number, {}), "only_players")


def decide(places: Places, seating: Seating, seat: Seat, command: TakePlaces) -> tuple[PlaceTaken, ...]:
    """Return the events of *command*; raise Illegal."""
    _insist(seat in seating.sitters, "no_seat")
    _insist(set(command.numbers) <= set(places.lost(seating, seat)), "no_saved_game")
    return tuple(PlaceTaken(number, seat) for number in command.numbers)


def begun(places: Places, seating: Seating, number: int, seats: Iterable[Seat], saved: Collection[int]) -> Places:
    """Return the places once game *number* is on the table with who sits on *seats*, and the games *saved* are put away.

    In rows of the first edition a game that was taken up went on with whoever sat there.
    """
    kept = {other: game for other, game in places.games.items() if other in saved}
    return Places({**kept, number: {seat: _place(seating.sitters[seat]) for seat in seats}})


def evolve(places: Places, event: Any, seating: Seating) -> Places:
    """Return the places after *event*; *seating* is that before it."""
    match event:
        case PlaceTaken(number, seat):
            taken = {**places.games[number], seat: _place(seating.sitters[seat])}
            return Places({**places.games, number: taken})
        case StoodUp(seat):
            return _left(places, seat, seating.sitters[seat])
    return places


def _left(places: Places, seat: Seat, sitter: Sitter) -> Places:
    """Keep the phone and the PIN that *sitter* had last: who comes back is known by them."""
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
