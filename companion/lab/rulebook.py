"""Read a game's RULEBOOK.md: the rules in it, the rules that a text cites, and the options that it describes.

A section is a heading with a number, `## 4 A sale` or `### 4.1 The card`. A decision (on a point that the box leaves open) is a
paragraph that begins with its letter and number, `**N5 · Declaring.**`. Options are rows of a table,
`| coins | **open**, hidden |`, with the name in backquotes and the default in bold.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from companion.kit.options import Contents

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.kit.options import AnyOption

HEADING: Final = re.compile(r"^##+ (\d+(?:\.\d+)?) \w|^(?:- )?\*\*([A-Z]\d+) · \S", re.M)
OPTION: Final = re.compile(r"^\| `(\w+)` \| (.*?) \|", re.M)
NAMED_AFTER: Final = re.compile(r"def test_((?:(?:[a-z]?\d+)_)+)")


@dataclass(frozen=True)
class RuleBook:
    """The *text* of a rule book."""

    text: str

    @cached_property
    def rules(self) -> list[str]:
        """The numbers of sections and decisions, in the order of the book."""
        return [section or decision for section, decision in HEADING.findall(self.text)]

    @cached_property
    def decisions(self) -> set[str]:
        """The numbers of the decisions, such as N5."""
        return {rule for rule in self.rules if rule[0].isalpha()}

    def cited(self, text: str) -> set[str]:
        """Return the rules that *text* cites: decisions by letter and number and, if this book has any, subsections (4.1)."""
        letters = "".join(sorted({rule[0] for rule in self.decisions}))
        kinds = [rf"[{letters}][1-9]\d?"] * bool(letters) + [r"(?:[1-9]|1\d)\.\d"] * any("." in rule for rule in self.rules)
        return set(re.findall(rf"\b(?:{'|'.join(kinds)})\b", text)) if kinds else set()

    def faults(self) -> list[str]:
        """Return the wrong numbers: those out of order, left out, used twice, or cited without being there."""
        sections = [rule for rule in self.rules if rule not in self.decisions]
        wrong = [f"{rule} stands there {count} times" for rule, count in Counter(self.rules).items() if count > 1]
        wrong += [
            f"{after} follows {rule}" for rule, after in zip(["0", *sections], sections, strict=False) if not _next(rule, after)
        ]
        for letter in {rule[0] for rule in self.decisions}:
            numbers = sorted(int(rule[1:]) for rule in self.decisions if rule[0] == letter)
            wrong += [f"{letter}{n} is left out" for n in range(1, numbers[-1]) if n not in numbers]
        return wrong + [f"{rule} is cited and isn't there" for rule in sorted(self.cited(self.text) - set(self.rules))]

    def options(self) -> dict[str, str]:
        """Return the second cell of each option's row, by the option's name."""
        return dict(OPTION.findall(self.text))

    def tested(self, text: str) -> set[str]:
        """Return the decisions that have a test in *text* named after them, such as `test_n5_nobody_has_to_declare`."""
        found = {number.upper() for numbers in NAMED_AFTER.findall(text) for number in numbers.split("_")}
        return {rule for rule in found if rule[:1] in {decision[0] for decision in self.decisions}}


def as_row(option: AnyOption) -> str:
    """Return the cell that the book must have for *option*: its default in bold, then the other choices."""
    default, *others = ("standard", "as printed") if isinstance(option, Contents) else option.choices
    return ", ".join([f"**{default}**", *others])


def unlike(book: RuleBook, options: Mapping[str, AnyOption]) -> dict[str, str]:
    """Return the cells of *book* that are wrong, by option; "nothing" for an option without a row."""
    rows = book.options()
    return {name: rows.get(name, "nothing") for name, option in options.items() if rows.get(name) != as_row(option)}


def _next(rule: str, after: str) -> bool:
    """Return whether the section *after* can follow *rule*: 3.1 or 4 follows 3, and 3.2 or 4 follows 3.1."""
    chapter, _, part = rule.partition(".")
    return after in (str(int(chapter) + 1), f"{chapter}.{int(part or 0) + 1}")
