"""A disk that takes nothing, as phones say it: above whatever panel is open, and for as long as it lasts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.barracuda.moves import CallLastOrder
from companion.evening import GoOn, Pause
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Pieces
from companion.table import Table, Unknown
from tests.companion.settings import first
from tests.proof.failing import FailingConnection
from tests.web.begun import drawn, first_round, started
from tests.web.browsing import House, check, covered, open_house, wait_until
from tests.web.fingers import lay, opened, shut
from tests.web.quiet import brought, caught_up

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

WARNING = "The disk takes nothing at the moment."


@pytest.fixture
def disk(tmp_path: Path) -> FailingConnection:
    return FailingConnection(connect(tmp_path / "journal"))


@pytest.fixture
def house(disk: FailingConnection, browser: Browser) -> Iterator[House]:
    """Three phones at the first draw."""
    with open_house(browser, Table(Journal(disk), GAMES, Pieces(), first)) as house:
        started(house)
        yield house


def fill(house: House, disk: FailingConnection) -> None:
    """Let the disk take nothing any more, and C's tap find out."""
    disk.fail(1, 10**6, after=False)
    with pytest.raises(Unknown):
        house.table.act("C", Pause())


def mend(house: House, disk: FailingConnection) -> None:
    disk.fail(0, -1, after=False)
    house.table.act("C", Pause())
    house.table.act("C", GoOn())


def on_top(page: Page) -> bool:
    """Whether what is seen in the middle of the warning is the warning, and all of it lies on the screen."""
    return bool(
        page.evaluate(
            """() => {
              const box = document.getElementById("disk").getBoundingClientRect();
              const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
              return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && there.closest("#disk") !== null;
            }"""
        )
    )


def test_it_is_said_above_an_open_panel_while_it_lasts(house: House, disk: FailingConnection) -> None:
    a = opened(drawn(house), "open")
    b = next(page for page in house.phones.values() if page != a)
    assert not on_top(a)
    fill(house, disk)
    for page in (a, b):  # Under a panel and without one.
        page.wait_for_selector(f"#disk:visible >> text={WARNING}")
        assert on_top(page)
        check(page)
        assert covered(page) == []
    assert a.locator("#panel .choices").is_visible()
    a.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert on_top(a)
    mend(house, disk)
    a.wait_for_selector("#disk", state="hidden")
    assert a.locator("#panel .choices").is_visible()


@pytest.mark.broad
def test_it_is_announced_once_and_outlives_what_lies_below(house: House, disk: FailingConnection) -> None:
    a = drawn(house)
    a.evaluate(
        """() => {
          const alert = document.querySelector("#disk[role=alert]");
          window.told = [];
          const told = new MutationObserver(() => window.told.push(alert.textContent));
          told.observe(alert, { childList: true, characterData: true });
        }"""
    )
    fill(house, disk)
    a.wait_for_selector("#disk:visible")
    opened(a, "open")
    pages = brought(a)
    house.table.start_walk(renew=True)  # A change that takes no disk: the page comes anew, and says it again.
    wait_until(a, lambda: bool(pages), "the page")
    caught_up(a)
    a.click("#panel [data-close]")
    assert on_top(a)
    told = a.evaluate("window.told")
    assert len(told) == 1
    assert told[0].startswith(WARNING)


@pytest.mark.broad
def test_a_notice_lies_below_it_and_a_fresh_page_has_it_at_once(house: House, disk: FailingConnection) -> None:
    """Who answers is told that it is asked again, and still sees why."""
    a = house.phones["A"]
    disk.fail(1, 10**6, after=False)
    a.click("[data-act*=CallDraw]")
    a.wait_for_selector("#line:visible >> text=Asking again")
    a.wait_for_selector(f"#disk:visible >> text={WARNING}")
    assert on_top(a)
    edges = a.evaluate("['disk', 'line'].map((one) => document.getElementById(one).getBoundingClientRect().toJSON())")
    assert edges[1]["top"] >= edges[0]["bottom"] - 0.5
    b = house.phones["B"]
    b.reload()
    b.wait_for_selector(f"#disk:visible >> text={WARNING}")
    assert b.locator("text=The disk takes nothing").locator("visible=true").count() == 1
    disk.fail(0, -1, after=False)
    for page in (a, b):
        page.wait_for_selector("#disk", state="hidden")


@pytest.mark.broad
def test_a_pile_that_is_laid_meanwhile_stays_within_reach(house: House, disk: FailingConnection) -> None:
    first_round(house)
    house.table.act("C", CallLastOrder())
    a = house.phones["A"]
    a.wait_for_selector("#panel [data-pile]")
    fill(house, disk)
    a.wait_for_selector("#disk:visible")
    shut(lay(a, 2))
    assert on_top(a)
    check(a)
