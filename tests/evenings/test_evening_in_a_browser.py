"""An evening of each game as people see it: phones and the table screen in a real browser, around the running program."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.evenings import barracuda, negoces2, shark
from tests.evenings.house import open_house
from tests.evenings.thumbs import SITE, Room, open_room

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("play", [barracuda.play, negoces2.play, shark.play], ids=["barracuda", "negoces2", "shark"])
def test_an_evening(tmp_path: Path, browser: Browser, play: Callable[[Room], None]) -> None:
    with open_house(tmp_path, "--host", "0.0.0.0", "--name", SITE) as house, open_room(house, browser) as room:
        play(room)
        assert room.complaints == []
