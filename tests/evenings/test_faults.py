"""The fault matrix: whatever fails, phones go on, nothing moves by itself, and it comes back without a restart."""

from pathlib import Path

import pytest

from firmware.simulator import faults
from tests.evenings.house import until
from tests.evenings.troubled import LOGGED, MOVES, STRANGE, open_evening, suffer, suffer_tags

ONE_OF_EACH_PART = ("reader.unplugged", "tags.flicker", "display.unplugged", "panel.absent")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ONE_OF_EACH_PART else pytest.mark.broad) for name in faults.FAULTS]
)
def test_whatever_fails_the_game_goes_on_and_it_comes_back(tmp_path: Path, name: str) -> None:
    with open_evening(tmp_path) as evening:
        (suffer_tags if name in faults.TAGS else suffer)(evening, name)


def test_parts_that_are_absent_at_the_start_come_later(tmp_path: Path) -> None:
    absent = ("reader.absent", "display.absent", "panel.absent")
    with open_evening(tmp_path, *absent) as evening:
        evening.start()
        evening.draw("A")
        evening.open_a_bar("A")
        parts = [LOGGED[name] for name in absent]
        until(lambda: {f"{part} is lost" for part in parts} <= set(evening.said), "three lines")
        for name in absent:
            evening.box.set_fault(name, False)
        until(lambda: {f"{part} is back" for part in parts} <= set(evening.said), "three lines more")
        until(evening.shows_the_table, "the right picture")
        until(evening.key_is_answered, "an answer to a key")
        evening.tap("B")
        assert sorted(evening.said) == sorted(f"{part} is {how}" for part in parts for how in ("lost", "back"))


def test_what_is_expected_of_each_fault_is_about_a_fault() -> None:
    assert {*LOGGED, *MOVES, *STRANGE} <= set(faults.FAULTS)
