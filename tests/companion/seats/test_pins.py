"""PINs: hashed with a salt, and protected by counting attempts."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest

from companion.journal.codec import LONGEST_TEXT
from companion.seats.pins import DIGITS, FIRST_PAUSE, FREE_FOR_ALL, FREE_TRIES, LONGEST_PAUSE, SALT_BYTES, Tries, fits, hashed
from tests.companion.settings import Clock

SALT = bytes(range(SALT_BYTES))


def test_a_hash_fits_its_own_pin_only_and_does_not_contain_it() -> None:
    kept = hashed("0042", SALT)
    assert [pin for pin in ("0042", "0043", "42", "", "00420", "\x00", "٤٢", "\ud800") if fits(pin, kept)] == ["0042"]
    assert not any(fits(pin, "") for pin in ("", "0042"))
    assert len(kept) <= LONGEST_TEXT
    assert kept != hashed("0042", SALT[::-1])
    assert "0042" not in kept


class Guessing:
    """Wrong PINs of person 1, counted as the table does."""

    def __init__(self, clock: Clock) -> None:
        self.tries, self.tried = Tries(clock), Counter[str]()

    def guess(self, address: str = "a") -> float:
        if pause := self.tries.begin(1, address, lambda: self.tried):
            return pause
        self.tried[address] += 1
        self.tries.counted(1, address)
        return 0.0


def test_five_tries_are_free_then_each_pause_is_twice_the_last(clock: Clock) -> None:
    guessing = Guessing(clock)
    assert [guessing.guess() for _ in range(FREE_TRIES)] == [0.0] * FREE_TRIES
    pause = FIRST_PAUSE
    for _ in range(20):
        assert guessing.guess() == pytest.approx(pause)
        clock.now += pause - 0.5
        assert guessing.guess() > 0
        clock.now += 0.5
        assert guessing.guess() == 0
        pause = min(LONGEST_PAUSE, 2 * pause)
    assert pause == LONGEST_PAUSE


@pytest.mark.parametrize(("addresses", "often"), [(1, 250), (200, 150)])
def test_a_day_of_guessing_seldom_finds_a_pin_from_however_many_addresses(clock: Clock, addresses: int, often: int) -> None:
    guessing, end, others = Guessing(clock), clock.now + 24 * 3600, cycle(map(str, range(addresses)))
    while clock.now < end:
        clock.now += min(guessing.guess(next(others)) for _ in range(addresses))
    assert 10 < guessing.tried.total() < 10**DIGITS / often


def test_a_start_gives_no_free_tries_and_others_are_kept_waiting_only_by_many(clock: Clock) -> None:
    guessing = Guessing(clock)
    for _ in range(FREE_TRIES):
        guessing.guess()
    guessing.tries = Tries(clock)  # The program starts again.
    assert guessing.guess() == FIRST_PAUSE
    assert guessing.guess("b") == 0
    for number in range(FREE_FOR_ALL):
        guessing.guess(str(number))
    assert guessing.guess("c") == FIRST_PAUSE


def test_tries_at_once_are_all_counted(clock: Clock) -> None:
    guessing, ready = Guessing(clock), threading.Barrier(16)

    def guess(_: int) -> float:
        ready.wait()
        return guessing.tries.begin(1, "a", dict)

    with ThreadPoolExecutor(16) as threads:
        assert list(threads.map(guess, range(16))).count(0.0) == FREE_TRIES
