"""What counts as kept, and what a run that was broken off may go on from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.proof.__main__ import line
from tests.proof.ledger import Account, Ledger, digest
from tests.proof.promise import Leg, Promise

PROMISE = Promise("D0", "nothing is lost", 100, "tries", 10, lambda number, seed: Leg(number), lambda: "a seeded loss")


def account(**told: object) -> Account:
    return Account(**{"what": "nothing is lost", "unit": "tries", "asked": 5, "reached": 5, "control_found": True, **told})  # type: ignore[arg-type]


def test_a_promise_is_kept_once_its_number_is_reached_and_its_control_found() -> None:
    assert account().kept
    assert not account(reached=4).kept
    assert not account(broken=["a loss"]).kept
    assert not account(control_found=False).kept


@pytest.mark.parametrize(
    ("told", "word", "control"),
    [
        ({"control": "three losses"}, "kept", "control found"),
        ({"broken": ["a loss"], "control": "three losses"}, "BROKEN", "control found"),
        ({"control_found": False, "control": "nothing found"}, "BLIND", "control NOT FOUND (nothing found)"),
        ({"reached": 1, "control_found": False}, "SHORT", "control NOT FOUND (not tried)"),
    ],
)
def test_a_line_tells_what_was_reached_of_what_was_asked_and_of_the_control(
    told: dict[str, object], word: str, control: str
) -> None:
    said = line("D0", account(**told))
    assert said.split() == f"{word} D0 nothing is lost: {told.get('reached', 5)} of 5 tries, {control}".split()


def test_a_deep_run_goes_on_where_it_was_broken_off_with_the_same_code_only(tmp_path: Path) -> None:
    path = tmp_path / "build" / "prove.json"
    first = Ledger(path, "deep", "this code", afresh=False)
    first.account(PROMISE, 100).add(0, Leg(10, counts={"of them late": 2}), 1.5)
    first.write()
    again = Ledger(path, "deep", "this code", afresh=False).account(PROMISE, 100)
    assert (again.reached, again.seeds, again.counts, again.seconds) == (10, [0], {"of them late": 2}, 1.5)
    assert Ledger(path, "deep", "other code", afresh=False).account(PROMISE, 100).reached == 0
    assert Ledger(path, "deep", "this code", afresh=True).account(PROMISE, 100).reached == 0


def test_a_light_run_leaves_the_deep_one_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "prove.json"
    for kind in ("deep", "light"):
        ledger = Ledger(path, kind, "this code", afresh=False)
        ledger.account(PROMISE, 5).add(0, Leg(5), 1.0)
        ledger.write()
    written = json.loads(path.read_text())
    assert [written[kind]["promises"]["D0"]["reached"] for kind in ("deep", "light")] == [5, 5]
    assert written["deep"]["promises"]["D0"]["kept"] is False, "its control was never tried"


def test_other_rules_or_pages_are_other_code(tmp_path: Path) -> None:
    page = tmp_path / "web" / "templates" / "seat.html"
    page.parent.mkdir(parents=True)
    page.write_text("one")
    before = digest(tmp_path)
    (tmp_path / "README.md").write_text("what it is")
    assert digest(tmp_path) == before
    page.write_text("two")
    assert digest(tmp_path) != before
