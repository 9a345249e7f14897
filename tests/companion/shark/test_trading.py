"""Setup, and setting anew (2, S2, S13, S14), the turn (3, S8), trade (4, S3), and who knows what (11, S9)."""

from dataclasses import replace

import pytest

from companion.games import shark
from companion.games.shark.board.companies import COMPANIES, Each
from companion.games.shark.moves import Buy, DealShare, NameFirst, Sell
from companion.kit import CHANCE, TABLE, Amount, Much, seen
from companion.kit.layout import values
from companion.kit.photo import Reading, Seen
from tests.companion.playing import act, ask_named, play, refused, sight
from tests.companion.shark.positions import position, shares

RED_AT_TWO = {"red": "A1 B1"}


def test_s2_chance_deals_a_share_to_each() -> None:
    state = act(shark.setup(("A", "B"), {"starting_share": "random"}), CHANCE, NameFirst("A"))
    assert [ask.options for ask in shark.asks(state, CHANCE)] == [tuple(DealShare("A", one) for one in COMPANIES)]
    state = play(state, (CHANCE, DealShare("A", "green")), (CHANCE, DealShare("B", "green")))
    assert (state.phase.seat, shares(state, "B")) == ("A", Each(green=1))


def test_s14_the_bank_gives_cash_to_whoever_has_a_head_start() -> None:
    begun = lambda **options: [one.open() for one in shark.setup("ABC", options).cash.values()]
    assert (begun(head_start="B"), begun(head_start="C", head_start_size="large")) == ([0, 1, 0], [0, 0, 2])
    assert begun(head_start="F", head_start_size="large") == [0] * 3, "nobody sits there"


def test_s3_five_shares_are_bought_in_the_whole_turn() -> None:
    state = play(position("AB", RED_AT_TWO, cash={"A": 99}), ("A", Buy("red", 4)), ("A", Buy("red", 1)))
    ask = ask_named(state, "A", "buy")
    assert ask == Amount("buy", "count", (), why_not=ask.why_not)
    assert refused(act(state, "A", Sell("red", 4)), "A", Buy("red", 1)) == "S3 limit"


# Blue is dearest, and nobody has built yellow.
PRICES = {"red": "A1 B1", "blue": "E1 F1 G1", "green": "A6"}


def test_4_what_can_be_had_is_offered_from_one_to_the_most() -> None:
    state = position("AB", PRICES, cash={"A": 2}, shares={"A": Each(red=3)})
    assert state.prices == Each(red=2, blue=3, green=1)
    assert ask_named(state, "A", "buy") == Amount("buy", "count", (Much(Buy("red"), 1, 1), Much(Buy("green"), 1, 2)))
    assert ask_named(state, "A", "sell") == Amount("sell", "count", (Much(Sell("red"), 1, 3),))


def test_s1_s9_the_pool_shows_five_at_most_and_limits_by_no_more_than_that() -> None:
    def shown(held: int) -> int:
        state = position("AB", RED_AT_TWO, shares={"A": Each(red=held)}, holdings="hidden")
        assert not any(seen(state, viewer).pool["red"].is_open for viewer in ("A", "B", TABLE, CHANCE))
        (pool,) = {sight(state, viewer).company("red").pool for viewer in ("A", "B", TABLE)}
        return pool

    assert [shown(held) for held in (0, 34, 35, 36, 39, 40)] == [5, 5, 5, 4, 1, 0]
    state = position("AB", RED_AT_TWO, cash={"A": 99}, shares={"B": Each(red=37)}, holdings="hidden")
    assert refused(state, "A", Buy("red", 4)) == "S1 pool"
    act(state, "A", Buy("red", 3))


def test_s9_the_ledger_is_nobodys() -> None:
    """With the total of all money, two players could work out each other's cash."""
    state = position("AB", RED_AT_TWO, cash={"A": 4, "B": 9})
    assert state.ledger.open() == 13
    assert not any(seen(state, viewer).ledger.is_open for viewer in ("A", "B", TABLE, CHANCE))


def test_s13_prices_and_bank_follow_from_what_is_stated() -> None:
    facts = {("red", "cells"): "B3 C3 D3", ("", "turn"): "B", ("", "first"): "A", ("A", "red"): 4, ("A", "cash"): 12}
    for holdings, pool in (("open", 36), ("hidden", 5)):
        state = shark.setup("AB", {"holdings": holdings})
        assert shark.misplaced(seen(state, TABLE), {place: facts[place] for place in facts if place[0] != "A"}, ()) is None
        after = shark.set_table(state, facts)
        shark.check(after)
        seen_now = values(shark.layout(seen(after, TABLE)))
        assert (seen_now["red", "price"], seen_now["red", "pool"], ("A", "cash") in seen_now) == (3, pool, holdings == "open")


@pytest.mark.parametrize(("gone", "cells", "code"), [
    (17, "B3", "buildings"), (0, "B3 C3 D3 E3 F3 G3 H3 I3 J3 B4 C4 D4 E4 F4 G4", "over"),
])  # fmt: skip
def test_s13_what_would_end_the_game_cannot_be_stated(gone: int, cells: str, code: str) -> None:
    facts = {("", "turn"): "B", ("", "first"): "A", ("red", "gone"): gone, ("red", "cells"): cells}
    refusal = shark.misplaced(seen(shark.setup("AB", {}), TABLE), facts, ())
    assert refusal.said.code == f"shark.set.{code}"


def test_s13_nothing_can_be_stated_of_a_player_who_is_out() -> None:
    state = replace(shark.setup("ABC", {}), out=(("B",),))
    assert {fact.place[0] for fact in shark.layout(state)} & {*"ABC"} == {*"AC"}
    assert shares(shark.set_table(state, {("A", "red"): 4}), "B") == Each()
    assert shark.misplaced(state, {("", "turn"): "B"}, ()).said.code == "shark.set.out"
    assert shark.pictured(state, Seen(frozenset(), {})) == Reading({}), "a picture without the map says nothing of it"
