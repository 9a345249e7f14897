"""A first visit costs little: files are compressed, drawings are fetched once, and pages come to 60 kB at most."""

import gzip
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from companion.seats.seating import StandUp
from companion.seats.starting import StartGame
from companion.words import LANGUAGES
from tests.markup import found
from tests.web.browser.browsing import House
from tests.web.browser.quiet import beats, settled
from tests.web.phones import Phone, new_app
from tests.web.tables import NAMES, new_table
from web.http.static_files import FOREVER
from web.pages.drawings import SHARED

STATIC = Path(__file__).parents[2] / "web" / "static"
MOST = 60_000  # bytes, for door, lobby and the first page of a game, with everything that they load
PACKED = {"Accept-Encoding": "gzip, deflate"}


@pytest.fixture
def phone(tmp_path: Path) -> Phone:
    table = new_table(tmp_path)
    return Phone(new_app(table), table)


@pytest.mark.broad
@pytest.mark.browser
def test_a_new_phones_first_load_comes_to_little(house: House) -> None:
    """Door, lobby and the first page of a game, with everything that they load, in the language with the most text."""
    page, lobby = house.open("about:blank"), Phone(new_app(house.table), house.table)
    lobby.join("F", "Longest")
    size = lambda tongue: len(lobby.get("/seat/view", **{"Accept-Language": tongue}).data)
    page.set_extra_http_headers({"Accept-Language": max(LANGUAGES, key=size)})
    lobby.act(StandUp())
    sizes, heard = weigh(page), beats(page)
    page.goto(house.address(host="a.barkeep.test"))
    sit_down(page)
    settled(page, heard, sizes)
    before = sum(sizes.values())
    house.sit("B", "C")
    settled(page, heard, sizes)
    sizes.clear()
    house.table.act("A", StartGame("barracuda", {}))
    page.wait_for_selector("[data-page=drawing]")
    settled(page, heard, sizes)
    game = sum(sizes.values())
    assert 30_000 < before < before + game <= MOST, (before, game)  # The control: styles, scripts and drawings are included.


@pytest.mark.broad
@pytest.mark.browser
def test_a_page_is_fetched_again_only_where_something_has_changed(house: House) -> None:
    """Each page names the revision that it shows, which the stream names first; a sleeping phone may have missed others."""
    fetched: list[str] = []
    page = house.open("about:blank")
    heard = beats(page)
    page.on("request", lambda one: fetched.append(urlsplit(one.url).path))
    views = lambda: [path for path in fetched if path.endswith("/view")]
    base = house.address(host="a.barkeep.test")
    page.goto(base)
    settled(page, heard)
    assert views() == []
    house.sit("B")
    page.wait_for_selector(f"text={NAMES['B']}")
    assert views() == ["/join/view"]
    fetched.clear()
    sit_down(page)
    settled(page, heard)
    assert views() == []
    page.context.set_offline(True)
    page.wait_for_selector("#line:not([hidden])")
    page.context.set_offline(False)
    page.wait_for_selector("#line", state="hidden")
    page.wait_for_function("() => performance.getEntriesByName(`${location.origin}/seat/view`).length >= 1")
    assert set(views()) == {"/seat/view"}


def weigh(page: Page) -> dict[str, int]:
    """Return a table that is filled with the bytes transferred for each request of *page*, including headers.

    A stream is a request that never ends: those of its events that bring a page are measured, each by itself.
    """
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: dict[str, int] = {}

    def came(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = sizes.get(event["requestId"], 0) + int(event["encodedDataLength"])

    def brought(event: dict[str, Any]) -> None:
        if event["eventName"] == "page":
            sizes[f"page {event['eventId']}"] = sum(len(f"data: {line}\n".encode()) for line in event["data"].split("\n"))

    session.on("Network.loadingFinished", came)
    session.on("Network.eventSourceMessageReceived", brought)
    return sizes


def test_every_text_of_the_phones_travels_packed_without_comments_and_not_again(phone: Phone) -> None:
    for file in [*STATIC.glob("*/*.css"), *STATIC.glob("*/*.js"), *STATIC.glob("*/*.svg")]:
        answer = phone.get(f"/static/{file.relative_to(STATIC)}", **PACKED)
        assert (answer.headers["Content-Encoding"], answer.headers["Vary"]) == ("gzip", "Accept-Encoding"), file.name
        assert int(answer.headers["Content-Length"]) == len(answer.data) < file.stat().st_size
        unpacked, whole = gzip.decompress(answer.data).decode(), file.read_text(encoding="utf-8")
        kept = iter(re.sub(r"[ \t]+//[^\"'`]*$", "", line) for line in whole.splitlines())
        assert all(line in kept for line in unpacked.splitlines()), file.name  # In their order, and nothing else.
        assert not re.search(r"^\s*(?://|/\*.*\*/\s*$)|\s//[^\n\"'`]*$", unpacked, re.MULTILINE), file.name
        assert all(line.count("`") % 2 == 0 for line in whole.splitlines()), file.name  # No string goes on over lines.
        again = phone.get(f"/static/{file.relative_to(STATIC)}", **PACKED, **{"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_a_client_that_can_not_unpack_gets_the_plain_file_and_pages_are_never_packed(phone: Phone) -> None:
    """The size of compressed data depends on its contents, which include a purse."""
    whole, answer = (STATIC / "phone/phone.js").read_bytes(), phone.get("/static/phone/phone.js")
    assert ("Content-Encoding" in answer.headers, answer.data) == (False, whole)
    part = phone.get("/static/phone/phone.js", **PACKED, Range="bytes=0-9")
    assert (part.status_code, part.data) == (206, whole[:10])
    phone.join("A", "Noor")
    for path in ("/", "/seat/view", "/table", "/table/view"):
        assert "Content-Encoding" not in phone.get(path, **PACKED).headers


def sit_down(page: Page) -> None:
    """Sit down at the door, and wait until the PIN was shown, which is the last thing that a new phone fetches."""
    page.fill("input[name=name]", NAMES["A"])
    page.click(".counter .lamp")
    page.wait_for_selector("#note:not([hidden])")


def test_every_symbol_that_a_page_draws_is_in_the_sprite_and_only_it_and_style_sheets_are_kept(phone: Phone) -> None:
    """Their addresses depend on the contents, so they can be cached for ever; nothing else can, least of all a page."""
    phone.join("A", "Noor")
    page = phone.get("/").text
    used = [one.get("href").split("#") for one in found(page, "use")]
    [address] = {address for address, _ in used}
    assert {symbol for _, symbol in used} <= {one.get("id") for one in found((STATIC / SHARED).read_text(), "*")}
    for kept in (address, *(one.get("href") for one in found(page, "link[@rel='stylesheet']"))):
        answer = phone.get(kept)
        assert (answer.data, answer.headers["Cache-Control"]) == ((STATIC / kept[8:].partition("?")[0]).read_bytes(), FOREVER)
    mark = address.partition("?")[2]
    files = (SHARED, f"{SHARED}?v=000000", f"phone/phone.js?{mark}", f"phone/phone.css?{mark}", "phone/phone.css")
    for other in (*(f"/static/{name}" for name in files), f"/?{mark}", "/seat/view"):
        assert "immutable" not in phone.get(other).headers["Cache-Control"], other
