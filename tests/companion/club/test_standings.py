"""Points, ranking and seasons, by tables worked out by hand."""

import json
from fractions import Fraction

import pytest

from companion.club import exports
from companion.club.ledger import Entry, month
from companion.club.standings import Pair, Played, Row, pairs, points, ranking
from tests.clubs import counted


@pytest.mark.parametrize(("places", "earned"), [
    ("A1 B2", "A2 B1"),
    ("A2 B1 C3 D4", "A3 B4 C2 D1"),
    ("A1 B1 C3 D4", "A7/2 B7/2 C2 D1"),  # Two winners share the first place and the second, 4 + 3,
    ("A1 B1 C2 D3", "A7/2 B7/2 C2 D1"),  # whatever the next place is called.
    ("A1 B2 C2 D2 E5", "A5 B3 C3 D3 E1"),  # 4 + 3 + 2
    ("A1 B1 C1", "A2 B2 C2"),
    ("A0 B1 C0", "A3/2 B3 C3/2"),  # Only the winner is known.
    ("A1", "A1"), ("", ""),
])  # fmt: skip
def test_a_place_earns_a_point_for_itself_and_for_each_seat_behind_it_and_equal_places_share(places: str, earned: str) -> None:
    found = points({one[0]: int(one[1:]) for one in places.split()})
    assert found == {one[0]: Fraction(one[1:]) for one in earned.split()}


def played(places: str, people: str) -> Played:
    """Return a game such as "A1 B2", in which persons had seats, such as "A7 B8"."""
    of = lambda text: {one[0]: int(one[1:]) for one in text.split()}
    return Played(of(places), of(people))


EVENING = [
    played("A1 B2 C3 D4", "A1 B2 C3"),  # 4, 3 and 2; D was of the house.
    played("A2 B1", "A1 B2"),  # 1 and 2
    played("A1 B1 C3", "A1 B2 C3"),  # 5/2, 5/2 and 1
    played("A1 B2 C3", "C4"),  # 1
    played("A1 B2", ""),
]


def test_the_ranking_adds_points_with_shared_ranks_and_two_people_are_compared_from_three_common_games_on() -> None:
    assert ranking(EVENING) == [
        Row(1, 1, 3, 2, Fraction(15, 2)), Row(1, 2, 3, 2, Fraction(15, 2)), Row(3, 3, 2, 0, Fraction(3)),
        Row(4, 4, 1, 0, Fraction(1)),
    ]  # fmt: skip
    assert ranking([]) == []
    assert pairs(EVENING) == [Pair(1, 2, before=1, behind=1, beside=1)]
    assert pairs(EVENING[:2]) == []


def test_a_file_holds_no_formula() -> None:
    entries, names = [Entry(3, "t", counted(3), people={"A": 1})], {1: "=1+1"}
    assert exports.table(ranking(one.played for one in entries), names).splitlines()[1] == "1,'=1+1,3.0,1,1,3.0"
    file = json.loads(exports.everything(month("2026-12"), entries, names, {"t": "7"}))
    assert (file["season"], file["ranking"][0]["points"], file["results"][0]["table"]) == ("2026-12", 3.0, "7")
    assert [one["name"] for one in file["results"][0]["seats"]] == ["=1+1", None, None]
