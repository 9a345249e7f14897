"""Thumbs on real phones: people's actions on the pages, in a real browser, one tap after another."""

import io
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, Response

from tests.evenings.house import NAMES, PATIENCE, House, open_house, until
from tests.markup import found
from tests.web.browser.browsing import PHONE, catch_up, listen, ready

SITE = "barkeep.local"  # Not a local name to a browser: plain http on it is not a secure context, as on a phone in the room.
SCREEN = {"width": 1280, "height": 720}


class Phone:
    """A thumb on one phone."""

    def __init__(self, seat: str, page: Page) -> None:
        self.seat, self.page = seat, page

    def sit(self, address: str) -> None:
        self.page.goto(address)
        self.page.fill("input[name=name]", NAMES[self.seat])
        self.tap(f"label:has(input[name=pawn][value={self.seat}])")
        self.tap(".counter .lamp")
        self.page.wait_for_selector("#page .phone")
        self.page.wait_for_load_state()  # With its scripts: before they run, a tap does nothing.

    def look(self) -> None:
        """Wait until the page shows the table's newest state, asked each time: a page on hold may skip states in between."""
        catch_up(self.page)

    def is_asked(self, name: str) -> bool:
        asks = self.page.locator("#page > *").first.get_attribute("data-asks") or ""
        return name in {ask.partition(":")[0] for ask in asks.split()}

    def sees(self, text: str) -> None:
        self.page.get_by_text(text).locator("visible=true").first.wait_for()

    def purse(self) -> tuple[int, ...]:
        """Return the money and the number of fakes, as the page has them while the purse is held."""
        sheet = self.page.evaluate("async () => (await fetch('/seat/purse')).text()")
        return tuple(int(one.text or "") for one in found(sheet, "b[@class='figure']"))

    def tap(self, selector: str) -> None:
        """Tap the first visible element of *selector*. Each tap counts by itself, however fast they come."""
        self.page.locator(selector).locator("visible=true").first.click()

    def send(self, selector: str) -> None:
        assert (answer := self.sent(selector)).status == 200, answer.text()

    def sent(self, selector: str) -> Response:
        with self.page.expect_response("**/act") as answered:
            self.tap(selector)
        ready(self.page)
        return answered.value


class Room:
    """Phones, each a browser of its own with its own cookies, and the table screen, around a running house."""

    def __init__(self, house: House, browser: Browser, contexts: ExitStack) -> None:
        self.house, self._browser, self._contexts = house, browser, contexts
        self.phones: dict[str, Phone] = {}
        self.complaints: list[str] = []
        self.address = f"http://{SITE}:{house.port}/"
        self.screen = self._page(SCREEN)
        self.screen.goto(f"{self.address}table")

    def sit_down(self, seats: str) -> None:
        """Let *seats* join by the code on the display, which the table screen shows as well."""
        address = until(lambda: read_qr(self.house.display()), "the code on the display")
        assert read_qr(self.screen.locator(".way-in svg").screenshot()).rstrip("/") == address
        for seat in seats:
            phone = self.phones[seat] = Phone(seat, self._page(PHONE, has_touch=True))
            phone.sit(address)
            self.shows(f".stools >> text={NAMES[seat]}")

    def start(self, game: str, **options: str) -> None:
        first = next(iter(self.phones.values()))
        first.tap(f"label:has(input[value={game}])")
        first.tap(f"[data-game={game}] summary")
        for name, choice in options.items():
            first.page.select_option(f"[data-game={game}] select[name={name}]", choice)
        first.tap(f"[data-start={game}]")
        for phone in self.phones.values():
            phone.page.wait_for_selector("#page [data-asks]", state="attached")

    def shows(self, selector: str) -> None:
        self.screen.wait_for_selector(selector)

    def pull_the_plug(self) -> None:
        """Kill -9, start again, and wait until every phone has noticed both; the browser may log the lost connection."""
        assert self.complaints == []
        self.house.kill()
        for phone in self.phones.values():
            phone.page.wait_for_selector("#line >> text=No connection")
        self.house.start()
        for phone in self.phones.values():
            phone.page.wait_for_selector("#line", state="hidden")
        self.complaints.clear()

    def shown(self) -> dict[str, str]:
        for phone in self.phones.values():
            phone.look()
        return {seat: phone.page.locator("#page").text_content() or "" for seat, phone in self.phones.items()}

    def _page(self, size: Any, *, has_touch: bool = False) -> Page:
        alike = {"reduced_motion": "reduce", "locale": "en"}
        context = self._browser.new_context(viewport=size, has_touch=has_touch, is_mobile=has_touch, **alike)
        self._contexts.enter_context(context).set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        listen(page, self.complaints)
        return page


def read_qr(png: bytes) -> str:
    """Return the text of the QR code in the picture *png*, as a phone's camera reads it; empty if there is none."""
    codes = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)).convert("L"))
    return codes[0].text if codes else ""


@contextmanager
def open_room(data: Path, browser: Browser) -> Iterator[Room]:
    """Open a house with its data in *data*, and its table screen; at the end insist that no page has complained."""
    with open_house(data, "--host", "0.0.0.0", "--name", SITE) as house, ExitStack() as contexts:
        room = Room(house, browser, contexts)
        yield room
        assert room.complaints == []
