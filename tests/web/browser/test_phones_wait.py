"""Timing: phones wait for the table screen's ceremonies, and an offer's notes come one by one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.games.barracuda.moves import CallDraw, CallLastOrder, CountBank, DrawPawn, OpenBar, Stake
from companion.kit import TABLE, Pile
from companion.seats.starting import StartGame
from tests.web.begun import draw_one, offered, started
from tests.web.browser.browsing import PHONE, House, open_house, script, table_with_bag, wait_until
from tests.web.browser.quiet import brought, caught_up, stand_still, turn_away
from tests.web.phones import new_app, seated
from tests.web.tables import FIRST, NAMES, new_table

DRAW, REVEAL = 1200, 2400  # ms: how long the table screen's ceremonies take to show it


@pytest.fixture
def room(tmp_path: Path, browser: Browser) -> Iterator[House]:
    """A house whose phones allow motion, and whose time stands still."""
    with open_house(browser, table_with_bag(tmp_path), reduced_motion="no-preference") as house:
        stand_still(house)
        yield house


def with_screen(room: House) -> None:
    wait_until(room.screen(), room.server._streams.watched, "the table screen to follow")


def drawn(room: House) -> tuple[Page, list[Page]]:
    """Draw, and return the phone that is asked, and the others."""
    active = draw_one(room)
    return room.phones[active], [page for seat, page in room.phones.items() if seat != active]


def heard(pages: dict[Page, list[str]]) -> None:
    """Wait until each of *pages* has received its update, and had time to show it."""
    for page, brought_to_it in pages.items():
        wait_until(page, lambda came=brought_to_it: bool(came), "the page")
        caught_up(page)


@pytest.mark.browser
def test_the_player_who_is_drawn_knows_at_once_and_the_others_look_up(room: House) -> None:
    with_screen(room)
    pages = {page: brought(page) for page in started(room)}
    mine, others = drawn(room)
    mine.wait_for_selector("[data-page=acting] .acts")
    theirs = {page: pages[page] for page in others}
    heard(theirs)
    mine.clock.run_for(DRAW - 1)  # The clock of all pages.
    heard(theirs)
    assert [page.locator("[data-page=acting]").count() for page in others] == [0, 0]
    mine.clock.run_for(1)
    for page in others:
        page.wait_for_selector("[data-page=acting]")
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
    room.table.act(str(room.table.now.view(TABLE).active.seat), OpenBar("Octopus"))
    room.all_wait_for("[data-page=drawing]")
    for page in room.phones.values():
        turn_away(page, away=True)
    draw_one(room)
    for page in room.phones.values():
        turn_away(page, away=False)
    room.all_wait_for("[data-page=acting]")


@pytest.mark.parametrize("draw", ["companion", "bag"])
def test_everybody_waits_alike_for_what_was_staked_and_nobody_for_real_pawns(tmp_path: Path, draw: str) -> None:
    """The wait that each phone is told after a first draw, and after a last order."""
    table = new_table(tmp_path)
    app = new_app(table)
    phones = seated(app, table, {seat: NAMES[seat] for seat in "ABC"})
    screen = app.extensions["streams"].public("127.0.0.1", lambda: False, screen=True)
    told = lambda: [phone.get("/seat/view").text.split("data-hold=")[1][1:5] for phone in phones.values()]
    table.act("A", StartGame("barracuda", {"draw": draw}))
    for seat, bar in list(FIRST.items())[:3]:
        table.act(TABLE, CallDraw() if draw == "companion" else DrawPawn(seat))
        assert told().count(str(DRAW)) == (2 if draw == "companion" else 0)
        table.act(table.now.view(TABLE).active.seat, OpenBar(bar))
    table.act("A", CallLastOrder())
    for seat, pile in zip("ABC", (Pile(fakes=1), Pile(ones=2), Pile(ones=1)), strict=True):
        table.act(seat, Stake(pile))
    assert told() == [str(REVEAL)] * 3
    screen.close()
    assert {hold[0] for hold in told()} == {"0"}


COMING = "() => document.getAnimations().filter((one) => one.animationName === 'note-comes')"


@pytest.mark.browser
def test_with_reduced_motion_all_notes_are_there_at_once_and_turned_over_take_their_sum_away(house: House) -> None:
    lessee = offered(house)
    assert {how for _, how, _ in lessee.evaluate(script("sums"))} == {"hidden"}  # It arrives closed.
    assert "6" not in lessee.inner_text("body")
    lessee.click(".turnover >> text=Tap to look")
    assert lessee.evaluate(COMING) == []
    assert {how for _, how, _ in lessee.evaluate(script("sums"))} == {"visible"}
    assert "6" in lessee.inner_text("body")
    lessee.click(".plate >> nth=0")
    lessee.click(".turnover")
    assert lessee.locator("[data-page=offered] [data-confirm]").is_disabled()  # Nobody answers a pile that is turned over.
    assert {how for _, how, _ in lessee.evaluate(script("sums"))} == {"hidden"}
    assert "6" not in lessee.inner_text("body")


@pytest.mark.broad
@pytest.mark.browser
def test_notes_come_one_by_one_then_their_sum_and_all_at_a_touch(browser: Browser, tmp_path: Path) -> None:
    """And the plates name no sum before the last note."""
    with open_house(browser, table_with_bag(tmp_path), reduced_motion="no-preference") as house:
        lessee = offered(house)
        lessee.click(".turnover")
        delays = lessee.evaluate(script("delays"))
        assert len(delays) == 5
        assert delays == sorted(set(delays))
        assert [text for text, _, delay in lessee.evaluate(script("sums")) if delay > delays[-2]] == ["+6", "−6"]
        assert lessee.locator(".unfolds").count() == 1
        lessee.mouse.click(180, 20)
        assert lessee.evaluate(COMING) == []
        assert lessee.locator(".turnover.open").count() == 1  # It was a look, not an answer.
        pages = brought(lessee)
        house.table.act(next(seat for seat, page in house.phones.items() if page != lessee), CountBank())
        wait_until(lessee, lambda: bool(pages), "the page after the count")
        caught_up(lessee)
        assert lessee.locator(".unfolds").count() == 0  # Other news doesn't restart it.
