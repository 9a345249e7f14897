"""Shark as players hold it: the dice, the map, the books, and a sale for a debt that the table checks.

More turns by touch are an evening (`tests/evenings`).
"""

from __future__ import annotations

import pytest

from companion.evening import GoOn, Pause
from companion.shark.moves import NameFirst
from tests.web.browsing import House
from tests.web.fingers import pick
from tests.web.shark_tables import BY_HAND, owing, shares, throw, two_buildings

pytestmark = pytest.mark.browser


@pytest.mark.broad
def test_options_by_touch_real_dice_and_a_free_colour(house: House) -> None:
    house.sit(*"ABCD")
    a, *_ = house.show_all("ABCD", ".lobby")
    a.click("label:has(input[value=shark])")
    a.click("[data-game=shark] summary")
    for name, choice in BY_HAND.items():
        a.select_option(f"[data-game=shark] select[name={name}]", choice)
    a.click("[data-start=shark]")
    house.all_wait_for(".shark")
    shares(house.table, A="yellow", B="green", C="green", D="yellow")
    a.click(".counter [data-panel=dice]")
    assert a.locator("[data-confirm]").is_disabled()  # Both dice are needed.
    a.click(".faces label:has(input[value='1'])")
    assert a.locator("[data-confirm]").is_disabled()
    pick(a, ".faces label:has(input[value=white])")
    a.wait_for_selector("#panel .site")
    a.click(".tabs button[data-pick=green]")
    a.wait_for_selector(".tabs [data-pick=green][aria-pressed=true]")
    pick(a, "#panel .site label:has(input[value=green-C1])")
    a.wait_for_selector(".statement")
    assert house.table.view("B").seat("B").cash == 1
    assert house.complaints == []


def test_the_sale_for_a_debt_is_checked_by_the_table(house: House) -> None:
    house.start("shark", "ABCD", **BY_HAND)
    owing(house.table)
    page, other = house.show("B", "#panel .give"), house.show("C")
    verdict = page.locator("[data-verdict]")
    page.wait_for_selector("[data-verdict] >> text=1 short")
    assert page.locator("[data-confirm]").is_disabled()
    page.click("[data-key='green+']")
    page.wait_for_selector("[data-verdict] >> text=Enough. You keep 0.")
    house.table.act("A", Pause())
    page.wait_for_selector("#page .agreed", state="attached")
    assert page.input_value("input[name=green]") == "1"  # What others do leaves what was composed.
    page.click("[data-key='blue+']")
    page.wait_for_selector("[data-verdict] >> text=one could stay")
    assert page.locator("[data-confirm]").is_disabled()
    assert verdict.locator(".tile").count() == 2  # Either of the two.
    page.fill("input[name=green]", "0")
    page.keyboard.press("Tab")
    page.wait_for_selector("[data-verdict] >> text=Enough. You keep 0.")
    house.table.act("A", GoOn())
    page.wait_for_selector("#page .agreed", state="detached")
    page.click("[data-confirm]:enabled")
    other.wait_for_selector(".statement >> text=sold")
    assert house.table.view("B").seat("B").shares.of("green") == 2
    assert house.complaints == []


@pytest.mark.broad
def test_why_it_cannot_stand_there_is_told_with_its_rule(house: House) -> None:
    house.start("shark", "ABCD", **BY_HAND)
    two_buildings(house.table)
    throw(house.table, "C", 1, "red")
    page = house.show("C")
    page.click("#panel .site label:has(input[value=red-A2])")
    page.wait_for_selector(".follow:visible >> text=(S4)")
    assert page.locator("[data-confirm]").is_disabled()
    page.click("#panel .site label:has(input[value=red-D5])")
    page.wait_for_selector(".follow:visible >> text=+1")
    assert page.locator(".follow:visible").count() == 1
    assert page.inner_text("[data-confirm]") == "Build on D5"


@pytest.mark.broad
def test_what_no_rule_book_says_is_refused_without_a_number(house: House) -> None:
    house.start("shark", "ABCD", first="chosen", starting_share="none")
    house.table.act("A", NameFirst("A"))
    house.table.act("B", Pause())
    page = house.show("A")
    page.click(".counter [data-act*=RollDice]")
    page.wait_for_selector("#refused:visible >> text=rests")
    assert page.inner_text("#refused") == "The game rests. Anyone may let it go on, by phone."


@pytest.mark.broad
def test_holdings_that_are_hidden_are_seen_while_the_purse_is_held(house: House) -> None:
    house.start("shark", "ABCD", **BY_HAND, holdings="hidden")
    two_buildings(house.table)
    page = house.show("B", "h1:has-text('Jonas trades')")  # Nothing more comes that would close the purse.
    assert page.locator(".books, .sheet").count() == 0
    page.focus("[data-purse]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet >> text=2 at 1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet", state="detached")
