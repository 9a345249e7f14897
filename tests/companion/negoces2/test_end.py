"""Rule 5: who wins, when, and how it is said; N4 to N6, N9 to N11, N16."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games import negoces2
from companion.games.negoces2.model import GOODS, Claim, Declaring, Outcome, Over, Selling, State

from companion.games.negoces2.moves import (  # isort: skip
    Declare, ForceSale, HideCoins, KeepSilent, LayCard, Offer, OpenAnswers, WinsDeclared,
)  # fmt: skip
from companion.kit import TABLE, Choice, seen
from companion.lab.playing import ended_early
from tests.companion.negoces2.positions import DEALT, RICH, hand, position, sale
from tests.companion.playing import ask_named, asked, decided, kinds, play, refused

FORTUNE = {"A": 30, "B": 20, "C": 5, "D": 5}


def sold(hands: dict[str, str] = DEALT, price: int = 1, *, buyer: str = "B", card: str = "wine", **how: Any) -> State:
    """Return the state after A's sale to *buyer*, when everybody else has sold already."""
    return play(position(hands, sold="BCD", **how), *sale(buyer, price, card))


def test_n4_31_coins_are_enough_and_30_are_not() -> None:
    assert play(sold(coins=FORTUNE), ("A", Declare()), (TABLE, OpenAnswers())).outcome.winners == ("A",)
    assert refused(sold(coins={**FORTUNE, "A": 29}), "A", Declare()) == "5 no_win"


def test_5_the_contraband_is_no_good_of_the_eight() -> None:
    hands = {**RICH, "A": RICH["A"].replace("jade", "contraband"), "D": RICH["D"].replace("contraband", "jade")}
    state = sold(hands)
    assert set(hand(state, "A").split()) >= {"contraband", "perfume"}
    assert refused(state, "A", Declare()) == "5 no_win"


EIGHT = " ".join(GOODS)
EIGHT_EACH = {"A": f"{EIGHT} wine", "B": EIGHT, "C": EIGHT, "D": f"{EIGHT.removeprefix('wine ')} contraband"}


@pytest.mark.parametrize(("coins", "winners"), [
    ({"A": 14, "B": 16, "C": 15}, ("B",)), ({"A": 13, "B": 12, "C": 14}, ("A", "C")), ({"A": 9, "B": 17, "C": 16}, ("B",)),
])  # fmt: skip
def test_n19_equal_coins_go_to_the_buyer_of_that_sale_else_they_share(coins: dict[str, int], winners: tuple[str, ...]) -> None:
    state = sold(EIGHT_EACH, coins={**coins, "D": 15})  # B pays 1.
    assert play(state, *((seat, Declare()) for seat in "ABC"), (TABLE, OpenAnswers())).outcome.winners == winners


def test_n5_the_next_sellers_card_ends_the_waiting_and_stays_in_the_hand_where_somebody_has_won() -> None:
    before = play(sold(coins=FORTUNE), ("A", Declare()))
    state, events = decided(before, "B", LayCard("tea", face_down=False))
    assert (kinds(events), hand(state, "B")) == (["WinsDeclared", "GameEnded"], hand(before, "B"))


def test_n9_all_are_asked_alike_and_only_a_player_who_cannot_declare_learns_of_it() -> None:
    state = sold(coins=FORTUNE)
    for seat in "ABCD":
        ask = ask_named(state, seat, "declare")
        assert (ask.awaited, ask.is_open, ask.why_not is None) == (False, True, seat == "A")
    assert ask_named(state, "B", "declare").options == (KeepSilent(),)
    assert asked(state, TABLE) == (Choice("go_on", (OpenAnswers(),), awaited=False),), "and nobody waits for it (N5)"


def two_can_win(**how: Any) -> State:
    """A has all eight goods and 12 coins, B has 32 coins."""
    return sold(RICH, coins={"A": 10, "B": 34, "C": 10, "D": 6}, price=2, **how)


@pytest.mark.parametrize(("claims", "shown"), [
    ("A", {"A": Claim(goods=True, coins=None)}), ("B", {"B": Claim(goods=False, coins=32)}),
    ("AB", {"A": Claim(goods=True, coins=12), "B": Claim(goods=False, coins=32)}),
])  # fmt: skip
def test_n11_a_win_shows_what_it_rests_on_and_coins_where_they_decide(claims: str, shown: dict[str, Claim]) -> None:
    state = play(two_can_win(hidden=True), *((seat, Declare()) for seat in claims))
    declared, ended = decided(state, TABLE, OpenAnswers())[1]
    assert declared == WinsDeclared(shown)
    assert ended.coins == {seat: claim.coins for seat, claim in shown.items() if claim.coins is not None}


@pytest.mark.parametrize(("claims", "told"), [("A", {"A": 12, "D": 6}), ("AB", {"A": 12, "B": 32, "D": 6})])
def test_n7_n11_where_each_hides_the_end_tells_what_lies_open_and_what_must_be_shown(claims: str, told: dict[str, int]) -> None:
    state = play(two_can_win(each=True), ("B", HideCoins()), ("C", HideCoins()), *((seat, Declare()) for seat in claims))
    assert decided(state, TABLE, OpenAnswers())[1][-1].coins == told


@pytest.mark.parametrize(("agreed", "shown"), [({"hands_at_end": "on"}, True), ({"hands_at_end": "off"}, False), ({}, False)])
def test_n22_all_hands_are_shown_at_the_end_if_so_agreed_and_hidden_coins_are_not(agreed: dict[str, Any], shown: bool) -> None:
    state, events = decided(play(two_can_win(hidden=True, **agreed), ("B", Declare())), TABLE, OpenAnswers())
    assert kinds(events) == ["WinsDeclared", "GameEnded", *["HandsOpened"] * shown]
    for viewer in (*"ABCD", TABLE):
        assert [seen(state, viewer).hands[seat].is_open for seat in "ABCD"] == [shown or seat == viewer for seat in "ABCD"]
        assert [seen(state, viewer).coins[seat].is_open for seat in "ABCD"] == [seat in ("B", viewer) for seat in "ABCD"]


@pytest.mark.parametrize("declare", ["automatic", "by_choice"])
def test_n6_without_a_limit_only_a_win_ends_the_game(declare: str) -> None:
    state = position(sale_limit="none", round_=5_000, declare=declare)
    assert play(state, *sale("B", 1, "wine")).phase == Selling("B")
    at_the_limit = replace(state, round=199, options=replace(state.options, sale_limit=200))
    assert type(play(at_the_limit, *sale("B", 1, "wine")).phase) is (Over if declare == "automatic" else Declaring)


def test_n10_n16_after_the_last_sale_the_table_waits_for_all_answers_which_count() -> None:
    state = play(position(RICH, sale_limit="1"), *sale("B", 1, "wine"))
    assert [ask.name for seat in "ABCD" for ask in asked(state, seat) if ask.awaited] == ["declare"] * 4
    state = play(state, *((seat, KeepSilent()) for seat in "ABC"))
    assert refused(state, "A", Declare()) == "N10 answered"
    assert kinds(decided(state, "D", KeepSilent())[1]) == ["Answered", "NobodyDeclared", "GameEnded"]


def test_n17_by_phone_the_answers_open_once_a_single_one_is_missing() -> None:
    """A quick player must not end the game before another player's win is declared."""
    state = play(sold(coins=FORTUNE), ("B", KeepSilent()), ("C", KeepSilent()))
    assert refused(state, "C", OpenAnswers()) == "4 not_asked"
    state = play(state, ("A", Declare()))
    assert refused(state, "D", OpenAnswers()) == "4 not_asked"
    assert play(state, ("C", OpenAnswers())).outcome.winners == ("A",)


def test_n20_an_early_end_counts_as_the_last_sale_once_the_contraband_is_sold() -> None:
    lay, equal = ("A", LayCard("wine", face_down=True)), dict.fromkeys("ABCD", 15)
    state = play(position(coins=FORTUNE), lay, ("B", Offer("tea", face_down=False, coins=3)))
    assert ended_early(negoces2, state).outcome == Outcome("ranking", ("A",), FORTUNE, {})
    taking = play(position(RICH), lay, ("A", ForceSale("jade", "jade")))
    assert ended_early(negoces2, taking).outcome == Outcome("goods", ("A",), equal, {"A": Claim(goods=True, coins=None)})
    assert negoces2.ranking(negoces2.setup("ABCD", {})) == ()
