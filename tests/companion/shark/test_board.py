"""The map and its clusters, a number for each company, and the prices: 1, 6, 7, V1."""

from __future__ import annotations

import pytest

from companion.shark.board import CELLS, CELLS_OF, NEIGHBOURS, ZONE_OF, ZONES, survey
from companion.shark.companies import COMPANIES, NONE, Each, each
from companion.shark.prices import price


def test_1_the_map_has_six_zones_of_twenty_cells_read_row_by_row() -> None:
    assert len(CELLS) == len(set(CELLS)) == 120
    assert {zone: len(CELLS_OF[zone]) for zone in ZONES} == dict.fromkeys(range(1, 7), 20)
    assert CELLS_OF[5][:5] == ("E6", "F6", "G6", "H6", "E7")


@pytest.mark.parametrize(
    ("cells", "zone"),
    [("A1 D1 A5 D5", 1), ("E1 H5", 2), ("I1 L1 L5", 3), ("A6 D6 A10 D10", 4), ("E6 H10", 5), ("I6 L6 L10", 6)],
)
def test_1_the_zones_lie_three_above_three(cells: str, zone: int) -> None:
    assert {ZONE_OF[cell] for cell in cells.split()} == {zone}


def share_a_side(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:])) == 1


def test_6_neighbours_share_a_side_across_zones_too_and_so_does_a_cluster() -> None:
    for one in CELLS:
        assert set(NEIGHBOURS[one]) == {other for other in CELLS if share_a_side(one, other)}
    assert set(NEIGHBOURS["D5"]) == {"D4", "C5", "E5", "D6"}
    assert sorted(len(near) for near in NEIGHBOURS.values()).count(2) == 4
    around = survey(dict.fromkeys(["D5", "E5", "E6", "C4"], "red"))
    assert sorted(sorted(one.cells) for one in around.clusters) == [["C4"], ["D5", "E5", "E6"]]


ONE, OTHER = Each(1, 2, 3, 4), Each(50, 70, 110, 130)


def test_1_there_are_four_companies_reckoned_each_for_itself() -> None:
    assert COMPANIES == ("red", "blue", "green", "yellow")
    assert [ONE.of(company) for company in COMPANIES] == [1, 2, 3, 4]
    assert list(ONE.items()) == [("red", 1), ("blue", 2), ("green", 3), ("yellow", 4)]
    assert Each(51, 72, 113, 134) == OTHER + ONE
    assert Each(49, 68, 107, 126) == OTHER - ONE
    assert Each(50, 140, 330, 520) == OTHER * ONE
    assert (ONE.total, OTHER.total) == (10, 360)
    assert each({"green": 5}) == Each(green=5) == Each(0, 0, 5, 0)
    assert each({}) == Each() == NONE == Each(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("sizes", "plain", "capped"),
    [
        ([], 0, 0), ([1], 1, 1), ([1, 1, 1], 1, 1), ([2], 2, 2), ([2, 1], 2, 2), ([3, 1], 3, 3), ([3, 2], 5, 5),
        ([2, 1, 3], 5, 5), ([7], 7, 7), ([8], 8, 7), ([7, 1], 7, 7), ([8, 2], 10, 9), ([9, 5], 14, 12), ([8, 7], 15, 14),
        ([8, 8], 15, 14), ([15], 15, 7), ([18], 15, 7), ([7, 7, 1], 14, 14), ([7, 7, 2], 15, 15), ([6, 6, 6], 15, 15),
    ],
)  # fmt: skip
def test_7_v1_the_price_by_the_sizes_of_the_clusters(sizes: list[int], plain: int, capped: int) -> None:
    assert price(sizes) == plain
    assert price(iter(sizes), capped=True) == capped
