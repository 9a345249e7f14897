"""A pawnshop, a minimal game that asks for a closed pile and for things to be given up. Made to test its pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.kit import (  # isort: skip
    Ask, GiveUp, Held, Lay, LayPile, Log, Mark, NO_NOTES, Nothing, Only, Option, Piece, Pile, Purse, Refusal, Row, Said,
    Screen, Sealed, Tapped, Viewer, Who, answers, everybody, insist, say,
)  # fmt: skip

NAME: Final = "pawnshop"
RULES: Final = 1
SEATS: Final = ("A", "B", "C")
FEWEST: Final = 2
MOST: Final = 3
OPTIONS: Final[dict[str, Option]] = {}
SHELF: Final = (Held("rings", 2, 5), Held("cups", 3, 2), Held("hats", 0, 3))


@dataclass(frozen=True, slots=True)
class BuyThing:
    """Lay a closed pile for a *thing* (1)."""

    thing: str
    pile: Pile = NO_NOTES


@dataclass(frozen=True, slots=True)
class PawnThings:
    """Give up these amounts (2)."""

    rings: int = 0
    cups: int = 0
    hats: int = 0


@dataclass(frozen=True, slots=True)
class PileLaid:
    """A closed pile lies there."""

    seat: str
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class ThingsPawned:
    """Somebody has pawned enough."""

    seat: str


COMMANDS: Final = (BuyThing, PawnThings)
EVENTS: Final = (PileLaid, ThingsPawned)
REFUSALS: Final = {"not_asked": "1", "no_such_pile": "1"}


@dataclass(frozen=True, slots=True)
class State:
    """The whole game: purses under their owners' seals, the piles that are laid, and who has pawned."""

    seats: tuple[str, ...]
    purses: dict[str, Sealed[Purse]]
    piles: dict[str, Sealed[Pile]]
    pawned: tuple[str, ...] = ()
    round: int = 1


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player, with the *notes* of the pile once it lies there."""

    seat: str
    notes: int | None
    has_pawned: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table as every viewer sees it: a purse is seen only on the page of an ask."""

    seats: tuple[SeatView, ...]
    round: int
    news: tuple[Said, ...]
    outcome: None = None

    def seat(self, seat: str) -> SeatView:
        return next(one for one in self.seats if one.seat == seat)


DISCLOSURE = {PileLaid: everybody("seat") | {"pile": Only(("seat",), knew=("seat",))}, ThingsPawned: everybody("seat")}


def setup(seats: Sequence[str], options: Mapping[str, Any]) -> State:
    return State(tuple(seats), {seat: Sealed(Purse(9, 2), {seat}) for seat in seats}, {})


def asks(state: State, seat: str) -> tuple[Ask, ...]:
    if seat not in state.seats or seat in state.pawned:
        return ()
    if seat not in state.piles:
        lays = (Lay(BuyThing("lamp"), 2, 6), Lay(BuyThing("clock"), 0, None, notes=2, fakes=1))
        return (LayPile("buy", lays, state.purses[seat].open()),)
    if len(state.piles) < len(state.seats):
        return ()
    return (GiveUp("pawn", PawnThings(), SHELF, needed=4, parts=2),)


def refusal(state: State, seat: str, command: Any) -> Refusal | None:
    standing = [ask for ask in asks(state, seat) if answers(ask, command)]
    if not standing:
        return _no("not_asked")
    if isinstance(command, PawnThings):
        return None
    (lay,) = (one for one in standing[0].lays if one.command.thing == command.thing)
    pile, purse = command.pile, state.purses[seat].open()
    most = purse.real if lay.most is None else lay.most
    enough = lay.least <= pile.real <= most and pile.notes >= lay.notes and pile.fakes >= lay.fakes
    return None if enough and purse.covers(pile.worth) else _no("no_such_pile")


def _no(code: str) -> Refusal:
    return Refusal(say(f"pawnshop.refusal.{code}"), REFUSALS[code])


def events(state: State, seat: str, command: Any) -> tuple[PileLaid | ThingsPawned, ...]:
    if isinstance(command, BuyThing):
        return (PileLaid(seat, Sealed(command.pile, {seat}, command.pile.notes)),)
    return (ThingsPawned(seat),)


def evolve(state: State, event: PileLaid | ThingsPawned) -> State:
    if isinstance(event, PileLaid):
        return replace(state, piles={**state.piles, event.seat: event.pile})
    return replace(state, pawned=(*state.pawned, event.seat))


def check(state: State) -> None:
    insist(all(seal.eyes == {seat} for some in (state.purses, state.piles) for seat, seal in some.items()), "another's seal")


def outcome(state: State) -> None:
    """Return None: the shop never closes."""


def view(state: State, viewer: Viewer, log: Log) -> View:
    notes = {seat: pile.outside for seat, pile in state.piles.items()}
    seats = tuple(SeatView(seat, notes.get(seat), seat in state.pawned) for seat in state.seats)
    return View(seats, state.round, log.news(tell, 8))


def tell(event: PileLaid | ThingsPawned, viewer: Viewer) -> Said:
    if isinstance(event, PileLaid):
        return say("pawnshop.told.laid", who=Who(event.seat), count=event.pile.outside)
    return say("pawnshop.told.pawned", who=Who(event.seat))


def screen(view: View, log: Log) -> Screen:  # Everything that it shows is still on the table.
    return Screen(say("pawnshop.name"), picture=Row(tuple(Mark(one.seat, "?" if one.notes else "") for one in view.seats)))


def pieces(options: Mapping[str, Any]) -> tuple[Piece, ...]:
    return tuple(Piece("bag", seat) for seat in SEATS)


def tapped(state: State, piece: Piece, spot: str) -> Tapped:
    return Nothing(say("pawnshop.refusal.not_asked"))
