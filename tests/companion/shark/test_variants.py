"""The variants (V1 to V3), alone and together."""

from __future__ import annotations

import random
from itertools import product

import pytest

from companion import shark, simulate
from companion.game import CHANCE
from companion.sealed import seen
from companion.shark.companies import COMPANIES, Each
from companion.shark.moves import (
    BonusPaid,
    Build,
    Built,
    FellShort,
    GainsPaid,
    LossesPaid,
    NothingBuilt,
    SellForDebt,
    ThrowDice,
    WentOut,
)
from companion.shark.telling import tell
from tests.companion.playing import act, asked, decided, refused
from tests.companion.shark.positions import cash, position, thrown

SEVEN = "A1 B1 C1 D1 E1 F1 G1"
OTHERS = [one for one in product(("off", "on"), repeat=3) if one != ("on", "on", "off")]


def built(buildings: dict[str, str], company: str, cell: str, **more):
    """Let A build with chains capped."""
    start = position("AB", buildings, chains_capped="on", **more)
    return decided(thrown(start, shark.board.ZONE_OF[cell], "white"), "A", Build(company, cell))


def test_v1_a_chain_counts_for_seven_at_most_and_then_pays_nothing() -> None:
    state, events = built({"red": SEVEN}, "red", "H1", shares={"B": Each(red=3)})
    assert (state.prices.red, [type(event) for event in events]) == (7, [Built])
    assert cash(state) == {"A": 0, "B": 0}
    state, events = built({"red": SEVEN[:-3]}, "red", "G1", shares={"B": Each(red=3)})
    assert [type(event) for event in events] == [Built, BonusPaid, GainsPaid]
    assert cash(state) == {"A": 7, "B": 3}


def test_v1_a_single_building_still_pays_one_and_a_new_chain_raises_the_price_again() -> None:
    state, events = built({"red": SEVEN}, "red", "A5")
    assert (state.prices.red, events[1]) == (7, BonusPaid("A", 1))
    state, events = built({"red": f"{SEVEN} H1 A5"}, "red", "B5", shares={"A": Each(red=2)})
    assert (state.prices.red, events[1]) == (9, BonusPaid("A", 9))
    assert cash(state)["A"] == 9 + 4


def test_v1_joining_two_chains_may_lower_the_price_and_costs_the_others() -> None:
    held = {"A": Each(red=4), "B": Each(red=2)}
    state, events = built({"red": f"{SEVEN} A3 A4 A5"}, "red", "A2", shares=held, cash={"B": 9})
    assert (events[0].before.red, events[0].after.red, events[0].cluster) == (10, 7, 11)
    assert [type(event) for event in events] == [Built, LossesPaid]
    assert cash(state) == {"A": 0, "B": 9 - 2 * 3}


def test_v1_joining_two_chains_may_ruin_holders_of_the_company_itself() -> None:
    """14 falls to 7: D can pay, C must sell at 7, B is out, and A, who built, holds on."""
    held = {"A": Each(red=4), "B": Each(red=5), "C": Each(red=3, blue=9), "D": Each(red=1)}
    buildings = {"red": f"{SEVEN} A3 A4 A5 A6 A7 A8 A9", "blue": "L9 L10"}
    start = position("ABCD", buildings, shares=held, cash={"C": 3, "D": 7}, chains_capped="on")
    state, events = decided(thrown(start, 1, "red"), "A", Build("red", "A2"))
    assert (start.prices.red, state.prices.red) == (14, 7)
    assert [type(event) for event in events] == [Built, LossesPaid, WentOut, FellShort]
    assert (events[2].seat, events[2].brought.open(), events[2].debt.open()) == ("B", 18, 35)  # 5 x 7, halved
    assert (cash(state), state.out) == ({"A": 0, "B": 0, "C": 3, "D": 0}, (("B",),))
    state = act(state, "C", SellForDebt(red=3, blue=7))  # 21 + 14 bring 18 (17½ rounded up), and 18 were missing.
    assert (cash(state)["C"], state.phase.rolled) == (0, True)


def test_v1_joining_takes_rivals_away_and_all_that_fell_is_one_debt() -> None:
    held = {"B": Each(red=1, blue=2, green=1)}
    buildings = {"red": f"{SEVEN} A3 A4 A5", "blue": "B2 C2"}
    start = position("ABC", buildings, shares=held, cash={"B": 7}, chains_capped="on")
    state, events = decided(thrown(start, 1, "red"), "A", Build("red", "A2"))
    assert events[1].drops == Each(red=3, blue=2)
    assert (cash(state)["B"], events[1].losses["B"].open()) == (0, Each(red=3, blue=4))
    assert tell(seen(events[1], "table"), "table").code == "shark.told.losses_two"


def test_v1_what_is_left_of_a_rival_counts_for_seven_at_most_too() -> None:
    buildings = {"red": f"{SEVEN} A3 A4 A5", "blue": "B2 C2 L1 L2 L3 L4 L5 L6 L7 L8 L9"}
    start = position("ABC", buildings, chains_capped="on")
    state = act(thrown(start, 1, "red"), "A", Build("red", "A2"))
    assert (start.prices.blue, state.prices.blue) == (9, 7)


def test_v1_who_may_build_where_goes_by_real_sizes() -> None:
    buildings = {"red": f"{SEVEN} H1", "blue": "A3 B3 C3 D3 E3 F3 G3"}
    _, events = built(buildings, "red", "A2")
    assert (events[0].cluster, events[0].removed != ()) == (9, True)
    state = thrown(position("AB", buildings, chains_capped="on"), 1, "blue")
    assert refused(state, "A", Build("blue", "A2")) == "S4 rival_equal"


def test_v2_black_is_the_scarcest_company() -> None:
    buildings = {"red": "A1 A3", "blue": "E1", "green": "I1", "yellow": "C1 C3"}
    start = position("AB", buildings, black_is_scarcest="on")
    assert thrown(start, 1, "black").phase.companies == ("blue", "green")
    assert thrown(start, 1, "white").phase.companies == COMPANIES
    assert thrown(position("AB", buildings), 1, "black").phase.companies == COMPANIES


def test_v2_the_choice_is_among_those_that_can_be_built() -> None:
    rows = "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3 A4 B4 C4 D4"
    start = position("AB", {"red": rows, "blue": "E6", "green": "I6 D5", "yellow": "G6 I9"}, black_is_scarcest="on")
    _, events = decided(start, "A", ThrowDice(1, "black"))
    assert isinstance(events[-1], NothingBuilt)
    two = position("AB", {"red": "A1 A3 A5", "blue": "F6 D6", "green": "I6 I8 K7"}, black_is_scarcest="on")
    assert thrown(two, 4, "black").phase.companies == ("yellow",)


def test_v2_where_none_of_the_equally_scarce_can_be_built_nothing_is() -> None:
    """Green and yellow are equally scarce, and zone 4 is walled off by blue; a free choice could have gone on with blue."""
    wall = {"blue": "A8 B6 B10 D7 D8 D9", "red": "E1 G1", "green": "I1", "yellow": "K1"}
    start = position("AB", wall, black_is_scarcest="on")
    state, events = decided(start, "A", ThrowDice(4, "black"))
    assert (events[0].companies, events[1]) == ((), NothingBuilt("A", 4, "black"))
    assert state.phase.rolled
    assert thrown(start, 4, "white").phase.companies == ("blue",)
    assert thrown(position("AB", wall), 4, "black").phase.companies == ("blue",)


def test_v3_v2_there_is_no_colour_die_and_nothing_is_scarcest_without_it() -> None:
    start = position("AB", no_colour_die="on")
    assert refused(start, "A", ThrowDice(1, "red")) == "5 no_dice"
    assert thrown(start, 1, "").phase.companies == COMPANIES
    shaken = act(position("AB", no_colour_die="on", dice="companion"), "A", shark.moves.RollDice())
    (ask,) = asked(shaken, CHANCE)
    assert ask.options == tuple(ThrowDice(number, "") for number in range(1, 7))
    start = position("AB", {"red": "A1"}, no_colour_die="on", black_is_scarcest="on")
    assert thrown(start, 2, "").phase.companies == COMPANIES


@pytest.mark.parametrize("toggles", [("on", "on", "off"), *(pytest.param(one, marks=pytest.mark.broad) for one in OTHERS)])
def test_every_combination_plays_to_its_end(toggles: tuple[str, str, str]) -> None:
    names = ("chains_capped", "black_is_scarcest", "no_colour_die")
    options = dict(zip(names, toggles, strict=True))
    finished = simulate.play(shark, ("A", "C", "F"), options, random.Random(str(toggles)))
    assert finished.state.outcome.cause in ("price", "stock", "last")
