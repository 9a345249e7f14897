"""The widest names that are allowed scroll nothing sideways; and the table screen follows the house."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.barracuda.moves import DrawPawn
from companion.game import TABLE
from companion.names import LONGEST
from companion.seating import StartGame
from tests.web.browsing import WIDE, House, fits, look
from tests.web.tables import ADDRESS, new_table
from web.app import create_app, move
from web.server import serve

pytestmark = pytest.mark.browser

NAMES = {"A": "W" * LONGEST, "B": "꧅" * LONGEST, "C": "🤼🏿" * (LONGEST // 2), "D": "דנה " + "ש" * 10, "E": "e\u0323\u030a" * 4}


@pytest.mark.broad
def test_the_widest_names_scroll_nothing_sideways(house: House) -> None:
    house.names = NAMES
    house.sit()
    pages = {path: house.open(house.address(path)) for path in ("", "pin", "table", "enrolment")}
    pages |= {"wall": house.screen(), **{seat: house.show(seat) for seat in "AB"}}
    pages["wall"].set_viewport_size(WIDE)
    too_wide = lambda: [what for what, page in pages.items() if not fits(page)]
    assert too_wide() == []
    house.table.act("A", StartGame("barracuda", {"draw": "bag"}))
    house.table.act(TABLE, DrawPawn("A"))
    for where, selector in (("A", ".acts"), ("B", ".string .now"), ("table", ".string .now"), ("wall", ".string .now")):
        pages[where].wait_for_selector(selector)
    assert too_wide() == []
    pages["wall"].evaluate("() => (document.querySelector('.ends.right b').textContent = '888')")  # The widest digits.
    assert look(pages["wall"], "unreadable") == []
    assert house.complaints == []


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
