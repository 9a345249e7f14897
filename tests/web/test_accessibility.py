"""Everybody can use every page: axe-core finds nothing, thumbs hit, large text fits, and a keyboard is enough."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from companion.asks import Choice
from companion.barracuda.moves import (
    AcceptOffer,
    AuctionBar,
    Bid,
    CallDraw,
    CallLastOrder,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    Renovate,
    SellTo,
    Stake,
)  # fmt: skip
from companion.game import TABLE
from companion.money import Pile
from companion.seating import StartGame
from companion.table import Table
from tests.web.axe import violations
from tests.web.browsing import PHONE, House, fits, small_targets, unexplained
from tests.web.fake_bench import FakeBench, boxed_table
from tests.web.inspecting import Inspection
from tests.web.tables import ADDRESS, FIRST, SECOND, draw, new_table, open_all, play_to_the_end, seat, some_answer
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser


def test_every_state_of_a_phone(house: House) -> None:
    inspection = Inspection(house.context)
    look, table = inspection.look, house.table
    door = house.open(f"http://b.barkeep.test:{house.server.port}/")
    look("door", door)
    door.fill("input[name=name]", " ")
    door.click(".counter .lamp")
    door.wait_for_selector("[role=alert]")
    look("door, refused", door)
    door.close()
    a, b, c = (house.phone(letter) for letter in "ABC")
    a.click("summary")
    look("lobby", a)
    table.act("A", StartGame("barracuda", {"bank": "once"}))
    house.all_wait_for("[data-page=drawing]")
    look("drawing", a)
    _first_round(house, look)
    house.all_wait_for("[data-panel=last_order]")
    look("a round begins", a)
    for panel in ("last_order", "count_bank"):
        a.click(f"[data-panel={panel}]")
        a.wait_for_selector(f"#panel [data-ask={panel}]")
        look(panel, a)
        a.click("#panel [data-close]")
    _an_offer(house, look)
    _a_last_order(house, look)
    _an_auction(house, look)
    play_to_the_end(table, 5)
    house.all_wait_for(".over")
    look("over", b)
    b.click("[data-fetch]")
    b.wait_for_selector("#panel .lobby")
    look("lobby again", b)
    c.evaluate("() => document.querySelector('#refused').replaceChildren('Moved on')")
    c.evaluate("() => document.querySelector('#refused').removeAttribute('hidden')")
    look("a notice", c)
    house.open(c.url)
    c.wait_for_selector("#bye button")
    look("another tab", c)
    assert inspection.faults == {}
    assert len(inspection.seen) >= 25


def _turn(house: House, letter: str) -> Page:
    """Return *letter*'s phone once it shows the turn."""
    page = house.phones[letter]
    page.wait_for_selector("[data-page=acting] .acts")
    return page


def _drawn(house: House) -> str:
    house.table.act(TABLE, CallDraw())
    view = house.table.view(TABLE)
    assert view.active, view.news
    return str(view.active.seat)


def _first_round(house: House, look: Callable[[str, Page], None]) -> None:
    for number, bar in enumerate(list(FIRST.values())[:3]):
        letter = _drawn(house)
        if number == 0:
            page = _turn(house, letter)
            look("first turn", page)
            page.click("[data-panel=open]")
            page.check(f"#panel input[value='{bar}']", force=True)
            look("choosing a bar", page)
            look("watching", house.phones["A" if letter != "A" else "B"])
        house.table.act(letter, OpenBar(bar))


def _an_offer(house: House, look: Callable[[str, Page], None]) -> None:
    letter = _drawn(house)
    page = _turn(house, letter)
    look("turn", page)
    page.focus("[data-purse]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet .figure")
    look("purse", page)
    page.click("[data-panel=takeover]")
    page.wait_for_selector("#panel .choices")
    look("which bar", page)
    page.click("#panel .choices button >> nth=0")
    page.wait_for_selector("#panel [data-pile]")
    look("an empty pile", page)
    for kind in (1, 3, 4, 4, 4):
        page.click(f"[data-lay='{kind}']")
    look("a pile", page)
    page.click("[data-shut]")
    page.wait_for_selector("#panel [data-push]")
    look("a closed pile", page)
    page.click("[data-push]")
    house.all_wait_for("[data-page=offered]")
    offer = house.table.view(TABLE).offer
    look("an offer sent", page)
    look("an offer to answer", house.phones[offer.lessee])
    look("an offer to others", next(other for seat, other in house.phones.items() if seat not in (offer.bidder, offer.lessee)))
    house.table.act(offer.lessee, AcceptOffer())


def _a_last_order(house: House, look: Callable[[str, Page], None]) -> None:
    table = house.table
    while table.view(TABLE).round == 2:
        letter = _drawn(house)
        free = next(card for card in SECOND.values() if card not in [bar.name for bar in table.view(TABLE).bars])
        table.act(letter, OpenBar(free))
    table.act("A", CallLastOrder())
    house.all_wait_for("#panel [data-pile]")
    look("a stake", house.phones["B"])
    table.act("C", Stake(Pile(ones=1)))
    house.phones["C"].wait_for_selector(".asked")
    look("a stake laid", house.phones["C"])
    table.act("A", Stake(Pile(ones=1)))
    table.act("B", Stake(Pile(fives=2, fakes=1)))
    house.all_wait_for(".order")
    look("all stakes", house.phones["A"])


def _three_leases(house: House) -> str:
    """Let A collect leases from the others until A may auction."""
    table = house.table
    while True:
        letter = _drawn(house)
        asks = {name: one.ask for name, one in table.standing(letter).items() if one.ask.is_open}
        if letter == "A" and "auction" in asks:
            return letter
        ask = next(
            asks[name] for name in (["takeover"] if letter == "A" else ["open", "own_partner", "partnership"]) if name in asks
        )
        if isinstance(ask, Choice):
            table.act(letter, ask.options[0])
            continue
        lay = ask.lays[0]
        table.act(letter, replace(lay.command, pile=Pile(ones=lay.least % 5, fives=lay.least // 5)))
        table.act(table.view(TABLE).offer.lessee, AcceptOffer())


def _an_auction(house: House, look: Callable[[str, Page], None]) -> None:
    table = house.table
    letter = _three_leases(house)
    asks = table.standing(letter)
    table.act(letter, asks["auction"].ask.options[0])
    bidders = [bid.seat for bid in table.view(TABLE).auction.bids]
    house.phones[bidders[0]].wait_for_selector("#panel [data-pile]")
    look("a bid", house.phones[bidders[0]])
    look("the seller waits", house.phones[letter])
    for bidder in bidders:
        table.act(bidder, Bid(Pile(ones=1, fakes=2)))
    seller = house.phones[letter]
    seller.wait_for_selector("#panel .bids")
    look("closed bids", seller)
    seller.click("#panel [data-turn] >> nth=0")
    look("a bid turned over", seller)
    look("a bid laid", house.phones[bidders[0]])
    table.act(letter, SellTo(bidders[0]))


# Without a thumb, and with other colours


def tab_to(page: Page, selector: str) -> None:
    """Press the tabulator until the focus is on *selector*, and be sure that it can be seen there."""
    page.wait_for_selector(selector, state="attached")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            on = "() => [document.activeElement, document.activeElement.parentElement]"
            assert set(page.evaluate(f"{on}.map(one => getComputedStyle(one).outlineStyle)")) != {"none"}, selector
            return
    raise AssertionError(f"no tabulator leads to {selector}")


def test_a_keyboard_is_enough_for_whole_turns(house: House) -> None:
    a, *_ = (house.phone(letter) for letter in "ABC")
    tab_to(a, "[data-start]")
    a.keyboard.press("Enter")
    for bar in list(FIRST.values())[:3]:
        house.all_wait_for("[data-page=drawing]")
        tab_to(a, "[data-act]")
        a.keyboard.press("Enter")
        house.all_wait_for("[data-page=acting]")
        page = house.phones[str(house.table.view(TABLE).active.seat)]
        tab_to(page, "[data-panel=open]")
        page.keyboard.press("Enter")
        tab_to(page, "#panel input[name=option]")
        for _ in range(20):
            if page.evaluate("() => document.activeElement.value") == bar:
                break
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Space")
        tab_to(page, "[data-confirm]")
        page.keyboard.press("Enter")
    house.all_wait_for("[data-panel=last_order]")
    tab_to(a, "[data-page=drawing] [data-act]")
    a.keyboard.press("Enter")
    house.all_wait_for("[data-page=acting]")
    bidder = house.phones[str(house.table.view(TABLE).active.seat)]
    steps = ("[data-panel=takeover]", "#panel .choices button", "[data-lay='1']", "[data-shut]", "[data-push]")
    for step in steps:
        tab_to(bidder, step)
        bidder.keyboard.press("Enter")
    house.all_wait_for("[data-page=offered]")
    lessee = house.phones[house.table.view(TABLE).offer.lessee]
    tab_to(lessee, ".plate")
    lessee.keyboard.press("Enter")
    house.all_wait_for("[data-page=drawing]")
    assert house.table.view(TABLE).news[0].code.startswith("barracuda.told.takeover_accepted")


def test_forced_colours_leave_what_is_chosen_and_whose_turn_it_is(house: House) -> None:
    for letter in "ABC":
        house.phone(letter)
    house.table.act("A", StartGame("barracuda", {}))
    page = _turn(house, _drawn(house))
    page.emulate_media(forced_colors="active")
    page.click("[data-panel=open]")
    page.check("#panel input[value=Octopus]", force=True)
    outlines = "() => Array.from(document.querySelectorAll('#panel .choices label'), one => getComputedStyle(one).outlineStyle)"
    assert page.evaluate(outlines).count("solid") == 1
    page.click("#panel [data-close]")
    assert page.evaluate("() => getComputedStyle(document.querySelector('.string .now .pawn')).outlineStyle") == "solid"
    fill = "() => getComputedStyle(document.querySelector('.top .pawn')).forcedColorAdjust"
    assert page.evaluate(fill) == "none"  # A pawn keeps its own colour; its shape tells it apart anyway.


# The pages in the room


@pytest.fixture
def room(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en", reduced_motion="reduce")
    yield context
    context.close()


def test_every_state_of_the_table_screen(room: BrowserContext, tmp_path: Path) -> None:
    table = new_table(tmp_path)
    server = serve(create_app(table, hosts=[], address=ADDRESS), 0, "127.0.0.1")
    page, faults = room.new_page(), {}
    for name, scene in TABLE_SCENES.items():
        scene(table)
        page.goto(f"http://localhost:{server.port}/table")
        faults[name] = violations(page)
    server.close()
    assert {name: found for name, found in faults.items() if found} == {}


def _street(table: Table) -> None:
    table.act("A", StartGame("barracuda", {"draw": "bag"}))
    open_all(table, FIRST)
    open_all(table, SECOND)


def _offered(table: Table) -> None:
    draw(table, "A")
    table.act("A", OfferTakeover("Jetty Bar", Pile(ones=3)))


def _auctioned(table: Table) -> None:
    table.act("C", AcceptOffer())
    for letter, bar in (("B", "Octopus"), ("C", "Albatros"), ("D", "Karambole"), ("E", "Harbour Bar")):
        draw(table, letter)
        table.act(letter, OfferPartnership(bar, Pile(ones=1)))
        table.act(str(table.view(TABLE).offer.lessee), AcceptOffer())
    draw(table, "A")
    table.act("A", AuctionBar("Jetty Bar"))


def _bids(table: Table) -> None:
    for bid in table.view(TABLE).auction.bids:
        table.act(bid.seat, Bid(Pile(fakes=2)))


def _stakes(table: Table) -> None:
    table.act("A", Renovate())
    generator, this_round = random.Random(2), table.view(TABLE).round
    while table.view(TABLE).round == this_round:
        letter = generator.choice(table.awaited())
        if command := some_answer(table, letter, generator):
            table.act(letter, command)
    table.act("A", CallLastOrder())


def _revealed(table: Table) -> None:
    for letter in "ABCDE":
        table.act(letter, Stake(Pile(fakes=1, ones=1)))


def _over(table: Table) -> None:
    play_to_the_end(table, 3)


TABLE_SCENES: Final = {
    "lobby": seat, "street": _street, "offer": _offered, "auction": _auctioned, "bids": _bids, "stakes": _stakes,
    "reveal": _revealed, "over": _over,
}  # fmt: skip


def test_the_bench_and_the_page_that_teaches_tags(room: BrowserContext, tmp_path: Path) -> None:
    table = boxed_table(tmp_path)
    bench = FakeBench(table.pieces)
    server = serve(create_app(table, hosts=[], bench=bench), 0, "127.0.0.1")
    page, faults = room.new_page(), {}
    page.goto(f"http://barkeep.localhost:{server.port}/bench")
    page.click("[data-uid] >> nth=0")
    page.wait_for_selector("[aria-pressed=true]")
    faults["bench"] = violations(page)
    page.goto(f"http://localhost:{server.port}/enrolment")
    faults["enrolment"] = violations(page) + small_targets(page)
    page.set_viewport_size(PHONE)
    faults["enrolment on a phone"] = [] if fits(page) else ["scrolls sideways"]
    server.close()
    assert {name: found for name, found in faults.items() if found} == {}


# A test of absence needs a control


FLAWS: Final = {
    "button-name": "<button style='width:60px;height:60px'></button>",
    "color-contrast": "<p style='color:#777;background:#888'>grey on grey</p>",
    "label": "<input name='nothing'>",
    "target-size": 2 * "<button style='width:9px;height:9px;padding:0'>a</button>",
}


def test_the_inspection_finds_what_is_wrong(room: BrowserContext) -> None:
    page = room.new_page()
    page.set_viewport_size(PHONE)
    body = "".join(FLAWS.values()) + "<p style='width:500px'>wide</p>"
    page.set_content(f"<!doctype html><html lang=en><title>flawed</title><main><h1>h</h1>{body}</main>")
    assert {rule for rule, _ in violations(page)} == set(FLAWS)
    assert len(small_targets(page)) == 2
    inspection = Inspection(room)
    inspection.look("flawed", page)
    assert "scrolls sideways" in inspection.faults["flawed"]
    page.set_content("<!doctype html><html lang=en><title>large</title><main><h1 style='width:12rem'>h</h1></main>")
    inspection.look("large", page)
    assert inspection.faults["large"] == ["scrolls sideways at 200 %"]
    page.set_content("<div class=phone><button disabled>Grey</button><footer class=counter></footer></div>")
    assert len(unexplained(page)) == 1
