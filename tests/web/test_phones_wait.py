"""Phones leave the table screen's ceremonies the first word, and nobody waits for what isn't shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.barracuda.moves import CallDraw, CallLastOrder, DrawPawn, OpenBar, Stake
from companion.game import TABLE
from companion.money import Pile
from companion.seating import StartGame
from tests.web.begun import draw_one, first_round, started
from tests.web.browsing import PHONE, House, open_house, table_with_bag, wait_until
from tests.web.lines import stand_still
from tests.web.phones import new_app, seated
from tests.web.quiet import brought, caught_up, turn_away
from tests.web.tables import FIRST, NAMES, new_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

THREE = "ABC"
DRAW, REVEAL = 1200, 2400  # ms: what the table screen's ceremonies take to tell it


@pytest.fixture
def room(tmp_path: Path, browser: Browser) -> Iterator[House]:
    """A house whose phones like motion, and whose time stands still."""
    with open_house(browser, table_with_bag(tmp_path), reduced_motion="no-preference") as house:
        stand_still(house)
        yield house


def with_screen(room: House) -> None:
    page = room.screen()
    wait_until(page, room.server._streams.watched, "the table screen to follow")


def drawn(room: House) -> tuple[Page, list[Page]]:
    """Draw, and return the phone that is asked and the others."""
    active = draw_one(room)
    return room.phones[active], [page for seat, page in room.phones.items() if seat != active]


def heard(pages: dict[Page, list[str]]) -> None:
    """Wait until each of *pages* has what was brought to it, and had time to show it."""
    for page, brought_to_it in pages.items():
        wait_until(page, lambda came=brought_to_it: bool(came), "the page")
        caught_up(page)


def wait_for_it(pages: dict[Page, list[str]], milliseconds: int, selector: str) -> None:
    """Assert that *pages* show *selector* so long after it was brought to them, and not before."""
    heard(pages)
    clock = next(iter(pages)).clock  # That of all pages.
    clock.run_for(milliseconds - 1)
    heard(pages)
    assert [page.locator(selector).count() for page in pages] == [0] * len(pages)
    clock.run_for(1)
    for page in pages:
        page.wait_for_selector(selector)


@pytest.mark.browser
def test_who_is_drawn_knows_at_once_and_the_others_look_up(room: House) -> None:
    with_screen(room)
    pages = {page: brought(page) for page in started(room)}
    mine, others = drawn(room)
    mine.wait_for_selector("[data-page=acting] .acts")
    wait_for_it({page: pages[page] for page in others}, DRAW, "[data-page=acting]")
    assert room.complaints == []


@pytest.mark.broad
@pytest.mark.browser
@pytest.mark.parametrize("why", ["no table screen", "no motion is wanted"])
def test_nobody_waits_for_what_is_not_shown(room: House, why: str) -> None:
    if why == "no motion is wanted":
        with_screen(room)
    for page in started(room):
        page.emulate_media(reduced_motion="reduce" if why == "no motion is wanted" else "no-preference")
    drawn(room)
    room.all_wait_for("[data-page=acting]")


@pytest.mark.broad
@pytest.mark.browser
def test_a_touch_a_key_or_a_return_shows_it_now(room: House) -> None:
    with_screen(room)
    pages = {page: brought(page) for page in started(room)}
    _, (one, other) = drawn(room)
    heard({page: pages[page] for page in (one, other)})
    one.mouse.click(PHONE["width"] / 2, 5)
    one.wait_for_selector("[data-page=acting]")
    assert other.locator("[data-page=drawing]").count() == 1
    other.keyboard.press("Shift")
    other.wait_for_selector("[data-page=acting]")
    room.table.act(str(room.table.view(TABLE).active.seat), OpenBar("Octopus"))
    room.all_wait_for("[data-page=drawing]")
    for page in room.phones.values():
        turn_away(page, away=True)
    drawn(room)
    for page in room.phones.values():
        turn_away(page, away=False)
    room.all_wait_for("[data-page=acting]")


@pytest.mark.broad
@pytest.mark.browser
def test_stakes_turn_over_on_the_table_first(room: House) -> None:
    started(room)
    first_round(room)  # Before there is a screen, for whose sake a draw would be waited for.
    with_screen(room)
    room.table.act("A", CallLastOrder())
    for seat in "AB":
        room.table.act(seat, Stake(Pile(ones=2)))
    for page in room.phones.values():
        page.wait_for_selector("#page [data-page=staking]", state="attached")
    pages = {page: brought(page) for page in room.phones.values()}
    room.table.act("C", Stake(Pile(ones=3)))
    wait_for_it(pages, REVEAL, ".order")


# What the wait depends on: without a browser


def holds(folder: Path, stake: Pile) -> set[str]:
    """Return what each phone is told to wait for after last order, with *stake* as A's."""
    table = new_table(folder)
    app = new_app(table)
    phones = seated(app, table, {seat: NAMES[seat] for seat in THREE})
    screen = app.extensions["streams"].public("127.0.0.1", lambda: False, screen=True)
    table.act("A", StartGame("barracuda", {}))
    for bar in list(FIRST.values())[:3]:
        table.act(TABLE, CallDraw())
        table.act(table.view(TABLE).active.seat, OpenBar(bar))
    table.act("A", CallLastOrder())
    for seat, pile in zip(THREE, (stake, Pile(ones=2), Pile(ones=1)), strict=True):
        table.act(seat, Stake(pile))
    told = {phone.get("/seat/view").text.split("data-moment=")[1].split(">")[0] for phone in phones.values()}
    screen.close()
    assert all('data-hold="0"' in phone.get("/seat/view").text for phone in phones.values())
    return told


def test_everybody_waits_alike_whatever_was_staked(tmp_path: Path) -> None:
    poor, rich = holds(tmp_path / "poor", Pile(fakes=1)), holds(tmp_path / "rich", Pile(fives=2))
    assert poor == rich == {f'"revealed-2" data-hold="{REVEAL}"'}


@pytest.mark.parametrize("draw", ["companion", "bag"])
def test_with_real_pawns_the_draw_is_over_when_it_is_told(tmp_path: Path, draw: str) -> None:
    table = new_table(tmp_path)
    app = new_app(table)
    phones = seated(app, table, {seat: NAMES[seat] for seat in THREE})
    assert app.extensions["streams"].public("127.0.0.1", lambda: False, screen=True)
    table.act("A", StartGame("barracuda", {"draw": draw}))
    table.act(TABLE, CallDraw() if draw == "companion" else DrawPawn("A"))
    active = table.view(TABLE).active.seat
    waits = {seat: f'data-hold="{DRAW}"' in phone.get("/seat/view").text for seat, phone in phones.items()}
    assert waits == {seat: draw == "companion" and seat != active for seat in THREE}
