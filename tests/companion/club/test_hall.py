"""What a hub makes of what it hears: whom tables wait for, which are lost, and nothing of what makes no sense."""

import json
from typing import Any

import pytest

from companion.club import reports
from companion.club.hall import LONG, MOST, SHOWN, SILENT, Hall
from tests.clubs import health, identity, result, state
from tests.web.phones import Clock


def hall_of(*tables: int) -> tuple[Hall, Clock]:
    hall = Hall(clock := Clock())
    clock.now = 100.0
    hall.reached()
    for n in tables:
        hall.hear(identity(n), "status", b"online")
        hall.hear(identity(n), "state", state())
    return hall, clock


def test_a_table_waits_since_it_has_asked_as_it_does_now() -> None:
    hall, clock = hall_of(1)
    one = lambda: hall.now.tables[identity(1)]
    clock.now += 50
    hall.hear(identity(1), "state", state(names={"B": "Noor"}, reader=False))  # Nobody else is asked.
    assert (one().waits(clock.now), dict(one().state.names)) == (50, {"B": "Noor"})
    hall.hear(identity(1), "state", state(asked=["C"]))
    assert one().waits(clock.now) == 0
    clock.now += LONG
    assert one().waits(clock.now) == LONG
    for quiet in (state(phase="paused"), state(asked=[])):
        hall.hear(identity(1), "state", quiet)
        assert one().waits(clock.now) is None


def test_a_table_is_lost_by_the_brokers_word_or_by_its_silence_after_the_brokers_return() -> None:
    hall, clock = hall_of(1, 2, 3)
    lost = lambda: {int(name, 16): one.lost for name, one in hall.now.tables.items() if one.lost is not None}
    hall.hear(identity(3), "status", b"offline")
    assert lost() == {3: 100.0}
    hall.missed()
    clock.now += 500
    hall.look()
    assert lost() == {3: 100.0}  # Of the others nothing is known while the broker is away.
    hall.reached()
    hall.hear(identity(1), "status", b"online")
    clock.now += SILENT + 1
    hall.look()
    assert lost() == {2: clock.now, 3: 100.0}
    hall.hear(identity(2), "status", b"online")
    clock.now += SHOWN
    hall.look()
    assert {int(name, 16) for name, one in hall.now.tables.items() if one.is_shown(clock.now)} == {1, 2}


def test_a_table_that_was_away_before_the_hub_came_is_on_no_board() -> None:
    hall, clock = hall_of()
    hall.hear(identity(1), "state", state())
    hall.hear(identity(1), "status", b"offline")
    assert not hall.now.tables[identity(1)].is_shown(clock.now)


def test_memory_is_bounded_and_the_table_that_is_lost_for_longest_makes_room() -> None:
    hall, clock = hall_of(*range(MOST))
    before = hall.now
    hall.hear(identity(MOST), "status", b"online")
    assert (len(hall.now.tables), hall.now) == (MOST, before)
    for n in (5, 4):
        clock.now += 1
        hall.hear(identity(n), "status", b"offline")
    hall.hear(identity(MOST), "status", b"online")
    assert (len(hall.now.tables), identity(5) in hall.now.tables, identity(4) in hall.now.tables) == (MOST, False, True)


def test_invented_tables_that_never_came_online_make_room_for_one_that_does() -> None:
    hall, clock = hall_of()
    for n in range(MOST):
        clock.now += 1
        hall.hear(identity(n), "state", state())
    hall.hear(identity(1), "status", b"online")
    for n in (MOST, MOST + 1):
        hall.hear(identity(n), "status", b"online")
    assert [identity(n) in hall.now.tables for n in (0, 1, 2, MOST, MOST + 1)] == [False, True, False, True, True]


HOSTILE: list[bytes] = [
    b"", b"\xff\x00", b"null", b"[]", b"7", b"{}", b"[" * 5000, b'{"a":' * 1500, b"{" + b" " * 9000 + b"}", b"1" * 5000,
    b'{"number": 1e999}', b"online ",
]  # fmt: skip
STATES: list[dict[str, Any]] = [
    {"phase": "gone"}, {"phase": 1}, {"game": "../../x"}, {"game": "<b>"}, {"game": ["shark"]}, {"round": -1}, {"round": True},
    {"round": 1.5}, {"round": 10**12}, {"seats": "ABC"}, {"seats": ["A"] * 13}, {"seats": ["a"]}, {"seats": [["A"]]},
    {"asked": ["everybody"]}, {"asked": {}}, {"free": None}, {"reader": 1}, {"reader": None}, {"names": ["Noor"]},
    {"names": {"the longest seat": "Noor"}},
]  # fmt: skip
HEALTHS: list[dict[str, Any]] = [
    {"address": "javascript:alert(1)//"}, {"address": "http://a b/"}, {"address": "http://" + "a" * 99 + "/"},
    {"version": "<i>"}, {"disk": "9"}, {"disk": -1}, {"disk": None},
]  # fmt: skip
RESULTS: list[dict[str, Any]] = [
    {"number": 0}, {"number": "1"}, {"number": 10**10}, {"game": ""}, {"ended": "yesterday"}, {"ended": "2026-13-01T00:00"},
    {"ended": "٢٠٢٦-11-26T21:03"},
    {"minutes": -1}, {"duplicate": "zz"}, {"mark": "zz"}, {"seats": []}, {"seats": [1]}, {"seats": None},
]  # fmt: skip


@pytest.mark.parametrize(("kind", "payload"), [
    *((kind, payload) for kind in ("status", "state", "health", "nonsense") for payload in HOSTILE),
    *(("state", state(**more)) for more in STATES), *(("health", health(**more)) for more in HEALTHS),
])  # fmt: skip
def test_what_makes_no_sense_changes_nothing(kind: str, payload: bytes) -> None:
    hall, _ = hall_of(1)
    before = hall.now
    for n in (1, 2):
        hall.hear(identity(n), kind, payload)
    assert hall.now is before


@pytest.mark.parametrize("payload", [
    *HOSTILE, *(result(**more) for more in RESULTS), result(places="A1 A2"), result().replace(b'"place": 1', b'"place": -1'),
    result().replace(b"false", b"null"), result().replace(b'"sum": 8', b'"sum": 1.5'),
])  # fmt: skip
def test_a_result_that_makes_no_sense_is_none(payload: bytes) -> None:
    assert reports.result(payload) is None


def test_names_that_nobody_could_read_are_left_out_and_fields_of_newer_tables_ignored() -> None:
    names = {"A": "Noor", "B": "x" * 5000, "C": "a\u202eb", "D": 7, "table": "\u0000"}
    assert reports.state(state(names=names, more={"deep": [1]})).names == (("A", "Noor"),)
    told = json.loads(state())
    del told["free"]
    assert reports.state(json.dumps(told).encode()).free == ()
    assert reports.result(result(ended="", more=1)).parts[0].seat == "A"
    assert reports.health(health(address="")).address == ""
