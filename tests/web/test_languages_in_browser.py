"""The phones in every language: what is said fits a small screen, and can be chosen with a thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.asks import LayPile
from companion.barracuda.moves import CallDraw, OfferTakeover, OpenBar
from companion.game import TABLE
from companion.money import Pile
from companion.seating import StartGame
from companion.words import CALLED, LANGUAGES
from tests.web.browsing import House, check, spilled
from tests.web.tables import FIRST

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def look(*pages: Page) -> None:
    check(*pages)
    assert [spilled(page) for page in pages] == [[] for _ in pages]


def drawn(house: House) -> Page:
    """Draw a pawn, and return the phone whose turn it is."""
    house.table.act(TABLE, CallDraw())
    page = house.phones[house.table.view(TABLE).active.seat]
    page.wait_for_selector(".acts")
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_phones_fit_in_every_language(house: House, language: str) -> None:
    table = house.table
    for seat in "ABC":
        page = house.phone(seat)
        page.click(f"text={CALLED[language]}")
        page.wait_for_selector(f"html[lang={language}] .lobby")
        page.wait_for_load_state()
    a, b, c = house.phones.values()
    a.click("summary")
    look(a)
    table.act("A", StartGame("barracuda", {"bank": "once"}))
    for bar in list(FIRST.values())[:3]:
        look(drawn(house))
        table.act(table.view(TABLE).active.seat, OpenBar(bar))
    house.all_wait_for("[data-panel=last_order]")
    look(a, b, c)
    page = drawn(house)
    page.click("[data-panel=takeover]")
    page.wait_for_selector("#panel .choices")
    look(page)
    page.click("#panel .choices button >> nth=0")
    page.wait_for_selector("#panel [data-pile]")
    look(page)
    bidder = table.view(TABLE).active.seat
    ask = table.standing(bidder)["takeover"].ask
    assert isinstance(ask, LayPile)
    bar = ask.lays[0].command.bar
    table.act(bidder, OfferTakeover(bar, Pile(fives=1, ones=1, fakes=2)))
    house.phones[table.view(TABLE).offer.lessee].wait_for_selector(".either")
    look(a, b, c)


def test_what_spills_is_found(house: House) -> None:
    page = house.phone("A")
    assert spilled(page) == []
    page.evaluate("document.adoptedStyleSheets = [new CSSStyleSheet()]")
    page.evaluate("document.adoptedStyleSheets[0].insertRule('.counter .lamp { max-width: 60px; white-space: nowrap }')")
    assert spilled(page) == ["Start Barracuda"]
