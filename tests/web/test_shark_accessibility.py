"""Everybody can use every page of Shark: axe-core finds nothing, thumbs hit, large text fits, in each state of each page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.seating import StartGame
from companion.shark.moves import EndTurn, NameFirst, SellForDebt, TakeShare
from tests.web.axe import violations
from tests.web.browsing import House
from tests.web.inspecting import Inspection
from tests.web.shark_tables import BY_HAND, FOUR, SIX, begin, build, crash, owing, play_until, shares, throw, two_buildings
from tests.web.tables import ADDRESS, new_table
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from companion.table import Table

pytestmark = pytest.mark.browser


@pytest.fixture
def four(house: House) -> House:
    for seat in FOUR:
        house.phone(seat)
    return house


def shown(page: Page, selector: str) -> Page:
    page.wait_for_selector(selector)
    return page


def test_every_state_of_a_phone_with_open_books(four: House) -> None:
    inspection, table, phones = Inspection(four.context), four.table, four.phones
    look, a, b, c = inspection.look, phones["A"], phones["B"], phones["C"]
    a.click("label:has(input[value=shark])")
    a.click("[data-game=shark] summary")
    look("lobby", a)
    table.act("A", StartGame("shark", BY_HAND))
    look("who begins", shown(a, ".counter [data-panel=first]"))
    a.click("[data-panel=first]")
    look("who begins, choosing", shown(a, "#panel .choices"))
    table.act("A", NameFirst("A"))
    look("a first share", shown(a, "#panel .choices input[value=red]"))
    look("others take shares", shown(b, ".waiting, .watch"))
    shares_but_first(table)
    look("a first turn, nothing to buy", shown(a, ".deal"))
    a.click("[data-panel=dice]")
    a.click("#panel .faces label >> nth=2")
    look("the dice", a)
    throw(table, "A", 1, "white")
    look("building, any colour", shown(a, "#panel .tabs"))
    look("somebody builds", shown(b, ".map .may"))
    a.click(".tabs [data-pick=green]")
    a.click("#panel .site label:has(input[value=green-C1])")
    look("a cell picked", shown(a, "#panel .follow:visible"))
    a.click("[data-confirm]")
    look("the statement", shown(a, ".statement"))
    table.act("A", EndTurn())
    b.click("[data-panel=buy] >> nth=0")
    look("buying", shown(b, "#panel .stepper"))
    b.click("#panel [data-confirm]")
    look("a turn with shares", shown(b, "[data-panel=sell]"))
    b.click("[data-panel=sell] >> nth=0")
    look("selling", shown(b, "#panel .stepper"))
    play_until(table, lambda view: view.phase == "over")
    four.all_wait_for(".over")
    look("over", c)
    assert inspection.faults == {}
    assert len(inspection.seen) >= 15


def shares_but_first(table: Table) -> None:
    """Let everybody take the share that `two_buildings` has them take; A begins already."""
    for seat, company in {"A": "red", "B": "green", "C": "green", "D": "yellow"}.items():
        table.act(seat, TakeShare(company))


def test_every_state_of_a_phone_with_hidden_holdings_and_debts(four: House) -> None:
    inspection, table, phones = Inspection(four.context), four.table, four.phones
    look, b, c, d = inspection.look, phones["B"], phones["C"], phones["D"]
    table.act("A", StartGame("shark", {**BY_HAND, "holdings": "hidden"}))
    two_buildings(table)
    look("a turn with hidden books", shown(c, ".deal"))
    c.focus("[data-purse]")
    c.keyboard.press("Enter")
    look("one's own holdings", shown(c, ".sheet"))
    throw(table, "C", 1, "red")
    c.click("#panel .site label:has(input[value=red-A2])")
    look("why not there", shown(c, ".follow:visible"))
    c.click("#panel .site label:has(input[value=red-D5])")
    c.click("[data-confirm]")
    table.act("C", EndTurn())
    build(table, "D", "blue", "B1")
    look("a forced sale", shown(b, "#panel .give"))
    look("others wait for a sale", shown(d, ".statement"))
    b.click("#panel summary")
    b.click("[data-key='green+']")
    look("a sale that will do", shown(b, "[data-suffices]"))
    b.click("[data-key='blue+']")
    look("a sale of too much", shown(b, "[data-verdict] .tile"))
    table.act("B", SellForDebt(green=1))
    look("after the sale", shown(b, ".statement"))
    assert inspection.faults == {}
    assert len(inspection.seen) >= 8


@pytest.fixture
def room(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en", reduced_motion="reduce")
    yield context
    context.close()


def _naming(table: Table) -> None:
    begin(table, SIX, **BY_HAND)


def _trading(table: Table) -> None:
    shares(table, A="yellow", B="green", C="green", D="yellow", E="red", F="red")


def _building(table: Table) -> None:
    throw(table, "A", 1, "black")


def _late(table: Table) -> None:
    play_until(table, lambda view: len(view.buildings) > 30 and view.phase == "trading" and view.latest == "BonusPaid")


def _over(table: Table) -> None:
    play_until(table, lambda view: False)


def _owing(table: Table) -> None:
    begin(table, **BY_HAND)
    owing(table)


def _crash(table: Table) -> None:
    begin(table, SIX, **BY_HAND)
    crash(table)


def _sold(table: Table) -> None:
    table.act("A", SellForDebt(red=3))
    table.act("B", SellForDebt(green=3))


def _hidden(table: Table) -> None:
    begin(table, **BY_HAND, holdings="hidden")
    two_buildings(table)


SCENES = ((_naming, _trading, _building, _late, _over), (_owing,), (_hidden,), (_crash, _sold))


@pytest.mark.parametrize("scenes", SCENES, ids=lambda scenes: scenes[-1].__name__.strip("_"))
def test_every_state_of_the_table_screen(
    room: BrowserContext, tmp_path: Path, scenes: tuple[Callable[[Table], None], ...]
) -> None:
    table = new_table(tmp_path)
    server = serve(create_app(table, hosts=[], address=ADDRESS), 0, "127.0.0.1")
    page, faults = room.new_page(), {}
    for scene in scenes:
        scene(table)
        page.goto(f"http://localhost:{server.port}/table")
        assert page.locator("#view").count() == 1
        faults[scene.__name__] = violations(page) + outside(page) + too_small(page)
    server.close()
    assert {name: found for name, found in faults.items() if found} == {}


def outside(page: Page) -> list[str]:
    """Return what is cut off by the counter or the screen's edge."""
    found: list[str] = page.evaluate(
        """() => {
          const floor = document.querySelector(".counter").getBoundingClientRect().top + 1;
          const beyond = (box) => box.bottom > floor || box.right > innerWidth + 1;
          return Array.from(document.querySelectorAll("main *"))
            .filter((one) => !one.closest(".vh") && one.getClientRects().length && beyond(one.getBoundingClientRect()))
            .map((one) => one.outerHTML.slice(0, 80));
        }"""
    )
    return found


def too_small(page: Page) -> list[str]:
    """Return letters of less than 30 pixels, which three metres away nobody reads."""
    found: list[str] = page.evaluate(
        """() => Array.from(document.querySelectorAll("#view *"))
            .filter((one) => !one.closest(".vh, svg") && one.getClientRects().length)
            .filter((one) => Array.from(one.childNodes).some((part) => part.nodeType === 3 && part.textContent.trim()))
            .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 30).map((one) => one.outerHTML.slice(0, 80))"""
    )
    return found


def test_the_screens_own_inspection_finds_what_is_wrong(room: BrowserContext) -> None:
    page = room.new_page()
    low = "<main><p style='position:absolute;top:900px'>low</p></main>"
    floor = "<footer class=counter style='position:absolute;top:910px'>floor</footer>"
    page.set_content(f"<div id=view style='font-size:12px'>{low}{floor}</div>")
    assert len(outside(page)) == 1
    assert len(too_small(page)) == 2
