"""At the door: a camera on the code, a name, a pawn. The table is served to the network, as `barkeep run` does it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.evenings.camera import read_qr
from tests.evenings.house import NAMES, open_house, until
from tests.evenings.thumbs import SITE, Room, open_room

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

MARKUP = "<img src=x>"  # Eleven letters, as a name may have them.


@pytest.fixture
def room(tmp_path: Path, browser: Browser) -> Iterator[Room]:
    """A table screen and no phones yet."""
    with open_house(tmp_path, "--host", "0.0.0.0", "--name", SITE) as house, open_room(house, browser) as room:
        yield room


def test_five_phones_join_by_the_code_on_display_and_table_screen_and_start(room: Room) -> None:
    address = until(lambda: room.code_on_display(), "the code on the display")
    assert read_qr(room.screen.locator(".way-in svg").screenshot()).rstrip("/") == address
    phones = [room.new_phone(seat) for seat in NAMES]
    for phone in phones:
        phone.sit(address)
        room.shows(f".stools >> text={NAMES[phone.seat]}")
    phones[0].tap("[data-start]")
    for phone in phones:
        phone.page.wait_for_selector("#page [data-asks]", state="attached")
    assert phones[0].page.evaluate("isSecureContext") == is_this_machine(address)
    assert [phone.complaints for phone in phones] == [[]] * len(phones)


def is_this_machine(address: str) -> bool:
    """Whether a browser trusts plain http there: on a machine without a network, the code leads back to itself."""
    return ipaddress.ip_address(urlsplit(address).hostname or "").is_loopback


def test_a_phone_in_the_room_is_no_secure_context(room: Room) -> None:
    """By the name that the browser tests use, and by one that would hide what is missing on a real phone."""
    phone = room.new_phone("A").page
    phone.goto(room.address)
    assert not phone.evaluate("isSecureContext")
    assert not phone.evaluate("'serviceWorker' in navigator || 'clipboard' in navigator || 'locks' in navigator")
    phone.goto(f"http://localhost:{room.house.port}/")
    assert phone.evaluate("isSecureContext")


def test_markup_in_a_name_is_read_and_not_obeyed(room: Room) -> None:
    phone, other = room.new_phone("A"), room.new_phone("B")
    phone.sit(room.address, MARKUP)
    other.sit(room.address)
    for page in (phone.page, other.page, room.screen):
        page.get_by_text(MARKUP).first.wait_for()
        assert page.locator("img").count() == 0
    assert phone.complaints == other.complaints == []


@pytest.mark.parametrize("name", ["\u202eruoN", "   ", "Noor of the Harbour"])
def test_a_name_that_cannot_be_read_is_refused_and_kept_in_the_form(room: Room, name: str) -> None:
    """Whatever a page lets through: somebody has taken the bounds out of this one."""
    page = room.new_phone("A").page
    page.goto(room.address)
    page.locator("input[name=name]").evaluate(
        "(field) => ['maxlength', 'required'].forEach((one) => field.removeAttribute(one))"
    )
    page.fill("input[name=name]", name)
    page.click(".counter .lamp")
    page.wait_for_selector(".refused[role=alert]")
    assert page.input_value("input[name=name]") == name
    assert room.screen.locator(".stools li:not(.free)").count() == 0
