"""The door and the lobby: who taps twice sits once, and phones agree on the game until a hand has chosen another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from companion.seating import MoveSeat, StandUp
from tests.web.browsing import LONG, PHONE, House, wait_until
from tests.web.lines import heard
from web.identity import hashed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

pytestmark = pytest.mark.browser


# A first answer that never comes


@pytest.fixture
def plain(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without scripts."""
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en", java_script_enabled=False)
    yield context
    context.close()


def try_to_sit(house: House, context: BrowserContext) -> tuple[Page, list[Route]]:
    """Tap once at the door; the table hears it, but its answer never comes. Return the page, and all that it tries."""
    page, tries = context.new_page(), []
    page.set_default_timeout(LONG)
    page.goto(house.address(host="a.barkeep.test"))
    page.fill("input[name=name]", "Noor")

    def lose_first(route: Route) -> None:
        tries.append(route)
        if len(tries) > 1:
            route.continue_()
        else:
            assert heard(house, route, max_redirects=0).status == 303

    page.route("**/join", lose_first)
    tap(page)
    wait_until(page, lambda: bool(house.table.names), "the table to hear it")
    assert house.table.names == {"A": "Noor"}
    return page, tries


def tap(page: Page) -> None:
    """Tap the lamp, at the counter's foot, as a finger does: without looking whether the page is busy."""
    page.mouse.click(PHONE["width"] / 2, PHONE["height"] - 40)


def test_a_second_tap_without_scripts_brings_the_seat(house: House, plain: BrowserContext) -> None:
    page, tries = try_to_sit(house, plain)
    tap(page)
    page.wait_for_selector("[data-page=lobby]")
    assert len(tries) == 2  # The control: it was sent twice, and the first answer was lost.
    assert house.table.names == {"A": "Noor"}


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.broad)])
def test_who_reloads_the_door_after_a_lost_answer_sits(house: House, plain: BrowserContext, scripts: bool) -> None:
    page, tries = try_to_sit(house, house.context if scripts else plain)
    if scripts:  # Then a second tap is not sent.
        tap(page)
        tap(page)
    page.goto(house.address(host="a.barkeep.test"))
    page.wait_for_selector("[data-page=lobby]")
    assert len(tries) == 1
    assert house.table.names == {"A": "Noor"}


def test_a_phone_whose_seat_moved_before_it_could_listen_is_at_the_door(house: House) -> None:
    """An EventSource isn't told that it was refused, and would ask for ever."""
    house.start()
    asked: list[str] = []

    def move_first(route: Route) -> None:
        if not asked:
            house.table.act("B", MoveSeat(hashed("a new phone")))
        asked.append(route.request.url)
        route.continue_()

    house.context.route("**/seat/stream*", move_first)
    page = house.show("B", "[data-page], .refused")  # It may be at the door before anybody has looked.
    page.wait_for_selector(".refused")


# The game that is likely


def sits(house: House, seat: str) -> None:
    """Let somebody sit down whose phone isn't looked at, and wait until all others show them."""
    house.sit(seat)
    house.all_wait_for(f".stools >> text={house.names[seat]}")


def stands_up(house: House, seat: str) -> None:
    house.table.act(seat, StandUp())
    for page in house.phones.values():
        page.wait_for_selector(f".stools >> text={house.names[seat]}", state="detached")


def game(page: Page) -> str:
    """Return the game that *page* has chosen; its lamp is the one that starts it."""
    chosen = page.input_value("input[name=game]:checked")
    assert page.get_attribute(".counter [data-start]:visible", "data-start") == chosen
    return str(chosen)


def choose(page: Page, name: str) -> None:
    page.locator("label", has=page.locator(f"input[value={name}]")).click()


@pytest.fixture
def lobby(house: House) -> tuple[Page, Page]:
    """Two phones in the lobby: two can't play Barracuda, three can."""
    house.sit("A", "B")
    a, b = house.show_all("AB")
    assert (game(a), game(b)) == ("shark", "shark")
    return a, b


def test_what_a_hand_has_chosen_stays_on_its_phone(house: House, lobby: tuple[Page, Page]) -> None:
    a, b = lobby
    choose(a, "shark")  # What is shown already: then it is meant.
    sits(house, "C")
    assert (game(a), game(b)) == ("shark", "barracuda")  # Whom nobody has touched shows what is likely.
    stands_up(house, "C")
    assert (game(a), game(b)) == ("shark", "shark")
    choose(b, "barracuda")
    sits(house, "D")
    stands_up(house, "D")
    assert (game(a), game(b)) == ("shark", "barracuda")
    a.click(".counter [data-start]:visible")
    for page in lobby:
        page.wait_for_selector(".lobby", state="detached")
    assert house.table.seating.started is not None
    assert house.table.seating.started.game == "shark"


@pytest.mark.broad
def test_options_that_are_being_set_are_not_taken_away(house: House, lobby: tuple[Page, Page]) -> None:
    a, b = lobby
    sits(house, "C")
    a.click("[data-game=barracuda] summary")
    a.select_option("[data-game=barracuda] [name=draw]", "bag")
    stands_up(house, "C")
    assert (game(a), game(b)) == ("barracuda", "shark")
    assert a.locator("[data-game=barracuda] [name=draw]").is_visible()
    assert a.input_value("[data-game=barracuda] [name=draw]") == "bag"
    b.focus("input[value=shark]")
    b.keyboard.press("ArrowUp")
    assert game(b) == "barracuda"  # By keys, too.
    sits(house, "D")
    stands_up(house, "D")
    assert game(b) == "barracuda"
