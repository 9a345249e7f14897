"""Panels come over a line that may be slow: what a thumb asked for last is what stays, whatever arrives after it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from companion.barracuda.moves import CallLastOrder
from companion.seating import SitDown, StartGame
from tests.web.browsing import House, ready, wait_until
from tests.web.quiet import brought, caught_up, turn_away
from tests.web.shark_tables import FOUR, shares
from tests.web.test_phones_in_browser import rounds, started

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import APIResponse, Page, Route

pytestmark = pytest.mark.browser


class SlowLine:
    """What *page* asks for of panels arrives late where *slow* says so of the address: as it was when it was asked for.

    Other addresses than those of panels: *what*, a pattern.
    """

    def __init__(self, house: House, page: Page, slow: Callable[[str], bool], what: str = "**/seat/ask/**") -> None:
        self.page, self.there, self.slow = page, f"127.0.0.1:{house.server.port}", slow  # Only the browser knows the names.
        self.held: list[tuple[Route, APIResponse]] = []
        page.route(what, self._take)

    def wait(self) -> None:
        """Wait until there is something to let through."""
        wait_until(self.page, lambda: bool(self.held), "what the page asks for")

    def let_through(self) -> None:
        """Let what was held arrive, and everything after it."""
        self.slow = lambda _: False
        for route, answer in self.held:
            with self.page.expect_response(route.request.url):
                route.fulfill(response=answer)

    def _take(self, route: Route) -> None:
        if self.slow(route.request.url):
            address = urlsplit(route.request.url)._replace(netloc=self.there).geturl()
            headers = {**route.request.all_headers(), "origin": f"http://{self.there}"}
            self.held.append((route, route.fetch(url=address, headers=headers)))
        else:
            route.continue_()


def staking(house: House) -> tuple[Page, Page]:
    """Return the phones of two who lay a stake; the first has laid a note."""
    started(house)
    rounds(house)
    house.table.act("C", CallLastOrder())
    house.all_wait_for("#panel [data-pile]")
    a, b, _ = house.phones.values()
    a.click("[data-lay='2']")
    return a, b


def push(page: Page) -> None:
    page.click("[data-lay='4']")
    page.click("[data-shut]")
    page.click("[data-push]")


def test_a_composer_that_comes_late_does_not_open_a_closed_pile(house: House) -> None:
    a, b = staking(house)
    line = SlowLine(house, a, lambda url: "notes=" not in url)
    push(b)
    line.wait()
    a.click("[data-shut]")
    a.wait_for_selector("[data-push]")
    line.let_through()
    a.click("[data-push]")
    a.wait_for_selector("#page .asked")
    assert house.table.view("A").purse.real == 50 - 2


def test_a_pile_that_is_closed_over_a_slow_line_stays_closed(house: House) -> None:
    a, b = staking(house)
    line = SlowLine(house, a, lambda url: "notes=" in url)
    a.click("[data-shut]")
    line.wait()
    push(b)
    a.wait_for_selector("#page .asked >> text=one note", state="attached")
    line.let_through()
    a.wait_for_selector("[data-push]")
    a.click("[data-push]")
    a.wait_for_selector("#page .asked")
    assert house.table.view("A").purse.real == 50 - 2


def test_what_changes_while_a_panel_is_on_its_way_is_shown_after_it(house: House) -> None:
    a, b = staking(house)
    line = SlowLine(house, a, lambda url: "notes=" not in url)
    push(b)
    line.wait()
    push(house.phones["C"])
    a.wait_for_function("() => document.querySelectorAll('#page .asked .minis').length === 2")
    line.let_through()
    a.wait_for_function("() => document.querySelectorAll('#others .minis').length === 2")


def test_what_comes_of_a_tap_is_shown_where_the_table_is_heard_before_the_answer(house: House) -> None:
    """The version that a tap has made may overtake the answer to it, and open what is asked next."""
    for seat in FOUR:
        house.phone(seat)
    house.table.act("A", StartGame("shark", {"first": "chosen"}))
    shares(house.table, A="red", B="blue", C="green", D="yellow")
    a = house.phones["A"]
    line, pages = SlowLine(house, a, lambda _: True, "**/act"), brought(a)
    a.click(".counter [data-act*=RollDice]")
    line.wait()
    wait_until(a, lambda: bool(pages), "the page after the tap")
    caught_up(a)
    line.let_through()
    a.wait_for_selector("#panel .site")
    ready(a)
    assert a.locator("#panel .site").is_visible()


def test_a_page_that_comes_late_hides_no_newer_one(house: House) -> None:
    """Who has been away fetches the page, and meanwhile the stream may bring the next."""
    a = house.phone("A")
    a.wait_for_selector("#note:not([hidden])")
    line = SlowLine(house, a, lambda _: True, "**/seat/view")
    for away in (True, False):
        turn_away(a, away=away)
    line.wait()
    house.table.act("B", SitDown("Émile", "b" * 64))
    a.wait_for_selector(".stools >> text=Émile")
    line.let_through()
    caught_up(a)
    assert a.locator(".stools .who >> text=Émile").is_visible()


def test_a_new_pin_is_shown_where_the_table_is_heard_before_it(house: House) -> None:
    """A new PIN is a change of the table, too; the menu that it was asked for from is renewed at every change."""
    a = house.phone("A")
    a.wait_for_selector("#note:not([hidden])")
    a.click("[data-fetch='/seat/menu']")
    line, pages = SlowLine(house, a, lambda _: True, "**/seat/pin"), brought(a)
    a.click("#panel [data-post]")
    line.wait()
    wait_until(a, lambda: bool(pages), "the page after the new PIN")
    caught_up(a)
    line.let_through()
    a.wait_for_selector("#panel h1 >> text=/[0-9]{4}/")


def test_a_menu_that_is_asked_for_while_an_answer_is_on_its_way_stays(house: House) -> None:
    started(house)
    a = house.phones["A"]
    line = SlowLine(house, a, lambda _: True, "**/act")
    a.click("[data-act]")
    line.wait()
    a.click(".where")
    a.wait_for_selector("#panel [data-post]")
    line.let_through()
    ready(a)
    caught_up(a)
    assert a.locator("#panel [data-post]").is_visible()
