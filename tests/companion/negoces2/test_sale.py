"""Rules 4.1 to 4.3: the card for sale, the offers, the deal; N2, N8, N15."""

from __future__ import annotations

import pytest

from companion.asks import Amount, Much
from companion.game import CHANCE, TABLE
from companion.negoces2.asking import asks
from companion.negoces2.model import Negotiating, Selling, State
from companion.negoces2.moves import Accept, CoinsSet, LayCard, Offer, OfferWithdrawn, SetCoins, StoodBack, Withdraw
from tests.companion.negoces2.positions import DEALT, hand, position, purse
from tests.companion.playing import asked, decided, play, refused

COINS = Offer("", face_down=False, coins=3)
CARD = Offer("tea", face_down=False, coins=0)
BOTH = Offer("coffee", face_down=True, coins=2)


def market(state: State) -> Negotiating:
    assert isinstance(state.phase, Negotiating)
    return state.phase


def selling(*moves: tuple[str, object], card: str = "wine", face_down: bool = False) -> State:
    return play(position(), ("A", LayCard(card, face_down)), *moves)


def names(state: State, seat: str, *, awaited: bool | None = None) -> list[str]:
    return [ask.name for ask in asked(state, seat) if ask.is_open and awaited in (None, ask.awaited)]


def test_4_1_one_card_of_the_own_hand_goes_on_the_market_also_the_contraband_and_stays_there() -> None:
    state = selling()
    assert hand(state, "A") == "wine wine wine spices spices spices spices contraband"
    assert (state.round, market(state).card.face_down) == (1, False)
    for again in ("wine", "spices"):
        assert refused(state, "A", LayCard(again, face_down=True)) == "4 not_asked"
    for card in ("contraband", "spices"):
        laid = market(selling(card=card, face_down=True)).card
        assert (laid.card.open(), laid.card.eyes, laid.face_down) == (card, {"A"}, True)
    assert refused(position(), "B", LayCard("tea", face_down=False)) == "4 not_asked"
    for card in ("tea", "", "gold"):
        assert refused(position(), "A", LayCard(card, face_down=False)) == "4.1 not_held"


def test_n8_coins_on_the_card_go_up_and_down_within_what_the_seller_has_and_offers_stay() -> None:
    state = selling(("A", SetCoins(15)))
    assert (purse(state, "A"), market(state).coins) == (0, 15)
    state = play(state, ("A", SetCoins(4)))
    assert (purse(state, "A"), market(state).coins) == (11, 4)
    for wrong in (16, -1):
        assert refused(state, "A", SetCoins(wrong)) == "4.1 coins_held"
    assert refused(state, "B", SetCoins(1)) == "4 not_asked"
    assert purse(play(state, ("A", SetCoins(0))), "A") == 15
    state, events = decided(selling(("A", SetCoins(4)), ("B", COINS)), "A", SetCoins(1))
    assert events == (CoinsSet("A", 1),)
    assert market(state).offers["B"].revision == 1
    assert purse(play(state, ("A", Accept("B", 1))), "B") == 15 - 3 + 1


@pytest.mark.parametrize(
    ("offer", "cards", "coins"), [(COINS, 8, 12), (CARD, 7, 15), (Offer("tea", face_down=True, coins=15), 7, 0)]
)
def test_4_2_an_offer_is_a_card_coins_or_both(offer: Offer, cards: int, coins: int) -> None:
    state = selling(("B", offer))
    assert (len(state.hands["B"].open()), purse(state, "B")) == (cards, coins)


def test_4_2_never_more_than_the_buyer_has_and_never_nothing() -> None:
    state = selling(("B", Offer("tea", face_down=False, coins=10)))
    assert refused(state, "B", Offer("tea", face_down=False, coins=16)) == "4.2 offer_coins"
    assert refused(state, "B", Offer("tea", face_down=False, coins=-1)) == "4.2 offer_coins"
    assert refused(state, "B", Offer("", face_down=False, coins=0)) == "4.2 empty_offer"
    assert refused(state, "B", Offer("", face_down=True, coins=1)) == "4.2 no_card"
    assert refused(state, "B", Offer("wine", face_down=False, coins=1)) == "4.1 not_held"
    assert refused(state, "A", COINS) == "4 not_asked"


def test_4_2_what_lies_there_can_be_offered_again_and_a_withdrawn_offer_comes_back_as_it_was() -> None:
    """All fifteen coins and the last card of a good, in an offer that takes the place of one with them."""
    one_tea = {"B": "tea silk silk silk silk jade jade jade", "D": "perfume perfume perfume perfume tea tea tea jade"}
    only = position({**DEALT, **one_tea})
    state = play(only, ("A", LayCard("wine", face_down=False)), ("B", Offer("tea", face_down=True, coins=15)))
    state = play(state, ("B", Offer("tea", face_down=False, coins=14)))
    assert (hand(state, "B"), purse(state, "B")) == ("silk silk silk silk jade jade jade", 1)
    before = selling()
    state, events = decided(play(before, ("C", BOTH)), "C", Withdraw())
    assert events == (OfferWithdrawn("C"),)
    assert (state.hands, state.coins) == (before.hands, before.coins)
    assert refused(state, "C", Withdraw()) == "4.2 nothing_offered"


def test_4_2_a_change_is_another_revision_and_others_changes_make_none_late() -> None:
    state = selling(("B", COINS), ("C", BOTH), ("B", CARD))
    assert [(seat, offer.revision) for seat, offer in market(state).offers.items()] == [("B", 3), ("C", 2)]
    before = [ask for ask in asked(state, "A") if ask.name == "accept_B"]
    after = [ask for ask in asked(play(state, ("C", COINS)), "A") if ask.name == "accept_B"]
    assert before == after != []


def test_n15_the_table_waits_for_a_word_from_each_buyer_and_the_seller_need_not() -> None:
    state = selling()
    assert [names(state, seat, awaited=True) for seat in "BCD"] == [["offer", "withdraw"]] * 3
    state, events = decided(state, "B", Withdraw())
    assert events == (StoodBack("B"),)
    state = play(state, ("C", COINS))
    assert [names(state, seat, awaited=True) for seat in "BC"] == [[], []]
    assert [names(state, seat) for seat in "BC"] == [["offer"], ["offer", "withdraw"]]
    assert names(play(state, ("B", COINS)), "A", awaited=True) == ["accept_C", "accept_B", "force"]
    assert decided(state, "A", Accept("C", 1))[0].phase == Selling("C")


def test_4_3_cards_and_coins_change_hands_and_the_other_offers_go_back() -> None:
    state = selling(("A", SetCoins(1)), ("B", CARD), ("C", BOTH), ("D", COINS), ("A", Accept("C", 2)))
    assert hand(state, "C") == "wine coffee coffee coffee jewels jewels jewels jewels"
    assert hand(state, "A") == "wine wine wine spices spices spices spices coffee contraband"
    assert hand(state, "B") == "tea tea tea tea silk silk silk silk"
    assert [purse(state, seat) for seat in "ABCD"] == [15 - 1 + 2, 15, 15 - 2 + 1, 15]
    assert state.sold == {"A"}


def test_4_3_an_offer_is_taken_as_it_lies_there_and_both_know_what_lay_face_down_and_nobody_else() -> None:
    state = selling(("B", CARD), ("B", COINS))
    assert refused(state, "A", Accept("B", 1)) == "4.3 offer_changed"
    assert refused(state, "A", Accept("C", 2)) == "4.3 no_offer"
    assert refused(state, "B", Accept("B", 2)) == "4 not_asked"
    state = selling(("B", Offer("tea", face_down=True, coins=0)), face_down=True)
    _, (deal, *_) = decided(state, "A", Accept("B", 1))
    assert (deal.sold.card.eyes, deal.paid.card.eyes) == ({"A", "B"}, {"A", "B"})


@pytest.mark.parametrize(("offer", "next_"), [(CARD, "A"), (Offer("tea", face_down=True, coins=9), "A"), (COINS, "B")])
def test_n2_whoever_holds_nine_sells_next(offer: Offer, next_: str) -> None:
    state = selling(("B", offer), ("A", Accept("B", 1)))
    assert state.phase == Selling(next_)
    assert [len(state.hands[seat].open()) for seat in "ABCD"] == [9 if seat == next_ else 8 for seat in "ABCD"]


def test_4_2_the_pile_of_offers_is_an_amount_of_coins_with_each_card_or_none() -> None:
    state = selling(("B", Offer("tea", face_down=True, coins=5)))
    offer = next(ask for ask in asked(state, "B") if ask.name == "offer")
    assert isinstance(offer, Amount)
    assert offer.field == "coins"
    assert [(much.command.card, much.command.face_down, much.least, much.most) for much in offer.muches] == [
        ("tea", False, 0, 15), ("tea", True, 0, 15), ("silk", False, 0, 15), ("silk", True, 0, 15), ("", False, 1, 15),
    ]  # fmt: skip
    (coins,) = [ask for ask in asked(state, "A") if ask.name == "set_coins"]
    assert coins == Amount("set_coins", "coins", (Much(SetCoins(0), 0, 15),), awaited=False)
    state = play(position(coins={"B": 0}), ("A", LayCard("wine", face_down=False)))
    offer = next(ask for ask in asked(state, "B") if ask.name == "offer")
    assert [(much.command.card, much.most) for much in offer.muches] == [("tea", 0)] * 2 + [("silk", 0)] * 2


@pytest.mark.parametrize("who", [TABLE, CHANCE, "E"])
def test_nobody_but_the_four_trades(who: str) -> None:
    for command in (COINS, Withdraw(), Accept("B", 1), SetCoins(0)):
        assert refused(selling(("B", COINS)), who, command) == "4 not_asked"
        assert not asks(selling(), who)
