"""At the door: a camera on the code, a name, a pawn. The table is served to the network, as `barkeep run` does it."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.evenings.camera import read_qr
from tests.evenings.house import NAMES, open_house, until
from tests.evenings.thumbs import SITE, open_room

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

MARKUP = "<img src=x>"  # Eleven letters, as a name may have them.


def test_phones_join_by_the_code_on_display_and_table_screen_and_start(tmp_path: Path, browser: Browser) -> None:
    with open_house(tmp_path, "--host", "0.0.0.0", "--name", SITE) as house, open_room(house, browser) as room:
        address = until(room.code_on_display, "the code on the display")
        assert read_qr(room.screen.locator(".way-in svg").screenshot()).rstrip("/") == address
        names = {"A": MARKUP, "B": NAMES["B"], "C": NAMES["C"]}
        for seat, name in names.items():
            phone = room.phones[seat] = room.new_phone(seat)
            phone.sit(address, name)
            room.shows(f".stools >> text={name}")
        markup_is_read_and_not_obeyed(room.screen, *(phone.page for phone in room.phones.values()))
        room.start("barracuda")
        assert room.phones["A"].page.evaluate("isSecureContext") == is_this_machine(address)
        by_its_name_it_is_no_secure_context(room.new_phone().page, room.address)
        assert room.complaints == []


def markup_is_read_and_not_obeyed(*pages: Page) -> None:
    for page in pages:
        page.get_by_text(MARKUP).first.wait_for()
        assert page.locator("img").count() == 0


def is_this_machine(address: str) -> bool:
    """Whether a browser trusts plain http there: on a machine without a network, the code leads back to itself."""
    return ipaddress.ip_address(urlsplit(address).hostname or "").is_loopback


def by_its_name_it_is_no_secure_context(page: Page, address: str) -> None:
    page.goto(address)
    assert not page.evaluate("isSecureContext")
    assert not page.evaluate("'serviceWorker' in navigator || 'clipboard' in navigator || 'locks' in navigator")
