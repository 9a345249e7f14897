"""Without a thumb or an eye: what a screen reader says, a keyboard that is enough, and forced colours that hide nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from companion.barracuda.moves import AcceptOffer, Bid, OfferTakeover
from companion.game import TABLE
from companion.money import Pile
from companion.seating import StandUp
from tests.web.begun import drawn, first_round, started, third_round
from tests.web.browsing import House
from tests.web.fingers import opened, press, tab_to
from tests.web.shark_tables import BY_HAND, shares
from tests.web.tables import auction, draw

pytestmark = pytest.mark.browser

NUMBER = re.compile(r"\d")


@pytest.fixture
def on(house: House) -> House:
    """Five players, in the third round, with two bars each."""
    third_round(house)
    return house


def said(page: Page, text: str) -> str:
    """Return what *page*'s live region says, once *text* is in it; the region is the one that was there at first."""
    page.wait_for_function("text => document.querySelector('#told').textContent.includes(text)", arg=text)
    assert page.evaluate("() => window.region === document.querySelector('#told')")
    assert page.get_attribute("#told", "role") == "status"
    return page.inner_text("#told")


def test_what_happens_is_said_and_no_sum_with_it(on: House) -> None:
    pages = {letter: on.show(letter) for letter in "ACE"}
    for page in pages.values():
        page.evaluate("() => { window.region = document.querySelector('#told'); }")
    draw(on.table, "A")
    assert said(pages["A"], "Your turn") == "Your turn, Noor."
    said(pages["E"], "Noor is playing")
    on.table.act("A", OfferTakeover("Jetty Bar", Pile(fives=1, fakes=3)))
    heard = [said(pages["C"], "Noor wants your Jetty Bar."), said(pages["E"], "Noor offers Jonas four notes")]
    assert not [text for text in heard if NUMBER.search(text)]
    assert "5" in pages["C"].inner_text(".worth")  # The control: there is a sum, for the eyes that may see it.
    for plate in (r"^Accept.*\+5.*Jetty Bar goes to Noor", r"^Refuse.*−5.*as much of yours"):
        assert pages["C"].get_by_role("button", name=re.compile(plate)).count() == 1
    on.table.act("C", AcceptOffer())
    said(pages["C"], "Who is next?")


@pytest.mark.broad
def test_a_bid_says_whose_it_is_closed_and_open(on: House) -> None:
    auction(on.table)
    for letter, pile in {"B": Pile(fives=1), "C": Pile(ones=2, fakes=1), "D": Pile(fakes=1), "E": Pile(tens=1)}.items():
        on.table.act(letter, Bid(pile))
    page = on.show("A", "#panel .bids")
    for name in ("Émile", "Jonas", "Sanne", "Luc"):
        assert page.get_by_role("button", name=re.compile(f"^{name}:.*Turn over")).count() == 1
    page.click("[data-turn-all]")
    for name, real in {"Émile": 5, "Jonas": 2, "Sanne": 0, "Luc": 10}.items():
        assert page.get_by_role("radio", name=re.compile(rf"^{name}:.*\b{real}\b")).count() == 1


def test_for_a_whole_turn_of_shark(house: House) -> None:
    house.start("shark", "ABCD", **BY_HAND)
    shares(house.table, A="red", B="blue", C="green", D="yellow")
    page = house.show("A")
    press(page, ".counter [data-panel=dice]", "#panel [name=number]", "ArrowRight")
    tab_to(page, "#panel [name=colour]")
    press(page, "Space", "#panel [data-confirm]")
    tab_to(page, "#panel [name=option]")
    press(page, "ArrowRight", "#panel [data-confirm]")
    press(page, ".deal[data-panel=buy]", "#panel [data-put='1']", "#panel [data-confirm]", ".counter [data-act*=EndTurn]")
    page.wait_for_selector("h1:has-text('Émile trades')")
    assert house.table.view("A").seat("A").shares.of("red") == 2
    assert house.table.view(TABLE).active == "B"


@pytest.mark.broad
def test_forced_colours_leave_what_is_chosen_and_whose_turn_it_is(house: House) -> None:
    started(house)
    page = drawn(house)
    page.emulate_media(forced_colors="active")
    opened(page, "open").check("#panel input[value=Octopus]", force=True)
    outlines = "() => Array.from(document.querySelectorAll('#panel .choices label'), one => getComputedStyle(one).outlineStyle)"
    assert page.evaluate(outlines).count("solid") == 1
    page.click("#panel [data-close]")
    assert page.evaluate("() => getComputedStyle(document.querySelector('.string .now .pawn')).outlineStyle") == "solid"
    fill = "() => getComputedStyle(document.querySelector('.top .pawn')).forcedColorAdjust"
    assert page.evaluate(fill) == "none"  # A pawn keeps its own colour; its shape tells it apart anyway.


@pytest.mark.broad
def test_from_the_door_to_an_offer_in_barracuda(house: House) -> None:
    page = house.door()
    page.focus("input[name=name]")
    page.keyboard.type("Sanne")
    press(page, "Tab", *["ArrowRight"] * 3, "Enter")
    page.wait_for_selector("[data-page=lobby]")
    assert house.table.names == {"D": "Sanne"}
    house.table.act("D", StandUp())
    started(house)
    first_round(house)
    press(house.phones["A"], "[data-page=drawing] [data-act]")
    house.all_wait_for("[data-page=acting]")
    bidder = house.phones[str(house.table.view(TABLE).active.seat)]
    press(bidder, "[data-panel=takeover]", "#panel .choices button", "[data-lay='1']", "[data-shut]", "[data-push]")
    house.all_wait_for("[data-page=offered]")
    press(house.phones[house.table.view(TABLE).offer.lessee], ".plate")
    house.all_wait_for("[data-page=drawing]")
    assert house.table.view(TABLE).news[0].code.startswith("barracuda.told.takeover_accepted")
