"""Rules 1 and 2: the box, the seats, the options, the deal; N12."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.game import CHANCE, TABLE
from companion.negoces2 import model, rules
from companion.negoces2.model import CARDS, GOODS, Auctioning, Opening
from companion.negoces2.moves import BidCoins, DealGoods, NameOpener
from companion.negoces2.sight import number
from tests.companion.negoces2.positions import hand, purse
from tests.companion.playing import asked, decided, play, refused

DEAL = [
    ("A", DealGoods("A", "wine", "jade")), ("B", DealGoods("B", "spices", "perfume")), ("C", DealGoods("C", "tea", "jewels")),
    ("D", DealGoods("D", "silk", "coffee")),
]  # fmt: skip
BY_CHANCE = [(CHANCE, command) for _, command in DEAL]


def test_1_goods_are_numbered_and_the_contraband_is_none() -> None:
    assert [number(card) for card in CARDS] == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    state = rules.setup("ABCD", {})
    assert model.census(state) == Counter(dict.fromkeys(GOODS, 4)) + Counter({"contraband": 1})
    assert model.census(state).total() == 33


@pytest.mark.parametrize("seats", ["ABC", "ABCDE", "", "ABDC", "ABCF"])
def test_exactly_four_play(seats: str) -> None:
    with pytest.raises(ValueError, match="four seats"):
        rules.setup(tuple(seats), {})
    assert rules.setup(("A", "B", "D", "E"), {}).seats == ("A", "B", "D", "E")


@pytest.mark.parametrize(
    "options",
    [{"deal": "nobody"}, {"coins": ""}, {"sale_limit": "0"}, {"sale_limit": "1001"}, {"sale_limit": 200}, {"sale_limit": "²"},
     {"sale_limit": "many"}, {"bank": "open"}, {"tags": True}],
)  # fmt: skip
def test_an_option_that_the_game_does_not_have_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"option|choice|figures"):
        rules.setup("ABCD", options)


def test_any_number_of_sales_may_be_agreed() -> None:
    assert rules.setup("ABCD", {"sale_limit": "12"}).options.sale_limit == 12
    assert rules.setup("ABCD", {"sale_limit": "none"}).options.sale_limit is None
    assert rules.setup("ABCD", {}).options.sale_limit == 200


def test_2_everybody_has_15_coins_and_two_whole_goods() -> None:
    state = play(rules.setup("ABCD", {}), *BY_CHANCE)
    assert [purse(state, seat) for seat in "ABCD"] == [15] * 4
    assert hand(state, "B") == "spices spices spices spices perfume perfume perfume perfume"
    assert state.phase == Opening()


def test_2_chance_deals_seat_by_seat_and_each_pair_is_as_likely() -> None:
    state = rules.setup("ABCD", {})
    for left in (28, 15, 6, 1):  # Two of eight, of six, of four, of two.
        (ask,) = asked(state, CHANCE)
        assert len(ask.options) == left
        assert not any(asked(state, seat) for seat in ("A", "B", "C", "D", TABLE))
        state, _ = decided(state, CHANCE, ask.options[-1])
    assert refused(rules.setup("ABCD", {}), CHANCE, DEAL[1][1]) == "4 not_asked"
    assert refused(rules.setup("ABCD", {}), "A", DEAL[0][1]) == "4 not_asked"


def test_2_with_real_cards_all_enter_their_own_in_any_order() -> None:
    state = rules.setup("ABCD", {"deal": "cards"})
    state = play(state, DEAL[2], DEAL[0])
    assert refused(state, CHANCE, DEAL[1][1]) == "4 not_asked"
    assert refused(state, "B", DEAL[3][1]) == "2 own_goods"
    assert refused(state, "B", DealGoods("B", "silk", "jade")) == "2 goods_taken"
    assert refused(state, "A", DEAL[0][1]) == "4 not_asked"
    for first, second in (("silk", "silk"), ("perfume", "silk"), ("silk", "contraband"), ("", "silk")):
        assert refused(state, "B", DealGoods("B", first, second)) == "2 two_goods"
    assert play(state, DEAL[3], DEAL[1]).phase == Opening()


def test_n12_the_opener_is_drawn() -> None:
    state = play(rules.setup("ABCD", {}), *BY_CHANCE)
    assert refused(state, "A", NameOpener("A")) == "4 not_asked"
    assert refused(state, CHANCE, NameOpener("E")) == "N12 no_player"
    assert decided(state, CHANCE, NameOpener("C"))[0].phase == Auctioning("C")


def test_n12_or_named_by_anybody_at_the_table() -> None:
    state = play(rules.setup("ABCD", {"opener": "named"}), *BY_CHANCE)
    assert refused(state, CHANCE, NameOpener("A")) == "4 not_asked"
    assert refused(state, "E", NameOpener("A")) == "4 not_asked"
    for who in ("A", "D", TABLE):
        assert decided(state, who, NameOpener("C"))[0].phase == Auctioning("C")


def test_nothing_is_bid_before_the_deal() -> None:
    assert refused(rules.setup("ABCD", {}), "A", BidCoins(1)) == "4 not_asked"


@pytest.mark.parametrize("limit", [1, 1000])
def test_n6_as_few_sales_as_one_and_as_many_as_a_thousand(limit: int) -> None:
    assert rules.setup("ABCD", {"sale_limit": str(limit)}).options.sale_limit == limit


def test_what_a_table_is_offered() -> None:
    assert (rules.FEWEST, rules.MOST) == (4, 4)
    assert rules.OPTIONS["sale_limit"].choices == ("200", "100", "50", "25", "none")
