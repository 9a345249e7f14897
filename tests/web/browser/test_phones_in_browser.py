"""The phones in the players' hands: taps that slip, lines that break, tabs that multiply, and the right outcome of each."""

import pytest
from playwright.sync_api import Page, Request, Route

from companion.games.barracuda.moves import CountBank
from companion.kit import TABLE, Piece
from tests.web.begun import draw_one, first_round, opens, started
from tests.web.browser.browsing import SITE, House, script, shown, wait_until
from tests.web.browser.quiet import SECOND, brought, caught_up, heard, let_pass, stand_still, turn_away
from tests.web.shark_tables import BY_HAND as REAL_DICE
from tests.web.shark_tables import throw, two_buildings
from web.app import create_app
from web.http.server import serve

pytestmark = pytest.mark.browser


@pytest.mark.broad
def test_a_purse_is_on_the_page_only_while_it_is_held(house: House) -> None:
    stand_still(house)
    house.start(letters="ABC")
    a = house.show("A", "[data-page=drawing]")
    box = a.locator("[data-purse]").bounding_box()
    shows = lambda: a.wait_for_selector(".sheet >> text=50")
    gone = lambda: a.wait_for_selector(".sheet", state="detached")
    a.mouse.move(box["x"] + 20, box["y"] + 20)
    a.mouse.down()
    shows()
    a.clock.run_for(1000)  # Longer than a tap.
    a.mouse.up()
    gone()
    a.mouse.click(box["x"] + 20, box["y"] + 20)  # Down and up at once: with two calls there could be a hold between them.
    shows()  # A tap shows it for five seconds,
    let_pass(a, 3000)
    assert a.locator(".sheet").is_visible()
    let_pass(a, 2000)
    gone()  # and then it closes by itself.
    a.focus("[data-purse]")
    a.keyboard.press("Enter")
    shows()
    a.evaluate("() => dispatchEvent(new Event('blur'))")
    gone()


COUNT_CALLS = """() => {
  [window.buzzes, window.tones] = [0, 0];
  Object.defineProperty(navigator, "vibrate", { value: () => window.buzzes++ });
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.tones++; start.call(this, at); };
}"""


def test_a_player_who_looks_elsewhere_is_called_once_and_nobody_else_is(house: House) -> None:
    house.context.clock.install()
    pages = started(house)
    for page in pages:
        page.evaluate(COUNT_CALLS)
        page.click("[data-fetch='/seat/menu']")
        page.click("[data-sound]")
        assert page.get_attribute("[data-sound]", "aria-pressed") == "true"
        page.click("[data-close]")
    looking = shown(house.phones[draw_one(house)], "[data-page=acting] .acts")
    assert looking.title() == "● Your turn: Barkeep"
    assert [calls(page) for page in pages] == [[0, 2]] * 3  # The sound when it was switched on, and nothing since.
    opens(house, "Reef Bar")
    looking.wait_for_function("() => document.title === 'Barkeep: your seat'")
    for page in pages:
        turn_away(page, away=True)
    called = house.phones[draw_one(house)]
    for _ in range(2):  # The second look finds nothing new.
        for page in pages:
            page.clock.fast_forward(10 * SECOND)
            caught_up(page)
    assert [calls(page) for page in pages] == [[1, 4] if page is called else [0, 2] for page in pages]
    opens(house, "Tide Bar")
    for page in pages:
        turn_away(page, away=False)
        page.clock.fast_forward(20 * SECOND)  # The phones lie on the table.
    still = house.phones[draw_one(house)]
    still.wait_for_function("() => window.buzzes === 1")
    assert [calls(page) for page in pages] == [[0, 2] if page is looking else [1, 4] for page in pages]


def calls(page: Page) -> list[int]:
    return page.evaluate("[window.buzzes, window.tones]")


def sent_by(page: Page) -> list[str]:
    """Return a list that grows with the key of each answer that *page* sends."""
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.post_data_json["key"]) if one.url.endswith("/act") else None)
    return sent


def test_a_double_tap_whose_reply_is_lost_is_one_answer_asked_for_again_and_done_once(house: House) -> None:
    house.start(letters="ABC")
    a = house.show("A", "[data-page=drawing]")
    keys = sent_by(a)

    def lose(route: Route) -> None:
        if len(keys) > 1:
            return route.continue_()
        assert heard(house, route).status == 200  # The table has heard it,
        return route.abort()  # but nobody hears the table.

    a.route("**/act", lose)
    a.evaluate("() => { const lamp = document.querySelector('[data-act]'); lamp.click(); lamp.click(); }")
    house.all_wait_for("[data-page=acting]")
    assert (len(keys), len(set(keys))) == (2, 1)
    assert len(house.table.now.view(TABLE).bag[0]) == 2  # One pawn is out of the bag.


def test_a_second_touch_does_nothing_where_another_button_has_just_come(house: House) -> None:
    """Where "Build" was, the page has "End my turn"."""
    stand_still(house)
    house.start("shark", "ABCD", **REAL_DICE)
    two_buildings(house.table)
    throw(house.table, "C", 1, "red")
    page = house.show("C", "#panel [data-ask=build]")
    page.clock.run_for(SECOND)  # The panel has just come, too.
    page.locator("#panel .may").first.click()
    box = page.locator("#panel [data-confirm]:enabled").bounding_box()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*place)
    page.wait_for_selector("body:not([data-busy]) #page [data-act*=EndTurn]")
    sent = sent_by(page)
    for milliseconds in (300, 300, 300):
        page.clock.run_for(milliseconds)
        page.touchscreen.tap(*place)
        assert (page.get_attribute("body", "data-busy"), sent) == (None, [])
    page.clock.run_for(100)
    page.touchscreen.tap(*place)
    wait_until(page, lambda: bool(sent), "the end of the turn")


@pytest.mark.broad
def test_a_tap_at_the_table_opens_its_bar_on_the_phone_once(house: House) -> None:
    house.table.now.pieces.learn(b"4321", Piece("card", "Octopus"))
    first_round(house, bank="once")
    octopus, seat = house.table.now.view(TABLE).bar("Octopus"), draw_one(house)
    page = house.show(seat, ".acts")
    house.table.tap("reader", b"4321")
    page.wait_for_selector("#panel [data-ask=own_partner]" if octopus.lessee == seat else "#panel [data-pile] >> text=Octopus")
    page.click("#panel [data-close]")
    page.wait_for_selector("#page .turn")
    pages = brought(page)
    house.table.act(next(other for other in "ABC" if other != seat), CountBank())
    wait_until(page, lambda: bool(pages), "the page after the count")
    caught_up(page)
    assert page.locator("#panel").is_hidden()  # Once closed by hand, it stays closed.


def test_a_phone_keeps_its_seat_by_a_link_from_elsewhere_in_its_newest_tab_and_over_a_broken_line(house: House) -> None:
    a = house.phone("A")
    own, requests = a.url, list[Request]()
    a.goto(f"data:text/html,<a href='{own}'>Back to the table</a>")
    a.on("request", lambda asked: requests.append(asked))  # Playwright can't call a built-in method.
    a.click("a")  # A browser sends no strict cookie with such a link, so the table shows the door.
    a.wait_for_selector("[data-page=lobby]")
    assert ["seat=" in asked.all_headers().get("cookie", "") for asked in requests if asked.url == own] == [False, True]
    new = house.open(own)
    new.wait_for_selector("[data-page=lobby]")
    a.wait_for_selector("#bye >> text=another tab")
    assert a.locator("[data-page]").count() == 0
    a.click("#bye button")
    a.wait_for_selector("[data-page=lobby]")
    new.wait_for_selector("#bye >> text=another tab")
    house.server.close()
    a.wait_for_selector("#line >> text=No connection")
    house.server = serve(create_app(house.table, hosts=[f"a.{SITE}"]), house.server.port, "127.0.0.1")
    a.wait_for_selector("#line", state="hidden")
    house.sit("B")
    a.wait_for_selector(".stools >> text=Émile")
    house.context.set_offline(True)  # Its stream may be silent for a long while, but the phone itself knows.
    a.wait_for_selector("#line >> text=No connection")
    house.context.set_offline(False)
    a.wait_for_selector("#line", state="hidden")
    assert a.evaluate(script("woken")) == 1
    house.sit("C")
    a.wait_for_selector(".stools >> text=Jonas")
