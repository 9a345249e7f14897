"""What goes wrong with phones in an evening: slips of the thumb, lost lines, lost phones, and a plug pulled in mid-offer.

Each story has a house of its own, with a game in the middle, and phones that call it by a name as on a real network.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.pieces import Piece
from tests.evenings.house import open_house
from tests.evenings.prepared import prepare
from tests.evenings.thumbs import NOTES, SITE, Phone, Room, open_room, pull_the_plug

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser

Begin = Callable[..., Room]


@pytest.fixture
def begin(tmp_path: Path, browser: Browser) -> Iterator[Begin]:
    """Open the house and the room for a story: whose phones it needs, after how many turns, and whose pawn was drawn last."""
    with ExitStack() as stack:

        def begun(seats: str, turns: int = 15, drawn: str = "") -> Room:
            house = stack.enter_context(open_house(prepare(tmp_path, turns, drawn), "--name", SITE))
            return stack.enter_context(open_room(house, browser, seats))

        yield begun


def sent_by(phone: Phone) -> list[dict[str, Any]]:
    """Return the answers that *phone* sends from now on, as they are sent."""
    answers: list[dict[str, Any]] = []
    phone.page.on("request", lambda one: answers.append(one.post_data_json) if one.url.endswith("/act") else None)
    return answers


# Wrong inputs


def test_a_greyed_action_says_why_and_does_nothing(begin: Begin) -> None:
    phone = begin("B", drawn="B").phones["B"]
    sent = sent_by(phone)
    row = phone.page.locator("#page .acts li", has_text="Auction").locator("button")
    assert row.is_disabled()
    assert "(6.5)" in row.inner_text()
    phone.press(row)
    assert phone.page.locator("#panel").is_hidden()
    phone.begin_offer("partnership", "Beacon Bar")  # An action that isn't greyed opens, at the same kind of touch.
    assert sent == []


def test_too_little_cannot_be_closed_and_too_much_cannot_be_laid(begin: Begin) -> None:
    phone = begin("B", drawn="B").phones["B"]
    phone.begin_offer("takeover", "Karambole")
    phone.tap('#panel [data-lay="2"]')
    assert phone.page.locator("#panel [data-shut]").is_disabled()
    phone.sees("Not worth 5 yet.")
    phone.tap('#panel [data-lay="1"]')
    assert phone.page.locator("#panel [data-shut]").is_enabled()
    assert phone.page.locator('#panel [data-lay="0"]').is_disabled(), "a ten more would pass 12"


def test_an_illegal_pile_changes_nothing_and_says_which_rule(begin: Begin) -> None:
    """From a page that somebody has tinkered with: the table doesn't rely on pages."""
    room = begin("BC", drawn="B")
    phone, screen = room.phones["B"], room.screen.locator("#view")
    phone.begin_offer("takeover", "Karambole")
    before, purse = screen.inner_html(), phone.purse()
    terms = {**phone.terms(), "most": 99}
    phone.page.locator("#panel [data-pile]").evaluate("(root, terms) => root.dataset.pile = terms", json.dumps(terms))
    phone.compose(10, 5)
    assert phone.sent("#panel [data-push]").status == 422
    assert "(6.4)" in phone.sees("12").inner_text()
    phone.tap("#panel [data-reopen]")
    assert (screen.inner_html(), phone.purse()) == (before, purse)


# Slips of the thumb


def test_two_taps_at_once_are_one_answer(begin: Begin) -> None:
    room = begin("BD", drawn="B")
    bidder, lessee = room.phones.values()
    pushed, taken, purse = sent_by(bidder), sent_by(lessee), bidder.purse()
    bidder.begin_offer("partnership", "Beacon Bar")
    bidder.compose(2, 0)
    bidder.press(bidder.page.locator("#panel [data-push]"), times=2)
    lessee.page.wait_for_selector("#page .offer")
    lessee.press(lessee.page.locator('#page [data-act*="AcceptOffer"]'), times=2)
    room.shows('[data-bar="Beacon Bar"] >> text=Émile')
    assert bidder.purse() == (purse[0] - 2, purse[1] - 1)
    assert (len(pushed), len(taken)) == (1, 1)


def test_the_second_half_of_a_double_tap_pushes_no_pile(begin: Begin) -> None:
    """What it hits has only just come under the thumb: the lamp that closes a pile becomes the one that pushes it."""
    phone = begin("B", drawn="B").phones["B"]
    sent, mouse = sent_by(phone), phone.page.mouse
    phone.begin_offer("partnership", "Beacon Bar")
    phone.tap('#panel [data-lay="3"]')
    box = phone.page.locator("#panel [data-shut]").bounding_box()
    assert box
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.click(*where)
    phone.page.wait_for_selector("#panel [data-push]")
    assert phone.page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('[data-push]') !== null", where)
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    assert phone.page.get_attribute("body", "data-busy") is None
    assert sent == []
    phone.send("#panel [data-push]")
    assert len(sent) == 1


def test_the_newest_tab_of_a_seat_wins_and_the_older_says_so(begin: Begin) -> None:
    room = begin("B", drawn="B")
    old = room.phones["B"]
    new = Phone("B", old.page.context.new_page())
    new.page.goto(room.address)
    old.sees("another tab")
    assert old.page.locator("[data-page]").count() == 0
    new.act("open", "Harbour Bar")
    room.shows('[data-bar="Harbour Bar"][data-lessee=B]')
    old.tap("#bye button")
    old.page.wait_for_selector("#page .phone")
    new.sees("another tab")


# Lost phones and lost lines


def test_a_lost_phone_is_replaced_by_its_pawn(begin: Begin) -> None:
    room = begin("BC", drawn="B")
    old, new, late = room.phones["B"], room.new_phone("B"), room.new_phone("B")
    purse = old.purse()
    code = code_for(room, "B")
    for phone in (new, late):
        phone.page.goto(f"{room.address}{code}")
        phone.sees("Play as Émile on this phone?")
    new.tap(".counter .lamp")
    new.page.wait_for_selector("#page .phone")
    new.page.wait_for_load_state()
    old.sees("Émile plays on another phone now.")
    assert new.purse() == purse
    new.act("open", "Harbour Bar")
    room.shows('[data-bar="Harbour Bar"][data-lessee=B]')
    late.tap(".counter .lamp")
    late.sees("This code is used up.")
    old.page.goto(room.address)
    assert old.page.locator("[data-page]").count() == 0


def code_for(room: Room, seat: str) -> str:
    """Lay the bag pawn of *seat* on the reader, and photograph the code that the display shows then."""
    room.house.tap(Piece("bag", seat), room.code_on_display)
    room.house.still()
    address, _, code = room.code_on_display().rpartition("/")
    assert address == f"HTTP://LOCALHOST:{room.house.port}"
    return code


def test_a_pile_outlives_a_lost_line(begin: Begin) -> None:
    room = begin("AB")
    a, b = room.phones.values()
    b.call_last_order()
    for note in (5, 2):
        a.tap(f'#panel [data-lay="{NOTES.index(note)}"]')
    a.page.context.set_offline(True)
    a.sees("No line to the table.")
    b.lay(1)
    a.page.context.set_offline(False)
    a.page.wait_for_selector("#line", state="hidden")
    a.page.wait_for_selector("#others >> text=one note")
    assert a.page.locator("#panel [data-laid] li").count() == 2
    a.lay()
    room.shows("[data-seat=A] .count b >> text=2")
    assert room.phones["A"].purse() == (30, 7)


def test_an_answer_given_without_a_line_arrives_once_it_is_back(begin: Begin) -> None:
    room = begin("BD", drawn="B")
    bidder, lessee = room.phones.values()
    purse, sent = bidder.purse(), sent_by(bidder)
    bidder.begin_offer("partnership", "Beacon Bar")
    bidder.compose(2, 0)
    bidder.page.context.set_offline(True)
    bidder.tap("#panel [data-push]")
    bidder.sees("Asking again.")
    bidder.page.context.set_offline(False)
    lessee.answer("AcceptOffer")
    bidder.page.wait_for_selector("body:not([data-busy])")
    assert bidder.purse() == (purse[0] - 2, purse[1] - 1)
    assert len({one["key"] for one in sent}) == 1 < len(sent)


# The plug


def test_a_plug_pulled_in_mid_offer(begin: Begin) -> None:
    room = begin("BD", drawn="B")
    bidder, lessee = room.phones.values()
    theirs, ours = bidder.purse(), lessee.purse()
    bidder.offer("partnership", "Beacon Bar", 2, 0)
    lessee.page.wait_for_selector(".offer")
    pull_the_plug(room.house, room.phones)
    lessee.answer("RefuseOffer")
    room.shows("text=refuse")
    assert bidder.purse() == (theirs[0] - 2, theirs[1] - 1)
    assert lessee.purse() == (ours[0] - 2, ours[1] + 1)
    lessee.draw("C")
    room.shows("[data-seat=C].now")


def test_a_plug_pulled_before_the_bidder_hears_that_the_offer_stands(begin: Begin) -> None:
    """Heard and kept, but never answered: the phone asks again with the same key, and is told what became of it."""
    room = begin("BD", drawn="B")
    bidder, lessee = room.phones.values()
    purse, sent = bidder.purse(), sent_by(bidder)
    bidder.page.route("**/act", lambda route: lose(room, route, lost=len(sent) == 1))
    bidder.begin_offer("partnership", "Beacon Bar")
    bidder.compose(2, 0)
    bidder.tap("#panel [data-push]")
    bidder.sees("Asking again.")
    room.house.start()
    lessee.answer("AcceptOffer")
    bidder.page.wait_for_selector("body:not([data-busy])")
    assert bidder.page.locator("#refused").is_hidden(), "it is told that the offer stands, not that it came too late"
    room.shows('[data-bar="Beacon Bar"] >> text=Émile')
    assert bidder.purse() == (purse[0] - 2, purse[1] - 1)
    assert len({one["key"] for one in sent}) == 1 < len(sent)


def lose(room: Room, route: Route, *, lost: bool) -> None:
    """Let the table hear an answer, and pull its plug before anybody hears the table."""
    if not lost:
        return route.continue_()
    there = f"http://127.0.0.1:{room.house.port}"  # Only the browser knows the name.
    heard = route.fetch(url=f"{there}/act", headers={**route.request.all_headers(), "origin": there})
    assert heard.status == 200, heard.text()
    room.house.kill()
    return route.abort()
