"""The round, the draw, rent, last order, the end and its winners. Rules 3 to 5, 7 to 9; B4, B6, B12 to B18, B23, B26."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games import barracuda
from companion.games.barracuda import model
from companion.games.barracuda.model import BANK, Acting, Drawing, State

from companion.games.barracuda.moves import (  # isort: skip
    AuctionBar, Bid, CallDraw, CallLastOrder, DeclineLastOrder, DrawPawn, OfferPartnership, OpenBar, Pass, SellTo, Stake,
)  # fmt: skip
from companion.games.barracuda.rules import rent_due, waived
from companion.kit import CHANCE, TABLE, Pile, Purse, seen
from companion.lab.playing import ended_early
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import asked, decided, kinds, play, refused, sight


def test_b4_where_the_players_draw_their_tapped_pawn_is_the_draw_whoever_says_so() -> None:
    state = position(draw="bag")
    assert refused(state, TABLE, CallDraw()) == "B4 wrong_draw"
    assert refused(state, CHANCE, DrawPawn("A")) == "B4 wrong_draw"
    assert draw(state, "A")[0].phase == Acting("A")
    assert asked(state, CHANCE) == ()
    state = position(draw="bag", groups=(("B", "C"), ("A",)))
    for seat in ("A", "B", "C", TABLE):
        (ask,) = [ask for ask in asked(state, seat) if ask.name == "draw"]
        assert (ask.options, ask.awaited) == ((DrawPawn("B"), DrawPawn("C")), seat == TABLE)


@pytest.mark.parametrize("seat", ["A", "B", "C", TABLE])
def test_b16_the_draw_and_last_order_belong_to_the_whole_table(seat: str) -> None:
    assert play(position(), (seat, CallDraw())).phase == Drawing(called=True)
    assert decided(position(), seat, CallLastOrder())[1][0].seat == seat


NOTHING, TWO, FOUR = Stake(Pile(fakes=2)), Stake(Pile(twos=1)), Stake(Pile(twos=1, ones=2, fakes=1))
VECTOR = (("D", FOUR), ("A", Stake(Pile(fakes=1))), ("C", TWO), ("B", NOTHING), ("E", Stake(Pile(twos=2))))


def revealed(seats: str = "ABCDE", **options: str) -> tuple[State, tuple[object, ...]]:
    """The rule file's test vector: A 0, B 0, C 2, D 4, E 4."""
    return decided(play(position(seats, **options), ("C", CallLastOrder()), *VECTOR[:-1]), *VECTOR[-1])


def test_b13_everything_staked_fakes_too_goes_to_the_bank() -> None:
    state, _ = revealed()
    assert purse(state, BANK) == Purse(10, 4)
    assert [purse(state, seat) for seat in "ABCDE"] == [Purse(50, 6), Purse(50, 5), Purse(48, 7), Purse(46, 6), Purse(46, 7)]


def test_3_drawn_pawns_are_shown_in_order_and_all_ten_places() -> None:
    state = play(draw(position(), "C")[0], ("C", OpenBar("Octopus")))
    view = sight(play(draw(state, "A")[0], ("A", OpenBar("Karambole"))), TABLE)
    assert ["".join(one.seat for one in some) for some in (view.drawn, view.undrawn)] == ["CA", "B"]
    assert [bar.place for bar in view.bars] == [*range(1, 11)]


def test_b12_open_window_the_first_draw_waits_for_nobody() -> None:
    state = position()
    assert refused(state, "A", DeclineLastOrder()) == "B12 order_open"
    ask = next(ask for ask in asked(state, "A") if ask.name == "last_order")
    assert (ask.options, ask.awaited) == ((CallLastOrder(),), False)
    play(state, (TABLE, CallDraw()))


def test_b17_a_player_who_declined_can_still_call_until_the_draw() -> None:
    state = play(position(last_order_window="everyone"), ("A", DeclineLastOrder()))
    assert refused(state, "A", DeclineLastOrder()) == "B12 order_open"
    state = play(state, ("A", CallLastOrder()), ("A", TWO), ("B", TWO), ("C", TWO))
    play(state, (TABLE, CallDraw()))  # After a last order, the draw no longer waits for the players' consent.


def test_b18_a_player_without_notes_stakes_nothing_and_is_not_waited_for() -> None:
    state = play(position(purses={"B": Purse()}), ("B", CallLastOrder()), ("A", TWO))
    assert refused(state, "B", Stake(Pile(ones=1))) == "3 not_asked"
    assert asked(state, "B") == ()
    state, events = decided(state, "C", Stake(Pile(fakes=1)))
    assert (events[-1].stakes["B"], state.groups) == (Pile(), (("B", "C"), ("A",)))


OF_RENT = {
    2: ["Tide Bar"], 3: ["Reef Bar", "Jetty Bar"], 4: ["Albatros", "Beacon Bar"], 5: ["Octopus", "Karambole", "Harbour Bar"],
    6: ["Barracuda"],
}  # fmt: skip
SALE = (bar("Octopus", "A"), bar("Tide Bar", "A"), bar("Reef Bar", "A"))


@pytest.mark.parametrize(("rents", "due"), [
    ((3, 5), 8), ((3, 5, 2), 8), ((4, 3, 6, 5), 12), ((6,), 6), ((), 0), ((5, 5, 5), 10), ((2, 3, 4, 5, 6), 14),
])  # fmt: skip
def test_5_b6_rent_vectors(rents: tuple[int, ...], due: int) -> None:
    left = {rent: list(names) for rent, names in OF_RENT.items()}
    state, events = draw(position(bars=[bar(left[rent].pop(0), "A") for rent in rents]), "A")
    assert (rent_due(rents), waived(rents)) == (due, sum(rents) - due)
    assert (events[1].rents, events[1].free, events[1].paid) == (rents, sum(rents) - due, due)
    assert (purse(state, "A"), purse(state, BANK)) == (Purse(50 - due, 7), Purse(100 + due, 14))


def bidding(held: Purse) -> State:
    return play(position(turn="A", bars=SALE, purses={"B": held}), ("A", AuctionBar("Octopus")))


def test_b14_a_pile_is_asked_note_by_note_and_has_left_the_purse_once_it_is_laid() -> None:
    state = play(position(), ("A", CallLastOrder()))
    (ask,) = asked(state, "B")
    (lay,) = ask.lays
    assert (lay.command, ask.purse) == (Stake(Pile()), Purse(50, 7))
    assert (lay.least, lay.most, lay.notes, lay.fakes) == (0, 12, 1, 0)
    (ask,) = asked(bidding(Purse(9, 1)), "B")
    assert (ask.lays[0].least, ask.lays[0].most) == (0, None)
    assert purse(play(state, ("B", Stake(Pile(twos=2, fakes=1)))), "B") == Purse(46, 6)


RULEBOOK = Path(barracuda.__file__).with_name("RULEBOOK.md").read_text(encoding="utf-8")


def test_every_amount_in_the_books_rent_table_is_right() -> None:
    table = re.search(r"\| rents of the leases \| due \|\n\|.*\n((?:\|.*\n)+)", RULEBOOK)
    rows = [row.strip("|\n ").split(" | ") for row in table[1].splitlines()]
    for rents, due in rows:
        assert barracuda.rules.rent_due([int(rent) for rent in re.findall(r"\d+", rents)]) == int(due)
    assert len(rows) == 7


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
