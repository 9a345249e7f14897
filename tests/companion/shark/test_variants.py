"""The variants (V1 to V3), alone and together."""

from __future__ import annotations

from companion import shark
from companion.game import CHANCE
from companion.shark.companies import COMPANIES, Each
from companion.shark.moves import Build, Built, LossesPaid, NothingBuilt, ThrowDice
from tests.companion.playing import act, asked, decided, refused
from tests.companion.shark.positions import cash, position, thrown

SEVEN = "A1 B1 C1 D1 E1 F1 G1"


def built(buildings: dict[str, str], company: str, cell: str, **more):
    """Let A build with chains capped."""
    start = position("AB", buildings, chains_capped="on", **more)
    return decided(thrown(start, shark.board.ZONE_OF[cell], "white"), "A", Build(company, cell))


def test_v1_joining_two_chains_may_lower_the_price_and_costs_the_others() -> None:
    held = {"A": Each(red=4), "B": Each(red=2)}
    state, events = built({"red": f"{SEVEN} A3 A4 A5"}, "red", "A2", shares=held, cash={"B": 9})
    assert (events[0].before.red, events[0].after.red, events[0].cluster) == (10, 7, 11)
    assert [type(event) for event in events] == [Built, LossesPaid]
    assert cash(state) == {"A": 0, "B": 9 - 2 * 3}


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


def test_v1_what_is_left_of_a_rival_counts_for_seven_at_most_too() -> None:
    buildings = {"red": f"{SEVEN} A3 A4 A5", "blue": "B2 C2 L1 L2 L3 L4 L5 L6 L7 L8 L9"}
    start = position("ABC", buildings, chains_capped="on")
    state = act(thrown(start, 1, "red"), "A", Build("red", "A2"))
    assert (start.prices.blue, state.prices.blue) == (9, 7)
