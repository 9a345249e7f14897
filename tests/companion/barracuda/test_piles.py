"""Rule 9: purses, piles and change (B14)."""

from __future__ import annotations

from companion.barracuda.asking import asks
from companion.barracuda.moves import AuctionBar, Bid, CallLastOrder, OfferPartnership, Stake
from companion.money import BOX, Pile, Purse
from companion.sealed import seen
from tests.companion.barracuda.positions import act, bar, play, position, purse, refused

SALE = (bar("Octopus", "A"), bar("Tide Bar", "A"), bar("Reef Bar", "A"))


def bidding(held: Purse) -> object:
    return play(position(turn="A", bars=SALE, purses={"B": held}), ("A", AuctionBar("Octopus")))


def test_b14_the_bank_changes_notes_at_will() -> None:
    state = bidding(Purse(25, 0))
    for pile in (Pile(ones=25), Pile(tens=2, fives=1), Pile(twos=12, ones=1), Pile(fives=5)):
        assert purse(play(state, ("B", Bid(pile))), "B") == Purse()


def test_b14_a_pile_has_no_more_of_a_kind_than_the_box() -> None:
    state = bidding(Purse(150, 0))
    assert refused(state, "B", Bid(Pile(ones=26))) == ("pile_box", "B14")
    assert refused(state, "B", Bid(Pile(tens=11))) == ("pile_box", "B14")
    assert refused(state, "B", Bid(Pile(fakes=36))) == ("pile_box", "B14")
    play(state, ("B", Bid(Pile(tens=10, fives=1))))
    assert max(BOX.counts) == BOX.fakes == 35


def test_b14_nobody_lays_what_they_do_not_have() -> None:
    state = bidding(Purse(12, 1))
    assert refused(state, "B", Bid(Pile(tens=1, twos=1, ones=1))) == ("pile_purse", "B14")
    assert refused(state, "B", Bid(Pile(fakes=2))) == ("pile_purse", "B14")
    play(state, ("B", Bid(Pile(tens=1, twos=1, fakes=1))))


def test_b14_every_bystander_counts_the_notes_and_only_owner_and_receiver_see_them() -> None:
    state = position("ABCD", turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus", "B")])
    state, events = act(state, "A", OfferPartnership("Octopus", Pile(fives=1, fakes=3)))
    for viewer, looks in {"A": True, "B": True, "C": False, "D": False, "table": False}.items():
        pile = seen(events[0], viewer).pile
        assert (pile.is_open, pile.outside) == (looks, 4)


def test_b14_a_pile_is_asked_note_by_note_out_of_the_own_purse() -> None:
    state = play(position(), ("A", CallLastOrder()))
    (ask,) = asks(seen(state, "B"), "B")
    (lay,) = ask.lays
    assert (lay.command, ask.purse) == (Stake(Pile()), Purse(50, 7))
    assert (lay.least, lay.most, lay.notes, lay.fakes) == (0, 12, 1, 0)
    (ask,) = asks(seen(bidding(Purse(9, 1)), "B"), "B")
    assert (ask.lays[0].least, ask.lays[0].most) == (0, None)


def test_b14_what_is_laid_has_left_the_purse() -> None:
    state = play(position(), ("A", CallLastOrder()), ("B", Stake(Pile(twos=2, fakes=1))))
    assert purse(state, "B") == Purse(46, 6)
