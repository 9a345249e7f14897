"""Tell each of Négoces 2's events as its viewer saw it, in codes and numbers; the words are in the catalogues."""

from __future__ import annotations

from typing import assert_never

from companion.games.negoces2.model import Card, Claim, Laid
from companion.games.negoces2.moves import (
    Answered,
    BidMade,
    CardLaid,
    CardPicked,
    CoinsHidden,
    CoinsSet,
    ContrabandSold,
    DealMade,
    Dropped,
    Event,
    GameEnded,
    GoodsDealt,
    HandsOpened,
    NobodyDeclared,
    OfferMade,
    OfferWithdrawn,
    OpenerNamed,
    SaleForced,
    StoodBack,
    WinsDeclared,
)
from companion.kit.messages import Field, Said, Term, Who, say
from companion.kit.viewers import Seat, Viewer


def term(card: Card) -> Term:
    """Return the word for *card*."""
    return Term(f"negoces2.card.{card}")


def _tell(code: str, **fields: Field) -> Said:
    return say(f"negoces2.told.{code}", **fields)


def tell(event: Event, viewer: Viewer) -> Said | None:
    """Return the sentence for *event*, with what *viewer* may know of it."""
    match event:
        case GoodsDealt(seat, goods):
            first, second = goods
            return _tell("dealt", who=Who(seat), first=term(first), second=term(second))
        case OpenerNamed(seat):
            return _tell("opener", who=Who(seat))
        case BidMade(seat, amount):
            return _tell("bid", who=Who(seat), count=amount)
        case Dropped(seat):
            return _tell("dropped", who=Who(seat))
        case ContrabandSold(buyer, price):
            return _tell("contraband", who=Who(buyer), count=price)
        case CardLaid(seller, card):
            return _laid(seller, card)
        case CoinsSet(seller, coins):
            return _tell("coins", who=Who(seller), count=coins) if coins else _tell("no_coins", who=Who(seller))
        case CoinsHidden(seat):
            return _tell("coins_hidden", who=Who(seat))
        case OfferMade():
            return _offer(event)
        case OfferWithdrawn(buyer):
            return _tell("withdrawn", who=Who(buyer))
        case StoodBack(buyer):
            return _tell("stood_back", who=Who(buyer))
        case DealMade():
            return _deal(event, viewer)
        case SaleForced(seller, _, good):
            return _tell("forced", who=Who(seller), good=term(good))
        case CardPicked():
            return _picked(event, viewer)
        case Answered() | NobodyDeclared() | WinsDeclared() | GameEnded():
            return _closing(event)
        case HandsOpened():
            return None  # The screens show the hands, and the sentence before it says who has won.
    assert_never(event)


def _laid(seller: Seat, card: Laid) -> Said:
    if card.face_down:
        return _tell("laid_face_down", who=Who(seller))
    return _tell("laid", who=Who(seller), good=term(card.card.open()))


def _offer(event: OfferMade) -> Said:
    who, coins, card = Who(event.buyer), event.coins, event.card
    if card is None:
        return _tell("offer_coins", who=who, count=coins)
    if card.face_down:
        return _tell("offer_hidden_coins", who=who, count=coins) if coins else _tell("offer_hidden", who=who)
    good = term(card.card.open())
    return _tell("offer_card_coins", who=who, good=good, count=coins) if coins else _tell("offer_card", who=who, good=good)


def _deal(event: DealMade, viewer: Viewer) -> Said:
    """Tell what changed sides. Each party is told what they got; what lies face down is named to nobody, even to its owner."""
    if viewer == event.buyer:
        return _received(event.seller, event.sold, event.coins)
    if viewer == event.seller and event.paid:
        return _received(event.buyer, event.paid, event.price)
    moved: dict[str, Field] = {"who": Who(event.seller), "buyer": Who(event.buyer), "good": _shown(event.sold)}
    if event.paid:
        return _swap(event, {**moved, "paid": _shown(event.paid)})
    if event.coins:
        return _tell("deal_coins_both", coins=event.coins, price=event.price, **moved)
    return _tell("deal_coins", count=event.price, **moved)


def _swap(event: DealMade, moved: dict[str, Field]) -> Said:
    """Tell of a deal card for card, with the coins of either side."""
    if event.coins and event.price:
        return _tell("deal_card_coins_both", coins=event.coins, price=event.price, **moved)
    if event.coins:
        return _tell("deal_card_with_coins", count=event.coins, **moved)
    return _tell("deal_card_coins", count=event.price, **moved) if event.price else _tell("deal_card", **moved)


def _shown(laid: Laid) -> Term:
    """Return the word for a card on the market as it lies there."""
    return Term("negoces2.card.face_down") if laid.face_down else term(laid.card.open())


def _received(giver: Seat, card: Laid, coins: int) -> Said:
    good, who = _shown(card), Who(giver)
    return _tell("received_coins", who=who, good=good, count=coins) if coins else _tell("received", who=who, good=good)


def _picked(event: CardPicked, viewer: Viewer) -> Said:
    who, owner, good = Who(event.seller), Who(event.owner), term(event.good)
    first, second = (_shown(card) for card in event.cards)
    if viewer == event.owner:
        return _tell("picked_own", who=who, good=good, first=first, second=second)
    return _tell("picked", who=who, buyer=owner, good=good, first=first, second=second)


def _closing(event: Answered | NobodyDeclared | WinsDeclared | GameEnded) -> Said:
    match event:
        case Answered(seat):
            return _tell("answered", who=Who(seat))
        case NobodyDeclared():
            return _tell("nobody_declared")
        case WinsDeclared(claims):
            return _claims(claims)
        case GameEnded("limit", (winner,), coins):
            return _tell("ended_limit", who=Who(winner), count=coins[winner])
        case GameEnded(_, (winner,)):
            return _tell("ended", who=Who(winner))
        case GameEnded(_, winners):
            return _tell("ended_shared", count=len(winners))
    assert_never(event)


def _claims(claims: dict[Seat, Claim]) -> Said:
    if len(claims) > 1:
        return _tell("declared_several", count=len(claims))
    ((seat, claim),) = claims.items()
    if claim.goods:
        return _tell("declared_goods", who=Who(seat))
    assert claim.coins is not None
    return _tell("declared_coins", who=Who(seat), count=claim.coins)
