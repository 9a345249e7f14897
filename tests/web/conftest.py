"""A fixture that the browser tests of the pages share: a served table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browser.browsing import House, open_house, table_with_bag


@pytest.fixture
def house(tmp_path: Path, browser: Browser) -> Iterator[House]:
    with open_house(browser, table_with_bag(tmp_path)) as house:
        yield house
