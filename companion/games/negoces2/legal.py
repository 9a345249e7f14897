"""Decide what may be done now, with one refusal for each reason why not.

Everything here works on the state as the seat sees it, so neither a button nor a refusal can tell a secret.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, assert_never

from companion.games.negoces2 import model
from companion.games.negoces2.model import (
    FIRST_BID,
    GOODS,
    RAISES,
    WINNING,
    Auctioning,
    Declaring,
    Negotiating,
    Opening,
    Over,
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
from companion.kit.messages import Field, Refusal, Term, say
from companion.kit.viewers import CHANCE, TABLE, Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

# Every refusal with the rule that it rests on, as numbered in RULEBOOK.md.
REFUSALS: Final = {
    "not_asked": "4", "game_over": "5",
    "two_goods": "2", "goods_taken": "2", "own_goods": "2", "no_player": "N12",
    "open_with_one": "3", "raise": "3", "bid_coins": "3", "must_open": "3",
    "not_held": "4.1", "coins_held": "4.1", "empty_offer": "4.2", "no_card": "4.2", "offer_coins": "4.2",
    "nothing_offered": "4.2", "no_offer": "4.3", "offer_changed": "4.3",
    "no_good": "4.4", "good_held": "4.4", "none_shown": "4.4",
    "no_win": "5", "answered": "N10", "last_sale": "N6", "coins_agreed": "N7", "coins_hidden": "N7",
}  # fmt: skip


@lru_cache(maxsize=256)  # Asks work out the same refusals again and again.
def _no(code: str, **fields: Field) -> Refusal:
    return Refusal(say(f"negoces2.refusal.{code}", **fields), REFUSALS[code])


def _good(name: str) -> Term:
    return Term(f"negoces2.card.{name}")


def refusal(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return why *seat* may not do *command* now, or None if it may; *state* is the state as *seat* sees it."""
    if isinstance(state.phase, Over):
        return _no("game_over")
    match command:
        case DealGoods():
            return _deal(state, seat, command)
        case NameOpener(opener):
            return _opener(state, seat, opener)
        case OpenAnswers():
            return None if _may_open(state, seat) else _no("not_asked")
    if seat not in state.seats:
        return _no("not_asked")
    match command:
        case BidCoins() | Drop():
            return _auction(state, seat, command)
        case LayCard(card):
            return _lay(state, seat, card)
        case Offer() | Withdraw():
            return _offer(state, seat, command)
        case SetCoins() | Accept() | ForceSale():
            return _sell(state, seat, command)
        case PickCard(owner):
            return _pick(state, seat, owner)
        case Declare() | KeepSilent():
            return _declare(state, seat, command)
        case HideCoins():
            return _hide(state, seat)
    assert_never(command)


def _may_open(state: State, seat: Seat) -> bool:
    """Return whether *seat* may open the answers.

    TABLE may, with OK; so may a player who has answered, once at most one answer is missing (N17). A game can then go on
    without a key, and without one of the phones.
    """
    phase = state.phase
    return isinstance(phase, Declaring) and (
        seat == TABLE or (seat in phase.answers and len(phase.answers) >= len(state.seats) - 1)
    )


# Before the sales


def _deal(state: State, seat: Seat, command: DealGoods) -> Refusal | None:
    by_chance = state.options.deal == "companion"
    waiting = [one for one in state.seats if one not in state.dealt]
    if by_chance != (seat == CHANCE) or command.seat not in (waiting[:1] if by_chance else waiting):
        return _no("not_asked")
    if not by_chance and seat != command.seat:
        return _no("own_goods")
    return _two_goods(state, (command.first, command.second))


def _two_goods(state: State, goods: Sequence[str]) -> Refusal | None:
    if goods[0] not in GOODS or goods[1] not in GOODS or GOODS.index(goods[0]) >= GOODS.index(goods[1]):
        return _no("two_goods")
    given = {good for two in state.dealt.values() for good in two}
    taken = next((good for good in goods if good in given), None)
    return _no("goods_taken", good=_good(taken)) if taken else None


def _opener(state: State, seat: Seat, opener: Seat) -> Refusal | None:
    by_lot = state.options.opener == "drawn"
    asked = seat == CHANCE if by_lot else seat in (*state.seats, TABLE)
    if not isinstance(state.phase, Opening) or not asked:
        return _no("not_asked")
    return None if opener in state.seats else _no("no_player")


def _auction(state: State, seat: Seat, command: BidCoins | Drop) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Auctioning) or phase.turn != seat:
        return _no("not_asked")
    if isinstance(command, Drop):
        return None if phase.leader else _no("must_open")
    if phase.leader is None:
        return None if command.amount == FIRST_BID else _no("open_with_one")
    if command.amount - phase.price not in RAISES:
        return _no("raise")
    held = state.coins[seat].open()
    return _no("bid_coins", count=held) if command.amount > held else None


# A sale


def _lay(state: State, seat: Seat, card: str) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Selling | Declaring) or phase.seller != seat:
        return _no("not_asked")
    if isinstance(phase, Declaring) and phase.last:
        return _no("last_sale")
    return None if card in state.hands[seat].open() else _no("not_held")


def _sell(state: State, seat: Seat, command: SetCoins | Accept | ForceSale) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Negotiating) or phase.seller != seat:
        return _no("not_asked")
    match command:
        case SetCoins(coins):
            held = state.coins[seat].open() + phase.coins
            return None if 0 <= coins <= held else _no("coins_held", count=held)
        case Accept(buyer, revision):
            if buyer not in phase.offers:
                return _no("no_offer")
            return None if phase.offers[buyer].revision == revision else _no("offer_changed")
    return _force(state, seat, command)


def _force(state: State, seat: Seat, command: ForceSale) -> Refusal | None:
    hand = state.hands[seat].open()
    if command.card not in hand:
        return _no("not_held")
    if command.good not in GOODS:
        return _no("no_good")
    return None if command.good in model.nameable(hand, command.card) else _no("good_held", good=_good(command.good))


def _offer(state: State, seat: Seat, command: Offer | Withdraw) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Negotiating) or phase.seller == seat:
        return _no("not_asked")
    if isinstance(command, Withdraw):
        return _no("nothing_offered") if seat in phase.away else None
    cards, coins = model.holdings(state, seat)
    if command.card not in ("", *cards):
        return _no("not_held")
    if not command.card and command.face_down:
        return _no("no_card")
    if not 0 <= command.coins <= coins:
        return _no("offer_coins", count=coins)
    return None if command.card or command.coins else _no("empty_offer")


def _pick(state: State, seat: Seat, owner: Seat) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Picking) or phase.seller != seat:
        return _no("not_asked")
    return None if owner in phase.shown else _no("none_shown", good=_good(phase.good))


def _hide(state: State, seat: Seat) -> Refusal | None:
    if state.options.coins != "each":
        return _no("coins_agreed")
    return None if model.coins_lie_open(state, seat) else _no("coins_hidden")


# After a sale


def _declare(state: State, seat: Seat, command: Declare | KeepSilent) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Declaring):
        return _no("not_asked")
    if seat in phase.answers:
        return _no("answered")
    able = isinstance(command, KeepSilent) or model.can_win(state, seat)
    return None if able else _no("no_win", count=WINNING)
