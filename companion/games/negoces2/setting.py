"""Describe the layout of Négoces 2's table, and set it anew (N21)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.negoces2 import model
from companion.games.negoces2.model import (
    CARDS,
    COINS,
    CONTRABAND,
    COPIES,
    HAND,
    Auctioning,
    Dealing,
    Negotiating,
    Opening,
    Selling,
    State,
)
from companion.kit.layout import Fact, values
from companion.kit.messages import Illegal, Refusal, Who, say
from companion.kit.sealed import Sealed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.kit.layout import Place, Shift, Value
    from companion.kit.viewers import Seat

MOST_SALES: Final = 1_000


# What lies where


def layout(state: State) -> tuple[Fact, ...]:
    """Return the layout, as far as the viewer who sees *state* so may know it."""
    return (*_table(state), *_market(state), *(fact for seat in state.seats for fact in _seat(state, seat)))


def _table(state: State) -> Iterator[Fact]:
    seller = _seller(state)
    yield Fact("", "round", state.round, most=MOST_SALES)
    yield Fact("", "seller", seller, "seat", ("", *state.seats), asked=(seller,) if seller else ())
    yield Fact("", "spent", state.spent, rest="coins")


def _market(state: State) -> Iterator[Fact]:
    """Yield what lies on the market face up. It stays as it is: an offer is changed by its buyer, a card by taking back."""
    if isinstance(state.phase, Negotiating):
        yield Fact("", "market", model.market_coins(state), rest="offers")
        if not state.phase.card.face_down:
            yield Fact("", "card", state.phase.card.card.open(), "card", rest="offers")


def _seat(state: State, seat: Seat) -> Iterator[Fact]:
    openly = model.coins_lie_open(state, seat)
    if state.coins[seat].is_open:
        yield Fact(seat, "coins", state.coins[seat].open(), most=COINS, own=not openly, asked=(seat,) if openly else ())
    yield Fact(seat, "cards", state.hands[seat].outside, rest="hand", asked=(seat,))
    yield Fact(seat, "sold", "sold" if seat in state.sold else "", "word", ("", "sold"), asked=(seat,))
    if state.hands[seat].is_open:
        held = Counter(state.hands[seat].open())
        for card in CARDS:
            yield Fact(seat, card, held[card], most=1 if card == CONTRABAND else COPIES, own=True)


def _seller(state: State) -> str:
    return state.phase.seller if isinstance(state.phase, Selling | Negotiating) else ""


# Why it can't be so


def misplaced(state: State, facts: Mapping[Place, Value], shifts: Sequence[Shift]) -> Refusal | None:
    """Return why the table can't be set to *facts* and *shifts*, or None; *state* is as TABLE sees it."""
    if not isinstance(state.phase, Dealing | Opening | Selling | Negotiating):
        return _no("busy")
    said = {**values(layout(state)), **facts}
    if not said["", "seller"]:
        return _no("no_seller")
    if said["", "seller"] != _seller(state) and isinstance(state.phase, Negotiating):
        return _no("on_sale", who=Who(state.phase.seller))
    if said["", "seller"] and not said["", "round"] and state.sold:
        return _no("round")
    public = values(layout(state)).items()
    more = sum(int(said[place]) - int(before) for place, before in public if place[1] == "coins")
    more += sum(shift.by for shift in shifts if shift.part == "coins")
    return _no("coins") if more > state.spent else None


def _no(code: str, **fields: Any) -> Refusal:
    return Refusal(say(f"negoces2.set.{code}", **fields), "N21")


# Setting it


def set_table(state: State, facts: Mapping[Place, Value]) -> State:
    """Return *state*, the true one, with *facts*, for which `misplaced` found nothing wrong.

    The contraband's price is what is left of the coins. Raises Illegal if coins or cards don't add up.
    """
    said: dict[Place, Any] = {**values(layout(state)), **facts}
    coins = {seat: said[seat, "coins"] for seat in state.seats}
    seller = said["", "seller"]
    after = replace(
        state,
        round=said["", "round"],
        sold=frozenset(seat for seat in state.seats if said[seat, "sold"]),
        coins={seat: Sealed(some, state.coins[seat].eyes) for seat, some in coins.items()},
        hands={seat: _hand(state, seat, said) for seat in state.seats},
        spent=COINS - sum(coins.values()) - model.market_coins(state) if seller else state.spent,
        phase=state.phase if seller == _seller(state) else Selling(seller),
    )
    _insist_whole(after)
    return after


def _hand(state: State, seat: Seat, said: Mapping[Place, Any]) -> Sealed[tuple[str, ...]]:
    cards = tuple(card for card in CARDS for _ in range(said[seat, card]))
    return Sealed(cards, state.hands[seat].eyes, len(cards))  # After the end all hands may lie open (N22).


def _insist_whole(state: State) -> None:
    """Raise Illegal unless the coins suffice, each hand has its size, and every card is there as often as in the box."""
    sizes = model.sizes(state)
    if state.spent < 0:
        raise Illegal(_no("coins"))
    if any(hand.outside != sizes[seat] for seat, hand in state.hands.items()):
        raise Illegal(_no("hands", most=HAND))
    if isinstance(state.phase, Selling | Negotiating | Auctioning):
        whole = {card: 1 if card == CONTRABAND else COPIES for card in CARDS}
        if model.census(state) != whole:
            raise Illegal(_no("cards"))
