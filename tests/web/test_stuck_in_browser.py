"""A disk that takes nothing, as phones say it: above whatever panel is open, and for as long as it lasts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.evening import GoOn, Pause
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Pieces
from companion.table import Table, Unknown
from tests.companion.settings import first
from tests.proof.failing import FailingConnection
from tests.web.begun import drawn, started
from tests.web.browsing import House, check, covered, open_house, wait_until
from tests.web.fingers import opened
from tests.web.quiet import brought, caught_up

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

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


@pytest.fixture
def disk(tmp_path: Path) -> FailingConnection:
    return FailingConnection(connect(tmp_path / "journal"))


@pytest.fixture
def house(disk: FailingConnection, browser: Browser) -> Iterator[House]:
    """Three phones at the first draw."""
    with open_house(browser, Table(Journal(disk), GAMES, Pieces(), first)) as house:
        started(house)
        yield house


def warned(page: Page) -> bool:
    page.wait_for_selector(WARNING)
    return bool(page.evaluate(ON_TOP))


def test_it_is_said_once_above_an_open_panel_while_it_lasts(house: House, disk: FailingConnection) -> None:
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
