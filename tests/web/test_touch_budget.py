"""How often a finger touches the glass. Counted in the page itself, one for each pointer that goes down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.barracuda.moves import CallDraw, CallLastOrder, OpenBar, Stake
from companion.game import TABLE
from companion.money import Pile
from companion.pieces import Piece
from companion.seating import StartGame
from tests.web.browsing import House
from tests.web.tables import FIRST, NAMES, SECOND, auction, draw, open_all

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

COUNT = "() => { window.touches = 0; addEventListener('pointerdown', () => window.touches++, true); }"


class Fingers:
    """Counts the touches of every phone since `begin`."""

    def __init__(self, house: House) -> None:
        self._house = house
        for page in house.phones.values():
            page.evaluate(COUNT)

    def begin(self) -> None:
        for page in self._house.phones.values():
            page.evaluate("() => { window.touches = 0; }")

    def counted(self) -> dict[str, int]:
        """Return the touches by seat, without who touched nothing."""
        found = {seat: page.evaluate("() => window.touches") for seat, page in self._house.phones.items()}
        return {seat: touches for seat, touches in found.items() if touches}


@pytest.fixture
def fingers(house: House) -> Fingers:
    for letter in "ABC":
        house.phone(letter)
    house.table.act("A", StartGame("barracuda", {"bank": "once"}))
    house.all_wait_for("[data-page=drawing]")
    return Fingers(house)


def drawn(house: House) -> str:
    house.table.act(TABLE, CallDraw())
    seat = str(house.table.view(TABLE).active.seat)
    house.phones[seat].wait_for_selector("[data-page=acting] .acts")
    return seat


def open_round(house: House, bars: dict[str, str]) -> None:
    for bar in list(bars.values())[:3]:
        house.table.act(drawn(house), OpenBar(bar))


def lay(page: Page, *kinds: int) -> None:
    page.wait_for_selector("#panel [data-pile]")
    for kind in kinds:
        page.click(f"[data-lay='{kind}']")
    page.click("[data-shut]")
    page.click("[data-push]")


def test_a_bar_is_opened_with_a_draw_and_a_card(house: House, fingers: Fingers) -> None:
    """On the reader two: the draw on any phone (or the OK key, or the pawn itself), and the card."""
    house.table.pieces.learn(b"4321", Piece("card", "Octopus"))
    house.phones["A"].click("[data-page=drawing] [data-act]")
    house.all_wait_for("[data-page=acting]")
    house.table.tap("reader", b"4321")
    house.all_wait_for("[data-page=drawing]")
    assert house.table.view(TABLE).bar("Octopus").lessee
    assert fingers.counted() == {"A": 1}


def test_without_a_reader_a_bar_is_opened_in_three(house: House, fingers: Fingers) -> None:
    """The action, the name, and the lamp that sends it, after the draw: four, where the reader takes two.

    A card on the reader says both what is done and with which bar, and lifting it from the table is deliberate enough.
    On glass neither can be left out. Nothing takes an opening back, so one slip of a thumb on a row of names must not send
    it; and the names don't come up by themselves, though in the first round there is no other action: whoever is drawn
    would find them under a thumb that was about to do something else, and over what the page says of the turn.
    """
    seat = drawn(house)
    page = house.phones[seat]
    page.click("[data-panel=open]")
    page.click("#panel label:has(input[value=Octopus])")
    page.click("[data-confirm]")
    house.all_wait_for("[data-page=drawing]")
    assert fingers.counted() == {seat: 3}


def test_own_partner_takes_at_most_four(house: House) -> None:
    fingers = round_three(house)
    draw(house.table, "A")
    page = house.phones["A"]
    page.click("[data-panel=own_partner]")
    page.wait_for_selector("#panel .choices")
    if page.locator("#panel input:checked").count() == 0:
        page.click("#panel .choices label >> nth=0")
    page.click("[data-confirm]")
    house.all_wait_for("[data-page=drawing]")
    counted = fingers.counted()
    assert list(counted) == ["A"]
    assert counted["A"] <= 4


def round_three(house: House) -> Fingers:
    """Seat five, and let everybody have two leases."""
    for letter in NAMES:
        house.phone(letter)
    house.table.act("A", StartGame("barracuda", {"draw": "bag"}))
    open_all(house.table, FIRST)
    open_all(house.table, SECOND)
    house.all_wait_for("[data-panel=last_order]")
    return Fingers(house)


def test_an_offer_of_four_notes_takes_nine_and_its_answer_three(house: House, fingers: Fingers) -> None:
    open_round(house, FIRST)
    bidder = drawn(house)
    page = house.phones[bidder]
    fingers.begin()
    page.click("[data-panel=takeover]")
    page.click("#panel .choices button >> nth=0")
    lay(page, 1, 4, 4, 4)
    house.all_wait_for("[data-page=offered]")
    lessee = house.table.view(TABLE).offer.lessee
    house.phones[lessee].click(".plate >> nth=0")
    house.all_wait_for("[data-page=drawing]")
    counted = fingers.counted()
    assert counted[bidder] <= 9
    assert counted[lessee] <= 3
    assert set(counted) == {bidder, lessee}  # Nobody else needs to touch anything.


def test_a_stake_of_two_notes_takes_four(house: House, fingers: Fingers) -> None:
    open_round(house, FIRST)
    house.table.act("A", CallLastOrder())
    fingers.begin()
    for page in house.phones.values():
        lay(page, 3, 4)
    house.all_wait_for(".order")
    assert all(touches <= 4 for touches in fingers.counted().values())
    assert len(fingers.counted()) == 3  # The control: every finger was counted.


def test_a_bid_of_two_notes_takes_four_and_the_sellers_choice_five(house: House) -> None:
    fingers = round_three(house)
    auction(house.table)
    for letter in "BCDE":
        lay(house.phones[letter], 3, 4)
    seller = house.phones["A"]
    seller.click("#panel [data-turn-all]")
    assert seller.locator("#panel .turnable.open .face").count() == 4
    assert seller.locator("[data-confirm]").is_disabled()  # To look is not to choose.
    seller.click("#panel .face:has(input[value=D])")
    seller.click("[data-confirm]")
    house.all_wait_for("[data-page=drawing]")
    counted = fingers.counted()
    assert house.table.view(TABLE).bar("Jetty Bar").lessee == "D"
    assert all(counted[bidder] <= 4 for bidder in "BCDE")
    assert counted["A"] <= 5


def test_who_is_not_asked_sees_all_of_a_round_without_a_touch(house: House, fingers: Fingers) -> None:
    """B never touches the glass, and yet each page is the right one: a pile in composition, a purse or a panel may be open."""
    open_round(house, FIRST)
    house.table.act("A", CallLastOrder())
    for seat, page in house.phones.items():
        lay(page, 3) if seat != "B" else house.table.act("B", Stake(Pile(ones=1)))
    fingers.begin()
    for page in house.phones.values():
        page.wait_for_selector(".order")
    seat = drawn(house)
    house.phones["B"].wait_for_selector("[data-page=acting]")
    bar = next(bar for bar in SECOND.values() if bar not in [one.name for one in house.table.view(TABLE).bars])
    house.table.act(seat, OpenBar(bar))
    for page in house.phones.values():
        page.wait_for_selector(f"text={bar} >> nth=0")
        assert page.locator("#panel").is_hidden()
        assert page.locator("#page").is_visible()
    assert fingers.counted() == {}
