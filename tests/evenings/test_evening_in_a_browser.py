"""An evening of each game as people see it, and its mishaps: phones and the table screen in a real browser."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.kit.pieces import Piece
from tests.evenings import barracuda, company, negoces2, shark
from tests.evenings.house import open_house
from tests.evenings.prepared import prepare
from tests.evenings.thumbs import SITE, Phone, Room, open_room

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("play", [
    pytest.param(barracuda.play, id="barracuda"),
    # One person plays each of these to its end in tests/web/browser/test_alone_in_browser.py.
    pytest.param(shark.play, id="shark", marks=pytest.mark.broad),
    pytest.param(negoces2.play, id="negoces2", marks=pytest.mark.broad),
    pytest.param(company.play, id="company", marks=pytest.mark.broad),
])  # fmt: skip
def test_an_evening(tmp_path: Path, browser: Browser, play: Callable[[Room], None]) -> None:
    with open_house(tmp_path, "--host", "0.0.0.0", "--name", SITE) as house, open_room(house, browser) as room:
        play(room)
        assert room.complaints == []


# Mishaps with phones: invalid input and lost phones, during a game in which Émile was drawn


@pytest.fixture
def room(tmp_path: Path, browser: Browser) -> Iterator[Room]:
    with open_house(prepare(tmp_path, drawn="B"), "--name", SITE) as house, open_room(house, browser, "BC") as opened:
        yield opened


@pytest.mark.broad
def test_what_the_rules_forbid_cannot_be_sent_and_changes_nothing(room: Room) -> None:
    phone, screen = room.phones["B"], room.screen.locator("#view")
    sent, before, purse = list[str](), screen.inner_html(), phone.purse()
    phone.page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/act") else None)
    row = phone.page.locator("#page .acts li", has_text="Auction").locator("button")
    assert "three bars" in row.inner_text()
    row.tap(force=True)  # It is greyed out.
    assert phone.page.locator("#panel").is_hidden()
    phone.begin_offer("takeover", "Karambole")
    phone.tap('#panel [data-lay="2"]')
    phone.sees("Not worth 5 yet.")
    assert phone.page.locator("#panel [data-shut]").is_disabled()
    phone.tap('#panel [data-lay="1"]')
    assert phone.page.locator("#panel [data-shut]").is_enabled()
    assert phone.page.locator('#panel [data-lay="0"]').is_disabled(), "another ten would exceed 12"
    assert sent == []
    tinker = "(ten) => { ten.disabled = false; ten.click(); }"
    phone.page.locator('#panel [data-lay="0"]').evaluate(tinker)  # The table doesn't rely on the page's own checks.
    phone.compose()
    assert phone.sent("#panel [data-push]").status == 422
    phone.sees("12")
    assert phone.page.get_attribute("#refused a", "href").endswith("#6.4")
    phone.tap("#panel [data-reopen]")
    assert (screen.inner_html(), phone.purse()) == (before, purse)


@pytest.mark.broad
def test_a_lost_phone_is_replaced_by_its_pawn(room: Room) -> None:
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
    late.sees("This code has been used, or is too old.")
    old.page.goto(room.address)
    assert old.page.locator("[data-page]").count() == 0


@pytest.mark.broad
def test_a_player_leaves_is_replaced_by_the_pawn_and_comes_back_also_after_a_power_cut(room: Room) -> None:
    old, new = room.phones["B"], room.new_phone("B")
    purse = old.purse()
    leave(old, "leave")
    room.phones["C"].sees("Émile has left. The game waits.")
    room.house.kill()
    room.house.start()
    room.house.tap(Piece("bag", "B"), room.code_on_display)
    new.page.goto(f"{room.address}{room.code_on_display().rpartition('/')[2]}")
    new.sees("Whoever plays on sees the whole hand from then on")
    new.page.fill("input[name=name]", "Zoe")
    new.tap(".counter .lamp")
    new.page.wait_for_selector("#page .phone")
    assert new.purse() == purse
    new.act("open", "Harbour Bar")
    leave(new, "hand_over")
    old.page.goto(room.address)
    old.sees("Émile, your seat is kept: sit down and play on.")
    old.tap(".counter .lamp")
    old.page.wait_for_selector("#page .phone")
    assert old.purse() == purse


def leave(phone: Phone, how: str) -> None:
    for selector in ("[data-page] [data-fetch$=menu]", "#panel [data-fetch$=people]", f"#panel [data-act*='\"{how}\"']"):
        phone.tap(selector)
    phone.page.wait_for_selector("input[name=name]")
