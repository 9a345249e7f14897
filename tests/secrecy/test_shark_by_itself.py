"""What a game might do by itself because a player has no choice: whether there is one hangs on what that player holds.

Two worlds at random hardly ever meet here, so that these are set up by hand: in some the player has one way to go on, in
others several. Nobody else may be able to tell them apart, before and after the player has gone it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from companion.shark import legal, model
from companion.shark.companies import COMPANIES, Each
from companion.shark.model import Owing, State, Trading
from companion.shark.moves import Build, Buy, EndTurn, Sell, SellForDebt, SharesSoldForDebt, ThrowDice, TurnBegan, TurnEnded
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
# No single green building can stand in zone 4, so that A, who threw it, can only trade: red is at 2.
WALLED = {"red": "A1 B1", "yellow": "A8 B6 B10 D7 D8 D9"}
PURSES = (({"A": 0}, Each()), ({"A": 1}, Each(blue=2)), ({"A": 2}, Each()), ({"A": 0}, Each(red=1)), ({"A": 90}, Each(red=4)))


def a_forced_sale_made_by_itself(patch: Patch) -> None:
    """Why ask a player who can sell only this?"""

    def sold(state: State, event: Any) -> SharesSoldForDebt | None:
        right = _right_sales(state, event.seat) if isinstance(state.phase, Owing) and hasattr(event, "debt") else []
        return _sale(state, event.seat, right[0]) if len(right) == 1 else None

    _followed(patch, sold)


def a_turn_that_ends_by_itself(patch: Patch) -> None:
    """Why wait for a player who can neither buy nor sell?"""

    def ended(state: State, _: Any) -> TurnEnded | None:
        phase = state.phase
        if not isinstance(phase, Trading) or not phase.rolled:
            return None
        able = any(legal.most_bought(state, phase.seat, company) for company in COMPANIES)
        held = any(count and state.prices.of(company) for company, count in state.shares[phase.seat].open().items())
        return None if able or held else TurnEnded(phase.seat)

    _followed(patch, ended)


def _followed(patch: Patch, follow: Callable[[State, Any], Any]) -> None:
    """Let another event follow each event where *follow* returns one for the state after it."""
    right = shark.decide

    def eager(state: State, seat: str, command: Any) -> tuple[Any, ...]:
        events: list[Any] = []
        for event in right(state, seat, command):
            state = shark.evolve(state, event)
            more = follow(state, event)
            events += [event, more] if more else [event]
            state = shark.evolve(state, more) if more else state
            if isinstance(more, TurnEnded):
                events.append(TurnBegan(model.following(state, more.seat), state.round))
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


def last_windows() -> list[tuple[State, Way]]:
    """Return worlds in which A can build nothing, and ends the turn."""
    return [
        (
            position("ABC", WALLED, cash=cash, shares={"A": held}, holdings="hidden"),
            [("A", ThrowDice(4, "green")), ("A", EndTurn())],
        )
        for cash, held in PURSES
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


def test_nobody_else_sees_whether_a_player_could_trade() -> None:
    watch_all(last_windows(), "BC")


def test_some_of_these_debtors_have_one_right_sale_and_some_have_more() -> None:
    counts = []
    for state, way in debts():
        world = World(shark, state, ())
        world.follow(way[:1])
        assert isinstance(world.state.phase, Owing)
        counts.append(len(_right_sales(world.state, "B")))
    assert counts[:2] == [1, 1]
    assert min(counts[2:]) > 1


@pytest.mark.parametrize(
    ("leak", "worlds", "viewers"),
    [(a_forced_sale_made_by_itself, debts, "AC"), (a_turn_that_ends_by_itself, last_windows, "BC")],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_the_leak_is_found(monkeypatch: pytest.MonkeyPatch, leak: Any, worlds: Any, viewers: str) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="can tell by"):
        watch_all(worlds(), viewers)
