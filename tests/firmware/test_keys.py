from __future__ import annotations

import pytest

from firmware.devices import Button, Pressed
from firmware.keys import LONG, STUCK, Key

UP, DOWN = False, True
STEP = 0.005


def presses(key: Key, *spans: tuple[bool, float]) -> list[tuple[object, Pressed]]:
    """Feed the key *spans* of (level, seconds) and return (time, press) for each press, the time within a step."""
    levels = [level for level, seconds in spans for _ in range(round(seconds / STEP))]
    timed = [(turn * (STEP + 1e-6), level) for turn, level in enumerate(levels)]
    return [(pytest.approx(at, abs=STEP + 1e-3), press) for at, level in timed if (press := key.update(level, at))]


def test_a_plain_key_reports_when_it_goes_down_and_one_with_a_long_form_when_it_comes_up() -> None:
    assert presses(Key(Button.BACK), (UP, 1), (DOWN, 1), (UP, 1)) == [(1.015, Pressed(Button.BACK))]
    assert presses(Key(Button.OK, has_long=True), (UP, 1), (DOWN, 0.5), (UP, 1)) == [(1.54, Pressed(Button.OK))]


@pytest.mark.parametrize(
    ("held", "pressed"),
    [(LONG - 0.05, [False]), (LONG - 0.005, [False]), (LONG + 0.02, [True]), (3, [True]),
     (STUCK - 0.1, [True]), (STUCK + 0.1, []), (300, [])],
)  # fmt: skip
def test_two_seconds_divide_short_from_long_and_ten_long_from_stuck(held: float, pressed: list[bool]) -> None:
    key = Key(Button.OK, has_long=True)
    assert [press.long for _, press in presses(key, (UP, 1), (DOWN, held), (UP, 1))] == pressed
    assert len(presses(key, (DOWN, 0.1), (UP, 1))) == 1  # And is a key again.


@pytest.mark.parametrize(("gap", "count"), [(0.03, 1), (0.06, 2)])
def test_a_spike_is_no_touch_and_a_gap_is_no_release(gap: float, count: int) -> None:
    assert presses(Key(Button.BACK), (UP, 1), (DOWN, 0.01), (UP, 1)) == []
    assert len(presses(Key(Button.BACK), (UP, 1), (DOWN, 0.2), (UP, gap), (DOWN, 0.2), (UP, 1))) == count


@pytest.mark.parametrize("has_long", [False, True])
def test_a_key_that_is_down_at_the_start_counts_only_once_released(has_long: bool) -> None:
    key = Key(Button.OK, has_long=has_long)
    assert presses(key, (DOWN, 10), (UP, 1)) == []
    assert len(presses(key, (UP, 1), (DOWN, 0.1), (UP, 1))) == 1


@pytest.mark.parametrize("is_down_at_start", [True, False])
def test_a_stuck_key_is_told_from_one_that_is_held(is_down_at_start: bool) -> None:
    key = Key(Button.OK, has_long=True)
    key.update(is_down_at_start, 0.0)
    for tenth in range(1, 120):
        key.update(True, tenth / 10)
    assert not key.is_stuck(9.9)
    assert key.is_stuck(11.9)
    key.update(False, 12.0)
    key.update(False, 12.1)
    assert not key.is_stuck(12.1)
