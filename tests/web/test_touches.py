"""A turn from the door to the answer by touch alone, and how often a finger touches the glass."""

from __future__ import annotations

from typing import Any

import pytest

from companion.barracuda.moves import CallLastOrder, OpenBar, Stake
from companion.game import TABLE
from companion.money import Pile
from companion.pieces import Piece
from tests.web.begun import drawn, first_round, started, third_round
from tests.web.browsing import House, check
from tests.web.fingers import Touches, lay, opened, pick, push
from tests.web.shark_tables import shares
from tests.web.tables import SECOND, auction, draw

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
    a.select_option("select[name=left_out]", "agreed")
    a.select_option("[data-part=left_out] >> nth=1", "Beacon Bar")
    a.click("[data-start]")
    touches = Touches(house)
    for bar in ("Octopus", "Albatros", "Karambole"):
        house.all_wait_for("[data-page=drawing]")
        b.click("[data-act]")
        house.all_wait_for("[data-page=acting]")
        assert touches.counted() == {"B": 1}
        assert house.table.seating.started is not None
        assert house.table.seating.started.options["left_out"] == ["Lagoon Bar", "Beacon Bar"]
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
def test_a_bar_is_opened_with_a_draw_and_a_card(house: House) -> None:
    """On the reader two: the draw on any phone (or the OK key, or the pawn itself), and the card."""
    house.table.pieces.learn(b"4321", Piece("card", "Octopus"))
    a, *_ = started(house)
    touches = Touches(house)
    a.click("[data-page=drawing] [data-act]")
    house.all_wait_for("[data-page=acting]")
    house.table.tap("reader", b"4321")
    house.all_wait_for("[data-page=drawing]")
    assert house.table.view(TABLE).bar("Octopus").lessee
    assert touches.counted() == {"A": 1}


@pytest.mark.broad
def test_own_partner_takes_at_most_four(house: House) -> None:
    third_round(house)
    house.show_all("ABCDE", "[data-panel=last_order]")
    touches = Touches(house)
    draw(house.table, "D")
    page = opened(house.phones["D"], "own_partner")
    if page.locator("#panel input:checked").count() == 0:
        page.click("#panel .choices label >> nth=0")
    page.click("[data-confirm]")
    house.all_wait_for("[data-page=drawing]")
    counted = touches.counted()
    assert list(counted) == ["D"]
    assert counted["D"] <= 4


@pytest.mark.broad
def test_a_bid_of_two_notes_takes_four_and_the_sellers_choice_five(house: House) -> None:
    third_round(house)
    house.show_all("ABCDE", "[data-panel=last_order]")
    touches = Touches(house)
    auction(house.table)
    for letter in "BCDE":
        push(house.phones[letter], 3, 4)
    seller = house.phones["A"]
    seller.click("#panel [data-turn-all]")
    assert seller.locator("#panel .turnable.open .face").count() == 4
    assert seller.locator("[data-confirm]").is_disabled()  # To look is not to choose.
    pick(seller, "#panel .face:has(input[value=D])")
    house.all_wait_for("[data-page=drawing]")
    counted = touches.counted()
    assert house.table.view(TABLE).bar("Jetty Bar").lessee == "D"
    assert all(counted[bidder] <= 4 for bidder in "BCDE")
    assert counted["A"] <= 5


@pytest.mark.broad
def test_a_stake_of_two_notes_takes_four_and_who_is_not_asked_needs_no_touch(house: House) -> None:
    """B never touches the glass, and yet each page is the right one: a pile in composition, a purse or a panel may be open."""
    started(house)
    first_round(house)
    house.table.act("A", CallLastOrder())
    touches = Touches(house)
    for seat, page in house.phones.items():
        push(page, 3, 4) if seat != "B" else house.table.act("B", Stake(Pile(ones=1)))
    house.all_wait_for(".order")
    assert touches.counted() == {"A": 4, "C": 4}
    drawn(house)
    seat = str(house.table.view(TABLE).active.seat)
    house.phones["B"].wait_for_selector("[data-page=acting]")
    bar = next(bar for bar in SECOND.values() if bar not in [one.name for one in house.table.view(TABLE).bars])
    house.table.act(seat, OpenBar(bar))
    for page in house.phones.values():
        page.wait_for_selector(f"text={bar} >> nth=0")
        assert page.locator("#panel").is_hidden()
        assert page.locator("#page").is_visible()
    assert touches.counted() == {}


@pytest.mark.broad
def test_of_shark_roll_one_build_two_buy_three(house: House) -> None:
    house.start("shark", "ABCD", first="chosen")
    shares(house.table, A="red", B="blue", C="green", D="yellow")
    page = house.show("A", ".deal")
    touches = Touches(house)
    page.click(".counter [data-act]")
    page.wait_for_selector("#panel .site")
    assert touches.counted() == {"A": 1}
    pick(page, "#panel .site .may >> nth=0")
    page.wait_for_selector(".statement")
    assert touches.counted() == {"A": 2}
    page.click("[data-panel=buy] >> nth=0")
    pick(page, "#panel .direct button >> nth=0")
    page.wait_for_selector(".lately >> text=buys")
    assert touches.counted() == {"A": 3}
