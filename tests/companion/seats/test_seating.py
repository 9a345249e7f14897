"""Who sits where under which name, and which game is on; and PINs."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from typing import Any

import pytest

from companion.games import installed
from companion.journal.codec import LONGEST_TEXT
from companion.kit.messages import Illegal
from companion.seats import seating
from companion.seats.names import LONGEST, is_readable, same
from companion.seats.pins import DIGITS, FIRST_PAUSE, FREE_FOR_ALL, FREE_TRIES, LONGEST_PAUSE, SALT_BYTES, Tries, fits, hashed
from companion.seats.seating import Seating, SitDown, StandUp
from companion.seats.starting import StartGame
from tests.companion.settings import Clock


def do(state: Seating, seat: str, command: Any) -> Seating:
    for event in seating.decide(state, seat, command, installed(), playing=False):
        state = seating.evolve(state, event)
    return state


def refused(state: Seating, seat: str, command: Any) -> str:
    with pytest.raises(Illegal) as caught:
        seating.decide(state, seat, command, installed(), playing=False)
    return caught.value.refusal.said.code.removeprefix("table.refusal.")


def sitting(**names: str) -> Seating:
    state = Seating({})
    for seat, name in names.items():
        state = do(state, seat, SitDown(name, f"token {seat}"))
    return state


THREE = sitting(D="Dot", A="Ann", B="Bob")


def test_a_seat_a_name_and_a_phone_are_taken_once_and_found_by_the_phones_token() -> None:
    state = do(Seating({}), "A", SitDown("  Ann   the  1st ", "abc"))
    assert state.sitters["A"].name == "Ann the 1st"
    assert (state.seat_of("abc"), state.seat_of("abd"), state.seat_of("")) == ("A", None, None)
    for why, seat, name, token in [
        ("seat_taken", "A", "Bob", "def"), ("name_taken", "B", "Ann the 1st", "def"), ("has_seat", "B", "Bob", "abc"),
        ("no_seat", "G", "Bob", "def"), ("name", "B", "x" * (LONGEST + 1), "def"),
    ]:  # fmt: skip
        assert refused(state, seat, SitDown(name, token)) == why
    do(state, "B", SitDown("Bob", "def"))


def test_a_game_starts_with_everybody_who_sits_in_the_boxs_order_or_not_at_all() -> None:
    state = do(THREE, "A", StartGame("barracuda", {"bank": "hidden"}))
    assert (state.started.number, state.started.seats) == (1, ("A", "B", "D"))
    assert do(state, "B", StartGame("barracuda", {})).started.number == 2
    assert refused(do(THREE, "A", StandUp()), "B", StartGame("barracuda", {})) == "too_few"
    assert refused(THREE, "A", StartGame("poker", {})) == "no_game"
    for wrong in ({"bank": "robbed"}, {"luck": "on"}, *map(cards, ("Octo\u202epus", "Octo\u200bpus", "x" * 41, " ", "\u2800"))):
        assert refused(THREE, "A", StartGame("barracuda", wrong)) == "options", wrong
    assert do(THREE, "A", StartGame("barracuda", cards("Chez Zoë"))).started is not None


def cards(first: str) -> dict[str, Any]:
    return {"cards": [[first if n == 0 else f"Bar {n}", 3, 1 + n % 2, False] for n in range(12)]}


def test_a_game_takes_no_more_players_than_it_is_for_and_just_those_who_have_a_seat_in_it(monkeypatch: Any) -> None:
    two, six = sitting(A="Ann", F="Fay"), sitting(**{seat: f"Number {seat}" for seat in "ABCDEF"})
    assert do(two, "F", StartGame("shark", {})).started.seats == ("A", "F")
    assert refused(six, "A", StartGame("barracuda", {})) == "no_seat_for"
    do(do(six, "F", StandUp()), "A", StartGame("barracuda", {}))
    do(six, "A", StartGame("shark", {}))
    monkeypatch.setattr(installed()["shark"], "MOST", 5)
    assert refused(six, "A", StartGame("shark", {})) == "too_many"


READABLE = [
    "Noor", "Émile", "E\u0301mile", "Jean-Luc", "D'Arcy", "Ngọc Bích", "Ng\u006f\u0323\u0302c", "李雷", "さくら", "ñandú",
    "Łukasz", "Ольга", "דנה", "دانة", "สมชาย", "अनिल", "🦑", "❤️ Noor", "A", "0", "#1", "<b>", "{who}", "W" * LONGEST,
]  # fmt: skip
SAME = [
    ("Noor", "noor"), ("Émile", "E\u0301mile"), ("Ｎoor", "Noor"), ("Straße", "STRASSE"), ("❤️", "❤"), ("No\ufe0for", "Noor"),
    ("Anna", "\u0410nna"), ("Bob", "\u0412ob"), ("Kay", "\u041a\u0430\u0443"), ("O0", "00"), ("ﬁn", "fin"),
    ("Κώστας", "ΚΏΣΤΑΣ"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), [*SAME, *((name, name) for name in READABLE)])
def test_what_reads_alike_is_the_same_and_people_may_be_called_what_they_are_called(one: str, other: str) -> None:
    """tests/web/server/test_names.py tries the names that nobody could read."""
    assert is_readable(one)
    assert same(one, other)
    assert same(other, one)


def test_what_reads_otherwise_is_another() -> None:
    assert not any(same(one, other) for one, other in (("Noor", "Nora"), ("Emile", "Émile"), ("Olga", "Ольга")))


# PINs: hashed with a salt, and protected by counting attempts


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
    assert (guessing.guess(), guessing.guess("b")) == (FIRST_PAUSE, 0)
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
