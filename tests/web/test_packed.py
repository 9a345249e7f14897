"""A first look costs little: static files travel packed, pages never do, and both come to 60 kB at most."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.seating import StartGame
from tests.web.browsing import House
from tests.web.phones import Phone, new_app
from tests.web.tables import new_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

STATIC = Path(__file__).parents[2] / "web" / "static"
MOST = 60_000  # bytes, for door and seat together, with all that they draw on
PACKED = {"Accept-Encoding": "gzip, deflate"}


@pytest.fixture
def phone(tmp_path: Path) -> Phone:
    table = new_table(tmp_path)
    return Phone(new_app(table), table)


def test_every_text_of_the_phones_travels_packed_and_whole(phone: Phone) -> None:
    for file in [*STATIC.glob("*.css"), *STATIC.glob("*.js"), *STATIC.glob("*.svg")]:
        answer = phone.get(f"/static/{file.name}", **PACKED)
        assert answer.headers["Content-Encoding"] == "gzip", file.name
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert int(answer.headers["Content-Length"]) == len(answer.data) < file.stat().st_size
        assert gzip.decompress(answer.data) == file.read_bytes()


def test_who_does_not_unpack_gets_the_file_itself(phone: Phone) -> None:
    answer = phone.get("/static/phone.js")
    assert "Content-Encoding" not in answer.headers
    assert answer.data == (STATIC / "phone.js").read_bytes()
    part = phone.get("/static/phone.js", **PACKED, Range="bytes=0-9")
    assert part.status_code == 206
    assert part.data == (STATIC / "phone.js").read_bytes()[:10]


def test_a_file_that_the_phone_has_is_not_sent_again(phone: Phone) -> None:
    first = phone.get("/static/phone.js", **PACKED)
    again = phone.get("/static/phone.js", **PACKED, **{"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.data == b""


def test_pages_are_never_packed(phone: Phone) -> None:
    """What is packed has a size that depends on its contents; a purse is among them."""
    phone.join("A", "Noor")
    for path in ("/", "/seat/view", "/table", "/table/view"):
        assert "Content-Encoding" not in phone.get(path, **PACKED).headers


@pytest.mark.browser
def test_door_and_seat_come_to_sixty_kilobytes(house: House) -> None:
    page = house.context.new_page()
    sizes = weigh(page)
    page.goto(f"http://a.barkeep.test:{house.server.port}/")
    page.wait_for_load_state("networkidle")
    page.close()
    door = sum(sizes.values())
    a = house.phone("A")
    house.phone("B")
    house.phone("C")
    house.table.act("A", StartGame("barracuda", {}))
    house.all_wait_for("[data-page=drawing]")
    again = house.context.new_page()
    session = house.context.new_cdp_session(again)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes = weigh(again)
    again.goto(a.url)
    again.wait_for_selector("[data-page=drawing]")
    again.wait_for_timeout(500)  # Pictures come last; the stream itself never ends.
    seat = sum(sizes.values())
    assert len(sizes) >= 8  # The control: styles, scripts and drawings were weighed.
    assert 10_000 < door + seat <= MOST, (door, seat, sizes)


def weigh(page: Page) -> dict[str, int]:
    """Return a table that fills with the bytes that come over the line for each request of *page*, headers and all."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: dict[str, int] = {}

    def came(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = sizes.get(event["requestId"], 0) + int(event["encodedDataLength"])

    session.on("Network.loadingFinished", came)
    return sizes
