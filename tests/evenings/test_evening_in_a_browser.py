"""An evening of Barracuda as people see it, and its mishaps: phones and the table screen in a real browser.

Each game is played to its end, against the house, in tests/web/browser/test_alone_in_browser.py. budgets.txt has other acts.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator

from companion.kit.pieces import Piece
from tests.evenings.house import open_house, until
from tests.evenings.prepared import prepare
from tests.evenings.thumbs import SITE, Phone, Room, changed, has_lease, has_place, open_a_bar, open_room

pytestmark = [pytest.mark.browser, pytest.mark.broad]


def test_an_evening(tmp_path: Path, browser: Browser) -> None:
    """Open bars with a card and by phone, lay stakes for the order of a round, and pull the plug during an offer."""
    with open_house(tmp_path, "--host", "0.0.0.0", "--name", SITE) as house, open_room(house, browser) as room:
        room.sit_down("ABC")
        room.start("barracuda", draw="bag")
        noor, emile, jonas = room.phones.values()
        room.tap(Piece("bag", "A"), "A", "open")
        house.tap(Piece("card", "Octopus"), lambda: not noor.is_asked("open"))
        has_lease(room, noor, "Octopus")
        for phone, bar in ((emile, "Karambole"), (jonas, "Albatros")):
            noor.draw(phone.seat)
            open_a_bar(room, phone, bar)
        last_order(room)
        offer_while_the_plug_is_pulled(room)
        assert noor.draw("C") == ["A", "C"]
        room.shows("[data-seat=C].now")
        assert room.complaints == []


def last_order(room: Room) -> None:
    """The lowest stake plays first; between equal stakes the bag decides (7)."""
    noor, emile, jonas = room.phones.values()
    with changed({noor: -2, emile: 0, jonas: -2}):
        emile.open("last_order")
        emile.send('#panel [data-act*="CallLastOrder"]')
        noor.lay(2)
        emile.lay(0, 0)
        jonas.lay(1, 1)
        room.shows("[data-revealed]")
        assert room.screen.locator(".places [data-seat]").first.get_attribute("data-seat") == "B"


def offer_while_the_plug_is_pulled(room: Room) -> None:
    noor, emile, _ = room.phones.values()
    assert noor.draw("B") == ["B"]
    with changed({emile: -2, noor: 2}):
        emile.offer("partnership", "Octopus", 1, 1, 0)
        room.shows(".push")
        shown = room.shown()
        room.pull_the_plug()
        until(lambda: room.shown() == shown, "the pages that were there before")
        noor.decide("accept")
        has_place(room, emile, "Octopus")


def test_what_the_rules_forbid_cannot_be_sent_and_changes_nothing(tmp_path: Path, browser: Browser) -> None:
    with open_house(prepare(tmp_path, drawn="B"), "--name", SITE) as house, open_room(house, browser, "B") as room:
        tinker_with(room.phones["B"], room.screen.locator("#view"))


def tinker_with(phone: Phone, screen: Locator) -> None:
    sent, before, purse = list[str](), screen.inner_html(), phone.purse()
    phone.page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/act") else None)
    row = phone.page.locator("#page .acts li", has_text="Auction").locator("button")
    assert "three bars" in row.inner_text()
    row.tap(force=True)  # It is greyed out.
    assert phone.page.locator("#panel").is_hidden()
    phone.begin_offer("takeover", "Karambole")
    phone.tap('#panel [data-lay="2"]')
    phone.sees("Not worth 5 yet.")
    assert phone.page.locator("#panel [data-shut]").is_disabled()
    phone.tap('#panel [data-lay="1"]')
    assert phone.page.locator("#panel [data-shut]").is_enabled()
    assert phone.page.locator('#panel [data-lay="0"]').is_disabled(), "another ten would exceed 12"
    assert sent == []
    tinker = "(ten) => { ten.disabled = false; ten.click(); }"
    phone.page.locator('#panel [data-lay="0"]').evaluate(tinker)  # The table doesn't rely on the page's own checks.
    phone.compose()
    assert phone.sent("#panel [data-push]").status == 422
    phone.sees("12")
    assert phone.page.get_attribute("#refused a", "href").endswith("#6.4")
    phone.tap("#panel [data-reopen]")
    assert (screen.inner_html(), phone.purse()) == (before, purse)
