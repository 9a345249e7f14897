"""The map, its prices, where a building can stand, and what its preview says: 1, 6, 7; S4, S5, S7, S9; V1 to V3."""

import random
from dataclasses import replace

import pytest

from companion.games.shark.board.companies import COMPANIES, Each
from companion.games.shark.board.map import CELLS, CELLS_OF, NEIGHBOURS, ZONES, survey
from companion.games.shark.board.placing import empty_cells, legal_cells
from companion.games.shark.board.prices import price
from companion.games.shark.moves import Build, NothingBuilt, RollDice, ThrowDice
from companion.games.shark.payments.previews import PreviewView, site
from companion.games.shark.payments.statements import RemovedView, SumView
from companion.kit import CHANCE, TABLE, seen
from tests.companion.playing import act, asked, decided, refused, sight
from tests.companion.shark.positions import position, some_map, thrown


def test_1_the_map_has_six_zones_of_twenty_cells_read_row_by_row() -> None:
    assert (len(CELLS), len(set(CELLS))) == (120, 120)
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


@pytest.mark.parametrize("seed", range(40))
def test_s5_there_always_is_a_company_that_can_be_built(seed: int) -> None:
    around = survey(some_map(random.Random(seed)))
    for zone in ZONES:
        assert any(legal_cells(empty_cells(around, zone), company) for company in COMPANIES)


@pytest.mark.parametrize("seed", range(25))
def test_a_preview_promises_what_then_happens(seed: int) -> None:
    chance = random.Random(seed)
    options = {"chains_capped": chance.choice(["on", "off"])}
    plenty = {seat: Each(*(chance.randint(0, 9) for _ in range(4))) for seat in "AB"}
    buildings = some_map(chance)
    by_company = {one: " ".join(cell for cell in buildings if buildings[cell] == one) for one in COMPANIES}
    state = thrown(position("AB", by_company, shares=plenty, cash={"A": 5, "B": 500}, **options), seed % 6 + 1, "white")
    views = {seat: sight(state, seat) for seat in "AB"}
    for at, cell in enumerate(views["A"].site.cells):
        for number, preview in enumerate(cell.previews):
            command = Build(preview.company, cell.cell)
            if not preview.is_legal:
                assert refused(state, "A", command).endswith(preview.why_not.said.code.rpartition(".")[2])
                continue
            after = act(state, "A", command)
            view = sight(after, "A").statement
            assert (view.after, view.bonus) == (preview.after, preview.bonus)
            assert view.after - view.before == preview.rises - preview.drops
            gone = {one for removed in preview.removed for one in removed.cells}
            assert set(after.buildings) == set(state.buildings) - gone | {cell.cell}
            promised = {"A": preview.mine, "B": views["B"].site.cells[at].previews[number].mine}
            if after.outcome is None:
                assert {seat: after.cash[seat].open() - state.cash[seat].open() for seat in "AB"} == promised


@pytest.mark.parametrize(("viewer", "mine", "out"), [
    ("A", 5, ()), ("B", -3, ()), ("C", 0, ()), (TABLE, None, ()), ("C", None, (("C",),)),
])  # fmt: skip
def test_7_s7_previews_say_what_buildings_do_and_bring_viewers_unless_out(viewer: str, mine: int | None, out: tuple) -> None:
    """B1 lies between a red pair and a lone blue building."""
    built, held = {"red": "A1 A2", "blue": "C1", "green": "D1 D2"}, {"A": Each(red=2), "B": Each(red=1, blue=4)}
    state = replace(thrown(position("ABC", built, shares=held, cash={"A": 9, "B": 9}), 1, "white"), out=out)
    (cell,) = [one for one in site(seen(state, viewer), viewer).cells if one.cell == "B1"]
    others = tuple(SumView(seat, net) for seat, net in (("A", 5), ("B", -3)) if seat != viewer)
    assert cell.preview("red") == PreviewView(
        "red", None, cluster=3, removed=(RemovedView("blue", ("C1",)),), bonus=3,
        after=Each(red=3, green=2), rises=Each(red=1), drops=Each(blue=1), mine=mine, others=others,
    )  # fmt: skip


def test_s4_v1_real_sizes_decide_who_can_build_where() -> None:
    start = position("AB", {"red": "A1 B1 C1 D1 E1 F1 G1 H1", "blue": "A3 B3 C3 D3 E3 F3 G3"}, chains_capped="on")
    _, events = decided(thrown(start, 1, "white"), "A", Build("red", "A2"))
    assert (events[0].cluster, events[0].removed != ()) == (9, True)
    assert refused(thrown(start, 1, "blue"), "A", Build("blue", "A2")) == "S4 rival_equal"


def test_v2_nothing_is_built_if_none_of_the_equally_scarce_can_be() -> None:
    """Green and yellow are equally scarce, and blue walls off zone 4; with a free choice blue could have been built."""
    wall = {"blue": "A8 B6 B10 D7 D8 D9", "red": "E1 G1", "green": "I1", "yellow": "K1"}
    start = position("AB", wall, black_is_scarcest="on")
    state, events = decided(start, "A", ThrowDice(4, "black"))
    assert (events[0].companies, events[1]) == ((), NothingBuilt("A", 4, "black"))
    assert state.phase.rolled
    assert thrown(start, 4, "white").phase.companies == ("blue",)
    assert thrown(position("AB", wall), 4, "black").phase.companies == ("blue",)


def test_v3_v2_there_is_no_colour_die_and_nothing_is_scarcest_without_it() -> None:
    (ask,) = asked(act(position("AB", no_colour_die="on", dice="companion"), "A", RollDice()), CHANCE)
    assert ask.options == tuple(ThrowDice(number, "") for number in range(1, 7))
    start = position("AB", {"red": "A1"}, no_colour_die="on", black_is_scarcest="on")
    assert thrown(start, 2, "").phase.companies == COMPANIES
