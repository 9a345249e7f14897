"""The rule book and the code cite each other by the same numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import shark
from companion.shark import legal
from companion.shark.rules import OPTIONS

PACKAGE = Path(shark.__file__).parent
RULEBOOK = (PACKAGE / "RULEBOOK.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parent

HEADING = re.compile(r"^##+ (\d+) \w|^\*\*([SV]\d+) · \S", re.M)
CITED = re.compile(r"\b[SV][1-9]\d?\b")


def rules_of(book: str) -> list[str]:
    """The numbers of *book*'s paragraphs, in its order."""
    return [section or decision for section, decision in HEADING.findall(book)]


def cited(text: str) -> set[str]:
    """The decisions and variants that *text* names: S4, V2."""
    return set(CITED.findall(text))


def test_the_sections_stand_in_order() -> None:
    assert [rule for rule in rules_of(RULEBOOK) if rule.isdigit()] == [str(number) for number in range(1, 12)]


def test_every_decision_and_variant_stands_there_once() -> None:
    decisions = sorted(rule for rule in rules_of(RULEBOOK) if not rule.isdigit())
    assert decisions == sorted([*(f"S{number}" for number in range(1, 12)), "V1", "V2", "V3"])


def test_every_rule_that_a_refusal_cites_stands_in_the_book() -> None:
    assert set(legal.REFUSALS.values()) <= set(rules_of(RULEBOOK))


@pytest.mark.parametrize("file", sorted(PACKAGE.glob("*.py")), ids=lambda file: file.name)
def test_every_rule_that_the_code_cites_stands_in_the_book(file: Path) -> None:
    assert cited(file.read_text(encoding="utf-8")) <= set(rules_of(RULEBOOK))


def test_every_rule_that_the_book_cites_stands_in_it() -> None:
    assert cited(RULEBOOK) <= set(rules_of(RULEBOOK))


def test_a_citation_of_a_rule_that_does_not_exist_would_be_found() -> None:
    assert cited("# S99: the dealer winks. V7, and 12 SS4") == {"S99", "V7"}
    assert rules_of("## 4 Winning\n\n**S5 · Long enough.** x\n\nS6 is elsewhere, 5 too\n") == ["4", "S5"]


def test_every_decision_has_a_test_named_after_it() -> None:
    names = "\n".join(file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py"))
    tested = {
        rule.upper()
        for rules in re.findall(r"def test_((?:\d+_)?(?:[sv]\d+_)+)", names)
        for rule in re.findall(r"[sv]\d+", rules)
    }
    assert tested == {rule for rule in rules_of(RULEBOOK) if not rule.isdigit()}


def test_every_option_stands_in_the_book_with_its_default_in_bold() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", RULEBOOK, re.M))
    given = {name: f"**{option.choices[0]}**, " + ", ".join(option.choices[1:]) for name, option in OPTIONS.items()}
    assert rows == given


def test_every_price_in_the_books_table_of_examples_is_right() -> None:
    """The settling of each is tested by hand in test_settling; here, that the book still has them all."""
    table = re.search(r"\| what happens \| settled \|\n\|.*\n((?:\|.*\n)+)", RULEBOOK)
    assert table is not None
    assert [re.findall(r"(\d+) → (\d+)", row) for row in table[1].splitlines()] == [
        [("0", "1")], [], [("1", "2")], [], [("5", "7")], [("3", "5")], [("4", "6")], [("5", "6"), ("4", "2")], [],
    ]  # fmt: skip
