"""Who taps twice at the door sits once, and on this phone: also where the first answer never came."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import LONG, PHONE, House

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

pytestmark = pytest.mark.browser


class SlowLine:
    """A line on which the table hears the first try to sit down, and whose answer never comes. *tries* are all of them."""

    def __init__(self, page: Page, port: int) -> None:
        self._page, self._there = page, f"127.0.0.1:{port}"  # Only the browser knows the names.
        self.tries: list[Route] = []
        page.route("**/join", self._pass)

    def _pass(self, route: Route) -> None:
        self.tries.append(route)
        if len(self.tries) > 1:
            route.continue_()
            return
        cookies = self._page.context.cookies(route.request.url)
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in cookies)
        headers = {**route.request.headers, "origin": f"http://{self._there}", "cookie": cookie}
        heard = route.fetch(url=f"http://{self._there}/join", headers=headers, max_redirects=0)
        assert heard.status == 303


@pytest.fixture
def plain(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without scripts."""
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en", java_script_enabled=False)
    yield context
    context.close()


def at_the_door(house: House, context: BrowserContext) -> tuple[Page, SlowLine]:
    page = context.new_page()
    page.set_default_timeout(LONG)
    page.goto(f"http://a.barkeep.test:{house.server.port}/")
    page.fill("input[name=name]", "Noor")
    return page, SlowLine(page, house.server.port)


def tap(page: Page) -> None:
    """Tap the lamp, at the counter's foot, as a finger does: without looking whether the page is busy."""
    page.mouse.click(PHONE["width"] / 2, PHONE["height"] - 40)


def heard(page: Page, line: SlowLine, house: House) -> None:
    """Tap once, and wait until the table has heard it."""
    tap(page)
    for _ in range(LONG // 20):
        if house.table.names:
            break
        page.wait_for_timeout(20)
    assert len(line.tries) == 1
    assert house.table.names == {"A": "Noor"}


def test_a_second_tap_without_scripts_brings_the_seat(house: House, plain: BrowserContext) -> None:
    page, line = at_the_door(house, plain)
    heard(page, line, house)
    tap(page)
    page.wait_for_selector("[data-page=lobby]")
    assert len(line.tries) == 2  # The control: it was sent twice, and the first answer was lost.
    assert house.table.names == {"A": "Noor"}


def test_with_scripts_a_second_tap_is_not_sent(house: House) -> None:
    page, line = at_the_door(house, house.context)
    heard(page, line, house)
    tap(page)
    tap(page)
    page.wait_for_timeout(300)
    assert len(line.tries) == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_who_reloads_the_door_after_a_lost_answer_sits(house: House, plain: BrowserContext, scripts: bool) -> None:
    page, line = at_the_door(house, house.context if scripts else plain)
    heard(page, line, house)
    page.goto(f"http://a.barkeep.test:{house.server.port}/")
    page.wait_for_selector("[data-page=lobby]")
    assert len(line.tries) == 1
    assert house.table.names == {"A": "Noor"}
