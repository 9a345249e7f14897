"""The same evening as people see it: five phones and the table screen in one real browser, the plug pulled, to the winner."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.evenings.house import NAMES, PATIENCE, House, open_house
from tests.evenings.thumbs import Phone, pull_the_plug

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SEATS = "ABCDE"
# What a player does on their turn, the first that can be done; Noor opens first and auctions as soon as she can.
NOOR = ("auction", "open", "own_partner", "takeover", "partnership", "pass")
OTHERS = ("own_partner", "partnership", "takeover", "open", "auction", "pass")
# Whether a page says what the table would send it now.
SAME_WORDS = """(html) => {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  return document.getElementById("page").textContent === fresh.content.textContent;
}"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as running:
        yield running


def test_an_evening_of_five_phones_and_the_table_screen(house: House, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    phones = {seat: Phone(seat, context.new_page()) for seat in SEATS}
    screen = context.new_page()
    screen.goto(f"http://localhost:{house.port}/table")
    evening = Evening(house, phones)
    evening.sit_down_and_start()
    evening.play(until_asked="bid")
    evening.pull_the_plug()
    evening.play(until_asked="")
    winner = screen.wait_for_selector(".closing").get_attribute("data-winner")
    screen.wait_for_selector(f".won >> text={NAMES[winner]}")
    for phone in phones.values():
        phone.page.wait_for_selector(f"#page .over .winners use[href$='#pawn-{winner.lower()}']", state="attached")
    context.close()


class Evening:
    """Five people who play as fast as the pages let them."""

    def __init__(self, house: House, phones: dict[str, Phone]) -> None:
        self.house, self.phones = house, phones
        self.draws = 0

    def sit_down_and_start(self) -> None:
        for seat, phone in self.phones.items():
            phone.sit(f"http://{seat.lower()}.barkeep.localhost:{self.house.port}/")
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
            phone.answer("AcceptOffer")
        elif phone := self.asked("bid"):
            self.lay(phone, worth=1)
        elif phone := self.asked("stake"):
            self.lay(phone, worth=12)
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
            self.lay(phone, worth=1)
        elif action == "pass":
            phone.send("#panel .lamp")
        else:
            self.choose_first(phone)

    def lay(self, phone: Phone, *, worth: int) -> None:
        """Push a pile of ones, or of one fake where it may be worth nothing."""
        terms = phone.terms()
        real, fakes = terms["purse"]
        ones = min(real, max(worth, terms["least"]))
        assert ones or fakes
        phone.lay(*([1] * ones or [0]))

    def choose_first(self, phone: Phone) -> None:
        """Pick the first of what the panel offers, and confirm it."""
        phone.page.wait_for_selector("#panel [name=option]", state="attached")
        phone.choose(phone.page.locator("#panel [name=option]").first.get_attribute("value") or "")

    def draw(self, phone: Phone) -> None:
        """Any phone may ask for the draw; late in the evening somebody calls last order, so that it ends."""
        self.draws += 1
        if self.draws > 18 and "last_order" in phone.asks():
            phone.call_last_order()
        else:
            phone.send('#page [data-act*="CallDraw"]')

    def sell(self, phone: Phone) -> None:
        """Take the first bid."""
        phone.page.wait_for_selector("#panel .bids")
        phone.sell(phone.page.locator("#panel [name=option]").first.get_attribute("value") or "")

    def pull_the_plug(self) -> None:
        """Kill -9 while bids are asked for: the phones wait, and show the same once the table is back."""
        before = self.shown()
        pull_the_plug(self.house, self.phones)
        self.settle()
        assert self.shown() == before

    def shown(self) -> dict[str, str]:
        """Return the pages once they are the table's, but for how long each waits for its screen: on whoever is back first."""
        for phone in self.phones.values():
            html = phone.page.evaluate("async () => (await fetch('/seat/view')).text()")
            phone.page.wait_for_function(SAME_WORDS, arg=html)
        pages = {seat: phone.page.locator("#page").inner_html() for seat, phone in self.phones.items()}
        return {seat: re.sub(r'data-hold="\d+"', "", html) for seat, html in pages.items()}

    def asked(self, name: str) -> Phone | None:
        return next((phone for phone in self.phones.values() if name in phone.asks()), None)

    def over(self) -> bool:
        return self.phones["A"].page.locator("#page .over").count() > 0

    def settle(self) -> None:
        """Wait until every phone shows the same moment."""
        for phone in self.phones.values():
            phone.look()
