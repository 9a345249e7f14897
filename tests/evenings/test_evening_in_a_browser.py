"""An evening of Barracuda as people see it: pieces, phones and the table screen in a real browser, a pulled plug, two tables.

Each game is played to its end, against the house, in tests/web/browser/test_alone_in_browser.py. budgets.txt has other acts.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.kit.pieces import Piece
from tests.evenings.house import until
from tests.evenings.thumbs import Phone, Room, open_room
from tests.web.browser.fingers import lay, opened, pick, push, shut

pytestmark = [pytest.mark.browser, pytest.mark.broad]

MENU = "[data-page] [data-fetch='/seat/menu']"
PARTNER = "[data-bar=Octopus][data-lessee=A] .side >> text=Émile"


def test_an_evening(tmp_path: Path, browser: Browser) -> None:
    """Whatever goes wrong, the game goes on with everything where it was, and at last at another table."""
    with open_room(tmp_path / "house", browser) as room:
        room.sit_down("ABC")
        room.start("barracuda", draw="bag")
        noor, emile, jonas = phones = list(room.phones.values())
        room.house.tap(Piece("bag", "A"), lambda: noor.is_asked("open"))
        room.house.tap(Piece("card", "Octopus"), lambda: not noor.is_asked("open"))
        for phone, bar in ((emile, "Karambole"), (jonas, "Albatros")):
            choose(noor, "draw", phone.seat)
            choose(phone, "open", bar)
            room.shows(f"[data-bar={bar}][data-lessee={phone.seat}]")
        choose(noor, "draw", "B")
        what_the_rules_forbid_cannot_be_sent_and_changes_nothing(room, emile)
        before = [phone.purse()[0] for phone in phones]
        push(pile_for(emile, "partnership"), 3, 3, 4)
        room.shows(".push")
        shown = room.shown()
        room.pull_the_plug()
        until(lambda: room.shown() == shown, "the pages that were there before")
        noor.look()
        for touch in (".turnover", "label:has(input[value=accept])"):
            noor.tap(touch)
        noor.send("#page [data-confirm]:enabled")
        room.shows(PARTNER)
        after = [phone.purse()[0] for phone in phones]
        assert [new - old for new, old in zip(after, before, strict=True)] == [2, -2, 0]
        one_no_keeps_what_was_done(room, emile, jonas)
        with open_room(tmp_path / "other", browser) as there:
            goes_on(room, there)


def choose(phone: Phone, panel: str, value: str) -> None:
    phone.look()
    pick(opened(phone.page, panel), f"#panel label:has(input[value={value}])")


def pile_for(phone: Phone, action: str) -> Page:
    """Begin an offer for the Octopus, and return the page with its pile."""
    phone.look()
    phone.page.click(f"[data-panel={action}]")
    phone.tap("#panel [data-pick=Octopus]")
    phone.page.wait_for_selector("#panel [data-pile][data-pick=Octopus]", state="attached")
    return phone.page


def what_the_rules_forbid_cannot_be_sent_and_changes_nothing(room: Room, phone: Phone) -> None:
    screen, sent = room.screen.locator("#view"), list[str]()
    room.shows(f"[data-seat={phone.seat}].now")  # The screen shows for a while who was drawn.
    before, purse = screen.inner_html(), phone.purse()
    phone.page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/act") else None)
    row = phone.page.locator("#page .acts li", has_text="Auction").locator("button")
    assert "three bars" in row.inner_text()
    row.tap(force=True)  # It is greyed out.
    assert phone.page.locator("#panel").is_hidden()
    page = lay(pile_for(phone, "takeover"), 2)
    phone.sees("Not worth 5 yet.")
    assert page.is_disabled("#panel [data-shut]")
    lay(page, 1)
    assert page.is_enabled("#panel [data-shut]")
    assert page.is_disabled("#panel [data-lay='0']"), "another ten would exceed 12"
    assert sent == []
    tinker = "(ten) => { ten.disabled = false; ten.click(); }"
    page.locator("#panel [data-lay='0']").evaluate(tinker)  # The table doesn't rely on the page's own checks.
    shut(page)
    assert phone.sent("#panel [data-push]").status == 422
    phone.sees("12")
    assert page.get_attribute("#refused a", "href").endswith("#6.4")
    phone.tap("#panel [data-reopen]")
    assert (screen.inner_html(), phone.purse()) == (before, purse)
    phone.tap("#panel [data-close]")
    room.complaints.clear()  # The browser mentions the refusal.


def one_no_keeps_what_was_done(room: Room, asker: Phone, other: Phone) -> None:
    asker.look()
    for touch in (MENU, "#panel [data-fetch='/seat/back']"):
        asker.tap(touch)
    asker.send("#panel .step >> nth=1 >> [data-act]")
    other.page.wait_for_selector(".vote .lamp")
    other.send(".vote .btn:not(.lamp)")
    room.screen.wait_for_selector(".vote", state="detached")
    room.shows(PARTNER)


def goes_on(room: Room, there: Room) -> None:
    """Let everybody agree to go on at another table, and bring the game there as a file."""
    for phone in room.phones.values():
        phone.look()
        phone.tap(MENU)
        phone.send("#panel [data-act*=go_elsewhere]")
    first = room.phones["A"].page
    with first.expect_download() as fetched:
        first.click("a[download]")
    there.sit_down("ABC")
    bringing = there.phones["A"]
    bringing.tap("a[href='/bring']")
    bringing.page.set_input_files("input[type=file]", fetched.value.path())
    bringing.tap(".counter .lamp")
    for phone in there.phones.values():
        phone.page.wait_for_selector("[data-act*=know_all]")
        phone.send("[data-act*=know_all]")
    there.shows(PARTNER)
