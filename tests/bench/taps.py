"""Measure the delay from a tap to the display, to the pages of four phones, and to a fifth phone in a browser.

Real phones have their own processors; here they share the server's, and the browser takes most of it.
"""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from companion.games.barracuda.model import CARDS
from companion.kit.pieces import Piece
from companion.seats.starting import StartGame
from firmware.boot import RunningTable, Settings, open_table
from firmware.simulator.bench import tag_of
from tests.bench import spread
from tests.bench.phones import Phones
from tests.conftest import FLAGS
from tests.evenings.house import until

IN_BROWSER, BESIDE, EVENINGS = "A", "BCDE", 4
LEFT_OUT: Final = ["Barracuda", "Tide Bar"]
FRAME, PAGES, SHOWN = "frame", "pages of four phones", "page in a browser"
REST = 0.25  # seconds from one tap to the next

# The page's own record of when anything in it changed, in milliseconds since 1970.
RECORD: Final = """() => {
  window.shown = [];
  const note = () => window.shown.push(performance.timeOrigin + performance.now());
  const all = { childList: true, subtree: true, attributes: true, characterData: true };
  addEventListener("DOMContentLoaded", () => new MutationObserver(note).observe(document.getElementById("page"), all));
}"""


def report() -> None:
    """Print the delay of every tap in the first two rounds of some games."""
    took: dict[str, list[float]] = {FRAME: [], PAGES: [], SHOWN: []}
    for _ in range(EVENINGS):
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(open_table(Settings(Path(folder), "simulated", 0, "127.0.0.1"))) as house,
        ):
            _two_rounds(house, took)
    print("from a tap to:")
    for what, delays in took.items():
        print(f"  {what}: {spread(delays) if delays else 'not measured, there is no browser'}")


def _two_rounds(house: RunningTable, took: dict[str, list[float]]) -> None:
    phones = Phones(house.port, BESIDE)
    cards = iter(card.name for card in CARDS if card.name not in LEFT_OUT)
    with _phone_in_browser(house) as page:
        house.table.act(BESIDE[0], StartGame("barracuda", {"draw": "bag", "left_out": LEFT_OUT}))
        seats = [seat for seat in "ABCDE" if page or seat in BESIDE]
        pieces = [piece for _ in range(2) for seat in seats for piece in (Piece("bag", seat), Piece("card", next(cards)))]
        taps = [_tap(house, phones, piece, took) for piece in pieces]
        if page:
            _read(page, taps, took)
    phones.close()


@contextmanager
def _phone_in_browser(house: RunningTable) -> Iterator[Page | None]:
    """Seat a phone in a browser, if there is one."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        yield None
        return
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=path, args=FLAGS).new_page()
        page.add_init_script(f"({RECORD})()")
        page.goto(f"http://{IN_BROWSER.lower()}.barkeep.localhost:{house.port}/")
        page.fill("input[name=name]", "Noor")
        page.check(f"input[value={IN_BROWSER}]", force=True)
        page.click(".counter .lamp")
        page.wait_for_selector("[data-page=lobby]")
        yield page


def _tap(house: RunningTable, phones: Phones, piece: Piece, took: dict[str, list[float]]) -> float:
    """Lay *piece* on the reader; return the time, in milliseconds since 1970."""
    box = house.devices.box
    time.sleep(REST)
    before, at, began = box.picture().tobytes(), 1000 * time.time(), time.perf_counter()
    answer = house.table.tap("reader 1", tag_of(piece))
    assert answer.right, answer
    while box.picture().tobytes() == before:
        pass
    took[FRAME].append(1000 * (time.perf_counter() - began))
    revision = house.table.now.revision
    until(lambda: all((seat, revision) in phones.seen for seat in BESIDE), "the pages", look=0.002)
    took[PAGES] += [1000 * (phones.seen[seat, revision] - began) for seat in BESIDE]
    return at


def _read(page: Page, taps: list[float], took: dict[str, list[float]]) -> None:
    """Read the page's own record of what each tap changed."""
    time.sleep(REST)
    shown = page.evaluate("() => window.shown")
    took[SHOWN] += [next(time for time in shown if time >= at) - at for at in taps]
