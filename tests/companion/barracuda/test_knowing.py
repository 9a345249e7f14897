"""Rule 10: who may know what; B15."""

from __future__ import annotations

import pytest

from companion.barracuda.model import BANK
from companion.barracuda.moves import (
    CountBank,
    OfferPartnership,
    RefuseOffer,
)
from companion.game import TABLE
from companion.money import Pile, Purse
from tests.companion.barracuda.positions import bar, position
from tests.companion.playing import asked, play, refused, sight

VIEWERS = ("A", "B", "C", "D", TABLE)
BARS = (bar("Octopus", "A", "B"), bar("Tide Bar", "A"), bar("Reef Bar", "A"), bar("Karambole", "B"), bar("Jetty Bar"))


def test_10_a_purse_is_seen_by_its_owner_only() -> None:
    state = position("ABCD", purses={"A": Purse(31, 3)})
    for viewer in VIEWERS:
        shown = {seat.seat: seat.purse for seat in sight(state, viewer).seats}
        assert shown == {seat: (Purse(31, 3) if seat == "A" else Purse(50, 7)) if seat == viewer else None for seat in "ABCD"}


# B15


@pytest.mark.parametrize("bank", ["open", "hidden"])
def test_b15_otherwise_there_is_nothing_to_count(bank: str) -> None:
    assert refused(position(bank=bank), "A", CountBank()) == "B15 bank_not_counted"


def test_b19_the_bank_is_counted_at_any_time_and_the_table_counts_for_nobody() -> None:
    state = position("ABCD", turn="A", bars=BARS, bank="once")
    assert "count_bank" in [ask.name for ask in asked(state, "D")]
    assert refused(state, TABLE, CountBank()) == "B15 bank_not_counted"
    assert not any(ask.awaited for ask in asked(state, "D"))


@pytest.mark.parametrize("bank", ["open", "once", "hidden"])
def test_b15_nobody_sees_from_outside_whether_there_is_anything_in_the_bank(bank: str) -> None:
    state = position("ABC", turn="A", bars=[bar("Octopus", "B"), bar("Tide Bar", "A")], bank=bank)
    assert state.money[BANK].outside == 0
    state = play(state, ("A", OfferPartnership("Octopus", Pile(ones=1))), ("B", RefuseOffer()))
    assert state.money[BANK].outside == 0
