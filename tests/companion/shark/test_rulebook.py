"""What only Shark's rule book has; the rest of it is held to the contract (tests/test_contract.py)."""

from __future__ import annotations

import re
from pathlib import Path

from companion import shark

RULEBOOK = Path(shark.__file__).with_name("RULEBOOK.md").read_text(encoding="utf-8")


def test_every_price_in_the_books_table_of_examples_is_right() -> None:
    """The settling of each is tested by hand in test_settling; here, that the book still has them all."""
    table = re.search(r"\| what happens \| settled \|\n\|.*\n((?:\|.*\n)+)", RULEBOOK)
    assert table is not None
    assert [re.findall(r"(\d+) → (\d+)", row) for row in table[1].splitlines()] == [
        [("0", "1")], [], [("1", "2")], [], [("5", "7")], [("3", "5")], [("4", "6")], [("5", "6"), ("4", "2")], [],
    ]  # fmt: skip
