"""What a game might do by itself because a player has no choice: whether there is one hangs on what that player holds.

Two worlds at random hardly ever meet here, so that these are set up by hand: in some the player has one way to go on, in
others several. Nobody else may be able to tell them apart, before and after the player has gone it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

import pytest

from companion import shark
from companion.asks import answers, brought_in
from companion.game import TABLE, Illegal
from companion.lab.leaking import Patch
from companion.lab.observing import observe
from companion.lab.worlds import World
from companion.sealed import Sealed, seen
from companion.shark import model
from companion.shark.companies import Each
from companion.shark.model import Owing, State
from companion.shark.moves import Build, Buy, EndTurn, Sell, SellForDebt, SharesSoldForDebt, ThrowDice
from tests.companion.shark.positions import position, thrown

PROBES = (Buy("red"), Sell("blue"), EndTurn(), SellForDebt(), SellForDebt(blue=1), ThrowDice(1, "red"))
Way = list[tuple[str, Any]]

# A builds yellow on F1 and takes a blue pair away: blue falls from 4 to 2, and B owes 2 for each share of it.
FALLING = {"yellow": "A1 B1 C1 D1 E1", "blue": "G1 H1 A5 B5"}
# B's cash and shares, and a right sale.
SALES = (
    ({"B": 9}, Each(blue=5), SellForDebt(blue=1)),  # The only one.
    ({"B": 5}, Each(blue=5), SellForDebt(blue=5)),  # The only one: all there is.
    ({"B": 9}, Each(blue=5, red=3), SellForDebt(red=1)),
    ({"B": 1}, Each(blue=7, red=2, green=20), SellForDebt(blue=1, green=12)),
)


def a_forced_sale_made_by_itself(patch: Patch) -> None:
    """Why ask a player who can sell only this?"""
    right = shark.decide

    def eager(state: State, seat: str, command: Any) -> tuple[Any, ...]:
        events: list[Any] = []
        for event in right(state, seat, command):
            state = shark.evolve(state, event)
            events.append(event)
            sales = _right_sales(state, event.seat) if isinstance(state.phase, Owing) and hasattr(event, "debt") else []
            if len(sales) == 1:
                events.append(_sale(state, event.seat, sales[0]))
                state = shark.evolve(state, events[-1])
        return tuple(events)

    patch.setattr(shark, "decide", eager)


def _right_sales(state: State, seat: str) -> list[SellForDebt]:
    (ask,) = shark.asks(seen(state, seat), seat)
    few = [SellForDebt(red, blue, green) for red in range(3) for blue in range(6) for green in range(13)]
    return [sale for sale in few if answers(ask, sale)]


def _sale(state: State, seat: str, sale: SellForDebt) -> SharesSoldForDebt:
    assert isinstance(state.phase, Owing)
    (ask,) = shark.asks(seen(state, seat), seat)
    sold, eyes = Each(sale.red, sale.blue, sale.green, sale.yellow), model.eyes(state, seat)
    return SharesSoldForDebt(seat, Sealed(sold, eyes), Sealed(brought_in(ask, sale), eyes), state.phase.debts[seat])


# Watching


def debts() -> list[tuple[State, Way]]:
    """Return worlds in which A builds and B must sell, with what happens in them."""
    return [
        (
            thrown(position("ABC", FALLING, cash=cash, shares={"B": held}, holdings="hidden"), 2, "yellow"),
            [("A", Build("yellow", "F1")), ("B", sale), ("A", EndTurn())],
        )
        for cash, held, sale in SALES
    ]


def watched(state: State, way: Way, viewer: str) -> Iterator[Mapping[str, bytes]]:
    """Yield all that *viewer* receives at the start and after each step of *way*."""
    world = World(shark, state, ())
    yield observe(world, viewer, (), PROBES, 1)
    for seat, command in way:
        events: list[Any] = []
        with suppress(Illegal):  # With a leak it may be done already.
            world.act([(seat, command)])
            events = world.follow([(seat, command)])
        yield observe(world, viewer, events, PROBES, 1)


def watch_all(worlds: Sequence[tuple[State, Way]], viewers: str) -> None:
    """Fail where one of *viewers*, or the table, can tell two of *worlds* apart."""
    for viewer in (*viewers, TABLE):
        for one, other in combinations(worlds, 2):
            for step, (in_one, in_other) in enumerate(zip(watched(*one, viewer), watched(*other, viewer), strict=True)):
                unlike = [channel for channel in in_one if in_one[channel] != in_other[channel]]
                assert not unlike, f"after {step} steps {viewer} can tell by {unlike}"


def test_nobody_else_sees_whether_a_debtor_had_a_choice() -> None:
    watch_all(debts(), "AC")


def test_some_of_these_debtors_have_one_right_sale_and_some_have_more() -> None:
    counts = []
    for state, way in debts():
        world = World(shark, state, ())
        world.follow(way[:1])
        assert isinstance(world.state.phase, Owing)
        counts.append(len(_right_sales(world.state, "B")))
    assert counts[:2] == [1, 1]
    assert min(counts[2:]) > 1


def test_the_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    a_forced_sale_made_by_itself(monkeypatch)
    with pytest.raises(AssertionError, match="can tell by"):
        watch_all(debts(), "AC")
