"""What there is, and what is read off the table and out of the hands: 1, 2, 4; N6."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game import TABLE
from companion.negoces2 import model, rules
from companion.negoces2.moves import LayCard, Offer
from companion.sealed import Sealed, seen
from tests.companion.negoces2.positions import BY_CHANCE, DEALT, position
from tests.companion.playing import play


def test_1_the_numbers_of_the_box() -> None:
    assert model.GOODS == ("wine", "spices", "tea", "silk", "coffee", "jewels", "perfume", "jade")
    assert (*model.GOODS, "contraband") == model.CARDS
    assert (model.COPIES, model.HAND, model.COINS, model.START, model.WINNING) == (4, 8, 60, 15, 31)
    assert (model.FIRST_BID, model.RAISES) == (1, (1, 2))


def test_4_all_that_one_holds_could_be_offered_whatever_the_table_waits_for() -> None:
    assert model.holdings(position(coins={"B": 7}), "B") == (tuple(DEALT["B"].split()), 7)
    state = play(position(), ("A", LayCard("wine", face_down=False)), ("B", Offer("silk", face_down=True, coins=4)))
    assert model.holdings(state, "B") == (tuple(DEALT["B"].split()), 15)


@pytest.mark.parametrize("face_down", [False, True])
def test_4_whoever_sees_the_market_sees_one_card(face_down: bool) -> None:
    state = play(position(), ("A", LayCard("wine", face_down)))
    assert [seen(one, TABLE).card.outside for one in model.market(state)] == [1]


def test_1_a_second_contraband_is_found_while_the_first_lies_on_the_market() -> None:
    state = play(rules.setup("ABCD", {}), *BY_CHANCE)
    assert model.census(state)["contraband"] == 1
    hand = (*state.hands["A"].open()[1:], "contraband")
    assert model.census(replace(state, hands={**state.hands, "A": Sealed(hand, "A", 8)}))["contraband"] == 2


HELD = tuple(DEALT["B"].split())


@pytest.mark.parametrize(
    "hands",
    [
        {"B": Sealed((HELD[0], *HELD), "B", 9)},
        {"B": Sealed(("wine", *HELD[1:]), "B", 8)},
        {"B": Sealed(HELD, "B", 9)},
        {"B": Sealed(HELD[::-1], "B", 8)},
        {"B": Sealed(HELD, "AB", 8)},
        {"B": Sealed(HELD[:-1], "B", 7), "C": Sealed(model.in_order((*DEALT["C"].split(), HELD[-1])), "C", 9)},
    ],
    ids=["copied", "exchanged", "miscounted", "stacked", "shown", "slipped"],
)
def test_1_a_card_that_is_not_where_it_should_be_is_found(hands: dict[str, Sealed[tuple[str, ...]]]) -> None:
    state = position()
    with pytest.raises(AssertionError, match=r"the cards are|a hand"):
        rules.check(replace(state, hands={**state.hands, **hands}))


def test_1_a_coin_that_is_made_is_found() -> None:
    state = position()
    with pytest.raises(AssertionError, match="coins were made or lost"):
        rules.check(replace(state, coins={**state.coins, "B": Sealed(16, state.coins["B"].eyes)}))
