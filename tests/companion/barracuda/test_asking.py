"""What is asked, word for word, and who may know what. Rules 2, 6, 7, 10; B1, B2, B9, B11, B15, B19."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.barracuda import rules
from companion.games.barracuda.model import BOX, CARDS, Auctioning, Bar, Staking

from companion.games.barracuda.moves import (  # isort: skip
    Bid, CountBank, OfferPartnership, OfferTakeover, OpenBar, OpenPlace, Pass, PlacePartner, ShuffleBars, Stake,
)  # fmt: skip
from companion.kit import CHANCE, TABLE, Choice, Lay, LayPile, Purse, Refusal, Sealed, Shuffle, say
from tests.companion.barracuda.positions import bar, position
from tests.companion.playing import ask_named, asked, refused

ONE_PLACE = ("Lagoon Bar", "Banana Bar", "Reef Bar", "Jetty Bar", "Pier Bar", "Tide Bar")
TWO_PLACES = ("Barracuda", "Karambole", "Octopus", "Harbour Bar", "Albatros", "Beacon Bar")
BARS = (bar("Octopus", "A"), bar("Karambole", "B"), bar("Tide Bar", "C"), bar("Jetty Bar"))  # The last one is closed again.
COUNT = Choice("count_bank", (CountBank(),), awaited=False)


def no(code: str, rule: str, **fields: Any) -> Refusal:
    return Refusal(say(f"barracuda.refusal.{code}", **fields), rule)


def test_b15_the_table_waits_for_chance_to_shuffle_but_never_for_a_count_of_the_bank() -> None:
    state = rules.setup("ABC", {"deal": "companion"})
    assert asked(state, CHANCE) == (Shuffle("shuffle", ShuffleBars(), ((ONE_PLACE, 5), (TWO_PLACES, 5))),)
    assert asked(state, TABLE) == ()
    state = rules.setup("ABC", {"deal": "companion", "bank": "once"})
    assert [asked(state, seat) for seat in "ABC"] == [(COUNT,)] * 3
    assert asked(rules.setup("ABC", {"deal": "companion", "bank": "open"}), "A") == ()


# Each action, in the words of the page


def test_6_an_action_is_offered_with_what_it_can_be_done_with() -> None:
    assert asked(position(turn="A", bars=BARS, purses={"A": Purse(20, 2)}), "A") == (
        Choice("open", tuple(OpenBar(card.name) for card in CARDS if card.name not in ("Octopus", "Karambole", "Tide Bar"))),
        Choice("own_partner", (PlacePartner("Octopus"),)),
        LayPile("partnership", (Lay(OfferPartnership("Karambole"), 1, 12),), Purse(20, 2), BOX),
        LayPile("takeover", (Lay(OfferTakeover("Karambole"), 5, 12), Lay(OfferTakeover("Tide Bar"), 2, 12)), Purse(20, 2), BOX),
        Choice("auction", (), why_not=no("three_leases", "6.5", count=1)),
    )


def test_b2_in_the_first_round_a_bar_is_opened_or_a_place_where_the_companion_deals() -> None:
    assert asked(position(turn="A", round_=1), "A") == (Choice("open", tuple(OpenBar(card.name) for card in CARDS)),)
    state = replace(position(turn="A", round_=1, deal="companion"), deck=Sealed(tuple(card.name for card in CARDS[:10]), ()))
    assert asked(state, "A") == (Choice("open", tuple(OpenPlace(place) for place in range(1, 11))),)


def test_b11_a_player_with_five_pawns_in_bars_can_pass_and_cannot_open() -> None:
    five = [bar(name, "A") for name in ("Octopus", "Karambole", "Albatros", "Tide Bar")] + [bar("Beacon Bar", "B", "A")]
    open_, *others, may_pass = asked(position(turn="A", bars=five), "A")
    assert may_pass == Choice("pass", (Pass(),))
    assert open_ == Choice("open", (), why_not=no("no_pawn", "6"))
    assert [one.name for one in others] == ["own_partner", "partnership", "takeover", "auction"]
    assert all(one.why_not == no("no_pawn", "6") for one in others[:3])


POOR = Purse(0, 3)
SIX = ("Octopus", "Albatros", "Barracuda", "Karambole", "Tide Bar", "Pier Bar")  # The most that may be open.
OTHERS = (bar("Jetty Bar"), *(bar(name, "B") for name in SIX[:3]), *(bar(name, "C") for name in SIX[3:]))
TWO_FULL = (bar("Jetty Bar"), bar("Octopus", "B", "C"), bar("Karambole", "A", "B"))


@pytest.mark.parametrize(("action", "bars", "purse", "told"), [
    ("own_partner", (bar("Octopus", "B"), bar("Tide Bar", "A"), bar("Karambole", "A", "B")), None, "place_taken"),
    ("own_partner", (bar("Jetty Bar"), bar("Octopus", "B"), bar("Tide Bar", "A")), None, "one_place"),
    ("own_partner", (bar("Jetty Bar"), bar("Octopus", "B"), bar("Karambole", "A", "B")), None, "place_taken"),
    ("own_partner", OTHERS, None, "not_lessee"),
    ("partnership", (*TWO_FULL, bar("Tide Bar", "B"), bar("Albatros", "C")), POOR, "no_money"),
    ("partnership", (bar("Tide Bar", "B"), *TWO_FULL), None, "place_taken"),
    ("partnership", (bar("Jetty Bar"), bar("Karambole", "A"), bar("Tide Bar", "B")), None, "one_place"),
    ("partnership", (bar("Jetty Bar"), bar("Karambole", "A")), None, "own_bar"),
    ("takeover", (bar("Jetty Bar"), bar("Karambole", "A"), bar("Octopus", "B")), POOR, "no_money"),
    ("takeover", (bar("Jetty Bar"), bar("Karambole", "A")), None, "own_bar"),
])  # fmt: skip
def test_6_an_action_that_no_bar_allows_tells_why(action: str, bars: tuple[Bar, ...], purse: Purse | None, told: str) -> None:
    state = position(turn="A", bars=bars, purses={"A": purse} if purse else {})
    ask = ask_named(state, "A", action)
    assert (ask.is_open, ask.why_not.said.code) == (False, f"barracuda.refusal.{told}")


def test_b9_a_lessee_whose_auction_has_no_bidders_is_told_that_rather_than_of_others_bars() -> None:
    bars = (bar("Barracuda", "B"), *(bar(name, "A") for name in ("Octopus", "Karambole", "Albatros")))
    state = position(turn="A", bars=bars, purses=dict.fromkeys("ABC", Purse()))
    assert ask_named(state, "A", "auction") == Choice("auction", (), why_not=no("nobody_bids", "B9"))


@pytest.mark.parametrize(("minimum", "fakes", "least"), [("one_fake", 2, 1), ("one_fake", 0, 0), ("any_note", 2, 0)])
def test_7_a_stake_is_a_closed_pile_of_up_to_twelve_and_a_bid_has_no_limit(minimum: str, fakes: int, least: int) -> None:
    purse = Purse(20, fakes)
    state = replace(position(purses={"A": purse}, stake_minimum=minimum), phase=Staking({}))
    assert asked(state, "A") == (LayPile("stake", (Lay(Stake(), 0, 12, fakes=least),), purse, BOX),)
    state = replace(state, phase=Auctioning("Octopus", "B", ("A", "C")))
    assert asked(state, "A") == (LayPile("bid", (Lay(Bid(), 0, None, fakes=least),), purse, BOX),)
    assert asked(state, "B") == asked(replace(state, phase=Auctioning("Octopus", "B", ("C",))), "A") == ()


LEASED = (bar("Octopus", "A", "B"), bar("Tide Bar", "A"), bar("Reef Bar", "A"), bar("Karambole", "B"), bar("Jetty Bar"))


def test_b19_the_bank_is_counted_at_any_time_and_the_table_counts_for_nobody() -> None:
    state = position("ABCD", turn="A", bars=LEASED, bank="once")
    assert "count_bank" in [ask.name for ask in asked(state, "D")]
    assert refused(state, TABLE, CountBank()) == "B15 bank_not_counted"
    assert not any(ask.awaited for ask in asked(state, "D"))
