"""Inspect every state of a page, in one visit, as an eye, a thumb and a screen reader would."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, Final

from playwright.sync_api import Page

from tests.web.browser.browsing import WIDE, look, resize, script

# axe-core's options: all rules, the last tag with the size of targets; and what differs between day and night.
WCAG: Final = {"runOnly": {"type": "tag", "values": ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")}}
CONTRAST: Final = {"runOnly": {"type": "rule", "values": ("color-contrast",)}}
SCHEMES: Final = {"light": WCAG, "dark": CONTRAST}
# `faint` asks no less than this rule, which takes as long as all others together.
BUT_CONTRAST: Final = {**WCAG, "rules": {"color-contrast": {"enabled": False}}}
ORDINARY, LARGER = 16, 24  # CSS pixels: a browser's default letter size, and 150 % of it
LETTERS: Final = (ORDINARY, 18, 20, LARGER, 32)
ON_ITS_SIDE: Final = {"width": 640, "height": 360}
LAPTOP: Final = {"width": 1366, "height": 768}


def faults_of(stops: Iterable[tuple[str, Page]], inspect: Callable[[Page], list[Any]]) -> dict[str, list[Any]]:
    """Return the faults that *inspect* finds, by stop of *stops*; there must be at least one stop."""
    found = {name: inspect(page) for name, page in stops}
    assert found
    return {name: faults for name, faults in found.items() if faults}


def phone(page: Page) -> list[Any]:
    found = look(page, "small", "unexplained", "covered", "buried") + of_colours(page) + of_letters(page)
    return found + of_forced_colours(page)


def of_colours(page: Page) -> list[Any]:
    """Return what is too faint by day and by night, in which *page* is left."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {fault}" for fault in look(page, "faint")]
    return found


def of_forced_colours(page: Page) -> list[Any]:
    """Return what isn't marked as chosen any more in the few colours that a reader has set instead of the page's."""
    page.emulate_media(forced_colors="active")
    found = [f"{fault} in forced colours" for fault in look(page, "unmarked")]
    page.emulate_media(forced_colors="none")
    return found


@contextmanager
def letters(page: Page) -> Iterator[Callable[[int], object]]:
    """Give a function that sets the browser's default letter size in CSS pixels, as its user may; undo it afterwards."""
    session = page.context.new_cdp_session(page)
    resized = lambda pixels: session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels}})
    yield resized
    resized(ORDINARY)
    session.detach()


def of_letters(page: Page) -> list[Any]:
    """Return what larger letters, as a browser's user may set them, push aside; and what doesn't fit a phone on its side.

    axe-core is asked in larger ones alone: there more regions scroll.
    """
    found, upright = list[Any](), page.viewport_size
    with letters(page) as resized:
        for pixels in LETTERS:
            resized(pixels)
            found += [f"{fault} at {pixels} px" for fault in look(page, "sideways", "spilled", "crossed")]
            found += broken_rules(page, BUT_CONTRAST) if pixels == LARGER else []
    page.evaluate(script("wears"), "* { font-family: 'DejaVu Sans', sans-serif !important; font-stretch: normal !important; }")
    found += [f"{fault} in a wide font" for fault in look(page, "sideways", "spilled", "crossed")]
    page.evaluate(script("wears"), "")
    resize(page, ON_ITS_SIDE)
    found += [f"{fault} on its side" for fault in look(page, "sideways", "spilled", "crossed")]
    resize(page, upright)
    return found


def screen(page: Page) -> list[Any]:
    return violations(page) + of_two_sizes(page)


def of_two_sizes(page: Page) -> list[Any]:
    """Return text that is illegible from a distance on a small screen, or on a large one, or lies on other text."""
    found = []
    for size in (LAPTOP, WIDE):
        resize(page, size)
        found += look(page, "unreadable", "crossed")
    return found


def violations(page: Page) -> list[Any]:
    """Return the rules of axe-core that *page* breaks by day and by night, where it is left, each with the places."""
    found = []
    for scheme, options in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        found += [[scheme, *fault] for fault in broken_rules(page, options)]
    return found


def broken_rules(page: Page, options: dict[str, Any]) -> list[Any]:
    """Return the rules of axe-core that *page* breaks, among those that its *options* ask for, each with the places."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    return page.evaluate(script("violations"), options)
