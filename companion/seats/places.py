"""Places in games: a hand belongs to the person who played it, not to the seat and its current sitter.

A person is one sitting: from SitDown until StandUp, on whichever phone. Folded from the rows of seating and evening.

A place passes to somebody else if its owner said so on leaving, by the pawn, or by the consent of all other players. The new
person has the hand from then on. What its owner was told before stays the owner's, who is recognised by phone or PIN.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from companion.house import sitting
from companion.kit.messages import Illegal, Refusal, Who, say
from companion.kit.viewers import Seat
from companion.seats import names
from companion.seats.refusing import insist
from companion.seats.seating import PinSet, SatDown, StoodUp, Swapped
from companion.seats.starting import FIRST, GameBrought

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from companion.seats.seating import Seating, Sitter


# Commands
@dataclass(frozen=True, slots=True)
class TakePlaces:
    """Take over the places of one's own seat in the games *numbers*. The pawn, the PIN or the phone has proved the right to.

    *of* is the person whose PIN or phone it was, and who has therefore come back; 0 for the pawn, which says whose a hand is
    and not who is there.
    """

    numbers: tuple[int, ...]
    of: int = 0


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Take one's seat back from the player of the house that sits in. *token* as in SitDown, *of* as in TakePlaces."""

    token: str
    of: int = 0


# Events
@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """The place on *seat* in game *number* now belongs to the sitter, since the journal's row *row*. *of* as in TakePlaces.

    Rows before version 7 of the table's own lack both: in those games the sitter was shown all that the seat had been told.
    """

    number: int
    seat: Seat
    row: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class HandedOver:
    """On leaving, the owner of the place on *seat* in game *number* lets whoever sits down there next have it."""

    number: int
    seat: Seat


COMMANDS: Final = (TakePlaces, ComeBack)
EVENTS: Final = (PlaceTaken, HandedOver)


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in a game. *token* and *pin* (as in Sitter) are the last ones that the *person* had.

    The person has had it since the journal's row *since*, 0 for the game's beginning; *before* are the places of those who had
    it earlier, oldest first. *free* says that whoever sits down there next may have it. *of_house* says that this person is a
    player of the house.
    """

    person: int
    name: str
    token: str = field(repr=False)
    pin: str = field(repr=False)
    since: int = 0
    free: bool = False
    before: tuple[Place, ...] = ()
    of_house: bool = False

    def was_told(self, row: int) -> bool:
        """Return whether this person had the place when the journal's row *row* was written."""
        return self.person_at(row) == self.person

    def person_at(self, row: int) -> int:
        """Return who had the place when the journal's row *row* was written, 0 for nobody."""
        then = [one.person for one in (*self.before, self) if one.since <= row]
        return then[-1] if then else 0


FORGOTTEN: Final = "?"
NOBODY: Final = Place(0, "", "", "", FIRST)


@dataclass(frozen=True, slots=True)
class Places:
    """The places in the game on the table and in those put away, by the game's number and by seat."""

    games: dict[int, dict[Seat, Place]] = field(default_factory=dict)

    def names(self, number: int) -> dict[Seat, str]:
        """Return the names of the players of game *number*, by seat. Whoever was forgotten has a mark instead."""
        return {seat: place.name or FORGOTTEN for seat, place in self.games.get(number, {}).items()}

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

    def told(self, number: int, seat: Seat) -> Callable[[int], bool] | None:
        """Return which rows of game *number* its player on *seat* was told there; None for all of them."""
        place = self.games.get(number, {}).get(seat)
        return place.was_told if place is not None and place.before else None

    def told_then(self, number: int, seat: Seat, row: int) -> Callable[[int], bool] | None:
        """Return which rows of game *number* were told to the person who had the place on *seat* in row *row*; None for all."""
        place = self.games.get(number, {}).get(seat)
        if place is None or not place.before:
            return None
        return replace(place, person=place.person_at(row)).was_told

    def owners(self, number: int, seat: Seat) -> tuple[Place, ...]:
        """Return the places of all who have had the one on *seat* in game *number*, the newest first, each person once."""
        place = self.games.get(number, {}).get(seat)
        newest = {one.person: one for one in (*place.before, place) if one.person} if place else {}
        return tuple(sorted(newest.values(), key=lambda one: -one.since))

    def replaced(self, seating: Seating, seat: Seat, number: int) -> tuple[Place, ...]:
        """Return the places in game *number* of the people for whom a player of the house plays on *seat*, the newest first."""
        if seat in seating.guests or not self.holds(seating, seat, number):
            return ()
        return tuple(one for one in self.owners(number, seat) if not one.of_house)

    def lost(self, seating: Seating, seat: Seat) -> tuple[int, ...]:
        """Return the games in which there is a place on *seat* that its sitter, if any, doesn't have."""
        return tuple(number for number, game in self.games.items() if seat in game and not self.holds(seating, seat, number))


def electorate(places: Places, seating: Seating, seat: Seat) -> set[Seat]:
    """Return the seats of people that vote on freeing *seat*, without *seat* itself.

    These are the seats that share a game with its sitter; if there are none, all that have a place in any game; otherwise all
    others. Of several games, the oldest one that the sitter shares with somebody counts. This way people who come later, under
    however many names, can't vote out earlier players, not even by starting a game with them for that purpose.
    """
    tables = [places.players(seating, number) & seating.guests for number in sorted(places.games)]
    shared = (players - {seat} for players in tables if seat in players)
    fellows = next((players for players in shared if players), set())
    return fellows or set().union(*tables) - {seat} or set(seating.guests) - {seat}


def comes_back(places: Places, event: object) -> bool:
    """Return whether by *event* the owner of a place has come back to it, so that the same people play on."""
    return isinstance(event, PlaceTaken) and event.of == places.games[event.number][event.seat].person


def insist_on_all(places: Places, seating: Seating, asker: Seat, number: int) -> None:
    """Raise Illegal unless *asker* plays in game *number*, and every sitter on one of its seats has the place there."""
    if strangers := places.strangers(seating, number):
        raise Illegal(Refusal(say("table.refusal.place", who=Who(strangers[0])), "table"))
    insist(asker in places.games.get(number, {}), say("table.refusal.only_players"))


def decide(places: Places, seating: Seating, seat: Seat, command: TakePlaces, row: int) -> tuple[PlaceTaken, ...]:
    """Return the events of *command*, for the journal's row *row*; raise Illegal if it is refused."""
    insist(seat in seating.sitters, say("table.refusal.no_seat"))
    insist(set(command.numbers) <= set(places.lost(seating, seat)), say("table.refusal.no_saved_game"))
    return tuple(PlaceTaken(number, seat, row, command.of) for number in command.numbers)


def come_back(
    places: Places, seating: Seating, seat: Seat, number: int, command: ComeBack, row: int
) -> tuple[StoodUp | SatDown | PinSet | PlaceTaken, ...]:
    """Return the events of *command* in game *number*, which is on the table; raise Illegal if it is refused.

    Whoever has proved to be the same person keeps the PIN; the pawn proves nothing of the kind.
    """
    owners = places.replaced(seating, seat, number)
    owner = next((one for one in owners if one.name and command.of in (0, one.person)), None)  # Not who was forgotten.
    if owner is None:
        raise Illegal(Refusal(say("table.refusal.no_saved_game"), "table"))
    insist(not any(names.same(owner.name, sitter.name) for sitter in seating.sitters.values()), say("table.refusal.name_taken"))
    insist(seating.seat_of(command.token) is None, say("table.refusal.has_seat"))
    pin = (PinSet(seat, owner.pin),) if command.of and owner.pin else ()
    return StoodUp(seat), SatDown(seat, owner.name, command.token), *pin, PlaceTaken(number, seat, row, command.of)


def of_house(places: Places, seat: Seat, row: int) -> tuple[PlaceTaken, ...]:
    """Return the events by which whoever the house lets sit down on *seat* plays on where a player of the house has played."""
    theirs = {number: game[seat] for number, game in places.games.items() if seat in game}
    return tuple(PlaceTaken(number, seat, row, place.person) for number, place in theirs.items() if place.of_house)


def begun(places: Places, seating: Seating, number: int, seats: Iterable[Seat], saved: Collection[int]) -> Places:
    """Return the places after game *number* was put on the table with the sitters of *seats*; *saved* are the games put away.

    A game that is taken up gets places too, because in rows of the first edition it went on with its seats' new sitters.
    """
    kept = {other: game for other, game in places.games.items() if other in saved}
    theirs = {
        seat: places.games[number][seat] if places.holds(seating, seat, number) else _place(seating.sitters[seat])
        for seat in seats
    }
    return Places({**kept, number: theirs})


def evolve(places: Places, event: object, seating: Seating) -> Places:
    """Return the places after *event*; *seating* is the seating before it."""
    match event:
        case GameBrought(number=number):
            return Places({**places.games, number: dict(_brought(event, seating.people))})
        case PlaceTaken(number, seat, row, of):
            game = places.games[number]
            return _with(places, number, {seat: _passed(game[seat], seating.sitters[seat], row, of)})
        case HandedOver(number, seat):
            return _with(places, number, {seat: replace(places.games[number][seat], free=True)})
        case Swapped(number, seat, other, row):
            one, two = (_now(places.games[number][at], seating.sitters[at]) for at in (seat, other))
            swapped = {seat: _passed(one, seating.sitters[other], row), other: _passed(two, seating.sitters[seat], row)}
            return _with(places, number, swapped)
        case StoodUp(seat):
            return _left(places, seat, seating.sitters[seat])
    return places


def _brought(event: GameBrought, people: int) -> Iterator[tuple[Seat, Place]]:
    """Yield the places of the players of a game from another table, whom nobody here has recognised yet.

    They have no PIN: four digits could be tried out by whoever has the file. What their seat was told before they had it
    belongs to nobody here.
    """
    players = zip(event.seats, event.names, event.tokens, event.since, strict=True)
    for person, (seat, name, token, since) in enumerate(players, start=people + 1):
        before = () if since == FIRST else (NOBODY,)
        yield seat, Place(person, name, token, "", since, before=before, of_house=sitting.is_marked(name))


def _left(places: Places, seat: Seat, sitter: Sitter) -> Places:
    """Keep the last phone and PIN of *sitter* in their places, to recognise them by if they come back."""
    games = {
        number: {**game, seat: _now(game[seat], sitter)} if seat in game and game[seat].person == sitter.person else game
        for number, game in places.games.items()
    }
    return Places(games)


def _with(places: Places, number: int, theirs: dict[Seat, Place]) -> Places:
    return Places({**places.games, number: {**places.games[number], **theirs}})


def _passed(place: Place, sitter: Sitter, row: int, of: int = 0) -> Place:
    """Return *place* as *sitter*'s since *row*; everything that the person *of* was told there is theirs again."""
    earlier = [replace(one, before=(), free=False) for one in (*place.before, place)]
    earlier = [replace(one, person=sitter.person) if one.person == of else one for one in earlier]
    if earlier[-1].person == sitter.person:  # Nobody else has had it in the meantime.
        row = earlier.pop().since
    return replace(_place(sitter), since=row, before=tuple(earlier))


def _now(place: Place, sitter: Sitter) -> Place:
    return replace(place, name=sitter.name, token=sitter.token, pin=sitter.pin)


def _place(sitter: Sitter) -> Place:
    return Place(sitter.person, sitter.name, sitter.token, sitter.pin, of_house=sitter.temper is not None)
