"""The positive control of secrecy: every leak that was put in on purpose is found, and each by what it says."""

from __future__ import annotations

from typing import Any, Final

import pytest

from companion.games import GAMES
from tests.secrecy import outside_leaks
from tests.secrecy.seeded import all_leaks, found, leaks

# Most are found within fifty steps. These take more than half a second.
LONG: Final = {
    "barracuda": {
        "a_bid_shown_to_the_seller_early", "a_refusal_that_tells_anothers_cash", "a_tap_that_tells_cash", "accepted_by_itself",
        "ask_numbers_moved_by_a_secret", "awaited_only_with_a_choice",
        "bids_in_the_order_of_their_worth", "offers_shown_to_the_partner", "the_deck_shown_to_the_table",
        "the_lessees_cash_in_a_reply", "the_value_outside_a_pile", "what_a_bankrupt_lacked",
        "worthless_bids_marked",
    },
    "shark": {
        "awaited_by_the_size_of_the_sale", "losses_told_to_the_active_player", "a_pool_that_the_rules_look_into",
        "what_was_left_of_who_goes_out",
    },
    "negoces2": {
        "a_back_that_differs", "a_bell_when_somebody_could_win", "a_declaration_told_at_once",
        "a_reply_that_tells_who_could_win", "an_answer_outside_its_seal", "an_offer_seen_by_a_third_buyer",
        "coins_outside_their_seal", "hidden_coins_on_the_table_screen", "numbers_of_asks_moved_by_a_secret",
        "ok_only_once_somebody_has_declared", "only_those_who_declare_have_answered", "pushed_for_a_declaration_alone",
        "the_sellers_coins_in_an_offer", "the_size_of_a_page", "waiting_for_whoever_could_declare",
        "what_was_paid_shown_to_the_losers", "who_could_win_shown_to_all", "won_by_itself_though_by_choice",
    },
}  # fmt: skip
OUTWARD: Final = [leak.__name__ for leak in outside_leaks.OUTSIDE]


def case(game: str, leak: str) -> Any:
    long = leak in LONG.get(game, ())
    return pytest.param(game, leak, marks=[pytest.mark.broad] * long, id=f"{game}-{leak}")


@pytest.mark.parametrize(("game", "leak"), [case(game, leak) for game in GAMES for leak in leaks(game)])
def test_a_leak_is_found(game: str, leak: str) -> None:
    assert found(game, leak), f"{leak} in {game} went unseen"


@pytest.mark.parametrize("leak", OUTWARD)
def test_a_leak_on_the_way_out_is_found(leak: str) -> None:
    assert found("negoces2", leak), f"{leak} went unseen"


@pytest.mark.parametrize("game", GAMES)
def test_every_leak_has_a_name_of_its_own_and_they_are_tried_in_any_order(game: str) -> None:
    names = all_leaks(game)
    assert len(set(names)) == len(names) == len(leaks(game)) + len(OUTWARD)
    assert list(names) != sorted(names)
    assert LONG[game] <= set(names)
