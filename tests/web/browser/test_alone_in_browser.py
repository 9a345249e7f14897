"""One person alone, from the front page of a simulated table to the end of a game against the house."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Frame, Page

from companion.games import installed
from companion.kit import TABLE
from companion.table.table import Table
from firmware.house import HousePlayers
from tests.companion.table.test_house_at_table import person
from tests.web.browser.browsing import LONG, WIDE, script
from tests.web.fake_bench import FakeBench, boxed_table
from tests.web.server.sockets import serving

pytestmark = pytest.mark.browser

FIRST: Final = 30  # rows of the journal, the house's among them
# Where the middle of a long game ends, which nobody needs to see; some games end before.
FAR: Final[dict[str, Callable[[Any], bool]]] = {
    "barracuda": lambda view: view.round > 5, "shark": lambda view: len(view.buildings) > 40,
    "negoces2": lambda view: view.may_end,
}  # fmt: skip


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
        table.changes.nudge()
        playing.join()


def hasten(table: Table, generator: random.Random, far: Callable[[Any], bool]) -> None:
    """Let everybody answer at random, which is quick, until the game is *far*."""
    while table.now.playing and not far(table.now.view(TABLE)):
        assert any(person(table, generator, seat) for seat in table.now.names), "everybody waits"


def at_play(page: Page, address: str) -> Frame:
    """Return the phone on *page*, beside the table, once both are there, and so are the phone's scripts."""
    page.frame_locator(".table-frame").locator("#view").wait_for()
    page.frame_locator(".phone-frame").locator("#page [data-asks]").wait_for(state="attached")
    phone = next(frame for frame in page.frames if frame.url == address)
    phone.wait_for_load_state()
    return phone


# Count what a page asks for and hasn't got: who touches on meanwhile has turned away before it comes.
COUNTING: Final = """
    const own = fetch;
    window.underway = 0;
    window.fetch = (...asked) => (underway++, own(...asked).finally(() => underway--));
"""


def touch_until(phone: Frame, table: Table, generator: random.Random, done: Callable[[str], bool]) -> None:
    """Touch *phone* until *done* with what was touched; fail once nobody at *table* has got on for LONG."""
    row, since = table.now.row, time.monotonic()
    while not done(phone.wait_for_function(script("touch"), arg=generator.random()).json_value()):
        if table.now.row != row:
            row, since = table.now.row, time.monotonic()
        assert time.monotonic() - since < LONG / 1000, "nobody gets on"


@pytest.mark.parametrize("game", installed())
def test_one_person_plays_from_the_front_page_to_the_end(browser: Browser, tmp_path: Path, game: str) -> None:
    table, generator = boxed_table(tmp_path), random.Random(1)
    context = browser.new_context(viewport=WIDE, locale="en", reduced_motion="reduce")
    context.set_default_timeout(LONG)
    context.add_init_script(COUNTING)
    with serving(table, bench=FakeBench(table.now.pieces)) as server:
        page, address = context.new_page(), f"http://localhost:{server.port}/"
        page.goto(f"{address}try")
        page.click(f"button[value={game}]")
        phone = at_play(page, address)
        with house_at(table):
            first = table.now.row + FIRST
            touch_until(phone, table, generator, lambda _: table.now.row >= first)
            page.goto("about:blank")
        hasten(table, generator, FAR[game])
        with house_at(table):
            page.goto(f"{address}try/play")
            phone = at_play(page, address)
            touch_until(phone, table, generator, lambda touched: touched == "over")
        assert table.now.view("A").outcome is not None
        phone.click("[data-fetch='/seat/reasons']")
        phone.wait_for_selector(".reasons li")
        context.close()
