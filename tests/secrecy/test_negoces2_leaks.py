"""The positive control: every leak that was put in on purpose is found, and each by what it says."""

from __future__ import annotations

import pytest

from tests.secrecy.negoces2_leaks import LEAKS, Leak
from tests.secrecy.negoces2_worlds import RECIPE, moments
from tests.secrecy.two_worlds import run

ENOUGH = 4_000  # Steps within which a leak must be found; most are within fifty.


@pytest.fixture(scope="module", autouse=True)
def _games() -> None:
    moments()


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_the_leak_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    report = run(RECIPE, ENOUGH, seed=1)
    assert report.differences, f"{leak.__name__} went unseen for {report.steps} steps"
    print(f"{leak.__name__} after {report.steps} steps: {report.differences[0]}")
