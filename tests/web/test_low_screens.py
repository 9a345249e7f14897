"""Phones on their side, and small ones: what is asked and the lamp stay in sight, and a page begins where it should."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.seating import StartGame
from tests.web.browsing import House, covered, open_house, table_with_bag
from tests.web.shark_tables import BY_HAND, throw, two_buildings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

ON_ITS_SIDE = {"width": 740, "height": 360}
SMALL = {"width": 375, "height": 553}  # What a browser's own bars leave of a phone of ten years ago.


@pytest.fixture(params=[ON_ITS_SIDE, pytest.param(SMALL, marks=pytest.mark.broad)], ids=["on its side", "small"])
def on(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[House]:
    with open_house(browser, table_with_bag(tmp_path), "de", viewport=request.param) as on:
        yield on


@pytest.mark.broad
def test_who_turns_back_finds_the_page_where_it_was(on: House) -> None:
    on.start("shark", "ABCD", **BY_HAND)
    two_buildings(on.table)
    page = on.show("C", "[data-panel=sell]")
    page.locator("[data-panel=sell]:enabled").scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 40)")
    before = page.evaluate("scrollY")
    page.locator("[data-panel=sell]:enabled").dispatch_event("click")
    page.wait_for_selector("#panel [data-close]")
    assert (before > 0, page.evaluate("scrollY")) == (True, 0)
    page.click("#panel [data-close]")
    page.wait_for_selector("#panel", state="hidden")
    assert page.evaluate("scrollY") == before


def test_what_is_asked_the_purse_and_the_lamp_are_in_sight(on: House) -> None:
    on.start("shark", "ABCD", **BY_HAND, holdings="hidden")
    two_buildings(on.table)
    page = on.show("C", ".counter [data-panel=dice]")
    in_sight = lambda *parts: all(page.evaluate(IN_SIGHT, part) for part in parts)
    assert in_sight(".counter [data-panel=dice]", "[data-purse]")
    assert covered(page) == []
    page.dispatch_event("[data-purse]", "click")
    page.wait_for_selector(".sheet")
    assert in_sight(".sheet .holds", ".sheet .total", "[data-purse]")  # Its key stays under the thumb.
    throw(on.table, "C", 1, "red")
    page.wait_for_selector("#panel .site")
    page.click("#panel .site label:has(input[value=red-D5])")
    assert in_sight("#panel [data-confirm]", "#panel .site label:has(:checked)")


# Whether the whole of what a selector finds is on the screen as it is scrolled.
IN_SIGHT = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.height > 0 && box.top >= -1 && box.bottom <= innerHeight + 1;
}"""


TO_THE_END = "() => { scrollTo(0, document.documentElement.scrollHeight); return scrollY; }"


@pytest.mark.broad
def test_a_game_and_what_came_of_an_answer_begin_at_the_top_of_the_page(on: House) -> None:
    on.sit(*"ABCD")
    page = on.show("C", "[data-page=lobby]")
    assert page.evaluate(TO_THE_END) > 0
    on.table.act("A", StartGame("shark", BY_HAND))
    page.wait_for_selector("#page .shark")
    assert page.evaluate("scrollY") == 0
    two_buildings(on.table)
    throw(on.table, "C", 1, "red")
    page.click("#panel .site label:has(input[value=red-D5])")
    assert page.evaluate(TO_THE_END) > 0
    page.click("#panel [data-confirm]")
    page.wait_for_selector("#page .statement")
    assert page.evaluate("scrollY") == 0
