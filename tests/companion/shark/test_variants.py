"""The variants (V1 to V3), alone and together."""

from companion.games import shark
from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.moves import Build, NothingBuilt, ThrowDice
from companion.kit.viewers import CHANCE
from tests.companion.playing import act, asked, decided, refused
from tests.companion.shark.positions import position, thrown


def test_v1_real_sizes_decide_who_can_build_where() -> None:
    start = position("AB", {"red": "A1 B1 C1 D1 E1 F1 G1 H1", "blue": "A3 B3 C3 D3 E3 F3 G3"}, chains_capped="on")
    _, events = decided(thrown(start, 1, "white"), "A", Build("red", "A2"))
    assert (events[0].cluster, events[0].removed != ()) == (9, True)
    assert refused(thrown(start, 1, "blue"), "A", Build("blue", "A2")) == "S4 rival_equal"


def test_v2_nothing_is_built_if_none_of_the_equally_scarce_can_be() -> None:
    """Green and yellow are equally scarce, and blue walls off zone 4; with a free choice blue could have been built."""
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
    (ask,) = asked(act(position("AB", no_colour_die="on", dice="companion"), "A", shark.moves.RollDice()), CHANCE)
    assert ask.options == tuple(ThrowDice(number, "") for number in range(1, 7))
    start = position("AB", {"red": "A1"}, no_colour_die="on", black_is_scarcest="on")
    assert thrown(start, 2, "").phase.companies == COMPANIES
