"""Rules 8 and 4: the end, the winners, and what is shown afterwards; and all cases of winning by five (B5)."""

from dataclasses import replace

import pytest

from companion.games import barracuda
from companion.games.barracuda import model
from companion.games.barracuda.model import BANK
from companion.games.barracuda.moves import AuctionBar, Bid, OfferPartnership, Pass, SellTo
from companion.kit import TABLE, Pile, Purse, seen
from companion.lab.playing import ended_early
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import decided, kinds, play, sight

BANKRUPT = bar("Barracuda", "D")  # D can't pay its rent of 6, so the game ends.
BROKE = Purse(5, 0)


def winners(*bars: model.Bar, purses: dict[str, Purse] | None = None, **options: object) -> tuple[str, ...]:
    """Return the winners when D goes bankrupt."""
    state = position("ABCD", bars=(BANKRUPT, *bars), purses={"D": BROKE, **(purses or {})}, **options)
    return draw(state, "D")[0].outcome.winners


def test_b23_most_pawns_in_bars_wins_then_most_real_money_and_still_equal_is_shared() -> None:
    assert winners(bar("Octopus", "A"), bar("Karambole", "B", "C"), bar("Albatros", "A", "C"), bar("Tide Bar", "C")) == ("C",)
    bars = (bar("Octopus", "A"), bar("Karambole", "B"), bar("Tide Bar", "C"))
    assert winners(*bars, purses={"A": Purse(50, 9), "B": Purse(51, 0), "C": Purse(50, 12)}) == ("B",)
    assert winners(bar("Octopus", "A"), bar("Karambole", "B")) == ("A", "B")
    assert winners() == ("A", "B", "C")


def test_8_a_player_without_a_lease_counts_zero_in_the_last_tie_break_and_any_lease_counts_more() -> None:
    assert winners(bar("Octopus", "D", "A"), bar("Tide Bar", "B")) == ("B",)
    cards = [(f"Bar {rent}", rent, 1 if rent <= 6 else 2, False) for rent in range(1, 13)]
    bars = (model.Bar(model.Card("Bar 12", 12, 2), 1, True, "D", "A"), model.Bar(model.Card("Bar 1", 1, 1), 2, True, "B", None))
    state = position("ABCD", bars=bars, purses={"D": BROKE}, cards=cards)
    assert draw(state, "D")[0].outcome.winners == ("B",)


@pytest.mark.parametrize(("reveal", "shown"), [("on", True), ("off", False)])
def test_8_the_books_are_opened_where_the_table_wants_it(reveal: str, shown: bool) -> None:
    state = position("ABCD", bars=[BANKRUPT], purses={"D": BROKE}, reveal_at_end=reveal, bank="hidden")
    state, events = draw(state, "D")
    assert ("BooksOpened" in kinds(events)) is shown
    for viewer in (*"ABC", "table"):
        assert [seen(state, viewer).money[who].is_open for who in ("D", BANK)] == [shown, shown]
    assert [sealed.outside for sealed in state.money.values()] == [1, 1, 1, 1, 0]  # The bank's reveals nothing.
    assert purse(state, "D") == BROKE


@pytest.mark.parametrize(("reveal", "whys"), [("on", ["barracuda.end.money"] * 4), ("off", [None] * 4)])
def test_8_nobody_is_told_that_money_decided_who_does_not_know_all_purses(reveal: str, whys: list[str | None]) -> None:
    bars = (BANKRUPT, bar("Octopus", "A"), bar("Karambole", "B"), bar("Tide Bar", "C"))
    state, _ = draw(position("ABCD", bars=bars, purses={"B": Purse(51, 0), "D": BROKE}, reveal_at_end=reveal), "D")
    assert [said and said.code for said in (sight(state, viewer).why for viewer in (*"ABC", TABLE))] == whys


def test_4_two_with_five_the_first_drawn_wins() -> None:
    mine = (bar("Octopus", "A", "A"), bar("Karambole", "A", "B"), bar("Albatros", "A", "B"))
    theirs = (bar("Tide Bar", "B"), bar("Reef Bar", "B"), bar("Banana Bar", "B"), bar("Beacon Bar", "C", "A"))
    state = replace(position("ABCD", bars=(*mine, *theirs)), five_held=frozenset("AB"))
    assert draw(state, "B")[0].outcome.winners == ("B",)
    assert draw(state, "A")[0].outcome.winners == ("A",)


def test_4_an_own_auction_that_takes_the_fifth_away_ends_the_stay() -> None:
    bars = (bar("Octopus", "A", "A"), bar("Tide Bar", "A"), bar("Reef Bar", "A"), bar("Karambole", "B", "A"))
    state, _ = draw(position(bars=bars), "A")
    state = play(state, ("A", AuctionBar("Reef Bar")), ("B", Bid(Pile(ones=1))), ("C", Bid(Pile(ones=1))), ("A", SellTo("B")))
    assert state.five_held == frozenset()
    state, events = decided(position(turn="A", bars=bars), "A", Pass())
    assert events[0].seat == "A"
    assert state.five_held == {"A"}


def test_b26_an_early_end_gives_back_what_lies_on_the_table_and_ranks_everybody() -> None:
    bars = (bar("Octopus", "A"), bar("Karambole", "B"), bar("Albatros", "A", "B"), bar("Tide Bar", "A", "B"))
    state = position("ABC", turn="A", bars=bars, purses={"A": Purse(50, 0), "B": Purse(53, 0), "C": Purse(51, 0)})
    offered = play(state, ("A", OfferPartnership("Karambole", Pile(fives=1))))
    auction = play(state, ("A", AuctionBar("Octopus")), ("B", Bid(Pile(fives=1))))
    for early in (state, offered, auction):
        assert ended_early(barracuda, early).outcome == model.Outcome("ranking", ("B",), None, {"A": 3, "B": 3, "C": 0})
