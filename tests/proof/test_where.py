"""The README names a place for every promise, and the promise is tested there."""

import re
from functools import partial
from pathlib import Path

from tests.proof.promises import promises

WHERE, REACHED = (Path(__file__).parent / "README.md").read_text().split("## Reached in full")
ROWS = dict(re.findall(r"^\| ([A-Z]\d) \| (.*) \|$", WHERE, re.MULTILINE))
EVER_MADE = "D1 D3 D4 D5 D6 D7 D8 S1 S2 S3 S4 S5 C1 C2 C3 C4 F1 H1 H2 H3 H4 P1 P2 W1 W2 W3 W4 W5 W6 W7 W8 W9"


def test_every_promise_is_tested_where_its_row_says() -> None:
    assert " ".join(ROWS) == EVER_MADE
    for one in promises():
        walk = one.walk.func if isinstance(one.walk, partial) else one.walk
        where = f"{walk.__module__.replace('.', '/')}.py"
        assert where in ROWS[one.name.split()[0]], f"{one.name} is tested in {where}"


def test_every_number_of_the_proof_was_once_reached_in_full_or_is_named() -> None:
    numbers = re.findall(r"^\| ([A-Z]\d[\w ]*) \| ([\d,]+) \| ([\d,]+) \|", REACHED, re.MULTILINE)
    reached, asked = ({row[0]: int(row[column].replace(",", "")) for row in numbers} for column in (1, 2))
    assert asked == {one.name: one.asked for one in promises()}
    [behind] = re.findall(r"^Not reached in full since they were counted anew: ([^.]*)\.$", REACHED, re.MULTILINE)
    assert [name for name in sorted(asked) if reached[name] < asked[name]] == sorted(re.split(r",\s", behind))
