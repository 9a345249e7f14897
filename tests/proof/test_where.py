"""The README names a place for every promise, and the promise is tested there."""

import re
from functools import partial
from pathlib import Path

from tests.proof.promises import promises

ROOT = Path(__file__).parents[2]
WHERE, REACHED = (Path(__file__).parent / "README.md").read_text().split("## Reached in full")
NAMED = {  # Every promise that was ever made; the README must list exactly these.
    *(f"D{n}" for n in (1, 3, 4, 5, 6, 7, 8)), *(f"S{n}" for n in range(1, 6)), *(f"C{n}" for n in range(1, 5)),
    *(f"H{n}" for n in range(1, 5)), *(f"P{n}" for n in range(1, 3)), *(f"W{n}" for n in range(1, 10)), "F1",
}  # fmt: skip


def rows() -> dict[str, str]:
    return dict(re.findall(r"^\| ([A-Z]\d) \| (.*) \|$", WHERE, re.MULTILINE))


def test_every_promise_is_shown_somewhere() -> None:
    assert set(rows()) == NAMED
    assert {one.name.split()[0] for one in promises()} <= NAMED


def test_what_is_named_is_there() -> None:
    files = [file for row in rows().values() for file in re.findall(r"`(tests/[\w/.]+)`", row)]
    assert len(files) >= len(NAMED)
    assert [file for file in files if not (ROOT / file).exists()] == []


def test_every_promise_of_the_proof_is_where_its_row_says() -> None:
    for one in promises():
        walk = one.walk.func if isinstance(one.walk, partial) else one.walk
        where = f"{walk.__module__.replace('.', '/')}.py"
        assert where in rows()[one.name.split()[0]], f"{one.name} is tested in {where}"


def test_every_number_of_the_proof_was_once_reached_in_full_or_is_named() -> None:
    numbers = re.findall(r"^\| ([A-Z]\d[\w ]*) \| ([\d,]+) \| ([\d,]+) \|", REACHED, re.MULTILINE)
    reached, asked = ({row[0]: int(row[column].replace(",", "")) for row in numbers} for column in (1, 2))
    assert asked == {one.name: one.asked for one in promises()}
    [behind] = re.findall(r"^Not reached in full since they were counted anew: ([^.]*)\.$", REACHED, re.MULTILINE)
    assert [name for name in sorted(asked) if reached[name] < asked[name]] == sorted(re.split(r",\s", behind))
