"""Pages that receive nothing more, connections that are slow or lose messages, and time that passes when a test says so."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, Page, Route

from tests.web.browser.browsing import House, wait_until


def turn_away(page: Page, *, away: bool) -> None:
    """Make *page* one that nobody looks at (a sleeping phone, another tab in front), or let it be looked at again."""
    is_away = """(away) => Object.defineProperty(document, "hidden", { value: away, configurable: true })"""
    page.evaluate(f"(away) => {{ ({is_away})(away); document.dispatchEvent(new Event('visibilitychange')); }}", away)


def beats(page: Page) -> list[str]:
    """Return a list that grows by one with each heartbeat of *page*'s streams: one follows every version and every page."""
    return _events(page, "hb")


def brought(page: Page) -> list[str]:
    """Return a list that grows by one with each page that *page*'s stream, which has begun, brings to it, and holds them."""
    heartbeats, pages = beats(page), _events(page, "page")
    wait_until(page, lambda: bool(heartbeats), "its stream")
    return pages


def caught_up(page: Page) -> None:
    """Give *page* the time to handle what it has received: as long as a few queries take, one after the other."""
    for _ in range(5):
        page.evaluate("async () => (await fetch('/join/view')).text()")


def _events(page: Page, name: str) -> list[str]:
    session, heard = page.context.new_cdp_session(page), list[str]()
    session.send("Network.enable")
    hear = lambda event: heard.extend([event["data"]] if event["eventName"] == name else [])
    session.on("Network.eventSourceMessageReceived", hear)
    return heard


SECOND = 1000  # milliseconds


def heard(house: House, route: Route, **more: Any) -> APIResponse:
    """Send the table the request of *route*, and return its answer, of which the page knows nothing yet."""
    there = f"127.0.0.1:{house.server.port}"  # Only the browser knows the names.
    address = urlsplit(route.request.url)._replace(netloc=there).geturl()
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in route.request.frame.page.context.cookies(route.request.url))
    headers = {**route.request.headers, "origin": f"http://{there}", "cookie": cookie}
    return route.fetch(url=address, headers=headers, **more)


def stand_still(house: House) -> None:
    """Let the clocks of all pages opened from now on stand still, until `let_pass`."""
    house.context.clock.install(time=0)
    house.context.clock.pause_at(SECOND)


def let_pass(page: Page, milliseconds: int) -> None:
    """Let this much of *page*'s own time pass, with a heartbeat of the table every second: else the line counts as down."""
    heartbeats = beats(page)
    for _ in range(0, milliseconds, SECOND):
        before = len(heartbeats)
        page.clock.run_for(SECOND)
        wait_until(page, lambda before=before: len(heartbeats) > before, "a heartbeat")


class SlowLine:
    """Delays *page*'s requests to addresses like *what* if *slow* says so, and answers them as at the time of the request."""

    def __init__(self, house: House, page: Page, what: str = "**/seat/ask/**", slow: Callable[[str], bool] = bool) -> None:
        self.house, self.page, self.slow = house, page, slow
        self.held: list[tuple[Route, APIResponse]] = []
        page.route(what, self._take)

    def _take(self, route: Route) -> None:
        if self.slow(route.request.url):
            self.held.append((route, heard(self.house, route)))
        else:
            route.continue_()

    def wait(self) -> None:
        """Wait until an answer is held back."""
        wait_until(self.page, lambda: bool(self.held), "what the page asks for")

    def let_through(self) -> None:
        """Let the held answers through, and everything after them."""
        self.slow = lambda _: False
        for route, answer in self.held:
            with self.page.expect_response(route.request.url):
                route.fulfill(response=answer)
