"""What only Barracuda's rule book has; the rest of it is held to the contract (tests/test_contract.py)."""

from __future__ import annotations

import re
from pathlib import Path

from companion import barracuda

RULEBOOK = Path(barracuda.__file__).with_name("RULEBOOK.md").read_text(encoding="utf-8")


def test_every_amount_in_the_books_rent_table_is_right() -> None:
    table = re.search(r"\| rents of the leases \| due \|\n\|.*\n((?:\|.*\n)+)", RULEBOOK)
    assert table is not None
    rows = [row.strip("|\n ").split(" | ") for row in table[1].splitlines()]
    for rents, due in rows:
        assert barracuda.rules.rent_due([int(rent) for rent in re.findall(r"\d+", rents)]) == int(due)
    assert len(rows) == 7
