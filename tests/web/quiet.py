"""Pages to which nothing more comes: those that nobody looks at, and those that have all that they will ask for."""

from collections.abc import Sized

from playwright.sync_api import Page

from tests.web.browsing import wait_until


def turn_away(page: Page, *, away: bool) -> None:
    """Let *page* be one that nobody looks at (a phone that sleeps, another tab in front), or be looked at again."""
    page.evaluate(
        """(away) => {
          Object.defineProperty(document, "hidden", { value: away, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        away,
    )


def beats(page: Page) -> list[str]:
    """Return a list that grows by one with each heartbeat of *page*'s streams: each comes after a version or a page."""
    return _events(page, "hb")


def brought(page: Page) -> list[str]:
    """Return a list that grows by one with each page that a stream brings to *page*, and holds them."""
    return _events(page, "page")


def caught_up(page: Page) -> None:
    """Give *page* the time to do what it does with what it has heard: that of a few questions, one after the other."""
    for _ in range(5):
        page.evaluate("async () => (await fetch('/join/view')).text()")


def _events(page: Page, name: str) -> list[str]:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    heard: list[str] = []
    session.on(
        "Network.eventSourceMessageReceived", lambda event: heard.append(event["data"]) if event["eventName"] == name else None
    )
    return heard


def settled(page: Page, heard: list[str], sizes: Sized = ()) -> None:
    """Wait for two more heartbeats, and until nothing more has come between two; a stream never ends."""
    before = -1
    while before != len(sizes):
        before, until = len(sizes), len(heard) + 2
        wait_until(page, lambda until=until: len(heard) >= until, "two heartbeats")
