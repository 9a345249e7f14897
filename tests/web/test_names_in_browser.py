"""The widest and tallest names that are allowed, on a small phone and on a large screen: nothing scrolls sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.barracuda.moves import DrawPawn
from companion.game import TABLE
from companion.names import LONGEST
from companion.seating import StartGame
from tests.web.browsing import WIDE, House, fits

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

NAMES = {"A": "W" * LONGEST, "B": "꧅" * LONGEST, "C": "🤼🏿" * (LONGEST // 2), "D": "דנה " + "ש" * 10, "E": "e\u0323\u030a" * 4}


def open_pages(house: House) -> dict[str, Page]:
    """Return the door, the PIN's page, two phones, and the table screen on a phone and on a wall."""
    pages = {path: house.open(house.address(path)) for path in ("", "pin", "table", "enrolment")}
    pages |= {seat: house.show(seat) for seat in "AB"}
    pages["wall"] = house.screen()
    pages["wall"].set_viewport_size(WIDE)
    return pages


def too_wide(pages: dict[str, Page]) -> list[str]:
    return [what for what, page in pages.items() if not fits(page)]


@pytest.mark.broad
def test_the_widest_names_scroll_nothing_sideways(house: House) -> None:
    house.names = NAMES
    house.sit()
    pages = open_pages(house)
    assert too_wide(pages) == []
    house.table.act("A", StartGame("barracuda", {"draw": "bag"}))
    house.table.act(TABLE, DrawPawn("A"))
    for page in (pages["A"], pages["B"]):
        page.wait_for_selector(".acts, .crowd, .scene")
    for page in (pages["table"], pages["wall"]):
        page.wait_for_selector(".string .now")
    assert too_wide(pages) == []
    assert house.complaints == []
