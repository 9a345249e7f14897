"""The bench in a browser: real phones beside the box, and hands by pointer and by keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.seats.seating import SitDown
from companion.table.table import Table
from firmware.simulator.faults import FAULTS
from tests.web.browser.browsing import WIDE, look, window
from tests.web.browser.inspecting import violations
from tests.web.fake_bench import FakeBench, boxed_table, uid_of
from tests.web.server.sockets import serving

pytestmark = pytest.mark.browser


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return boxed_table(tmp_path)


@pytest.fixture
def bench(table: Table) -> FakeBench:
    return FakeBench(table.now.pieces)


@pytest.fixture
def page(browser: Browser, table: Table, bench: FakeBench) -> Iterator[Page]:
    with serving(table, bench=bench) as server, window(browser, viewport={"width": 1366, "height": 768}) as page:
        page.clock.install()
        page.goto(f"http://localhost:{server.port}/bench")
        yield page


def test_hands_and_keys_work_by_pointer_and_by_keyboard_and_display_and_light_follow(page: Page, bench: FakeBench) -> None:
    octopus, banana = uid_of(bench, "card", "Octopus"), uid_of(bench, "card", "Banana Bar")
    page.click(f"#tag-{octopus}")
    page.wait_for_selector(f"#tag-{octopus}[aria-pressed=true]")
    page.click("#two")
    page.focus(f"#tag-{banana}")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#tag-{banana}[aria-pressed=true]")
    assert bench.lying() == (octopus, banana)
    assert page.evaluate("() => document.activeElement.id") == f"tag-{banana}"  # although its part was replaced
    page.focus("#lift")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=There is nothing on the reader.")
    assert bench.lying() == ()
    assert page.evaluate("() => document.activeElement.id") == "pieces"  # the heading above what can't be pressed any more
    counted = lambda count: page.wait_for_selector(f"[data-phrases='{count}']")
    page.click("#key-ok")
    counted(1)
    page.hover("#key-back")
    page.mouse.down()
    page.clock.run_for(2100)
    page.mouse.up()
    counted(2)
    page.focus("#key-last_order")
    for count, key in ((3, "Enter"), (4, "Shift+Enter")):
        page.keyboard.press(key)
        counted(count)
    assert bench.presses == [("ok", False), ("back", True), ("last_order", False), ("last_order", True)]
    before = page.get_attribute("#display", "src")
    bench.colour = [242, 178, 76]
    page.wait_for_function("() => getComputedStyle(document.getElementById('led')).backgroundColor === 'rgb(242, 178, 76)'")
    page.click("#fold")
    touched = (("display-unplugged", "checked=false"), ("tags-flicker", "pressed=true"), ("tags-flicker", "pressed=false"))
    for fault, state in touched:
        page.click(f"#fault-{fault}")
        page.wait_for_selector(f"#fault-{fault}[aria-{state}]")
    assert [name for name, on in bench.faults().items() if on] == ["display.unplugged"]
    page.wait_for_function("before => document.getElementById('display').getAttribute('src') !== before", arg=before)


@pytest.mark.broad
def test_everybody_can_use_the_bench_whatever_is_broken(browser: Browser, table: Table, bench: FakeBench) -> None:
    with serving(table, bench=bench) as server:
        page = browser.new_page(viewport=WIDE, locale="en", reduced_motion="reduce")
        page.goto(f"http://barkeep.localhost:{server.port}/bench")
        page.click("[data-uid] >> nth=0")
        page.wait_for_selector("[aria-pressed=true]")
        found = violations(page) + look(page, "sideways")
        for fault in FAULTS:
            bench.set_fault(fault, True)
        page.reload()
        page.wait_for_selector("[aria-checked=false]")
        assert found + violations(page) + look(page, "sideways") == []
        page.close()


@pytest.mark.broad
def test_a_phone_is_called_after_who_holds_it(page: Page, table: Table) -> None:
    table.act("A", SitDown("Noor", "a" * 64))  # On a phone that isn't a frame here.
    page.wait_for_selector("[data-phone=A] .whose:has-text('A free phone')")
    phone = page.frame_locator("[data-phone=A] iframe").locator("body")
    phone.locator("input[value=C]").check(force=True)
    phone.locator("input[name=name]").fill("Jonas")
    phone.locator("button.lamp").click()
    for letter, whose in (("A", "Jonas"), ("C", "A free phone"), ("B", "Buoy")):
        page.wait_for_selector(f"[data-phone={letter}] .whose:has-text('{whose}')")
