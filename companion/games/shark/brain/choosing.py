"""The brain of Shark's house players: what a building pays at once, and what shares will probably bring."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.games.shark import model
from companion.games.shark.board.companies import COMPANIES, Company
from companion.games.shark.board.map import survey
from companion.games.shark.board.placing import Placement, placement
from companion.games.shark.board.prices import HIGHEST
from companion.games.shark.brain.forecast import Forecast, Holdings, forecast, holdings, payoffs
from companion.games.shark.model import State, Trading
from companion.games.shark.moves import Build, Buy, Command, EndTurn, Sell, TakeShare
from companion.kit.asks import Amount, GiveUp, Much
from companion.kit.house import Sight, Temper, Thought, given_up
from companion.kit.messages import Said, Term, say
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Weights:
    """The market as a temper values it. All but *reserve* are in thousands.

    *margin* is what a share must be expected to bring beyond its price to be bought, *dread* by how much it must be expected to
    lose before it is sold; *reserve* is the part of the cash (0 to 1) kept for losses while prices can fall (8). *ruin* is how
    probable a company's removal may be (0 to 1) before no more of it is held than its loss can be paid for.
    """

    margin: float
    dread: float
    reserve: float
    ruin: float


WEIGHTS: Final[Mapping[Temper, Weights]] = {
    "careful": Weights(margin=0.3, dread=0.2, reserve=0.1, ruin=0.3),
    "bold": Weights(margin=0.1, dread=0.2, reserve=0.0, ruin=0.5),
}
CERTAIN: Final = 1000.0  # Thousands: what it is worth to end the game as its winner; the same is lost by ending it otherwise.


def house(sight: Sight[State, Command], temper: Temper, generator: random.Random) -> Thought[Command] | None:
    """Return the answer of a house player of this *temper*, or None if it isn't awaited."""
    state, me = sight.state, sight.seat
    if (debt := sight.asked("debt")) is not None:
        assert isinstance(debt, GiveUp)
        return _debt(state, holdings(state, me), debt)
    if builds := sight.options("build"):
        return _build(state, holdings(state, me), builds, generator)
    if shares := [one for one in sight.options("share") if isinstance(one, TakeShare)]:
        return Thought("share", generator.choice(shares), say("shark.why.first_share"))
    if isinstance(state.phase, Trading) and state.phase.seat == me:
        return _trade(sight, WEIGHTS[temper], rolled=state.phase.rolled)
    return None


# Trade (4)


def _trade(sight: Sight[State, Command], weights: Weights, *, rolled: bool) -> Thought[Command] | None:
    held = holdings(sight.state, sight.seat)
    ahead = forecast(sight.state, held)
    return _sale(sight, weights, ahead, rolled=rolled) or _purchase(sight, weights, ahead, rolled=rolled) or _go_on(sight)


def _go_on(sight: Sight[State, Command]) -> Thought[Command] | None:
    """End the turn, or have the dice thrown; real dice are for people to throw and report."""
    command = next(iter((*sight.options("roll"), *sight.options("end"))), None)
    name = "end" if isinstance(command, EndTurn) else "roll"
    return Thought(name, command, say("shark.why.go_on")) if command else None


def _muches(sight: Sight[State, Command], name: str) -> dict[Company, Much[Command]]:
    ask = sight.asked(name)
    return (
        {much.command.company: much for much in ask.muches if isinstance(much.command, Buy | Sell)}
        if isinstance(ask, Amount)
        else {}
    )


def _sale(sight: Sight[State, Command], weights: Weights, ahead: Forecast, *, rolled: bool) -> Thought[Command] | None:
    """Sell what will probably have fallen by one's own next turn, such as a company that a neighbour is about to remove."""
    for company, much in _muches(sight, "sell").items():
        soon = ahead.others[company] + (0 if rolled else ahead.own[company])
        if soon < -weights.dread and ahead.worth(sight.state, company, rolled=rolled) < sight.state.prices.of(company):
            return Thought("sell", Sell(company, much.most), say("shark.why.sold", company=_name(company)))
        if (needless := much.most - _bearable(sight, weights, ahead, company)) > 0:
            return Thought("sell", Sell(company, needless), say("shark.why.sold", company=_name(company)))
    return None


def _bearable(sight: Sight[State, Command], weights: Weights, ahead: Forecast, company: Company) -> int:
    """Return how many shares of *company* one may hold and still pay for its removal, if others may be about to do that (8)."""
    price, state = sight.state.prices.of(company), sight.state
    if not price or -ahead.others[company] / price < weights.ruin:
        return model.SHARES
    return holdings(state, sight.seat).wealth(sight.seat, state.prices) // (2 * price)


def _purchase(sight: Sight[State, Command], weights: Weights, ahead: Forecast, *, rolled: bool) -> Thought[Command] | None:
    """Buy of one company what brings most in all: few shares at a time can be bought (S3), and cash is short."""
    state, best = sight.state, (0.0, "", 0)
    cash = state.cash[sight.seat].open()
    spend = cash - int(weights.reserve * min(cash, _exposed(sight, ahead)))
    for company, much in _muches(sight, "buy").items():
        price = state.prices.of(company)
        bearable = _bearable(sight, weights, ahead, company) - state.shares[sight.seat].open().of(company)
        count = max(0, min(much.most, spend // price, bearable))
        profit = ahead.worth(state, company, rolled=rolled) - price - weights.margin
        best = max(best, (profit * count, company, count))
    if best[0] <= 0:
        return None
    return Thought("buy", Buy(best[1], best[2]), say("shark.why.bought", company=_name(best[1]), shares=best[2]))


def _exposed(sight: Sight[State, Command], ahead: Forecast) -> float:
    """Return the losses to expect until one's own next turn, were all prices that can fall to fall together, in thousands."""
    shares = sight.state.shares[sight.seat].open()
    return sum(count * sight.state.prices.of(company) for company, count in shares.items() if ahead.others[company] < 0)


def _name(company: Company) -> Term:
    return Term(f"shark.company.{company}")


# Building (6 to 9)


def _build(state: State, held: Holdings, builds: tuple[Command, ...], generator: random.Random) -> Thought[Command]:
    around, each = survey(state.buildings), list[tuple[float, Build]]()
    for command in builds:
        assert isinstance(command, Build)
        placed = placement(around, command.company, command.cell, state.prices, capped=state.options.capped)
        end = placed.after.of(command.company) == HIGHEST or _uses_up(state, command.company)
        each.append((payoffs(placed, held)[held.me] + (_verdict(held, placed) if end else 0.0), command))
    best = max(worth for worth, _ in each)
    command = generator.choice([command for worth, command in each if worth == best])
    return Thought("build", command, _why_built(best, _name(command.company)))


def _why_built(worth: float, company: Term) -> Said:
    if worth < CERTAIN / 2:
        told = round(worth) > 0
        return say("shark.why.built", company=company, sum=round(worth)) if told else say("shark.why.least", company=company)
    return say("shark.why.ended", company=company)


def _uses_up(state: State, company: Company) -> bool:
    """Return whether one more building of *company* leaves none in stock, which ends the game (9)."""
    return model.stock(state).of(company) == 1


def _verdict(held: Holdings, placed: Placement) -> float:
    """Return CERTAIN if *placed*, which ends the game, makes *held.me* the richest, and its opposite if it doesn't."""
    after = {seat: held.wealth(seat, placed.after) + _paid(held, placed, seat) for seat in held.shares}
    rivals = [wealth for seat, wealth in after.items() if seat != held.me]
    return CERTAIN if after[held.me] > max(rivals, default=0) else -CERTAIN


def _paid(held: Holdings, placed: Placement, seat: Seat) -> int:
    """Return the gains of *seat* from the building, bonus included, less what it pays, in thousands (7, 8)."""
    shares = held.shares[seat]
    gain: int = placed.rise * shares.of(placed.company)
    return gain + placed.bonus if seat == held.me else gain - (placed.drops * shares).total


# Debts (S7)


def _debt(state: State, held: Holdings, ask: GiveUp[Command]) -> Thought[Command]:
    """Give up the shares that will bring least for what they bring now."""
    ahead = forecast(state, held)
    loss = {company: ahead.worth(state, company, rolled=True) for company in COMPANIES}
    ratio = {one.field: loss[one.field] / max(1, one.value) for one in ask.holdings}
    order = [one.field for one in sorted(ask.holdings, key=lambda one: ratio[one.field]) for _ in range(one.count)]
    command = given_up(ask, order, lambda spare: max(spare, key=lambda field: loss[field]))
    return Thought("debt", command, say("shark.why.debt", needed=ask.needed))
