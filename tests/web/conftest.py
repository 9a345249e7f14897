"""What the browser tests of the pages share: a served table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import PHONE, House
from tests.web.tables import NAMES, new_table
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def house(tmp_path: Path, browser: Browser) -> Iterator[House]:
    table = new_table(tmp_path)
    hosts = ["barkeep.test", *(f"{seat.lower()}.barkeep.test" for seat in NAMES)]
    server = serve(create_app(table, hosts=hosts), 0, "127.0.0.1")
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce", locale="en")
    yield House(table, server, context)
    context.close()
    server.close()
