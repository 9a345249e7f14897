"""The rule book and the code cite each other by the same numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import barracuda
from companion.barracuda import legal
from companion.barracuda.rules import OPTIONS

PACKAGE = Path(barracuda.__file__).parent
RULEBOOK = (PACKAGE / "RULEBOOK.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parent

HEADING = re.compile(r"^##+ (\d+(?:\.\d+)?) \w|^\*\*(B\d+) · \S", re.M)
CITED = re.compile(r"\b(?:B[1-9]\d?|(?:[1-9]|10)\.\d)\b")


def rules_of(book: str) -> list[str]:
    """The numbers of *book*'s paragraphs, in its order."""
    return [section or decision for section, decision in HEADING.findall(book)]


def cited(text: str) -> set[str]:
    """The rules that *text* names: B4, 6.2."""
    return set(CITED.findall(text))


def test_the_sections_stand_in_order() -> None:
    sections = [rule for rule in rules_of(RULEBOOK) if not rule.startswith("B")]
    assert sections == ["1", "2", "3", "4", "5", "6", "6.1", "6.2", "6.3", "6.4", "6.5", "7", "8", "9", "10"]


def test_every_decision_stands_there_once() -> None:
    decisions = [rule for rule in rules_of(RULEBOOK) if rule.startswith("B")]
    assert sorted(decisions, key=lambda rule: int(rule[1:])) == [f"B{number}" for number in range(1, 21)]


def test_every_rule_that_a_refusal_cites_stands_in_the_book() -> None:
    rules = {*legal.REFUSALS.values(), *legal._ACTIONS.values()} - {legal.OF_THE_ACTION}
    assert rules <= set(rules_of(RULEBOOK))


@pytest.mark.parametrize("file", sorted(PACKAGE.glob("*.py")), ids=lambda file: file.name)
def test_every_rule_that_the_code_cites_stands_in_the_book(file: Path) -> None:
    assert cited(file.read_text(encoding="utf-8")) <= set(rules_of(RULEBOOK))


def test_every_rule_that_the_book_cites_stands_in_it() -> None:
    assert cited(RULEBOOK) <= set(rules_of(RULEBOOK))


def test_a_citation_of_a_rule_that_does_not_exist_would_be_found() -> None:
    assert cited("# B99: the dealer winks. 6.7, and 12 Mb") == {"B99", "6.7"}
    assert rules_of("## 4 Winning\n\n**B5 · Long enough.** x\n\nB6 is elsewhere, 5 too\n") == ["4", "B5"]


def test_every_decision_has_a_test_named_after_it() -> None:
    names = "\n".join(file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py"))
    tested = {f"B{number}" for numbers in re.findall(r"def test_((?:b\d+_)+)", names) for number in re.findall(r"\d+", numbers)}
    assert tested == {rule for rule in rules_of(RULEBOOK) if rule.startswith("B")}


def test_every_option_stands_in_the_book_with_its_default_in_bold() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", RULEBOOK, re.M))
    given = {name: f"**{option.choices[0]}**, " + ", ".join(option.choices[1:]) for name, option in OPTIONS.items()}
    assert rows == {**given, "left_out": "**random**, or one card of each kind by name"}


def test_every_amount_in_the_books_rent_table_is_right() -> None:
    table = re.search(r"\| rents of the leases \| due \|\n\|.*\n((?:\|.*\n)+)", RULEBOOK)
    assert table is not None
    rows = [row.strip("|\n ").split(" | ") for row in table[1].splitlines()]
    for rents, due in rows:
        assert barracuda.rules.rent_due([int(rent) for rent in re.findall(r"\d+", rents)]) == int(due)
    assert len(rows) == 7
