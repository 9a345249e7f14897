"""Build what each viewer of Barracuda is shown, from the state as that viewer sees it, so that no secret gets in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from companion.games.barracuda import model
from companion.games.barracuda.model import (
    BANK,
    ROOM,
    Acting,
    Auctioning,
    Bar,
    Deal,
    Draw,
    Drawing,
    Leaving,
    Offered,
    Outcome,
    Over,
    Phase,
    Shuffling,
    Staking,
    State,
    TurnOrder,
)
from companion.games.barracuda.moves import BankCounted, Event, LastOrderCalled, RoundBegan, StakesRevealed
from companion.games.barracuda.rules import rent_due, waived
from companion.games.barracuda.telling import tell
from companion.kit.messages import Said, say
from companion.kit.money import Pile, Purse
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat, Viewer

if TYPE_CHECKING:
    from companion.kit.log import Log


NEWS: Final = 8  # how many sentences are shown

PhaseName: TypeAlias = Literal["shuffling", "drawing", "staking", "acting", "offered", "auctioning", "leaving", "over"]
PHASES: Final[dict[type[Phase], PhaseName]] = {
    Shuffling: "shuffling", Drawing: "drawing", Staking: "staking", Acting: "acting", Offered: "offered",
    Auctioning: "auctioning", Leaving: "leaving", Over: "over",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player as everybody sees them. *place* is the place in this round's order, 0 while in the bag."""

    seat: Seat
    place: int
    is_active: bool
    standing: int
    free: int
    has_note: bool
    leases: tuple[str, ...]
    rents: tuple[int, ...]
    rent_free: int
    rent_due: int
    purse: Purse | None


@dataclass(frozen=True, slots=True)
class BarView:
    """A place on the sea front, 1 to 10. Its bar has no name until somebody has seen it. *state*: closed, open or renovated."""

    place: int
    state: Literal["closed", "open", "renovated"]
    name: str = ""
    placeholder: bool = False
    rent: int = 0
    places: int = 0
    lessee: Seat | None = None
    partner: Seat | None = None


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile on the table, *pile* only for viewers who may see it. Everybody sees how many *notes* it has, None until laid."""

    seat: Seat
    notes: int | None = None
    pile: Pile | None = None


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer that waits for its lessee's answer."""

    takeover: bool
    bar: str
    bidder: Seat
    lessee: Seat
    pile: PileView


@dataclass(frozen=True, slots=True)
class AuctionView:
    """An auction and its *bids*; *opened* once the seller may look at them."""

    bar: str
    rent: int
    seller: Seat
    bids: tuple[PileView, ...]
    opened: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """The stakes of this round's last order. *groups* are in playing order; within a group the bag decides."""

    groups: tuple[tuple[Seat, ...], ...]
    stakes: dict[Seat, Pile]


@dataclass(frozen=True, slots=True)
class Count:
    """The *sum* that the viewer found in the bank, for the viewer alone (B19); *is_news* until something else happens."""

    sum: int
    is_news: bool


@dataclass(frozen=True, slots=True)
class View:
    """The whole table as *viewer* sees it.

    *latest* is the kind of the last event and *told* its sentence, without regard to counts of the bank, which may happen at
    any moment (B19). *news* holds the last sentences, newest first. *act* is how the last act came out, until
    the next draw, even if a new round has begun since. *order* says during a last order who called it.
    """

    viewer: Viewer
    phase: PhaseName
    round: int
    seats: tuple[SeatView, ...]
    bag: tuple[tuple[Seat, ...], ...]
    bank: Purse | None
    bars: tuple[BarView, ...]
    open_bars: int
    limit: int
    deal: Deal
    draw: Draw
    turn_order: TurnOrder
    purse: Purse | None
    order_called: bool
    order_open: bool
    declined: tuple[Seat, ...]
    offer: OfferView | None
    auction: AuctionView | None
    leaving: Leaving | None
    stakes: tuple[PileView, ...] | None
    reveal: Reveal | None
    latest: str
    told: Said | None
    news: tuple[Said, ...]
    act: Said | None
    order: Said | None
    count: Count | None
    outcome: Outcome | None
    why: Said | None

    def seat(self, seat: Seat) -> SeatView:
        """Return the player at *seat*."""
        return next(one for one in self.seats if one.seat == seat)

    def bar(self, name: str) -> BarView:
        """Return the bar called *name*."""
        return next(bar for bar in self.bars if bar.name == name)

    @property
    def counted_out(self) -> Pile | None:
        """Return the notes to hand out for the viewer's own purse if play goes on in cardboard."""
        return model.counted_out(self.purse) if self.purse is not None else None

    @property
    def laid(self) -> Pile | None:
        """Return the viewer's own closed pile on the table, or None."""
        offer, bids = self.offer, self.auction.bids if self.auction else ()
        piles = (*bids, *(self.stakes or ()), *((offer.pile,) if offer else ()))
        return next((one.pile for one in piles if one.seat == self.viewer), None)

    @property
    def active(self) -> SeatView | None:
        """Return the player whose turn it is, or None."""
        return next((one for one in self.seats if one.is_active), None)

    @property
    def drawn(self) -> tuple[SeatView, ...]:
        """Return the players drawn in this round, in the order drawn."""
        return tuple(sorted((one for one in self.seats if one.place), key=lambda one: one.place))

    def is_to_come(self, one: SeatView) -> bool:
        """Return whether *one* was drawn but hasn't played yet in this round (B4, `turn_order` whole)."""
        ahead = self.turn_order == "whole" and one.place > 0 and self.outcome is None
        return ahead and (self.active is None or one.place > self.active.place)

    @property
    def undrawn(self) -> tuple[SeatView, ...]:
        """Return the players who haven't been drawn yet in this round: by stake after a last order, by letter among equals."""
        return tuple(self.seat(seat) for group in self.bag for seat in group)


def view(state: State, viewer: Viewer, log: Log[Event]) -> View:
    """Return *viewer*'s view; *state* and *log* are as that viewer sees them."""
    last = log.latest(BankCounted)
    return View(
        viewer=viewer,
        phase=PHASES[type(state.phase)],
        round=state.round,
        seats=tuple(_seat(state, seat) for seat in state.seats),
        bag=state.groups,
        bank=purse(state, BANK),
        bars=_bars(state),
        open_bars=len(model.open_bars(state)),
        limit=model.limit(state),
        deal=state.options.deal,
        draw=state.options.draw,
        turn_order=state.options.turn_order,
        purse=purse(state, viewer) if viewer in state.seats else None,
        order_called=state.order_called,
        order_open=model.has_last_order(state) and not state.order_called and not model.drawn(state),
        declined=tuple(seat for seat in state.seats if seat in state.declined),
        offer=_offer(state),
        auction=_auction(state),
        leaving=state.phase if isinstance(state.phase, Leaving) else None,
        stakes=_stakes(state),
        reveal=_reveal(last),
        latest=type(last).__name__ if last else "",
        told=tell(last, viewer) if last else None,
        news=log.news(tell, NEWS),
        act=_act(log) if isinstance(state.phase, Drawing) else None,
        order=_order(log) if isinstance(state.phase, Staking) else None,
        count=_own_count(state, viewer, log),
        outcome=state.outcome,
        why=_why(state, state.outcome) if state.outcome else None,
    )


def _own_count(state: State, viewer: Viewer, log: Log[Event]) -> Count | None:
    """Return the count of *viewer*. Nobody else's is looked at."""
    if viewer not in state.counted:
        return None
    own = [event.bank.open().real for event in log.of(BankCounted) if event.seat == viewer and event.bank.is_open]
    newest = log.latest()
    return Count(own[-1], isinstance(newest, BankCounted) and newest.seat == viewer) if own else None


def _act(log: Log[Event]) -> Said | None:
    last = log.latest(BankCounted, RoundBegan)
    return tell(last, log.viewer) if last else None


def _order(log: Log[Event]) -> Said | None:
    called = [*log.of(LastOrderCalled)]
    return tell(called[-1], log.viewer) if called else None


def _why(state: State, outcome: Outcome) -> Said | None:
    """Return the facts that decided between the winner and the next best, as far as open: pawns, or money among equals."""
    others = [seat for seat in state.seats if seat not in (*outcome.winners, outcome.loser)]
    if outcome.cause == "five" or len(outcome.winners) > 1 or not others:
        return None
    winner = outcome.winners[0]
    most = max(outcome.pawns[seat] for seat in others)
    if outcome.pawns[winner] > most:
        return say("barracuda.end.pawns", pawns=outcome.pawns[winner], other=most)
    equals = [winner, *(seat for seat in others if outcome.pawns[seat] == most)]
    purses = [held for seat in equals if (held := purse(state, seat))]
    if len(purses) < len(equals):
        return None  # The books stay closed; whoever knows a purse of their own knows nothing to compare it with.
    mine, next_best = purses[0].real, max(held.real for held in purses[1:])
    if mine == next_best:
        return None  # The rents decided.
    return say("barracuda.end.money", count=most, sum=mine, other=next_best)


def purse(state: State, who: str) -> Purse | None:
    """Return the purse of *who*, a seat or BANK, or None if it is closed to whoever sees *state* so."""
    sealed = state.money[who]
    return sealed.open() if sealed.is_open else None


def _seat(state: State, seat: Seat) -> SeatView:
    mine = model.leases(state, seat)
    rents = tuple([bar.card.rent for bar in mine])
    up, drawn = model.standing(state, seat), model.drawn(state)
    active = bool(state.order) and state.order[-1] == seat and not isinstance(state.phase, Drawing | Over)
    return SeatView(
        seat=seat,
        place=drawn.index(seat) + 1 if seat in drawn else 0,
        is_active=active,
        standing=up,
        free=model.PAWNS - up,
        has_note=model.has_note(state, seat),
        leases=tuple([bar.card.name for bar in mine]),
        rents=rents,
        rent_free=waived(rents),
        rent_due=rent_due(rents),
        purse=purse(state, seat),
    )


def _bars(state: State) -> tuple[BarView, ...]:
    """Return the ten places in order; a bar that nobody has seen is closed and has no name."""
    known = {bar.place: _bar(bar) for bar in state.bars.values()}
    return tuple([known[place] if place in known else BarView(place, "closed") for place in range(1, ROOM + 1)])


def _bar(bar: Bar) -> BarView:
    card = bar.card
    state: Literal["open", "renovated"] = "open" if bar.is_open else "renovated"
    return BarView(bar.place, state, card.name, card.placeholder, card.rent, card.places, bar.lessee, bar.partner)


def _pile(seat: Seat, sealed: Sealed[Pile] | None) -> PileView:
    if sealed is None:
        return PileView(seat)
    return PileView(seat, sealed.outside, sealed.open() if sealed.is_open else None)


def _offer(state: State) -> OfferView | None:
    match state.phase:
        case Offered(takeover, bar, bidder, lessee, pile):
            return OfferView(takeover, bar, bidder, lessee, _pile(bidder, pile))
    return None


def _auction(state: State) -> AuctionView | None:
    match state.phase:
        case Auctioning(bar, seller, bidders, bids, opened):
            piles = tuple(_pile(bidder, bids.get(bidder)) for bidder in bidders)
            return AuctionView(bar, state.bars[bar].card.rent, seller, piles, opened)
    return None


def _stakes(state: State) -> tuple[PileView, ...] | None:
    """Return the closed stakes, one for each player who has laid one or holds a note; None outside a last order."""
    match state.phase:
        case Staking(stakes):
            asked = [seat for seat in state.seats if seat in stakes or model.has_note(state, seat)]
            return tuple(_pile(seat, stakes.get(seat)) for seat in asked)
    return None


def _reveal(last: Event | None) -> Reveal | None:
    """Return the stakes that were shown, until the first draw after them; *last* is the last event, as in the view."""
    return Reveal(last.groups, last.stakes) if isinstance(last, StakesRevealed) else None
