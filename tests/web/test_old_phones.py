"""Phones of the year 2020 can read everything: no page uses features that they lack, and older ones are told so."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.web.browser.browsing import SITE, House

HOUSE: Final = Path(__file__).parents[2]
SERVED: Final = [*HOUSE.glob("web/static/*/*.*s"), *HOUSE.glob("companion/games/*/static/*.*s")]  # Styles and scripts.
# Unknown to Chrome 87, Firefox 79 or Safari 14. A rule with such a selector is dropped with all its contents.
IN_STYLES: Final = (
    r":has\(", r":is\(", r":where\(", r":not\([^()]*,", r"(?<![-\w])inset:", r"color-mix\(", r"@container", r"@layer",
    r"container(-\w+)?:", r"\dcq[wh]", r"tan2?\(", r"[{;]\s*(translate|scale|rotate):", r"&", r",[^{}()]*:focus-visible",
    r":focus-visible[^{}()]*,", r"text-decoration: underline \d",
)  # fmt: skip
IN_SCRIPTS: Final = (
    r"\.at\(", r"\.(findLast|toSorted|toSpliced|toReversed|replaceAll)\(", r"Object\.(hasOwn|groupBy)", r"structuredClone",
    r"AbortSignal\.", r"randomUUID", r"\(\?<[=!]", r"^(const .*= )?await\b", r"^\s+#\w+", r"static \{", r":has\(", r":is\(",
    r"checkVisibility",
)  # fmt: skip
KEPT: Final = {"dvh": "vh", "aspect-ratio: 1;": "min-height"}  # New properties that stand beside an old one, in the same rule.
ASKED_FOR: Final = r"@supports \([^{]*\{([^{}]*\{[^{}]*\})*\s*\}"  # What stands in it is dropped by browsers that lack it.


def found(text: str, patterns: tuple[str, ...]) -> list[str]:
    bare = re.sub(r"/\*.*?\*/|(^|\s)//.*?$", " ", re.sub(ASKED_FOR, " ", text), flags=re.DOTALL | re.MULTILINE)
    return [found.group() for pattern in patterns for found in re.finditer(pattern, bare, re.MULTILINE)]


@pytest.mark.parametrize("path", SERVED, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_no_style_sheet_or_script_needs_a_new_browser(path: Path) -> None:
    text, is_style = path.read_text(encoding="utf-8"), path.suffix == ".css"
    assert found(text, IN_STYLES if is_style else IN_SCRIPTS) == []
    for new, old in KEPT.items() if is_style else ():
        assert all(re.search(rf"(?<!d){old}", rule) for rule in text.split("}") if new in rule), new
    if path.name == "old.js":  # The code that recognises an old browser runs in it.
        assert found(text, (r"=>", r"\b(const|let|class|import|export|async)\b", r"`", r"\?\.", r"\?\?")) == []


def test_a_selector_that_is_too_new_would_be_found() -> None:
    assert found("@supports (width: 1cqh) { .a { width: 1cqh; } .b { } }", IN_STYLES) == []
    assert found("@supports (width: 1cqh) { .a { } } .b { width: 1cqh; }", IN_STYLES) == ["1cqh"]
    assert found(".a:has(b) {} .c:not(.d, .e) {} .f, .g:focus-visible {}", IN_STYLES) != []
    assert found("  const last = list.at(-1);\nawait newcomer();", IN_SCRIPTS) == [".at(", "await"]


@pytest.mark.browser
def test_an_older_browser_is_told_so_and_one_that_will_do_nothing(house: House) -> None:
    assert house.door(selector=".picks").locator("#old").count() == 0
    for host, lacks in (("a", "delete Promise.any"), ("b", "delete Element.prototype.replaceChildren")):
        page = house.open("about:blank")
        page.add_init_script(lacks)
        page.goto(house.address(host=f"{host}.{SITE}"))
        assert "too old" in page.inner_text("#old")
