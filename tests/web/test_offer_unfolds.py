"""The notes of an offer come one by one on the lessee's phone, and all at once for who wants it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.barracuda.moves import CallDraw, CountBank, OfferTakeover, OpenBar
from companion.game import TABLE
from companion.money import Pile
from companion.seating import StartGame
from tests.web.browsing import House
from tests.web.tables import FIRST

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

COMING = "() => document.getAnimations().filter((one) => one.animationName === 'note-comes').length"
DELAYS = """() => Array.from(document.querySelectorAll(".turnover .big .slot, .worth"), (one) =>
  parseFloat(getComputedStyle(one).animationDelay))"""


def offered(house: House, motion: str) -> Page:
    """Push a pile of four notes and return the lessee's phone, whose owner prefers *motion*."""
    for letter in "ABC":
        house.phone(letter).emulate_media(reduced_motion=motion)
    table = house.table
    table.act("A", StartGame("barracuda", {"bank": "once"}))
    for bar in list(FIRST.values())[:3]:
        table.act(TABLE, CallDraw())
        table.act(str(table.view(TABLE).active.seat), OpenBar(bar))
    table.act(TABLE, CallDraw())
    bidder = str(table.view(TABLE).active.seat)
    bar = table.standing(bidder)["takeover"].ask.lays[0].command.bar
    table.act(bidder, OfferTakeover(bar, Pile(fives=1, ones=1, fakes=2)))
    lessee = house.phones[table.view(TABLE).offer.lessee]
    lessee.wait_for_selector(".turnover")
    return lessee


def test_notes_come_one_by_one_then_their_sum(house: House) -> None:
    lessee = offered(house, "no-preference")
    delays = lessee.evaluate(DELAYS)
    assert len(delays) == 5
    assert delays == sorted(set(delays))
    lessee.wait_for_function(f"() => ({COMING})() === 0")
    assert lessee.evaluate("() => getComputedStyle(document.querySelector('.worth')).opacity") == "1"


def test_a_touch_shows_them_all(house: House) -> None:
    lessee = offered(house, "no-preference")
    assert lessee.locator(".unfolds").count() == 1
    lessee.mouse.click(180, 20)
    assert lessee.evaluate(COMING) == 0
    assert lessee.locator(".turnover.open").count() == 1  # It was a look, not an answer.
    house.table.act(next(seat for seat, page in house.phones.items() if page != lessee), CountBank())
    lessee.wait_for_timeout(1000)
    assert lessee.locator(".unfolds").count() == 0  # Other news do not begin it again.


def test_with_reduced_motion_all_notes_are_there_at_once(house: House) -> None:
    assert offered(house, "reduce").evaluate(COMING) == 0


SUMS = """() => Array.from(document.querySelectorAll(".plate .sum"), (one) =>
  [one.textContent, getComputedStyle(one).visibility, parseFloat(getComputedStyle(one).animationDelay)])"""


def test_the_plates_name_no_sum_before_the_last_note(house: House) -> None:
    lessee = offered(house, "no-preference")
    last_note = lessee.evaluate(DELAYS)[-2]
    assert [text for text, _, delay in lessee.evaluate(SUMS) if delay > last_note] == ["+6", "−6"]
    lessee.evaluate("() => document.querySelectorAll('.plate .sum').forEach((one) => one.remove())")
    assert "6" not in "".join(lessee.locator(".plate").all_inner_texts())


def test_a_pile_that_is_turned_over_takes_its_sum_away_everywhere(house: House) -> None:
    lessee = offered(house, "reduce")
    assert {how for _, how, _ in lessee.evaluate(SUMS)} == {"visible"}
    assert "6" in lessee.inner_text("body")
    lessee.click(".turnover")
    assert {how for _, how, _ in lessee.evaluate(SUMS)} == {"hidden"}
    assert "6" not in lessee.inner_text("body")
