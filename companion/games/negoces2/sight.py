"""Build what each viewer of Négoces 2 is shown, from the state as that viewer sees it, so that no secret gets in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from companion.games.negoces2 import model
from companion.games.negoces2.model import (
    CARDS,
    CONTRABAND,
    GOODS,
    Auctioning,
    Card,
    Deal,
    Dealing,
    Declares,
    Declaring,
    Laid,
    Negotiating,
    Offered,
    Opener,
    Opening,
    Outcome,
    Over,
    Phase,
    Picking,
    Selling,
    State,
    Tags,
)
from companion.games.negoces2.moves import BidMade, CardPicked, CoinsHidden, DealMade, Event
from companion.games.negoces2.telling import tell
from companion.kit.messages import Said
from companion.kit.sealed import Sealed
from companion.kit.viewers import TABLE, Seat, Viewer

if TYPE_CHECKING:
    from companion.kit.log import Log


NEWS: Final = 8  # how many sentences are shown

PhaseName: TypeAlias = Literal["dealing", "opening", "auctioning", "selling", "negotiating", "picking", "declaring", "over"]
PHASES: Final[dict[type[Phase], PhaseName]] = {
    Dealing: "dealing", Opening: "opening", Auctioning: "auctioning", Selling: "selling", Negotiating: "negotiating",
    Picking: "picking", Declaring: "declaring", Over: "over",
}  # fmt: skip


def number(card: Card) -> int:
    """Return the number of *card*, 1 to 8; 0 for the contraband, which has none."""
    return 0 if card == CONTRABAND else CARDS.index(card) + 1


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player as everybody sees them.

    *hand* counts their cards; *goods* is what they were dealt, until the first sale; *cards* is the hand, if all were opened
    after the end (N22).
    """

    seat: Seat
    hand: int
    coins: int | None
    has_sold: bool
    is_seller: bool
    goods: tuple[str, ...] | None
    cards: tuple[Held, ...] | None


@dataclass(frozen=True, slots=True)
class Held:
    """The cards called *name* in a hand: how many (*count*), and the *number* printed on them (0 for none)."""

    name: str
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class AuctionView:
    """The bidding for the contraband. *price* is 0 before the first bid; *bids* are everybody's last ones."""

    turn: Seat
    price: int
    leader: Seat | None
    out: tuple[Seat, ...]
    bids: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card on the market. A viewer who may not see its face gets neither *good* nor *number*."""

    face_down: bool
    good: str | None
    number: int | None


@dataclass(frozen=True, slots=True)
class OfferView:
    """A buyer's answer: an offer (*revision* isn't 0), no offer this time (*is_away*), or nothing yet."""

    seat: Seat
    is_away: bool
    card: CardView | None
    coins: int
    revision: int


@dataclass(frozen=True, slots=True)
class MarketView:
    """The card for sale, its seller, and the offers of the three buyers in their order."""

    seller: Seat
    card: CardView
    coins: int
    offers: tuple[OfferView, ...]


@dataclass(frozen=True, slots=True)
class ForcedView:
    """A forced sale: both cards, the *good* that the seller wants, and how many of it each buyer shows."""

    seller: Seat
    card: CardView
    second: CardView
    good: str
    number: int
    shown: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class DeclaringView:
    """The answers after a sale. *mine* is this viewer's, None until given; *answered* is public. *last*: no sale follows."""

    seller: Seat
    answered: tuple[Seat, ...]
    mine: bool | None
    last: bool


@dataclass(frozen=True, slots=True)
class Received:
    """The *cards* that the viewer got face down from *giver* in the last sale, for the viewer alone."""

    giver: Seat
    cards: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The whole table as *viewer* sees it. *news* holds the last sentences, newest first.

    *round* is the number of the sale, 0 before the first. *may_end* is true once everybody has sold, when any sale may be the
    last. *can_win* is whether the viewer's own hand or coins would win, for the viewer alone; None for TABLE.
    """

    viewer: Viewer
    phase: PhaseName
    round: int
    sale_limit: int | None
    seats: tuple[SeatView, ...]
    hand: tuple[Held, ...] | None
    coins: int | None
    can_win: bool | None
    received: Received | None
    spent: int
    may_end: bool
    declare: Declares
    deal: Deal
    opener: Opener
    tags: Tags
    auction: AuctionView | None
    market: MarketView | None
    forced: ForcedView | None
    declaring: DeclaringView | None
    latest: str
    news: tuple[Said, ...]
    outcome: Outcome | None

    def seat(self, seat: Seat) -> SeatView:
        """Return the player at *seat*."""
        return next(one for one in self.seats if one.seat == seat)

    @property
    def goods(self) -> dict[Card, int]:
        """Return the number of each good, in their order."""
        return {good: number(good) for good in GOODS}

    @property
    def face_down(self) -> tuple[CardView, ...]:
        """Return the viewer's own cards that lie face down on the market."""
        market, forced = self.market, self.forced
        offers = [one.card for one in market.offers if one.card and one.seat == self.viewer] if market else []
        mine = [market.card] if market and market.seller == self.viewer else []
        mine += [forced.card, forced.second] if forced and forced.seller == self.viewer else []
        return tuple(card for card in (*offers, *mine) if card.face_down)

    @property
    def seller(self) -> Seat | None:
        """Return the seat that sells or lays the next card, or None."""
        return next((one.seat for one in self.seats if one.is_seller), None)


def view(state: State, viewer: Viewer, log: Log[Event]) -> View:
    """Return *viewer*'s view; *state* and *log* are as that viewer sees them."""
    sits = viewer in state.seats
    return View(
        viewer=viewer,
        phase=PHASES[type(state.phase)],
        round=state.round,
        sale_limit=state.options.sale_limit,
        seats=tuple(_seat(state, seat) for seat in state.seats),
        hand=hand(state.hands[viewer]) if sits else None,
        coins=_coins(state, viewer) if sits else None,
        can_win=model.can_win(state, viewer) if sits else None,
        received=_received(viewer, log),
        spent=state.spent,
        may_end=model.all_have_sold(state),
        declare=state.options.declare,
        deal=state.options.deal,
        opener=state.options.opener,
        tags=state.options.tags,
        auction=_auction(state, log),
        market=_market(state),
        forced=_forced(state),
        declaring=_declaring(state, viewer),
        latest=type(step).__name__ if (step := log.latest(CoinsHidden)) else "",
        news=log.news(tell, NEWS),
        outcome=state.outcome,
    )


def _coins(state: State, seat: Seat) -> int | None:
    seal = state.coins[seat]
    return seal.open() if seal.is_open else None


def _seat(state: State, seat: Seat) -> SeatView:
    seller = getattr(state.phase, "seller", None)
    return SeatView(
        seat=seat,
        hand=state.hands[seat].outside,
        coins=_coins(state, seat),
        has_sold=seat in state.sold,
        is_seller=seat == seller,
        goods=None if state.round else state.dealt.get(seat),
        cards=hand(state.hands[seat]) if TABLE in state.hands[seat].eyes else None,
    )


def hand(seal: Sealed[tuple[Card, ...]]) -> tuple[Held, ...]:
    """Return the cards under *seal*, each kind once."""
    cards = seal.open()
    return tuple(Held(card, number(card), cards.count(card)) for card in dict.fromkeys(cards))


def _card(laid: Laid) -> CardView:
    if not laid.card.is_open:
        return CardView(laid.face_down, None, None)
    return CardView(laid.face_down, laid.card.open(), number(laid.card.open()))


def _received(viewer: Viewer, log: Log[Event]) -> Received | None:
    sales = [*log.of(DealMade, CardPicked)]
    match sales[-1:]:
        case [DealMade(seller, buyer, sold, _, paid)] if viewer in (seller, buyer):
            giver, cards = (seller, (sold,)) if viewer == buyer else (buyer, (paid,) if paid else ())
        case [CardPicked(giver, owner, _, cards)] if viewer == owner:
            pass
        case _:
            return None
    hidden = [card.card.open() for card in cards if card.face_down and card.card.is_open]
    return Received(giver, tuple([Held(card, number(card), 1) for card in hidden])) if hidden else None


def _auction(state: State, log: Log[Event]) -> AuctionView | None:
    match state.phase:
        case Auctioning(turn, price, leader, out):
            bids = {event.seat: event.amount for event in log.of(BidMade)} if price else {}
            return AuctionView(turn, price, leader, tuple(seat for seat in state.seats if seat in out), bids)
    return None


def _market(state: State) -> MarketView | None:
    match state.phase:
        case Negotiating(seller, card, coins, offers, away):
            buyers = [seat for seat in state.seats if seat != seller]
            shown = tuple(_offer(seat, offers.get(seat), away=seat in away) for seat in buyers)
            return MarketView(seller, _card(card), coins, shown)
    return None


def _offer(seat: Seat, offer: Offered | None, *, away: bool) -> OfferView:
    if offer is None:
        return OfferView(seat, away, None, 0, 0)
    return OfferView(seat, away, _card(offer.card) if offer.card else None, offer.coins, offer.revision)


def _forced(state: State) -> ForcedView | None:
    match state.phase:
        case Picking(seller, (first, second), good, shown):
            return ForcedView(seller, _card(first), _card(second), good, number(good), shown)
    return None


def _declaring(state: State, viewer: Viewer) -> DeclaringView | None:
    match state.phase:
        case Declaring(seller, _, last, answers):
            mine = answers[viewer].open() if viewer in answers else None
            return DeclaringView(seller, tuple(seat for seat in state.seats if seat in answers), mine, last)
    return None
