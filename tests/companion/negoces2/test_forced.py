"""Rule 4.4: the forced sale; N3, N13."""

from __future__ import annotations

import itertools

from companion.negoces2.model import GOODS, Picking, Selling, State
from companion.negoces2.moves import CardPicked, ForceSale, LayCard, Offer, PickCard, SaleForced, SetCoins
from tests.companion.negoces2.positions import RICH, hand, position, purse
from tests.companion.playing import asked, decided, play, refused

# A holds no jade and no contraband; three others have jade.
HANDS = {
    "A": "wine wine wine spices spices tea tea coffee coffee", "B": "jade jade wine spices spices tea silk silk",
    "C": "jade silk silk tea coffee coffee jewels jewels", "D": "jade jewels jewels perfume perfume perfume perfume contraband",
}  # fmt: skip


def sale(*moves: tuple[str, object]) -> State:
    return play(position(HANDS), ("A", LayCard("wine", face_down=True)), *moves)


def test_4_4_buyers_show_all_cards_of_the_named_good() -> None:
    state, events = decided(sale(), "A", ForceSale("tea", "jade"))
    (forced,) = events
    assert isinstance(forced, SaleForced)
    assert (forced.good, forced.shown) == ("jade", {"B": 2, "C": 1, "D": 1})
    assert (forced.card.face_down, forced.card.card.eyes) == (True, {"A"})
    assert isinstance(state.phase, Picking)
    assert [card.card.open() for card in state.phase.cards] == ["wine", "tea"]


def test_4_4_a_buyer_without_it_shows_nothing_and_while_cards_are_shown_nobody_else_is_asked() -> None:
    state = sale(("A", ForceSale("tea", "perfume")))
    assert state.phase.shown == {"D": 4}
    assert refused(state, "A", PickCard("B")) == "4.4 none_shown"
    assert refused(state, "D", PickCard("D")) == "4 not_asked"
    state = sale(("A", ForceSale("tea", "jade")))
    assert [[ask.name for ask in asked(state, seat)] for seat in "ABCD"] == [["pick"], [], [], []]
    for command in (SetCoins(1), ForceSale("tea", "jewels"), LayCard("tea", face_down=False)):
        assert refused(state, "A", command) == "4 not_asked"


def test_4_4_the_owner_gets_both_cards_as_they_lay_and_sells_next() -> None:
    state, events = decided(sale(("A", ForceSale("tea", "jade"))), "A", PickCard("C"))
    (picked,) = events
    assert isinstance(picked, CardPicked)
    assert [card.card.eyes for card in picked.cards] == [{"A", "C"}] * 2
    assert hand(state, "A") == "wine wine spices spices tea coffee coffee jade"
    assert hand(state, "C") == "wine tea tea silk silk coffee coffee jewels jewels"
    assert state.phase == Selling("C")
    assert state.sold == {"A"}
    assert [len(state.hands[seat].open()) for seat in "ABCD"] == [8, 8, 9, 8]
    state = play(
        position(HANDS), ("A", LayCard("wine", face_down=False)), ("A", ForceSale("tea", "jade")), ("A", PickCard("B"))
    )
    picked = state.recent[-1]
    assert [card.face_down for card in picked.cards] == [False, True]


def test_n3_all_offers_go_back_the_sellers_coins_too_and_offered_cards_are_shown() -> None:
    state = sale(("B", Offer("jade", face_down=True, coins=3)), ("D", Offer("jade", face_down=False, coins=0)))
    state = play(state, ("A", ForceSale("tea", "jade")))
    assert state.phase.shown == {"B": 2, "C": 1, "D": 1}
    assert purse(state, "B") == 15
    assert len(state.hands["D"].open()) == 8
    state = sale(("A", SetCoins(7)), ("A", ForceSale("tea", "jade")))
    assert purse(state, "A") == 15
    assert purse(play(state, ("A", PickCard("B"))), "B") == 15


def test_4_4_what_may_not_be_named_or_laid() -> None:
    state = sale()
    assert refused(state, "A", ForceSale("tea", "wine")) == "4.4 good_held"
    assert refused(state, "A", ForceSale("tea", "tea")) == "4.4 good_held"  # One tea is left in the hand.
    assert refused(state, "A", ForceSale("tea", "contraband")) == "4.4 no_good"
    assert refused(state, "A", ForceSale("silk", "jade")) == "4.1 not_held"
    assert refused(state, "B", ForceSale("tea", "jewels")) == "4 not_asked"
    assert refused(position(HANDS), "A", ForceSale("tea", "jade")) == "4 not_asked"


def test_n13_a_good_that_lies_on_the_market_alone_may_be_named() -> None:
    state = play(position(RICH), ("A", LayCard("tea", face_down=True)))
    assert play(state, ("A", ForceSale("silk", "silk"))).phase.shown == {"B": 3}
    assert play(state, ("A", ForceSale("silk", "tea"))).phase.shown == {"B": 3}


def test_n13_there_is_always_something_to_name_and_two_cards_of_it_are_shown() -> None:
    """From the fullest hand there is: one of each good, twice over for one of them."""
    for first, second in itertools.permutations(GOODS, 2):
        state = play(position(RICH), ("A", LayCard(first, face_down=True)))
        ask = next(ask for ask in asked(state, "A") if ask.name == "force")
        good = next(command.good for command in ask.options if command.card == second)
        assert sum(play(state, ("A", ForceSale(second, good))).phase.shown.values()) >= 2
