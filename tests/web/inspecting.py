"""What an eye, a thumb and a screen reader ask of every state of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.web.axe import violations
from tests.web.browsing import covered, faint, fits, small_targets, spilled, unexplained

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

LARGE = 32  # CSS pixels: twice what a browser starts with
ORDINARY = 16


class Inspection:
    """What is wrong with each state of some pages."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._sessions: dict[Page, Any] = {}
        self.seen: list[str] = []
        self.faults: dict[str, list[Any]] = {}

    def look(self, name: str, page: Page) -> None:
        self.seen.append(name)
        found = violations(page) + small_targets(page) + unexplained(page) + covered(page) + faint(page)
        found += [f"spilled: {words}" for words in spilled(page)]
        if not fits(page):
            found.append("scrolls sideways")
        self._size(page, LARGE)
        if not fits(page):
            found.append("scrolls sideways at 200 %")
        self._size(page, ORDINARY)
        if found:
            self.faults[name] = found

    def _size(self, page: Page, pixels: int) -> None:
        """Let the browser start from letters of *pixels*, as its user may set it."""
        session = self._sessions.setdefault(page, None) or self._context.new_cdp_session(page)
        self._sessions[page] = session
        session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels}})
