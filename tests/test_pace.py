"""A slow hour is told from a slow program, and a fast machine owes nothing for its speed."""

from __future__ import annotations

import pytest

from tests import pace


@pytest.mark.parametrize(("seconds", "slow"), [(pace.USUAL / 3, 1.0), (pace.USUAL, 1.0), (3 * pace.USUAL, 3.0)])
def test_a_fast_machine_has_no_less(monkeypatch: pytest.MonkeyPatch, seconds: float, slow: float) -> None:
    monkeypatch.setattr(pace, "_unit", lambda: seconds)
    assert pace.slowness() == pytest.approx(slow)


def test_one_unit_that_was_held_up_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    units = iter([pace.USUAL, pace.USUAL, 50 * pace.USUAL, pace.USUAL, pace.USUAL])
    monkeypatch.setattr(pace, "_unit", lambda: next(units))
    assert pace.slowness() == pytest.approx(1.0)
