"""A pawnshop, as small as a game can be that asks for a closed pile and for things to be given up. Made for its pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.asks import Ask, GiveUp, Held, Lay, LayPile, answers
from companion.disclosure import Disclosure, Only, everybody
from companion.game import Illegal, Mark, Nothing, Refusal, Row, Said, Screen, Tapped, Viewer, Who, say
from companion.money import NO_NOTES, Pile, Purse
from companion.pieces import Piece
from companion.rehearsal import Rehearsal
from companion.sealed import Sealed, seen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.game import Option

NAME: Final = "pawnshop"
RULES: Final = 1
SEATS: Final = ("A", "B", "C")
FEWEST: Final = 2
MOST: Final = 3
OPTIONS: Final[dict[str, Option]] = {}

PURSE: Final = Purse(9, 2)
VALUES: Final = {"rings": 5, "cups": 2, "hats": 3}
OWED: Final = 4
HALF: Final = 2


@dataclass(frozen=True, slots=True)
class BuyThing:
    """Lay a closed pile for a *thing* (1)."""

    thing: str
    pile: Pile = NO_NOTES


@dataclass(frozen=True, slots=True)
class PawnThings:
    """Give up so many of each (2)."""

    rings: int = 0
    cups: int = 0
    hats: int = 0


@dataclass(frozen=True, slots=True)
class PileLaid:
    """A closed pile lies there for *thing*, and the purse is so much lighter: the owner's to see."""

    seat: str
    thing: str
    pile: Sealed[Pile]
    purse: Sealed[Purse]


@dataclass(frozen=True, slots=True)
class ThingsPawned:
    """Somebody has pawned enough; what was left on the shelf is the owner's to see."""

    seat: str
    shelf: Sealed[PawnThings]


@dataclass(frozen=True, slots=True)
class ShopClosed:
    """All have pawned."""

    cause: str
    winners: tuple[str, ...]


Event: TypeAlias = PileLaid | ThingsPawned | ShopClosed
COMMANDS: Final = (BuyThing, PawnThings)
EVENTS: Final = (PileLaid, ThingsPawned, ShopClosed)
REFUSALS: Final = {"not_asked": "1", "no_such_pile": "1"}
DISCLOSURE: Final[Disclosure] = {
    PileLaid: everybody("seat", "thing") | {"pile": Only(("seat",)), "purse": Only(("seat",))},
    ThingsPawned: everybody("seat") | {"shelf": Only(("seat",))},
    ShopClosed: everybody("cause", "winners"),
}
REHEARSAL: Final = Rehearsal(refusals=REFUSALS, ends=("all",), left_out={"View": {"news"}})


@dataclass(frozen=True, slots=True)
class State:
    """The whole game: purses and shelves under their owners' seals, the piles that are laid, and who has pawned."""

    seats: tuple[str, ...]
    purses: dict[str, Sealed[Purse]]
    shelves: dict[str, Sealed[PawnThings]]
    piles: dict[str, Sealed[Pile]]
    pawned: tuple[str, ...] = ()
    closed: ShopClosed | None = None
    recent: tuple[Event, ...] = ()
    round: int = 1


def setup(seats: Sequence[str], options: Mapping[str, Any]) -> State:  # There are none.
    purses = {seat: Sealed(PURSE, {seat}) for seat in seats}
    return State(tuple(seats), purses, {seat: Sealed(PawnThings(2, 3, 0), {seat}) for seat in seats}, {})


def asks(state: State, seat: str) -> tuple[Ask, ...]:
    if seat not in state.seats or state.closed or seat in state.pawned:
        return ()
    if seat not in state.piles:
        lays = (Lay(BuyThing("lamp"), 2, 6), Lay(BuyThing("clock"), 0, None, notes=2, fakes=1))
        return (LayPile("buy", lays, state.purses[seat].open()),)
    if len(state.piles) < len(state.seats):
        return ()
    shelf = state.shelves[seat].open()
    return (GiveUp("pawn", PawnThings(), tuple(Held(one, getattr(shelf, one), VALUES[one]) for one in VALUES), OWED, HALF),)


def decide(state: State, seat: str, command: Any) -> tuple[Event, ...]:
    standing = [ask for ask in asks(seen(state, seat), seat) if answers(ask, command)]
    if not standing:
        raise _illegal("not_asked")
    if isinstance(command, BuyThing):
        return (_laid(state, seat, command, standing[0]),)
    shelf = state.shelves[seat].open()
    left = PawnThings(*(getattr(shelf, one) - getattr(command, one) for one in VALUES))
    pawned: tuple[Event, ...] = (ThingsPawned(seat, Sealed(left, {seat})),)
    return (*pawned, ShopClosed("all", state.seats)) if len(state.pawned) + 1 == len(state.seats) else pawned


def _laid(state: State, seat: str, command: BuyThing, ask: Any) -> PileLaid:
    lay = next(one for one in ask.lays if one.command.thing == command.thing)
    pile, purse = command.pile, state.purses[seat].open()
    most = purse.real if lay.most is None else lay.most
    enough = lay.least <= pile.real <= most and pile.notes >= lay.notes and pile.fakes >= lay.fakes
    if not (enough and purse.covers(pile.worth)):
        raise _illegal("no_such_pile")
    return PileLaid(seat, command.thing, Sealed(pile, {seat}, pile.notes), Sealed(purse - pile.worth, {seat}))


def _illegal(code: str) -> Illegal:
    return Illegal(Refusal(say(f"pawnshop.refusal.{code}"), REFUSALS[code]))


def evolve(state: State, event: Event) -> State:
    return replace(_evolved(state, event), recent=(*state.recent, event))


def _evolved(state: State, event: Event) -> State:
    match event:
        case PileLaid(seat, _, pile, purse):
            return replace(state, piles={**state.piles, seat: pile}, purses={**state.purses, seat: purse})
        case ThingsPawned(seat, shelf):
            return replace(state, shelves={**state.shelves, seat: shelf}, pawned=(*state.pawned, seat))
        case ShopClosed():
            return replace(state, closed=event)


def check(state: State) -> None:
    assert all(seal.eyes == {seat} for some in (state.purses, state.shelves, state.piles) for seat, seal in some.items())


def outcome(state: State) -> ShopClosed | None:
    return state.closed


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player, with the *notes* of the pile once it lies there."""

    seat: str
    notes: int | None
    has_pawned: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table as every viewer sees it: a purse is seen on the page of an ask alone."""

    seats: tuple[SeatView, ...]
    round: int
    news: tuple[Said, ...]
    outcome: ShopClosed | None

    def seat(self, seat: str) -> SeatView:
        return next(one for one in self.seats if one.seat == seat)


def view(state: State, viewer: Viewer) -> View:
    news = tuple(said for event in reversed(state.recent) if (said := tell(event, viewer)))
    return View(tuple(_seat(state, seat) for seat in state.seats), state.round, news, state.closed)


def _seat(state: State, seat: str) -> SeatView:
    return SeatView(seat, state.piles[seat].outside if seat in state.piles else None, seat in state.pawned)


def tell(event: Event, viewer: Viewer) -> Said | None:  # All are told the same.
    match event:
        case PileLaid(seat, _, pile):
            return say("pawnshop.told.laid", who=Who(seat), count=pile.outside)
        case ThingsPawned(seat):
            return say("pawnshop.told.pawned", who=Who(seat))
    return None


def screen(view: View) -> Screen:
    return Screen(say("pawnshop.name"), picture=Row(tuple(Mark(one.seat, "?" if one.notes else "") for one in view.seats)))


def pieces(options: Mapping[str, Any]) -> tuple[Piece, ...]:  # There are none.
    return tuple(Piece("bag", seat) for seat in SEATS)


def tapped(state: State, piece: Piece, spot: str) -> Tapped:  # Nothing is done by taps.
    return Nothing(say("pawnshop.refusal.not_asked"))
