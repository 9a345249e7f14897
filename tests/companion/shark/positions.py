"""Positions on Shark's map, set up by hand, and the slow way to reckon."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion import shark
from companion.sealed import Sealed
from companion.shark import model, prices
from companion.shark.board import CELLS, NEIGHBOURS, survey
from companion.shark.companies import COMPANIES, NONE, Each
from companion.shark.evolve import pool
from companion.shark.model import SHARES, Owing, State, Trading
from companion.shark.moves import ThrowDice
from tests.companion.playing import act

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

NO_BUILDINGS: Mapping[str, str] = {}
NOTHING: Mapping[str, Any] = {}


def position(
    seats: str = "AB",
    buildings: Mapping[str, str] = NO_BUILDINGS,
    *,
    cash: Mapping[str, int] = NOTHING,
    shares: Mapping[str, Each] = NOTHING,
    gone: Each = NONE,
    **options: str,
) -> State:
    """Return a state with the first of *seats* about to trade and to throw real dice.

    *buildings* are cells by company, "A1 A2"; the prices follow from them, and pool and ledger from *shares* and *cash*.
    """
    state = shark.setup(tuple(seats), {"dice": "real", **options})
    built = {cell: company for company, cells in buildings.items() for cell in cells.split()}
    worth = prices.prices(survey(built), capped=state.options.capped)
    held = {seat: shares.get(seat, NONE) for seat in state.seats}
    left = Each(*[SHARES] * 4)
    for seat in state.seats:
        left -= held[seat]
    return replace(
        state,
        phase=Trading(seats[0], Sealed(0, model.eyes(state, seats[0])), rolled=False),
        first=seats[0],
        cash={seat: Sealed(cash.get(seat, 0), model.eyes(state, seat)) for seat in state.seats},
        shares={seat: Sealed(held[seat], model.eyes(state, seat)) for seat in state.seats},
        pool=pool(state, left),
        ledger=Sealed(sum(cash.values()), ()),
        buildings=built,
        gone=gone,
        prices=worth,
        history=(worth,),
    )


def owing(state: State, **debts: int) -> State:
    """Return *state* with debts that wait for a forced sale, after a building of the first seat."""
    sealed = {seat: Sealed(debt, model.eyes(state, seat)) for seat, debt in debts.items()}
    return replace(state, phase=Owing(state.seats[0], Sealed(0, model.eyes(state, state.seats[0])), sealed))


def thrown(state: State, number: int, colour: str) -> State:
    """Return the state after the active player has entered these dice."""
    return act(state, state.phase.seat, ThrowDice(number, colour))


def cash(state: State) -> dict[str, int]:
    """Return everybody's cash."""
    return {seat: held.open() for seat, held in state.cash.items()}


def shares(state: State, seat: str) -> Each:
    """Return what *seat* holds."""
    return state.shares[seat].open()


def pooled(state: State) -> Each:
    """Return what the bank holds."""
    return Each(*(state.pool[company].open() for company in COMPANIES))


def some_map(chance: random.Random, *, lawful: bool) -> dict[str, str]:
    """Return buildings set at random, up to 18 a company; *lawful* ones never touch a rival."""
    built: dict[str, str] = {}
    for cell in chance.sample(CELLS, chance.randint(0, 72)):
        company = chance.choice(COMPANIES)
        near = {built[one] for one in NEIGHBOURS[cell] if one in built}
        if list(built.values()).count(company) < model.BUILDINGS and (not lawful or near <= {company}):
            built[cell] = company
    return built


# The slow way: by coordinates, and from nothing but the words of the rules


def slow_clusters(built: Mapping[str, str]) -> list[set[str]]:
    """Return the clusters by joining, again and again, whatever touches."""
    groups = [{cell} for cell in built]
    for one in built:
        for other in built:
            if built[one] == built[other] and touch(one, other):
                first, second = (next(group for group in groups if cell in group) for cell in (one, other))
                if first is not second:
                    groups.remove(second)
                    first |= second
    return groups


def touch(one: str, other: str) -> bool:
    """Whether two cells share a side."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:])) == 1


def slow_price(built: Mapping[str, str], company: str, most: int = 99) -> int:
    """Return the price by the table of rule 7 (V1: with *most* 7)."""
    sizes = [len(group) for group in slow_clusters(built) if built[next(iter(group))] == company]
    if not sizes:
        return 0
    return 1 if max(sizes) == 1 else min(15, sum(min(size, most) for size in sizes if size > 1))


def slow_removed(built: Mapping[str, str], company: str, cell: str) -> set[str] | None:
    """Return the cells that a building of *company* on the empty *cell* clears, None where it may not stand there."""
    after = {**built, cell: company}
    groups = slow_clusters(after)
    own = next(group for group in groups if cell in group)
    rivals = [group for group in groups if group is not own and any(touch(cell, one) for one in group)]
    if any(len(group) >= len(own) for group in rivals):
        return None
    return set().union(*rivals)
