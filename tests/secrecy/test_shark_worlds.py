"""Nothing that a viewer of Shark receives tells what the viewer may not know; `test_shark_leaks` has the positive control.

`python -m tests.secrecy.test_shark_worlds 20000` makes the long run and prints its coverage.
"""

from __future__ import annotations

import random
import sys

import pytest

from companion import codec, shark
from companion.game import TABLE
from companion.sealed import seen
from tests.secrecy.shark_worlds import RECIPE, hidden, middle, redeal, released, role
from tests.secrecy.two_worlds import Report, run, seals
from tests.secrecy.worlds import viewers

STEPS = 2_000


@pytest.fixture(scope="module")
def report() -> Report:
    return run(RECIPE, STEPS, seed=2)


def test_no_viewer_can_tell_the_worlds_apart(report: Report) -> None:
    print(report)
    assert not report.differences, report.differences[0]
    assert report.steps >= STEPS


def test_the_worlds_diverged_in_every_kind_of_event(report: Report) -> None:
    kinds = {kind.__name__ for kind in shark.EVENTS} - set(RECIPE.alike)
    assert kinds - {kind for kind, _ in report.diverged} == set()


def test_secrets_diverged_inside_every_event_that_holds_one(report: Report) -> None:
    holding = {"ShareDealt", "SharesBought", "SharesSold", "GainsPaid", "LossesPaid", "FellShort", "SharesSoldForDebt"}
    assert {*holding, "WentOut"} - {kind for (kind, _), count in report.inside.items() if count} == set()


def test_the_other_world_looks_the_same_and_is_another() -> None:
    generator, others = random.Random(4), 0
    for _ in range(200):
        state = middle(generator)
        viewer = generator.choice(viewers(state))
        other = redeal(state, viewer, generator)
        shark.check(other)
        assert codec.plain(seen(other, viewer)) == codec.plain(seen(state, viewer))
        others += codec.kept(other) != codec.kept(state)
    assert others > 150


def test_seals_lie_only_where_seen_looks() -> None:
    """Annotations decide what is looked into; here every corner of a state is."""
    generator = random.Random(5)
    for _ in range(100):
        state = middle(generator)
        for viewer in viewers(state):
            for seal in seals(seen(state, viewer)):
                assert seal.viewed
                assert seal.is_open == (viewer in seal.eyes)


def test_what_the_table_is_told_is_never_more_than_anybody() -> None:
    """The specification in the harness: the display is a bystander everywhere."""
    generator = random.Random(6)
    for _ in range(200):
        state = middle(generator)
        for event in state.recent:
            for seat in [seat for seat in state.seats if role(event, seat) == "bystander"]:
                assert hidden(event, TABLE) == hidden(event, seat)
                assert released(state, event, TABLE) == released(state, event, seat)


if __name__ == "__main__":
    long_run = run(RECIPE, int(sys.argv[1]), seed=3)
    print(long_run, *long_run.differences, sep="\n")
