"""Rule 7: last order; B12 and B13."""

from __future__ import annotations

from companion.barracuda.model import BANK, State
from companion.barracuda.moves import CallDraw, CallLastOrder, DeclineLastOrder, DrawPawn, OpenBar, Stake
from companion.game import TABLE
from companion.money import Pile, Purse
from tests.companion.barracuda.positions import draw, position, purse
from tests.companion.playing import asked, decided, play, refused

NOTHING, TWO, FOUR = Stake(Pile(fakes=2)), Stake(Pile(twos=1)), Stake(Pile(twos=1, ones=2, fakes=1))
VECTOR = (("D", FOUR), ("A", Stake(Pile(fakes=1))), ("C", TWO), ("B", NOTHING), ("E", Stake(Pile(twos=2))))


def revealed(seats: str = "ABCDE", **options: str) -> tuple[State, tuple[object, ...]]:
    """The rule file's vector: A 0, B 0, C 2, D 4, E 4."""
    state = play(position(seats, **options), ("C", CallLastOrder()), *VECTOR[:-1])
    return decided(state, *VECTOR[-1])


def test_b13_everything_staked_fakes_too_goes_to_the_bank() -> None:
    state, _ = revealed()
    assert purse(state, BANK) == Purse(10, 4)
    assert [purse(state, seat) for seat in "ABCDE"] == [Purse(50, 6), Purse(50, 5), Purse(48, 7), Purse(46, 6), Purse(46, 7)]


# B12: when


def test_b12_not_in_the_first_round_and_once_in_each_other() -> None:
    assert refused(position(round_=1), "A", CallLastOrder()) == "B12 order_first_round"
    state, _ = revealed()
    assert refused(state, "A", CallLastOrder()) == "B12 order_called"
    after = play(position(groups=(), turn="A"), ("A", OpenBar("Octopus")))  # A new round begins.
    play(after, ("A", CallLastOrder()))


def test_b12_b17_not_once_a_pawn_was_drawn_or_a_hand_is_in_the_bag() -> None:
    state, _ = draw(position(), "A")
    assert refused(state, "B", CallLastOrder()) == "B12 order_late"
    assert refused(play(state, ("A", OpenBar("Octopus"))), "B", CallLastOrder()) == "B12 order_late"
    assert refused(play(position(), (TABLE, CallDraw())), "B", CallLastOrder()) == "B12 order_late"


def test_b12_open_window_the_first_draw_waits_for_nobody() -> None:
    state = position()
    assert refused(state, "A", DeclineLastOrder()) == "B12 order_open"
    ask = next(ask for ask in asked(state, "A") if ask.name == "last_order")
    assert (ask.options, ask.awaited) == ((CallLastOrder(),), False)
    play(state, (TABLE, CallDraw()))


def test_b12_everyone_holds_for_a_pawn_out_of_the_real_bag_as_well_and_before_the_first_draw_only() -> None:
    state = position(last_order_window="everyone", draw="bag")
    assert refused(state, TABLE, DrawPawn("A")) == "B12 not_declined"
    first = position(round_=1, last_order_window="everyone")
    draw(first, "A")
    later = position(turn="A", groups=(("B", "C"),), last_order_window="everyone")
    draw(play(later, ("A", OpenBar("Octopus"))), "B")


def test_b17_a_decline_is_final_for_nobody_until_the_draw() -> None:
    state = play(position(last_order_window="everyone"), ("A", DeclineLastOrder()))
    assert refused(state, "A", DeclineLastOrder()) == "B12 order_open"
    state = play(state, ("A", CallLastOrder()), ("A", TWO), ("B", TWO), ("C", TWO))
    play(state, (TABLE, CallDraw()))  # After a last order nobody's word is waited for any more.


# B12: what


def test_b12_a_stake_is_one_note_to_twelve_laid_once_and_only_in_a_last_order() -> None:
    state = play(position(), ("A", CallLastOrder()))
    assert refused(state, "B", Stake()) == "B8 pile_empty"
    assert refused(state, "B", Stake(Pile(tens=1, ones=3))) == "7 pile_high"
    play(state, ("B", Stake(Pile(tens=1, twos=1, fakes=7))), ("A", Stake(Pile(fakes=1))))
    state = play(position(), ("A", CallLastOrder()), ("A", TWO))
    assert refused(state, "A", TWO) == "3 not_asked"
    assert refused(position(), "A", TWO) == "3 not_asked"
    assert refused(state, TABLE, CallDraw()) == "3 not_asked"


def test_b18_who_has_no_note_stakes_nothing_and_is_not_waited_for() -> None:
    state = play(position(purses={"B": Purse()}), ("B", CallLastOrder()), ("A", TWO))
    assert refused(state, "B", Stake(Pile(ones=1))) == "3 not_asked"
    assert asked(state, "B") == ()
    state, events = decided(state, "C", Stake(Pile(fakes=1)))
    assert (events[-1].stakes["B"], state.groups) == (Pile(), (("B", "C"), ("A",)))
