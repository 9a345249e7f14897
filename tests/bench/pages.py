"""The phones' pages in a true browser: what a first look weighs, and how soon a change is on every page.

The push brings the page with it. So two things are told: from the push, when the browser hands the page over to the phone's
script, until it is shown; and from the command, which has all in it: the rules, the disk, five pages made, and the way.

Five phones are five machines, and here they share their processors with each other and the server. So it is measured in
several ways: with one phone in the browser while the other four only take what their streams bring, in a process of their own,
with a processor for the server alone and without; and with all five in one browser. The server has the same to do in each:
five streams, and five pages at once.

What the machine can do in that hour is measured in the same run: by a bare page between those games, by the processors' pace,
and by what a host that lends them took back.
"""

from __future__ import annotations

import gc
import shutil
import tempfile
import time
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
from tests.pace import slowness, stolen
from tests.web.browsing import House
from tests.web.tables import FIRST, NAMES, SECOND, new_table, seat
from tests.web.test_packed import weigh
from web.app import create_app, prepare
from web.server import serve

if TYPE_CHECKING:
    from collections.abc import Sequence

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
PAUSE = 0.125  # seconds before each command and after it, so that each finds the table at rest

# The page's own record, in milliseconds since 1970 as Python's clock has them: when the stream brought it something, before
# anything is made of that, and when anything in it changed.
RECORD = """() => {
  const now = () => performance.timeOrigin + performance.now();
  const listen = EventSource.prototype.addEventListener;
  [window.heard, window.shown] = [[], []];
  EventSource.prototype.addEventListener = function (name, then) {
    listen.call(this, name, (event) => {
      if (name === "page") window.heard.push(now());
      return then(event);
    });
  };
  const all = { childList: true, subtree: true, attributes: true, characterData: true };
  const watch = () => new MutationObserver(() => window.shown.push(now())).observe(document.getElementById("page"), all);
  addEventListener("DOMContentLoaded", watch);
}"""
RECORDED = "() => [window.heard, window.shown]"


class Given(NamedTuple):
    """When a command was given, in milliseconds since 1970, and whether the host took a processor away soon after."""

    at: float
    disturbed: bool


class Change(NamedTuple):
    """How long one change took to be shown, in milliseconds: from the *command*, and from the *push* that brought the page.

    *slowness* is that of the processors then, *disturbed* whether the host took one away meanwhile.
    """

    push: float
    command: float
    slowness: float
    disturbed: bool


def report() -> None:
    """Print the bytes of a first load, and the delays from a command, and from a push, to the changed page."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        print("pages: no browser, nothing measured")
        return
    changes: dict[str, list[Change]] = {where: [] for where in (*PLACES, BARE)}
    loads = []
    with sync_playwright() as playwright:
        for number in range(max(place.games for place in PLACES.values())):  # In turn: a slow minute is everybody's.
            loads += [_game(playwright, path, place, changes[where]) for where, place in PLACES.items() if number < place.games]
            if number < BARE_GAMES:
                _bare_game(playwright, path, changes[BARE])
    print(f"first load of door and seat: {max(loads)} bytes at most")
    print("how soon a page has changed, median / p95: in ms; in times the bare page's; in ms undisturbed and at the usual pace")
    for what, kind in (("push", attrgetter("push")), ("command", attrgetter("command"))):
        floor = _median_and_p95([kind(one) for one in changes[BARE]])
        for where, of in changes.items():
            took = _median_and_p95([kind(one) for one in of])
            times = [mine / bare_one for mine, bare_one in zip(took, floor, strict=True)]
            calm = [kind(one) / one.slowness for one in of if not one.disturbed]
            calmly = f"{_pair(_median_and_p95(calm))} ({len(calm)} of {len(of)})" if calm else "always disturbed"
            print(f"  from the {what}, {where}: {_pair(took)}; {_pair(times)}; {calmly}")
    slow = sorted(one.slowness for of in changes.values() for one in of)
    print(f"  meanwhile the processors took {slow[0]:.1f} to {slow[-1]:.1f} times the usual for the same work")


def _pair(numbers: Sequence[float]) -> str:
    return " / ".join(f"{number:.1f}" for number in numbers)


def _median_and_p95(took: Sequence[float]) -> tuple[float, float]:
    took = sorted(took)
    return took[len(took) // 2], took[int(0.95 * len(took))]


def _game(playwright: Playwright, path: str, place: Place, changes: list[Change]) -> int:
    """Play two rounds at *place*, add its *changes*, and return the bytes of the first load."""
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
            context.add_init_script(f"({RECORD})()")
            house = House(table, server, context)
            weighed = _first_load(house)
            for letter in place.seats[1:]:
                house.phone(letter)
            rest = "".join(letter for letter in NAMES if letter not in place.seats)
            beside = [Phones(server.port, rest, processors)] if rest else []
            table.act("A", StartGame("barracuda", {}))
            house.all_wait_for("[data-page=drawing]")
        commands, slow = _two_rounds(table)
        with unwatched.driven(playwright, address) as context:
            for page in context.pages:
                if "barkeep" in page.url:
                    changes += _read(page, commands, slow)
        for phones in beside:
            phones.close()
        server.close()
    return weighed


def _bare_game(playwright: Playwright, path: str, changes: list[Change]) -> None:
    """Play the same two rounds, followed by a bare page alone, with a processor for the server."""
    with (
        tempfile.TemporaryDirectory() as folder,
        left_by_server(apart=True) as processors,
        unwatched.browser(path, processors) as address,
    ):
        table = new_table(Path(folder))
        app = create_app(table, hosts=["barkeep.test"])
        bare.add_to(app, table)
        server = serve(app, 0, "127.0.0.1")
        seat(table)
        table.act("A", StartGame("barracuda", {}))
        with unwatched.driven(playwright, address) as context:
            context.add_init_script(f"({RECORD})()")
            page = context.new_page()
            page.goto(f"http://barkeep.test:{server.port}/bare")
            page.wait_for_selector("#page p")
        commands, slow = _two_rounds(table)
        with unwatched.driven(playwright, address) as context:
            changes += _read(next(page for page in context.pages if "barkeep" in page.url), commands, slow)
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


def _two_rounds(table: Table) -> tuple[list[Given], float]:
    """Let everybody open two bars; return the commands that were given, and how slow the processors were."""
    bars, commands, slow = iter([*FIRST.values(), *SECOND.values()]), list[Given](), slowness()
    for _ in range(2 * len(NAMES)):
        for who, command in ((TABLE, lambda: CallDraw()), ("", lambda: OpenBar(next(bars)))):
            time.sleep(PAUSE)
            at, taken = 1000 * time.time(), stolen()
            table.act(who or str(table.view(TABLE).active.seat), command())
            time.sleep(PAUSE)
            commands.append(Given(at, stolen() > taken))
    time.sleep(PAUSE)  # A slow page has more time than that.
    return commands, (slow + slowness()) / 2


def _read(page: Page, commands: list[Given], slow: float) -> list[Change]:
    """Return what each of *commands* changed on *page*, which has kept its own record."""
    (pushes, shown), changes = page.evaluate(RECORDED), []
    for at, disturbed in commands:
        heard = next(time for time in pushes if time >= at)
        there = next(time for time in shown if time >= heard)
        changes.append(Change(there - heard, there - at, slow, disturbed))
    return changes
