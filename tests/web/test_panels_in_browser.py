"""Panels come over a line that may be slow: what a thumb asked for last is what stays, whatever arrives after it."""

from __future__ import annotations

import pytest

from tests.web.begun import staking, started
from tests.web.browsing import House, ready, wait_until
from tests.web.fingers import lay, push
from tests.web.lines import SlowLine
from tests.web.quiet import brought, caught_up, turn_away
from tests.web.shark_tables import shares

pytestmark = pytest.mark.browser


def test_a_composer_that_comes_late_does_not_open_a_closed_pile(house: House) -> None:
    a, b, _ = staking(house)
    lay(a, 2)
    line = SlowLine(house, a, slow=lambda url: "notes=" not in url)
    push(b, 4)
    line.wait()
    a.click("[data-shut]")
    a.wait_for_selector("[data-push]")
    line.let_through()
    a.click("[data-push]")
    a.wait_for_selector("#page .asked")
    assert house.table.view("A").purse.real == 50 - 2


@pytest.mark.broad
def test_a_pile_that_is_closed_over_a_slow_line_stays_closed(house: House) -> None:
    a, b, _ = staking(house)
    lay(a, 2)
    line = SlowLine(house, a, slow=lambda url: "notes=" in url)
    a.click("[data-shut]")
    line.wait()
    push(b, 4)
    a.wait_for_selector("#page .asked >> text=one note", state="attached")
    line.let_through()
    a.wait_for_selector("[data-push]")
    a.click("[data-push]")
    a.wait_for_selector("#page .asked")
    assert house.table.view("A").purse.real == 50 - 2


@pytest.mark.broad
def test_what_changes_while_a_panel_is_on_its_way_is_shown_after_it(house: House) -> None:
    a, b, _ = staking(house)
    lay(a, 2)
    line = SlowLine(house, a, slow=lambda url: "notes=" not in url)
    push(b, 4)
    line.wait()
    push(house.phones["C"], 4)
    a.wait_for_function("() => document.querySelectorAll('#page .asked .minis').length === 2")
    line.let_through()
    a.wait_for_function("() => document.querySelectorAll('#others .minis').length === 2")


@pytest.mark.broad
def test_what_comes_of_a_tap_is_shown_where_the_table_is_heard_before_the_answer(house: House) -> None:
    """The version that a tap has made may overtake the answer to it, and open what is asked next."""
    house.start("shark", "ABCD", first="chosen")
    shares(house.table, A="red", B="blue", C="green", D="yellow")
    a = house.show("A", ".deal")
    line, pages = SlowLine(house, a, "**/act"), brought(a)
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
    house.sit("A")
    a = house.show("A")
    line = SlowLine(house, a, "**/seat/view")
    for away in (True, False):
        turn_away(a, away=away)
    line.wait()
    house.sit("B")
    a.wait_for_selector(".stools >> text=Émile")
    line.let_through()
    caught_up(a)
    assert a.locator(".stools .who >> text=Émile").is_visible()


@pytest.mark.broad
def test_a_new_pin_is_shown_where_the_table_is_heard_before_it(house: House) -> None:
    """A new PIN is a change of the table, too; the menu that it was asked for from is renewed at every change."""
    house.sit("A")
    a = house.show("A")
    a.click("[data-fetch='/seat/menu']")
    line, pages = SlowLine(house, a, "**/seat/pin"), brought(a)
    a.click("#panel [data-post]")
    line.wait()
    wait_until(a, lambda: bool(pages), "the page after the new PIN")
    caught_up(a)
    line.let_through()
    a.wait_for_selector("#panel h1 >> text=/[0-9]{4}/")


@pytest.mark.broad
def test_a_menu_that_is_asked_for_while_an_answer_is_on_its_way_stays(house: House) -> None:
    a, *_ = started(house)
    line = SlowLine(house, a, "**/act")
    a.click("[data-act]")
    line.wait()
    a.click(".where")
    a.wait_for_selector("#panel [data-post]")
    line.let_through()
    ready(a)
    caught_up(a)
    assert a.locator("#panel [data-post]").is_visible()
