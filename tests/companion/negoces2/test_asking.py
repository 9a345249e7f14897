"""What is asked, word for word: whom the table waits for, and what an answer is made of. Rules 1, 3, 4; N5, N12."""

from __future__ import annotations

import pytest

from companion.asks import Amount, Choice, Much
from companion.game import CHANCE, TABLE
from companion.negoces2 import rules
from companion.negoces2.moves import BidCoins, DealGoods, Drop, LayCard, NameOpener, Offer, OpenAnswers, SetCoins, Withdraw
from tests.companion.negoces2.positions import BY_CHANCE, RICH, position, sale
from tests.companion.playing import ask_named, asked, play

OPENERS = tuple(NameOpener(seat) for seat in "ABCD")


def test_n12_chance_is_waited_for_where_it_deals_or_draws_the_opener() -> None:
    state = play(rules.setup("ABCD", {}), *BY_CHANCE[:3])
    assert asked(state, CHANCE) == (Choice("deal", (DealGoods("D", "silk", "coffee"),)),)
    state = play(rules.setup("ABCD", {"deal": "cards"}), *(("ABC"[at], BY_CHANCE[at][1]) for at in range(3)))
    assert asked(state, "D") == (Choice("deal", (DealGoods("D", "silk", "coffee"),)),)
    state = play(rules.setup("ABCD", {}), *BY_CHANCE)
    assert asked(state, CHANCE) == (Choice("opener", OPENERS),)
    assert not any(asked(state, seat) for seat in ("A", "B", "C", "D", TABLE))


@pytest.mark.parametrize(("seat", "awaited"), [("A", False), ("D", False), (TABLE, True)])
def test_n12_nobody_in_particular_is_waited_for_where_all_may_name_the_opener(seat: str, awaited: bool) -> None:
    state = play(rules.setup("ABCD", {"opener": "named"}), *BY_CHANCE)
    assert asked(state, seat) == (Choice("opener", OPENERS, awaited=awaited),)


def test_3_the_first_bid_is_one_coin_and_others_are_one_or_two_more() -> None:
    state = play(rules.setup("ABCD", {}), *BY_CHANCE, (CHANCE, NameOpener("B")))
    assert asked(state, "B") == (Choice("bid", (BidCoins(1),)),), "somebody has to begin"
    state = play(state, ("B", BidCoins(1)))
    assert asked(state, "C") == (Choice("bid", (BidCoins(2), BidCoins(3), Drop())),)
    assert asked(state, "B") == asked(state, TABLE) == ()


def test_4_what_an_offer_is_made_of_and_who_has_spoken_is_not_waited_for_and_may_still_change_it() -> None:
    state = play(position(coins={"B": 7}), ("A", LayCard("wine", face_down=False)))
    cards = [Offer(good, face_down, coins=0) for good in ("tea", "silk") for face_down in (False, True)]
    coins_alone = Much(Offer("", face_down=False, coins=0), 1, 7)
    assert asked(state, "B") == (
        Amount("offer", "coins", (*(Much(offer, 0, 7) for offer in cards), coins_alone)),
        Choice("withdraw", (Withdraw(),)),
    )
    state = play(position(), ("A", LayCard("wine", face_down=False)), ("B", Offer("tea", face_down=True, coins=4)))
    offer, withdraw = asked(state, "B")
    assert (offer.is_open, offer.awaited, withdraw.options, withdraw.awaited) == (True, False, (Withdraw(),), False)
    assert {much.most for much in offer.muches} == {15}, "the coins on the market would come back first"
    assert ask_named(state, "A", "set_coins") == Amount("set_coins", "coins", (Much(SetCoins(0), 0, 15),), awaited=False)


def test_n5_the_answers_are_opened_by_the_table_which_waits_for_nobody_to_do_it() -> None:
    state = play(position(RICH, sold="BCD"), *sale("B", 1, "wine"))
    assert asked(state, TABLE) == (Choice("go_on", (OpenAnswers(),), awaited=False),)
