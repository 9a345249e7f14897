"""A turn from the door to the answer by touch alone, and how often a finger touches the glass."""

from __future__ import annotations

from typing import Any

import pytest

from companion.barracuda.moves import CallLastOrder, OpenBar, Stake
from companion.game import TABLE
from companion.money import Pile
from tests.web.begun import drawn, first_round, started
from tests.web.browsing import House, check
from tests.web.fingers import Touches, lay, opened, push

pytestmark = pytest.mark.browser


def test_join_draw_open_offer_and_accept(house: House) -> None:
    """The draw is one touch, an opening three (action, name, lamp), an offer of four notes eight, its answer one."""
    for seat in "ABC":
        check(house.phone(seat))
    a, b, c = house.phones.values()
    assert not a.evaluate("() => isSecureContext")  # As in the room: what needs one isn't there.
    a.wait_for_selector(".stools >> text=Jonas")
    a.click("summary")
    a.select_option("select[name=bank]", "once")
    a.click("[data-start]")
    touches = Touches(house)
    for bar in ("Octopus", "Albatros", "Karambole"):
        house.all_wait_for("[data-page=drawing]")
        b.click("[data-act]")
        house.all_wait_for("[data-page=acting]")
        assert touches.counted() == {"B": 1}
        open_bar(house, bar)
        assert touches.counted() == {house.table.view(TABLE).bar(bar).lessee: 3}
    house.all_wait_for("[data-panel=last_order]")
    c.click("[data-page=drawing] [data-act]")
    house.all_wait_for("[data-page=acting]")
    touches.counted()
    offer = compose_offer(house)
    assert touches.counted() == {offer.bidder: 9}  # Of them one takes a note back.
    lessee = house.phones[offer.lessee]
    lessee.wait_for_selector(".plate >> text=+6")
    lessee.click(".plate >> nth=0")
    house.all_wait_for("[data-page=drawing]")
    assert touches.counted() == {offer.lessee: 1}  # Nobody else needs to touch anything.
    assert house.table.view(TABLE).bar(offer.bar).partner == offer.bidder
    assert house.table.view(offer.lessee).purse.fakes == 8
    assert house.complaints == []


def open_bar(house: House, bar: str) -> None:
    check(*house.phones.values())
    page = opened(house.phones[str(house.table.view(TABLE).active.seat)], "open")
    assert page.locator("[data-confirm]").is_disabled()
    page.click(f"#panel label:has(input[value='{bar}'])")
    check(page)
    page.click("text=Open " + bar)
    house.all_wait_for("[data-page=drawing]")


def compose_offer(house: House) -> Any:
    page = house.phones[str(house.table.view(TABLE).active.seat)]
    page.click("[data-panel=partnership]")
    page.click("#panel .choices button >> nth=0")
    check(lay(page, 1, 3, 4, 4))
    assert page.locator("[data-lay='0']").is_disabled()  # A ten would pass 12.
    page.click("[data-lift='4'] >> nth=0")
    assert (page.inner_text("[data-real]"), page.inner_text("[data-notes]")) == ("6", "3")
    page.click("[data-shut]")
    page.wait_for_selector("text=Three notes, closed.")
    check(page)
    page.click("[data-push]")
    house.all_wait_for("[data-page=offered]")
    check(*house.phones.values())
    return house.table.view(TABLE).offer


@pytest.mark.broad
def test_a_stake_of_two_notes_takes_four_and_who_is_not_asked_needs_no_touch(house: House) -> None:
    """B never touches the glass, and yet each page is the right one: a pile in composition, a purse or a panel may be open."""
    started(house)
    first_round(house)
    house.table.act("A", CallLastOrder())
    touches = Touches(house)
    house.table.act("B", Stake(Pile(ones=1)))
    for seat in "AC":
        push(house.phones[seat], 3, 4)
    house.all_wait_for(".order")
    assert touches.counted() == {"A": 4, "C": 4}
    drawn(house)
    house.phones["B"].wait_for_selector("[data-page=acting]")
    house.table.act(house.table.view(TABLE).active.seat, OpenBar("Tide Bar"))
    for page in house.phones.values():
        page.wait_for_selector("text=Tide Bar >> nth=0")
        assert (page.locator("#panel").is_hidden(), page.locator("#page").is_visible()) == (True, True)
    assert touches.counted() == {}
