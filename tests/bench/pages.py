"""The phones' pages in a true browser: what a first look weighs, and how soon a change is on every page.

Five phones are five machines, and here they share their processors with each other and the server. So it is measured in
several ways: with one phone in the browser while the other four only follow and fetch, in a process of their own, with a
processor for the server alone and without; and with all five in one browser. The server has the same to do in each: five
streams, and five views at once. Between those games a bare page is measured, and the processors' pace, which tell what the
machine can do in that hour.
"""

from __future__ import annotations

import gc
import shutil
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright

from companion.barracuda.moves import CallDraw, OpenBar
from companion.game import TABLE
from companion.seating import StartGame
from tests.bench import bare, unwatched
from tests.bench.phones import Phones
from tests.bench.processors import left_by_server
from tests.pace import slowness
from tests.web.browsing import House
from tests.web.tables import FIRST, NAMES, SECOND, new_table, seat
from tests.web.test_packed import weigh
from web.app import create_app, prepare
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

    from companion.table import Table


class Place(NamedTuple):
    """The *seats* in a browser, how many *games* they play, and whether the server has a processor to itself."""

    seats: str
    games: int
    apart: bool


PLACES = {
    "one phone in a browser, four beside it, a processor for the server": Place("A", 6, apart=True),
    "one phone in a browser, four beside it, all on the same processors": Place("A", 6, apart=False),
    "five phones in one browser, all on the same processors": Place("ABCDE", 3, apart=False),
}
BARE = "a bare page, nobody beside it"
BARE_GAMES = 4
HOSTS = [f"{seat.lower()}.barkeep.test" for seat in NAMES]
PAUSE = 0.25  # seconds between two commands, so that each finds the table at rest

# The page's own record: when anything in it changed.
RECORD = """() => {
  performance.setResourceTimingBufferSize(10000);
  performance.clearResourceTimings();
  window.shown = [];
  const all = { childList: true, subtree: true, attributes: true, characterData: true };
  new MutationObserver(() => window.shown.push(performance.now())).observe(document.getElementById("page"), all);
}"""

# A push is answered by fetching the view at once, so that a fetch begins when the push is there. Pairs of when it began
# and when the page had changed by what came, in milliseconds since 1970 as Python's clock has them.
RECORDED = """() => {
  const views = performance.getEntriesByType("resource").filter((one) => one.name.endsWith("/view"));
  const since = (time) => performance.timeOrigin + time;
  return views.map((one) => [since(one.startTime), since(window.shown.find((time) => time >= one.responseEnd))]);
}"""


@dataclass
class Delays:
    """In milliseconds, one for each change and page: from the command, and from the push, to the changed page."""

    whole: list[float] = field(default_factory=list)
    pushed: list[float] = field(default_factory=list)


PUSHED, WHOLE = attrgetter("pushed"), attrgetter("whole")


def report() -> None:
    """Print the bytes of a first load, and the delays from a command, and from a push, to the changed page."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        print("pages: no browser, nothing measured")
        return
    delays = {where: Delays() for where in (*PLACES, BARE)}
    loads, slow = [], []
    with sync_playwright() as playwright:
        for number in range(max(place.games for place in PLACES.values())):  # In turn: a slow minute is everybody's.
            loads += [_game(playwright, path, place, delays[where]) for where, place in PLACES.items() if number < place.games]
            if number < BARE_GAMES:
                _bare_game(playwright, path, delays[BARE])
            slow.append(slowness())
    print(f"first load of door and seat: {max(loads)} bytes at most")
    for what, kind in (("a push to the changed page", PUSHED), ("a command to the changed page", WHOLE)):
        floor = _median_and_p95(kind(delays[BARE]))
        for where, of in delays.items():
            took = _median_and_p95(kind(of))
            times = "/".join(f"{mine / least:.1f}" for mine, least in zip(took, floor, strict=True))
            print(f"{what}, {where}: median {took[0]:.1f} ms, p95 {took[1]:.1f} ms; {times} of the bare page's")
    print(f"meanwhile the processors took {statistics.median(slow):.1f} times the usual for the same work")


def _median_and_p95(took: list[float]) -> tuple[float, float]:
    took = sorted(took)
    return took[len(took) // 2], took[int(0.95 * len(took))]


def _game(playwright: Playwright, path: str, place: Place, delays: Delays) -> int:
    """Play two rounds at *place*, and return the bytes of the first load."""
    with (
        tempfile.TemporaryDirectory() as folder,
        left_by_server(apart=place.apart) as processors,
        unwatched.browser(path, processors) as address,
    ):
        table = new_table(Path(folder))
        app = create_app(table, hosts=["barkeep.test", *HOSTS])
        server = serve(app, 0, "127.0.0.1")
        list(prepare(app))  # As the program does both once it is open.
        gc.freeze()
        with unwatched.driven(playwright, address) as context:
            house = House(table, server, context)
            weighed = _first_load(house)
            for letter in place.seats[1:]:
                house.phone(letter)
            rest = "".join(letter for letter in NAMES if letter not in place.seats)
            beside = [Phones(server.port, rest, processors)] if rest else []
            table.act("A", StartGame("barracuda", {}))
            house.all_wait_for("[data-page=drawing]")
            for page in house.phones.values():
                page.evaluate(RECORD)
        began = _two_rounds(table)
        with unwatched.driven(playwright, address) as context:
            for page in context.pages:
                if "barkeep" in page.url:
                    _read(page, began, delays)
        for phones in beside:
            phones.close()
        server.close()
    return weighed


def _bare_game(playwright: Playwright, path: str, delays: Delays) -> None:
    """Play the same two rounds, followed by a bare page alone, with a processor for the server."""
    with (
        tempfile.TemporaryDirectory() as folder,
        left_by_server(apart=True) as processors,
        unwatched.browser(path, processors) as address,
    ):
        table = new_table(Path(folder))
        app = create_app(table, hosts=["barkeep.test"])
        bare.add_to(app)
        server = serve(app, 0, "127.0.0.1")
        seat(table)
        table.act("A", StartGame("barracuda", {}))
        with unwatched.driven(playwright, address) as context:
            page = context.new_page()
            page.goto(f"http://barkeep.test:{server.port}/bare")
            page.wait_for_selector("#page p")
            page.evaluate(RECORD)
        began = _two_rounds(table)
        with unwatched.driven(playwright, address) as context:
            _read(next(page for page in context.pages if "barkeep" in page.url), began, delays)
        server.close()


def _first_load(house: House) -> int:
    """Seat A, with an empty cache for door and seat together."""
    page = house.phones["A"] = house.context.new_page()
    sizes = weigh(page)
    page.goto(f"http://a.barkeep.test:{house.server.port}/")
    page.fill("input[name=name]", NAMES["A"])
    page.click(".counter .lamp")
    page.wait_for_selector("[data-page=lobby]")
    page.wait_for_timeout(500)
    return sum(sizes.values())


def _two_rounds(table: Table) -> list[float]:
    """Let everybody open two bars, and return when each command was given, in milliseconds since 1970."""
    bars, began = iter([*FIRST.values(), *SECOND.values()]), []
    for _ in range(2 * len(NAMES)):
        for who, command in ((TABLE, lambda: CallDraw()), ("", lambda: OpenBar(next(bars)))):
            time.sleep(PAUSE)
            began.append(1000 * time.time())
            table.act(who or str(table.view(TABLE).active.seat), command())
    time.sleep(PAUSE)
    return began


def _read(page: Page, began: list[float], delays: Delays) -> None:
    """Add one delay of each kind for every command that *began* then: *page* has kept its own record."""
    views = page.evaluate(RECORDED)
    for at in began:
        heard, shown = next(view for view in views if view[0] >= at)
        delays.pushed.append(shown - heard)
        delays.whole.append(shown - at)
