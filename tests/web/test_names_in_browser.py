"""The widest names that are allowed scroll nothing sideways; and the table screen follows the game and the house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.barracuda.moves import DrawPawn
from companion.game import TABLE
from companion.names import LONGEST
from companion.seating import StartGame
from tests.web.browsing import WIDE, House, fits, look, open_house
from tests.web.pictures import LONG
from tests.web.tables import ADDRESS, draw, new_table, start
from web.app import create_app, move
from web.server import serve

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


@pytest.fixture
def room(browser: Browser, tmp_path: Path) -> Iterator[House]:
    with open_house(browser, new_table(tmp_path), viewport=WIDE, has_touch=False) as house:
        yield house


def test_screen_follows_the_game_and_has_room_for_the_widest_names_and_sums(room: House) -> None:
    page = room.screen("text=Pull up a stool.")
    start(room.table, LONG)
    page.wait_for_selector(".street")
    draw(room.table, "A")
    page.wait_for_selector(f"text={LONG['A']} is drawn.")
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    page.evaluate("() => (document.querySelector('.ends.right b').textContent = '888')")  # The widest digits.
    assert look(page, "unreadable") == []
    assert room.complaints == []


@pytest.mark.broad
def test_the_screen_shows_a_new_address_by_itself(browser: Browser, tmp_path: Path) -> None:
    app = create_app(new_table(tmp_path), hosts=[], address=ADDRESS)
    server = serve(app, 0, "127.0.0.1")
    page = browser.new_page(viewport=WIDE)
    page.goto(f"http://localhost:{server.port}/table")
    page.wait_for_selector("text=10.42.0.1")
    move(app, ["192.168.1.7"], "http://192.168.1.7/")
    page.wait_for_selector("text=192.168.1.7")
    assert "10.42.0.1" not in page.inner_text("body")
    page.close()
    server.close()
