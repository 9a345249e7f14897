"""Rules 3 and 7: the round, the draw (B4), the first round; last order (B12, B13, B16 to B18)."""

import pytest

from companion.games.barracuda.model import BANK, Acting, Drawing, State

from companion.games.barracuda.moves import (  # isort: skip
    CallDraw, CallLastOrder, DeclineLastOrder, DrawPawn, OpenBar, Stake,
)  # fmt: skip
from companion.kit import CHANCE, TABLE, Pile, Purse
from tests.companion.barracuda.positions import draw, position, purse
from tests.companion.playing import asked, decided, play, refused, sight


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
