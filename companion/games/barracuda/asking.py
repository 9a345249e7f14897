"""Derive each seat's asks from what it may do now.

Like the refusals that they rest on, asks are worked out from the state as the seat sees it, so no button can tell a secret.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.barracuda import model
from companion.games.barracuda.legal import action_at_all, action_here, named, needs_fake, refusal
from companion.games.barracuda.model import (
    BOX,
    MOST,
    OF_A_KIND,
    PAWNS,
    Acting,
    Auctioning,
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
from companion.kit.asks import Ask, Choice, Lay, LayPile, Shuffle
from companion.kit.messages import Refusal
from companion.kit.viewers import CHANCE, TABLE, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    """Return the asks of *seat*, TABLE or CHANCE now; *state* is as that viewer sees it."""
    if seat not in (*state.seats, TABLE, CHANCE):
        return ()
    match state.phase:
        case Over():
            return ()
        case Shuffling():
            return (_shuffle_ask(state),) if seat == CHANCE else _count_asks(state, seat)
        case Drawing(called):
            return _draw_asks(state, seat, called=called) + _count_asks(state, seat)
    if seat not in state.seats:
        return ()
    return _player_asks(state, seat) + _count_asks(state, seat)


def _shuffle_ask(state: State) -> Shuffle[Command]:
    """Ask CHANCE for five cards of each kind. The sixth goes back to the box unseen, unless the table agreed which one (B2)."""
    cards = [card for card in state.options.cards if card.name not in state.options.left_out]
    kinds = (tuple(card.name for card in cards if card.places == places) for places in (1, 2))
    return Shuffle("shuffle", ShuffleBars(), tuple((kind, OF_A_KIND) for kind in kinds))


def _draw_asks(state: State, seat: Seat, *, called: bool) -> tuple[Ask[Command], ...]:
    if called or seat == CHANCE:
        pawns = tuple(DrawPawn(pawn) for pawn in state.groups[0])
        return (Choice("pawn", pawns),) if called and seat == CHANCE else ()
    by_companion = state.options.draw == "companion"
    draws: tuple[Command, ...] = (CallDraw(),) if by_companion else tuple(DrawPawn(pawn) for pawn in state.groups[0])
    return (_choice(state, seat, "draw", draws, awaited=seat == TABLE), *_last_order_asks(state, seat))


def _last_order_asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    ask = _choice(state, seat, "last_order", (CallLastOrder(), DeclineLastOrder()), awaited=False)
    awaited = DeclineLastOrder() in ask.options
    return (replace(ask, awaited=awaited),) if ask.options else ()


def _count_asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    ask = _choice(state, seat, "count_bank", (CountBank(),), awaited=False)
    return (ask,) if ask.options else ()


def _player_asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    match state.phase:
        case Acting(active) if active == seat:
            return tuple(_action_asks(state, seat))
        case Offered(lessee=lessee) if lessee == seat:
            return (_choice(state, seat, "answer", (AcceptOffer(), RefuseOffer())),)
        case Leaving(partner=partner) if partner == seat:
            return (_choice(state, seat, "stay", (StayInBar(), LeaveBar())),)
        case Staking(stakes) if seat not in stakes and model.has_note(state, seat):
            return (_closed_pile(state, seat, "stake", Stake(), MOST),)
        case Auctioning(bidders=asked, bids=bids) if seat in asked and seat not in bids:
            return (_closed_pile(state, seat, "bid", Bid(), None),)
        case Auctioning(seller=seller, opened=True, bids=bids) if seller == seat:
            return (_choice(state, seat, "sell", (*(SellTo(bidder) for bidder in bids), Renovate())),)
    return ()


def _action_asks(state: State, seat: Seat) -> Iterator[Ask[Command]]:
    """Yield the actions, and passing if that is possible; without any other it is an ask of its own, since it is the end."""
    actions = tuple(_actions(state, seat))
    yield from actions
    if model.standing(state, seat) == PAWNS:
        may_pass = _choice(state, seat, "pass", (Pass(),))
        if may_pass.options:
            yield may_pass
    elif not any(ask.is_open for ask in actions):
        yield Choice("no_action", (Pass(),))


def _actions(state: State, seat: Seat) -> Iterator[Ask[Command]]:
    """Yield the actions in the order of the rule book; an action that can't be done now carries the reason."""
    yield _action(state, seat, "open", OpenPlace if state.options.deal == "companion" else OpenBar)
    if state.round == 1:
        return
    yield _action(state, seat, "own_partner", PlacePartner)
    partners = [Lay(OfferPartnership(name), 1, MOST) for name in state.bars]
    yield _piles(state, seat, "partnership", OfferPartnership, partners)
    takeovers = [Lay(OfferTakeover(bar.card.name), bar.card.rent, MOST) for bar in state.bars.values()]
    yield _piles(state, seat, "takeover", OfferTakeover, takeovers)
    yield _action(state, seat, "auction", AuctionBar)


# When an action is refused for every bar, only one reason is shown: the first of these that occurs.
_TELLING: Final = (
    "must_open", "limit", "no_pawn", "three_leases", "nobody_bids", "cannot_match", "cannot_renovate", "no_money",
    "place_taken", "one_place", "not_lessee", "own_bar",
)  # fmt: skip
_RANK: Final = {f"barracuda.refusal.{code}": rank for rank, code in enumerate(_TELLING)}


def _action(state: State, seat: Seat, name: str, kind: type[Action]) -> Choice[Command]:
    if no := action_at_all(state, seat, kind):
        return Choice(name, (), why_not=no)
    verdicts = [(command, action_here(state, seat, command)) for command in named(state, kind)]
    options = tuple(command for command, no in verdicts if no is None)
    return Choice(name, options, why_not=None if options else _most_telling(no for _, no in verdicts))


def _piles(
    state: State, seat: Seat, name: str, kind: type[Action], lays: Sequence[Lay[OfferPartnership | OfferTakeover]]
) -> LayPile[Command]:
    """Keep the lays for which the seat could compose a pile: whoever has the least may lay it in notes of 1."""
    purse = state.money[seat].open()
    if no := action_at_all(state, seat, kind):
        return LayPile(name, (), purse, BOX, why_not=no)
    verdicts = [(lay, action_here(state, seat, lay.command)) for lay in lays]
    possible = tuple(lay for lay, no in verdicts if no is None)
    return LayPile(name, possible, purse, BOX, why_not=None if possible else _most_telling(no for _, no in verdicts))


def _choice(state: State, seat: Seat, name: str, commands: Iterable[Command], *, awaited: bool = True) -> Choice[Command]:
    verdicts = [(command, refusal(state, seat, command)) for command in commands]
    options = tuple(command for command, no in verdicts if no is None)
    why_not = _most_telling(no for _, no in verdicts) if not options or name in ("answer", "sell") else None
    return Choice(name, options, awaited, why_not)


def _closed_pile(state: State, seat: Seat, name: str, command: Bid | Stake, most: int | None) -> LayPile[Command]:
    purse = state.money[seat].open()
    return LayPile(name, (Lay(command, 0, most, fakes=int(needs_fake(state, purse))),), purse, BOX)


def _most_telling(refused: Iterable[Refusal | None]) -> Refusal | None:
    reasons = [no for no in refused if no is not None]
    return min(reasons, key=lambda no: _RANK.get(no.said.code, len(_RANK)), default=None)
