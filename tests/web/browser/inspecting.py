"""Inspect every state of a page, in one visit, as an eye, a thumb and a screen reader would."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, Final

from playwright.sync_api import Page

from tests.web.browser.browsing import WIDE, look, resize, script

TAGS: Final = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")  # The last one includes the size of targets.
# Only the colours differ between day and night. A page is left in the last scheme.
SCHEMES: Final = {"light": {"type": "tag", "values": TAGS}, "dark": {"type": "rule", "values": ("color-contrast",)}}
# The rules that larger letters can break: they change neither colours nor names.
OF_SIZE: Final = {"type": "rule", "values": ("target-size", "scrollable-region-focusable")}
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
    found = violations(page, "faint") + look(page, "small", "unexplained", "covered", "buried") + of_letters(page)
    found += of_forced_colours(page)
    with letters(page) as resized:
        resized(LARGER)
        return found + [["150 %", *fault] for fault in page.evaluate(script("violations"), OF_SIZE)]


def of_forced_colours(page: Page) -> list[Any]:
    """Return what isn't marked as chosen any more in the few colours that a reader has set instead of the page's."""
    page.emulate_media(forced_colors="active")
    found = [f"{fault} in forced colours" for fault in look(page, "unmarked")]
    page.emulate_media(forced_colors="none")
    return found


def of_words(page: Page) -> list[Any]:
    """Return the faults that depend on the words of a phone's page, and so on its language."""
    return look(page, "small") + of_letters(page)


@contextmanager
def letters(page: Page) -> Iterator[Callable[[int], object]]:
    """Give a function that sets the browser's default letter size in CSS pixels, as its user may; undo it afterwards."""
    session = page.context.new_cdp_session(page)
    resized = lambda pixels: session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels}})
    yield resized
    resized(ORDINARY)
    session.detach()


def of_letters(page: Page) -> list[Any]:
    """Return what larger letters, as a browser's user may set them, push aside; and what doesn't fit a phone on its side."""
    found, upright = [], page.viewport_size
    with letters(page) as resized:
        for pixels in LETTERS:
            resized(pixels)
            found += [f"{fault} at {pixels} px" for fault in look(page, "sideways", "spilled", "crossed")]
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


def violations(page: Page, *looks: str) -> list[Any]:
    """Return the rules that *page* breaks now, by day and by night, each with the places; and what *looks* find then.

    At night they stand for axe-core, which asks no more of flat colours, and takes much longer.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = []
    for scheme, only in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        if scheme == "light" or not looks:
            found += [[scheme, *fault] for fault in page.evaluate(script("violations"), only)]
        found += [f"{scheme}: {words}" for words in look(page, *looks)] if looks else []
    return found
