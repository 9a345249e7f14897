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
from companion.table import Table
from tests.web.browsing import PHONE, House
from tests.web.phones import new_app, seated
from tests.web.quiet import turn_away
from tests.web.tables import FIRST, NAMES, new_table
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

THREE = "ABC"
DRAW, REVEAL = 1200, 2400  # ms: what the table screen's ceremonies take to tell it


class Room(House):
    """Phones that like motion, and perhaps a table screen."""

    def screen(self) -> None:
        page = self.open(f"http://barkeep.test:{self.server.port}/table")
        for _ in range(1500):
            if self.server._streams.watched():
                return
            page.wait_for_timeout(20)
        raise AssertionError("the table screen follows nothing")

    def sit(self, seats: str = THREE) -> None:
        for seat in seats:
            self.phone(seat)
        self.table.act("A", StartGame("barracuda", {}))
        self.all_wait_for("[data-page=drawing]")


KEPT = """() => {
  const later = window.setTimeout;
  window.waits = [];
  const keep = (ms, then) => -window.waits.push([ms, then]);
  window.setTimeout = (then, ms, ...more) => ([1200, 2400, 3000].includes(ms) ? keep(ms, then) : later(then, ms, ...more));
}"""


@pytest.fixture
def room(tmp_path: Path, browser: Browser) -> Iterator[Room]:
    table = new_table(tmp_path)
    hosts = ["barkeep.test", *(f"{seat.lower()}.barkeep.test" for seat in NAMES)]
    server = serve(create_app(table, hosts=hosts), 0, "127.0.0.1")
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="no-preference", locale="en")
    context.add_init_script(f"({KEPT})()")  # Such a wait is over when the test says so.
    yield Room(table, server, context)
    context.close()
    server.close()


def drawn(room: Room) -> tuple[Page, list[Page]]:
    """Draw, and return the phone that is asked and the others."""
    room.table.act(TABLE, CallDraw())
    active = str(room.table.view(TABLE).active.seat)
    return room.phones[active], [page for seat, page in room.phones.items() if seat != active]


def waits(page: Page) -> list[int]:
    """Wait until *page* waits, and return for how long, in ms."""
    page.wait_for_function("() => window.waits.length")
    found: list[int] = page.evaluate("() => window.waits.map(([ms]) => ms)")
    return found


def shown(page: Page) -> str | None:
    return page.get_attribute("#page [data-page]", "data-page")


def test_who_is_drawn_knows_at_once_and_the_others_look_up(room: Room) -> None:
    room.screen()
    room.sit()
    mine, others = drawn(room)
    mine.wait_for_selector("[data-page=acting] .acts")
    for page in others:
        assert (waits(page), shown(page)) == ([DRAW], "drawing")
        page.evaluate("() => window.waits[0][1]()")
        page.wait_for_selector("[data-page=acting]")
    assert room.complaints == []


def test_without_a_table_screen_nobody_waits(room: Room) -> None:
    room.sit()
    drawn(room)
    room.all_wait_for("[data-page=acting]")


def test_who_wants_no_motion_doesnt_wait(room: Room) -> None:
    room.screen()
    room.sit()
    for page in room.phones.values():
        page.emulate_media(reduced_motion="reduce")
    drawn(room)
    room.all_wait_for("[data-page=acting]")


def test_a_touch_or_a_key_shows_it_now(room: Room) -> None:
    room.screen()
    room.sit()
    _, (one, other) = drawn(room)
    assert waits(one) == waits(other) == [DRAW]
    one.mouse.click(PHONE["width"] / 2, 5)
    one.wait_for_selector("[data-page=acting]")
    assert shown(other) == "drawing"
    other.keyboard.press("Shift")
    other.wait_for_selector("[data-page=acting]")


def test_a_phone_that_was_away_shows_what_is(room: Room) -> None:
    room.screen()
    room.sit()
    for page in room.phones.values():
        turn_away(page, away=True)
    drawn(room)
    for page in room.phones.values():
        turn_away(page, away=False)
    room.all_wait_for("[data-page=acting]")


def test_stakes_turn_over_on_the_table_first(room: Room) -> None:
    room.sit()
    for bar in list(FIRST.values())[:3]:
        room.table.act(TABLE, CallDraw())
        room.table.act(room.table.view(TABLE).active.seat, OpenBar(bar))
    room.all_wait_for("[data-panel=last_order]")  # Before there is a screen, for whose sake a draw would be waited for.
    room.screen()
    room.table.act("A", CallLastOrder())
    for seat in "AB":
        room.table.act(seat, Stake(Pile(ones=2)))
    for page in room.phones.values():
        page.wait_for_selector("#page [data-page=staking]", state="attached")
    room.table.act("C", Stake(Pile(ones=3)))
    for page in room.phones.values():
        assert (waits(page), page.locator(".order").count()) == ([REVEAL], 0)
        page.evaluate("() => window.waits[0][1]()")
        page.wait_for_selector(".order")


# What the wait depends on: without a browser


def holds(folder: Path, stake: Pile) -> set[str]:
    """Return what each phone is told to wait for after last order, with *stake* as A's."""
    table = new_table(folder)
    app = new_app(table)
    phones = seated(app, table, {seat: NAMES[seat] for seat in THREE})
    screen = app.extensions["streams"].public("127.0.0.1", lambda: False, screen=True)
    phones["A"].act(StartGame("barracuda", {}))
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
    phones["A"].act(StartGame("barracuda", {"draw": draw}))
    _draw(table, draw)
    active = table.view(TABLE).active.seat
    waits = {seat: f'data-hold="{DRAW}"' in phone.get("/seat/view").text for seat, phone in phones.items()}
    assert waits == {seat: draw == "companion" and seat != active for seat in THREE}


def _draw(table: Table, how: str) -> None:
    table.act(TABLE, CallDraw() if how == "companion" else DrawPawn("A"))
