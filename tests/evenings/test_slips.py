"""Slips and their repair, as people do it in a browser: taking back, recounting, coming and going, begun and on paper."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.kit.pieces import Piece
from tests.evenings.house import open_house
from tests.evenings.thumbs import SITE, Phone, Room, changed, has_lease, has_place, open_a_bar, open_room

pytestmark = [pytest.mark.browser, pytest.mark.broad]

MENU = "[data-page] [data-fetch='/seat/menu']"
LAMP = ".counter .lamp"


@contextmanager
def opened(data: Path, browser: Browser) -> Iterator[Room]:
    with open_house(data, "--host", "0.0.0.0", "--name", SITE) as house, open_room(house, browser) as room:
        yield room
        assert room.complaints == []


@pytest.fixture
def room(tmp_path: Path, browser: Browser) -> Iterator[Room]:
    with opened(tmp_path / "house", browser) as one:
        yield one


def begin(room: Room) -> tuple[Phone, Phone, Phone]:
    """Let three begin a game of Barracuda; Noor is drawn."""
    room.sit_down("ABC")
    room.start("barracuda", draw="bag")
    room.tap(Piece("bag", "A"), "A", "open")
    return tuple(room.phones.values())


def a_round(room: Room) -> tuple[Phone, Phone, Phone]:
    """Let each open a bar. Émile is drawn again."""
    phones = noor, emile, jonas = begin(room)
    for phone, bar, drawn in ((noor, "Octopus", "B"), (emile, "Karambole", "C"), (jonas, "Albatros", "B")):
        open_a_bar(room, phone, bar)
        noor.draw(drawn)
    return phones


def take_back(phone: Phone, step: int) -> None:
    """Ask to take back the *step*, from 0, with everything newer."""
    phone.look()
    phone.tap(MENU)
    phone.tap("#panel [data-fetch='/seat/back']")
    phone.send(f"#panel .step >> nth={step} >> [data-act]")


def vote(phone: Phone, *, yes: bool) -> None:
    phone.page.wait_for_selector(".vote .lamp")
    phone.send(".vote .lamp" if yes else ".vote .btn:not(.lamp)")


def test_a_wrong_bar_is_taken_back_by_two_touches(room: Room) -> None:
    noor, *_ = begin(room)
    open_a_bar(room, noor, "Karambole")
    noor.look()
    noor.tap(MENU)
    noor.send("#panel .step [data-act]")
    for page in (room.screen, noor.page):
        page.wait_for_selector("s")
    room.screen.wait_for_selector('[data-bar="Karambole"][data-lessee]', state="detached")  # Once it could be read.
    open_a_bar(room, noor, "Octopus")


def test_a_take_back_past_a_seal_is_refused_and_later_agreed_by_all(room: Room) -> None:
    noor, emile, jonas = a_round(room)
    with changed({noor: 0, emile: 0, jonas: 0}):
        emile.offer("partnership", "Octopus", 1, 1, 0)
        noor.decide("accept")
        has_place(room, emile, "Octopus")
        take_back(emile, 1)
        vote(jonas, yes=False)
        room.screen.wait_for_selector(".vote", state="detached")
        has_place(room, emile, "Octopus")
        noor.draw("C")
        take_back(emile, 2)
        for phone in (noor, jonas):
            vote(phone, yes=True)
        room.shows("s")
    assert room.screen.locator('[data-bar="Octopus"] .side >> text=Émile').count() == 0
    assert all(phone.sees("Noor has seen what Émile laid face down") for phone in (noor, emile, jonas))
    assert emile.is_asked("partnership")


def test_a_pawn_that_moved_without_a_tap_is_found_by_a_recount(room: Room) -> None:
    """Émile has put a second pawn on Karambole and paid 3, and nobody has tapped anything."""
    noor, emile, jonas = a_round(room)
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
        noor.page.wait_for_selector("#page [data-asks]", state="attached")


def confirm(phone: Phone, **own: int) -> None:
    """Say that one's own sums are as the page suggests, or else as given in *own*."""
    phone.tap("a[href='/set/own']")
    for part, value in own.items():
        phone.page.fill(f"[name='{part}@{phone.seat}']", str(value))
    with phone.page.expect_navigation(url="**/"):
        phone.tap(LAMP)
    phone.page.wait_for_selector("#page [data-asks]", state="attached")


def test_a_player_who_leaves_is_replaced_and_comes_back(room: Room) -> None:
    noor, emile, jonas = a_round(room)
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
    emile.act("own_partner", "Karambole")
    has_place(room, emile, "Karambole")


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


class Touches:
    """Counts the touches on a phone's forms; to choose or to type takes two."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def tap(self, selector: str) -> None:
        self.count += 1
        self.page.locator(selector).locator("visible=true").first.click()

    def choose(self, name: str, value: str) -> None:
        self.count += 2
        self.page.select_option(f"[name='{name}']", value)

    def write(self, name: str, value: int) -> None:
        self.count += 2
        self.page.fill(f"[name='{name}']", str(value))


def test_a_game_begun_with_cardboard_goes_on_on_paper_and_at_another_table(
    room: Room, browser: Browser, tmp_path: Path
) -> None:
    room.sit_down("ABC")
    noor, emile, jonas = room.phones.values()
    enter(noor)
    confirm(emile, money=20, fakes=3)
    confirm(jonas, money=31, fakes=4)
    stands(room)
    assert emile.purse() == (20, 3)
    on_paper(noor)
    for phone in room.phones.values():
        phone.look()
        phone.tap(MENU)
        phone.send("#panel [data-act*=go_elsewhere]")
    with noor.page.expect_download() as fetched:
        noor.tap("a[download]")
    with opened(tmp_path / "other", browser) as there:
        there.sit_down("ABC")
        first = there.phones["A"]
        first.tap("a[href='/bring']")
        first.page.set_input_files("input[type=file]", fetched.value.path())
        first.tap(LAMP)
        for phone in there.phones.values():
            phone.page.wait_for_selector("[data-act*=know_all]")
            phone.send("[data-act*=know_all]")
        stands(there)
        assert there.phones["B"].purse() == (20, 3)


def enter(noor: Phone) -> None:
    """State the table in round 4, in which it is Émile's turn."""
    by = Touches(noor.page)
    by.tap(MENU)
    by.tap("#panel a[href='/begin']")
    by.tap("form:has([value=barracuda]) .lamp")
    by.write("round@", 4)
    by.choose("turn@", "B")
    by.write("place@B", 1)
    for bar, (lessee, *partner) in LAY.items():
        by.choose(f"lies@{bar}", "open")
        by.choose(f"lessee@{bar}", lessee)
        for seat in partner:
            by.choose(f"partner@{bar}", seat)
    by.tap(LAMP)
    by.write("money@A", 44)
    by.write("fakes@A", 5)
    by.tap(LAMP)
    noor.page.wait_for_selector(".vote")
    assert by.count < MOST


def stands(room: Room) -> None:
    for bar, (lessee, *_) in LAY.items():
        has_lease(room, room.phones[lessee], bar)
    room.phones["B"].page.wait_for_selector("#page .acts")


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
