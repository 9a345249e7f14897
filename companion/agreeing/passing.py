"""Derive the events of a motion that passes, which the vote that carries it brings about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from companion.agreeing.evening import naming
from companion.agreeing.evening.evening import BooksUnsealed, EndAgreed
from companion.agreeing.evening.naming import Forgotten, Renamed
from companion.agreeing.evening.saved_games import CameBack, PutAway, TakenUp, WentElsewhere
from companion.agreeing.evening.scoring import ScoreWiped
from companion.agreeing.motions import TAKING_BACK
from companion.agreeing.taking_back import Dropped, Outwaited
from companion.house import sitting
from companion.kit.layout import TableSet
from companion.match.entries import TakenBack
from companion.seats import names
from companion.seats.places import HandedOver, PlaceTaken
from companion.seats.seating import SatDown, StoodUp, Swapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.agreeing.motions import Motion
    from companion.agreeing.on_table import Company, OnTable
    from companion.kit.house import Temper

Carried: TypeAlias = (  # What a motion comes to.
    PutAway | ScoreWiped | StoodUp | SatDown | PlaceTaken | TakenBack | TableSet | Dropped | Outwaited | HandedOver | EndAgreed
    | Swapped | WentElsewhere | CameBack | TakenUp | BooksUnsealed | Renamed | Forgotten
)  # fmt: skip


STAND_IN: Final[Temper] = "careful"  # Whoever plays on for somebody else takes no chances with their money.


def done(motion: Motion, company: Company, row: int) -> tuple[Carried, ...]:
    """Return the events of *motion*, which has passed, for the journal's row *row*."""
    match motion.kind:
        case "wipe_score":
            return (ScoreWiped(),)
        case "rename":
            return (Renamed(motion.name, motion.new),)
        case "forget":
            here = company.called(naming.spellings([motion.name], company.agreed.joined))
            return (*(StoodUp(seat) for seat in sorted(here)), Forgotten(motion.name))
        case "free_seat":
            return (StoodUp(motion.seat),)
        case "give_place":
            return (PlaceTaken(motion.number, motion.seat, row),)
        case "unseal":
            return (BooksUnsealed(motion.number),)
        case "go_on_here":
            return (CameBack(motion.number),)
        case "know_all":
            return (*_known(motion.number, company, row), TakenUp(motion.number))
        case "leave" | "hand_over":
            return gone(motion, company)
    return _in_game(motion, company.game, row)


def _in_game(motion: Motion, on: OnTable, row: int) -> tuple[Carried, ...]:
    match motion.kind:
        case "put_away":
            return (PutAway(on.number, on.round),)
        case "end_game":
            return (EndAgreed(on.number),)
        case "house_plays":
            sits = SatDown(motion.seat, sitting.called(motion.seat), "", STAND_IN)
            return (sits, PlaceTaken(on.number, motion.seat, row))
        case "swap":
            return (Swapped(on.number, motion.seat, motion.other, row),)
        case "go_elsewhere":
            return (PutAway(on.number, on.round), WentElsewhere(on.number))
    assert motion.kind in TAKING_BACK, "what a proposal comes to depends on what its owners have stated: see setting_anew"
    again = motion.kind == "put_back"
    price = on.price(motion.seat, motion.number, again)
    assert price is not None
    return (TakenBack(on.number, motion.seat, motion.number, on.next, price.rung, again),)


def gone(motion: Motion, company: Company) -> tuple[Carried, ...]:
    """Free the seat for whoever plays on. The last person puts the game away, since nobody could decide about it any more."""
    on = company.game
    given = (HandedOver(on.number, motion.seat),) if motion.kind == "hand_over" else ()
    last = () if company.guests - {motion.seat} else (PutAway(on.number, on.round),)
    return (*given, StoodUp(motion.seat), *last)


def _known(number: int, company: Company, row: int) -> Iterator[PlaceTaken]:
    """Yield the places that pass to all on the seats of game *number*: people of the same name have come back to theirs."""
    for seat in company.places.strangers(company.seating, number):
        place = company.places.games[number][seat]
        came_back = names.same(place.name, company.seating.sitters[seat].name)
        yield PlaceTaken(number, seat, row, place.person if came_back else 0)
