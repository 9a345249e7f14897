"""Where a building may stand (6, S4, S5), and what it would do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.game import TABLE, Term
from companion.shark.board import ZONES, survey
from companion.shark.companies import COMPANIES, Each
from companion.shark.model import Building
from companion.shark.moves import Build, Built
from companion.shark.placing import legal_cells
from tests.companion.playing import act, asked, decided, fields, refused, sight
from tests.companion.shark.positions import position, some_map, thrown


def build(buildings: dict[str, str], company: str, cell: str, number: int = 1, **more: Any) -> tuple[Any, Built]:
    """Throw a free colour and build; return the state and the event."""
    state, events = decided(thrown(position("AB", buildings, **more), number, "white"), "A", Build(company, cell))
    assert isinstance(events[0], Built)
    return state, events[0]


# 6


def test_6_the_cell_must_be_empty_and_in_the_zone() -> None:
    state = thrown(position("AB", {"red": "A1"}), 1, "red")
    assert refused(state, "A", Build("red", "A1")) == "6 cell_taken"
    assert refused(state, "A", Build("red", "E1")) == "6 wrong_zone"
    assert fields(state, "A", Build("red", "E1")) == {"zone": 1}
    for cell in ("A0", "M1", "A11", "", "a2", "11"):
        assert refused(state, "A", Build("red", cell)) == "1 no_cell"
    assert act(state, "A", Build("red", "D5")).buildings == {"A1": "red", "D5": "red"}


def test_5_the_colour_thrown_is_the_company() -> None:
    state = thrown(position(), 1, "red")
    assert refused(state, "A", Build("blue", "A1")) == "5 wrong_colour"
    assert refused(state, "A", Build("black", "A1")) == "1 no_company"
    for colour in ("black", "white"):
        free = thrown(position(), 1, colour)
        assert isinstance(free.phase, Building)
        assert free.phase.companies == COMPANIES
        act(free, "A", Build("blue", "A1"))


def test_6_corners_are_free_and_borders_of_zones_part_nothing() -> None:
    state, built = build({"red": "B2 B3 B4", "green": "D2"}, "blue", "C1")
    assert built.removed == ()
    assert state.buildings["B2"] == "red"
    _, built = build({"red": "E1 E2", "blue": "D2"}, "red", "D1")
    assert (built.cluster, built.removed) == (3, ("D2",))


def test_s4_an_equal_neighbour_forbids_the_cell_and_the_larger_is_named() -> None:
    state = thrown(position("AB", {"red": "A1", "blue": "C1"}), 1, "white")
    assert refused(state, "A", Build("green", "B1")) == "S4 rival_equal"
    assert fields(state, "A", Build("green", "B1"))["size"] == 1
    state = thrown(position("AB", {"red": "A1 A2 A3", "blue": "C1 D1"}), 1, "green")
    assert fields(state, "A", Build("green", "B1")) == {"company": Term("shark.company.red"), "size": 3, "own": 1}
    assert refused(state, "A", Build("green", "B1")) == "S4 rival_larger"


def test_s4_each_neighbour_is_compared_by_itself() -> None:
    """The rule book's example: two reds against blue clusters of two and one."""
    around = {"red": "B1 B2", "blue": "B4 A4 C3"}
    _, built = build(around, "red", "B3")
    assert built.cluster == 3
    assert sorted(built.removed) == ["A4", "B4", "C3"]
    _, built = build(around, "blue", "B3")
    assert (built.cluster, sorted(built.removed)) == (4, ["B1", "B2"])
    state = thrown(position("AB", around), 1, "white")
    assert refused(state, "A", Build("green", "B3")) == "S4 rival_larger"


# S5


def test_s5_who_can_build_must_in_a_colour_that_can_be_built() -> None:
    state = thrown(position(), 3, "red")
    assert [ask.name for ask in asked(state, "A")] == ["build"]
    assert asked(state, TABLE) == ()
    red = "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3"
    state = thrown(position("AB", {"red": red}), 1, "white")
    assert state.phase.companies == COMPANIES
    state = thrown(position("AB", {"red": f"{red} A4 B4 C4 D4", "yellow": "L1"}), 1, "black")
    assert state.phase.companies == ("red",)
    assert refused(state, "A", Build("blue", "B5")) == "5 wrong_colour"


@pytest.mark.parametrize("seed", range(40))
def test_s5_there_always_is_a_company_that_can_be_built(seed: int) -> None:
    around = survey(some_map(random.Random(seed), lawful=True))
    for zone in ZONES:
        assert any(legal_cells(around, company, zone) for company in COMPANIES)


@pytest.mark.parametrize("seed", range(25))
def test_a_preview_promises_what_then_happens(seed: int) -> None:
    chance = random.Random(seed)
    options = {"chains_capped": chance.choice(["on", "off"])}
    plenty = {seat: Each(*(chance.randint(0, 9) for _ in range(4))) for seat in "AB"}
    buildings = some_map(chance, lawful=True)
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
