"""The rule book and the code cite each other by the same numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import negoces2
from companion.negoces2 import legal
from companion.negoces2.rules import OPTIONS

PACKAGE = Path(negoces2.__file__).parent
RULEBOOK = (PACKAGE / "RULEBOOK.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parent

HEADING = re.compile(r"^##+ (\d+(?:\.\d+)?) \w|^(?:- )?\*\*(N\d+) · \S", re.M)
CITED = re.compile(r"\b(?:N[1-9]\d?|[1-9]\.\d)\b")


def rules_of(book: str) -> list[str]:
    """The numbers of *book*'s paragraphs, in its order."""
    return [section or decision for section, decision in HEADING.findall(book)]


def cited(text: str) -> set[str]:
    """The rules that *text* names: N4, 4.2."""
    return set(CITED.findall(text))


def test_the_sections_stand_in_order() -> None:
    sections = [rule for rule in rules_of(RULEBOOK) if not rule.startswith("N")]
    assert sections == ["1", "2", "3", "4", "4.1", "4.2", "4.3", "4.4", "5", "6"]


def test_every_decision_stands_there_once() -> None:
    decisions = [rule for rule in rules_of(RULEBOOK) if rule.startswith("N")]
    assert sorted(decisions, key=lambda rule: int(rule[1:])) == [f"N{number}" for number in range(1, 18)]


def test_every_rule_that_a_refusal_cites_stands_in_the_book() -> None:
    assert set(legal.REFUSALS.values()) <= set(rules_of(RULEBOOK))


@pytest.mark.parametrize("file", sorted(PACKAGE.glob("*.py")), ids=lambda file: file.name)
def test_every_rule_that_the_code_cites_stands_in_the_book(file: Path) -> None:
    assert cited(file.read_text(encoding="utf-8")) <= set(rules_of(RULEBOOK))


def test_every_rule_that_the_book_cites_stands_in_it() -> None:
    assert cited(RULEBOOK) <= set(rules_of(RULEBOOK))


def test_a_citation_of_a_rule_that_does_not_exist_would_be_found() -> None:
    assert cited("# N99: the dealer winks. 4.7, and 12 Nm") == {"N99", "4.7"}


def test_every_decision_has_a_test_named_after_it() -> None:
    names = "\n".join(file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py"))
    tested = {f"N{number}" for number in re.findall(r"def test_n(\d+)_", names)}
    assert tested == {rule for rule in rules_of(RULEBOOK) if rule.startswith("N")}


def test_every_option_stands_in_the_book_with_its_default_in_bold() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", RULEBOOK, re.M))
    assert rows == {name: f"**{option.choices[0]}**, " + ", ".join(option.choices[1:]) for name, option in OPTIONS.items()}
