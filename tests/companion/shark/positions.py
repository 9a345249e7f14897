"""Positions on Shark's map, set up by hand."""

import operator
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

from companion.games import shark
from companion.games.shark import model
from companion.games.shark.board import prices
from companion.games.shark.board.companies import COMPANIES, NONE, Each
from companion.games.shark.board.map import CELLS, NEIGHBOURS, survey
from companion.games.shark.evolve import pool
from companion.games.shark.model import SHARES, Owing, State, Trading
from companion.games.shark.moves import ThrowDice
from companion.kit.sealed import Sealed
from tests.companion.playing import act

NOTHING: Mapping[str, Any] = {}


def position(
    seats: str = "AB",
    buildings: Mapping[str, str] = NOTHING,
    *,
    cash: Mapping[str, int] = NOTHING,
    shares: Mapping[str, Each] = NOTHING,
    **options: str,
) -> State:
    """Return a state in which the first of *seats* is about to trade and throw real dice.

    *buildings* are cells by company, "A1 A2"; the prices follow from them, and pool and ledger from *shares* and *cash*.
    """
    state = shark.setup(tuple(seats), {"dice": "real", **options})
    built = {cell: company for company, cells in buildings.items() for cell in cells.split()}
    held = {seat: shares.get(seat, NONE) for seat in state.seats}
    left = reduce(operator.sub, held.values(), Each(*[SHARES] * 4))
    return replace(
        state,
        phase=Trading(seats[0], Sealed(0, model.eyes(state, seats[0])), rolled=False),
        first=seats[0],
        cash={seat: Sealed(cash.get(seat, 0), model.eyes(state, seat)) for seat in state.seats},
        shares={seat: Sealed(held[seat], model.eyes(state, seat)) for seat in state.seats},
        pool=pool(state, left),
        ledger=Sealed(sum(cash.values()), ()),
        buildings=built,
        prices=prices.prices(survey(built), capped=state.options.capped),
    )


def owing(state: State, **debts: int) -> State:
    """Return *state* with debts that wait for a forced sale, after a building of the first seat."""
    sealed = {seat: Sealed(debt, model.eyes(state, seat)) for seat, debt in debts.items()}
    return replace(state, phase=Owing(state.seats[0], Sealed(0, model.eyes(state, state.seats[0])), sealed))


def thrown(state: State, number: int, colour: str) -> State:
    """Return the state after the active player has entered these dice."""
    return act(state, state.phase.seat, ThrowDice(number, colour))


def cash(state: State) -> dict[str, int]:
    return {seat: held.open() for seat, held in state.cash.items()}


def shares(state: State, seat: str) -> Each:
    return state.shares[seat].open()


def some_map(chance: random.Random) -> dict[str, str]:
    """Return buildings set at random, at most 18 a company and none beside a rival."""
    built: dict[str, str] = {}
    for cell in chance.sample(CELLS, chance.randint(0, 72)):
        company = chance.choice(COMPANIES)
        near = {built[one] for one in NEIGHBOURS[cell] if one in built}
        if list(built.values()).count(company) < model.BUILDINGS and near <= {company}:
            built[cell] = company
    return built
