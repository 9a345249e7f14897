"""The phones as players hold them: taps that slip, lines that break, tabs that multiply, and what must come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.barracuda.moves import CountBank, OpenBar
from companion.game import TABLE
from companion.pieces import Piece
from tests.web.begun import drawn, first_round, staking, started
from tests.web.browsing import SITE, House, wait_until
from tests.web.fingers import lay, opened, push
from tests.web.lines import heard, let_pass, stand_still
from tests.web.quiet import beats, brought, caught_up, turn_away
from tests.web.tables import FIRST, NAMES
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser


@pytest.mark.broad
def test_seven_tabs_of_one_browser_are_all_live(house: House) -> None:
    """One stream a host is what a browser has connections for: five phones and two public pages in one context."""
    for seat in NAMES:
        house.phone(seat, "barkeep.localhost")
    tables = [house.open(house.address("table", host)) for host in ("localhost", "barkeep.localhost")]
    house.phones["A"].click("[data-start]")
    house.all_wait_for("[data-page=drawing]")
    for bar in list(FIRST.values())[:3]:
        house.phones["E"].click("[data-act]")
        house.all_wait_for("[data-page=acting]")
        seat = house.table.view(TABLE).active.seat
        house.table.act(seat, OpenBar(bar))
        for page in (*tables, *(page for other, page in house.phones.items() if other != seat)):
            page.wait_for_selector(f"text={bar} >> nth=0")
    assert house.complaints == []


@pytest.mark.broad
def test_a_pile_in_composition_survives_what_others_do(house: House) -> None:
    a, b, c = staking(house)
    lay(a, 2, 4)
    push(b, 4)
    a.wait_for_selector("#others >> text=one note")
    assert a.inner_text("[data-notes]") == "2"
    assert a.locator("[data-laid] li").count() == 2
    a.click("[data-shut]")
    a.wait_for_selector("text=Two notes, closed.")
    push(c, 3)
    a.click("[data-push]")
    house.all_wait_for(".order")
    assert house.table.view("A").purse.real == 50 - 2
    assert "2" in a.inner_text(".order .mine .val")


@pytest.mark.broad
def test_a_purse_is_on_the_page_only_while_it_is_held(house: House) -> None:
    stand_still(house)
    a, *_ = started(house)
    box = a.locator("[data-purse]").bounding_box()
    assert box
    a.mouse.move(box["x"] + 20, box["y"] + 20)
    a.mouse.down()
    a.wait_for_selector(".sheet >> text=50")
    a.clock.run_for(1000)  # Longer than a tap.
    a.mouse.up()
    a.wait_for_selector(".sheet", state="detached")
    a.mouse.click(box["x"] + 20, box["y"] + 20)  # Down and up at once: with two calls between them it may be held.
    a.wait_for_selector(".sheet >> text=50")  # A tap shows it for five seconds,
    let_pass(a, 3000)
    assert a.locator(".sheet").is_visible()
    let_pass(a, 2000)
    a.wait_for_selector(".sheet", state="detached")  # and then it goes by itself.
    a.focus("[data-purse]")
    a.keyboard.press("Enter")
    a.wait_for_selector(".sheet >> text=50")
    a.evaluate("() => dispatchEvent(new Event('blur'))")
    a.wait_for_selector(".sheet", state="detached")


# Taps


def sent_by(page: Page) -> list[Any]:
    """Return a list that grows with each answer that *page* sends."""
    sent: list[Any] = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/act") else None)
    return sent


def test_an_answer_whose_reply_is_lost_is_asked_for_again_and_done_once(house: House) -> None:
    a, *_ = started(house)
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append((route.request.post_data_json or {})["key"])
        if len(keys) == 1:
            assert heard(house, route).status == 200  # The table has heard it,
            route.abort()  # but nobody hears the table.
        else:
            route.continue_()

    a.route("**/act", lose)
    a.click("[data-act]")
    house.all_wait_for("[data-page=acting]")
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert len(house.table.view(TABLE).bag[0]) == 2  # One pawn is out of the bag.


def test_a_double_tap_is_one_answer(house: House) -> None:
    """What its second half hits has only just come under the thumb: here the next draw, where the open bar was confirmed."""
    a, *_ = started(house)
    sent = sent_by(a)
    a.evaluate("() => { const lamp = document.querySelector('[data-act]'); lamp.click(); lamp.click(); }")
    house.all_wait_for("[data-page=acting]")
    assert len(sent) == 1
    page = opened(house.phones[house.table.view(TABLE).active.seat], "open")
    page.check("input[value='Octopus']", force=True)
    box = page.locator("#panel [data-confirm]").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*middle)
    page.wait_for_selector("body:not([data-busy]) [data-page=drawing]")
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button').matches('[data-act]')", middle)
    sent = sent_by(page)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    assert page.get_attribute("body", "data-busy") is None
    assert sent == []
    page.mouse.click(*middle)
    house.all_wait_for("[data-page=acting]")


@pytest.mark.broad
def test_an_answer_to_what_is_past_says_so_and_shows_the_table(house: House) -> None:
    a, b, _ = started(house)
    turn_away(a, away=True)  # A's phone sleeps through the change.
    b.click("[data-act]")
    b.wait_for_selector("[data-page=acting]")
    a.click("[data-page=drawing] [data-act]")
    a.wait_for_selector("#refused >> text=moved on")
    a.wait_for_selector("[data-page=acting]")


@pytest.mark.broad
def test_a_tap_at_the_table_opens_its_bar_on_the_phone_once(house: House) -> None:
    house.table.pieces.learn(b"4321", Piece("card", "Octopus"))
    started(house, bank="once")
    first_round(house)
    page = drawn(house)
    octopus, seat = house.table.view(TABLE).bar("Octopus"), house.table.view(TABLE).active.seat
    house.table.tap("reader", b"4321")
    page.wait_for_selector("#panel [data-ask=own_partner]" if octopus.lessee == seat else "#panel [data-pile] >> text=Octopus")
    page.click("#panel [data-close]")
    page.wait_for_selector("#page .turn")
    pages = brought(page)
    house.table.act(next(other for other in "ABC" if other != seat), CountBank())
    wait_until(page, lambda: bool(pages), "the page after the count")
    caught_up(page)
    assert page.locator("#panel").is_hidden()  # Put away by hand, it stays away.


# Tabs


def test_the_newest_tab_of_a_seat_wins_and_the_older_may_take_it_back(house: House) -> None:
    old = house.phone("A")
    new = house.open(old.url)
    new.wait_for_selector("[data-page=lobby]")
    old.wait_for_selector("#bye >> text=another tab")
    assert old.locator("[data-page]").count() == 0
    old.click("#bye button")
    old.wait_for_selector("[data-page=lobby]")
    new.wait_for_selector("#bye >> text=another tab")


@pytest.mark.broad
def test_what_was_asked_for_before_a_newer_tab_came_is_not_shown_after_it(house: House) -> None:
    old, held = house.phone("A"), []
    old.wait_for_selector("#note:not([hidden])")
    old.route("**/seat/view", lambda route: held.append(route))
    for away in (True, False):
        turn_away(old, away=away)
    wait_until(old, lambda: bool(held), "the page, of who has been away")
    house.open(old.url).wait_for_selector("[data-page=lobby]")
    old.wait_for_selector("#bye >> text=another tab")
    with old.expect_response("**/seat/view"):
        held[0].continue_()
    caught_up(old)
    assert old.locator("[data-page]").count() == 0


# The line


BRINGS = """() => {
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (name, then) {
    if (name === "page") window.bring = ([data, id]) => then({ data, lastEventId: id });
    listen.call(this, name, then);
  };
}"""
VIEW = """async () => {
  const answer = await fetch("/seat/view");
  return [await answer.text(), answer.headers.get("Revision")];
}"""


@pytest.mark.broad
def test_a_page_that_a_slow_line_kept_hides_no_newer_one(house: House) -> None:
    """What the stream has kept while the Wi-Fi was away may come after what was fetched since."""
    house.context.add_init_script(f"({BRINGS})()")
    house.sit("A")
    a = house.show("A")
    a.wait_for_function("() => window.bring")
    old, revision = a.evaluate(VIEW)
    house.sit("B")
    emile = a.locator(".stools .who >> text=Émile")
    emile.wait_for()
    a.evaluate("([page, kept]) => window.bring([page, kept])", [old, revision])
    caught_up(a)
    assert emile.is_visible()
    a.evaluate("([page, now]) => window.bring([page, now])", [old, str(house.table.revision)])
    emile.wait_for(state="detached")


@pytest.mark.broad
def test_it_is_said_that_an_answer_is_asked_for_again_until_it_is_known(house: House) -> None:
    """Also where the table is heard meanwhile: its heartbeats go on while the disk takes nothing."""
    (a, *_), tries = started(house), []
    heartbeats = beats(a)
    a.route("**/act", lambda route: (tries.append(route), route.abort()))
    a.click("[data-act]")
    wait_until(a, lambda: len(tries) >= 4, "four tries")  # The fifth follows more than three seconds later.
    a.wait_for_selector("#line >> text=Asking again")
    before = len(heartbeats)
    wait_until(a, lambda: len(heartbeats) > before, "a heartbeat")
    assert a.locator("#line >> text=Asking again").is_visible()
    a.unroute("**/act")
    house.all_wait_for("[data-page=acting]")
    a.wait_for_selector("#line", state="hidden")


@pytest.mark.broad
def test_the_first_pin_is_taken_away_when_a_new_one_is_shown(house: House) -> None:
    a = house.phone("A")
    a.wait_for_selector("#note:not([hidden])")
    a.click("[data-fetch='/seat/menu']")
    assert a.locator("#note").is_visible()
    a.click("#panel [data-post]")
    a.wait_for_selector("#panel h1 >> text=/[0-9]{4}/")
    a.click("#panel [data-close]")
    assert a.locator("#note").is_hidden()


def test_a_lost_line_is_said_and_mends_itself(house: House) -> None:
    """The server's own, and the phone's: its stream may stand for a long while without a word, but the phone itself knows."""
    house.sit("A")
    a = house.show("A")
    house.server.close()
    a.wait_for_selector("#line >> text=No line")
    house.server = serve(create_app(house.table, hosts=[f"a.{SITE}"]), house.server.port, "127.0.0.1")
    a.wait_for_selector("#line", state="hidden")
    house.sit("B")
    a.wait_for_selector(".stools >> text=Émile")
    house.context.set_offline(True)
    a.wait_for_selector("#line >> text=No line")
    house.context.set_offline(False)
    a.wait_for_selector("#line", state="hidden")
    house.sit("C")
    a.wait_for_selector(".stools >> text=Jonas")
