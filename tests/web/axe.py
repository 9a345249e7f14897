"""axe-core in a page: what keeps somebody from using it, by the rules of WCAG 2.2 AA."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

TAGS: Final = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")  # The last switches on the size of targets.
SCHEMES: Final = ("light", "dark")  # The last is what a page is left in.
RUN: Final = "options => axe.run(document, options).then(found => found.violations.map(one => [one.id, one.nodes.map("
RUN_ALL: Final = RUN + "node => `${node.html.slice(0, 120)}: ${node.any.map(why => why.message).join(' ')}`)]))"


def violations(page: Page) -> list[Any]:
    """Return the rules that *page* breaks as it is now, at noon and at night, each with where."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    return [fault for scheme in SCHEMES for fault in _run(page, scheme)]


def _run(page: Page, scheme: str) -> list[Any]:
    page.emulate_media(color_scheme=scheme)
    only = {"type": "tag", "values": list(TAGS)}
    found: list[Any] = page.evaluate(RUN_ALL, {"runOnly": only, "resultTypes": ["violations"]})
    return [[scheme, *fault] for fault in found]
