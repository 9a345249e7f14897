"""Who composes an offer reads at each moment what is still missing, for as long as the lamp is out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import PHONE, fits
from tests.web.negoces2_tables import to_market
from tests.web.negoces2_tour import start
from tests.web.tour import tour

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def lamp_is_lit(page: Page) -> bool:
    return page.locator("#panel [data-confirm]").is_enabled()


def lacking(page: Page) -> str:
    """Return what the panel says is missing."""
    return " ".join(page.locator("#panel [data-lack]:visible").all_inner_texts())


def test_an_offer_says_what_it_lacks_until_it_can_be_made(browser: Browser, tmp_path: Path) -> None:
    with tour(browser, tmp_path, viewport=PHONE, has_touch=True) as on:
        start(on)
        to_market(on.table)
        page = on.phone("C", "[data-panel=offer]")
        page.click("[data-panel=offer]")
        page.wait_for_selector("#panel [data-lack=card]:visible")
        assert (lacking(page), lamp_is_lit(page)) == ("Touch a card, or “no card”.", False)
        page.click("#panel [data-step='1']")
        assert (lacking(page), lamp_is_lit(page)) == ("Touch a card, or “no card”.", False)
        page.click("#panel label:has(input[value=jewels])")
        assert (lacking(page), lamp_is_lit(page)) == ("Which way up?", False)
        page.click("#panel label:has(input[value=yes])")
        assert (lacking(page), lamp_is_lit(page)) == ("", True)
        page.click("#panel label:has(input[name=card][value=''])")
        assert (lacking(page), lamp_is_lit(page)) == ("", True)
        page.click("#panel [data-step='-1']")
        assert (lacking(page), lamp_is_lit(page)) == ("Offer a card, or at least one coin.", False)
        assert fits(page)


def test_coins_on_the_own_card_lack_nothing(browser: Browser, tmp_path: Path) -> None:
    with tour(browser, tmp_path, viewport=PHONE, has_touch=True) as on:
        start(on)
        to_market(on.table)
        page = on.phone("A", "[data-panel=set_coins]")
        page.click("[data-panel=set_coins]")
        page.wait_for_selector("#panel [data-confirm]:enabled")
        assert lacking(page) == ""
