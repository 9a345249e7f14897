"""Decide what may be done now, with one refusal for each reason why not.

Everything here works on the state as the seat sees it, so neither a button nor a refusal can tell a secret.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from companion.games.barracuda import model
from companion.games.barracuda.model import (
    AUCTION_FROM,
    BOX,
    MOST,
    OF_A_KIND,
    PAWNS,
    RENOVATION,
    ROOM,
    Acting,
    Auctioning,
    Bar,
    Drawing,
    Leaving,
    Offered,
    Over,
    Shuffling,
    Staking,
    State,
)
from companion.games.barracuda.moves import (
    AcceptOffer,
    Action,
    AuctionBar,
    Bid,
    CallDraw,
    CallLastOrder,
    Command,
    CountBank,
    DeclineLastOrder,
    DrawPawn,
    LeaveBar,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    OpenPlace,
    Pass,
    PlacePartner,
    RefuseOffer,
    Renovate,
    SellTo,
    ShuffleBars,
    Stake,
    StayInBar,
)
from companion.kit.messages import Field, Refusal, Thing, say
from companion.kit.money import Pile, Purse
from companion.kit.viewers import CHANCE, TABLE, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

OF_THE_ACTION: Final = "6.*"  # Several actions share this refusal; `refusal` cites the rule of the one that was tried.
_ACTIONS: Final = {PlacePartner: "6.2", OfferPartnership: "6.3", OfferTakeover: "6.4", AuctionBar: "6.5", Stake: "7"}

# Every refusal with the rule that it rests on, as numbered in RULEBOOK.md.
REFUSALS: Final = {
    "not_asked": "3", "game_over": "8", "first_round": "3", "not_in_bag": "B4", "wrong_draw": "B4", "not_declined": "B12",
    "no_pawn": "6", "must_open": "6.1", "limit": "B3", "bar_open": "6.1", "bar_closed": "6", "no_bar": "B1",
    "sixth": "B2", "left_out": "B2", "wrong_deal": "B2", "no_place_there": "B2", "deck": "B2",
    "not_lessee": OF_THE_ACTION, "one_place": OF_THE_ACTION, "place_taken": OF_THE_ACTION, "own_bar": OF_THE_ACTION,
    "no_money": OF_THE_ACTION, "pile_low": OF_THE_ACTION, "pile_high": OF_THE_ACTION,
    "pile_purse": "B14", "pile_box": "B14", "pile_empty": "B8", "pile_fake": "B8",
    "cannot_match": "B10", "three_leases": "6.5", "nobody_bids": "B9", "no_bid": "6.5", "cannot_renovate": "B9",
    "five_to_pass": "B11", "must_auction": "B11", "not_highest": "B21",
    "order_first_round": "B12", "order_called": "B12", "order_late": "B12",
    "order_open": "B12", "counted": "B15", "bank_not_counted": "B15",
}  # fmt: skip


@lru_cache(maxsize=256)  # Asks work out the same refusals again and again.
def _no(code: str, **fields: Field) -> Refusal:
    return Refusal(say(f"barracuda.refusal.{code}", **fields), REFUSALS[code])


def refusal(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return why *seat* may not do *command* now, or None if it may; *state* is the state as *seat* sees it."""
    return _cited(_why_not(state, seat, command), command)


def _cited(no: Refusal | None, command: Command) -> Refusal | None:
    """Return *no* with the rule of the action that was tried, if several actions share the refusal."""
    return _by_rule(_ACTIONS[type(command)], no) if no and no.rule == OF_THE_ACTION else no


@lru_cache(maxsize=256)
def _by_rule(rule: str, no: Refusal) -> Refusal:
    return replace(no, rule=rule)


def _why_not(state: State, seat: Seat, command: Command) -> Refusal | None:
    if isinstance(state.phase, Over):
        return _no("game_over")
    if seat not in (*state.seats, TABLE, CHANCE):  # B16: the table itself may call, an onlooker may not.
        return _no("not_asked")
    match command:
        case ShuffleBars(order):
            return _shuffle(state, seat, order)
        case CallDraw() | DrawPawn():
            return _draw(state, seat, command)
        case CallLastOrder() | DeclineLastOrder():
            return _last_order(state, seat, command)
        case Stake(pile):
            return _stake(state, seat, pile)
        case CountBank():
            return _count_bank(state, seat)
        case AcceptOffer() | RefuseOffer():
            return _answer(state, seat, command)
        case Bid(pile):
            return _bid(state, seat, pile)
        case SellTo() | Renovate():
            return _sell(state, seat, command)
        case StayInBar() | LeaveBar():
            return None if _is_leaving(state, seat) else _no("not_asked")
    return _action(state, seat, command)


# The bag and the deck


def _shuffle(state: State, seat: Seat, order: tuple[str, ...]) -> Refusal | None:
    if not isinstance(state.phase, Shuffling) or seat != CHANCE:
        return _no("not_asked")
    cards = [state.options.card(name) for name in order]
    places = [card.places for card in cards if card and card.name not in state.options.left_out]
    whole = len(set(order)) == len(places) == ROOM and places.count(1) == OF_A_KIND
    return None if whole else _no("deck")


def _draw(state: State, seat: Seat, command: CallDraw | DrawPawn) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Drawing):
        return _no("not_asked")
    by_companion = state.options.draw == "companion"
    if isinstance(command, CallDraw) != (by_companion and not phase.called) or phase.called != (seat == CHANCE):
        return _no("wrong_draw")
    if not phase.called and len(state.declined) < len(_must_decline(state)):
        return _no("not_declined")
    if isinstance(command, DrawPawn) and command.pawn not in state.groups[0]:
        return _no("not_in_bag")
    return None


def _must_decline(state: State) -> tuple[Seat, ...]:
    """Return the seats that must decline before the round's first draw (B12, `last_order_window` everyone)."""
    waiting = state.options.last_order_window == "everyone" and model.has_last_order(state)
    return state.seats if waiting and not model.drawn(state) and not state.order_called else ()


# Last order


def _last_order(state: State, seat: Seat, command: CallLastOrder | DeclineLastOrder) -> Refusal | None:
    if seat == CHANCE or (seat == TABLE and isinstance(command, DeclineLastOrder)):
        return _no("not_asked")
    if not model.has_last_order(state):
        return _no("order_first_round")
    if state.order_called:
        return _no("order_called")
    if not isinstance(state.phase, Drawing) or state.phase.called or model.drawn(state):
        return _no("order_late")
    if isinstance(command, DeclineLastOrder):
        return _no("order_open") if seat not in _must_decline(state) or seat in state.declined else None
    return None


def _stake(state: State, seat: Seat, pile: Pile) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Staking) or seat not in state.seats or seat in phase.stakes or not model.has_note(state, seat):
        return _no("not_asked")
    return _pile(state, seat, pile, 0, MOST)


# The bank


def _count_bank(state: State, seat: Seat) -> Refusal | None:
    if state.options.bank != "once" or seat not in state.seats:
        return _no("bank_not_counted")
    return _no("counted") if seat in state.counted else None


# Piles


def _pile(state: State, seat: Seat, pile: Pile, least: int, most: int | None) -> Refusal | None:
    """Return the refusal of a pile from *seat*'s purse, or None. It must be worth *least* to *most* thousands."""
    purse = state.money[seat].open()
    if pile.real < least:
        return _no("pile_low", least=least)
    if most is not None and pile.real > most:
        return _no("pile_high", most=most)
    if not pile.notes:
        return _no("pile_empty")
    if not pile.within(BOX):
        return _no("pile_box")
    if not purse.covers(pile.worth):
        return _no("pile_purse")
    lacks_fake = least == 0 and needs_fake(state, purse) and not pile.fakes  # B8: least 0 means a bid or a stake.
    return _no("pile_fake") if lacks_fake else None


def needs_fake(state: State, purse: Purse) -> bool:
    """Return whether a bid or stake from *purse* must hold a fake (B8, `stake_minimum` one_fake)."""
    return state.options.stake_minimum == "one_fake" and purse.fakes > 0


# Answers


def _answer(state: State, seat: Seat, command: AcceptOffer | RefuseOffer) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Offered) or phase.lessee != seat:
        return _no("not_asked")
    short = state.money[seat].open().real < phase.pile.open().real  # B10: the purse doesn't count the offered pile.
    return _no("cannot_match") if short and isinstance(command, RefuseOffer) else None


def _bid(state: State, seat: Seat, pile: Pile) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Auctioning) or seat not in phase.bidders or seat in phase.bids:
        return _no("not_asked")
    return _pile(state, seat, pile, 0, None)


def _sell(state: State, seat: Seat, command: SellTo | Renovate) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Auctioning) or phase.seller != seat or not phase.opened:
        return _no("not_asked")
    if isinstance(command, SellTo):
        return _bid_taken(state, phase, command.bidder)
    return _no("cannot_renovate") if state.money[seat].open().real < RENOVATION else None


def _bid_taken(state: State, phase: Auctioning, bidder: Seat) -> Refusal | None:
    if bidder not in phase.bids:
        return _no("no_bid")
    if state.options.auction_to == "any_bid":
        return None
    highest = max(pile.open().real for pile in phase.bids.values())
    return _no("not_highest") if phase.bids[bidder].open().real < highest else None


def _is_leaving(state: State, seat: Seat) -> bool:
    """Return whether *seat* is being asked whether its partner pawn stays (B25)."""
    return isinstance(state.phase, Leaving) and state.phase.partner == seat


# Actions


def _action(state: State, seat: Seat, command: Action) -> Refusal | None:
    no = action_at_all(state, seat, type(command)) or _here(state, seat, command)
    if no is None and isinstance(command, OfferPartnership | OfferTakeover):
        return _pile(state, seat, command.pile, least_offered(state, command), MOST)
    return no


def action_at_all(state: State, seat: Seat, kind: type[Action]) -> Refusal | None:
    """Return why *seat* can do no action of this *kind*, whatever it names; None if it depends on what it names."""
    if not isinstance(state.phase, Acting) or state.phase.seat != seat:
        return _no("not_asked")
    if kind in (OpenBar, OpenPlace):
        return _open_at_all(state, seat)
    if kind is Pass and not can_act(state, seat):
        return None
    if state.round == 1:
        return _no("first_round")
    if kind is Pass:
        return _pass(state, seat)
    if not model.leases(state, seat) and _open_at_all(state, seat) is None:
        return _no("must_open")
    if kind is AuctionBar:
        return _auction_at_all(state, seat)
    return None if model.has_free_pawn(state, seat) else _no("no_pawn")


def can_act(state: State, seat: Seat) -> bool:
    """Return whether *seat*, whose turn it is, has any action other than passing; *state* is as it sees it.

    If it hasn't, it is bankrupt before its turn begins (B11), unless the table was set to that in its turn (B27).
    """
    opening = OpenPlace if state.options.deal == "companion" else OpenBar
    kinds = (opening, PlacePartner, OfferPartnership, OfferTakeover, AuctionBar)
    possible = (kind for kind in kinds if action_at_all(state, seat, kind) is None)
    return any(_here(state, seat, one) is None for kind in possible for one in named(state, kind))


def named(state: State, kind: type[Action]) -> Iterator[Action]:
    """Yield the actions of one *kind* on everything that it could name, with empty piles; not for Pass, which names nothing."""
    if kind is OpenPlace:
        yield from map(OpenPlace, range(1, ROOM + 1))
    elif kind is OpenBar:
        yield from (OpenBar(card.name) for card in state.options.cards)
    else:
        yield from map(kind, state.bars)


def action_here(state: State, seat: Seat, command: Action) -> Refusal | None:
    """Return why *seat*, which can do actions of this kind, can't do this one, whatever pile it lays; None if it can."""
    return _cited(_here(state, seat, command), command)


def _here(state: State, seat: Seat, command: Action) -> Refusal | None:
    match command:
        case OpenBar() | OpenPlace():
            return _open_this(state, command)
        case Pass():
            return None
        case AuctionBar(bar):
            return _auction(state, seat, bar)
    return _enter(state, seat, command)


def _pass(state: State, seat: Seat) -> Refusal | None:
    if model.standing(state, seat) < PAWNS:
        return _no("five_to_pass")
    if state.options.five_standing == "may_pass" or _auction_at_all(state, seat):
        return None
    may_auction = any(_auction(state, seat, bar.card.name) is None for bar in model.leases(state, seat))
    return _no("must_auction") if may_auction else None


def _open_at_all(state: State, seat: Seat) -> Refusal | None:
    limit = model.limit(state)
    if len(model.open_bars(state)) >= limit:
        return _no("limit", count=limit)
    return None if model.has_free_pawn(state, seat) else _no("no_pawn")


def _open_this(state: State, command: OpenBar | OpenPlace) -> Refusal | None:
    if (state.options.deal == "cards") != isinstance(command, OpenBar):
        return _no("wrong_deal")
    if isinstance(command, OpenPlace):
        here = next((bar for bar in state.bars.values() if bar.place == command.place), None)
        if not 1 <= command.place <= ROOM:
            return _no("no_place_there", count=ROOM)
        return _no("bar_open", bar=Thing(here.card.name)) if here and here.is_open else None
    return _open_card(state, command.bar)


def _open_card(state: State, name: str) -> Refusal | None:
    card, bar = state.options.card(name), state.bars.get(name)
    if card is None:
        return _no("no_bar")
    if bar is not None:
        return _no("bar_open", bar=Thing(name)) if bar.is_open else None
    if name in state.options.left_out:
        return _no("left_out", bar=Thing(name))
    kin = [known for known in state.bars.values() if known.card.places == card.places]
    return _no("sixth", bar=Thing(name), places=card.places) if len(kin) == OF_A_KIND else None


def _enter(state: State, seat: Seat, command: PlacePartner | OfferPartnership | OfferTakeover) -> Refusal | None:
    """Return why a pawn can't enter an open bar (6.2, 6.3 or 6.4), or None if it can."""
    bar = state.bars.get(command.bar)
    if bar is None or not bar.is_open:
        return _no("no_bar" if state.options.card(command.bar) is None else "bar_closed")
    if isinstance(command, PlacePartner):
        return _place(bar) if bar.lessee == seat else _no("not_lessee")
    no = _own(bar, seat) or (_place(bar) if isinstance(command, OfferPartnership) else None)
    return no or _money(state, seat, least_offered(state, command))


def least_offered(state: State, command: OfferPartnership | OfferTakeover) -> int:
    """Return the least that a pile for *command* must be worth, in thousands (6.3, 6.4); its bar must be known."""
    return 1 if isinstance(command, OfferPartnership) else state.bars[command.bar].card.rent


def _own(bar: Bar, seat: Seat) -> Refusal | None:
    return _no("own_bar") if bar.lessee == seat else None


def _place(bar: Bar) -> Refusal | None:
    if bar.card.places == 1:
        return _no("one_place", bar=Thing(bar.card.name))
    return _no("place_taken", bar=Thing(bar.card.name)) if bar.partner else None


def _money(state: State, seat: Seat, least: int) -> Refusal | None:
    return _no("no_money", least=least) if state.money[seat].open().real < least else None


def _auction_at_all(state: State, seat: Seat) -> Refusal | None:
    held = len(model.leases(state, seat))
    return _no("three_leases", count=held) if held < AUCTION_FROM else None


def _auction(state: State, seat: Seat, name: str) -> Refusal | None:
    if name not in state.bars or state.bars[name].lessee != seat:
        return _no("not_lessee")
    unpaid = state.money[seat].open().real < RENOVATION and not bidders(state, seat)
    return _no("nobody_bids") if unpaid else None


def bidders(state: State, seller: Seat) -> tuple[Seat, ...]:
    """Return the seats that must bid when *seller* auctions: those with a free pawn and a note (B9), both of them public."""
    return tuple(
        seat for seat in state.seats if seat != seller and model.has_free_pawn(state, seat) and model.has_note(state, seat)
    )
