"""Timing: phones wait for the table screen's ceremonies, and an offer's notes come one by one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.games.barracuda.moves import CallDraw, CallLastOrder, CountBank, DrawPawn, OfferTakeover, OpenBar, Stake
from companion.kit import TABLE, Pile
from companion.seats.starting import StartGame
from tests.web.begun import draw_one, first_round, opens, started
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


@pytest.mark.browser
def test_the_player_who_is_drawn_knows_at_once_and_the_others_look_up_until_the_screen_has_shown_it(room: House) -> None:
    pages = started(room)
    draw_one(room)
    room.all_wait_for("[data-page=acting]")  # No table screen shows it, so nobody waits.
    open_and_wait(room, "Octopus")
    wait_until(room.screen(), room.server._streams.watched, "the table screen to follow")
    for page in pages:
        page.emulate_media(reduced_motion="reduce")
    draw_one(room)
    room.all_wait_for("[data-page=acting]")  # Nor does anybody who wants no motion.
    open_and_wait(room, "Banana Bar")
    for page in pages:
        page.emulate_media(reduced_motion="no-preference")
    brought_to = {page: brought(page) for page in pages}
    mine, *others = drawn(room, brought_to)
    mine.wait_for_selector("[data-page=acting] .acts")
    mine.clock.run_for(DRAW - 1)  # The clock of all pages.
    for page in others:
        caught_up(page)
        assert page.locator("[data-page=acting]").count() == 0
    mine.clock.run_for(1)
    room.all_wait_for("[data-page=acting]")
    open_and_wait(room, "Karambole")
    _, one, other = drawn(room, brought_to)
    one.mouse.click(PHONE["width"] / 2, 5)
    one.wait_for_selector("[data-page=acting]")  # A touch shows it now,
    assert other.locator("[data-page=drawing]").count() == 1
    other.keyboard.press("Shift")
    other.wait_for_selector("[data-page=acting]")  # and so does a key,
    open_and_wait(room, "Albatros")
    for page in pages:
        turn_away(page, away=True)
    draw_one(room)
    for page in pages:
        turn_away(page, away=False)
    room.all_wait_for("[data-page=acting]")  # and a return.
    assert room.complaints == []


def open_and_wait(room: House, bar: str) -> None:
    opens(room, bar)
    room.all_wait_for("[data-page=drawing]")


def drawn(room: House, brought_to: dict[Page, list[str]]) -> list[Page]:
    """Draw, and return the phone that is asked, and the others once they have received it, and had time to show it."""
    for came in brought_to.values():
        came.clear()
    mine = room.phones[draw_one(room)]
    others = [page for page in brought_to if page is not mine]
    for page in others:
        wait_until(page, lambda came=brought_to[page]: bool(came), "the page")
        caught_up(page)
    return [mine, *others]


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
def test_notes_come_one_by_one_then_their_sum_or_all_at_once_and_turned_over_they_take_it_away(house: House) -> None:
    """And the plates name no sum before the last note."""
    first_round(house, bank="once")
    bidder = draw_one(house)
    bar = house.table.now.standing(bidder)["takeover"].ask.lays[0].command.bar
    house.table.act(bidder, OfferTakeover(bar, Pile(fives=1, ones=1, fakes=2)))
    lessee = house.show(house.table.now.view(TABLE).offer.lessee, ".turnover")
    sums = lambda: {how for _, how, _ in lessee.evaluate(script("sums"))}
    closed, open_ = ({"hidden"}, False), ({"visible"}, True)
    seen = lambda: (sums(), "6" in lessee.inner_text("body"))
    assert seen() == closed  # It arrives closed.
    lessee.emulate_media(reduced_motion="no-preference")
    lessee.click(".turnover >> text=Tap to look")
    delays = lessee.evaluate(script("delays"))
    assert len(delays) == 5
    assert delays == sorted(set(delays))
    assert [text for text, _, delay in lessee.evaluate(script("sums")) if delay > delays[-2]] == ["+6", "−6"]
    assert lessee.locator(".unfolds").count() == 1
    lessee.mouse.click(180, 20)
    assert lessee.evaluate(COMING) == []
    assert lessee.locator(".turnover.open").count() == 1  # It was a look, not an answer.
    pages = brought(lessee)
    house.table.act(bidder, CountBank())
    wait_until(lessee, lambda: bool(pages), "the page after the count")
    caught_up(lessee)
    assert lessee.locator(".unfolds").count() == 0  # Other news doesn't restart it.
    lessee.click(".plate >> nth=0")
    lessee.click(".turnover")
    assert lessee.locator("[data-page=offered] [data-confirm]").is_disabled()  # Nobody answers a pile that is turned over.
    assert seen() == closed
    lessee.emulate_media(reduced_motion="reduce")
    lessee.click(".turnover")
    assert lessee.evaluate(COMING) == []
    assert seen() == open_
