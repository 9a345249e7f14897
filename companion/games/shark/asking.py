"""Derive each seat's asks from what it may do now.

Like the refusals that they rest on, asks are worked out from the state as the seat sees it, so no button can tell a secret.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from companion.games.shark import model
from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.board.map import survey
from companion.games.shark.board.placing import empty_cells, legal_cells
from companion.games.shark.legal import colours, most_bought, refusal
from companion.games.shark.model import NUMBERS, Building, Naming, Owing, State, Taking, Throwing, Trading
from companion.games.shark.moves import Build, Buy, Command, DealShare, EndTurn, NameFirst, RollDice, Sell, TakeShare, ThrowDice
from companion.games.shark.payments.debts import forced_sale
from companion.kit.asks import Amount, Ask, Choice, Much
from companion.kit.viewers import CHANCE, TABLE, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator


def asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    """Return the asks of *seat*, TABLE or CHANCE now; *state* is as that viewer sees it."""
    return tuple(_asks(state, seat))


def _asks(state: State, seat: Seat) -> Iterator[Ask[Command]]:
    match state.phase:
        case Naming():
            yield from _first(state, seat)
        case Taking(holder, dealt):
            if seat == (CHANCE if dealt else holder):
                yield Choice("share", _first_shares(holder, dealt=dealt))
        case Trading(active, rolled=rolled):
            if seat == active:
                yield from (_buy(state, seat), _sell(state, seat))
            if seat in (active, TABLE):
                yield _go_on(state, rolled=rolled, awaited=seat == active)
        case Throwing() if seat == CHANCE:
            yield Choice("dice", _throws(colours(state)))
        case Building(active) if seat == active:
            yield Choice("build", _builds(state.phase, state))
        case Owing(debts=debts) if seat in debts:
            yield forced_sale(state, seat, debts[seat].open())


def _first(state: State, seat: Seat) -> Iterator[Choice[Command]]:
    options = tuple(NameFirst(first) for first in state.seats)
    if state.options.first == "drawn":
        if seat == CHANCE:
            yield Choice("first", options)
    elif seat in model.everyone(state):  # Anybody may decide, so the table waits for nobody in particular.
        yield Choice("first", options, awaited=seat == TABLE)


def _first_shares(holder: Seat, *, dealt: bool) -> tuple[DealShare | TakeShare, ...]:
    return tuple(DealShare(holder, company) if dealt else TakeShare(company) for company in COMPANIES)


# Trade and dice


def _buy(state: State, seat: Seat) -> Amount[Command]:
    return _amount(state, seat, "buy", [Much(Buy(company), 1, most_bought(state, seat, company)) for company in COMPANIES])


def _sell(state: State, seat: Seat) -> Amount[Command]:
    held, prices = state.shares[seat].open(), state.prices
    most = [(company, count if prices.of(company) else 0) for company, count in held.items()]
    return _amount(state, seat, "sell", [Much(Sell(company), 1, count) for company, count in most])


def _amount(state: State, seat: Seat, name: str, muches: list[Much[Buy | Sell]]) -> Amount[Command]:
    """Keep the companies of which at least one share can be traded; if there are none, give one company's reason.

    That company is the cheapest for buying and the dearest for selling, because its reason tells most.
    """
    possible = tuple(much for much in muches if much.most)
    if possible:
        return Amount(name, "count", possible)
    if name == "buy":
        telling = min(muches, key=lambda much: state.prices.of(much.command.company) or model.SHARES)
    else:
        telling = max(muches, key=lambda much: state.prices.of(much.command.company))
    return Amount(name, "count", (), why_not=refusal(state, seat, telling.command))


def _go_on(state: State, *, rolled: bool, awaited: bool) -> Choice[Command]:
    if rolled:
        return Choice("end", (EndTurn(),), awaited)
    if state.options.dice == "companion":
        return Choice("roll", (RollDice(),), awaited)
    return Choice("dice", _throws(colours(state)), awaited)


@cache
def _throws(faces: tuple[str, ...]) -> tuple[ThrowDice, ...]:
    """Return every throw with these *faces* of the colour die. Cached: there are only the die's faces, or a blank."""
    return tuple(ThrowDice(number, face) for number in NUMBERS for face in faces)


# Building


def _builds(phase: Building, state: State) -> tuple[Build, ...]:
    empty = empty_cells(survey(state.buildings), phase.zone)
    return tuple([Build(company, cell) for company in phase.companies for cell in legal_cells(empty, company)])
