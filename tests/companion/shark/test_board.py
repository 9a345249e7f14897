from __future__ import annotations

import random

import pytest

from companion.shark.board import CELLS, CELLS_OF, NEIGHBOURS, ZONE_OF, ZONES, survey
from tests.companion.shark.positions import slow_clusters, some_map, touch


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


def test_6_neighbours_share_a_side_across_zones_too_and_so_does_a_cluster() -> None:
    for one in CELLS:
        assert set(NEIGHBOURS[one]) == {other for other in CELLS if touch(one, other)}
    assert set(NEIGHBOURS["D5"]) == {"D4", "C5", "E5", "D6"}
    assert sorted(len(near) for near in NEIGHBOURS.values()).count(2) == 4
    around = survey(dict.fromkeys(["D5", "E5", "E6", "C4"], "red"))
    assert sorted(sorted(one.cells) for one in around.clusters) == [["C4"], ["D5", "E5", "E6"]]


@pytest.mark.parametrize("seed", range(60))
def test_clusters_are_those_of_joining_whatever_touches(seed: int) -> None:
    built = some_map(random.Random(seed), lawful=False)
    around = survey(built)
    found = sorted(sorted(one.cells) for one in around.clusters)
    assert found == sorted(sorted(group) for group in slow_clusters(built))
    for number, cluster in enumerate(around.clusters):
        assert {around.at[cell] for cell in cluster.cells} == {number}
        assert {built[cell] for cell in cluster.cells} == {cluster.company}
    assert set(around.at) == set(built)
