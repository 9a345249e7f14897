"""Positions of Barracuda from which to test a rule."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.barracuda import model, rules
from companion.games.barracuda.model import BANK, BOX, START, Acting, Bar, Drawing, State
from companion.games.barracuda.moves import CallDraw, DrawPawn
from companion.kit import CHANCE, TABLE, Purse, Sealed
from tests.companion.playing import act, decided


def bar(name: str, lessee: str | None = None, partner: str | None = None) -> Bar:
    """Return a bar of the shipped set; without a lessee it is closed after a renovation."""
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
    """Return a position that balances: the bank holds what the purses don't. *turn* is the player to act, whose rent is paid.

    *groups* are the pawns still in the bag; the default is everybody's except the active player's.
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
    """Draw *pawn* from the bag; return the state and the events of the draw itself."""
    if state.options.draw == "bag":
        return decided(state, TABLE, DrawPawn(pawn))
    return decided(act(state, TABLE, CallDraw()), CHANCE, DrawPawn(pawn))


def purse(state: State, who: str) -> Purse:
    """Return the purse of *who* (a seat or BANK)."""
    return state.money[who].open()
