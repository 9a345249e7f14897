"""The bench in a browser: five true phones beside the box, and hands by pointer and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from companion.barracuda.moves import CallDraw
from companion.game import TABLE
from companion.table import Table
from tests.web.fake_bench import FakeBench, boxed_table, uid_of
from tests.web.tables import NAMES
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Page


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return boxed_table(tmp_path)


@pytest.fixture
def bench(table: Table) -> FakeBench:
    return FakeBench(table.pieces)


@pytest.fixture
def app(table: Table, bench: FakeBench) -> Flask:
    return create_app(table, hosts=["10.42.0.1"], bench=bench)


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    server = serve(app, 0, "127.0.0.1")
    yield server.port
    server.close()


@pytest.fixture
def page(browser: Browser, port: int) -> Iterator[Page]:
    """The bench in a browser, where nothing may be blocked or fail in a script."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en")
    opened, wrong = context.new_page(), []
    opened.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.goto(f"http://localhost:{port}/bench")
    yield opened
    context.close()
    assert wrong == []


def frame(page: Page, letter: str) -> Frame:
    return next(one for one in page.frames if one.url.startswith(f"http://{letter.lower()}.barkeep.localhost"))


@pytest.mark.browser
def test_five_phones_live_beside_the_box(page: Page, table: Table) -> None:
    for letter, name in NAMES.items():
        phone = frame(page, letter)
        phone.fill("input[name=name]", name)
        phone.check(f"input[value={letter}]", force=True)
        phone.click("button.lamp")
        phone.wait_for_selector(".lobby")  # The cookie came through: these frames are of one site.
        page.wait_for_selector(f"[data-name={letter}]:has-text('{name}')")
    frame(page, "A").click("[data-start]")
    for letter in NAMES:
        frame(page, letter).wait_for_selector("text=Who is next?")
    table.act("A", CallDraw())
    drawn = NAMES[table.view(TABLE).active.seat]
    page.wait_for_selector(f"[data-part=tape] :text('{drawn} is drawn.')")
    for letter in NAMES:
        frame(page, letter).wait_for_selector(f"text={drawn}")


@pytest.mark.browser
def test_hands_work_by_pointer_and_by_keyboard(page: Page, bench: FakeBench) -> None:
    octopus, banana = uid_of(bench, "card", "Octopus"), uid_of(bench, "card", "Banana Bar")
    page.click(f"#tag-{octopus}")
    page.wait_for_selector(f"#tag-{octopus}[aria-pressed=true]")
    page.click("#two")
    page.focus(f"#tag-{banana}")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#tag-{banana}[aria-pressed=true]")
    assert bench.lying() == (octopus, banana)
    assert page.evaluate("() => document.activeElement.id") == f"tag-{banana}"  # though its part was swapped
    page.click("#lift")
    page.wait_for_selector("text=Nothing lies on the reader.")
    assert bench.lying() == ()


@pytest.mark.browser
def test_keys_know_a_short_press_from_a_long_one(page: Page, bench: FakeBench) -> None:
    page.click("#key-ok")
    page.wait_for_selector("[data-phrases='1']")
    page.hover("#key-back")
    page.mouse.down()
    page.wait_for_timeout(2100)
    page.mouse.up()
    page.wait_for_selector("[data-phrases='2']")
    page.focus("#key-last_order")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-phrases='3']")
    page.keyboard.press("Shift+Enter")
    page.wait_for_selector("[data-phrases='4']")
    assert bench.presses == [("ok", False), ("back", True), ("last_order", False), ("last_order", True)]


@pytest.mark.browser
def test_display_and_light_follow_the_box(page: Page, bench: FakeBench) -> None:
    before = page.get_attribute("#display", "src")
    bench.colour = [242, 178, 76]
    page.wait_for_function("() => getComputedStyle(document.getElementById('led')).backgroundColor === 'rgb(242, 178, 76)'")
    page.click("#fault-display-unplugged")
    page.wait_for_selector("#fault-display-unplugged[aria-checked=false]")
    assert [name for name, on in bench.faults().items() if on] == ["display.unplugged"]
    page.click("#fault-tags-flicker")
    page.wait_for_selector("#fault-tags-flicker[aria-pressed=true]")
    page.click("#fault-tags-flicker")
    page.wait_for_selector("#fault-tags-flicker[aria-pressed=false]")
    assert [name for name, on in bench.faults().items() if on] == ["display.unplugged"]
    page.wait_for_function("before => document.getElementById('display').getAttribute('src') !== before", arg=before)
