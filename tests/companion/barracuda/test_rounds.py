"""The round, the draw, rent, last order, the end and its winners. Rules 3 to 5, 7 to 9; B4, B6, B12 to B18, B23, B26."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games import barracuda
from companion.games.barracuda import model
from companion.games.barracuda.lab import worlds
from companion.games.barracuda.model import BANK, Drawing

from companion.games.barracuda.moves import (  # isort: skip
    AuctionBar, Bid, CallDraw, CallLastOrder, DeclineLastOrder, DrawPawn, OfferPartnership, SellTo, Stake,
)  # fmt: skip
from companion.games.barracuda.rules import rent_due
from companion.kit import TABLE, Pile, Purse, seen
from companion.lab.playing import ended_early
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import ask_named, asked, decided, kinds, play, refused, sight


@pytest.mark.parametrize("seat", ["A", "B", "C", TABLE])
def test_b4_b16_the_draw_and_last_order_belong_to_the_whole_table_and_the_pawns_of_the_first_group(seat: str) -> None:
    assert play(position(), (seat, CallDraw())).phase == Drawing(called=True)
    assert decided(position(), seat, CallLastOrder())[1][0].seat == seat
    ask = ask_named(position(draw="bag", groups=(("B", "C"), ("A",))), seat, "draw")
    assert (ask.options, ask.awaited) == ((DrawPawn("B"), DrawPawn("C")), seat == TABLE)


TWO = Stake(Pile(twos=1))


def test_b17_a_player_who_declined_can_still_call_until_the_draw() -> None:
    state = play(position(last_order_window="everyone"), ("A", DeclineLastOrder()))
    assert refused(state, "A", DeclineLastOrder()) == "B12 order_open"
    state = play(state, ("A", CallLastOrder()), ("A", TWO), ("B", TWO), ("C", TWO))
    play(state, (TABLE, CallDraw()))  # After a last order, the draw no longer waits for the players' consent.


def test_b13_b18_a_player_without_notes_stakes_nothing_and_is_not_waited_for_and_the_bank_gets_all() -> None:
    state = play(position(purses={"B": Purse()}), ("B", CallLastOrder()), ("A", TWO))
    assert (refused(state, "B", Stake(Pile(ones=1))), asked(state, "B")) == ("3 not_asked", ())
    state, events = decided(state, "C", Stake(Pile(fakes=1)))
    assert (events[-1].stakes["B"], state.groups) == (Pile(), (("B", "C"), ("A",)))
    assert purse(state, BANK) == Purse(100 + 50 + 2, 14 + 7 + 1)


def test_5_b6_every_amount_in_the_books_rent_table_is_right() -> None:
    book = Path(barracuda.__file__).with_name("RULEBOOK.md").read_text(encoding="utf-8")
    table = re.search(r"\| rents of the leases \| due \|\n\|.*\n((?:\|.*\n)+)", book)
    rows = [row.strip("|\n ").split(" | ") for row in table[1].splitlines()]
    for rents, due in rows:
        assert rent_due([int(rent) for rent in re.findall(r"\d+", rents)]) == int(due)
    assert len(rows) == 7


BANKRUPT = bar("Barracuda", "D")  # D can't pay its rent of 6, so the game ends.
BROKE = Purse(5, 0)


def winners(*bars: model.Bar, purses: dict[str, Purse] | None = None, **options: object) -> tuple[str, ...]:
    """Return the winners when D goes bankrupt."""
    state = position("ABCD", bars=(BANKRUPT, *bars), purses={"D": BROKE, **(purses or {})}, **options)
    return draw(state, "D")[0].outcome.winners


def test_8_b23_most_pawns_in_bars_wins_then_most_real_money_then_a_lease_and_still_equal_is_shared() -> None:
    assert winners(bar("Octopus", "A"), bar("Karambole", "B", "C"), bar("Albatros", "A", "C"), bar("Tide Bar", "C")) == ("C",)
    bars = (bar("Octopus", "A"), bar("Karambole", "B"), bar("Tide Bar", "C"))
    assert winners(*bars, purses={"A": Purse(50, 9), "B": Purse(51, 0), "C": Purse(50, 12)}) == ("B",)
    assert winners(bar("Octopus", "A"), bar("Karambole", "B")) == ("A", "B")
    assert winners() == ("A", "B", "C")
    assert winners(bar("Octopus", "D", "A"), bar("Tide Bar", "B")) == ("B",)


@pytest.mark.parametrize(("reveal", "shown", "whys"), [("on", True, ["barracuda.end.money"] * 4), ("off", False, [None] * 4)])
def test_8_the_books_are_opened_where_agreed_else_nobody_is_told_money_decided(reveal: str, shown: bool, whys: list) -> None:
    bars = (BANKRUPT, bar("Octopus", "A"), bar("Karambole", "B"), bar("Tide Bar", "C"))
    purses = {"B": Purse(51, 0), "D": BROKE}
    state, events = draw(position("ABCD", bars=bars, purses=purses, reveal_at_end=reveal, bank="hidden"), "D")
    assert ("BooksOpened" in kinds(events)) is shown
    assert [said and said.code for said in (sight(state, viewer).why for viewer in (*"ABC", TABLE))] == whys
    for viewer in (*"ABC", TABLE):
        assert [seen(state, viewer).money[who].is_open for who in ("D", BANK)] == [shown, shown]
    assert [sealed.outside for sealed in state.money.values()] == [1, 1, 1, 1, 0]  # The bank's reveals nothing.
    assert purse(state, "D") == BROKE


def test_4_two_with_five_the_first_drawn_wins() -> None:
    mine = (bar("Octopus", "A", "A"), bar("Karambole", "A", "B"), bar("Albatros", "A", "B"))
    theirs = (bar("Tide Bar", "B"), bar("Reef Bar", "B"), bar("Banana Bar", "B"), bar("Beacon Bar", "C", "A"))
    state = replace(position("ABCD", bars=(*mine, *theirs)), five_held=frozenset("AB"))
    assert [draw(state, first)[0].outcome.winners for first in "AB"] == [("A",), ("B",)]


def test_4_an_own_auction_that_takes_the_fifth_away_ends_the_stay() -> None:
    bars = (bar("Octopus", "A", "A"), bar("Tide Bar", "A"), bar("Reef Bar", "A"), bar("Karambole", "B", "A"))
    bid = Bid(Pile(ones=1))
    state = play(draw(position(bars=bars), "A")[0], ("A", AuctionBar("Reef Bar")), ("B", bid), ("C", bid), ("A", SellTo("B")))
    assert state.five_held == frozenset()


def test_b26_an_early_end_gives_back_what_lies_on_the_table_and_ranks_everybody() -> None:
    bars = (bar("Octopus", "A"), bar("Karambole", "B"), bar("Albatros", "A", "B"), bar("Tide Bar", "A", "B"))
    state = position("ABC", turn="A", bars=bars, purses={"A": Purse(50, 0), "B": Purse(53, 0), "C": Purse(51, 0)})
    offered = play(state, ("A", OfferPartnership("Karambole", Pile(fives=1))))
    auction = play(state, ("A", AuctionBar("Octopus")), ("B", Bid(Pile(fives=1))))
    staking = play(replace(state, phase=model.Staking()), ("C", Stake(Pile(fives=1))))
    for early in (state, offered, auction, staking):
        ended = ended_early(barracuda, early)
        assert ended.outcome == model.Outcome("ranking", ("B",), None, {"A": 3, "B": 3, "C": 0})
        assert worlds.redeal(ended, "A", Random(1)) is ended, "the books are open"
