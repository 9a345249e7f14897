"""From raw reads to Laid and Lifted."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from firmware.devices import Laid, Lifted
from firmware.presence import FIRST_POLLS, MISSES, Crowded, Presence

A, B, C = b"\x04\x01\x02\x03", b"\x04\x01\x02\x04", b"\x04\x01\x02\x05"


@pytest.fixture
def presence() -> Presence:
    """A reader that has been empty for a while."""
    presence = Presence("r")
    assert see(presence, *[[]] * FIRST_POLLS) == []
    return presence


def see(presence: Presence, *polls: Sequence[bytes]) -> list[Laid | Lifted | Crowded]:
    return [event for poll in polls for event in presence.see(poll)]


def test_laid_on_the_first_read_and_a_resting_tag_fires_once(presence: Presence) -> None:
    assert see(presence, [A]) == [Laid("r", A)]
    assert see(presence, *[[A]] * 1000) == []


def test_lifted_after_five_misses_in_a_row_and_laid_again_then(presence: Presence) -> None:
    see(presence, [A])
    assert see(presence, *[[], [], [], [], [A]] * 50) == []
    assert see(presence, *[[]] * (MISSES - 1)) == []
    assert see(presence, []) == [Lifted("r", A)]
    assert see(presence, *[[]] * 20, [A]) == [Laid("r", A)]


@pytest.mark.parametrize("reset", [False, True])
def test_what_lies_there_at_first_counts_once_lifted_and_laid_again(reset: bool) -> None:
    presence = Presence("r")
    if reset:
        see(presence, *[[]] * FIRST_POLLS, [A])
        presence.reset()
    assert see(presence, [], [A], *[[A]] * 50, *[[]] * MISSES) == []
    assert see(presence, [A]) == [Laid("r", A)]


def test_two_at_once_are_told_once_and_the_one_that_stays_must_be_lifted_first(presence: Presence) -> None:
    assert see(presence, *[[B, A]] * 10, *[[B]] * 20, *[[]] * MISSES) == [Crowded("r", (A, B))]
    assert see(presence, [B]) == [Laid("r", B)]


def test_another_tag_beside_one_that_lay_there_and_a_third_are_a_crowd_each() -> None:
    presence = Presence("r")
    see(presence, *[[A]] * 10)
    assert see(presence, [A, B], [A, B, C]) == [Crowded("r", (A, B)), Crowded("r", (A, B, C))]


def test_a_second_tag_beside_a_resting_one(presence: Presence) -> None:
    assert see(presence, [A], [A, B], [A, B]) == [Laid("r", A), Crowded("r", (A, B))]
    assert see(presence, *[[A]] * 10) == []  # B was taken away, A stays as it was
    assert see(presence, *[[]] * MISSES) == [Lifted("r", A)]


def test_a_second_tag_that_shadows_the_resting_one_waits_until_that_is_sure(presence: Presence) -> None:
    assert see(presence, [A], [B], [B]) == [Laid("r", A)]
    assert see(presence, [A, B]) == [Crowded("r", (A, B))]


def test_a_quick_exchange_gives_both_moves_in_order(presence: Presence) -> None:
    assert see(presence, [A], [], *[[B]] * MISSES) == [Laid("r", A), Lifted("r", A), Laid("r", B)]


def test_a_tag_that_only_brushed_past_in_an_exchange_is_not_laid(presence: Presence) -> None:
    assert see(presence, [A], [B], *[[]] * 20) == [Laid("r", A), Lifted("r", A)]


def test_one_missed_poll_in_ten_lifts_next_to_nothing(presence: Presence) -> None:
    random = Random(7)
    polls = [[] if random.random() < 0.1 else [A] for _ in range(40_000)]  # an hour
    assert len(see(presence, *polls)) <= 3


def test_laid_and_lifted_alternate_for_any_reads(presence: Presence) -> None:
    random = Random(8)
    lying: set[bytes] = set()
    for _ in range(20_000):
        for event in presence.see(random.choice(([], [], [], [A], [B], [A, B]))):
            match event:
                case Laid(uid=uid):
                    assert not lying
                    lying.add(uid)
                case Lifted(uid=uid):
                    lying.remove(uid)
