"""A slow hour is told from a slow program, and a fast machine owes nothing for its speed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import pace


@pytest.mark.parametrize(("seconds", "slow"), [(pace.USUAL / 3, 1.0), (pace.USUAL, 1.0), (3 * pace.USUAL, 3.0)])
def test_a_fast_machine_has_no_less(monkeypatch: pytest.MonkeyPatch, seconds: float, slow: float) -> None:
    monkeypatch.setattr(pace, "_unit", lambda: seconds)
    assert pace.slowness() == pytest.approx(slow)


def test_what_the_host_took_stands_in_the_first_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    counts = tmp_path / "stat"
    monkeypatch.setattr(pace, "COUNTS", counts)
    assert pace.stolen() == 0, "no Linux"
    counts.write_text("cpu  10 20 30 40 50 60 70 80 90 100\ncpu0 1 2 3 4 5 6 7 8 9 10\n")
    assert pace.stolen() == 80


def test_one_unit_that_was_held_up_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    units = iter([pace.USUAL, pace.USUAL, 50 * pace.USUAL, pace.USUAL, pace.USUAL])
    monkeypatch.setattr(pace, "_unit", lambda: next(units))
    assert pace.slowness() == pytest.approx(1.0)
