"""Shark as players hold it: the dice, the map, the books, and a sale for a debt that the table checks.

More turns by touch are an evening (`tests/evenings`).
"""

from __future__ import annotations

import pytest

from companion.evening import GoOn, Pause
from tests.web.browsing import House
from tests.web.fingers import pick
from tests.web.shark_tables import BY_HAND, owing, two_buildings

pytestmark = pytest.mark.browser


def test_the_sale_for_a_debt_is_checked_by_the_table(house: House) -> None:
    house.start("shark", "ABCD", **BY_HAND)
    owing(house.table)
    page, other = house.show("B", "#panel .give"), house.show("C")
    lamp, verdict = page.locator("[data-confirm]"), lambda said: page.wait_for_selector(f"[data-verdict] >> text={said}")
    verdict("1 short")
    assert lamp.is_disabled()
    page.click("[data-key='green+']")
    verdict("Enough. You keep 0.")
    house.table.act("A", Pause())
    page.wait_for_selector("#page .agreed", state="attached")
    assert page.input_value("input[name=green]") == "1"  # What others do leaves what was composed.
    page.click("[data-key='blue+']")
    verdict("one could stay")
    assert lamp.is_disabled()
    assert page.locator("[data-verdict] .tile").count() == 2  # Either of the two.
    page.fill("input[name=green]", "0")
    page.keyboard.press("Tab")
    verdict("Enough. You keep 0.")
    house.table.act("A", GoOn())
    page.wait_for_selector("#page .agreed", state="detached")
    page.click("[data-confirm]:enabled")
    other.wait_for_selector(".statement >> text=sold")
    assert house.table.view("B").seat("B").shares.of("green") == 2
    assert house.complaints == []


@pytest.mark.broad
def test_dice_and_a_building_by_touch_and_why_it_cannot_stand_there(house: House) -> None:
    house.start("shark", "ABCD", **BY_HAND)
    two_buildings(house.table)
    page = house.show("C")
    lamp = page.locator("[data-confirm]")
    page.click(".counter [data-panel=dice]")
    assert lamp.is_disabled()  # Both dice are needed.
    page.click(".faces label:has(input[value='1'])")
    assert lamp.is_disabled()
    pick(page, ".faces label:has(input[value=white])")
    page.wait_for_selector("#panel .site")
    page.click(".tabs button[data-pick=red]")
    page.wait_for_selector(".tabs [data-pick=red][aria-pressed=true]")
    page.click("#panel .site label:has(input[value=red-A2])")
    page.wait_for_selector(".follow:visible >> text=(S4)")
    assert lamp.is_disabled()
    page.click("#panel .site label:has(input[value=red-D5])")
    page.wait_for_selector(".follow:visible >> text=+1")
    assert page.locator(".follow:visible").count() == 1
    assert page.inner_text("[data-confirm]") == "Build on D5"
    page.click("[data-confirm]")
    page.wait_for_selector(".statement")
    assert house.complaints == []
