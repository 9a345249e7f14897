"""A phone repairs the table with one picture, in Chromium."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.agreeing.motions import Vote
from tests.photo.scenes import STREET, taken
from tests.web.browser.browsing import SITE, open_house
from tests.web.tables import FIRST, SECOND, new_table, open_all

pytestmark = [pytest.mark.browser, pytest.mark.broad]


def send(page: Page, jpeg: bytes) -> None:
    page.set_input_files("input[type=file]", files=[{"name": "table.jpg", "mimeType": "image/jpeg", "buffer": jpeg}])
    page.wait_for_selector("#found form, #found p")


def test_one_picture_repairs_the_table(browser: Browser, tmp_path: Path) -> None:
    with open_house(browser, new_table(tmp_path)) as house:
        house.start("barracuda", "ABCDE", draw="bag")
        open_all(house.table, FIRST)
        open_all(house.table, SECOND)
        house.show("A")
        page = house.door("photo", f"a.{SITE}", "#take")
        send(page, taken(STREET | {"Reef Bar": "B"}))
        assert "Reef Bar: Émile is lessee" in page.inner_text("#found")
        assert 200 < page.evaluate("() => document.querySelector('canvas').width") < 2000, "cut down to what was found"
        page.click("#found .lamp")
        page.click("button[name=ask]", timeout=60_000)
        page.wait_for_selector("[data-vote]")
        for seat in "BCDE":
            house.table.act(seat, Vote(house.table.now.vote, True))
        assert house.table.now.view("A").bar("Reef Bar").lessee == "B"
        assert house.complaints == []
