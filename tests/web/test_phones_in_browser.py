"""The phones as players hold them. Waits are long; nothing here depends on the machine being fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.barracuda.moves import CallDraw, CountBank, OpenBar
from companion.game import TABLE
from companion.pieces import Piece
from companion.seating import SitDown, StartGame
from tests.web.browsing import House, check, wait_until
from tests.web.quiet import beats, caught_up, turn_away
from tests.web.tables import FIRST, NAMES
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser


def test_join_draw_open_offer_and_accept(house: House) -> None:
    for seat in "ABC":
        check(house.phone(seat))
    a, b, c = house.phones.values()
    assert not a.evaluate("() => isSecureContext")  # As in the room: what needs one isn't there.
    a.wait_for_selector(".stools >> text=Jonas")
    a.click("summary")
    a.select_option("select[name=bank]", "once")
    a.click("[data-start]")
    for bar in ("Octopus", "Albatros", "Karambole"):
        house.all_wait_for("[data-page=drawing]")
        b.click("[data-act]")
        house.all_wait_for("[data-page=acting]")
        active = house.phones[house.table.view(TABLE).active.seat]
        check(a, b, c)
        active.click("[data-panel=open]")
        active.wait_for_selector(".choices")
        assert active.locator("[data-confirm]").is_disabled()
        active.check(f"input[value='{bar}']", force=True)
        check(active)
        active.click("text=Open " + bar)
    house.all_wait_for("[data-panel=last_order]")
    c.click("[data-page=drawing] [data-act]")
    house.all_wait_for("[data-page=acting]")
    bidder = house.phones[house.table.view(TABLE).active.seat]
    bidder.click("[data-panel=partnership]")
    bidder.click("#panel .choices button >> nth=0")
    check(bidder)
    for kind in (1, 3, 4, 4):
        bidder.click(f"[data-lay='{kind}']")
    assert bidder.locator("[data-lay='0']").is_disabled()  # A ten would pass 12.
    bidder.click("[data-lift='4'] >> nth=0")
    assert bidder.inner_text("[data-real]") == "6"
    assert bidder.inner_text("[data-notes]") == "3"
    bidder.click("[data-shut]")
    bidder.wait_for_selector("text=Three notes, closed.")
    check(bidder)
    bidder.click("[data-push]")
    house.all_wait_for("[data-page=offered]")
    offer = house.table.view(TABLE).offer
    lessee = house.phones[offer.lessee]
    check(*house.phones.values())
    lessee.wait_for_selector(".plate >> text=+6")
    lessee.click(".plate >> nth=0")
    house.all_wait_for("[data-page=drawing]")
    assert house.table.view(TABLE).bar(offer.bar).partner == offer.bidder
    assert house.table.view(offer.lessee).purse.fakes == 8
    assert house.complaints == []


def test_seven_tabs_of_one_browser_are_all_live(house: House) -> None:
    """One stream a host is what a browser has connections for: five phones and two public pages in one context."""
    for seat in NAMES:
        house.phone(seat, "barkeep.localhost")
    tables = [house.open(f"http://{host}:{house.server.port}/table") for host in ("localhost", "barkeep.localhost")]
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


def started(house: House, **options: str) -> None:
    for seat in "ABC":
        house.phone(seat)
    house.table.act("A", StartGame("barracuda", options))
    house.all_wait_for("[data-page=drawing]")


def rounds(house: House) -> None:
    """Play the first round by the table's own hand."""
    bars = iter(FIRST.values())
    for _ in house.phones:
        house.table.act(TABLE, CallDraw())
        house.table.act(house.table.view(TABLE).active.seat, OpenBar(next(bars)))
    house.all_wait_for("[data-panel=last_order]")


def test_a_pile_in_composition_survives_what_others_do(house: House) -> None:
    started(house)
    rounds(house)
    a, b, c = house.phones.values()
    b.click("[data-panel=last_order]")
    b.click("#panel [data-act]")
    house.all_wait_for("[data-pile]")
    a.click("[data-lay='2']")
    a.click("[data-lay='4']")
    b.click("[data-lay='4']")
    b.click("[data-shut]")
    b.click("[data-push]")
    a.wait_for_selector("#others >> text=one note")
    assert a.inner_text("[data-notes]") == "2"
    assert a.locator("[data-laid] li").count() == 2
    a.click("[data-shut]")
    a.wait_for_selector("text=Two notes, closed.")
    c.click("[data-lay='3']")
    c.click("[data-shut]")
    c.click("[data-push]")
    a.click("[data-push]")
    house.all_wait_for(".order")
    assert house.table.view("A").purse.real == 50 - 2
    assert "2" in a.inner_text(".order .mine .val")


def test_a_purse_is_on_the_page_only_while_it_is_held(house: House) -> None:
    started(house)
    a = house.phones["A"]
    box = a.locator("[data-purse]").bounding_box()
    assert box
    a.mouse.move(box["x"] + 20, box["y"] + 20)
    a.mouse.down()
    a.wait_for_selector(".sheet >> text=50")
    a.wait_for_timeout(500)  # Longer than a tap.
    a.mouse.up()
    a.wait_for_selector(".sheet", state="detached")
    a.mouse.click(box["x"] + 20, box["y"] + 20)  # Down and up at once: with two calls between them it may be held.
    a.wait_for_selector(".sheet >> text=50")  # A tap shows it for five seconds,
    a.wait_for_selector(".sheet", state="detached")  # and then it goes by itself.
    a.focus("[data-purse]")
    a.keyboard.press("Enter")
    a.wait_for_selector(".sheet >> text=50")
    a.evaluate("() => dispatchEvent(new Event('blur'))")
    a.wait_for_selector(".sheet", state="detached")


def test_an_answer_whose_reply_is_lost_is_asked_for_again_and_done_once(house: House) -> None:
    started(house)
    a = house.phones["A"]
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append((route.request.post_data_json or {})["key"])
        if len(keys) == 1:
            there = f"127.0.0.1:{house.server.port}"  # Only the browser knows the names.
            heard = route.fetch(
                url=f"http://{there}/act",
                headers={**route.request.all_headers(), "origin": f"http://{there}"},
            )
            assert heard.status == 200  # The table has heard it,
            route.abort()  # but nobody hears the table.
        else:
            route.continue_()

    a.route("**/act", lose)
    a.click("[data-act]")
    house.all_wait_for("[data-page=acting]")
    a.wait_for_selector("body:not([data-busy])")
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert len(house.table.view(TABLE).bag[0]) == 2  # One pawn is out of the bag.


def test_a_double_tap_is_one_answer(house: House) -> None:
    started(house)
    a = house.phones["A"]
    sent: list[Any] = []
    a.on("request", lambda request: sent.append(request) if request.url.endswith("/act") else None)
    a.evaluate("() => { const lamp = document.querySelector('[data-act]'); lamp.click(); lamp.click(); }")
    house.all_wait_for("[data-page=acting]")
    assert len(sent) == 1


def test_the_second_half_of_a_double_tap_sends_nothing(house: House) -> None:
    """What it hits has only just come under the thumb: here the next draw, where the open bar was confirmed."""
    started(house)
    house.phones["A"].click("[data-act]")
    house.all_wait_for("[data-page=acting]")
    page = house.phones[house.table.view(TABLE).active.seat]
    page.click("[data-panel=open]")
    page.check("input[value='Octopus']", force=True)
    box = page.locator("#panel [data-confirm]").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*middle)
    page.wait_for_selector("body:not([data-busy]) [data-page=drawing]")
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button').matches('[data-act]')", middle)
    sent: list[Any] = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/act") else None)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    assert page.get_attribute("body", "data-busy") is None
    assert sent == []
    page.mouse.click(*middle)
    house.all_wait_for("[data-page=acting]")


def test_an_answer_to_what_is_past_says_so_and_shows_the_table(house: House) -> None:
    started(house)
    a = house.phones["A"]
    turn_away(a, away=True)  # A's phone sleeps through the change.
    house.phones["B"].click("[data-act]")
    house.phones["B"].wait_for_selector("[data-page=acting]")
    a.click("[data-page=drawing] [data-act]")
    a.wait_for_selector("#refused >> text=moved on")
    a.wait_for_selector("[data-page=acting]")


def test_the_newest_tab_of_a_seat_wins_and_the_older_may_take_it_back(house: House) -> None:
    old = house.phone("A")
    new = house.open(old.url)
    new.wait_for_selector("[data-page=lobby]")
    old.wait_for_selector("#bye >> text=another tab")
    assert old.locator("[data-page]").count() == 0
    old.click("#bye button")
    old.wait_for_selector("[data-page=lobby]")
    new.wait_for_selector("#bye >> text=another tab")


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
    old.evaluate("async () => (await fetch('/join/view')).text()")  # Later than that, so what comes of that has come.
    assert old.locator("[data-page]").count() == 0


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


def test_a_page_that_a_slow_line_kept_hides_no_newer_one(house: House) -> None:
    """What the stream has kept while the Wi-Fi was away may come after what was fetched since."""
    house.context.add_init_script(f"({BRINGS})()")
    a = house.phone("A")
    a.wait_for_function("() => window.bring")
    old, revision = a.evaluate(VIEW)
    house.table.act("B", SitDown("Émile", "b" * 64))
    emile = a.locator(".stools .who >> text=Émile")
    emile.wait_for()
    a.evaluate("([page, kept]) => window.bring([page, kept])", [old, revision])
    caught_up(a)
    assert emile.is_visible()
    a.evaluate("([page, now]) => window.bring([page, now])", [old, str(house.table.revision)])
    emile.wait_for(state="detached")


def test_it_is_said_that_an_answer_is_asked_for_again_until_it_is_known(house: House) -> None:
    """Also where the table is heard meanwhile: its heartbeats go on while the disk takes nothing."""
    started(house)
    a, tries = house.phones["A"], []
    heard = beats(a)
    a.route("**/act", lambda route: (tries.append(route), route.abort()))
    a.click("[data-act]")
    wait_until(a, lambda: len(tries) >= 4, "four tries")  # The fifth follows more than three seconds later.
    a.wait_for_selector("#line >> text=Asking again")
    before = len(heard)
    wait_until(a, lambda: len(heard) > before, "a heartbeat")
    assert a.locator("#line >> text=Asking again").is_visible()
    a.unroute("**/act")
    house.all_wait_for("[data-page=acting]")
    a.wait_for_selector("#line", state="hidden")


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
    a = house.phone("A")
    port = house.server.port
    a.wait_for_selector("#note:not([hidden])")  # The last thing that a newcomer's script does when it starts.
    house.server.close()
    a.wait_for_selector("#line >> text=No line")
    house.server = serve(create_app(house.table, hosts=["a.barkeep.test"]), port, "127.0.0.1")
    a.wait_for_selector("#line", state="hidden")
    house.table.act("B", SitDown("Émile", "b" * 64))
    a.wait_for_selector(".stools >> text=Émile")
    house.server.close()


def test_a_phone_without_a_network_says_so_at_once(house: House) -> None:
    """Its stream may stand for a long while without a word; the phone itself knows."""
    a = house.phone("A")
    a.wait_for_selector("#note:not([hidden])")
    house.context.set_offline(True)
    a.wait_for_selector("#line >> text=No line")
    house.context.set_offline(False)
    a.wait_for_selector("#line", state="hidden")
    house.table.act("B", SitDown("Émile", "b" * 64))
    a.wait_for_selector(".stools >> text=Émile")


def test_a_tap_at_the_table_opens_its_bar_on_the_phone_once(house: House) -> None:
    house.table.pieces.learn(b"4321", Piece("card", "Octopus"))
    started(house, bank="once")
    rounds(house)
    house.table.act(TABLE, CallDraw())
    octopus = house.table.view(TABLE).bar("Octopus")
    seat = house.table.view(TABLE).active.seat
    page = house.phones[seat]
    page.wait_for_selector(".turn")
    house.table.tap("reader", b"4321")
    picked = "#panel [data-ask=own_partner]" if octopus.lessee == seat else "#panel [data-pile] >> text=Octopus"
    page.wait_for_selector(picked)
    page.click("#panel [data-close]")
    page.wait_for_selector("#page .turn")
    house.table.act(next(other for other in "ABC" if other != seat), CountBank())
    page.wait_for_timeout(1500)
    assert page.locator("#panel").is_hidden()  # Put away by hand, it stays away.
