"""Draw the display for TABLE's view of Négoces 2: the market, and what the table is waiting for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, assert_never

from companion.games.negoces2.model import CONTRABAND
from companion.games.negoces2.moves import Answered, CardPicked, CoinsHidden, ContrabandSold, DealMade
from companion.games.negoces2.sight import CardView, MarketView, OfferView, View
from companion.games.negoces2.telling import term
from companion.kit.messages import Field, Said, Term, Who, say
from companion.kit.screen import Mark, Pawn, Row, Screen, Winner

if TYPE_CHECKING:
    from companion.games.negoces2.model import Card, Laid
    from companion.games.negoces2.moves import Event
    from companion.kit.log import Log
    from companion.kit.viewers import Seat

FORCED: Final = 900  # milliseconds, as the table screen's ceremony
WAITING: Final = "…"  # No answer yet.
AWAY: Final = "–"
BACK: Final = "?"  # A card that lies face down.
WITHOUT_NUMBER: Final = "×"  # The contraband.


def _say(code: str, **fields: Field) -> Said:
    return say(f"negoces2.screen.{code}", **fields)


def screen(view: View, log: Log[Event]) -> Screen:
    """Return the display's screen; *view* and *log* are TABLE's."""
    sold = _sold(log.latest(Answered, CoinsHidden))
    return replace(_screen(view), announces=(sold,) if sold else ())


def _sold(event: Event | None) -> Screen | None:
    """Return what changed hands by *event*, from whom and for what, or None if nothing did."""
    match event:
        case ContrabandSold(buyer, price):
            return _gets(buyer, _say("auction"), _say("for_coins", count=price))
        case DealMade(seller, buyer, sold, coins, paid, price):
            return _gets(buyer, _lot(_face(sold), coins), _price(paid, price), seller)
        case CardPicked(seller, owner, good):
            return _gets(seller, _lot(good, 0), _say("for_two"), owner)
    return None


def _gets(who: Seat, what: Said, price: Said, giver: Seat | None = None) -> Screen:
    big = _say("who", who=Who(who))
    return Screen(price, small=what, small_pawn=giver, big=big, picture=Pawn(who), seat=who, is_outcome=True)


def _face(laid: Laid) -> Card | None:
    return None if laid.face_down else laid.card.open()


def by_hand(view: View) -> Said | None:
    """Return what people have to do with the pieces now, as a sentence, or None; *view* is TABLE's."""
    if view.latest == "DealMade" and view.phase != "over":
        return say("negoces2.by_hand.swap")
    match view.phase:
        case "opening" if view.deal == "cards":
            return say("negoces2.by_hand.bid")
        case "dealing" | "opening":
            return say("negoces2.by_hand.begin_cards" if view.deal == "cards" else "negoces2.by_hand.begin_dealt")
        case "auctioning":
            assert view.auction is not None
            begins = view.deal != "cards" and not view.auction.leader  # A drawn opener leaves no other moment for it.
            return say("negoces2.by_hand.begin_dealt" if begins else "negoces2.by_hand.bid")
        case "selling" if view.seller:
            return say("negoces2.by_hand.lay", who=Who(view.seller))
        case "negotiating":
            return say("negoces2.by_hand.offer")
        case "picking":
            assert view.forced is not None
            return say("negoces2.by_hand.pick", who=Who(view.forced.seller), good=term(view.forced.good))
    return None


def _screen(view: View) -> Screen:
    match view.phase:
        case "dealing":
            return _dealing(view)
        case "opening":
            counter = _say("opener_drawn" if view.opener == "drawn" else "opener_named")
            return Screen(counter, small=_say("auction"), picture=_row(view, "–"))
        case "auctioning":
            return _auctioning(view)
        case "selling":
            return _selling(view)
        case "negotiating":
            return _negotiating(view)
        case "picking":
            return _picking(view)
        case "declaring":
            return _declaring(view)
        case "over":
            return _over(view)
    assert_never(view.phase)


def _row(view: View, text: str) -> Row:
    return Row(tuple(Mark(one.seat, text) for one in view.seats))


def _dealing(view: View) -> Screen:
    marks = tuple(Mark(one.seat, "2" if one.goods else WAITING) for one in view.seats)
    return Screen(_say("enter" if view.deal == "cards" else "deal"), small=_say("negoces"), picture=Row(marks))


def _auctioning(view: View) -> Screen:
    auction = view.auction
    assert auction is not None
    right = _say("leads", who=Who(auction.leader)) if auction.leader else None
    price = _say("price", count=auction.price) if auction.leader else _say("opens")
    return Screen(
        price,
        right,
        small=_say("auction"),
        small_right=_say("out", count=len(auction.out)) if auction.out else None,
        big=_say("who", who=Who(auction.turn)),
        picture=Pawn(auction.turn),
        seat=auction.turn,
        sound="turn" if view.latest == "OpenerNamed" else "",
    )


def _heading(view: View) -> dict[str, Any]:
    return {"small": _say("sale", round=view.round + 1), "small_right": _say("may_end") if view.may_end else None}


def _selling(view: View) -> Screen:
    assert view.seller is not None
    who = _say("who", who=Who(view.seller))
    return Screen(_say("lay"), big=who, picture=Pawn(view.seller), seat=view.seller, sound="turn", **_heading(view))


def _for_sale(market: MarketView) -> Said:
    return _lot(None if market.card.face_down else market.card.good, market.coins)


def _lot(good: Card | None, coins: int) -> Said:
    """Name the card for sale, or say that it lies face down (None), with the coins on it."""
    if good is None:
        return _say("face_down_coins", coins=coins) if coins else _say("face_down")
    return _say("good_coins", good=_named(good), coins=coins) if coins else _say("good", good=_named(good))


def _price(card: Laid | None, coins: int) -> Said:
    """Say for which card, if any, and how many coins the lot was sold."""
    if card is None:
        return _say("for_coins", count=coins)
    good = _face(card)
    if good is None:
        return _say("for_face_down_coins", coins=coins) if coins else _say("for_face_down")
    return _say("for_good_coins", good=_named(good), coins=coins) if coins else _say("for_good", good=_named(good))


def _named(good: Card) -> Term:
    return Term("negoces2.screen.contraband") if good == CONTRABAND else term(good)  # Its German name is too long for a line.


def _negotiating(view: View) -> Screen:
    market = view.market
    assert market is not None
    marks = tuple(Mark(one.seat, _offer(one)) for one in market.offers)
    spoken = sum(one.is_away or one.revision > 0 for one in market.offers)
    counter = _say("chooses", who=Who(market.seller)) if spoken == len(marks) else _say("spoken", spoken=spoken, of=len(marks))
    return Screen(
        counter, small=_for_sale(market), small_pawn=market.seller, picture=Row(marks), seat=market.seller, sound=_bell(view)
    )


def _bell(view: View) -> str:
    return "turn" if view.latest == "CardLaid" else ""


def _offer(offer: OfferView) -> str:
    """Return an offer in short, so that it can be read across the table: the card's number or `?`, and the coins."""
    if not offer.revision:
        return AWAY if offer.is_away else WAITING
    if offer.card is None:
        return f"+{offer.coins}"
    return f"{_number(offer.card)}+{offer.coins}" if offer.coins else _number(offer.card)


def _number(card: CardView) -> str:
    if card.face_down or card.number is None:
        return BACK
    return str(card.number) if card.number else WITHOUT_NUMBER


def _picking(view: View) -> Screen:
    forced = view.forced
    assert forced is not None
    buyers = [one.seat for one in view.seats if one.seat != forced.seller]
    marks = tuple(Mark(seat, str(forced.shown.get(seat, 0))) for seat in buyers)
    small, counter = _say("wants", good=_named(forced.good)), _say("picks", who=Who(forced.seller))
    screen = Screen(counter, small=small, small_pawn=forced.seller, picture=Row(marks), seat=forced.seller, sound="turn")
    return replace(screen, after=FORCED, is_outcome=True)


def _declaring(view: View) -> Screen:
    declaring = view.declaring
    assert declaring is not None
    marks = tuple(Mark(one.seat, "!" if one.seat in declaring.answered else WAITING) for one in view.seats)
    counter = _say("declare_last") if declaring.last else _say("ok_goes_on")
    return Screen(counter, small=_say("declare"), picture=Row(marks), sound="turn")


def _over(view: View) -> Screen:
    outcome = view.outcome
    assert outcome is not None
    cause = _say(f"cause_{outcome.cause}")
    if len(outcome.winners) > 1:
        marks = tuple(Mark(seat, str(outcome.coins[seat])) for seat in outcome.winners)
        return Screen(_say("shared"), cause, small=_say("negoces"), picture=Row(marks), is_outcome=True)
    winner = outcome.winners[0]
    who = _say("who", who=Who(winner))
    return Screen(_say("wins"), cause, big=who, picture=Winner(winner), seat=winner, is_outcome=True)
