"""The options, the deal, the auction (1 to 3; N1, N6, N18, N23), and setting the table anew (N7, N21)."""

from dataclasses import replace

import pytest

from companion.games import negoces2
from companion.games.negoces2 import model, rules
from companion.games.negoces2.model import GOODS, Auctioning, Selling
from companion.games.negoces2.moves import BidCoins, Drop
from companion.kit import CHANCE, InvariantError, Sealed
from companion.kit.layout import Shift
from tests.companion.negoces2.positions import DEALT, VIEWERS, position, purse
from tests.companion.playing import act, asked, play, refused

EIGHT = {seat: words.removesuffix(" contraband") for seat, words in DEALT.items()}


@pytest.mark.parametrize(("said", "limit"), [("1", 1), ("12", 12), ("1000", 1000), ("none", None), (None, 200)])
def test_n6_any_number_of_sales_may_be_agreed_up_to_a_thousand(said: str | None, limit: int | None) -> None:
    assert rules.setup("ABCD", {"sale_limit": said} if said else {}).options.sale_limit == limit
    assert rules.OPTIONS["sale_limit"].choices == ("200", "100", "50", "25", "none")
    for wrong in ("0", "1001", 200, "²", "many"):
        with pytest.raises(ValueError, match="figures"):
            rules.setup("ABCD", {"sale_limit": wrong})


def test_n23_all_others_give_coins_to_whoever_has_a_head_start() -> None:
    begun = lambda **options: [one.open() for one in rules.setup("ABCD", options).coins.values()]
    assert (begun(head_start="B"), begun(head_start="D", head_start_size="large")) == ([11, 27, 11, 11], [10, 10, 10, 30])
    assert begun(head_start_size="large") == [15] * 4


def test_2_chance_deals_seat_by_seat_and_each_pair_is_as_likely() -> None:
    state = rules.setup("ABCD", {})
    for left in (28, 15, 6, 1):  # Two chosen of eight, of six, of four, of two.
        (ask,) = asked(state, CHANCE)
        assert (len(ask.options), [*filter(None, (asked(state, seat) for seat in VIEWERS))]) == (left, [])
        state = act(state, CHANCE, ask.options[-1])


def test_n1_n18_clockwise_each_raises_by_one_or_two_or_is_out_and_the_last_in_pays_what_they_said() -> None:
    state = play(position(EIGHT, phase=Auctioning("C")), ("C", BidCoins(1)), ("D", BidCoins(3)))
    assert [command for ask in asked(state, "A") for command in ask.options] == [BidCoins(4), BidCoins(5), Drop()]
    for wrong in (0, 3, 6, -1):
        assert refused(state, "A", BidCoins(wrong)) == "3 raise"
    state = play(state, ("A", Drop()), ("B", Drop()), ("C", Drop()))
    assert ([purse(state, seat) for seat in "ABCD"], state.spent, state.phase) == ([15, 15, 15, 12], 3, Selling("D"))


HELD = tuple(DEALT["B"].split())


@pytest.mark.parametrize("hands", [
    {"B": Sealed((HELD[0], *HELD), "B", 9)}, {"B": Sealed(("wine", *HELD[1:]), "B", 8)}, {"B": Sealed(HELD, "B", 9)},
    {"B": Sealed(HELD[::-1], "B", 8)}, {"B": Sealed(HELD, "AB", 8)},
    {"B": Sealed(HELD[:-1], "B", 7), "C": Sealed(model.in_order((*DEALT["C"].split(), HELD[-1])), "C", 9)},
], ids=["copied", "exchanged", "miscounted", "stacked", "shown", "slipped"])  # fmt: skip
def test_1_a_card_that_is_not_where_it_should_be_is_found(hands: dict[str, Sealed[tuple[str, ...]]]) -> None:
    state = position()
    with pytest.raises(InvariantError, match=r"cards were made|a hand"):
        rules.check(replace(state, hands={**state.hands, **hands}))


HANDS = {(seat, good): 4 * (GOODS.index(good) // 2 == n) for n, seat in enumerate("ABCD") for good in GOODS}
BEGUN = {("", "seller"): "B", ("", "round"): 3, ("B", "coins"): 9, **HANDS, ("B", "contraband"): 1}


def test_n21_the_price_of_the_contraband_is_what_is_left_and_the_rounds_have_begun() -> None:
    state = negoces2.setup("ABCD", {"coins": "hidden"})
    after = negoces2.set_table(state, BEGUN)
    negoces2.check(after)
    assert (after.spent, after.phase.seller, after.hands["B"].outside) == (6, "B", 9)
    poorer = negoces2.set_table(after, {("A", "coins"): 12})
    assert [fact.value for fact in negoces2.layout(poorer) if fact.place == ("", "spent")] == [poorer.spent] == [9]
    assert negoces2.misplaced(poorer, {}, (Shift("A", "coins", 9),)) is None
    assert negoces2.misplaced(poorer, {}, (Shift("A", "coins", 10),)).said.code == "negoces2.set.coins"
    sold = negoces2.set_table(state, BEGUN | {("A", "sold"): "sold"})
    assert negoces2.misplaced(sold, {("", "round"): 0}, ()).said.code == "negoces2.set.round", "whoever has sold has begun"


def test_n7_open_coins_are_stated_by_everybody_and_hidden_ones_by_their_owner() -> None:
    for coins, own in (("open", False), ("hidden", True)):
        facts = {fact.place: fact for fact in negoces2.layout(negoces2.setup("ABCD", {"coins": coins}))}
        assert (facts["A", "coins"].own, facts["A", "coins"].asked) == (own, () if own else ("A",))
