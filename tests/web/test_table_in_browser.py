"""The table screen in a browser: it follows the game and the house, and has room for the widest sums."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import WIDE, House, look, open_house
from tests.web.pictures import LONG
from tests.web.tables import ADDRESS, draw, new_table, start
from web.app import create_app, move
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


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
