"""The board of a hub on a projector: sixty tables at 1080p, legible and whole, and live."""

from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page

from companion.club.ledger import Season
from companion.match.duplicates import Duplicate
from companion.words import LANGUAGES
from tests.clubs import counted, identity, state
from tests.web.browser.browsing import PHONE, WIDE, look, resize, script, window
from tests.web.browser.inspecting import violations
from tests.web.hubs import Club
from tests.web.phones import HOST
from web.http.server import serve

SMALLEST: Final = 15  # pixels; on a picture two metres high, 28 mm


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = Club(tmp_path)
    club.fill(60)
    for n in (3, 4, 5, 6, 8):
        club.store.label(identity(n), "Fensterplatz 7")
    return club


@pytest.fixture
def board(club: Club, browser: Browser) -> Iterator[tuple[Page, str]]:
    """A page, and the address under which it finds *club*."""
    served = closing(serve(club.app, 0, "127.0.0.1"))
    with served as server, window(browser, viewport=WIDE, color_scheme="dark", reduced_motion="reduce") as page:
        yield page, f"http://{HOST}:{server.port}"


@pytest.mark.broad
@pytest.mark.browser
def test_sixty_tables_are_legible_on_a_projector_in_every_language_and_change(club: Club, board: tuple[Page, str]) -> None:
    club.clock.now += 30_000  # Five hundred minutes.
    page, address = board
    for language in LANGUAGES:
        page.goto(f"{address}/?lang={language}")
        assert page.locator(".table").count() == 59  # One has been lost for so long that it has gone home.
        assert page.evaluate(script("crowded"), SMALLEST) == [], language
        club.hall.missed()
        page.wait_for_selector(".missed")
        assert page.evaluate(script("crowded"), SMALLEST) == [], language
        club.hall.reached()
        page.wait_for_selector(".way")
    assert violations(page) == []
    picture = Image.open(BytesIO(page.locator(".qr").first.screenshot()))
    assert [one.text for one in zxingcpp.read_barcodes(picture)] == ["HTTP://10.0.0.7/"]
    club.hall.hear(identity(1), "state", state(round=12, asked=["A", "C"]))
    page.wait_for_function("() => document.querySelector('.table').textContent.includes('12')")
    club.hall.hear(identity(1), "status", b"offline")
    page.wait_for_function("() => document.querySelector('.table').classList.contains('lost')")
    page.evaluate("() => document.querySelectorAll('.table')[1].querySelector('.what').append(' and its neighbour')")
    assert len(page.evaluate(script("crowded"), SMALLEST)) == 1


@pytest.mark.browser
def test_more_tables_turn_unless_a_part_is_chosen(club: Club, board: tuple[Page, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.hub.board.TURN", 0.5)
    club.fill(90)
    page, address = board
    page.goto(address)
    for part in (2, 1):
        page.wait_for_selector(f"nav [aria-current][href='/?part={part}']")
    monkeypatch.setattr("web.hub.board.TURN", 10_000)
    for path, part in (("?part=1", 1), ("", 2)):
        page.goto(f"{address}/{path}")
        club.hall.hear(identity(80), "status", b"offline")
        page.wait_for_selector("nav [href='/?part=2'] .vh", state="attached")
        page.wait_for_selector(f"nav [aria-current][href='/?part={part}']")
        club.hall.hear(identity(80), "status", b"online")
        page.wait_for_selector("nav [href='/?part=2'] .vh", state="detached")


PAGES: Final = ("", "league", "league/games", "league/corrections", "league/join", "league/claim?row=1&seat=B", "league/leave",
                "sign-in", "counter", f"counter/table/{identity(7)}", "counter/result/1",
                "counter/people", "counter/people/1", "counter/result/2/A", "counter/season?gone=Autumn", "counter/duplicate/1",
                "league/duplicates")  # fmt: skip


@pytest.mark.broad
@pytest.mark.browser
def test_every_page_of_a_hub_serves_an_eye_a_thumb_and_a_screen_reader(club: Club, board: tuple[Page, str]) -> None:
    for number in range(1, 5):
        club.store.count(identity(number), counted(number))
    for person, name in enumerate(("Noor", "Maximiliane-F."), start=1):
        club.store.sign_up(name, "hash")
        for row in range(1, 4):
            club.store.claim(row, "AC"[person - 1], person)
    club.store.correct("Ada", 2, {"A": 2, "B": 1, "C": 3})
    club.store.disclaim("Ada", 1, "A")
    club.store.name_season(Season("Autumn", "2026-09-01", "2026-11-30"))
    club.store.hand_out(deal := Duplicate("shark", ("A", "B", "C"), {}, "ab" * 32))
    club.store.count(identity(9), counted(9, duplicate=deal.offer.commitment))
    club.sign_in()
    cookie = club.client.get_cookie("counter", domain=HOST)
    page, address = board
    resize(page, PHONE)
    page.context.add_cookies([{"name": "counter", "value": cookie.value, "url": address}])
    for path in PAGES:
        page.goto(f"{address}/{path}")
        found = [*violations(page), *look(page, "small", "sideways", "spilled")]
        assert found == [], path
