"""Without a thumb, and with other colours: a keyboard is enough from door to answer, and forced colours hide nothing."""

from __future__ import annotations

import pytest

from companion.game import TABLE
from tests.web.begun import drawn, started
from tests.web.browsing import House
from tests.web.fingers import opened, press, tab_to
from tests.web.shark_tables import BY_HAND, shares
from tests.web.tables import FIRST

pytestmark = pytest.mark.browser


def test_at_the_door(house: House) -> None:
    page = house.door()
    page.focus("input[name=name]")
    page.keyboard.type("Sanne")
    press(page, "Tab", *["ArrowRight"] * 3, "Enter")
    page.wait_for_selector("[data-page=lobby]")
    assert house.table.names == {"D": "Sanne"}


@pytest.mark.broad
def test_for_whole_turns_of_barracuda(house: House) -> None:
    house.sit(*"ABC")
    a, *_ = house.show_all("ABC", ".lobby")
    press(a, "[data-start]")
    for bar in list(FIRST.values())[:3]:
        house.all_wait_for("[data-page=drawing]")
        press(a, "[data-act]")
        house.all_wait_for("[data-page=acting]")
        page = house.phones[str(house.table.view(TABLE).active.seat)]
        press(page, "[data-panel=open]")
        tab_to(page, "#panel input[name=option]")
        for _ in range(20):
            if page.evaluate("() => document.activeElement.value") == bar:
                break
            page.keyboard.press("ArrowDown")
        press(page, "Space", "[data-confirm]")
    house.all_wait_for("[data-panel=last_order]")
    press(a, "[data-page=drawing] [data-act]")
    house.all_wait_for("[data-page=acting]")
    bidder = house.phones[str(house.table.view(TABLE).active.seat)]
    press(bidder, "[data-panel=takeover]", "#panel .choices button", "[data-lay='1']", "[data-shut]", "[data-push]")
    house.all_wait_for("[data-page=offered]")
    press(house.phones[house.table.view(TABLE).offer.lessee], ".plate")
    house.all_wait_for("[data-page=drawing]")
    assert house.table.view(TABLE).news[0].code.startswith("barracuda.told.takeover_accepted")


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
    outlines = "() => Array.from(document.querySelectorAll('#panel .choices input'), one => getComputedStyle(one).outlineStyle)"
    assert page.evaluate(outlines).count("solid") == 1
    page.click("#panel [data-close]")
    assert page.evaluate("() => getComputedStyle(document.querySelector('.string .now .pawn')).outlineStyle") == "solid"
    fill = "() => getComputedStyle(document.querySelector('.top .pawn')).forcedColorAdjust"
    assert page.evaluate(fill) == "none"  # A pawn keeps its own colour; its shape tells it apart anyway.
