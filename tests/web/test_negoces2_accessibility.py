"""Everybody can use every page of Négoces 2: axe-core finds nothing, thumbs hit, large text fits, in each of its states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.negoces2.moves import ForceSale, KeepSilent, PickCard, SetCoins
from companion.seating import StartGame
from tests.web.axe import violations
from tests.web.browsing import House
from tests.web.inspecting import Inspection
from tests.web.negoces2_tables import BY_HAND, FOUR, all_offer, auctioned, begin, dealt, play_until, to_market
from tests.web.shark_tour import shown
from tests.web.tables import ADDRESS, new_table
from tests.web.test_shark_accessibility import outside, too_small
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from companion.table import Table

pytestmark = pytest.mark.browser


@pytest.fixture
def four(house: House) -> House:
    for seat in FOUR:
        house.phone(seat)
    return house


def test_every_state_of_a_phone_up_to_the_market(four: House) -> None:
    inspection, table = Inspection(four.context), four.table
    look, a, b, c = inspection.look, four.phones["A"], four.phones["B"], four.phones["C"]
    a.click("label:has(input[value=negoces2])")
    a.click("[data-game=negoces2] summary")
    look("lobby", a)
    table.act("A", StartGame("negoces2", BY_HAND))
    look("the own goods", shown(a, "#panel .cards"))
    a.click("#panel [data-pick=tea]")
    a.click("#panel label:has(input[value=tea-jade])")
    look("the own goods, chosen", a)
    dealt(table)
    look("who opens", shown(b, "[data-panel=opener]"))
    b.click("[data-panel=opener]")
    look("who opens, choosing", shown(b, "#panel .choices"))
    auctioned(table)
    look("a card to sell", shown(a, "#panel .cards"))
    a.click("#panel label:has(input[value=contraband])")
    look("which way up", shown(a, "#panel [data-of]:visible"))
    look("somebody lays a card", c)
    assert inspection.faults == {}
    assert len(inspection.seen) >= 8


def test_every_state_of_a_phone_at_the_market(four: House) -> None:
    inspection, table = Inspection(four.context), four.table
    look, a, b, c = inspection.look, four.phones["A"], four.phones["B"], four.phones["C"]
    table.act("A", StartGame("negoces2", {**BY_HAND, "coins": "hidden"}))
    to_market(table)
    look("a buyer", shown(b, "[data-panel=offer]"))
    b.click(".cover")
    look("the own hand", shown(b, ".hand-of.open .card"))
    c.click("[data-panel=offer]")
    c.click("#panel label:has(input[value=jewels])")
    look("composing an offer", shown(c, "#panel .ways"))
    c.click("#panel [data-close]")
    all_offer(table)
    look("offers as they stand", shown(a, "[data-panel=accept_D]"))
    for panel in ("accept_B", "accept_C", "set_coins", "force"):
        a.click(f"[data-panel={panel}]")
        look(panel, shown(a, f"#panel [data-ask={panel}]"))
        a.click("#panel [data-close]")
    look("an offer of one's own", shown(c, "[data-act*=Withdraw]"))
    table.act("A", ForceSale("contraband", "tea"))
    look("a card to pick", shown(a, "#panel .choices"))
    look("somebody picks", c)
    table.act("A", PickCard("B"))
    play_until(table, lambda view: view.phase == "declaring")
    look("who has won", shown(c, "[data-panel=declare]"))
    c.click("[data-panel=declare]")
    look("declare or keep silent", shown(c, "#panel [data-act*=KeepSilent]"))
    table.act("C", KeepSilent())
    play_until(table, lambda view: False)
    four.all_wait_for(".over")
    look("over", b)
    assert inspection.faults == {}
    assert len(inspection.seen) >= 13


def test_a_bid(four: House) -> None:
    inspection, table = Inspection(four.context), four.table
    table.act("A", StartGame("negoces2", {}))
    bidder = four.phones[str(table.view("A").auction.turn)]
    inspection.look("to open", shown(bidder, "[data-act*=BidCoins]"))
    bidder.click("[data-act*=BidCoins]")
    bidder = four.phones[str(table.view("A").auction.turn)]
    inspection.look("to raise", shown(bidder, "[data-panel=bid]"))
    bidder.click("[data-panel=bid]")
    inspection.look("to be out", shown(bidder, "#panel [data-act*=Drop]"))
    assert inspection.faults == {}


@pytest.fixture
def room(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en", reduced_motion="reduce")
    yield context
    context.close()


def _dealing(table: Table) -> None:
    begin(table)


def _selling(table: Table) -> None:
    dealt(table)
    auctioned(table)


def _market(table: Table) -> None:
    begin(table)
    to_market(table, face_down=True)
    table.act("A", SetCoins(5))


def _offers(table: Table) -> None:
    all_offer(table)


def _forced(table: Table) -> None:
    table.act("A", ForceSale("contraband", "tea"))


def _declaring(table: Table) -> None:
    play_until(table, lambda view: view.phase == "declaring")


def _over(table: Table) -> None:
    play_until(table, lambda view: False)


SCENES = ((_dealing, _selling), (_market, _offers, _forced, _declaring, _over))


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
