"""Rule 8: the end, who wins, and what is shown afterwards."""

from __future__ import annotations

import pytest

from companion.barracuda import model
from companion.barracuda.model import BANK, Over
from companion.barracuda.moves import CallDraw, CountBank, OpenBar
from companion.barracuda.rules import outcome
from companion.money import Purse
from companion.sealed import seen
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import asked, kinds, refused

BANKRUPT = bar("Barracuda", "D")  # D can't pay the six, and the game ends.
BROKE = Purse(5, 0)


def winners(*bars: model.Bar, purses: dict[str, Purse] | None = None, **options: object) -> tuple[str, ...]:
    """Who wins when D goes bankrupt."""
    state = position("ABCD", bars=(BANKRUPT, *bars), purses={"D": BROKE, **(purses or {})}, **options)
    return draw(state, "D")[0].outcome.winners


def test_8_a_bankruptcy_ends_the_game_at_once_and_the_bankrupt_has_lost() -> None:
    state, events = draw(position("ABCD", bars=[BANKRUPT], purses={"D": BROKE}), "D")
    assert kinds(events) == ["PawnDrawn", "WentBankrupt", "GameEnded", "BooksOpened"]
    assert (state.phase, outcome(state).loser) == (Over(), "D")
    assert "D" not in winners(bar("Octopus", "D", "D"), bar("Karambole", "D", "D"))


def test_8_most_pawns_in_bars_wins_then_most_real_money_and_still_equal_is_shared() -> None:
    assert winners(bar("Octopus", "A"), bar("Karambole", "B", "C"), bar("Albatros", "A", "C"), bar("Tide Bar", "C")) == ("C",)
    bars = (bar("Octopus", "A"), bar("Karambole", "B"), bar("Tide Bar", "C"))
    assert winners(*bars, purses={"A": Purse(50, 9), "B": Purse(51, 0), "C": Purse(50, 12)}) == ("B",)
    assert winners(bar("Octopus", "A"), bar("Karambole", "B")) == ("A", "B")
    assert winners() == ("A", "B", "C")


def test_8_the_total_rent_is_not_discounted() -> None:
    c = (bar("Lagoon Bar", "B"), bar("Harbour Bar", "B"), bar("Reef Bar", "B"))  # 12; 9 with the discount.
    less = (bar("Octopus", "A", "A"), bar("Karambole", "A"))  # 10
    assert winners(*less, *c, last_tiebreak="total_rent") == ("B",)


def test_8_who_leases_nothing_counts_zero_in_the_last_tie_break_and_the_cheapest_lease_more() -> None:
    assert winners(bar("Octopus", "D", "A"), bar("Tide Bar", "B")) == ("B",)
    cards = [(f"Bar {rent}", rent, 1 if rent <= 6 else 2, False) for rent in range(1, 13)]
    bars = (model.Bar(model.Card("Bar 12", 12, 2), 1, True, "D", "A"), model.Bar(model.Card("Bar 1", 1, 1), 2, True, "B", None))
    state = position("ABCD", bars=bars, purses={"D": BROKE}, cards=cards)
    assert draw(state, "D")[0].outcome.winners == ("B",)


def test_8_nothing_can_be_done_after_the_end() -> None:
    state, _ = draw(position("ABCD", bars=[BANKRUPT], purses={"D": BROKE}), "D")
    for command in (CallDraw(), OpenBar("Octopus"), CountBank()):
        assert refused(state, "A", command) == "8 game_over"
    assert all(asked(state, seat) == () for seat in (*"ABCD", "table", "chance"))


@pytest.mark.parametrize(("reveal", "shown"), [("on", True), ("off", False)])
def test_8_the_books_are_opened_where_the_table_wants_it(reveal: str, shown: bool) -> None:
    state = position("ABCD", bars=[BANKRUPT], purses={"D": BROKE}, reveal_at_end=reveal, bank="hidden")
    state, events = draw(state, "D")
    assert ("BooksOpened" in kinds(events)) is shown
    for viewer in (*"ABC", "table"):
        assert [seen(state, viewer).money[who].is_open for who in ("D", BANK)] == [shown, shown]
    assert [sealed.outside for sealed in state.money.values()] == [1, 1, 1, 1, 0]  # The bank's tells nothing.
    assert purse(state, "D") == BROKE
