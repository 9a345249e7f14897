"""The same evening as people see it: five phones and the table screen in one real browser, the plug pulled, to the winner."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.evenings.house import NAMES, PATIENCE, House, open_house, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SEATS = "ABCDE"
# What a player does on their turn, the first that can be done; Noor opens first and auctions as soon as she can.
NOOR = ("auction", "open", "own_partner", "takeover", "partnership", "pass")
OTHERS = ("own_partner", "partnership", "takeover", "open", "auction", "pass")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as running:
        yield running


def test_an_evening_of_five_phones_and_the_table_screen(house: House, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    phones = {seat: Phone(house, seat, context.new_page()) for seat in SEATS}
    screen = context.new_page()
    screen.goto(f"http://localhost:{house.port}/table")
    evening = Evening(house, phones)
    evening.sit_down_and_start()
    evening.play(until_asked="bid")
    evening.pull_the_plug()
    evening.play(until_asked="")
    for phone in phones.values():
        phone.page.wait_for_selector("#page .over")
    assert any(name in screen.locator("body").inner_text() for name in NAMES.values()), "the table screen names the winner"
    context.close()


class Phone:
    """A thumb on one phone."""

    def __init__(self, house: House, seat: str, page: Page) -> None:
        self.house, self.seat, self.page = house, seat, page

    def sit(self) -> None:
        self.page.goto(f"http://{self.seat.lower()}.barkeep.localhost:{self.house.port}/")
        self.page.fill("input[name=name]", NAMES[self.seat])
        self.page.check(f"input[name=pawn][value={self.seat}]", force=True)
        self.page.click(".counter .lamp")
        self.page.wait_for_selector("#page .phone")

    def asks(self) -> set[str]:
        words = self.page.locator("#page > *").first.get_attribute("data-asks") or ""
        return {word.partition(":")[0] for word in words.split()}

    def tap(self, selector: str) -> None:
        self.page.locator(selector).locator("visible=true").first.click()

    def send(self, selector: str) -> None:
        """Tap what sends an answer, and wait until the table has said what became of it."""
        with self.page.expect_response("**/act") as answered:
            self.tap(selector)
        assert answered.value.status == 200, answered.value.text()
        self.page.wait_for_function("() => !document.body.hasAttribute('data-busy')")

    def actions(self) -> list[str]:
        rows = self.page.locator("#page .acts button:not([disabled])").all()
        return [row.get_attribute("data-panel") or "" for row in rows]

    def lay(self, *, worth: int) -> None:
        """Compose a pile of ones, or of one fake where it may be worth nothing; close it and push it."""
        self.page.wait_for_selector("#panel [data-pile]")
        bounds = json.loads(self.page.get_attribute("#panel [data-pile]", "data-pile") or "{}")
        real, fakes = bounds["purse"]
        ones = min(real, max(worth, bounds["least"]))
        for note in [3] * ones or [4]:
            self.tap(f'#panel [data-lay="{note}"]')
        assert ones or fakes
        self.tap("#panel [data-shut]")
        self.send("#panel [data-push]")

    def choose(self) -> None:
        """Pick the first of what the panel offers, and confirm it."""
        self.page.wait_for_selector("#panel [name=option]", state="attached")
        self.page.locator("#panel [name=option]").first.check(force=True)
        self.send("#panel [data-confirm]")


class Evening:
    """Five people who play as fast as the pages let them."""

    def __init__(self, house: House, phones: dict[str, Phone]) -> None:
        self.house, self.phones = house, phones
        self.draws = 0

    def sit_down_and_start(self) -> None:
        for phone in self.phones.values():
            phone.sit()
        self.phones["A"].page.click(".lamp[data-start]")
        for phone in self.phones.values():
            phone.page.wait_for_selector("#page [data-asks]", state="attached")

    def play(self, until_asked: str) -> None:
        """Play until somebody is asked *until_asked*, or to the end where that is empty."""
        end = time.monotonic() + 10 * PATIENCE
        while not self.over():
            assert time.monotonic() < end, "the evening does not end"
            self.settle()
            if until_asked and self.asked(until_asked):
                return
            self.one_thing()
        assert not until_asked, f"the game ended without {until_asked}"

    def one_thing(self) -> None:
        if phone := self.asked("answer"):
            phone.send('#page [data-act*="AcceptOffer"]')
        elif phone := self.asked("bid"):
            phone.lay(worth=1)
        elif phone := self.asked("stake"):
            phone.lay(worth=12)
        elif phone := self.asked("sell"):
            self.sell(phone)
        elif phone := self.asked("open"):
            self.act(phone)
        elif phone := self.asked("draw"):
            self.draw(phone)

    def act(self, phone: Phone) -> None:
        able = phone.actions()
        action = next(name for name in (NOOR if phone.seat == "A" else OTHERS) if name in able)
        phone.tap(f'#page .acts [data-panel="{action}"]')
        if action in ("partnership", "takeover"):
            phone.page.wait_for_selector("#panel [data-pick], #panel [data-pile]", state="attached")
            if not phone.page.locator("#panel [data-pile]").count():
                phone.tap("#panel [data-panel][data-pick]")
            phone.lay(worth=1)
        elif action == "pass":
            phone.send("#panel .lamp")
        else:
            phone.choose()

    def draw(self, phone: Phone) -> None:
        """Any phone may ask for the draw; late in the evening somebody calls last order, so that it ends."""
        self.draws += 1
        if self.draws > 18 and "last_order" in phone.asks():
            phone.tap('#page [data-panel="last_order"]')
            phone.send('#panel [data-act*="CallLastOrder"]')
        else:
            phone.send('#page [data-act*="CallDraw"]')

    def sell(self, phone: Phone) -> None:
        """Turn one bid over and take it."""
        phone.page.wait_for_selector("#panel .bids")
        phone.tap("#panel [data-turn]")
        phone.choose()

    def pull_the_plug(self) -> None:
        """Kill -9 while bids are asked for: the phones wait, and show the same once the table is back."""
        before = self.shown()
        self.house.kill()
        fetched: set[str] = set()
        for phone in self.phones.values():
            phone.page.on("response", lambda got, seat=phone.seat: got.url.endswith("/seat/view") and fetched.add(seat))
        self.house.start()
        page = self.phones["A"].page
        until(lambda: page.wait_for_timeout(50) or fetched == set(SEATS), "every phone's own return")
        self.settle()
        assert self.shown() == before

    def shown(self) -> dict[str, Any]:
        return {seat: phone.page.locator("#page").inner_html() for seat, phone in self.phones.items()}

    def asked(self, name: str) -> Phone | None:
        return next((phone for phone in self.phones.values() if name in phone.asks()), None)

    def over(self) -> bool:
        return self.phones["A"].page.locator("#page .over").count() > 0

    def settle(self) -> None:
        """Wait until every phone shows the same moment: asks are numbered by the row since which they stand."""
        for phone in self.phones.values():
            fresh = phone.page.evaluate("async () => (await fetch('/seat/view')).text()")
            asks = fresh.partition('data-asks="')[2].partition('"')[0].split()
            phone.page.wait_for_function(
                "asks => (document.querySelector('#page [data-asks]')?.dataset.asks ?? '').split(' ').filter(Boolean)"
                ".join(' ') === asks",
                arg=" ".join(asks),
            )
