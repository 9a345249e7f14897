"""Thumbs on real phones: people's actions on the pages, in a real browser, one tap after another."""

import io
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, Response, ViewportSize
from playwright.sync_api import TimeoutError as TooLate

from companion.kit.pieces import Piece
from tests.evenings.house import NAMES, PATIENCE, House, open_house, until
from tests.web.browser.browsing import catch_up, listen, script

SITE = "barkeep.local"  # Not a local name to a browser: plain http on it is not a secure context, as on a phone in the room.
PHONE: ViewportSize = {"width": 360, "height": 740}
SCREEN: ViewportSize = {"width": 1280, "height": 720}
NOTES = (10, 5, 2, 1, 0)  # By their place in the drawer; 0 is a fake.
SHOWN = "#page:not([hidden]), #panel:not([hidden])"
GLIMPSE = 4000  # milliseconds; the purse closes by itself after five seconds


class Phone:
    """A thumb on one phone."""

    def __init__(self, seat: str, page: Page) -> None:
        self.seat, self.page = seat, page
        self.complaints: list[str] = []
        listen(page, self.complaints)

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

    def purse(self) -> tuple[int, int]:
        self.look()
        real, fakes = until(self._opened_purse, "the purse")
        if self.page.locator(".sheet").count():
            self.tap(f"{SHOWN} >> [data-purse]")
        self.page.wait_for_selector(".sheet", state="detached")
        return real, fakes

    def _opened_purse(self) -> list[int]:
        """Tap the purse and return its figures; [] if the page was replaced under the thumb, which closes it."""
        self.tap(f"{SHOWN} >> [data-purse]")
        try:
            return list(self.page.wait_for_function(script("figures"), timeout=GLIMPSE).json_value())
        except TooLate:
            return []

    def tap(self, selector: str) -> None:
        """Tap the first visible element of *selector*. Each tap counts by itself, however fast they come."""
        self.page.locator(selector).locator("visible=true").first.click()

    def send(self, selector: str) -> None:
        assert (answer := self.sent(selector)).status == 200, answer.text()

    def sent(self, selector: str) -> Response:
        with self.page.expect_response("**/act") as answered:
            self.tap(selector)
        self.page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
        return answered.value

    def open(self, panel: str) -> None:
        self.look()
        self.tap(f'[data-panel="{panel}"]')

    def choose(self, value: str) -> None:
        self.tap(f'#panel label:has(input[value="{value}"])')
        self.send("#panel [data-confirm]:enabled")

    def decide(self, choice: str) -> None:
        """Choose how to answer an offer, and confirm that elsewhere."""
        self.look()
        self.tap(".turnover")
        self.tap(f'label:has(input[value="{choice}"])')
        self.send("#page [data-confirm]:enabled")

    def begin_offer(self, action: str, bar: str) -> None:
        self.open(action)
        self.page.wait_for_selector("#panel [data-pick], #panel [data-pile]", state="attached")
        if not self.page.locator("#panel [data-pile]").count():
            self.tap(f'#panel [data-panel][data-pick="{bar}"]')
        self.page.wait_for_selector(f'#panel [data-pile][data-pick="{bar}"]', state="attached")

    def offer(self, action: str, bar: str, *notes: int) -> None:
        self.begin_offer(action, bar)
        self.lay(*notes)

    def lay(self, *notes: int) -> None:
        self.compose(*notes)
        self.send("#panel [data-push]")

    def compose(self, *notes: int) -> None:
        self.page.wait_for_selector("#panel [data-pile]")
        for note in notes:
            self.tap(f'#panel [data-lay="{NOTES.index(note)}"]')
        self.tap("#panel [data-shut]")
        self.page.wait_for_selector("#panel [data-push]")

    def draw(self, seat: str) -> list[str]:
        """Report that the pawn of *seat* has come out of the bag; return the pawns that could have."""
        self.open("draw")
        self.page.wait_for_selector("#panel [name=option]", state="attached")
        options = [one.get_attribute("value") or "" for one in self.page.locator("#panel [name=option]").all()]
        self.choose(seat)
        return options


class Room:
    """Phones, each a browser of its own with its own cookies, and the table screen, around a running house."""

    def __init__(self, house: House, browser: Browser, contexts: ExitStack) -> None:
        self.house, self._browser, self._contexts = house, browser, contexts
        self.phones: dict[str, Phone] = {}
        self.address = f"http://{SITE}:{house.port}/"
        self.screen = self._page(SCREEN)
        self.screen.goto(f"{self.address}table")

    def new_phone(self, seat: str) -> Phone:
        return Phone(seat, self._page(PHONE, has_touch=True))

    def sit_down(self, seats: str) -> None:
        """Let *seats* join by the code on the display, which the table screen shows as well."""
        address = until(lambda: read_qr(self.house.display()), "the code on the display")
        assert read_qr(self.screen.locator(".way-in svg").screenshot()).rstrip("/") == address
        for seat in seats:
            phone = self.phones[seat] = self.new_phone(seat)
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

    def tap(self, piece: Piece, seat: str, asked: str) -> None:
        """Lay *piece* on the reader until the phone of *seat* is asked *asked*."""
        self.house.tap(piece, lambda: self.phones[seat].is_asked(asked))

    def pull_the_plug(self) -> None:
        """Kill -9, start again, and wait until every phone has come back by itself; the browser may log the lost connection."""
        assert self.complaints == []
        self.house.kill()
        back: set[str] = set()
        for seat, phone in self.phones.items():
            phone.page.on("response", lambda got, seat=seat: got.url.endswith("/seat/view") and back.add(seat))
        self.house.start()
        page = next(iter(self.phones.values())).page
        until(lambda: page.wait_for_timeout(50) or back == set(self.phones), "every phone's own return")
        for phone in self.phones.values():
            phone.complaints.clear()

    def shown(self) -> dict[str, str]:
        for phone in self.phones.values():
            phone.look()
        return {seat: phone.page.locator("#page").text_content() or "" for seat, phone in self.phones.items()}

    @property
    def complaints(self) -> list[str]:
        return [said for phone in self.phones.values() for said in phone.complaints]

    def _page(self, size: ViewportSize, *, has_touch: bool = False) -> Page:
        alike = {"reduced_motion": "reduce", "locale": "en"}
        context = self._browser.new_context(viewport=size, has_touch=has_touch, is_mobile=has_touch, **alike)
        self._contexts.enter_context(context).set_default_timeout(1000 * PATIENCE)
        return context.new_page()


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


@contextmanager
def changed(by: dict[Phone, int]) -> Iterator[None]:
    """Assert that the real money in the purses of these phones changes by these amounts."""
    before = {phone: phone.purse()[0] for phone in by}
    yield
    assert {phone.seat: phone.purse()[0] - before[phone] for phone in by} == {phone.seat: more for phone, more in by.items()}


def open_a_bar(room: Room, phone: Phone, bar: str) -> None:
    room.shows(f"[data-seat={phone.seat}].now")
    phone.open("open")
    phone.choose(bar)
    has_lease(room, phone, bar)


def has_lease(room: Room, phone: Phone, bar: str) -> None:
    room.shows(f'[data-bar="{bar}"][data-lessee={phone.seat}]')


def has_place(room: Room, phone: Phone, bar: str) -> None:
    room.shows(f'[data-bar="{bar}"] .side >> text={NAMES[phone.seat]}')
