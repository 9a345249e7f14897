"""What each viewer of Négoces 2 must be shown, by the second opinion's reading of the RULEBOOK (6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.proof.rules.referees.negoces2_market import CARDS, Bid, OnMarket, number
from tests.proof.rules.referees.records import Plain, event

if TYPE_CHECKING:
    from tests.proof.rules.referees.negoces2 import Negoces2


def view(books: Negoces2, viewer: str) -> Plain:
    plays = viewer in books.seats
    return {
        "viewer": viewer, "phase": books.phase, "round": books.sales, "sale_limit": books.limit,
        "seats": [_seat(books, seat, viewer) for seat in books.seats], "hand": _hand(books, viewer) if plays else None,
        "coins": books.coins[viewer] if plays else None, "can_win": books.can_win(viewer) if plays else None,
        "spent": books.spent, "may_end": books.have_sold == set(books.seats),
        **{name: books.options[name] for name in ("declare", "deal", "opener", "tags")},
        "auction": _auction(books) if books.phase == "auctioning" else None,
        "market": _market(books, viewer) if books.phase == "negotiating" else None,
        "forced": _forced(books, viewer) if books.phase == "picking" else None,
        "declaring": _declaring(books, viewer) if books.phase == "declaring" else None,
        "outcome": books.outcome,
    }  # fmt: skip


def _seat(books: Negoces2, seat: str, viewer: str) -> Plain:
    shown = books.outcome["coins"] if books.outcome else {}
    known = viewer == seat or seat not in books.hidden or seat in shown  # N7
    goods = None if books.sales else books.dealt.get(seat)  # As long as no card has left a hand.
    return event(
        "SeatView", seat=seat, hand=books.hands[seat].total(), coins=books.coins[seat] if known else None,
        has_sold=seat in books.have_sold, is_seller=seat == books.seller(), goods=goods,
        cards=_hand(books, seat) if books.all_shown() else None,
    )  # fmt: skip


def _hand(books: Negoces2, seat: str) -> list[Plain]:
    return [event("Held", name=name, number=number(name), count=books.hands[seat][name])
            for name in CARDS if books.hands[seat][name]]  # fmt: skip


def _auction(books: Negoces2) -> Plain:
    return event("AuctionView", turn=books.turn, price=books.bid, leader=books.leader, out=sorted(books.out), bids=books.bids)


def _market(books: Negoces2, viewer: str) -> Plain:
    sale = books.sale
    buyers = [seat for seat in books.seats if seat != sale.card.owner]
    offers = [_offer(books, buyer, viewer) for buyer in buyers]
    return event("MarketView", seller=sale.card.owner, card=card_for(viewer, sale.card), coins=sale.coins, offers=offers)


def _offer(books: Negoces2, buyer: str, viewer: str) -> Plain:
    offer = books.sale.offers.get(buyer, Bid(None, 0, 0))
    card = card_for(viewer, offer.card) if offer.card else None
    away = buyer in books.sale.away
    return event("OfferView", seat=buyer, is_away=away, card=card, coins=offer.coins, revision=offer.revision)


def _forced(books: Negoces2, viewer: str) -> Plain:
    sale = books.sale
    first, second = card_for(viewer, sale.card), card_for(viewer, sale.second)
    return event(
        "ForcedView", seller=sale.card.owner, card=first, second=second, good=sale.good, number=number(sale.good),
        shown=sale.shown,
    )  # fmt: skip


def _declaring(books: Negoces2, viewer: str) -> Plain:
    return event(
        "DeclaringView", seller=books.seller(), answered=sorted(books.answers), mine=books.answers.get(viewer),
        last=books.was_last(),
    )  # fmt: skip


def card_for(viewer: str, card: OnMarket) -> Plain:
    """Return the card as *viewer* sees it: its back, unless it lies face up or is the viewer's own."""
    known = viewer == card.owner or not card.face_down
    return event(
        "CardView", face_down=card.face_down, good=card.name if known else None, number=number(card.name) if known else None
    )
