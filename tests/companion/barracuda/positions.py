"""Positions of Barracuda to test a rule from."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.barracuda import model, rules
from companion.games.barracuda.model import BANK, BOX, START, Acting, Bar, Drawing, State
from companion.games.barracuda.moves import CallDraw, DrawPawn
from companion.kit import CHANCE, TABLE, Purse, Sealed
from tests.companion.playing import act, decided


def bar(name: str, lessee: str | None = None, partner: str | None = None) -> Bar:
    """A bar of the shipped set; one without a lessee is closed after a renovation."""
    card = next(card for card in model.CARDS if card.name == name)
    return Bar(card, 0, lessee is not None, lessee, partner)


def position(
    seats: str = "ABC",
    *,
    turn: str | None = None,
    round_: int = 2,
    bars: Iterable[Bar] = (),
    purses: Mapping[str, Purse] | None = None,
    groups: tuple[tuple[str, ...], ...] | None = None,
    **options: Any,
) -> State:
    """A position that adds up: the bank holds what the purses don't. With *turn* that player is to act, their rent paid.

    *groups* are the pawns still in the bag; without it everybody's but the active player's.
    """
    fresh = rules.setup(tuple(seats), options)
    held = {seat: (purses or {}).get(seat, START) for seat in seats}
    rest = BOX.worth
    for purse in held.values():
        rest -= purse
    money = {seat: Sealed(purse, {seat}, int(not purse.is_empty)) for seat, purse in held.items()}
    waiting = tuple(seat for seat in seats if seat != turn)
    return replace(
        fresh,
        phase=Acting(turn) if turn else Drawing(),
        money={**money, BANK: Sealed(rest, fresh.money[BANK].eyes)},
        round=round_,
        groups=groups if groups is not None else ((waiting,) if waiting else ()),
        order=(turn,) if turn else (),
        bars={one.card.name: replace(one, place=place) for place, one in enumerate(bars, 1)},
    )


def draw(state: State, pawn: str) -> tuple[State, tuple[Any, ...]]:
    """Let *pawn* come out of the bag and return the state with the events of the draw itself."""
    if state.options.draw == "bag":
        return decided(state, TABLE, DrawPawn(pawn))
    return decided(act(state, TABLE, CallDraw()), CHANCE, DrawPawn(pawn))


def purse(state: State, who: str) -> Purse:
    """What *who* (a seat or BANK) holds."""
    return state.money[who].open()
