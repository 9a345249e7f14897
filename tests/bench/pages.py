"""The phones' pages in a true browser: what a first look weighs, and how soon a change is on every page."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from companion.barracuda.moves import CallDraw, OpenBar
from companion.game import TABLE
from companion.seating import StartGame
from tests.conftest import FLAGS
from tests.web.browsing import PHONE, House
from tests.web.tables import FIRST, NAMES, SECOND, new_table
from tests.web.test_packed import weigh
from web.app import create_app
from web.server import serve

GAMES = 3
# When the page has changed, in milliseconds since 1970 as Python's clock has them.
WATCH = """() => {
  window.shown = [];
  const now = () => performance.timeOrigin + performance.now();
  new MutationObserver(() => window.shown.push(now())).observe(document.getElementById("page"), { childList: true });
}"""

# A push is answered by fetching the view at once, so that this begins when the push is there.
TIMES = """() => {
  const asked = performance.getEntriesByType("resource").filter((one) => one.name.endsWith("/seat/view"));
  return [performance.timeOrigin + asked.at(-1).startTime, window.shown.at(-1)];
}"""


def report() -> None:
    """Print the bytes of a first load, and the delays from a command, and from a push, to the page of each of five phones."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        print("pages: no browser, nothing measured")
        return
    whole: list[float] = []
    pushed: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for _ in range(GAMES):
            with tempfile.TemporaryDirectory() as folder:
                _game(browser, Path(folder), whole, pushed)
        browser.close()
    _print(f"a command to the changed page of {len(NAMES)} phones in one browser, each", whole)
    _print("a push to the changed page, each", pushed)


def _print(what: str, took: list[float]) -> None:
    took = sorted(took)
    print(f"{what}: {len(took)} times, median {took[len(took) // 2]:.1f} ms, p95 {took[int(0.95 * len(took))]:.1f} ms")


def _game(browser: Browser, folder: Path, whole: list[float], pushed: list[float]) -> None:
    table = new_table(folder)
    hosts = ["barkeep.test", *(f"{seat.lower()}.barkeep.test" for seat in NAMES)]
    server = serve(create_app(table, hosts=hosts), 0, "127.0.0.1")
    context = browser.new_context(viewport=PHONE, locale="en")
    house = House(table, server, context)
    print(f"first load of door and seat: {_first_load(house)} bytes")
    for seat in list(NAMES)[1:]:
        house.phone(seat)
    table.act("A", StartGame("barracuda", {}))
    house.all_wait_for("[data-page=drawing]")
    for page in house.phones.values():
        page.evaluate(WATCH)
    bars = iter([*FIRST.values(), *SECOND.values()])
    for _ in range(2 * len(NAMES)):
        _timed(house, TABLE, CallDraw(), whole, pushed)
        _timed(house, str(table.view(TABLE).active.seat), OpenBar(next(bars)), whole, pushed)
    context.close()
    server.close()


def _first_load(house: House) -> int:
    """Seat A, with an empty cache for door and seat together."""
    page = house.context.new_page()
    sizes = weigh(page)
    page.goto(f"http://a.barkeep.test:{house.server.port}/")
    page.fill("input[name=name]", NAMES["A"])
    page.click(".counter .lamp")
    page.wait_for_selector("[data-page=lobby]")
    page.wait_for_timeout(500)
    house.phones["A"] = page
    return sum(sizes.values())


def _timed(house: House, seat: str, command: object, whole: list[float], pushed: list[float]) -> None:
    for page in house.phones.values():
        page.evaluate("() => { window.shown.length = 0; performance.clearResourceTimings(); }")
    began = 1000 * time.time()
    house.table.act(seat, command)
    for page in house.phones.values():
        page.wait_for_function("() => window.shown.length > 0")
        heard, shown = page.evaluate(TIMES)
        whole.append(shown - began)
        pushed.append(shown - heard)
