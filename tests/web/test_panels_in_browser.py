"""Panels come over a line that may be slow: what a thumb asked for last is what stays, whatever arrives after it."""

from __future__ import annotations

import pytest

from tests.web.begun import staking
from tests.web.browsing import House, ready, wait_until
from tests.web.fingers import lay, push
from tests.web.lines import SlowLine
from tests.web.quiet import brought, caught_up, turn_away
from tests.web.shark_tables import shares

pytestmark = pytest.mark.browser


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


@pytest.mark.parametrize("slow", ["the panel", pytest.param("the closed pile", marks=pytest.mark.broad)])
def test_a_pile_stays_closed_over_a_slow_line_and_whatever_others_do(house: House, slow: str) -> None:
    a, b, c = staking(house)
    lay(a, 2)
    line = SlowLine(house, a, slow=lambda url: ("notes=" in url) == (slow == "the closed pile"))
    if slow == "the closed pile":
        a.click("[data-shut]")
        line.wait()
        push(b, 4)
        a.wait_for_selector("#page .asked >> text=one note", state="attached")
    else:
        push(b, 4)
        line.wait()
        a.click("[data-shut]")
    a.wait_for_selector("[data-push]") if slow == "the panel" else None
    line.let_through()
    push(c, 3)
    a.click("[data-push]")
    house.all_wait_for(".order")
    assert house.table.view("A").purse.real == 50 - 2
