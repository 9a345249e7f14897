"""Everybody can use every page: axe-core finds nothing, thumbs hit, large text fits, and a keyboard is enough."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.barracuda.moves import CallDraw
from companion.evening import VoteFree
from companion.game import TABLE
from companion.seating import StartGame
from tests.web import ceremonies, tour
from tests.web.axe import violations
from tests.web.browsing import PHONE, House, covered, small_targets, unexplained
from tests.web.fake_bench import FAULTS, FakeBench, boxed_table
from tests.web.inspecting import Inspection
from tests.web.tables import FIRST
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("part", tour.PHONES, ids=lambda part: part.__name__)
def test_every_state_of_a_phone(browser: Browser, tmp_path: Path, part: tour.Part) -> None:
    with tour.tour(browser, tmp_path, viewport=PHONE, has_touch=True) as on:
        inspection = Inspection(on.house.context)
        for name, page in part(on):
            inspection.look(name, page)
    assert inspection.faults == {}
    assert inspection.seen


# Without a thumb, and with other colours


def tab_to(page: Page, selector: str) -> None:
    """Press the tabulator until the focus is on *selector*, and be sure that it can be seen there."""
    page.wait_for_selector(selector, state="attached")
    page.wait_for_selector("body:not([data-busy])")  # While an answer is on its way the page takes no other one.
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
    house.table.act(TABLE, CallDraw())
    page = house.phones[str(house.table.view(TABLE).active.seat)]
    page.wait_for_selector("[data-page=acting] .acts")
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


@pytest.mark.parametrize("part", tour.SCREENS, ids=lambda part: part.__name__)
def test_every_state_of_the_table_screen(browser: Browser, tmp_path: Path, part: tour.Part) -> None:
    with tour.tour(browser, tmp_path, viewport=tour.WIDE) as on:
        faults = {name: violations(page) for name, page in part(on)}
    assert faults
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("part", ceremonies.CEREMONIES, ids=lambda part: part.__name__)
def test_every_ceremony_as_it_is_without_motion(browser: Browser, tmp_path: Path, part: Any) -> None:
    with tour.tour(browser, tmp_path, viewport=tour.WIDE) as on:
        faults = {}
        for name, page in ceremonies.calmly(part)(on):
            with ceremonies.clock(page):
                faults[name] = violations(page)
    assert faults
    assert {name: found for name, found in faults.items() if found} == {}


LIES_ON = """([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}"""


def test_what_was_agreed_covers_nobody_and_a_ticket_only_the_other_code(browser: Browser, tmp_path: Path) -> None:
    with tour.tour(browser, tmp_path, viewport=tour.WIDE) as on:
        on.sit("A", "B", "C", "D")
        on.table.act("A", VoteFree("C", yes=True))
        page = on.screen(".agreed")
        assert not page.evaluate(LIES_ON, [".agreed", "#view"])
        on.table.tap("reader", tour.BAG["E"])
        page = on.screen(".card")
        assert page.evaluate(LIES_ON, [".card", ".way-in"])
        assert not page.evaluate(LIES_ON, [".card", ".counter"])
        for scheme in ("light", "dark"):  # A camera reads dark on light, at noon as well.
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("() => getComputedStyle(document.querySelector('.card .qr')).backgroundColor") == PAPER


PAPER: Final = "rgb(255, 250, 240)"


def test_the_bench(room: BrowserContext, tmp_path: Path) -> None:
    table = boxed_table(tmp_path)
    bench = FakeBench(table.pieces)
    server = serve(create_app(table, hosts=[], bench=bench), 0, "127.0.0.1")
    page, faults = room.new_page(), {}
    page.goto(f"http://barkeep.localhost:{server.port}/bench")
    page.click("[data-uid] >> nth=0")
    page.wait_for_selector("[aria-pressed=true]")
    faults["bench"] = violations(page)
    for fault in FAULTS:
        bench.set_fault(fault, True)
    page.reload()
    page.wait_for_selector("[aria-checked=false]")
    faults["bench, all broken"] = violations(page)
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
    assert {rule for _, rule, _ in violations(page)} == set(FLAWS)
    assert len(small_targets(page)) == 2
    inspection = Inspection(room)
    inspection.look("flawed", page)
    assert "scrolls sideways" in inspection.faults["flawed"]
    page.set_content("<!doctype html><html lang=en><title>large</title><main><h1 style='width:12rem'>h</h1></main>")
    inspection.look("large", page)
    assert inspection.faults["large"] == ["scrolls sideways at 200 %"]
    page.set_content("<h1>Under it</h1><footer class=counter style='position:fixed;inset:0'>counter</footer>")
    assert len(covered(page)) == 1
    page.set_content("<div class=phone><button disabled>Grey</button><footer class=counter></footer></div>")
    assert len(unexplained(page)) == 1
