"""Morra as a fourth game, from the files as they are printed: its two worlds stand, and what it lacks to be proved is named."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

import companion
from tests.example import morra
from tests.example.quoting import in_place
from tests.proof import divergence, secrecy
from tests.proof.lacking import PARTS, lacks
from tests.proof.promises import promises

KEPT = (divergence.places, secrecy.all_leaks, secrecy.played)


@pytest.fixture(autouse=True)
def _installed(words_of_morra: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(companion, "morra", morra, raising=False)
    monkeypatch.setitem(sys.modules, "companion.morra", morra)
    for file in ("worlds.py", "leaks.py"):
        name = f"tests.secrecy.morra_{file.removesuffix('.py')}"
        monkeypatch.setitem(sys.modules, name, printed(file, name))
    yield
    for kept in KEPT:
        kept.cache_clear()


def printed(file: str, name: str) -> ModuleType:
    """Return the module that *file* is, copied from CONTRIBUTING.md."""
    module = ModuleType(name)
    module.__spec__ = sys.modules[__name__].__spec__  # Somebody asks whether it is there.
    exec(compile(in_place(file), file, "exec"), module.__dict__)
    return module


def test_the_files_are_printed_for_their_place() -> None:
    for file in ("worlds.py", "leaks.py"):
        assert "tests.example" not in in_place(file)
        assert "companion.morra import" in in_place(file)


def test_two_worlds_as_printed_are_all_that_is_asked_for() -> None:
    assert lacks("morra", "worlds") == ""
    assert len(divergence.cells("morra")) == 2
    for walk in (secrecy.walk, secrecy.walk_divergence, secrecy.walk_histories):
        leg = walk("morra", 20, 1)
        assert leg.broken == ()
        assert leg.reached >= 20


def test_the_leak_as_printed_is_found_among_those_that_any_game_could_have() -> None:
    assert secrecy.found("morra", "fingers_on_the_outside_of_a_hand")
    assert secrecy.control("morra").startswith("4 of 4 leaks")
    assert "a dozen" in lacks("morra", "leaks"), "one isn't enough"


def test_what_is_still_to_be_written_is_named_and_nothing_else_is_missing() -> None:
    assert {part for part in PARTS if lacks("morra", part)} == set(PARTS) - {"worlds"}
    made = {one.name for one in promises()}
    assert {name.format(game="morra") for part in PARTS.values() for name in part.promises} <= made
