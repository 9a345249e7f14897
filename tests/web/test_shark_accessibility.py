"""Everybody can use every page of Shark: axe-core finds nothing, thumbs hit, large text fits, in each state of each page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web import negoces2_tour, shark_tour, tour
from tests.web.axe import violations
from tests.web.browsing import PHONE
from tests.web.inspecting import Inspection

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("part", shark_tour.PHONES, ids=lambda part: part.__name__)
def test_every_state_of_a_phone(browser: Browser, tmp_path: Path, part: tour.Part) -> None:
    with tour.tour(browser, tmp_path, viewport=PHONE, has_touch=True) as on:
        inspection = Inspection(on.house.context)
        for name, page in part(on):
            inspection.look(name, page)
    assert inspection.faults == {}
    assert inspection.seen


@pytest.mark.parametrize("part", shark_tour.SCREENS, ids=lambda part: part.__name__)
def test_every_state_of_the_table_screen(browser: Browser, tmp_path: Path, part: tour.Part) -> None:
    with tour.tour(browser, tmp_path, viewport=tour.WIDE) as on:
        faults = {name: violations(page) + outside(page) + too_small(page) for name, page in part(on)}
    assert faults
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("part", [shark_tour.three_owe, negoces2_tour.market], ids=["three owe", "a market"])
def test_long_words_and_names_leave_every_line_on_the_table_screen(browser: Browser, tmp_path: Path, part: tour.Part) -> None:
    with tour.tour(browser, tmp_path, viewport=tour.WIDE, language="de") as on:
        on.names = dict(zip("ABCD", ("Maximilian-Leo", "Wilhelmine Mai", "Bartholomäus W", "W" * 14), strict=True))
        faults = {name: outside(page) + too_small(page) for name, page in part(on)}
    assert len(faults) > 1
    assert {name: found for name, found in faults.items() if found} == {}


def outside(page: Page) -> list[str]:
    """Return what is cut off by the counter or the screen's edge."""
    found: list[str] = page.evaluate(
        """() => {
          const floor = document.querySelector(".counter").getBoundingClientRect().top + 1;
          const beyond = (box) => box.bottom > floor || box.right > innerWidth + 1;
          return Array.from(document.querySelectorAll("main *"))
            .filter((one) => !one.closest(".vh") && one.getClientRects().length && beyond(one.getBoundingClientRect()))
            .map((one) => one.outerHTML.slice(0, 80));
        }"""
    )
    return found


def too_small(page: Page) -> list[str]:
    """Return letters of less than 30 pixels, which three metres away nobody reads."""
    found: list[str] = page.evaluate(
        """() => Array.from(document.querySelectorAll("#view *"))
            .filter((one) => !one.closest(".vh, svg") && one.getClientRects().length)
            .filter((one) => Array.from(one.childNodes).some((part) => part.nodeType === 3 && part.textContent.trim()))
            .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 30).map((one) => one.outerHTML.slice(0, 80))"""
    )
    return found


def test_the_screens_own_inspection_finds_what_is_wrong(browser: Browser) -> None:
    page = browser.new_page(viewport=tour.WIDE)
    low = "<main><p style='position:absolute;top:900px'>low</p></main>"
    floor = "<footer class=counter style='position:absolute;top:910px'>floor</footer>"
    page.set_content(f"<div id=view style='font-size:12px'>{low}{floor}</div>")
    found = len(outside(page)), len(too_small(page))
    page.close()
    assert found == (1, 2)
