"""What tokens, bag pawns and keys mean in Shark."""

from functools import partial

import pytest

from companion.games import shark
from companion.games.shark.board.companies import Each
from companion.games.shark.moves import Build, EndTurn, NameFirst, RollDice, TakeShare, ThrowDice
from companion.kit import CHANCE, TABLE, Piece, Play, Point
from tests.companion.playing import act, tap, tap_code
from tests.companion.shark.positions import position, thrown

OK = Piece("key", "ok")
CITY = {"red": "A1 B1", "blue": "H2 H3"}
WALL = {"yellow": "A8 B6 B10 D7 D8 D9"}  # leaves other companies no cell of zone 4 for a single building
token, bag = partial(Piece, "token"), partial(Piece, "bag")


def test_s8_a_token_picks_the_first_share_and_takes_none_also_where_the_barkeep_deals() -> None:
    """Laid twice it would also take the next player's."""
    state = act(shark.setup(tuple("AB"), {"first": "chosen"}), TABLE, NameFirst("B"))
    assert tap(state, token("green")) == Point("B", "share", "green")
    assert tap(act(state, "B", TakeShare("green")), token("green")) == Point("A", "share", "green")
    assert tap_code(state, OK) == tap_code(state, bag("A")) == "taking"
    state = act(shark.setup(tuple("AB"), {"starting_share": "random"}), CHANCE, NameFirst("B"))
    assert tap_code(state, token("green")) == "wait"


def test_a_token_picks_what_is_traded_or_built() -> None:
    state = position("AB", CITY)
    assert [tap(state, token("red")).ask, tap_code(state, token("green"))] == ["buy", "no_price"]
    assert tap_code(state, Piece("card", "tea")) == "table.other_game"
    assert tap(position("AB", CITY, shares={"B": Each(red=40)}), token("red")).said.code == "shark.tap.pick_sell"
    blue = thrown(state, 4, "blue")
    assert [tap(blue, token("blue")), tap_code(blue, token("green"))] == [Point("A", "build", "blue"), "not_this"]


@pytest.mark.parametrize(("colour", "built"), [("yellow", True), ("green", False)])
def test_s8_ok_that_is_pressed_again_and_again_throws_once(colour: str, built: bool) -> None:
    """It doesn't end the turn either, and nobody loses the trade before their own dice."""
    state = act(position("AB", {"red": "A1 B1", **WALL}, dice="companion"), TABLE, RollDice())
    state = act(state, CHANCE, ThrowDice(4, colour))
    if built:
        assert tap_code(state, OK) == "building"
        state = act(state, "A", Build(colour, "A10"))
    assert state.phase.rolled
    assert tap_code(state, OK) == "trading_again"
    assert tap(act(state, "A", EndTurn()), OK) == Play(TABLE, RollDice()), "the next player's dice, once it is their turn"
