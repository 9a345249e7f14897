"""People who come and go during a game, as pages show it: empty seats, who asks to play on, and what the others can choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.agreeing import leaving
from companion.agreeing.motions import Motion
from web.seats import session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.kit.viewers import Seat
    from companion.seats.places import Place
    from companion.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Asked:
    """A motion with those in favour (*votes*) and those who can vote; *needed* votes carry it.

    *due* says that nothing but votes is lacking: somebody who is said to have gone has had the time to answer.
    """

    motion: Motion
    votes: frozenset[Seat]
    voters: frozenset[Seat]
    needed: int
    due: bool = True


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat of the game that nobody plays from. *name* is that of the *newcomer* who sits there, "" if nobody does.

    *place* is that of the player who left, *asked* the motion to give it to the newcomer, None without one.
    """

    seat: Seat
    place: Place
    name: str
    asked: Asked | None


def agreed(now: Snapshot) -> dict[str, Any]:
    """Return the empty seats, the votes about them, who is said to have gone, and who asks to swap: all public."""
    if not now.playing:
        return {"vacancies": [], "ending": None, "sitting_in": [], "said_gone": [], "swaps": []}
    on, open_motions = now.on_table(), sorted(now.room.votes, key=lambda one: (one.kind, one.seat, one.other))
    can = leaving.choices(on) if now.vacant and on is not None else ()
    empty = [seat for seat in now.vacant if seat not in now.names]
    return {
        "vacancies": vacancies(now),
        "ending": _asked(now, Motion("end_game")) if "end_game" in can else None,
        "sitting_in": [_asked(now, Motion("house_plays", seat)) for seat in empty] if "house_plays" in can else [],
        "said_gone": [_asked(now, motion) for motion in open_motions if motion.kind == "leave"],
        "swaps": [motion for motion in open_motions if motion.kind == "swap"],
    }


def vacancies(now: Snapshot) -> list[Vacancy]:
    """Return the seats that the game waits for."""
    places, number = now.places.games.get(now.evening.on, {}), now.evening.on
    return [
        Vacancy(seat, places[seat], name, _asked(now, Motion("give_place", seat, number)) if name else None)
        for seat in now.vacant
        for name in [now.names.get(seat, "")]
    ]


def waiting(now: Snapshot, seat: Seat) -> Vacancy | None:
    """Return the vacancy of *seat*, or None if the game doesn't wait for its player."""
    return next((one for one in vacancies(now) if one.seat == seat), None)


def newcomer(now: Snapshot, found: Vacancy) -> dict[str, Any]:
    """Return the content of the page of the person who sits on the empty seat *found*."""
    number = now.evening.on
    return {"waiting": found, "number": number, "owners": now.places.owners(number, found.seat)}


def kept(now: Snapshot) -> tuple[Seat, str] | None:
    """Return the empty seat that the asking phone has left, and its player's name there; None if there is none.

    The place is theirs as soon as they sit down again.
    """
    mine = {session.hashed(token) for token in session.tokens() if token}
    free = [(one.seat, past) for one in vacancies(now) if not one.name for past in now.places.owners(now.evening.on, one.seat)]
    return next(((seat, past.name) for seat, past in free if past.token in mine), None)


@dataclass(frozen=True, slots=True)
class SatIn:
    """A player called *house* plays on *seat* for the person who had *place*."""

    seat: Seat
    house: str
    place: Place


def sat_in_for(now: Snapshot) -> SatIn | None:
    """Return the seat on which the house plays for whoever had the asking phone there; None if it doesn't."""
    mine = {session.hashed(token) for token in session.tokens() if token}
    return next((one for one in sat_in(now) if one.place.token in mine), None)


def sat_in(now: Snapshot) -> Iterator[SatIn]:
    """Yield the seats of an unfinished game on which the house plays for somebody, with everybody who can come back there.

    Of one seat, whoever had it last comes last.
    """
    for seat in now.players if now.playing else ():
        for place in reversed(now.room.replaced(seat)):
            yield SatIn(seat, now.names[seat], place)


def _asked(now: Snapshot, motion: Motion) -> Asked:
    who = now.electorate(motion)
    due = motion.kind != "leave" or motion.seat in now.gone
    return Asked(motion, now.votes(motion), who.voters, who.needed, due)
