"""The table screen in a browser: it follows the game, and can be read from three metres."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.barracuda.moves import AcceptOffer, CallLastOrder, OfferPartnership, OfferTakeover, Stake
from companion.game import TABLE
from companion.money import Pile
from companion.seating import StartGame
from companion.table import Table
from companion.words import LANGUAGES
from tests.web.tables import ADDRESS, FIRST, SECOND, draw, new_table, open_all, seat, start
from web.app import create_app, move
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.browser
def test_screen_follows_the_game(browser: Browser, tmp_path: Path) -> None:
    table = new_table(tmp_path)
    server = serve(create_app(table, hosts=[], address=ADDRESS), 0, "127.0.0.1")
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en")
    page, wrong = context.new_page(), []
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.goto(f"http://localhost:{server.port}/table")
    page.wait_for_selector("text=Pull up a stool.")
    start(table)
    page.wait_for_selector(".street")
    draw(table, "A")
    page.wait_for_selector("text=Noor is drawn.")
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    context.close()
    server.close()
    assert wrong == []


@pytest.mark.browser
def test_the_screen_shows_a_new_address_by_itself(browser: Browser, tmp_path: Path) -> None:
    app = create_app(new_table(tmp_path), hosts=[], address=ADDRESS)
    server = serve(app, 0, "127.0.0.1")
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(f"http://localhost:{server.port}/table")
    page.wait_for_selector("text=10.42.0.1")
    move(app, ["192.168.1.7"], "http://192.168.1.7/")
    page.wait_for_selector("text=192.168.1.7")
    assert "10.42.0.1" not in page.inner_text("body")
    page.close()
    server.close()


LONG_NAMES = {
    "A": "Maximilianus-J", "B": "Wilhelmina Wim", "C": "Bartholomeüs J", "D": "Clementinafleu", "E": "Sebastiaantje",
}  # fmt: skip

# Every text that is smaller than 30 px of 1920, or reaches out of the window.
TROUBLE = """() => {
  const found = [], smallest = 30 / 1920 * innerWidth, floor = document.querySelector(".counter").getBoundingClientRect().top;
  const texts = document.createTreeWalker(document.getElementById("view"), NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    if (!text.data.trim()) continue;
    if (parseFloat(getComputedStyle(text.parentElement).fontSize) < smallest - 0.1) found.push("small: " + text.data);
    const range = document.createRange();
    range.selectNodeContents(text);
    const outside = (box) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    if (Array.from(range.getClientRects()).some(outside)) found.push("outside: " + text.data);
    const under = text.parentElement.closest("main") && text.parentElement.getBoundingClientRect().bottom > floor + 1;
    if (under) found.push("under the counter: " + text.data);
  }
  return found;
}"""


@pytest.mark.browser
@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_long_names_fit_in_every_language_and_can_be_read_from_afar(
    browser: Browser, tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    table = new_table(tmp_path)
    server = serve(create_app(table, hosts=[], address=ADDRESS, language=language), 0, "127.0.0.1")
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language)
    page = context.new_page()
    trouble = {}
    for scene in (_nothing, _street, _offer, _stakes, _turned_over):
        scene(table)
        page.goto(f"http://localhost:{server.port}/table")
        trouble[scene.__name__] = page.evaluate(TROUBLE)
    spoil = "Object.assign(document.querySelector('main .voice').style, { fontSize: '12px', translate: '-999px 999px' })"
    control = {found.split(":")[0] for found in page.evaluate(f"() => {{ {spoil}; return ({TROUBLE})(); }}")}
    context.close()
    server.close()
    assert all(found == [] for found in trouble.values()), trouble
    assert control == {"small", "outside", "under the counter"}


def _nothing(table: Table) -> None:
    seat(table, LONG_NAMES)


def _street(table: Table) -> None:
    table.act("A", StartGame("barracuda", {"draw": "bag"}))
    open_all(table, FIRST)
    open_all(table, SECOND)


def _offer(table: Table) -> None:
    draw(table, "B")
    table.act("B", OfferTakeover("Octopus", Pile(ones=5, twos=3, fakes=4)))


def _stakes(table: Table) -> None:
    table.act("A", AcceptOffer())
    for letter in "ACDE":
        draw(table, letter)
        bars = [bar for bar in table.view(TABLE).bars if bar.places == 2 and bar.partner is None and bar.lessee != letter]
        table.act(letter, OfferPartnership(bars[0].name, Pile(ones=1)))
        table.act(table.view(TABLE).offer.lessee, AcceptOffer())
    table.act("A", CallLastOrder())


def _turned_over(table: Table) -> None:
    for letter in LONG_NAMES:
        table.act(letter, Stake(Pile(fakes=2) if letter in "AC" else Pile(ones=4, twos=4)))


@pytest.mark.browser
@pytest.mark.parametrize("players", [3, 5])
def test_a_bank_of_three_digits_fits(browser: Browser, tmp_path: Path, players: int) -> None:
    table = new_table(tmp_path)
    server = serve(create_app(table, hosts=[], address=ADDRESS), 0, "127.0.0.1")
    start(table, dict(list(LONG_NAMES.items())[:players]))
    page = browser.new_page(viewport={"width": 1920, "height": 1080}, locale="en")
    page.goto(f"http://localhost:{server.port}/table")
    page.wait_for_selector(".street")
    page.evaluate("() => (document.querySelector('.ends.right b').textContent = '888')")  # The widest digits.
    assert page.evaluate(TROUBLE) == []
    page.close()
    server.close()
