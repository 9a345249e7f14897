"""Where a building can stand (S4, S5, S7), and the preview of what it would do, field by field."""

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.games.shark.board.companies import COMPANIES, Each
from companion.games.shark.board.map import ZONES, survey
from companion.games.shark.board.placing import empty_cells, legal_cells
from companion.games.shark.moves import Build
from companion.games.shark.payments.previews import CellView, PreviewView, site
from companion.games.shark.payments.statements import RemovedView, SumView
from companion.kit import TABLE, seen
from tests.companion.playing import act, refused, sight
from tests.companion.shark.positions import position, some_map, thrown


@pytest.mark.parametrize("seed", range(40))
def test_s5_there_always_is_a_company_that_can_be_built(seed: int) -> None:
    around = survey(some_map(random.Random(seed), lawful=True))
    for zone in ZONES:
        assert any(legal_cells(empty_cells(around, zone), company) for company in COMPANIES)


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


# Zone 1 has a red pair at A1, a lone blue at C1 and a green pair beside it; B1's left neighbour is red, its right one blue.
BUILT = {"red": "A1 A2", "blue": "C1", "green": "D1 D2"}
HELD = {"A": Each(red=2), "B": Each(red=1, blue=4)}

FALLS = PreviewView(
    "red", None, cluster=3, removed=(RemovedView("blue", ("C1",)),), bonus=3,
    after=Each(red=3, green=2), rises=Each(red=1), drops=Each(blue=1),
)  # fmt: skip


def shown(viewer: str, cell: str, **changes: Any) -> CellView:
    state = thrown(position("ABC", BUILT, shares=HELD, cash={"A": 9, "B": 9}), 1, "white")
    (found,) = [one for one in site(seen(replace(state, **changes), viewer), viewer).cells if one.cell == cell]
    return found


def previewed(viewer: str, cell: str, company: str, **changes: Any) -> PreviewView:
    return shown(viewer, cell, **changes).preview(company)


def others(viewer: str) -> tuple[SumView, ...]:
    return tuple(SumView(seat, net) for seat, net in (("A", 5), ("B", -3)) if seat != viewer)


def test_a_cell_that_is_built_in_has_no_previews() -> None:
    assert shown("A", "C1") == CellView("C1", "blue", ())


@pytest.mark.parametrize(("viewer", "mine"), [("A", 5), ("B", -3), ("C", 0), (TABLE, None)])
def test_7_a_preview_says_all_that_a_building_does_and_what_it_brings_the_viewer(viewer: str, mine: int | None) -> None:
    assert previewed(viewer, "B1", "red") == replace(FALLS, mine=mine, others=others(viewer))


def test_s4_an_illegal_building_has_a_reason_and_nothing_else_and_one_that_raises_nothing_pays_one() -> None:
    lone = PreviewView("red", None, cluster=1, bonus=1, after=Each(red=2, blue=1, green=2), mine=1)
    assert previewed("A", "B4", "red") == lone
    illegal = previewed("A", "B1", "yellow")
    assert illegal.why_not.said.code == "shark.refusal.rival_larger"
    assert not illegal.is_legal
    assert illegal == PreviewView("yellow", illegal.why_not, 0, (), 0, Each(), Each(), Each(), None)


@pytest.mark.parametrize(("viewer", "mine"), [("B", -3), ("C", None)])
def test_s7_a_preview_promises_nothing_to_a_player_who_is_out(viewer: str, mine: int | None) -> None:
    assert previewed(viewer, "B1", "red", out=(("C",),)) == replace(FALLS, mine=mine, others=others(viewer))
