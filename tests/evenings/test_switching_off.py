"""How the program ends: by a long OK, which may mean that the machine is to be switched off, or because it is told to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evenings.house import PATIENCE, House, open_house


def ended(house: House) -> int:
    assert house.process is not None
    return house.process.wait(PATIENCE)


@pytest.mark.parametrize(("options", "code"), [(("--off-status", "64"), 64), ((), 0)])
def test_a_long_ok_ends_it_with_the_code_that_was_asked_for(tmp_path: Path, options: tuple[str, ...], code: int) -> None:
    with open_house(tmp_path, *options) as house:
        house.bench("press", button="ok", long=True)
        assert ended(house) == code


def test_who_tells_it_to_stop_wants_the_machine_to_stay_on(tmp_path: Path) -> None:
    with open_house(tmp_path, "--off-status", "64") as house:
        assert "Safe to unplug" in house.stop()
        assert ended(house) == 0
