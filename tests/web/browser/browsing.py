"""A served table with real phones around it, in a browser, and the checks of a thumb and an eye for every page."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

from companion.kit.pieces import Piece
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.seats.tickets import Tickets
from companion.table.table import Table
from companion.tags.pieces import Pieces
from firmware.photo.child import Finder
from tests.web.fake_bench import FakeBench
from tests.web.shark_tables import SIX
from tests.web.tables import ADDRESS, NAMES, new_table
from web.app import create_app
from web.http.server import Server, serve
from web.seats.session import hashed

PHONE: Final = {"width": 360, "height": 740}
WIDE: Final = {"width": 1920, "height": 1080}
LONG: Final = 300_000  # milliseconds
LOOK: Final = 20  # milliseconds from one look to the next
SITE: Final = "barkeep.test"
BAG: Final = {seat: bytes([4, 0, 0, number]) for number, seat in enumerate(NAMES, start=1)}
HERE: Final = Path(__file__).parent
LOOKS: Final = (HERE / "looks.js").read_text(encoding="utf-8")
SCRIPTS: Final = (HERE / "scripts.js").read_text(encoding="utf-8")


class House:
    """A served table, and the phones and screens around it. *names* are those of the people who sit down."""

    def __init__(self, table: Table, server: Server, context: BrowserContext) -> None:
        self.table, self.server, self.context = table, server, context
        self.names = dict(SIX)
        self.phones: dict[str, Page] = {}
        self.complaints: list[str] = []
        self._doors: dict[str, Page] = {}

    def address(self, path: str = "", host: str = SITE) -> str:
        return f"http://{host}:{self.server.port}/{path}"

    def open(self, url: str) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(LONG)
        listen(page, self.complaints)
        page.goto(url)
        return page

    def phone(self, seat: str, site: str = SITE) -> Page:
        """Open the phone of *seat* on its own host and sit down at the door."""
        page = self.phones[seat] = self.open(self.address(host=f"{seat.lower()}.{site}"))
        page.fill("input[name=name]", self.names[seat])
        page.check(f"input[value={seat}]", force=True)
        page.click(".counter .lamp")
        page.wait_for_selector("[data-page=lobby]")
        page.wait_for_load_state()  # With its styles: without them, nobody may measure or touch it.
        self.all_wait_for(f".stools >> text={self.names[seat]}")  # Until it stops changing under the thumb, it ignores touches.
        return page

    def all_wait_for(self, selector: str) -> None:
        """Wait until every phone shows *selector*, and accepts a touch."""
        for page in self.phones.values():
            page.wait_for_selector(selector)
            ready(page)

    def sit(self, *letters: str) -> None:
        """Seat *letters*, or five by default, without a phone."""
        for letter in letters or NAMES:
            self.table.act(letter, SitDown(self.names[letter], hashed(f"token-of-{letter}")))

    def start(self, game: str = "barracuda", letters: str = "ABCDE", **options: Any) -> None:
        self.sit(*letters)
        self.table.act("A", StartGame(game, options))

    def show(self, letter: str, selector: str = "[data-page], [data-ask]") -> Page:
        """Return the phone of *letter*, already seated by `sit`, freshly loaded, once it shows *selector*: page or panel."""
        host = f"{letter.lower()}.{SITE}"
        self.context.add_cookies([{"name": "seat", "value": f"token-of-{letter}", "domain": host, "path": "/"}])
        page = self.phones[letter] = self.door(host=host, selector=selector)
        return page

    def show_all(self, letters: str = "ABC", selector: str = "[data-page], [data-ask]") -> list[Page]:
        return [self.show(letter, selector) for letter in letters]

    def door(self, path: str = "", host: str = SITE, selector: str = "body") -> Page:
        """Return the page of *host*, one for each, freshly loaded at *path*, once it shows *selector*."""
        page = self._doors.get(host) or self._doors.setdefault(host, self.open("about:blank"))
        page.goto(self.address(path, host))
        page.locator(selector).filter(visible=True).first.wait_for()
        return page

    def screen(self, selector: str = "#view") -> Page:
        return self.door("table", selector=selector)

    def leave(self) -> None:
        """Navigate all pages away: nobody looks while a long game is played, so no pages need to be rendered."""
        for page in self._doors.values():
            page.goto("about:blank")


def table_with_bag(folder: Path) -> Table:
    """Return a table in *folder* that knows the bag pawns (BAG)."""
    pieces = Pieces({uid: Piece("bag", seat) for seat, uid in BAG.items()})
    return new_table(folder, pieces, Tickets(lambda: 0.0, random.Random(1).choice))


@contextmanager
def open_house(browser: Browser, table: Table, language: str = "en", **context: Any) -> Iterator[House]:
    """Serve *table* to phones in a browser with this *context* (playwright's)."""
    hosts = [SITE, *(f"{seat.lower()}.{SITE}" for seat in "ABCDEF")]
    app = create_app(table, hosts=hosts, address=ADDRESS, language=language, bench=FakeBench(table.now.pieces), finder=Finder())
    server = serve(app, 0, "127.0.0.1")
    usual = {"viewport": PHONE, "has_touch": True, "locale": language, "reduced_motion": "reduce"}
    pages = browser.new_context(**{**usual, **context})
    house = House(table, server, pages)
    yield house
    pages.close()
    house.server.close()


@contextmanager
def window(browser: Browser, **context: Any) -> Iterator[Page]:
    """Open a page in a context of its own; nothing may be blocked, or fail in a script."""
    complaints: list[str] = []
    with browser.new_context(locale="en", **context) as pages:
        page = pages.new_page()
        page.set_default_timeout(LONG)
        listen(page, complaints)
        yield page
    assert complaints == []


def resize(page: Page, size: Any) -> None:
    """Give *page* the *size*, {width, height} in CSS pixels, and wait until it has heard of it."""
    page.set_viewport_size(size)
    heard = f"() => innerWidth === {size['width']} && innerHeight === {size['height']}"
    if not page.evaluate(heard):  # Mostly it has at once, and waiting takes two frames.
        page.wait_for_function(heard)


def ready(page: Page) -> None:
    """Wait until the request of *page* is answered and shown: before that it accepts no other answer."""
    page.wait_for_selector("body:not([data-busy])")


def wait_until(page: Page, true: Callable[[], bool], what: str) -> None:
    """Wait until *true* returns True, handling *page*'s events meanwhile; fail after LONG, so that no test waits for ever."""
    for _ in range(LONG // LOOK):
        if true():
            return
        page.wait_for_timeout(LOOK)
    pytest.fail(f"waited in vain for {what}")


def catch_up(page: Page) -> None:
    """Wait until *page* shows the table's newest state. `wait_for_function` can't: it takes a promise for a yes."""

    def newest() -> bool:
        try:
            return bool(page.evaluate(script("caughtUp")))
        except Error:  # The page is just being replaced.
            return False

    wait_until(page, newest, "the newest page")


def answered(page: Page) -> None:
    """Wait until *page* has closed its panel, because the table has the answer, and is ready for the next."""
    page.wait_for_selector("#panel", state="hidden")
    ready(page)


def shown(page: Page, selector: str) -> Page:
    page.wait_for_selector(selector)
    return page


def listen(page: Page, complaints: list[str]) -> None:
    """Collect the complaints of the page's console and scripts in *complaints*.

    Not included: a panel that was fetched just after its question had been answered. The page, which is behind then, is told so
    and goes on to the next; only the browser mentions it.
    """

    def hear(said: ConsoleMessage) -> None:
        behind = "status of 409" in said.text and "/seat/ask/" in said.location["url"]
        if said.type in ("error", "warning") and not behind:
            complaints.append(said.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))


def script(name: str) -> str:
    """Return the function *name* in scripts.js, for a page to evaluate."""
    return f"(given) => {{ {SCRIPTS} return SCRIPTS.{name}(given); }}"


def look(page: Page, *names: str) -> list[str]:
    """Return what the functions *names* in looks.js find, such as `unexplained` elements, greyed out without a reason."""
    return page.evaluate(f"(names) => {{ {LOOKS} return names.flatMap((name) => LOOKS[name]()); }}", names)


def fits(page: Page) -> bool:
    return look(page, "sideways") == []
