"""Négoces 2 as players hold it: goods, an auction, offers and a forced sale by touch, and what a panel says meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.game import TABLE
from companion.negoces2.moves import DealGoods, OpenAnswers
from tests.web.browsing import House, answered, check, fits, ready, shown, wait_until
from tests.web.fingers import opened, pick
from tests.web.negoces2_tables import BY_HAND, DEALT, to_market
from tests.web.quiet import brought, caught_up

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

NOTHING = "no card"
OPEN_HAND = 8000  # milliseconds without a touch until a hand covers itself


def at_market(house: House, letter: str = "B") -> Page:
    """Go on to A's first card on the market, and return the phone of *letter*, who may offer."""
    house.start("negoces2", "ABCD", **BY_HAND)
    to_market(house.table)
    return house.show(letter, ".offers")


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
    confirm_coins(page, coins)


def confirm_coins(page: Page, coins: int) -> None:
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


@pytest.mark.broad
def test_a_whole_game_on_four_phones_and_the_table_screen(house: House) -> None:
    house.start("negoces2", "ABCD", **BY_HAND)
    house.show_all("ABCD", "#panel .cards")
    screen = house.screen(".market")
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
    sell_around(house)
    lay(house, "A", "spices", "Face up")
    offer(house, "D", "jade", "Face up", 1)
    confirm_coins(opened(house.phones["A"], "set_coins"), 5)
    accept(house, "A", "D")
    declare(house)
    for page in (screen, *house.phones.values()):
        page.wait_for_selector("h1:has-text('Sanne wins')")
    check(*house.phones.values())
    assert house.complaints == []


def sell_around(house: House) -> None:
    """Let everybody sell once, until D holds 15 + 13."""
    accept(house, "A", "B")  # Coins only: B sells next.
    lay(house, "B", "tea", "Face down")
    offer(house, "A", NOTHING, coins=1)
    offer(house, "A", NOTHING, coins=2)
    force(house, "B", "wine", "jade", "D")
    for seller, card, buyer, coins in (("D", "perfume", "C", 13), ("C", "coffee", "A", 9)):
        lay(house, seller, card, "Face up")
        offer(house, buyer, NOTHING, coins=coins)
        accept(house, seller, buyer)
    house.table.act(TABLE, OpenAnswers())


def declare(house: House) -> None:
    assert house.table.view("D").can_win
    for seat in "ABC":
        page = opened(house.phones[seat], "declare")
        assert page.locator("#panel button:has-text('I have won')").is_disabled()
        page.click("#panel [data-act*=KeepSilent]")
    opened(house.phones["D"], "declare").click("#panel [data-act*=Declare]:has-text('I have won')")
    house.all_wait_for(".over")


def test_a_hand_is_covered_until_it_is_touched_and_covers_itself(house: House) -> None:
    house.context.clock.install()
    page = at_market(house)
    assert not page.is_visible(".hand-of .card")
    page.click(".cover")
    page.wait_for_selector(".hand-of .card")
    house.show("C").click("[data-act*=Withdraw]")
    page.wait_for_selector(".offers li:has-text('Jonas'):has-text('offers nothing')")
    assert page.is_visible(".hand-of .card")  # What others do leaves it as it is.
    page.click(".cover")
    page.wait_for_selector(".hand-of .card", state="hidden")
    page.click(".cover")
    page.wait_for_selector(".hand-of .card")
    page.clock.run_for(OPEN_HAND)
    page.wait_for_selector(".hand-of .card", state="hidden")  # After a while without a touch.


def test_what_a_thumb_has_picked_stays_when_others_change_what_there_is(house: House) -> None:
    house.start("negoces2", "ABCD", **BY_HAND)
    page = house.show("B", "#panel .cards")
    page.click("#panel [data-panel=deal][data-pick=silk]")
    page.wait_for_selector("#panel label:has(input[value='silk-tea'])")
    pages = brought(page)
    house.table.act("A", DealGoods("A", *DEALT["A"]))
    wait_until(page, lambda: bool(pages), "the page after the deal")
    page.wait_for_selector(f"#panel [data-number='{house.table.standing('B')['deal'].number}']", state="attached")
    caught_up(page)
    assert page.locator("#panel label:has(input[value='silk-tea'])").is_visible()
    assert page.locator("#panel label:has(input[value='silk-wine'])").count() == 0  # Those are A's now.


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
    caught_up(page)
    assert not page.is_visible("#panel")
    assert page.is_visible(".counter [data-panel=offer]")
