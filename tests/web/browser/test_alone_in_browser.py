"""One person alone, from the front page of a simulated table to the end of a game against the house."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games import installed
from companion.table.table import Table
from firmware.house import HousePlayers
from tests.web.browser.browsing import LONG, WIDE, script
from tests.web.fake_bench import FakeBench, boxed_table
from tests.web.server.sockets import serving

pytestmark = pytest.mark.browser

MOST = 20_000  # touches, while the longest games take some hundreds


@contextmanager
def house_at(table: Table) -> Iterator[None]:
    """Let the house play at *table*, without the pauses that it leaves to people."""
    stop = threading.Event()
    playing = threading.Thread(target=partial(HousePlayers(table, pause=lambda turn: 0.0).play_forever, stop))
    playing.start()
    try:
        yield
    finally:
        stop.set()
        table.nudge()
        playing.join()


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=[pytest.mark.broad] * (name == "barracuda")) for name in installed()]
)
def test_one_person_plays_from_the_front_page_to_the_end(browser: Browser, tmp_path: Path, game: str) -> None:
    table, generator = boxed_table(tmp_path), random.Random(1)
    context = browser.new_context(viewport=WIDE, locale="en", reduced_motion="reduce")
    context.set_default_timeout(LONG)
    with serving(table, bench=FakeBench(table.now.pieces)) as server, house_at(table):
        page = context.new_page()
        page.goto(f"http://localhost:{server.port}/try")
        page.click(f"button[value={game}]")
        page.frame_locator(".table-frame").locator("#view").wait_for()
        page.frame_locator(".phone-frame").locator("#page [data-asks]").wait_for(state="attached")
        phone = next(frame for frame in page.frames if frame.url == f"http://localhost:{server.port}/")
        touches = (phone.wait_for_function(script("touch"), arg=generator.random()).json_value() for _ in range(MOST))
        assert "over" in touches
        assert table.now.view("A").outcome is not None
        phone.click("[data-fetch='/seat/reasons']")
        phone.wait_for_selector(".reasons li")
        context.close()
