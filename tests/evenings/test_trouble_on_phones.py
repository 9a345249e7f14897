"""What goes wrong with phones in an evening: wrong inputs, lost lines and lost phones.

Each story has a house of its own, with a game in the middle in which Émile was drawn, and phones that call it by a name as
on a real network.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.pieces import Piece
from tests.evenings.house import open_house
from tests.evenings.prepared import prepare
from tests.evenings.thumbs import SITE, Phone, Room, open_room

pytestmark = [pytest.mark.browser, pytest.mark.broad]

Begin = Callable[[str], Room]


@pytest.fixture
def begin(tmp_path: Path, browser: Browser) -> Iterator[Begin]:
    with ExitStack() as stack:

        def begun(seats: str) -> Room:
            house = stack.enter_context(open_house(prepare(tmp_path, drawn="B"), "--name", SITE))
            return stack.enter_context(open_room(house, browser, seats))

        yield begun


def sent_by(phone: Phone) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = []
    phone.page.on("request", lambda one: answers.append(one.post_data_json) if one.url.endswith("/act") else None)
    return answers


def test_what_the_rules_forbid_cannot_be_sent_and_changes_nothing(begin: Begin) -> None:
    room = begin("B")
    phone, screen = room.phones["B"], room.screen.locator("#view")
    sent, before, purse = sent_by(phone), screen.inner_html(), phone.purse()
    row = phone.page.locator("#page .acts li", has_text="Auction").locator("button")
    assert "(6.5)" in row.inner_text()
    row.tap(force=True)  # It is greyed.
    assert phone.page.locator("#panel").is_hidden()
    phone.begin_offer("takeover", "Karambole")
    phone.tap('#panel [data-lay="2"]')
    phone.sees("Not worth 5 yet.")
    assert phone.page.locator("#panel [data-shut]").is_disabled()
    phone.tap('#panel [data-lay="1"]')
    assert phone.page.locator("#panel [data-shut]").is_enabled()
    assert phone.page.locator('#panel [data-lay="0"]').is_disabled(), "a ten more would pass 12"
    assert sent == []
    tinker = "(root) => root.dataset.pile = JSON.stringify({...JSON.parse(root.dataset.pile), most: 99})"
    phone.page.locator("#panel [data-pile]").evaluate(tinker)  # The table doesn't rely on pages.
    phone.compose(1, 10)
    assert phone.sent("#panel [data-push]").status == 422
    assert "(6.4)" in phone.sees("12").inner_text()
    phone.tap("#panel [data-reopen]")
    assert (screen.inner_html(), phone.purse()) == (before, purse)


def test_a_lost_phone_is_replaced_by_its_pawn(begin: Begin) -> None:
    room = begin("BC")
    old, new, late = room.phones["B"], room.new_phone("B"), room.new_phone("B")
    purse = old.purse()
    room.house.tap(Piece("bag", "B"), room.code_on_display)
    address, _, code = room.code_on_display().rpartition("/")
    assert address == f"HTTP://LOCALHOST:{room.house.port}"
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


def test_a_pile_outlives_a_lost_line_and_arrives_once_it_is_back(begin: Begin) -> None:
    room = begin("BD")
    bidder, lessee = room.phones.values()
    purse, sent = bidder.purse(), sent_by(bidder)
    bidder.begin_offer("partnership", "Beacon Bar")
    bidder.tap('#panel [data-lay="2"]')
    bidder.page.context.set_offline(True)
    bidder.sees("No line to the table.")
    bidder.page.context.set_offline(False)
    bidder.page.wait_for_selector("#line", state="hidden")
    bidder.compose(0)
    bidder.page.context.set_offline(True)
    bidder.tap("#panel [data-push]")
    bidder.sees("Asking again.")
    bidder.page.context.set_offline(False)
    lessee.answer("AcceptOffer")
    bidder.page.wait_for_selector("body:not([data-busy])")
    assert bidder.purse() == (purse[0] - 2, purse[1] - 1)
    assert len({one["key"] for one in sent}) == 1 < len(sent)
