"""The bench in a browser: five real phones beside the box, and hands by pointer and by keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Frame, Page

from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.table.table import Table
from firmware.simulator.faults import FAULTS
from tests.web.browser.browsing import WIDE, fits, resize, window
from tests.web.browser.inspecting import violations
from tests.web.fake_bench import FakeBench, boxed_table, uid_of
from tests.web.server.sockets import serving
from tests.web.shark_tables import SIX

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


def frame(page: Page, letter: str) -> Frame:
    return next(one for one in page.frames if one.url.startswith(f"http://{letter.lower()}.barkeep.localhost"))


def sit(page: Page, *letters: str) -> None:
    """Sit down on the phones for *letters*: each has picked up its own pawn already."""
    for letter in letters:
        phone = frame(page, letter)
        phone.wait_for_selector(f"input[value={letter}]:checked")
        phone.fill("input[name=name]", SIX[letter])
        phone.click("button.lamp")
        phone.wait_for_selector(".lobby")  # The cookie arrived: these frames are of one site.
        phone.wait_for_load_state()
        page.wait_for_selector(f"[data-phone={letter}] .whose:has-text('{SIX[letter]}')")


def phones_shown(page: Page, count: int) -> None:
    """Wait until so many phones are shown: each says itself whether it is needed, at its own moment."""
    page.wait_for_function("count => document.body.dataset.count == count", arg=count)


def shares(page: Page) -> list[float]:
    """Return how large each phone that is shown is, compared to its true size, once its page fills the glass.

    An observer fits them to their room, some frames after the window has another size, so what they fill is not enough: it must
    be the room that there is.
    """
    sizes = """() => Array.from(document.querySelectorAll(".glass")).filter((one) => one.offsetParent)
      .map((one) => [one.querySelector("iframe").getBoundingClientRect().width, one.clientWidth])"""
    fitted = """() => { const room = document.querySelector(".phones");
      return room.style.getPropertyValue("--wide") === `${room.clientWidth}px`
        && room.style.getPropertyValue("--high") === `${room.clientHeight}px`; }"""
    page.wait_for_function(f"() => ({fitted})() && ({sizes})().every(([framed, glass]) => Math.round(framed - glass) === 0)")
    return [framed / 360 for framed, _ in page.evaluate(sizes)]


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
    for fault, state in (
        ("display-unplugged", "checked=false"),
        ("tags-flicker", "pressed=true"),
        ("tags-flicker", "pressed=false"),
    ):
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
        faults = violations(page)
        for fault in FAULTS:
            bench.set_fault(fault, True)
        page.reload()
        page.wait_for_selector("[aria-checked=false]")
        assert faults + violations(page) == []
        page.close()


@pytest.mark.broad
def test_a_phone_is_called_after_who_holds_it(page: Page, table: Table) -> None:
    table.act("A", SitDown("Noor", "a" * 64))  # On a phone that isn't a frame here.
    page.wait_for_selector("[data-phone=A] .whose:has-text('A free phone')")
    phone = frame(page, "A")
    phone.check("input[value=C]", force=True)
    phone.fill("input[name=name]", "Jonas")
    phone.click("button.lamp")
    for letter, whose in (("A", "Jonas"), ("C", "A free phone"), ("B", "Buoy")):
        page.wait_for_selector(f"[data-phone={letter}] .whose:has-text('{whose}')")


SIZES = {  # width, height, phones: the least fraction of its true size that each phone has
    (1366, 768, 5): 0.5, (1366, 768, 6): 0.42, (1920, 1080, 5): 0.74, (1920, 1080, 6): 0.8, (1920, 950, 6): 0.68,
    (820, 1180, 5): 0.6, (360, 740, 6): 0.6,
}  # fmt: skip


@pytest.mark.broad
@pytest.mark.parametrize("count", [5, 6])
def test_phones_in_the_game_use_the_room_that_there_is(page: Page, table: Table, count: int) -> None:
    sit(page, *"ABCDEF"[:count])
    assert (len(shares(page)), page.is_visible("#spare")) == (6, False)
    table.act("A", StartGame("shark" if count == 6 else "barracuda", {}))
    phones_shown(page, count)
    assert page.is_visible("#spare") == (count < 6)
    for (width, height, phones), least in SIZES.items():
        if phones == count:
            resize(page, {"width": width, "height": height})
            seen = shares(page)
            assert len(seen) == count
            assert least <= min(seen) <= max(seen) <= 1, (width, height, seen)
            assert fits(page), (width, height)
            assert width < 1201 or not page.evaluate("() => document.documentElement.scrollHeight > innerHeight")
    page.context.clear_cookies()
    page.reload()
    phones_shown(page, 0)  # Without any of the players' phones here, there is room for the rest.
    assert shares(page) == []
