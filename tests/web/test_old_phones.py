"""Phones of the year 2020 read all of it: no page uses what they don't know, and what is older still is told so."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.web.browsing import House

STATIC: Final = Path(__file__).parents[2] / "web" / "static"
# What Chrome 87, Firefox 79 or Safari 14 don't know. A rule with such a selector is dropped whole, with all that it says.
IN_STYLES: Final = (
    r":has\(", r":is\(", r":where\(", r":not\([^()]*,", r"(?<![-\w])inset:", r"color-mix\(", r"@container",
    r"@layer", r"container(-\w+)?:",
    r"\dcq[wh]", r"tan2?\(", r"[{;]\s*(translate|scale|rotate):", r"&", r",[^{}()]*:focus-visible", r":focus-visible[^{}()]*,",
    r"text-decoration: underline \d",
)  # fmt: skip
IN_SCRIPTS: Final = (
    r"\.at\(", r"\.(findLast|toSorted|toSpliced|toReversed|replaceAll)\(", r"Object\.(hasOwn|groupBy)",
    r"structuredClone", r"AbortSignal\.",
    r"randomUUID", r"\(\?<[=!]", r"^(const .*= )?await\b", r"^\s+#\w+", r"static \{", r":has\(", r":is\(", r"checkVisibility",
)  # fmt: skip
KEPT: Final = {"dvh": "vh", "aspect-ratio: 1;": "min-height"}  # What is new and stands beside something old, in the same rule.


def found(text: str, patterns: tuple[str, ...]) -> list[str]:
    bare = re.sub(r"/\*.*?\*/|(^|\s)//.*?$", " ", text, flags=re.DOTALL | re.MULTILINE)
    return [found.group() for pattern in patterns for found in re.finditer(pattern, bare, re.MULTILINE)]


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.css")), ids=lambda path: path.name)
def test_no_style_sheet_needs_a_new_browser(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert found(text, IN_STYLES) == []
    for new, old in KEPT.items():
        assert all(re.search(rf"(?<!d){old}", rule) for rule in text.split("}") if new in rule), new


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_no_script_needs_a_new_browser(path: Path) -> None:
    assert found(path.read_text(encoding="utf-8"), IN_SCRIPTS) == []


def test_what_tells_of_an_old_browser_runs_in_it() -> None:
    text = (STATIC / "old.js").read_text(encoding="utf-8")
    assert found(text, (r"=>", r"\b(const|let|class|import|export|async)\b", r"`", r"\?\.", r"\?\?")) == []


def test_a_selector_that_is_too_new_would_be_found() -> None:
    assert found(".a:has(b) {} .c:not(.d, .e) {} .f, .g:focus-visible {}", IN_STYLES) != []
    assert found("  const last = list.at(-1);\nawait newcomer();", IN_SCRIPTS) == [".at(", "await"]


@pytest.mark.browser
@pytest.mark.parametrize("lacks", ["delete Promise.any", "delete Element.prototype.replaceChildren"])
def test_an_older_browser_is_told_so(house: House, lacks: str) -> None:
    house.context.add_init_script(lacks)
    assert "too old" in house.door(selector="#old").inner_text("#old")


@pytest.mark.browser
def test_a_browser_that_will_do_is_told_nothing(house: House) -> None:
    assert house.door(selector=".picks").locator("#old").count() == 0
