"""The lobby on several phones: they all show the game that is likely, and each keeps what its own hand has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.seating import SitDown, StandUp
from tests.web.browsing import House

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def sits(house: House, seat: str) -> None:
    """Let somebody sit down whose phone isn't looked at, and wait until all others show them."""
    house.table.act(seat, SitDown(f"Guest {seat}", seat.lower() * 64))
    house.all_wait_for(f".stools >> text=Guest {seat}")


def stands_up(house: House, seat: str) -> None:
    house.table.act(seat, StandUp())
    for page in house.phones.values():
        page.wait_for_selector(f".stools >> text=Guest {seat}", state="detached")


def game(page: Page) -> str:
    """Return the game that *page* has chosen; its lamp is the one that starts it."""
    chosen = page.input_value("input[name=game]:checked")
    assert page.get_attribute(".counter [data-start]:visible", "data-start") == chosen
    return str(chosen)


def games(house: House) -> list[str]:
    return [game(page) for page in house.phones.values()]


def choose(page: Page, name: str) -> None:
    page.locator("label", has=page.locator(f"input[value={name}]")).click()


def test_phones_that_nobody_has_touched_show_the_same(house: House) -> None:
    """Whenever they came: two can't play Barracuda, three can."""
    for seat in "AB":
        house.phone(seat)
    house.phones["A"].wait_for_selector(".stools >> text=Émile")
    assert games(house) == ["shark", "shark"]
    sits(house, "C")
    assert games(house) == ["barracuda", "barracuda"]
    stands_up(house, "C")
    assert games(house) == ["shark", "shark"]


def test_what_a_hand_has_chosen_stays_on_its_phone(house: House) -> None:
    for seat in "AB":
        house.phone(seat)
    a, b = house.phones.values()
    choose(a, "shark")  # What is shown already: then it is meant.
    sits(house, "C")
    assert games(house) == ["shark", "barracuda"]
    choose(b, "shark")
    choose(b, "barracuda")
    stands_up(house, "C")
    sits(house, "D")
    assert games(house) == ["shark", "barracuda"]
    a.click(".counter [data-start]:visible")
    for page in (a, b):
        page.wait_for_selector(".lobby", state="detached")
    assert house.table.seating.started is not None
    assert house.table.seating.started.game == "shark"


def test_options_that_are_being_set_are_not_taken_away(house: House) -> None:
    for seat in "AB":
        house.phone(seat)
    a, b = house.phones.values()
    sits(house, "C")
    a.click("[data-game=barracuda] summary")
    a.select_option("[data-game=barracuda] [name=draw]", "bag")
    stands_up(house, "C")
    assert games(house) == ["barracuda", "shark"]
    assert a.locator("[data-game=barracuda] [name=draw]").is_visible()
    assert a.input_value("[data-game=barracuda] [name=draw]") == "bag"
    b.focus("input[value=shark]")
    b.keyboard.press("ArrowUp")
    assert game(b) == "barracuda"  # By keys, too.
    sits(house, "D")
    stands_up(house, "D")
    assert game(b) == "barracuda"
