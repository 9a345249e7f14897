"""Rule 6: the actions but the auction; B7, B10 and B11."""

from __future__ import annotations

import pytest

from companion.barracuda import model
from companion.barracuda.model import BANK, State
from companion.barracuda.moves import (
    AcceptOffer,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    PlacePartner,
    RefuseOffer,
)
from companion.money import Pile, Purse
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import asked, play, refused

SIX_OPEN = [bar(name, owner) for name, owner in zip(
    ("Octopus", "Karambole", "Tide Bar", "Reef Bar", "Jetty Bar", "Albatros"), "BBBCCC", strict=True)]  # fmt: skip
OFFERS = pytest.mark.parametrize("offer", [OfferPartnership, OfferTakeover])


def offered(command: object, *, lessee: Purse | None = None, partner: str | None = None, seats: str = "ABC") -> State:
    """A, who leases the Tide Bar, has pushed a pile to B for the Octopus (5, two places)."""
    bars = [bar("Tide Bar", "A"), bar("Octopus", "B", partner)]
    purses = {"B": lessee} if lessee else None
    return play(position(seats, turn="A", bars=bars, purses=purses), ("A", command))


def purses(state: State) -> list[Purse]:
    """What A, B and the bank hold."""
    return [purse(state, who) for who in ("A", "B", BANK)]


# 6.1


def test_6_a_free_pawn_is_needed() -> None:
    five = [bar("Octopus", "A", "A"), bar("Karambole", "A", "A"), bar("Tide Bar", "A"), bar("Albatros", "B")]
    state = position("ABCDE", turn="A", bars=five)
    assert model.has_free_pawn(state, "A") is False
    for command in (OpenBar("Reef Bar"), OfferPartnership("Albatros", Pile(ones=1)), OfferTakeover("Albatros", Pile(ones=4))):
        assert refused(state, "A", command) == "6 no_pawn"


def test_6_1_who_has_no_free_pawn_to_open_with_is_told_that_and_not_to_open() -> None:
    names = ("Octopus", "Karambole", "Albatros", "Barracuda", "Harbour Bar")
    state = position("ABCD", turn="A", bars=[bar(name, owner, "A") for name, owner in zip(names, "BBCCD", strict=True)])
    assert refused(state, "A", OfferTakeover("Octopus", Pile(tens=1))) == "6 no_pawn"


def test_6_a_closed_bar_and_one_that_nobody_knows_take_no_pawn() -> None:
    state = position(turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus")])
    assert refused(state, "A", OfferTakeover("Octopus", Pile(fives=1))) == "6 bar_closed"
    assert refused(state, "A", PlacePartner("Karambole")) == "6 bar_closed"
    assert refused(state, "A", PlacePartner("Moe's")) == "B1 no_bar"


# 6.2


def test_6_2_only_in_an_own_bar_with_a_free_partners_place() -> None:
    state = position(turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus", "A", "B"), bar("Karambole", "B")])
    assert refused(state, "A", PlacePartner("Tide Bar")) == "6.2 one_place"
    assert refused(state, "A", PlacePartner("Octopus")) == "6.2 place_taken"
    assert refused(state, "A", PlacePartner("Karambole")) == "6.2 not_lessee"


# 6.3


def test_b7_after_a_refused_partner_offer_the_lessee_keeps_the_fakes() -> None:
    state = play(offered(OfferPartnership("Octopus", Pile(ones=2, fakes=4))), ("B", RefuseOffer()))
    assert purses(state) == [Purse(48, 3), Purse(48, 11), Purse(104, 14)]


@pytest.mark.parametrize(
    ("offer", "rule", "low", "least"),
    [(OfferPartnership, "6.3", Pile(fakes=3), Pile(ones=1)), (OfferTakeover, "6.4", Pile(twos=2, fakes=7), Pile(fives=1))],
)
def test_6_3_an_offer_is_worth_one_to_twelve_and_6_4_no_less_than_the_rent(
    offer: type, rule: str, low: Pile, least: Pile
) -> None:
    state = position(turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus", "B")])
    assert refused(state, "A", offer("Octopus", low)) == f"{rule} pile_low"
    assert refused(state, "A", offer("Octopus", Pile(tens=1, ones=3))) == f"{rule} pile_high"
    for pile in (least, Pile(tens=1, twos=1, fakes=7)):
        play(state, ("A", offer("Octopus", pile)))


def test_6_3_only_for_a_free_partners_place_in_anothers_bar() -> None:
    bars = [bar("Barracuda", "A"), bar("Octopus", "B", "C"), bar("Reef Bar", "B"), bar("Karambole", "B", "A")]
    state, pile = position("ABCD", turn="A", bars=bars), Pile(ones=1)
    told = [refused(state, "A", OfferPartnership(one.card.name, pile)) for one in bars]
    assert told == ["6.3 own_bar", "6.3 place_taken", "6.3 one_place", "6.3 place_taken"]


# 6.4


# B10


@OFFERS
def test_b10_a_purse_that_can_not_match_can_not_refuse_counted_without_the_offered_pile(offer: type) -> None:
    pile = Pile(fives=1, ones=1)
    state = offered(offer("Octopus", pile), lessee=Purse(5, 9))
    assert refused(state, "B", RefuseOffer()) == "B10 cannot_match"
    assert play(state, ("B", AcceptOffer())).outcome is None
    state = play(offered(offer("Octopus", pile), lessee=Purse(6, 0)), ("B", RefuseOffer()))
    assert purse(state, "B") == Purse(0, 0)


# B11


def nothing_to_do(real: int, **options: str) -> State:
    """All six places of a game of three are open; A leases two and has *real* left after rent."""
    owners = zip(("Barracuda", "Karambole", "Albatros", "Reef Bar", "Jetty Bar", "Octopus"), "BBBCCA", strict=True)
    bars = [bar(name, owner, "B" if name == "Octopus" else "C" if owner == "B" else None) for name, owner in owners]
    return position(bars=bars, purses={"A": Purse(5 + real, 7)}, **options)


def test_b11_one_action_that_can_be_paid_is_enough_and_counting_the_bank_is_none() -> None:
    state, _ = draw(nothing_to_do(3), "A")
    assert state.outcome is None
    assert [ask.name for ask in asked(state, "A") if ask.is_open] == ["takeover"]
    assert draw(nothing_to_do(2, bank="once"), "A")[0].outcome.cause == "no_action"


def test_6_who_can_not_pay_the_least_offer_is_told_so() -> None:
    def having(real: int, fakes: int) -> State:
        return position(turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus", "B")], purses={"A": Purse(real, fakes)})

    assert refused(having(4, 7), "A", OfferTakeover("Octopus", Pile(fives=1))) == "6.4 no_money"
    assert refused(having(0, 7), "A", OfferPartnership("Octopus", Pile(ones=1))) == "6.3 no_money"
    play(having(1, 0), ("A", OfferPartnership("Octopus", Pile(ones=1))))
