"""Everybody can use every page of Négoces 2: axe-core finds nothing, thumbs hit, large text fits, in each of its states."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web import negoces2_tour, tour
from tests.web.axe import violations
from tests.web.browsing import PHONE
from tests.web.inspecting import Inspection
from tests.web.test_shark_accessibility import outside, too_small

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("part", negoces2_tour.PHONES, ids=lambda part: part.__name__)
def test_every_state_of_a_phone(browser: Browser, tmp_path: Path, part: tour.Part) -> None:
    with tour.tour(browser, tmp_path, viewport=PHONE, has_touch=True) as on:
        inspection = Inspection(on.house.context)
        for name, page in part(on):
            inspection.look(name, page)
    assert inspection.faults == {}
    assert len(inspection.seen) >= 6


@pytest.mark.parametrize("part", negoces2_tour.SCREENS, ids=lambda part: part.__name__)
def test_every_state_of_the_table_screen(browser: Browser, tmp_path: Path, part: tour.Part) -> None:
    with tour.tour(browser, tmp_path, viewport=tour.WIDE) as on:
        faults = {name: violations(page) + outside(page) + too_small(page) for name, page in part(on)}
    assert faults
    assert {name: found for name, found in faults.items() if found} == {}
