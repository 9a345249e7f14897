"""axe-core in a page: what keeps somebody from using it, by the rules of WCAG 2.2 AA."""

from importlib.resources import files
from typing import Any, Final

from playwright.sync_api import Page

TAGS: Final = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")  # The last switches on the size of targets.
# The colours are all that differs between noon and night. The last scheme is what a page is left in.
SCHEMES: Final = {"light": {"type": "tag", "values": TAGS}, "dark": {"type": "rule", "values": ("color-contrast",)}}
RUN: Final = """only => axe.run(document, { runOnly: only, resultTypes: ["violations"], preload: false }).then((found) =>
  found.violations.map((one) => [one.id,
    one.nodes.map((node) => `${node.html.slice(0, 120)}: ${node.any.map((why) => why.message).join(" ")}`)]))"""


def violations(page: Page) -> list[Any]:
    """Return the rules that *page* breaks as it is now, at noon and at night, each with where."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = []
    for scheme, only in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        found += [[scheme, *fault] for fault in page.evaluate(RUN, only)]
    return found
