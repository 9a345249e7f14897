"""Rule 6: the actions but the auction; B7, B10 and B11."""

from __future__ import annotations

import pytest

from companion.barracuda import model
from companion.barracuda.asking import asks
from companion.barracuda.model import BANK, Drawing, State
from companion.barracuda.moves import (
    AcceptOffer,
    AuctionBar,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    PlacePartner,
    RefuseOffer,
)
from companion.money import Pile, Purse
from companion.sealed import seen
from tests.companion.barracuda.positions import act, bar, draw, kinds, play, position, purse, refused

SIX_OPEN = [bar(name, owner) for name, owner in zip(
    ("Octopus", "Karambole", "Tide Bar", "Reef Bar", "Jetty Bar", "Albatros"), "BBBCCC", strict=True)]  # fmt: skip


def offered(command: object, *, lessee: Purse | None = None, partner: str | None = None, seats: str = "ABC") -> State:
    """A, who leases the Tide Bar, has pushed a pile to B for the Octopus (5, two places)."""
    bars = [bar("Tide Bar", "A"), bar("Octopus", "B", partner)]
    purses = {"B": lessee} if lessee else None
    return play(position(seats, turn="A", bars=bars, purses=purses), ("A", command))


# 6.1


def test_6_1_the_openers_pawn_becomes_lessee() -> None:
    state, events = act(position(turn="A"), "A", OpenBar("Octopus"))
    assert (state.bars["Octopus"].lessee, state.bars["Octopus"].partner, events[0].rent) == ("A", None, 5)
    assert (purse(state, "A"), state.phase) == (Purse(50, 7), Drawing())


def test_6_1_who_has_no_lease_must_open() -> None:
    state = position(turn="A", bars=[bar("Octopus", "B", "A"), bar("Karambole", "B")])
    assert refused(state, "A", OfferTakeover("Octopus", Pile(fives=1))) == ("must_open", "6.1")
    assert refused(state, "A", OfferPartnership("Karambole", Pile(ones=1))) == ("must_open", "6.1")
    assert [ask.name for ask in asks(seen(state, "A"), "A") if ask.is_open] == ["open"]


def test_6_1_but_only_if_that_is_possible() -> None:
    state = position(turn="A", bars=SIX_OPEN)
    assert refused(state, "A", OpenBar("Barracuda")) == ("limit", "B3")
    play(state, ("A", OfferTakeover("Tide Bar", Pile(twos=1))))


def test_6_a_free_pawn_is_needed() -> None:
    five = [bar("Octopus", "A", "A"), bar("Karambole", "A", "A"), bar("Tide Bar", "A"), bar("Albatros", "B")]
    state = position("ABCDE", turn="A", bars=five)
    assert model.has_free_pawn(state, "A") is False
    for command in (OpenBar("Reef Bar"), OfferPartnership("Albatros", Pile(ones=1)), OfferTakeover("Albatros", Pile(ones=4))):
        assert refused(state, "A", command) == ("no_pawn", "6")


def test_6_1_who_has_no_free_pawn_to_open_with_is_told_that_and_not_to_open() -> None:
    names = ("Octopus", "Karambole", "Albatros", "Barracuda", "Harbour Bar")
    state = position("ABCD", turn="A", bars=[bar(name, owner, "A") for name, owner in zip(names, "BBCCD", strict=True)])
    assert refused(state, "A", OfferTakeover("Octopus", Pile(tens=1))) == ("no_pawn", "6")


def test_6_a_closed_bar_and_one_that_nobody_knows_take_no_pawn() -> None:
    state = position(turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus")])
    assert refused(state, "A", OfferTakeover("Octopus", Pile(fives=1))) == ("bar_closed", "6")
    assert refused(state, "A", PlacePartner("Karambole")) == ("bar_closed", "6")
    assert refused(state, "A", PlacePartner("Moe's")) == ("no_bar", "B1")


# 6.2


def test_6_2_an_own_partner_is_free_of_charge() -> None:
    state, events = act(position(turn="A", bars=[bar("Octopus", "A")]), "A", PlacePartner("Octopus"))
    assert (kinds(events), state.bars["Octopus"].partner, purse(state, "A")) == (["PartnerPlaced"], "A", Purse(50, 7))


def test_6_2_only_in_an_own_bar_with_a_free_partners_place() -> None:
    bars = [bar("Tide Bar", "A"), bar("Octopus", "A", "B"), bar("Karambole", "B")]
    state = position(turn="A", bars=bars)
    assert refused(state, "A", PlacePartner("Tide Bar")) == ("one_place", "6.2")
    assert refused(state, "A", PlacePartner("Octopus")) == ("place_taken", "6.2")
    assert refused(state, "A", PlacePartner("Karambole")) == ("not_lessee", "6.2")


# 6.3


def test_6_3_accepted_the_lessee_keeps_the_pile_and_nothing_is_due_later() -> None:
    state = play(offered(OfferPartnership("Octopus", Pile(fives=1, ones=2, fakes=3))), ("B", AcceptOffer()))
    assert state.bars["Octopus"].partner == "A"
    assert (purse(state, "A"), purse(state, "B"), purse(state, BANK)) == (Purse(43, 4), Purse(57, 10), Purse(100, 14))


def test_6_3_refused_the_pile_and_as_much_of_the_lessees_go_to_the_bank() -> None:
    state, events = act(offered(OfferPartnership("Octopus", Pile(fives=1, ones=2))), "B", RefuseOffer())
    assert (events[0].amount, state.bars["Octopus"].partner) == (7, None)
    assert (purse(state, "A"), purse(state, "B"), purse(state, BANK)) == (Purse(43, 7), Purse(43, 7), Purse(114, 14))


def test_b7_after_a_refused_partner_offer_the_lessee_keeps_the_fakes() -> None:
    state = play(offered(OfferPartnership("Octopus", Pile(ones=2, fakes=4))), ("B", RefuseOffer()))
    assert (purse(state, "A"), purse(state, "B"), purse(state, BANK)) == (Purse(48, 3), Purse(48, 11), Purse(104, 14))


@pytest.mark.parametrize(("pile", "code"), [(Pile(fakes=3), "pile_low"), (Pile(tens=1, twos=1, ones=1), "pile_high")])
def test_6_3_an_offer_is_worth_one_to_twelve(pile: Pile, code: str) -> None:
    state = position(turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus", "B")])
    assert refused(state, "A", OfferPartnership("Octopus", pile)) == (code, "6.3")
    play(state, ("A", OfferPartnership("Octopus", Pile(ones=1))))
    play(state, ("A", OfferPartnership("Octopus", Pile(tens=1, twos=1, fakes=7))))


def test_6_3_only_for_a_free_partners_place_in_anothers_bar() -> None:
    bars = [bar("Barracuda", "A"), bar("Octopus", "B", "C"), bar("Reef Bar", "B"), bar("Karambole", "B", "A")]
    state, pile = position("ABCD", turn="A", bars=bars), Pile(ones=1)
    assert refused(state, "A", OfferPartnership("Barracuda", pile)) == ("own_bar", "6.3")
    assert refused(state, "A", OfferPartnership("Octopus", pile)) == ("place_taken", "6.3")
    assert refused(state, "A", OfferPartnership("Karambole", pile)) == ("place_taken", "6.3")
    assert refused(state, "A", OfferPartnership("Reef Bar", pile)) == ("one_place", "6.3")


def test_6_a_pushed_pile_is_binding() -> None:
    state = offered(OfferPartnership("Octopus", Pile(ones=1)))
    assert refused(state, "A", OpenBar("Karambole")) == ("not_asked", "3")
    assert refused(state, "A", RefuseOffer()) == ("not_asked", "3")
    assert purse(state, "A") == Purse(49, 7)


# 6.4


def test_6_4_accepted_the_lessee_keeps_the_pile_and_takes_the_pawn_back() -> None:
    state = play(offered(OfferTakeover("Octopus", Pile(fives=1, fakes=2))), ("B", AcceptOffer()))
    assert (state.bars["Octopus"].lessee, model.standing(state, "B")) == ("A", 0)
    assert (purse(state, "A"), purse(state, "B")) == (Purse(45, 5), Purse(55, 9))


def test_6_4_refused_the_bidder_has_it_back_and_as_much_again() -> None:
    state = play(offered(OfferTakeover("Octopus", Pile(fives=1, ones=1))), ("B", RefuseOffer()))
    assert (purse(state, "A"), purse(state, "B"), purse(state, BANK)) == (Purse(56, 7), Purse(44, 7), Purse(100, 14))
    assert state.bars["Octopus"].lessee == "B"


def test_6_4_refused_the_lessee_keeps_the_fakes() -> None:
    state = play(offered(OfferTakeover("Octopus", Pile(fives=1, fakes=3))), ("B", RefuseOffer()))
    assert (purse(state, "A"), purse(state, "B")) == (Purse(55, 4), Purse(45, 10))


@pytest.mark.parametrize("partner", ["B", "C"])
def test_6_4_a_partner_leaves_too(partner: str) -> None:
    state, events = act(offered(OfferTakeover("Octopus", Pile(fives=1)), partner=partner), "B", AcceptOffer())
    assert (events[0].evicted, state.bars["Octopus"].partner, model.standing(state, partner)) == (partner, None, 0)


def test_6_4_the_bidders_own_partner_stays() -> None:
    state, events = act(offered(OfferTakeover("Octopus", Pile(fives=1)), partner="A"), "B", AcceptOffer())
    assert (events[0].evicted, state.bars["Octopus"].partner, model.standing(state, "A")) == (None, "A", 3)


@pytest.mark.parametrize(("pile", "code"), [(Pile(twos=2, fakes=7), "pile_low"), (Pile(tens=1, ones=3), "pile_high")])
def test_6_4_an_offer_is_worth_the_rent_to_twelve(pile: Pile, code: str) -> None:
    state = position(turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus", "B")])
    assert refused(state, "A", OfferTakeover("Octopus", pile)) == (code, "6.4")
    play(state, ("A", OfferTakeover("Octopus", Pile(fives=1))))
    play(state, ("A", OfferTakeover("Octopus", Pile(tens=1, twos=1))))


def test_6_4_not_ones_own_bar() -> None:
    state = position(turn="A", bars=[bar("Tide Bar", "A")])
    assert refused(state, "A", OfferTakeover("Tide Bar", Pile(twos=1))) == ("own_bar", "6.4")


# B10


@pytest.mark.parametrize("offer", [OfferPartnership, OfferTakeover])
def test_b10_a_purse_that_can_not_match_can_not_refuse(offer: type) -> None:
    state = offered(offer("Octopus", Pile(fives=1, ones=1)), lessee=Purse(5, 9))
    assert refused(state, "B", RefuseOffer()) == ("cannot_match", "B10")
    assert play(state, ("B", AcceptOffer())).outcome is None


@pytest.mark.parametrize("offer", [OfferPartnership, OfferTakeover])
def test_b10_the_purse_is_counted_without_the_offered_pile(offer: type) -> None:
    state = offered(offer("Octopus", Pile(fives=1, ones=1)), lessee=Purse(6, 0))
    state = play(state, ("B", RefuseOffer()))
    assert purse(state, "B") == Purse(0, 0)


def test_b10_the_lessee_still_answers_by_hand_and_only_that_lessee_is_told() -> None:
    rich = offered(OfferTakeover("Octopus", Pile(fives=1)), lessee=Purse(50, 7))
    poor = offered(OfferTakeover("Octopus", Pile(fives=1)), lessee=Purse(4, 7))
    (told,) = asks(seen(poor, "B"), "B")
    assert (told.options, told.why_not.said.code) == ((AcceptOffer(),), "barracuda.refusal.cannot_match")
    (free,) = asks(seen(rich, "B"), "B")
    assert (free.options, free.awaited, told.awaited) == ((AcceptOffer(), RefuseOffer()), True, True)
    for other in ("A", "C", "table"):
        assert asks(seen(poor, other), other) == asks(seen(rich, other), other)


# B11


def nothing_to_do(real: int, fakes: int = 7) -> State:
    """All six places of a game of three are open; A leases two and has *real* left after rent."""
    owners = zip(("Barracuda", "Karambole", "Albatros", "Reef Bar", "Jetty Bar", "Octopus"), "BBBCCA", strict=True)
    bars = [bar(name, owner, "B" if name == "Octopus" else "C" if owner == "B" else None) for name, owner in owners]
    return position(bars=bars, purses={"A": Purse(5 + real, fakes)})


def test_b11_without_a_possible_action_the_rent_is_paid_and_the_player_bankrupt() -> None:
    state, events = draw(nothing_to_do(2), "A")
    assert kinds(events) == ["PawnDrawn", "RentPaid", "WentBankrupt", "GameEnded", "BooksOpened"]
    assert (events[2].seat, events[2].cause) == ("A", "no_action")
    assert (state.outcome.cause, state.outcome.loser) == ("no_action", "A")
    assert purse(state, "A") == Purse(2, 7)


def test_b11_one_action_that_can_be_paid_is_enough() -> None:
    state, _ = draw(nothing_to_do(3), "A")
    assert state.outcome is None
    assert [ask.name for ask in asks(seen(state, "A"), "A") if ask.is_open] == ["takeover"]


def test_b11_counting_the_bank_is_no_action() -> None:
    state = nothing_to_do(2)
    once = position(bars=state.bars.values(), purses={"A": Purse(7, 7)}, bank="once")
    assert draw(once, "A")[0].outcome.cause == "no_action"


def test_6_the_reason_of_an_action_that_can_not_be_done_goes_to_its_own_seat() -> None:
    state, _ = draw(nothing_to_do(3), "A")
    reasons = {ask.name: ask.why_not.said.code.split(".")[-1] for ask in asks(seen(state, "A"), "A") if ask.why_not}
    assert reasons == {"open": "limit", "own_partner": "place_taken", "partnership": "place_taken", "auction": "three_leases"}
    assert refused(state, "A", AuctionBar("Octopus")) == ("three_leases", "6.5")


def test_6_who_can_not_pay_the_least_offer_is_told_so() -> None:
    bars = [bar("Tide Bar", "A"), bar("Octopus", "B")]
    state = position(turn="A", bars=bars, purses={"A": Purse(4, 7)})
    assert refused(state, "A", OfferTakeover("Octopus", Pile(fives=1))) == ("no_money", "6.4")
    penniless = position(turn="A", bars=bars, purses={"A": Purse(0, 7)})
    assert refused(penniless, "A", OfferPartnership("Octopus", Pile(ones=1))) == ("no_money", "6.3")
    with_one = position(turn="A", bars=bars, purses={"A": Purse(1, 0)})
    play(with_one, ("A", OfferPartnership("Octopus", Pile(ones=1))))


def test_6_the_asks_name_the_bounds_of_each_offer() -> None:
    state = position(turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus", "B"), bar("Reef Bar", "B")])
    lays = {ask.name: [(lay.command.bar, lay.least, lay.most) for lay in ask.lays] for ask in asks(seen(state, "A"), "A")[2:4]}
    assert lays == {"partnership": [("Octopus", 1, 12)], "takeover": [("Octopus", 5, 12), ("Reef Bar", 3, 12)]}
