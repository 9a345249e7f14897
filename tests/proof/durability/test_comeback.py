"""When D8 calls a comeback late: never because the machine is slow, since importing the program then takes longer as well."""

from pathlib import Path

import pytest

from tests.evenings.house import open_house
from tests.proof.durability.comeback import IMPORTS, TRIES, Took, follow, punctual

LATE = Took(1.01 * IMPORTS, 1.0)


@pytest.mark.parametrize("slowness", [1, 3, 30])
def test_a_busy_machine_makes_nothing_late(slowness: float) -> None:
    assert not Took(slowness * IMPORTS, slowness).is_late
    assert Took(slowness * 1.01 * IMPORTS, slowness).is_late


def test_what_comes_late_is_tried_again_and_not_for_ever() -> None:
    tries = [Took(1.0, 1.0), LATE]
    assert punctual(LATE, lambda: ([], tries.pop())) == Took(1.0, 1.0)
    tries = [LATE] * TRIES
    assert punctual(LATE, lambda: ([], tries.pop())) == LATE
    assert len(tries) == 1, "the first try was the argument"


@pytest.mark.broad
def test_a_table_screen_is_followed_while_the_phones_are_looked_at(tmp_path: Path) -> None:
    with open_house(tmp_path) as house, follow(house.port, "/stream?screen", "") as stream:
        beats = (line for line in stream if line == b"event: hb\n")
        assert [next(beats, "the end") for _ in range(2)] == 2 * [b"event: hb\n"]
