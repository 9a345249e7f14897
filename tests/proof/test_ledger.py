"""What counts as kept, and what a run that was broken off may go on from."""

from __future__ import annotations

import json
import math
import sqlite3
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tests.proof import __main__ as proof
from tests.proof import ledger
from tests.proof.__main__ import line
from tests.proof.ledger import Account, Ledger, digest
from tests.proof.promise import Leg, Promise

PROMISE = Promise("D0", "nothing is lost", 100, "tries", 10, lambda number, seed: Leg(number), lambda: "a seeded loss")


def account(**told: object) -> Account:
    return Account(**{"what": "nothing is lost", "unit": "tries", "asked": 5, "reached": 5, "control_found": True, **told})


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
        ({"control_found": False, "control": "none", "failures": ["none"]}, "BLIND", "control NOT FOUND (none)"),
        ({"reached": 1, "control_found": False}, "SHORT", "control NOT FOUND (not tried)"),
        ({"reached": 1, "control": "three losses"}, "SHORT", "control found"),
        ({"control": "three losses", "failures": ["none"]}, "kept", "control found, NOT FOUND 1 times before"),
        (
            {"control_found": False, "control": "none", "failures": ["one", "none"]},
            "BLIND",
            "control NOT FOUND (none), NOT FOUND 1 times before",
        ),
    ],
)
def test_a_line_tells_what_was_reached_of_what_was_asked_and_of_the_control(
    told: dict[str, object], word: str, control: str
) -> None:
    said = line("D0", account(**told))
    assert said.split() == f"{word} D0 nothing is lost: {told.get('reached', 5)} of 5 tries, {control}".split()


def test_a_deep_run_goes_on_where_it_was_broken_off_with_the_same_code_only(tmp_path: Path) -> None:
    path = tmp_path / "build" / "prove.json"
    first = Ledger(path, "deep", "this code")
    first.account(PROMISE, 100).add(0, Leg(10, counts={"of them late": 2}), 1.5)
    first.write()
    again = Ledger(path, "deep", "this code").account(PROMISE, 100)
    assert (again.reached, again.seeds, again.counts, again.seconds) == (10, [0], {"of them late": 2}, 1.5)
    assert Ledger(path, "deep", "other code").account(PROMISE, 100).reached == 0


def test_only_what_is_named_begins_afresh_and_its_failures_stay(tmp_path: Path) -> None:
    kept = Ledger(tmp_path / "prove.json", "deep", "this code")
    for promise in (PROMISE, replace(PROMISE, name="D00")):
        one = kept.account(promise, 100)
        one.add(0, Leg(10, ("a loss",)), 1.5)
        one.try_control("nothing found", 0.5, found=False)
    kept.begin_afresh(["D0", "D000"])
    afresh, other = kept.account(PROMISE, 100), kept.accounts["D00"]
    assert (afresh.reached, afresh.broken, afresh.control, afresh.failures) == (0, [], None, ["nothing found"])
    assert (other.reached, other.broken, other.control, other.failures) == (10, ["a loss"], "nothing found", ["nothing found"])


def test_a_control_that_failed_is_not_tried_until_it_comes_out_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a run that is broken off and taken up again would."""
    path = tmp_path / "prove.json"
    seen = run(path, monkeypatch, control="nothing found")
    assert ("D0", 0, 0) in seen
    assert (account_in(path).kept, account_in(path).failures) == (False, ["nothing found"])
    assert run(path, monkeypatch, control="") == []
    assert (account_in(path).kept, account_in(path).failures) == (False, ["nothing found"])


def test_a_control_that_was_found_is_kept_and_leaves_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "prove.json"
    run(path, monkeypatch, control="")
    assert (account_in(path).kept, account_in(path).failures) == (True, [])


def test_what_was_tested_after_a_change_of_the_code_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "prove.json"
    codes = iter(["this code", "this code", *["other code"] * 20])
    seen = run(path, monkeypatch, control="", code=lambda: next(codes))
    assert len(seen) == 3, "a deep run ends there"
    assert account_in(path).reached == 10, "the control and one leg were done before"


def run(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, control: str, code: Callable[[], str] = lambda: "this code"
) -> list[tuple[str, int, int]]:
    """Do a deep run of D0, one task at a time in this process; *control* is what it fails with. Return the tasks."""
    seen = []

    def done(name: str, number: int, seed: int) -> tuple[Leg | str, bool, float]:
        seen.append((name, number, seed))
        return (Leg(number), True, 1.0) if number else (control or "a loss", not control, 1.0)

    monkeypatch.setattr(proof, "do", done)
    monkeypatch.setattr(proof, "ProcessPoolExecutor", lambda *_, **__: ThreadPoolExecutor(1))
    monkeypatch.setattr(proof.os, "cpu_count", lambda: 1)
    tested = proof.Run([PROMISE], Ledger(path, "deep", "this code"), 1, math.inf, code)
    tested.go()
    assert tested.has_changed is (code() != "this code")
    return seen


def account_in(path: Path) -> Account:
    return Ledger(path, "deep", "this code").accounts["D0"]


def test_a_light_run_leaves_the_deep_one_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "prove.json"
    for kind in ("deep", "light"):
        one = Ledger(path, kind, "this code")
        one.account(PROMISE, 5).add(0, Leg(5), 1.0)
        one.write()
    written = json.loads(path.read_text())
    assert [written[kind]["promises"]["D0"]["reached"] for kind in ("deep", "light")] == [5, 5]
    assert written["deep"]["promises"]["D0"]["kept"] is False, "its control was never tried"


@pytest.mark.parametrize(
    "changed",
    [
        "web/templates/seat.html",
        "web/static/seat.css",
        "companion/words/en/LC_MESSAGES/web.mo",
        "firmware/boot.py",
        "pyproject.toml",
    ],
)
def test_what_is_run_otherwise_is_other_code(tmp_path: Path, changed: str) -> None:
    page = tmp_path / changed
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("one")
    before = digest(tmp_path)
    page.write_text("two")
    assert digest(tmp_path) != before


@pytest.mark.parametrize("beside", ["README.md", "companion/RULEBOOK.md", "web/.seat.html.swp", "web/__pycache__/app.pyc"])
def test_documents_and_what_lies_beside_are_no_code(tmp_path: Path, beside: str) -> None:
    before = digest(tmp_path)
    (tmp_path / beside).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / beside).write_text("what it is")
    assert digest(tmp_path) == before


def test_another_library_is_other_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(tmp_path)
    monkeypatch.setattr(ledger, "libraries", lambda: ["Flask 9"])
    assert digest(tmp_path) != before


def test_the_libraries_are_those_that_are_installed() -> None:
    told = ledger.libraries()
    assert f"Python {sys.version}" in told
    assert f"pytest {pytest.__version__}" in told
    assert f"SQLite {sqlite3.sqlite_version}" in told
