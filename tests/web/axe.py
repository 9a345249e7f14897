"""axe-core in a page: what keeps somebody from using it, by the rules of WCAG 2.2 AA."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

TAGS: Final = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")  # The last switches on the size of targets.
RUN: Final = "options => axe.run(document, options).then(found => found.violations.map(one => [one.id, one.nodes.map("
RUN_ALL: Final = RUN + "node => `${node.html.slice(0, 120)}: ${node.any.map(why => why.message).join(' ')}`)]))"


def violations(page: Page) -> list[Any]:
    """Return the rules that *page* breaks as it is now, at night and at noon, each with where; noon only changes colours."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    page.emulate_media(color_scheme="light")
    noon = _run(page, {"type": "rule", "values": ["color-contrast"]})
    page.emulate_media(color_scheme="dark")
    return _run(page, {"type": "tag", "values": list(TAGS)}) + noon


def _run(page: Page, only: dict[str, Any]) -> list[Any]:
    found: list[Any] = page.evaluate(RUN_ALL, {"runOnly": only, "resultTypes": ["violations"]})
    return found
