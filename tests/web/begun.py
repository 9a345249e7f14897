"""Games of Barracuda that have begun, with phones around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.barracuda.moves import CallDraw, CallLastOrder, OfferTakeover, OpenBar
from companion.game import TABLE
from companion.money import Pile
from tests.web.tables import FIRST, SECOND, open_all

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browsing import House


def started(house: House, letters: str = "ABC", **options: str) -> list[Page]:
    """Begin for *letters*, and return their phones at the first draw."""
    house.start("barracuda", letters, **options)
    return house.show_all(letters, "[data-page=drawing]")


def draw_one(house: House) -> str:
    """Let the table draw, and return whose turn it is."""
    house.table.act(TABLE, CallDraw())
    return str(house.table.view(TABLE).active.seat)


def drawn(house: House) -> Page:
    """Draw, and return the phone whose turn it is."""
    page = house.phones[draw_one(house)]
    page.wait_for_selector("[data-page=acting] .acts")
    return page


def first_round(house: House) -> None:
    """Let the three who play open their first bars."""
    for bar in list(FIRST.values())[:3]:
        house.table.act(draw_one(house), OpenBar(bar))
    house.all_wait_for("[data-panel=last_order]")


def third_round(house: House, **options: str) -> None:
    """Begin for five, who draw from their own bag and have two leases each."""
    house.start(draw="bag", **options)
    open_all(house.table, FIRST)
    open_all(house.table, SECOND)


def staking(house: House) -> list[Page]:
    """Return the phones of three who lay a stake."""
    pages = started(house)
    first_round(house)
    house.table.act("C", CallLastOrder())
    house.all_wait_for("#panel [data-pile]")
    return pages


def offered(house: House) -> Page:
    """Push a five, a one and two fakes over a first lease, and return the lessee's phone."""
    started(house, bank="once")
    first_round(house)
    bidder = draw_one(house)
    bar = house.table.standing(bidder)["takeover"].ask.lays[0].command.bar
    house.table.act(bidder, OfferTakeover(bar, Pile(fives=1, ones=1, fakes=2)))
    lessee = house.phones[house.table.view(TABLE).offer.lessee]
    lessee.wait_for_selector(".turnover")
    return lessee
