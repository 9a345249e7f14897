"""Money: moving it neither makes nor loses any."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.kit.money import NO_NOTES, Pile, Purse, move

purses = st.builds(Purse, st.integers(0, 250), st.integers(0, 35))
notes = st.integers(0, 30)
piles = st.builds(Pile, notes, notes, notes, notes, notes)
names = st.sampled_from("ABC")


@settings(deadline=None)
@given(st.tuples(purses, purses, purses), names, names, purses)
def test_moving_conserves_or_refuses(held: tuple[Purse, ...], giver: str, taker: str, sum_: Purse) -> None:
    amounts = dict(zip("ABC", held, strict=True))
    if not amounts[giver].covers(sum_):
        with pytest.raises(ValueError, match="hold less than nothing"):
            move(amounts, giver, taker, sum_)
        return
    after = move(amounts, giver, taker, sum_)
    assert sum(after.values(), Purse()) == sum(amounts.values(), Purse())
    assert amounts == dict(zip("ABC", held, strict=True))  # The purses passed in are unchanged.
    if giver != taker:
        assert (after[giver], after[taker]) == (amounts[giver] - sum_, amounts[taker] + sum_)


@settings(deadline=None)
@given(purses, purses)
def test_a_purse_covers_just_what_can_be_taken_out_of_it(one: Purse, other: Purse) -> None:
    if one.covers(other):
        assert (one - other) + other == one
    else:
        with pytest.raises(ValueError, match="nothing"):
            one - other


@pytest.mark.parametrize("kind", ["tens", "fives", "twos", "ones", "fakes"])
def test_a_pile_holds_no_less_than_nothing(kind: str) -> None:
    with pytest.raises(ValueError, match="nothing"):
        Pile(**{"tens": 3, kind: -1})


def test_what_a_pile_and_a_purse_are_worth_and_what_a_purse_is_changed_into() -> None:
    assert [one.is_empty for one in (Purse(), Purse(0, 1), Purse(1, 0))] == [True, False, False]
    pile = Pile(tens=1, fives=2, twos=3, ones=4, fakes=5)
    assert (pile.notes, pile.real, pile.worth) == (15, 30, Purse(30, 5))
    assert (NO_NOTES.notes, NO_NOTES.worth) == (0, Purse())
    assert Purse(31, 5).changed == Pile(3, 6, 15, 31, 5)


@settings(deadline=None)
@given(piles, piles)
def test_a_pile_is_within_another_kind_by_kind(one: Pile, other: Pile) -> None:
    fits = all(getattr(one, kind) <= getattr(other, kind) for kind in ("tens", "fives", "twos", "ones", "fakes"))
    assert one.within(other) is fits
