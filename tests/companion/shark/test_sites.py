"""What a building would do, field by field, cell by cell, before it is set: 5, 6, 7, S4."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game import TABLE
from companion.sealed import seen
from companion.shark.board import CELLS_OF
from companion.shark.companies import COMPANIES, Each
from companion.shark.model import State
from companion.shark.sites import CellView, PreviewView, SiteView, site
from companion.shark.statements import RemovedView
from tests.companion.shark.positions import position, thrown

# In zone 1 a red pair at A1, a lone blue C1, and a green pair over it; B1's neighbour to the left is red, to the right blue.
BUILT = {"red": "A1 A2", "blue": "C1", "green": "D1 D2"}
HELD = {"A": Each(red=2), "B": Each(red=1, blue=4)}


def building(*, colour: str = "white", number: int = 1) -> State:
    return thrown(position("ABC", BUILT, shares=HELD, cash={"A": 9, "B": 9}), number, colour)


def shown(state: State, viewer: str) -> SiteView:
    found = site(seen(state, viewer), viewer)
    assert found is not None
    return found


def cell(state: State, viewer: str, name: str) -> CellView:
    return next(one for one in shown(state, viewer).cells if one.cell == name)


@pytest.mark.parametrize(("viewer", "mine"), [("A", 5), ("B", -3), ("C", 0), (TABLE, None)])
def test_7_a_preview_says_all_that_a_building_does_and_what_it_brings_the_viewer(viewer: str, mine: int | None) -> None:
    state = building()
    assert state.prices == Each(red=2, blue=1, green=2)
    assert cell(state, viewer, "B1").preview("red") == PreviewView(
        company="red",
        why_not=None,
        cluster=3,
        removed=(RemovedView("blue", ("C1",)),),
        bonus=3,
        after=Each(red=3, green=2),
        rises=Each(red=1),
        drops=Each(blue=1),
        mine=mine,
    )


def test_s4_an_illegal_building_has_a_reason_and_nothing_else_and_one_that_raises_nothing_pays_one() -> None:
    preview = cell(building(), "A", "B4").preview("red")
    assert preview == PreviewView("red", None, cluster=1, bonus=1, after=Each(red=2, blue=1, green=2), mine=1)
    preview = cell(building(), "A", "B1").preview("yellow")
    assert preview is not None
    assert preview.why_not is not None
    assert preview.why_not.said.code == "shark.refusal.rival_larger"
    assert not preview.is_legal
    assert preview == PreviewView("yellow", preview.why_not, 0, (), 0, Each(), Each(), Each(), None)


def test_5_a_cell_that_is_built_in_has_no_previews() -> None:
    taken = cell(building(), "A", "C1")
    assert taken == CellView("C1", "blue", ())
    assert (taken.is_legal, taken.preview("blue")) == (False, None)
    assert "C1" not in shown(building(), "A").legal["blue"]


def test_5_a_cell_is_legal_where_any_company_may_build_there() -> None:
    only_red = cell(building(colour="red"), "A", "B1")
    assert (only_red.is_legal, [one.company for one in only_red.previews]) == (True, ["red"])
    some = cell(building(), "A", "B1")
    assert (some.is_legal, [one.company for one in some.previews]) == (True, list(COMPANIES))
    assert [one.is_legal for one in some.previews] == [True, False, False, False]
    none = CellView("B1", None, tuple(one for one in some.previews if not one.is_legal))
    assert not none.is_legal


def test_5_the_site_is_the_zone_and_the_companies_of_the_dice_and_3_none_while_nothing_is_built() -> None:
    for colour, companies in (("red", ("red",)), ("white", COMPANIES)):
        found = shown(building(colour=colour, number=4), TABLE)
        assert (found.zone, found.companies, tuple(found.legal)) == (4, companies, companies)
        assert tuple(one.cell for one in found.cells) == CELLS_OF[4]
        assert found.legal["red"] == CELLS_OF[4]
    state = position("AB", BUILT)
    assert site(seen(state, "A"), "A") is None


def test_s7_who_is_out_is_promised_nothing() -> None:
    state = replace(building(), out=(("C",),))
    assert cell(state, "C", "B1").preview("red") == replace(cell(state, TABLE, "B1").preview("red"), mine=None)
    assert cell(state, "B", "B1").preview("red").mine == -3


def test_5_the_legal_cells_are_those_where_that_company_may_build() -> None:
    legal = shown(building(), TABLE).legal
    taken = {"A1", "A2", "C1", "D1", "D2"}
    assert set(CELLS_OF[1]) - set(legal["red"]) == taken | {"C2", "D3"}, "beside a lone blue, and beside two greens"
    assert "B1" not in legal["blue"]
    assert "B4" in legal["blue"]


@pytest.mark.parametrize(("capped", "price", "bonus"), [("on", 7, 0), ("off", 8, 8)])
def test_v1_an_eighth_building_of_a_chain_counts_where_chains_are_not_capped(capped: str, price: int, bonus: int) -> None:
    state = thrown(position("AB", {"red": "A1 B1 C1 D1 A2 B2 C2"}, chains_capped=capped), 1, "red")
    preview = cell(state, "A", "D2").preview("red")
    assert preview == PreviewView(
        "red", None, cluster=8, bonus=bonus, after=Each(red=price), rises=Each(red=price - 7), mine=bonus
    )
