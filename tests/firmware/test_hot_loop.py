"""What `make bench` prints of the reader, as promises: H2, and the stock driver beside ours."""

from __future__ import annotations

import pytest

from tests.bench import hot_loop
from tests.bench.healthy_polls import poll

HOURS = pytest.param(30_000, marks=pytest.mark.broad)  # A million takes minutes: python -m tests.bench.healthy_polls 1000000


def test_our_poll_is_cheap_and_whole_where_the_stock_one_is_neither() -> None:
    costs = hot_loop.costs()
    empty, tag = costs["ours", "nothing"], costs["ours", "a 7-byte tag"]
    assert empty.transfers <= 70
    assert (empty.answered, tag.answered, tag.read) == (0, 1, 1)
    stock_empty, stock_tag = costs["stock", "nothing"], costs["stock", "a 7-byte tag"]
    assert stock_empty.transfers == 2013
    assert (stock_tag.answered, stock_tag.read) == (0.5, 0)
    assert stock_empty.milliseconds > 20 * empty.milliseconds


@pytest.mark.parametrize("polls", [5_000, HOURS])
def test_healthy_polls_raise_no_false_alarm_and_lay_no_phantom(polls: int) -> None:
    tally = poll(polls)
    assert tally.told == {"Laid": tally.laid, "Lifted": tally.lifted}
    assert tally.false == 0
    assert tally.laid == polls / 500


@pytest.mark.parametrize("at", [700, 1000, 1001])
def test_an_alarm_among_them_would_be_counted(at: int) -> None:
    assert poll(1500, brown_out_at=at).false >= 2  # One line down, one up.
