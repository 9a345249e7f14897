"""The map, its clusters, the prices, and whose turn comes next: 1, 6, 7, V1, S9."""

from dataclasses import replace

import pytest

from companion.games import shark
from companion.games.shark import model
from companion.games.shark.board.map import CELLS, CELLS_OF, NEIGHBOURS, ZONES, survey
from companion.games.shark.board.prices import price
from companion.kit.viewers import TABLE
from tests.companion.shark.positions import position


def test_1_the_map_has_six_zones_of_twenty_cells_read_row_by_row() -> None:
    assert len(CELLS) == len(set(CELLS)) == 120
    assert {zone: len(CELLS_OF[zone]) for zone in ZONES} == dict.fromkeys(range(1, 7), 20)
    assert CELLS_OF[5][:5] == ("E6", "F6", "G6", "H6", "E7")


def test_6_neighbours_share_a_side_across_zones_too_and_so_does_a_cluster() -> None:
    apart = lambda one, other: abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))
    for one in CELLS:
        assert set(NEIGHBOURS[one]) == {other for other in CELLS if apart(one, other) == 1}
    assert set(NEIGHBOURS["D5"]) == {"D4", "C5", "E5", "D6"}
    assert sorted(len(near) for near in NEIGHBOURS.values()).count(2) == 4
    around = survey(dict.fromkeys(["D5", "E5", "E6", "C4"], "red"))
    assert sorted(sorted(one.cells) for one in around.clusters) == [["C4"], ["D5", "E5", "E6"]]


@pytest.mark.parametrize(("sizes", "plain", "capped"), [
    ([], 0, 0), ([1], 1, 1), ([1, 1, 1], 1, 1), ([2], 2, 2), ([2, 1], 2, 2), ([3, 1], 3, 3), ([3, 2], 5, 5),
    ([2, 1, 3], 5, 5), ([7], 7, 7), ([8], 8, 7), ([7, 1], 7, 7), ([8, 2], 10, 9), ([9, 5], 14, 12), ([8, 7], 15, 14),
    ([8, 8], 15, 14), ([15], 15, 7), ([18], 15, 7), ([7, 7, 1], 14, 14), ([7, 7, 2], 15, 15), ([6, 6, 6], 15, 15),
])  # fmt: skip
def test_7_v1_the_price_by_the_sizes_of_the_clusters(sizes: list[int], plain: int, capped: int) -> None:
    assert price(sizes) == plain
    assert price(iter(sizes), capped=True) == capped


def test_s9_turns_go_round_past_those_who_are_out_and_who_may_know_what_a_seat_holds() -> None:
    assert model.eyes(shark.setup(("A", "B"), {"holdings": "hidden"}), "B") == ("B",)
    openly = shark.setup(("A", "B"), {"holdings": "open"})
    assert model.eyes(openly, "B") == model.everyone(openly) == ("A", "B", TABLE)
    state = replace(position("ABCD"), out=(("B",), ("D",)))
    assert model.playing(state) == ("A", "C")
    assert [model.following(state, seat) for seat in "ABCD"] == ["C", "C", "A", "A"]
    assert [model.following(position("ABCD"), seat) for seat in "ABCD"] == ["B", "C", "D", "A"]
