from __future__ import annotations

import pytest

from firmware.devices import Button, Pressed
from firmware.keys import LONG, STUCK, Key


def presses(key, spans, step=0.005):
    """Feed the key *spans* of (level, seconds) and return (time, press) for each press, the time within a step."""
    levels = [level for level, seconds in spans for _ in range(round(seconds / step))]
    found = []
    for turn, level in enumerate(levels):
        if press := key.update(level, turn * (step + 1e-6)):
            found.append((pytest.approx(turn * step, abs=step + 1e-6), press))
    return found


UP, DOWN = False, True


def test_a_plain_key_reports_when_it_goes_down():
    assert presses(Key(Button.BACK), [(UP, 1), (DOWN, 1), (UP, 1)]) == [(1.015, Pressed(Button.BACK))]


def test_a_key_with_a_long_form_reports_a_short_touch_when_it_ends():
    key = Key(Button.OK, has_long=True)
    assert presses(key, [(UP, 1), (DOWN, 0.5), (UP, 1)]) == [(1.54, Pressed(Button.OK))]


def test_a_long_touch_is_reported_once_and_nothing_in_addition():
    key = Key(Button.OK, has_long=True)
    assert presses(key, [(UP, 1), (DOWN, 3), (UP, 1)]) == [(4.04, Pressed(Button.OK, long=True))]


@pytest.mark.parametrize(("held", "long"), [(LONG - 0.05, False), (LONG - 0.005, False), (LONG + 0.02, True)])
def test_two_seconds_divide_short_from_long(held, long):
    found = presses(Key(Button.OK, has_long=True), [(UP, 1), (DOWN, held), (UP, 1)])
    assert [press for _, press in found] == [Pressed(Button.OK, long=long)]


def test_a_spike_is_no_touch_and_a_gap_is_no_release():
    key = Key(Button.BACK)
    assert presses(key, [(UP, 1), (DOWN, 0.01), (UP, 1)]) == []
    assert len(presses(Key(Button.BACK), [(UP, 1), (DOWN, 0.2), (UP, 0.03), (DOWN, 0.2), (UP, 1)])) == 1
    assert len(presses(Key(Button.BACK), [(UP, 1), (DOWN, 0.2), (UP, 0.06), (DOWN, 0.2), (UP, 1)])) == 2


@pytest.mark.parametrize("has_long", [False, True])
def test_a_key_that_is_down_at_the_start_counts_only_once_released(has_long):
    key = Key(Button.OK, has_long=has_long)
    assert presses(key, [(DOWN, 10), (UP, 1)]) == []
    assert len(presses(key, [(UP, 1), (DOWN, 0.1), (UP, 1)])) == 1


def test_a_jammed_key_is_reported_once():
    assert len(presses(Key(Button.LAST_ORDER), [(UP, 1), (DOWN, 300)])) == 1


@pytest.mark.parametrize(("held", "count"), [(STUCK - 0.1, 1), (STUCK + 0.1, 0), (300, 0)])
def test_a_key_with_a_long_form_that_is_stuck_presses_nothing(held, count):
    key = Key(Button.OK, has_long=True)
    assert len(presses(key, [(UP, 1), (DOWN, held), (UP, 1)])) == count
    assert len(presses(key, [(DOWN, 0.1), (UP, 1)])) == 1  # and is a key again


@pytest.mark.parametrize("is_down_at_start", [True, False])
def test_a_stuck_key_is_told_from_one_that_is_held(is_down_at_start):
    key = Key(Button.OK, has_long=True)
    key.update(is_down_at_start, 0.0)
    for tenth in range(1, 120):
        key.update(True, tenth / 10)
    assert not key.is_stuck(9.9)
    assert key.is_stuck(11.9)
    key.update(False, 12.0)
    key.update(False, 12.1)
    assert not key.is_stuck(12.1)


def test_whether_it_is_down_can_be_asked():
    key = Key(Button.BACK)
    presses(key, [(UP, 1)])
    assert not key.is_down
    presses(key, [(DOWN, 1)])
    assert key.is_down


def test_it_is_settled_while_no_bounce_is_waited_for():
    key = Key(Button.BACK)
    assert not key.is_settled
    presses(key, [(UP, 1)])
    assert key.is_settled
    presses(key, [(DOWN, 0.005)])
    assert not key.is_settled
    presses(key, [(DOWN, 1)])
    assert key.is_settled
