"""Turning off any one defence breaks exactly the promise that names it, among those of its kind and one game.

`DEFENCES=all` looks at every promise of every game, which takes minutes.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from companion.games import GAMES
from tests.proof.defences import defences, is_broken
from tests.proof.promise import Defence
from tests.proof.promises import promises

TRIED = [one.name for one in promises() if one.brief]  # The others have no brief test: it would take minutes.
EVERYWHERE = os.environ.get("DEFENCES") == "all"
FIRST_GAME = next(iter(GAMES))


def tried(defence: Defence) -> list[str]:
    """Return the promises to look at without *defence*: those that it keeps and those like them, of one game."""
    games = {name for name in GAMES if name in defence.keeps} or {FIRST_GAME}
    others = [name for name in TRIED if not any(game in name for game in set(GAMES) - games)]
    near = [name for name in others if name[0] == defence.keeps[0] or name in defence.also]
    return TRIED if EVERYWHERE else near


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Fresh processes: what is turned off in one, or left behind by it, is so nowhere else."""
    with ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def broken(pool: ProcessPoolExecutor, names: Iterable[str], without: str) -> dict[str, str]:
    """Return which promises of those *names* are broken *without* a defence, and how."""
    told = {name: pool.submit(is_broken, name, without) for name in names}
    return {name: how for name, one in told.items() if (how := one.result())}


def test_with_every_defence_the_promises_are_kept(processes: ProcessPoolExecutor) -> None:
    assert broken(processes, {name for one in defences() for name in tried(one)}, "") == {}


@pytest.mark.parametrize("defence", defences(), ids=lambda one: one.name)
def test_without_a_defence_exactly_its_promise_is_broken(processes: ProcessPoolExecutor, defence: Defence) -> None:
    names = tried(defence)
    found = broken(processes, names, defence.name)
    assert set(found) == {defence.keeps, *defence.also}.intersection(names), found


def test_every_defence_has_a_name_of_its_own_and_keeps_a_promise() -> None:
    names = [one.name for one in defences()]
    assert len(set(names)) == len(names)
    assert {name for one in defences() for name in (one.keeps, *one.also)} <= set(TRIED)
