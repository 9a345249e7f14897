"""A served table with real phones around it, in a browser, and what a thumb and an eye ask of every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.table import Table
from tests.web.tables import NAMES
from web.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, ConsoleMessage, Page

PHONE = {"width": 360, "height": 740}
LONG = 30_000  # milliseconds
LOOK = 20  # milliseconds from one look to the next
SMALLEST = 47.5  # CSS pixels, of the 48 that a thumb needs


class House:
    """A served table and the phones around it."""

    def __init__(self, table: Table, server: Server, context: BrowserContext) -> None:
        self.table, self.server, self.context = table, server, context
        self.phones: dict[str, Page] = {}
        self.complaints: list[str] = []

    def open(self, url: str) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(LONG)
        listen(page, self.complaints)
        page.goto(url)
        return page

    def phone(self, seat: str, site: str = "barkeep.test") -> Page:
        """Open the phone of *seat* on its own host and sit down."""
        page = self.phones[seat] = self.open(f"http://{seat.lower()}.{site}:{self.server.port}/")
        page.fill("input[name=name]", NAMES[seat])
        page.check(f"input[value={seat}]", force=True)
        page.click(".counter .lamp")
        page.wait_for_selector("[data-page=lobby]")
        page.wait_for_load_state()  # With its styles: who measures or touches it must not meet it bare.
        self.all_wait_for(f".stools >> text={NAMES[seat]}")  # What changes under a thumb takes no touch.
        return page

    def all_wait_for(self, selector: str) -> None:
        """Wait until every phone shows *selector*, and takes a touch."""
        for page in self.phones.values():
            page.wait_for_selector(selector)
            ready(page)


def ready(page: Page) -> None:
    """Wait until what *page* has sent is answered and shown: before that it takes no other answer."""
    page.wait_for_selector("body:not([data-busy])")


def wait_until(page: Page, true: Callable[[], bool], what: str) -> None:
    """Wait until what the test is told by *page* makes it *true*; a page may never do it, and a test must not wait for ever."""
    for _ in range(LONG // LOOK):
        if true():
            return
        page.wait_for_timeout(LOOK)
    pytest.fail(f"waited in vain for {what}")


def answered(page: Page) -> None:
    """Wait until *page* has put its panel away, because the table has taken the answer, and is ready for the next."""
    page.wait_for_selector("#panel", state="hidden")
    ready(page)


def listen(page: Page, complaints: list[str]) -> None:
    """Write what the page's console and scripts complain about into *complaints*.

    Not among it: that a panel was asked for whose question was answered a moment before. The page is behind then, is told
    so, and goes on to the next; only the browser makes a word of it.
    """

    def hear(said: ConsoleMessage) -> None:
        behind = "status of 409" in said.text and "/seat/ask/" in said.location["url"]
        if said.type in ("error", "warning") and not behind:
            complaints.append(said.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))


def small_targets(page: Page) -> list[str]:
    """Return what can be touched and is smaller than a thumb."""
    found: list[str] = page.evaluate(
        """(least) => Array.from(document.querySelectorAll("button, select, summary, a, label:has([type=radio])"))
            .filter((one) => one.offsetParent && !one.closest(".pick-up") && !one.closest("[hidden]"))
            .filter((one) => Math.min(one.getBoundingClientRect().height, one.getBoundingClientRect().width) < least)
            .map((one) => one.outerHTML.slice(0, 80))""",
        SMALLEST,
    )
    return found


def fits(page: Page) -> bool:
    """Whether nothing scrolls sideways."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def spilled(page: Page) -> list[str]:
    """Return the words of buttons, plates and hints that are wider or higher than what they stand on."""
    found: list[str] = page.evaluate(
        """() => Array.from(document.querySelectorAll("button, .plate, .hint, summary, .tongues a"))
            .filter((one) => one.offsetParent && !one.closest("[hidden], .vh, .fan") && !one.querySelector(".fan"))
            .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
            .map((one) => one.textContent.trim())"""
    )
    return found


def unexplained(page: Page) -> list[str]:
    """Return what is greyed without a word why: in its own row, in the counter's hint, or on the lamp itself."""
    found: list[str] = page.evaluate(
        """() => Array.from(document.querySelectorAll("button:disabled")).filter((one) => one.offsetParent)
            .filter((one) => {
              const SAYS = ".counter .hint, #door [role=status], [role=note]";
              const shown = (why) => why && why.offsetParent && why.textContent.trim();
              const row = one.querySelector(".why, :scope:is(.plate) > span:last-child");
              const hints = Array.from((one.closest(".phone, .doorway") ?? document).querySelectorAll(SAYS));
              return !one.matches("[data-confirm], [data-post=step]") && !shown(row) && !hints.some(shown);
            }).map((one) => one.outerHTML.slice(0, 120))"""
    )
    return found


def covered(page: Page) -> list[str]:
    """Return what is to be read first and lies, in part or whole, under the counter or outside of the first screen."""
    found: list[str] = page.evaluate(
        """() => {
          const shown = (one) => one.getClientRects().length > 0;
          const counter = Array.from(document.querySelectorAll(".counter")).filter(shown).at(-1);
          const edge = Math.min(innerHeight, counter?.getBoundingClientRect().top ?? innerHeight);
          return Array.from(document.querySelectorAll("h1, .worth")).filter(shown)
            .filter((one) => one.getBoundingClientRect().bottom + scrollY > edge + 1)
            .map((one) => `covered: ${one.outerHTML.slice(0, 120)}`);
        }"""
    )
    return found


def faint(page: Page) -> list[str]:
    """Return words that hardly stand out (less than 4.5) from the flat colour on which they lie, at noon and at night.

    axe-core gives no verdict where a mask, a picture or another element lies over or under them, as on every sheet of paper.
    """
    found = []
    for scheme in ("light", "dark"):  # The last is what axe-core leaves a page in, too.
        page.emulate_media(color_scheme=scheme)
        found += [f"faint, {scheme}: {words}" for words in page.evaluate(FAINT)]
    return found


FAINT = """() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const bent = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const SHARE = [0.2126, 0.7152, 0.0722];
  const light = (colour) => parts(colour).slice(0, 3).reduce((sum, part, n) => sum + bent(part / 255) * SHARE[n], 0);
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      if ((parts(backgroundColor)[3] ?? 1) === 1) return backgroundColor;
      if (backgroundImage !== "none") return null;
    }
    return "rgb(255, 255, 255)";
  };
  const ratio = (one, on) => {
    const [more, less] = [light(getComputedStyle(one).color), light(on)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  const written = (one) => Array.from(one.childNodes).some((part) => part.nodeType === 3 && part.textContent.trim());
  return Array.from(document.querySelectorAll("body *")).filter((one) => one.getClientRects().length && written(one))
    .filter((one) => !one.closest("svg, .vh, option, [aria-hidden=true], .laid")) // The last lies on the drawer's edge.
    .filter((one) => ground(one) && ratio(one, ground(one)) < 4.5).map((one) => one.outerHTML.slice(0, 120));
}"""


def check(*pages: Page) -> None:
    for page in pages:
        assert small_targets(page) == []
        assert fits(page)
