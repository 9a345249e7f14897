"""Derive each seat's asks from what it may do now.

Like the refusals that they rest on, asks are worked out from the state as the seat sees it, so no button can tell a secret.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from companion.games.negoces2 import model
from companion.games.negoces2.legal import refusal
from companion.games.negoces2.model import (
    FIRST_BID,
    GOODS,
    RAISES,
    Auctioning,
    Dealing,
    Declaring,
    Negotiating,
    Opening,
    Picking,
    Selling,
    State,
)
from companion.games.negoces2.moves import (
    Accept,
    BidCoins,
    Command,
    DealGoods,
    Declare,
    Drop,
    ForceSale,
    HideCoins,
    KeepSilent,
    LayCard,
    NameOpener,
    Offer,
    OpenAnswers,
    PickCard,
    SetCoins,
    Withdraw,
)
from companion.kit.asks import Amount, Ask, Choice, Much
from companion.kit.viewers import CHANCE, TABLE, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable


_HIDE: Final = Choice("hide_coins", (HideCoins(),), awaited=False)  # N7: at any moment.
_GO_ON: Final = Choice("go_on", (OpenAnswers(),), awaited=False)


def asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    """Return the asks of *seat*, TABLE or CHANCE now; *state* is as that viewer sees it."""
    due = _due(state, seat)
    return due if refusal(state, seat, HideCoins()) else (*due, _HIDE)


def _due(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    match state.phase:
        case Dealing():
            return _deal_asks(state, seat)
        case Opening():
            return _opener_asks(state, seat)
        case Declaring() if seat == TABLE:
            return (_GO_ON,)
    return _player_asks(state, seat) if seat in state.seats else ()


def _deal_asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    """Ask CHANCE to deal seat by seat, or with `deal` cards ask all players at once for their own goods."""
    waiting = [one for one in state.seats if one not in state.dealt]
    by_chance = state.options.deal == "companion"
    if by_chance != (seat == CHANCE) or not (by_chance or seat in waiting):
        return ()
    given = {good for two in state.dealt.values() for good in two}
    left = [good for good in GOODS if good not in given]
    whose = waiting[0] if by_chance else seat
    return (Choice("deal", tuple(DealGoods(whose, *two) for two in combinations(left, 2))),)


def _opener_asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    by_lot = state.options.opener == "drawn"
    if seat not in ((CHANCE,) if by_lot else (*state.seats, TABLE)):
        return ()
    # Anybody may name the opener, so no seat is awaited, only the table.
    return (Choice("opener", tuple(NameOpener(one) for one in state.seats), awaited=seat in (CHANCE, TABLE)),)


def _player_asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    match state.phase:
        case Auctioning(turn=turn, price=price) if turn == seat:
            bids = [BidCoins(price + more) for more in RAISES] if price else [BidCoins(FIRST_BID)]
            return (_choice(state, seat, "bid", (*bids, Drop())),)
        case Selling(seller=seller) if seller == seat:
            return (_lay_ask(state, seat),)
        case Negotiating(seller=seller):
            return _seller_asks(state, seat) if seller == seat else _buyer_asks(state, seat)
        case Picking(seller=seller, shown=shown) if seller == seat:
            return (_choice(state, seat, "pick", [PickCard(owner) for owner in shown]),)
        case Declaring():
            return _declaring_asks(state, seat)
    return ()


def _lay_ask(state: State, seat: Seat) -> Choice[Command]:
    cards = dict.fromkeys(state.hands[seat].open())
    return _choice(state, seat, "lay", [LayCard(card, face_down) for card in cards for face_down in (False, True)])


def _seller_asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    """Ask about each offer separately, so that a change of one offer doesn't make the answer to another late."""
    phase = state.phase
    assert isinstance(phase, Negotiating)
    offers = phase.offers.items()
    accepts = (_choice(state, seat, f"accept_{buyer}", [Accept(buyer, offer.revision)]) for buyer, offer in offers)
    coins = Much(SetCoins(0), 0, state.coins[seat].open() + phase.coins)
    return (*accepts, Amount("set_coins", "coins", (coins,), awaited=False), _force_ask(state, seat))


def _force_ask(state: State, seat: Seat) -> Choice[Command]:
    hand = state.hands[seat].open()
    forced = tuple([ForceSale(card, good) for card in dict.fromkeys(hand) for good in model.nameable(hand, card)])
    return Choice("force", forced, why_not=None if forced else refusal(state, seat, ForceSale(hand[0], GOODS[0])))


def _buyer_asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    """Ask a buyer for an offer or none. The table waits only for the first answer; it may be changed until the deal (N15)."""
    phase = state.phase
    assert isinstance(phase, Negotiating)
    cards, coins = model.holdings(state, seat)
    faces = [Offer(card, face_down, 0) for card in dict.fromkeys(cards) for face_down in (False, True)]
    muches = tuple(Much(offer, 0, coins) for offer in faces)
    if coins:
        muches = (*muches, Much(Offer("", face_down=False, coins=0), 1, coins))
    awaited = seat not in phase.offers and seat not in phase.away
    withdraw = replace(_choice(state, seat, "withdraw", [Withdraw()]), awaited=awaited)
    return Amount("offer", "coins", muches, awaited=awaited), withdraw


def _declaring_asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    """Ask everybody the same question (N9). A player who can't declare learns so alone, and can still keep silent."""
    phase = state.phase
    assert isinstance(phase, Declaring)
    lay = (_lay_ask(state, seat),) if phase.seller == seat and not phase.last else ()
    if seat in phase.answers:
        return (*lay, _GO_ON) if refusal(state, seat, OpenAnswers()) is None else lay
    declare = _choice(state, seat, "declare", (Declare(), KeepSilent()))
    # N5, N16: the table waits for answers only after the last sale, because then no card follows.
    return (*lay, replace(declare, awaited=phase.last))


def _choice(state: State, seat: Seat, name: str, commands: Iterable[Command]) -> Choice[Command]:
    verdicts = [(command, refusal(state, seat, command)) for command in commands]
    options = tuple(command for command, no in verdicts if no is None)
    refused = [no for _, no in verdicts if no is not None]
    why_not = refused[0] if refused and (not options or name == "declare") else None
    return Choice(name, options, why_not=why_not)
