"""What counts as kept, and how an interrupted run resumes."""

import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.proof import __main__ as proof
from tests.proof.ledger import Account, Ledger, libraries
from tests.proof.promise import Leg, Promise
from tests.proof.rules import mutants


def walk(number: int, seed: int) -> Leg:
    if seed == 8:
        raise ValueError("a fall")
    return Leg(number, ("a loss",))


PROMISE = Promise("D0", "nothing is lost", 100, "tries", 10, walk, lambda: "a seeded loss")
FOUND = {"is": "control", "control": "three losses", "found": True}
UNFOUND = {"is": "control", "control": "none", "found": False}
CODE = "this code"


def leg(reached: int = 100, *broken: str) -> dict[str, Any]:
    return {"is": "leg", "seed": 0, "reached": reached, "broken": broken, "counts": {"late": 2}}


@pytest.mark.parametrize(("lines", "word", "control"), [
    ([leg(), FOUND], "kept", "control found"), ([leg(100, "a loss"), FOUND], "BROKEN", "control found"),
    ([leg(), UNFOUND], "BLIND", "control NOT FOUND (none)"), ([leg(1)], "SHORT", "control NOT FOUND (not tried)"),
    ([leg(1), FOUND], "SHORT", "control found"),
    ([UNFOUND, {"is": "afresh"}, leg(), FOUND], "kept", "control found, NOT FOUND 1 times before"),
])  # fmt: skip
def test_a_line_tells_what_was_reached_of_what_was_asked_and_of_the_control(lines: list[Any], word: str, control: str) -> None:
    account = Account(PROMISE, 100)
    for one in lines:
        account.add(one)
    assert proof.line(account).split() == f"{word} D0 nothing is lost: {account.reached} of 100 tries, {control}".split()


def test_a_run_goes_on_where_it_was_broken_off_with_the_same_code_and_kind_only(tmp_path: Path) -> None:
    path = tmp_path / "build" / "prove.jsonl"
    first = Ledger(path, "deep", CODE)
    first.open(PROMISE, 100)
    first.note("D0", leg(10))
    again = Ledger(path, "deep", CODE).open(PROMISE, 100)
    assert (again.reached, again.seeds, again.counts) == (10, [0], {"late": 2})
    assert {f"Python {sys.version}", f"pytest {pytest.__version__}", f"SQLite {sqlite3.sqlite_version}"} <= set(libraries())
    for kind, code in (("deep", "other code"), ("light", CODE)):
        assert Ledger(path, kind, code).open(PROMISE, 100).reached == 0


def test_a_control_that_failed_is_not_tried_until_it_comes_out_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a run that is interrupted and resumed."""
    monkeypatch.setattr(proof, "do", lambda name, number, seed: {**leg(number), "seed": seed} if number else controls.pop())
    monkeypatch.setattr(proof, "ProcessPoolExecutor", lambda *_, **__: ThreadPoolExecutor(1))
    controls = [FOUND, UNFOUND]
    for _ in range(2):
        book = Ledger(tmp_path / "prove.jsonl", "deep", CODE)
        account = book.open(PROMISE, 100)
        assert proof.run(book, lambda: CODE)
    assert (account.verdict, account.reached, controls) == ("BLIND", 100, [FOUND])


def test_what_is_broken_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "promises", lambda: (PROMISE,))
    assert proof.do("D0", 10, 7)["broken"] == ["seed 7, 10 tries: a loss"]
    assert proof.do("D0", 10, 8)["broken"][0].startswith("seed 8, 10 tries: ValueError: a fall (test_ledger.py:")


def test_a_sample_is_held_to_what_chance_allows_and_all_changes_to_the_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "everything", lambda modules: range(3_000))
    for changes, noticed, kept in ((32, 30, True), (32, 25, False), (3_000, 2_849, False), (3_000, 2_850, True)):
        assert (mutants.judge("negoces2", {"changes": changes, "noticed": noticed}) == ()) == kept
