"""Describe the layout of Shark's table, and set it anew (S13)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.shark import model
from companion.games.shark.board import prices
from companion.games.shark.board.companies import COMPANIES, Each, each
from companion.games.shark.board.map import CELLS, survey
from companion.games.shark.evolve import pool
from companion.games.shark.model import BUILDINGS, SHARES, Naming, State, Taking, Trading
from companion.kit.layout import Fact, values
from companion.kit.messages import Field, Illegal, Refusal, Term, Who, say
from companion.kit.sealed import Sealed
from companion.kit.viewers import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.kit.layout import Place, Shift, Value

MOST_CASH: Final = 9_999  # thousands
MOST_ROUNDS: Final = 99


# What lies where


def layout(state: State) -> tuple[Fact, ...]:
    """Return the layout, as far as the viewer who sees *state* so may know it."""
    return (*_table(state), *_companies(state), *_seats(state))


def _table(state: State) -> Iterator[Fact]:
    turn = _turn(state)
    yield Fact("", "round", state.round, least=1, most=MOST_ROUNDS)
    yield Fact("", "first", state.first or "", "seat", ("", *state.seats))
    yield Fact("", "turn", turn, "seat", ("", *state.seats), asked=(turn,) if turn else ())


def _companies(state: State) -> Iterator[Fact]:
    for company in COMPANIES:
        built = " ".join(cell for cell in CELLS if state.buildings.get(cell) == company)
        yield Fact(company, "cells", built, "list", CELLS, asked=(company,))
        yield Fact(company, "gone", state.gone.of(company), most=BUILDINGS, asked=(company,))
        yield Fact(company, "price", state.prices.of(company), rest="map", asked=(company,))
        yield Fact(company, "pool", state.pool[company].outside, rest="shares", asked=(company,))


def _seats(state: State) -> Iterator[Fact]:
    for seat in model.playing(state):  # Who is out has nothing, and can't be given anything.
        if not state.cash[seat].is_open or not state.shares[seat].is_open:
            continue
        own = TABLE not in state.cash[seat].eyes
        yield Fact(seat, "cash", state.cash[seat].open(), most=MOST_CASH, own=own, asked=() if own else (seat,))
        for company, count in state.shares[seat].open().items():
            yield Fact(seat, company, count, most=SHARES, own=own, asked=() if own else (seat,))


def _turn(state: State) -> str:
    """Return whose turn it is; nobody's before the first one, while starting shares are taken."""
    return "" if isinstance(state.phase, Taking) else model.active(state) or ""


# Why it can't be so


def misplaced(state: State, facts: Mapping[Place, Value], _: Sequence[Shift]) -> Refusal | None:
    """Return why the table can't be set to *facts*, or None; *state* is as TABLE sees it."""
    if not isinstance(state.phase, Naming | Taking | Trading):
        return _no("busy")
    said = {**values(layout(state)), **facts}
    return _turn_wrong(state, said) or _map_wrong(state, said) or _shares_wrong(state, said)


def _no(code: str, **fields: Field) -> Refusal:
    return Refusal(say(f"shark.set.{code}", **fields), "S13")


def _turn_wrong(state: State, said: Mapping[Place, Value]) -> Refusal | None:
    turn = str(said["", "turn"])
    if not turn:
        return _no("no_turn")
    if turn not in model.playing(state):
        return _no("out", who=Who(turn))
    return None if said["", "first"] else _no("no_first")


def _map_wrong(state: State, said: Mapping[Place, Value]) -> Refusal | None:
    """Return why the map can't be so, or why the game would be over: no building left, or a price at its highest (9)."""
    cells = [cell for company in COMPANIES for cell in str(said[company, "cells"]).split()]
    if twice := [cell for cell in cells if cells.count(cell) > 1]:
        return _no("twice", cell=twice[0])
    for company in COMPANIES:
        if len(str(said[company, "cells"]).split()) + int(said[company, "gone"]) >= BUILDINGS:
            return _no("buildings", company=Term(f"shark.company.{company}"), most=BUILDINGS)
    built = {cell: company for company in COMPANIES for cell in str(said[company, "cells"]).split()}
    after = prices.prices(survey(built), capped=state.options.capped)
    dear = next((company for company, price in after.items() if price == prices.HIGHEST), None)
    return _no("over", company=Term(f"shark.company.{dear}"), most=prices.HIGHEST) if dear else None


def _shares_wrong(state: State, said: Mapping[Place, Value]) -> Refusal | None:
    for company in COMPANIES:
        if sum(int(said.get((seat, company), 0)) for seat in state.seats) > SHARES:
            return _no("shares", company=Term(f"shark.company.{company}"), most=SHARES)
    return None


# Setting it


def set_table(state: State, facts: Mapping[Place, Value]) -> State:
    """Return *state*, the true one, with *facts*, for which `misplaced` found nothing wrong; the prices follow from the map.

    Raises Illegal if the players hold more shares than the box has.
    """
    said: dict[Place, Any] = {**values(layout(state)), **facts}
    if refusal := _shares_wrong(state, said):
        raise Illegal(refusal)
    buildings = {cell: company for company in COMPANIES for cell in said[company, "cells"].split()}
    after = _held(state, said)
    if buildings != state.buildings:
        capped = state.options.capped
        after = replace(after, buildings=buildings, prices=prices.prices(survey(buildings), capped=capped))
    gone = each({company: said[company, "gone"] for company in COMPANIES})
    after = replace(after, gone=gone, round=said["", "round"], first=said["", "first"] or None)
    return after if said["", "turn"] == _turn(state) else _turned(after, said["", "turn"])


def _held(state: State, said: Mapping[Place, Any]) -> State:
    cash = {seat: said.get((seat, "cash"), 0) for seat in state.seats}
    shares = {seat: Each(*(said.get((seat, company), 0) for company in COMPANIES)) for seat in state.seats}
    left = Each(*[SHARES] * len(COMPANIES)) - sum(shares.values(), Each())
    return replace(
        state,
        cash={seat: Sealed(sum_, state.cash[seat].eyes) for seat, sum_ in cash.items()},
        shares={seat: Sealed(held, state.shares[seat].eyes) for seat, held in shares.items()},
        pool=pool(state, dict(left.items())),
        ledger=Sealed(sum(cash.values()), state.ledger.eyes),
    )


def _turned(state: State, seat: str) -> State:
    """Return *state* with a fresh turn of *seat*: nothing bought, and the dice not thrown."""
    return replace(state, phase=Trading(seat, Sealed(0, model.eyes(state, seat)), rolled=False), dice=None)
