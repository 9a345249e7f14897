"""Phones on their side, and small ones: what is asked and the lamp stay in sight, and a page begins where it should."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.seating import StartGame
from tests.web import shark_tour
from tests.web.browsing import covered
from tests.web.negoces2_tables import all_offer, to_market
from tests.web.negoces2_tour import start as start_negoces2
from tests.web.shark_tables import BY_HAND, FOUR, throw, two_buildings
from tests.web.tour import Tour, tour

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ON_ITS_SIDE = (740, 360)
SMALL = (375, 553)  # What a browser's own bars leave of a phone of ten years ago.


@pytest.fixture(params=[ON_ITS_SIDE, SMALL], ids=["on its side", "small"])
def on(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Tour]:
    width, height = request.param
    with tour(browser, tmp_path, viewport={"width": width, "height": height}, has_touch=True, language="de") as on:
        yield on


def in_sight(page: Page, selector: str) -> bool:
    """Whether the whole of what *selector* finds is on the screen as it is scrolled."""
    seen: bool = page.evaluate(
        """(selector) => {
          const box = document.querySelector(selector).getBoundingClientRect();
          return box.height > 0 && box.top >= -1 && box.bottom <= innerHeight + 1;
        }""",
        selector,
    )
    return seen


def to_the_end(page: Page) -> int:
    """Scroll *page* as far as it goes, and return how far that is."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    return scrolled(page)


def scrolled(page: Page) -> int:
    return int(page.evaluate("scrollY"))


def test_a_game_begins_at_the_top_of_its_page(on: Tour) -> None:
    shark_tour.sit(on, FOUR)
    page = on.phone("B", "[data-page=lobby]")
    assert to_the_end(page) > 0
    on.table.act("A", StartGame("shark", BY_HAND))
    page.wait_for_selector("#page .shark")
    assert scrolled(page) == 0


def test_after_an_answer_the_page_begins_with_what_came_of_it(on: Tour) -> None:
    shark_tour.start(on, FOUR)
    two_buildings(on.table)
    throw(on.table, "C", 1, "red")
    page = on.phone("C", "#panel .site")
    page.click("#panel .site label:has(input[value=red-D5])")
    assert to_the_end(page) > 0
    page.click("#panel [data-confirm]")
    page.wait_for_selector("#page .statement")
    assert scrolled(page) == 0


def test_who_turns_back_finds_the_page_where_it_was(on: Tour) -> None:
    shark_tour.start(on, FOUR)
    two_buildings(on.table)
    page = on.phone("C", "[data-panel=sell]")
    page.locator("[data-panel=sell]:enabled").scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 40)")
    before = scrolled(page)
    page.locator("[data-panel=sell]:enabled").dispatch_event("click")
    page.wait_for_selector("#panel [data-close]")
    assert (before > 0, scrolled(page)) == (True, 0)
    page.click("#panel [data-close]")
    page.wait_for_selector("#panel", state="hidden")
    assert scrolled(page) == before


def test_what_is_asked_and_the_lamp_are_in_sight(on: Tour) -> None:
    shark_tour.start(on, FOUR, holdings="hidden")
    two_buildings(on.table)
    page = on.phone("C", ".counter [data-panel=dice]")
    assert in_sight(page, ".counter [data-panel=dice]")
    assert covered(page) == []
    throw(on.table, "C", 1, "red")
    page.wait_for_selector("#panel .site")
    page.click("#panel .site label:has(input[value=red-D5])")
    assert in_sight(page, "#panel [data-confirm]")
    assert in_sight(page, "#panel .site label:has(:checked)")


def test_the_purse_is_seen_whole_and_its_key_stays_under_the_thumb(on: Tour) -> None:
    shark_tour.start(on, FOUR, holdings="hidden")
    two_buildings(on.table)
    page = on.phone("C", "[data-purse]")
    assert in_sight(page, "[data-purse]")
    page.dispatch_event("[data-purse]", "click")
    page.wait_for_selector(".sheet")
    assert in_sight(page, ".sheet .holds")
    assert in_sight(page, ".sheet .total")
    assert in_sight(page, "[data-purse]")


def test_a_market_says_what_is_sold_above_the_hand(on: Tour) -> None:
    start_negoces2(on)
    to_market(on.table, face_down=True)
    all_offer(on.table)
    for letter, act in (("A", "[data-panel=force]"), ("C", "[data-act*=Withdraw]")):
        page = on.phone(letter, f".counter {act}")
        assert in_sight(page, f".counter {act}")
        assert covered(page) == []
