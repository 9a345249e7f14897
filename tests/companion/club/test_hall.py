"""What a hub makes of what it hears: whom tables wait for, which are lost, what is nonsense; and points and ranking."""

import json
from fractions import Fraction
from typing import Any

import pytest

from companion.club import exports, reports
from companion.club.hall import LONG, MOST, SHOWN, SILENT, Hall
from companion.club.ledger import Entry
from companion.club.standings import Pair, Played, Row, pairs, points, ranking
from tests.clubs import counted, health, identity, result, state
from tests.companion.settings import Clock


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
    for kind, payload in (("state", state()), ("status", b"offline")):
        hall.hear(identity(4), kind, payload)
    assert not hall.now.tables[identity(4)].is_shown(clock.now)  # It was away before the hub came.
    lost = lambda: {int(name, 16): one.lost for name, one in hall.now.tables.items() if one.lost is not None and one.came}
    hall.hear(identity(3), "status", b"offline")
    assert lost() == {3: 100.0}
    hall.missed()
    clock.now += 500
    hall.missed()
    hall.look()
    assert (lost(), hall.now.line) == ({3: 100.0}, 100.0)  # Of the others nothing is known while the broker is away.
    hall.reached()
    hall.hear(identity(1), "status", b"online")
    clock.now += SILENT + 1
    hall.look()
    assert lost() == {2: clock.now, 3: 100.0}
    hall.hear(identity(2), "status", b"online")
    clock.now += SHOWN
    hall.look()
    assert {int(name, 16) for name, one in hall.now.tables.items() if one.is_shown(clock.now)} == {1, 2}


def test_memory_is_bounded_and_what_is_lost_for_longest_or_was_invented_and_never_came_online_makes_room() -> None:
    hall, clock = hall_of(*range(MOST))
    before = hall.now
    hall.hear(identity(MOST), "status", b"online")
    assert (len(hall.now.tables), hall.now) == (MOST, before)
    for n in (5, 4):
        clock.now += 1
        hall.hear(identity(n), "status", b"offline")
    hall.hear(identity(MOST), "status", b"online")
    assert (len(hall.now.tables), identity(5) in hall.now.tables, identity(4) in hall.now.tables) == (MOST, False, True)
    hall, clock = hall_of()
    for n in range(MOST):
        clock.now += 1
        hall.hear(identity(n), "state", state())
    for n in (1, MOST, MOST + 1):
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
    {"number": 0}, {"number": "1"}, {"number": 10**10}, {"game": ""}, {"minutes": -1}, {"duplicate": "zz"},
    *({"ended": moment} for moment in ("yesterday", "2026-13-01T00:00", "٢٠٢٦-11-26T21:03")), {"mark": "zz"},
    *({"seats": seats} for seats in ([], [1], None)),
]  # fmt: skip
CHANGES = (b'"B"', b'"A"'), (b'"place": 1', b'"place": -1'), (b"false", b"null"), (b'"sum": 9', b'"sum": 1.5')


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
    *HOSTILE, *(result(**more) for more in RESULTS), *(result().replace(*change) for change in CHANGES),
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


# Standings, by tables worked out by hand


def of(text: str) -> dict[str, int]:
    """Return places or people by seat, from a text such as "A1 B2"."""
    return {one[0]: int(one[1:]) for one in text.split()}


@pytest.mark.parametrize(("places", "earned"), [
    ("A1 B2", "A2 B1"), ("A2 B1 C3 D4", "A3 B4 C2 D1"), ("A1 B1 C1", "A2 B2 C2"), ("A1", "A1"), ("", ""),
    ("A1 B1 C3 D4", "A7/2 B7/2 C2 D1"),  # Two winners share the first place and the second, 4 + 3,
    ("A1 B1 C2 D3", "A7/2 B7/2 C2 D1"),  # whatever the next place is called.
    ("A1 B2 C2 D2 E5", "A5 B3 C3 D3 E1"),  # 4 + 3 + 2
    ("A0 B1 C0", "A3/2 B3 C3/2"),  # Only the winner is known.
])  # fmt: skip
def test_a_place_earns_a_point_for_itself_and_for_each_seat_behind_it_and_equal_places_share(places: str, earned: str) -> None:
    assert points(of(places)) == {one[0]: Fraction(one[1:]) for one in earned.split()}


EVENING = [
    Played(of("A1 B2 C3 D4"), of("A1 B2 C3")),  # 4, 3 and 2; D was of the house.
    Played(of("A2 B1"), of("A1 B2")),  # 1 and 2
    Played(of("A1 B1 C3"), of("A1 B2 C3")),  # 5/2, 5/2 and 1
    Played(of("A1 B2 C3"), of("C4")),  # 1
    Played(of("A1 B2"), of("")),
]


def test_the_ranking_adds_points_with_shared_ranks_and_two_people_are_compared_from_three_common_games_on() -> None:
    assert ranking(EVENING) == [
        Row(1, 1, 3, 2, Fraction(15, 2)), Row(1, 2, 3, 2, Fraction(15, 2)), Row(3, 3, 2, 0, Fraction(3)),
        Row(4, 4, 1, 0, Fraction(1)),
    ]  # fmt: skip
    assert ranking([]) == []
    assert pairs(EVENING) == [Pair(1, 2, before=1, behind=1, beside=1)]
    assert pairs(EVENING[:2]) == []
    entry = Entry(3, "t", counted(3), people={"A": 1})  # A file holds no formula.
    assert exports.table(ranking([entry.played]), {1: "=1+1"}).splitlines()[1] == "1,'=1+1,3.0,1,1,3.0"
