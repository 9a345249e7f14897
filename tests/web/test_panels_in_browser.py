"""Panels come over a line that may be slow, and lie under a warning: what a thumb asked for last is what stays."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.evening import GoOn, Pause
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Pieces
from companion.table import Table, Unknown
from tests.companion.settings import first
from tests.proof.failing import FailingConnection
from tests.web.begun import drawn, staking, started
from tests.web.browsing import House, check, covered, open_house, ready, wait_until
from tests.web.fingers import lay, opened, push
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
        a.wait_for_selector("[data-push]")
    line.let_through()
    push(c, 3)
    a.click("[data-push]")
    house.all_wait_for(".order")
    assert house.table.view("A").purse.real == 50 - 2


WARNING = "#disk:visible >> text=The disk takes nothing at the moment."
# Whether what is seen in the middle of the warning is the warning, and all of it lies on the screen.
ON_TOP = """() => {
  const box = document.getElementById("disk").getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && there.closest("#disk") !== null;
}"""
LISTEN = """() => {
  const alert = document.querySelector("#disk[role=alert]");
  window.told = [];
  const told = new MutationObserver(() => window.told.push(alert.textContent));
  told.observe(alert, { childList: true, characterData: true });
}"""


def warned(page: Page) -> bool:
    page.wait_for_selector(WARNING)
    return bool(page.evaluate(ON_TOP))


def test_a_full_disk_is_told_once_above_an_open_panel_while_it_lasts(browser: Browser, tmp_path: Path) -> None:
    disk = FailingConnection(connect(tmp_path / "journal"))
    with open_house(browser, Table(Journal(disk), GAMES, Pieces(), first)) as house:
        started(house)
        a = opened(drawn(house), "open")
        b = next(page for page in house.phones.values() if page != a)
        assert not a.evaluate(ON_TOP)
        a.evaluate(LISTEN)
        disk.fail(1, 10**6, after=False)
        with pytest.raises(Unknown):
            house.table.act("C", Pause())
        for page in (a, b):  # Under a panel and without one.
            assert warned(page)
            check(page)
            assert covered(page) == []
        a.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        pages = brought(a)
        house.table.start_walk(renew=True)  # A change that takes no disk: the page comes anew, and says it again.
        wait_until(a, lambda: bool(pages), "the page")
        caught_up(a)
        assert warned(a)
        assert len(a.evaluate("window.told")) == 1
        disk.fail(0, -1, after=False)
        for command in (Pause(), GoOn()):
            house.table.act("C", command)
        a.wait_for_selector("#disk", state="hidden")
        assert a.locator("#panel .choices").is_visible()
