"""Setting Négoces 2's table anew (N21); who must agree to it is tested in tests/companion/table/test_setting.py."""

from companion.games import negoces2
from companion.games.negoces2.model import GOODS
from companion.kit.layout import Shift

HANDS = {(seat, good): 4 * (GOODS.index(good) // 2 == n) for n, seat in enumerate("ABCD") for good in GOODS}
BEGUN = {("", "seller"): "B", ("", "round"): 3, ("B", "coins"): 9, **HANDS, ("B", "contraband"): 1}


def test_n21_the_price_of_the_contraband_is_what_is_left() -> None:
    state = negoces2.setup("ABCD", {"coins": "hidden"})
    after = negoces2.set_table(state, BEGUN)
    negoces2.check(after)
    assert (after.spent, after.phase.seller, after.hands["B"].outside) == (6, "B", 9)
    poorer = negoces2.set_table(after, {("A", "coins"): 12})
    assert poorer.spent == 9
    assert negoces2.misplaced(poorer, {}, (Shift("A", "coins", 9),)) is None
    assert negoces2.misplaced(poorer, {}, (Shift("A", "coins", 10),)).said.code == "negoces2.set.coins"


def test_n21_a_game_whose_sellers_have_sold_has_begun() -> None:
    state = negoces2.set_table(negoces2.setup("ABCD", {"coins": "hidden"}), BEGUN | {("A", "sold"): "sold"})
    assert negoces2.misplaced(state, {("", "round"): 0}, ()).said.code == "negoces2.set.round"


def test_n7_open_coins_are_stated_by_everybody_and_hidden_ones_by_their_owner() -> None:
    for coins, own in (("open", False), ("hidden", True)):
        facts = {fact.place: fact for fact in negoces2.layout(negoces2.setup("ABCD", {"coins": coins}))}
        assert facts["A", "coins"].own == own
        assert facts["A", "coins"].asked == (() if own else ("A",))
