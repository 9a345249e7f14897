"""Négoces 2 as players hold it: a whole short game on four phones and the table screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.game import TABLE
from companion.negoces2.moves import DealGoods, OpenAnswers
from companion.seating import StartGame
from tests.web.browsing import House, answered, check, ready, wait_until
from tests.web.negoces2_tables import BY_HAND, DEALT, FOUR, to_market
from tests.web.quiet import beats, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

NOTHING = "no card"


def pick(page: Page, selector: str) -> None:
    """Choose one of the panel's options, and do what the lamp says."""
    page.click(selector)
    page.click("#panel [data-confirm]:enabled")


def start(house: House, **options: str) -> Page:
    """Seat four with their phones, begin, and return the table screen."""
    for seat in FOUR:
        house.phone(seat)
    screen = house.open(f"http://localhost:{house.server.port}/table")
    phone = house.phones["A"]
    phone.click("label:has(input[value=negoces2])")
    phone.click("[data-game=negoces2] summary")
    for name, choice in options.items():
        phone.select_option(f"[data-game=negoces2] select[name={name}]", choice)
    phone.click("[data-start=negoces2]")
    return screen


def at_market(house: House) -> Page:
    """Seat four, go on to the first card on the market, and return the phone of B, who may offer."""
    for seat in FOUR:
        house.phone(seat)
    house.table.act("A", StartGame("negoces2", BY_HAND))
    to_market(house.table)
    return house.phones["B"]


def deal(house: House) -> None:
    for seat, (first, second) in DEALT.items():
        page = house.phones[seat]
        page.click(f"#panel [data-panel=deal][data-pick={second}]")
        pick(page, f"#panel label:has(input[value='{second}-{first}'])")
        answered(page)


def auction(house: House) -> None:
    """A opens with 1, B says 2, C and D are out, and A has the contraband for 3."""
    house.phones["C"].click(".counter [data-panel=opener]")
    pick(house.phones["C"], "#panel label:has(input[value=A])")
    for seat, said in (("A", 1), ("B", 2), ("C", 0), ("D", 0), ("A", 3), ("B", 0)):
        page = house.phones[seat]
        if said:
            page.click(f".counter button:has-text('Say {said}')")
            ready(page)
            continue
        page.click(".counter [data-panel=bid]")
        page.click("#panel [data-act*=Drop]")
        answered(page)


def lay(house: House, seat: str, card: str, face: str) -> None:
    page = house.phones[seat]
    if house.table.view(TABLE).phase == "declaring":
        page.click(".counter [data-panel=lay]")
    page.click(f"#panel label:has(input[value={card}])")
    page.click(f"#panel [data-of={card}] button:has-text('{face}')")
    answered(page)


def offer(house: House, seat: str, card: str, face: str = "", coins: int = 0) -> None:
    page = house.phones[seat]
    page.click(".counter [data-panel=offer]")
    page.click(f"#panel .cards label:has-text('{card}')")
    if face:
        page.click(f"#panel .ways label:has-text('{face}')")
    page.fill("#panel input[name=coins]", str(coins))
    page.keyboard.press("Tab")
    page.click("#panel [data-confirm]:enabled")
    answered(page)


def accept(house: House, seller: str, buyer: str) -> None:
    page = house.phones[seller]
    page.click(f"[data-panel=accept_{buyer}]")
    page.click("#panel .lamp")
    answered(page)


def force(house: House, seller: str, card: str, good: str, owner: str) -> None:
    page = house.phones[seller]
    page.click(".counter [data-panel=force]")
    page.click(f"#panel [data-panel=force][data-pick={card}]")
    pick(page, f"#panel label:has(input[value='{card}-{good}'])")
    page.wait_for_selector("#panel [data-ask=pick]")
    pick(page, f"#panel label:has(input[value={owner}])")
    answered(page)


def test_a_whole_game_on_four_phones_and_the_table_screen(house: House) -> None:
    screen = start(house, **BY_HAND)
    deal(house)
    auction(house)
    lay(house, "A", "wine", "Face up")
    screen.wait_for_selector(".stall .card.wine")
    offer(house, "B", NOTHING, coins=12)
    offer(house, "C", "coffee", "Face down", 2)
    screen.wait_for_selector(".places li:has-text('Jonas') .note")
    assert screen.locator(".places .card").count() == 0  # C's lies face down.
    house.phones["D"].click(".counter [data-act*=Withdraw]")
    screen.wait_for_selector(".places li:has-text('Sanne'):has-text('offers nothing')")
    accept(house, "A", "B")  # Coins only: B sells next.
    lay(house, "B", "tea", "Face down")
    offer(house, "A", NOTHING, coins=1)
    offer(house, "A", NOTHING, coins=2)
    force(house, "B", "wine", "jade", "D")
    lay(house, "D", "perfume", "Face up")
    offer(house, "C", NOTHING, coins=13)
    accept(house, "D", "C")
    lay(house, "C", "coffee", "Face up")
    offer(house, "A", NOTHING, coins=9)
    accept(house, "C", "A")  # Everybody has sold; D holds 15 + 13.
    house.table.act(TABLE, OpenAnswers())
    lay(house, "A", "spices", "Face up")
    offer(house, "D", "jade", "Face up", 1)
    page = house.phones["A"]
    page.click(".counter [data-panel=set_coins]")
    page.fill("#panel input[name=coins]", "5")
    page.keyboard.press("Tab")
    page.click("#panel [data-confirm]:enabled")
    answered(page)
    accept(house, "A", "D")
    assert house.table.view("D").can_win
    for seat in "ABC":
        house.phones[seat].click(".counter [data-panel=declare]")
        assert house.phones[seat].locator("#panel button:has-text('I have won')").is_disabled()
        house.phones[seat].click("#panel [data-act*=KeepSilent]")
    house.phones["D"].click(".counter [data-panel=declare]")
    house.phones["D"].click("#panel [data-act*=Declare]:has-text('I have won')")
    house.all_wait_for(".over")
    check(*house.phones.values())
    for page in (screen, *house.phones.values()):
        page.wait_for_selector("h1:has-text('Sanne wins')")
    assert house.complaints == []


def test_a_hand_is_covered_until_it_is_touched_and_covers_itself(house: House) -> None:
    page = at_market(house)
    page.wait_for_selector(".offers")  # Nothing more comes that would cover it again.
    assert not page.is_visible(".hand-of .card")
    page.click(".cover")
    page.wait_for_selector(".hand-of .card")
    house.phones["C"].click("[data-act*=Withdraw]")
    page.wait_for_selector(".offers li:has-text('Jonas'):has-text('offers nothing')")
    assert page.is_visible(".hand-of .card")  # What others do leaves it as it is.
    page.click(".cover")
    page.wait_for_selector(".hand-of .card", state="hidden")
    page.click(".cover")
    page.wait_for_selector(".hand-of .card")
    page.wait_for_selector(".hand-of .card", state="hidden")  # After a while without a touch.


def test_what_a_thumb_has_picked_stays_when_others_change_what_there_is(house: House) -> None:
    for seat in FOUR:
        house.phone(seat)
    house.table.act("A", StartGame("negoces2", BY_HAND))
    page = house.phones["B"]
    page.click("#panel [data-panel=deal][data-pick=silk]")
    page.wait_for_selector("#panel label:has(input[value='silk-tea'])")
    heard = beats(page)
    house.table.act("A", DealGoods("A", *DEALT["A"]))
    page.wait_for_selector(f"#panel [data-number='{house.table.standing('B')['deal'].number}']", state="attached")
    settled(page, heard)
    assert page.locator("#panel label:has(input[value='silk-tea'])").is_visible()
    assert page.locator("#panel label:has(input[value='silk-wine'])").count() == 0  # Those are A's now.


def test_what_the_panel_leaves_out_cannot_be_offered(house: House) -> None:
    page = at_market(house)
    page.click(".counter [data-panel=offer]")
    lamp = page.locator("#panel [data-confirm]")
    page.wait_for_selector("#panel .cards")
    assert lamp.is_disabled()  # No card, no coin.
    page.click("#panel .cards label:has-text('tea')")
    assert lamp.is_disabled()  # Which way up?
    page.click("#panel .ways label:has-text('Face down')")
    assert lamp.is_enabled()
    page.click(f"#panel .cards label:has-text('{NOTHING}')")
    assert not page.is_visible("#panel .ways")
    assert lamp.is_disabled()
    page.click("#panel [data-key=more]")
    lamp.click()
    answered(page)
    offered = house.table.view(TABLE).market.offers[0]
    assert (offered.card, offered.coins) == (None, 1)


def test_no_key_of_a_panel_can_be_touched_before_its_script_is_there(house: House) -> None:
    page = at_market(house)
    held: list[Route] = []
    page.route("**/compose.js*", lambda route: held.append(route))
    page.click(".counter [data-panel=offer]")
    wait_until(page, lambda: bool(held), "the panel's script")
    assert not page.is_visible("#panel")
    held[0].continue_()
    page.click("#panel [data-key=more]")
    assert page.input_value("#panel input[name=coins]") == "1"
    assert page.locator("#panel [data-confirm]").is_disabled()  # A coin, and which card?


def test_a_panel_whose_script_cannot_be_had_is_not_shown(house: House) -> None:
    page = at_market(house)
    page.route("**/compose.js*", lambda route: route.abort())
    with page.expect_request_finished(lambda request: "/seat/ask/offer" in request.url), page.expect_event("requestfailed"):
        page.click(".counter [data-panel=offer]")
    page.wait_for_timeout(100)
    assert not page.is_visible("#panel")
    assert page.is_visible(".counter [data-panel=offer]")
