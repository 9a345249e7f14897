"""The widest and tallest names that are allowed, on a small phone and on a large screen: nothing scrolls sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.barracuda.moves import DrawPawn
from companion.game import TABLE
from companion.names import LONGEST
from companion.seating import SitDown, StartGame
from tests.web.browsing import House, fits
from web.identity import hashed

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

WIDE = {"A": "W" * LONGEST, "B": "꧅" * LONGEST, "C": "🤼🏿" * (LONGEST // 2), "D": "דנה " + "ש" * 10, "E": "e\u0323\u030a" * 4}
SCREEN = {"width": 1920, "height": 1080}


def sit(house: House, names: dict[str, str]) -> None:
    for seat, name in names.items():
        house.table.act(seat, SitDown(name, hashed(f"token-of-{seat}")))


def open_phone(house: House, seat: str) -> Page:
    host = f"{seat.lower()}.barkeep.test"
    house.context.add_cookies([{"name": "seat", "value": f"token-of-{seat}", "domain": host, "path": "/"}])
    return house.open(f"http://{host}:{house.server.port}/")


def open_pages(house: House) -> dict[str, Page]:
    """Return the door, the PIN's page, two phones, and the table screen on a phone and on a wall."""
    base = f"http://barkeep.test:{house.server.port}"
    pages = {path: house.open(base + path) for path in ("/", "/pin", "/table", "/enrolment")}
    pages |= {seat: open_phone(house, seat) for seat in "AB"}
    pages["wall"] = house.open(f"{base}/table")
    pages["wall"].set_viewport_size(SCREEN)
    return pages


def too_wide(pages: dict[str, Page]) -> list[str]:
    return [what for what, page in pages.items() if not fits(page)]


def test_the_widest_names_scroll_nothing_sideways(house: House) -> None:
    sit(house, WIDE)
    pages = open_pages(house)
    assert too_wide(pages) == []
    house.table.act("A", StartGame("barracuda", {"draw": "bag"}))
    house.table.act(TABLE, DrawPawn("A"))
    for page in (pages["A"], pages["B"]):
        page.wait_for_selector(".acts, .crowd, .scene")
    for page in (pages["/table"], pages["wall"]):
        page.wait_for_selector(".string .now")
    assert too_wide(pages) == []
    assert house.complaints == []


def test_a_line_that_is_too_wide_is_found(house: House) -> None:
    page = house.open(f"http://barkeep.test:{house.server.port}/")
    assert fits(page)
    page.evaluate("() => document.body.append(Object.assign(document.createElement('pre'), {textContent: 'W'.repeat(99)}))")
    assert not fits(page)
