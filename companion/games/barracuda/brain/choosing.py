"""The brain of Barracuda's house players: one step ahead, over its own options and what others probably answer."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.games.barracuda import model
from companion.games.barracuda.brain.valuing import WEIGHTS, Position, Spot, chances, position
from companion.games.barracuda.model import MOST, RENOVATION, Auctioning, Offered, State
from companion.games.barracuda.moves import (
    AcceptOffer,
    AuctionBar,
    Bid,
    CallLastOrder,
    Command,
    DeclineLastOrder,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    OpenPlace,
    Pass,
    PlacePartner,
    RefuseOffer,
    Renovate,
    SellTo,
    StayInBar,
)
from companion.kit.asks import Choice, LayPile
from companion.kit.house import Sight, Temper, Thought, composed
from companion.kit.messages import Said, Thing, Who, say
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.kit.asks import Lay

STUBBORN: Final = 0.7  # The share of answers and bids that don't follow this valuation: people, and random players.
TENDER: Final = 0.02  # How much better, in chances to win, an answer must be to be given e times as often.
NEAR: Final = 0.004  # Offers whose chance to win is so near the best are drawn from, so that nobody can read the purse (B14).
GUESSES: Final = (0.1, 0.3, 0.6)  # What others may bid, as parts of their purses.
USUAL: Final = 3  # Thousands: what a bidder who thinks bids beyond nothing.


class Option(NamedTuple):
    """A *command* for the ask *ask*, the *chance* to win with it, why, and for a pile the *lay* and its *real* value."""

    ask: str
    command: Command
    chance: float
    reason: Said
    lay: Lay[Any] | None = None
    real: int = 0


def house(sight: Sight[State, Command], temper: Temper, generator: random.Random) -> Thought[Command] | None:
    """Return the answer of a house player of this *temper*, or None if it waits for others."""
    now = position(sight.state, sight.seat, WEIGHTS[temper])
    options = list(_options(sight, now))
    if not options:
        return None
    best = max(option.chance for option in options)
    option = generator.choice([one for one in options if one.chance >= best - NEAR and _kin(one, options, best)])
    return Thought(option.ask, _composed(sight, option, now, generator), option.reason)


def _kin(option: Option, options: list[Option], best: float) -> bool:
    """Return whether *option* is the best, or differs from it only in the value of its pile."""
    top = next(one for one in options if one.chance == best)
    return option == top or (option.lay is not None and option.lay == top.lay)


def _composed(sight: Sight[State, Command], option: Option, now: Position, generator: random.Random) -> Command:
    """Return the command with its pile: the value in random notes, so that their number tells little, and some fakes."""
    ask = sight.asked(option.ask)
    if option.lay is None or not isinstance(ask, LayPile):
        return option.command
    fakes = max(option.lay.fakes, min(generator.choice(now.weights.fakes), ask.purse.fakes - 1))
    command: Command = replace(option.lay.command, pile=composed(ask, option.lay, option.real, max(0, fakes), generator))
    return command


def _options(sight: Sight[State, Command], now: Position) -> Iterator[Option]:
    for ask in sight.asks:
        if isinstance(ask, LayPile):
            for lay in ask.lays:
                yield from _piles(sight.state, now, ask, lay)
        else:
            assert isinstance(ask, Choice)
            options = (_choice(sight.state, now, ask.name, command) for command in ask.options)
            yield from filter(None, options)


def _choice(state: State, now: Position, ask: str, command: Command) -> Option | None:
    match command:
        case OpenBar() | OpenPlace():
            return Option(ask, command, _opened(state, now, command), say("barracuda.why.open"))
        case PlacePartner(bar):
            after = now.with_bar(bar, now.bars[bar]._replace(partner=now.me))
            return Option(ask, command, _mine(after), say("barracuda.why.own_partner", bar=Thing(bar)))
        case AuctionBar(bar):
            return Option(ask, command, _auctioned(state, now, bar), say("barracuda.why.auction", bar=Thing(bar)))
        case Pass():
            why = say("barracuda.why.pass") if ask == "pass" else say("barracuda.why.no_action")
            return Option(ask, command, _mine(now), why)
        case AcceptOffer() | RefuseOffer():
            return _answer(state, now, ask, command)
        case SellTo() | Renovate():
            return _sold(state, now, ask, command)
        case StayInBar():
            return Option(ask, command, 1, say("barracuda.why.stay"))
        case CallLastOrder():
            return Option(ask, command, 1, say("barracuda.why.last_order")) if _wants_first(state) else None
        case DeclineLastOrder():
            return Option(ask, command, 0, say("barracuda.why.no_last_order"))
    return None


def _piles(state: State, now: Position, ask: LayPile[Command], lay: Lay[Command]) -> Iterator[Option]:
    match lay.command:
        case OfferPartnership() | OfferTakeover():
            for real in range(lay.least, min(lay.most or 0, ask.purse.real) + 1):
                yield _offer(now, ask.name, lay, real)
        case Bid():
            for real in range(min(ask.purse.real, 2 * MOST) + 1):
                yield _bid(state, now, ask.name, lay, real)
        case _:  # A stake (7): the lowest plays first, and whoever plays first can't be stopped, and stops others.
            # One sentence, with fakes or without: where the books stay closed, it mustn't tell which.
            yield Option(ask.name, lay.command, 0, say("barracuda.why.stake"), lay, 0)


# Actions


def _mine(now: Position) -> float:
    return chances(now)[now.me]


def _wants_first(state: State) -> bool:
    """Return whether it matters who plays first in this round: some player holds five pawns (B5), which others can stop."""
    return bool(state.five_held)


def _opened(state: State, now: Position, command: OpenBar | OpenPlace) -> float:
    """Return the chance after opening a bar: the one named, or the average of those that may lie there."""
    if isinstance(command, OpenBar):
        cards = [card for card in state.options.cards if card.name == command.bar]
    else:
        here = [bar.card for bar in state.bars.values() if bar.place == command.place]
        cards = here or [card for card in state.options.cards if card.name not in state.bars]
    each = [_mine(now.with_bar(card.name, Spot(card.rent, card.places == 2, now.me, None))) for card in _by_kind(cards)]
    return sum(each) / len(each)


def _by_kind(cards: list[model.Card]) -> list[model.Card]:
    """Return *cards* with the lowest, middle and highest rent: enough for an average."""
    ranked = sorted(cards, key=lambda card: (card.rent, card.name))
    return [ranked[0], ranked[len(ranked) // 2], ranked[-1]]


def _after_offer(
    now: Position, bar: str, bidder: Seat, lessee: Seat, real: float, *, takeover: bool
) -> tuple[Position, Position]:
    """Return the positions after an offer worth *real* was accepted and after it was refused (6.3, 6.4)."""
    spot = now.bars[bar]
    paid = now.paid(**{bidder: -real, lessee: real})
    if not takeover:
        return paid.with_bar(bar, spot._replace(partner=bidder)), now.paid(**{bidder: -real, lessee: -real})
    kept = spot.partner if spot.partner == bidder else None
    return paid.with_bar(bar, spot._replace(lessee=bidder, partner=kept)), now.paid(**{bidder: real, lessee: -real})


def _offer(now: Position, ask: str, lay: Lay[Any], real: int) -> Option:
    """Value an offer: its two outcomes, by how probably the lessee accepts, who must if its purse can't match (B10)."""
    takeover, bar = isinstance(lay.command, OfferTakeover), lay.command.bar
    lessee = now.bars[bar].lessee
    assert lessee is not None
    accepted, refused = _after_offer(now, bar, now.me, lessee, real, takeover=takeover)
    yes, no = chances(accepted), chances(refused)
    must = 1 / (1 + math.exp((now.money[lessee] - real) / 3))
    agrees = STUBBORN / 2 + (1 - STUBBORN) / (1 + math.exp(-_bounded((yes[lessee] - no[lessee]) / TENDER)))
    accepts = must + (1 - must) * agrees
    chance = accepts * yes[now.me] + (1 - accepts) * no[now.me]
    fields: dict[str, Any] = {"seat": Who(lessee), "bar": Thing(bar), "real": real}
    reason = say("barracuda.why.takeover", **fields) if takeover else say("barracuda.why.partnership", **fields)
    return Option(ask, lay.command, chance, reason, lay, real)


def _bounded(number: float) -> float:
    return max(-50.0, min(50.0, number))


def _answer(state: State, now: Position, ask: str, command: AcceptOffer | RefuseOffer) -> Option:
    phase = state.phase
    assert isinstance(phase, Offered)
    real = phase.pile.open().real
    accepted, refused = _after_offer(now, phase.bar, phase.bidder, phase.lessee, real, takeover=phase.takeover)
    fields: dict[str, Any] = {"seat": Who(phase.bidder), "bar": Thing(phase.bar)}  # Not what lay in the bidder's pile.
    if isinstance(command, AcceptOffer):
        return Option(ask, command, _mine(accepted), say("barracuda.why.accepted", **fields))
    if not phase.takeover:
        return Option(ask, command, _mine(refused), say("barracuda.why.kept_out", **fields))
    due = accepted.due(phase.bidder)
    return Option(ask, command, _mine(refused), say("barracuda.why.refused", **fields, due=due))


# Auctions


def _sold_to(now: Position, seller: Seat, bar: str, spot: Spot, buyer: Seat | None, real: float) -> Position:
    """Return the position after *buyer* got the bar for *real*, or after its renovation if that is None (6.5)."""
    if buyer is None:
        return now.paid(**{seller: -RENOVATION}).with_bar(bar, None)
    return now.paid(**{seller: real, buyer: -real}).with_bar(bar, spot._replace(lessee=buyer))


def _auctioned(state: State, now: Position, bar: str) -> float:
    """Return the chance after auctioning one's own *bar*: the seller takes what is best among several guesses at the bids."""
    spot, total = now.bars[bar], 0.0
    bidders = [
        seat for seat in state.seats if seat != now.me and model.has_free_pawn(state, seat) and model.has_note(state, seat)
    ]
    closed = _mine(_sold_to(now, now.me, bar, spot, None, 0))
    for part in (*GUESSES, None):
        bids = {seat: min(now.money[seat], USUAL if part is None else part * now.money[seat]) for seat in bidders}
        best = max((_mine(_sold_to(now, now.me, bar, spot, seat, real)) for seat, real in bids.items()), default=0.0)
        total += max(best, closed) if now.money[now.me] >= RENOVATION else best
    return total / (len(GUESSES) + 1)


def _sold(state: State, now: Position, ask: str, command: SellTo | Renovate) -> Option:
    phase = state.phase
    assert isinstance(phase, Auctioning)
    spot = _lifted(state, phase)
    if isinstance(command, Renovate):
        after = _sold_to(now, now.me, phase.bar, spot, None, 0)
        return Option(ask, command, _mine(after), say("barracuda.why.renovate", bar=Thing(phase.bar)))
    real = phase.bids[command.bidder].open().real
    after = _sold_to(now, now.me, phase.bar, spot, command.bidder, real)
    return Option(ask, command, _mine(after), say("barracuda.why.sold", bar=Thing(phase.bar), seat=Who(command.bidder)))


def _lifted(state: State, phase: Auctioning) -> Spot:
    bar = state.bars[phase.bar]
    return Spot(bar.card.rent, bar.card.places == 2, None, bar.partner)


def _bid(state: State, now: Position, ask: str, lay: Lay[Any], real: int) -> Option:
    """Value a bid of *real*: how probably it is the best, and what happens if it isn't."""
    phase = state.phase
    assert isinstance(phase, Auctioning)
    spot, rivals = _lifted(state, phase), [seat for seat in phase.bidders if seat != now.me]
    best = math.prod(_outbid(now.money[seat], real) for seat in rivals) * real / (real + 2)
    won = chances(_sold_to(now, phase.seller, phase.bar, spot, now.me, real))[now.me]
    lost = [_mine(_sold_to(now, phase.seller, phase.bar, spot, seat, max(real, USUAL))) for seat in (*rivals, None)]
    chance = best * won + (1 - best) * sum(lost) / len(lost)
    return Option(ask, lay.command, chance, say("barracuda.why.bid", bar=Thing(phase.bar), real=real), lay, real)


def _outbid(money: float, real: int) -> float:
    """Return the chance that somebody with this *money* bids less than *real*: half of them anything, half little."""
    anything = min(1.0, real / (money + 1))
    return STUBBORN * anything + (1 - STUBBORN) * min(1.0, real / (USUAL + 1))
