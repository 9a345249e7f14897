"""Négoces 2 and Shark in the players' hands: cards, panels, dice and books, and how they look on a low screen."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from companion.games.barracuda.moves import DrawPawn
from companion.kit.viewers import TABLE
from companion.seats.names import LONGEST
from companion.seats.starting import StartGame
from tests.web.browser import browsing
from tests.web.browser.browsing import House, fits, look
from tests.web.browser.fingers import opened
from tests.web.browser.quiet import caught_up, let_pass, stand_still
from tests.web.negoces2_tables import BY_HAND, to_market
from tests.web.shark_tables import BY_HAND as REAL_DICE
from tests.web.shark_tables import throw, two_buildings

pytestmark = pytest.mark.browser

OPEN_HAND = 8000  # milliseconds without a touch until a hand covers itself


@pytest.mark.broad
def test_a_hand_is_covered_until_it_is_touched_and_covers_itself(house: House) -> None:
    stand_still(house)
    page = at_market(house)
    hidden, shows = {"state": "hidden"}, lambda **how: page.wait_for_selector(".hand-of .card", **how)
    for state in ({}, hidden, {}):  # Opened, closed and opened by hand.
        page.click(".cover")
        shows(**state)
    house.show("C").click("[data-act*=Withdraw]")
    page.wait_for_selector(".offers li:has-text('Jonas'):has-text('passes')")
    assert page.is_visible(".hand-of .card")  # Others' actions leave it as it is.
    let_pass(page, OPEN_HAND - 3000)
    assert page.is_visible(".hand-of .card")
    let_pass(page, 3000)
    shows(**hidden)  # After a while without a touch.


def lacking(page: Page) -> tuple[str, bool]:
    """Return the missing items that the panel names, and whether its lamp is lit."""
    said = " ".join(page.locator("#panel [data-lack]:visible").all_inner_texts())
    return said, page.locator("#panel [data-confirm]").is_enabled()


def test_an_offer_comes_with_its_script_and_says_what_it_lacks_until_it_can_be_made(house: House) -> None:
    page, held = at_market(house, "C"), list[Route]()
    page.route("**/compose.js*", lambda route: held.append(route))
    for comes in (False, True):  # No key can be touched before the script is there.
        page.click(".counter [data-panel=offer]")
        browsing.wait_until(page, lambda: bool(held), "the panel's script")
        assert not page.is_visible("#panel")
        if comes:
            held.pop().continue_()
        else:
            with page.expect_event("requestfailed"):
                held.pop().abort()
            caught_up(page)
            assert (page.is_visible("#panel"), page.is_visible(".counter [data-panel=offer]")) == (False, True)
    page.wait_for_selector("#panel [data-lack=card]:visible")
    no_card = ("Choose a card, or “no card”.", False)
    assert lacking(page) == no_card
    page.click("#panel [data-key=more]")
    assert page.input_value("#panel input[name=coins]") == "1"
    page.click("#panel [data-step='-1']")
    steps = {
        "#panel [data-step='1']": no_card,
        "#panel label:has(input[value=jewels])": ("Face up or face down?", False),
        "#panel label:has(input[value=yes])": ("", True),
        "#panel label:has(input[name=card][value=''])": ("", True),
        "#panel [data-step='-1']": ("Offer a card, or at least one coin.", False),
    }
    for touch, said in steps.items():
        page.click(touch)
        assert lacking(page) == said
    assert fits(page)
    assert not page.is_visible("#panel .ways")
    page.click("#panel [data-key=more]")
    page.click("#panel [data-confirm]")
    browsing.answered(page)
    offered = next(one for one in house.table.now.view(TABLE).market.offers if one.seat == "C")
    assert (offered.card, offered.coins) == (None, 1)
    seller = opened(house.show("A", "[data-panel=set_coins]"), "set_coins")
    assert lacking(browsing.shown(seller, "#panel [data-confirm]:enabled")) == ("", True)


def at_market(house: House, letter: str = "B") -> Page:
    """Go on to A's first card on the market, and return the phone of *letter*, who can make an offer."""
    house.start("negoces2", "ABCD", **BY_HAND)
    to_market(house.table)
    return house.show(letter, ".offers")


ON_ITS_SIDE = {"width": 740, "height": 360}
SMALL = {"width": 375, "height": 553}  # The screen of a ten-year-old phone, without the browser's own bars.
TO_THE_END = "() => { scrollTo(0, document.documentElement.scrollHeight); return scrollY; }"


@pytest.mark.parametrize("viewport", [ON_ITS_SIDE, pytest.param(SMALL, marks=pytest.mark.broad)], ids=["on its side", "small"])
def test_a_low_screen_shows_what_counts_from_its_top_or_where_it_was(browser: Browser, tmp_path: Path, viewport: Any) -> None:
    with browsing.open_house(browser, browsing.table_with_bag(tmp_path), "de", viewport=viewport) as on:
        on.sit(*"ABCD")
        page = on.show("C", "[data-page=lobby]")
        in_sight = lambda *parts: all(page.evaluate(browsing.script("inSight"), part) for part in parts)
        assert page.evaluate(TO_THE_END) > 0
        on.table.act("A", StartGame("shark", {**REAL_DICE, "holdings": "hidden"}))
        page.wait_for_selector("#page .shark")
        assert page.evaluate("scrollY") == 0
        two_buildings(on.table)
        page.wait_for_selector(".counter [data-panel=dice]")
        assert in_sight(".counter [data-panel=dice]", "[data-purse]")
        assert look(page, "covered") == []
        page.dispatch_event("[data-purse]", "click")
        page.wait_for_selector(".sheet")
        assert in_sight(".sheet .holds", ".sheet .total", "[data-purse]")  # Its button stays under the thumb.
        page.dispatch_event("[data-purse]", "click")
        page.wait_for_selector(".sheet", state="detached")
        sell = page.locator("[data-panel=sell]:enabled")
        sell.scroll_into_view_if_needed()
        page.evaluate("scrollBy(0, 40)")
        before = page.evaluate("scrollY")
        sell.dispatch_event("click")
        page.wait_for_selector("#panel [data-close]")
        assert (before > 0, page.evaluate("scrollY")) == (True, 0)
        page.click("#panel [data-close]")
        page.wait_for_selector("#panel", state="hidden")
        assert page.evaluate("scrollY") == before
        throw(on.table, "C", 1, "red")
        page.wait_for_selector("#panel .site")
        page.click("#panel .site label:has(input[value=red-D5])")
        assert in_sight("#panel [data-confirm]", "#panel .site label:has(:checked)")
        assert page.evaluate(TO_THE_END) > 0
        page.click("#panel [data-confirm]")
        page.wait_for_selector("#page .statement")
        assert page.evaluate("scrollY") == 0


# The widest names, and another address

NAMES = {"A": "W" * LONGEST, "B": "꧅" * LONGEST, "C": "🤼🏿" * (LONGEST // 2), "D": "דנה " + "ש" * 10, "E": "e\u0323\u030a" * 4}


@pytest.mark.broad
def test_the_widest_names_scroll_nothing_sideways(house: House) -> None:
    house.names = NAMES
    house.sit()
    pages = {path: house.open(house.address(path)) for path in ("", "pin", "table", "enrolment")}
    pages |= {"wall": house.screen(), **{seat: house.show(seat) for seat in "AB"}}
    browsing.resize(pages["wall"], browsing.WIDE)
    too_wide = lambda: [what for what, page in pages.items() if not fits(page)]
    assert too_wide() == []
    house.table.act("A", StartGame("barracuda", {"draw": "bag"}))
    house.table.act(TABLE, DrawPawn("A"))
    for where, selector in (("A", ".acts"), ("B", ".string .now"), ("table", ".string .now"), ("wall", ".string .now")):
        pages[where].wait_for_selector(selector)
    assert too_wide() == []
    pages["wall"].evaluate("() => (document.querySelector('.ends.right b').textContent = '888')")  # The widest digits.
    assert look(pages["wall"], "unreadable") == []
    assert house.complaints == []
