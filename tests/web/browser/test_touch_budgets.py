"""Each act takes no more touches than budgets.txt says: nothing happens before the last one, and then it has happened."""

import re
from typing import Final

import pytest

from tests.web.browser.browsing import HERE, House, catch_up, ready, wait_until
from tests.web.tour import Visit

pytestmark = [pytest.mark.browser, pytest.mark.broad]

BUDGETS: Final = dict(re.findall(r"^act (.*)\n((?:.+\n)+)", (HERE / "budgets.txt").read_text(encoding="utf-8"), re.MULTILINE))
LAMP: Final = "#panel [data-confirm]:enabled"


@pytest.mark.parametrize("act", BUDGETS)
def test_an_act_takes_no_more_touches(house: House, act: str) -> None:
    lines, visit = BUDGETS[act].splitlines(), Visit(house)
    touches = [line.removeprefix("touch ") for line in lines if line.startswith("touch ")]
    assert [*visit.follow(lines[: -len(touches)])] == []
    page, row = visit.page, house.table.now.row
    for touch in touches:
        assert house.table.now.row == row, "it happened too early"
        ready(page)
        catch_up(page)  # A page that comes late would take the touch's place from it.
        page.click(LAMP if touch == "lamp" else touch)
    wait_until(page, lambda: house.table.now.row > row, act)  # And not for its panel to close: the next one may open by itself.
    ready(page)
