"""Evenings of Barracuda as people see them, with slips and their repair: phones and the table screen in a real browser.

Each game is played to its end, against the house, in tests/web/browser/test_alone_in_browser.py. budgets.txt has other acts.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.kit.pieces import Piece
from tests.evenings.house import until
from tests.evenings.thumbs import Phone, Room, changed, has_lease, has_place, open_a_bar, open_room

pytestmark = [pytest.mark.browser, pytest.mark.broad]

MENU = "[data-page] [data-fetch='/seat/menu']"
LAMP = ".counter .lamp"


def test_an_evening(tmp_path: Path, browser: Browser) -> None:
    """Three play two rounds. Whatever goes wrong meanwhile is repaired, and the game goes on with everything where it was."""
    with open_room(tmp_path, browser) as room:
        room.sit_down("ABC")
        room.start("barracuda", draw="bag")
        noor, emile, jonas = room.phones.values()
        room.tap(Piece("bag", "A"), "A", "open")
        a_wrong_bar_is_taken_back_by_two_touches(room, noor)
        room.house.tap(Piece("card", "Octopus"), lambda: not noor.is_asked("open"))
        has_lease(room, noor, "Octopus")
        for phone, bar in ((emile, "Karambole"), (jonas, "Albatros")):
            noor.draw(phone.seat)
            open_a_bar(room, phone, bar)
        last_order(room, noor, emile, jonas)
        assert noor.draw("B") == ["B"]
        what_the_rules_forbid_cannot_be_sent_and_changes_nothing(room, emile)
        with changed({noor: 0, emile: 0, jonas: 0}):
            offer_while_the_plug_is_pulled(room, noor, emile)
            a_take_back_past_a_seal_is_refused_and_later_agreed_by_all(room, noor, emile, jonas)
        a_pawn_that_moved_without_a_tap_is_found_by_a_recount(room, noor, emile, jonas)
        a_player_who_leaves_is_replaced_and_comes_back(room, noor, emile, jonas)
        open_a_bar(room, emile, "Tide Bar")


def a_wrong_bar_is_taken_back_by_two_touches(room: Room, noor: Phone) -> None:
    open_a_bar(room, noor, "Karambole")
    noor.look()
    noor.tap(MENU)
    noor.send("#panel .step [data-act]")
    for page in (room.screen, noor.page):
        page.wait_for_selector("s")
    room.screen.wait_for_selector('[data-bar="Karambole"][data-lessee]', state="detached")  # Once it could be read.


def last_order(room: Room, noor: Phone, emile: Phone, jonas: Phone) -> None:
    """The lowest stake plays first; between equal stakes the bag decides (7)."""
    with changed({noor: -2, emile: 0, jonas: -2}):
        emile.open("last_order")
        emile.send('#panel [data-act*="CallLastOrder"]')
        noor.lay(2)
        emile.lay(0, 0)
        jonas.lay(1, 1)
        room.shows("[data-revealed]")
        assert room.screen.locator(".places [data-seat]").first.get_attribute("data-seat") == "B"


def what_the_rules_forbid_cannot_be_sent_and_changes_nothing(room: Room, phone: Phone) -> None:
    screen, sent = room.screen.locator("#view"), list[str]()
    room.shows(f"[data-seat={phone.seat}].now")  # The screen shows for a while who was drawn.
    before, purse = screen.inner_html(), phone.purse()
    phone.page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/act") else None)
    row = phone.page.locator("#page .acts li", has_text="Auction").locator("button")
    assert "three bars" in row.inner_text()
    row.tap(force=True)  # It is greyed out.
    assert phone.page.locator("#panel").is_hidden()
    phone.begin_offer("takeover", "Octopus")
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
    phone.tap("#panel [data-close]")
    phone.complaints.clear()  # The browser mentions the refusal.


def offer_while_the_plug_is_pulled(room: Room, noor: Phone, emile: Phone) -> None:
    with changed({emile: -2, noor: 2}):
        emile.offer("partnership", "Octopus", 1, 1, 0)
        room.shows(".push")
        shown = room.shown()
        room.pull_the_plug()
        until(lambda: room.shown() == shown, "the pages that were there before")
        noor.decide("accept")
        has_place(room, emile, "Octopus")


def a_take_back_past_a_seal_is_refused_and_later_agreed_by_all(room: Room, noor: Phone, emile: Phone, jonas: Phone) -> None:
    take_back(emile, 1)
    vote(jonas, yes=False)
    room.screen.wait_for_selector(".vote", state="detached")
    has_place(room, emile, "Octopus")
    assert noor.draw("C") == ["A", "C"]
    room.shows("[data-seat=C].now")
    take_back(emile, 2)
    for phone in (noor, jonas):
        vote(phone, yes=True)
    room.shows("s")
    assert room.screen.locator('[data-bar="Octopus"] .side >> text=Émile').count() == 0
    for phone in (noor, emile, jonas):
        phone.sees("Noor has seen what Émile laid face down")
    assert emile.is_asked("partnership")


def take_back(phone: Phone, step: int) -> None:
    """Ask to take back the *step*, from 0, with everything newer."""
    phone.look()
    phone.tap(MENU)
    phone.tap("#panel [data-fetch='/seat/back']")
    phone.send(f"#panel .step >> nth={step} >> [data-act]")


def vote(phone: Phone, *, yes: bool) -> None:
    phone.page.wait_for_selector(".vote .lamp")
    phone.send(".vote .lamp" if yes else ".vote .btn:not(.lamp)")


def a_pawn_that_moved_without_a_tap_is_found_by_a_recount(room: Room, noor: Phone, emile: Phone, jonas: Phone) -> None:
    """Émile has put a second pawn on Karambole and paid 3, and nobody has tapped anything."""
    noor.look()
    noor.tap(MENU)
    noor.tap("#panel form[action='/recount'] button")
    page, asked = noor.page, 0
    while not page.locator("form.vote a[href='/set']").or_(page.locator("form.vote [value=right]")).first.get_attribute("href"):
        asked += 1
        wrong = "Karambole" in page.locator("form.vote").inner_text()
        with page.expect_navigation():
            noor.tap(f"form.vote [value={'wrong' if wrong else 'right'}]")
    assert asked in range(1, 6)
    noor.tap("form.vote a[href='/set']")
    page.select_option("[name='partner@Karambole']", "B")
    page.select_option("[name=from0]", "B")
    page.fill("[name=sum0]", "3")
    with changed({emile: -3, jonas: 0}):
        noor.tap(LAMP)
        noor.sees("Émile pays 3")
        noor.tap(LAMP)
        vote(jonas, yes=True)
        confirm(emile)
        has_place(room, emile, "Karambole")
        page.wait_for_selector("#page [data-asks]", state="attached")


def confirm(phone: Phone, **own: int) -> None:
    """Say that one's own sums are as the page suggests, or else as given in *own*."""
    phone.tap("a[href='/set/own']")
    type_in(phone, {f"{part}@{phone.seat}": value for part, value in own.items()})
    with phone.page.expect_navigation(url="**/"):
        phone.tap(LAMP)
    phone.page.wait_for_selector("#page [data-asks]", state="attached")


def type_in(phone: Phone, values: dict[str, int]) -> None:
    for name, value in values.items():
        phone.page.fill(f"[name='{name}']", str(value))


def a_player_who_leaves_is_replaced_and_comes_back(room: Room, noor: Phone, emile: Phone, jonas: Phone) -> None:
    before = jonas.purse()
    leave(jonas)
    zoe = room.new_phone("C")
    zoe.page.goto(room.address)
    zoe.page.fill("input[name=name]", "Zoe")
    zoe.tap(LAMP)
    zoe.page.wait_for_selector("[data-page=newcomer]")
    for phone in (noor, emile):
        phone.page.wait_for_selector("[data-act*=give_place]")
        phone.send("[data-act*=give_place]")
    zoe.page.wait_for_selector("#page [data-purse]")
    assert zoe.purse() == before
    leave(zoe)
    jonas.page.reload()
    assert jonas.page.input_value("input[name=name]") == "Jonas"
    jonas.tap(LAMP)
    jonas.page.wait_for_selector("#page [data-purse]")
    assert jonas.purse() == before


def leave(phone: Phone) -> None:
    phone.look()
    phone.tap(MENU)
    phone.tap("#panel [data-fetch='/seat/people']")
    phone.send("#panel [data-act*='\"leave\"']")
    phone.page.wait_for_selector("input[name=name]")
    phone.complaints.clear()  # The browser mentions that what was the seat's alone is the phone's no more.


# What lay on the table before anybody switched the reader on: bars with lessee and partner.
LAY = {"Octopus": "AB", "Karambole": "B", "Albatros": "CC", "Tide Bar": "A", "Reef Bar": "B", "Jetty Bar": "C"}
MOST = 60  # touches: two minutes, at two seconds each


def test_a_game_begun_with_cardboard_goes_on_on_paper_and_at_another_table(browser: Browser, tmp_path: Path) -> None:
    with open_room(tmp_path / "house", browser) as room:
        room.sit_down("ABC")
        noor, emile, jonas = room.phones.values()
        enter(noor)
        confirm(emile, money=20, fakes=3)
        confirm(jonas, money=31, fakes=4)
        stands(room)
        on_paper(noor)
        for phone in room.phones.values():
            phone.look()
            phone.tap(MENU)
            phone.send("#panel [data-act*=go_elsewhere]")
        with noor.page.expect_download() as fetched:
            noor.tap("a[download]")
        with open_room(tmp_path / "other", browser) as there:
            there.sit_down("ABC")
            first = there.phones["A"]
            first.tap("a[href='/bring']")
            first.page.set_input_files("input[type=file]", fetched.value.path())
            first.tap(LAMP)
            for phone in there.phones.values():
                phone.page.wait_for_selector("[data-act*=know_all]")
                phone.send("[data-act*=know_all]")
            stands(there)


def enter(noor: Phone) -> None:
    """State the table in round 4, in which it is Émile's turn; count the touches: to choose or to type takes two."""
    choices, sums, own = {"turn@": "B"}, {"round@": 4, "place@B": 1}, {"money@A": 44, "fakes@A": 5}
    for bar, pawns in LAY.items():
        choices |= {f"lies@{bar}": "open"} | dict(zip((f"lessee@{bar}", f"partner@{bar}"), pawns, strict=False))
    for selector in (MENU, "#panel a[href='/begin']", "form:has([value=barracuda]) .lamp"):
        noor.tap(selector)
    for name, choice in choices.items():
        noor.page.select_option(f"[name='{name}']", choice)
    type_in(noor, sums)
    noor.tap(LAMP)
    type_in(noor, own)
    noor.tap(LAMP)
    noor.page.wait_for_selector(".vote")
    assert 5 + 2 * len(choices | sums | own) < MOST


def stands(room: Room) -> None:
    for bar, (lessee, *_) in LAY.items():
        has_lease(room, room.phones[lessee], bar)
    room.phones["B"].page.wait_for_selector("#page .acts")
    assert room.phones["B"].purse() == (20, 3)


def on_paper(noor: Phone) -> None:
    """The sheet has what lies there, and the phone says what to count out of the box."""
    noor.look()
    noor.tap(MENU)
    noor.tap("#panel a[href='/sheet']")
    noor.page.wait_for_selector("[data-print]:visible")
    assert all(bar in noor.page.locator("main").inner_text() for bar in LAY)
    noor.page.go_back()
    noor.look()
    noor.tap("[data-purse]")
    noor.sees("Count out")
