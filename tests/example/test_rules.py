"""Morra by itself: played as written, at random, in two worlds, and by the table of who learns what."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion import simulate
from companion.playthrough import replay
from companion.script import read
from tests.companion import test_playthroughs
from tests.example import leaks, morra
from tests.example.morra import HandShown
from tests.example.worlds import RECIPE, moments
from tests.proof import disclosure
from tests.secrecy import two_worlds

PLAYED = (Path(__file__).parent / "morra-two-rounds.txt").read_text(encoding="utf-8")
pytestmark = pytest.mark.usefixtures("words_of_morra")


def test_it_goes_as_it_is_written() -> None:
    assert [str(one) for one in replay(PLAYED)] == []


def test_a_wrong_word_in_it_would_be_found() -> None:
    (wrong,) = replay(PLAYED.replace("B: B (fingers 2", "B: B (fingers 3"))
    assert (wrong.viewer, wrong.fact, wrong.found) == ("B", "B fingers", "2")


def test_everything_in_it_is_played_through() -> None:
    done = test_playthroughs._done(read(PLAYED, ""))
    everything = {kind.__name__ for kind in (*morra.COMMANDS, *morra.EVENTS)} | set(morra.REFUSALS)
    assert {f"morra {one}" for one in everything} == done


@pytest.mark.parametrize("seats", range(morra.FEWEST, morra.MOST + 1))
def test_random_games_end_and_everything_happens(seats: int) -> None:
    happened = simulate.simulate(morra, 30, seats, seed=1)
    assert happened.ended["points"] == 30
    assert all(happened.events[kind.__name__] for kind in morra.EVENTS)
    assert set(happened.refusals) == set(morra.REFUSALS)


@pytest.mark.parametrize(("seats", "options"), [("A", {}), ("BA", {}), ("AB", {"points": "2"}), ("AB", {"pints": "3"})])
def test_no_other_tables(seats: str, options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"seats|option"):
        morra.setup(tuple(seats), options)


# Secrets

STEPS = 600


def test_no_viewer_can_tell_the_worlds_apart() -> None:
    report = two_worlds.run(RECIPE, STEPS, seed=1)
    assert not report.differences, report.differences[0]
    assert {kind for kind, _ in report.diverged} == {"HandShown"}
    assert report.inside["HandShown", "bystander"] > 30


def test_fingers_on_the_outside_of_a_hand_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    moments()
    leaks.fingers_on_the_outside_of_a_hand(monkeypatch)
    report = two_worlds.run(RECIPE, STEPS, seed=1)
    assert report.differences
    print(f"after {report.steps} steps: {report.differences[0]}")


def test_each_event_tells_whom_it_says() -> None:
    steps = simulate.play(morra, "ABCD", {}, random.Random(1)).steps
    assert disclosure.unlisted(morra) == []
    assert [wrong for step in steps for wrong in disclosure.mismatches(morra.DISCLOSURE, step)] == []
    everybody = {**morra.DISCLOSURE, HandShown: dict.fromkeys(("seat", "hand"), "everybody")}
    assert any("HandShown.hand" in wrong for step in steps for wrong in disclosure.mismatches(everybody, step))
