"""The notes of an offer come one by one on the lessee's phone, and all at once for who wants it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.barracuda.moves import CountBank
from tests.web.begun import offered
from tests.web.browsing import House, open_house, table_with_bag, wait_until
from tests.web.quiet import brought, caught_up

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

COMING = "() => document.getAnimations().filter((one) => one.animationName === 'note-comes')"
DELAYS = """() => Array.from(document.querySelectorAll(".turnover .big .slot, .worth"), (one) =>
  parseFloat(getComputedStyle(one).animationDelay))"""
SUMS = """() => Array.from(document.querySelectorAll(".plate .sum"), (one) =>
  [one.textContent, getComputedStyle(one).visibility, parseFloat(getComputedStyle(one).animationDelay)])"""


def test_with_reduced_motion_all_notes_are_there_at_once_and_turned_over_take_their_sum_away(house: House) -> None:
    lessee = offered(house)
    assert lessee.evaluate(COMING) == []
    assert {how for _, how, _ in lessee.evaluate(SUMS)} == {"visible"}
    assert "6" in lessee.inner_text("body")
    lessee.click(".turnover")
    assert {how for _, how, _ in lessee.evaluate(SUMS)} == {"hidden"}
    assert "6" not in lessee.inner_text("body")


@pytest.mark.broad
def test_notes_come_one_by_one_then_their_sum_and_all_at_a_touch(browser: Browser, tmp_path: Path) -> None:
    """And the plates name no sum before the last note."""
    with open_house(browser, table_with_bag(tmp_path), reduced_motion="no-preference") as house:
        lessee = offered(house)
        delays = lessee.evaluate(DELAYS)
        assert len(delays) == 5
        assert delays == sorted(set(delays))
        assert [text for text, _, delay in lessee.evaluate(SUMS) if delay > delays[-2]] == ["+6", "−6"]
        assert lessee.locator(".unfolds").count() == 1
        lessee.mouse.click(180, 20)
        assert lessee.evaluate(COMING) == []
        assert lessee.locator(".turnover.open").count() == 1  # It was a look, not an answer.
        pages = brought(lessee)
        house.table.act(next(seat for seat, page in house.phones.items() if page != lessee), CountBank())
        wait_until(lessee, lambda: bool(pages), "the page after the count")
        caught_up(lessee)
        assert lessee.locator(".unfolds").count() == 0  # Other news do not begin it again.
