"""PINs: hashed with salt, and guarded by counting tries."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.codec import LONGEST_TEXT
from companion.pins import DIGITS, FIRST_PAUSE, FREE_TRIES, LONGEST_PAUSE, SALT_BYTES, Tries, fits, hashed
from tests.companion.settings import Clock

SALT = bytes(range(SALT_BYTES))


def test_a_pin_fits_what_was_made_of_it_which_has_no_pin_in_it_and_nothing_else() -> None:
    kept = hashed("0042", SALT)
    assert fits("0042", kept)
    assert not [pin for pin in ("0043", "42", "", "00420", "\x00", "٤٢", "\ud800") if fits(pin, kept)]
    assert not fits("", "")
    assert not fits("0042", "")
    kept = hashed("0042", SALT)
    assert len(kept) <= LONGEST_TEXT
    assert kept != hashed("0042", SALT[::-1])
    assert "0042" not in kept


def test_five_tries_are_free_then_each_pause_is_twice_the_last(clock: Clock) -> None:
    tries = Tries(clock)
    assert [tries.begin("A") for _ in range(FREE_TRIES)] == [0.0] * FREE_TRIES
    pause = FIRST_PAUSE
    for _ in range(20):
        assert tries.begin("A") == pytest.approx(pause)
        clock.now += pause - 0.5
        assert tries.begin("A") > 0
        clock.now += 0.5
        assert tries.begin("A") == 0
        pause = min(LONGEST_PAUSE, 2 * pause)
    assert pause == LONGEST_PAUSE


def test_a_day_of_guessing_finds_a_pin_once_in_250_days(clock: Clock) -> None:
    tries, heard, end = Tries(clock), 0, clock.now + 24 * 3600
    while clock.now < end:
        pause = tries.begin("A")
        heard += pause == 0
        clock.now += pause
    assert 10 < heard < 10**DIGITS / 250


def test_the_right_pin_starts_the_count_anew_and_seats_are_counted_apart(clock: Clock) -> None:
    tries = Tries(clock)
    for _ in range(FREE_TRIES - 1):
        tries.begin("A")
    tries.right("A")
    assert [tries.begin("A") for _ in range(FREE_TRIES)] == [0.0] * FREE_TRIES
    assert tries.begin("A") > 0
    assert tries.begin("B") == 0


def test_tries_at_once_are_all_counted(clock: Clock) -> None:
    tries, ready = Tries(clock), threading.Barrier(16)

    def guess(_: int) -> float:
        ready.wait()
        return tries.begin("A")

    with ThreadPoolExecutor(16) as threads:
        assert list(threads.map(guess, range(16))).count(0.0) == FREE_TRIES
