"""Négoces 2 as players hold it: what a hand hides, what a thumb has picked, and what a panel says meanwhile.

A whole game by touch is an evening (`tests/evenings`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.game import TABLE
from tests.web.browsing import House, answered, fits, shown, wait_until
from tests.web.fingers import opened
from tests.web.lines import let_pass, stand_still
from tests.web.negoces2_tables import BY_HAND, to_market
from tests.web.quiet import caught_up

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

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
    page.wait_for_selector(".offers li:has-text('Jonas'):has-text('offers nothing')")
    assert page.is_visible(".hand-of .card")  # What others do leaves it as it is.
    let_pass(page, OPEN_HAND - 3000)
    assert page.is_visible(".hand-of .card")
    let_pass(page, 3000)
    shows(**hidden)  # After a while without a touch.


# Who composes an offer reads at each moment what is still missing, for as long as the lamp is out


def lacking(page: Page) -> tuple[str, bool]:
    """Return what the panel says is missing, and whether its lamp is lit."""
    said = " ".join(page.locator("#panel [data-lack]:visible").all_inner_texts())
    return said, page.locator("#panel [data-confirm]").is_enabled()


def test_an_offer_says_what_it_lacks_until_it_can_be_made(house: House) -> None:
    page = opened(at_market(house, "C"), "offer")
    page.wait_for_selector("#panel [data-lack=card]:visible")
    no_card = ("Touch a card, or “no card”.", False)
    assert lacking(page) == no_card
    steps = {
        "#panel [data-step='1']": no_card,
        "#panel label:has(input[value=jewels])": ("Which way up?", False),
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
    answered(page)
    offered = next(one for one in house.table.view(TABLE).market.offers if one.seat == "C")
    assert (offered.card, offered.coins) == (None, 1)
    seller = opened(house.show("A", "[data-panel=set_coins]"), "set_coins")
    assert lacking(shown(seller, "#panel [data-confirm]:enabled")) == ("", True)


@pytest.mark.parametrize("comes", [True, pytest.param(False, marks=pytest.mark.broad)])
def test_no_key_of_a_panel_can_be_touched_before_its_script_is_there(house: House, comes: bool) -> None:
    page = at_market(house)
    held: list[Route] = []
    page.route("**/compose.js*", lambda route: held.append(route))
    page.click(".counter [data-panel=offer]")
    wait_until(page, lambda: bool(held), "the panel's script")
    assert not page.is_visible("#panel")
    if comes:
        held[0].continue_()
        page.click("#panel [data-key=more]")
        assert page.input_value("#panel input[name=coins]") == "1"
        assert page.locator("#panel [data-confirm]").is_disabled()  # A coin, and which card?
    else:
        with page.expect_event("requestfailed"):
            held[0].abort()
        caught_up(page)
        assert (page.is_visible("#panel"), page.is_visible(".counter [data-panel=offer]")) == (False, True)


def at_market(house: House, letter: str = "B") -> Page:
    """Go on to A's first card on the market, and return the phone of *letter*, who may offer."""
    house.start("negoces2", "ABCD", **BY_HAND)
    to_market(house.table)
    return house.show(letter, ".offers")
