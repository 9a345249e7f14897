"""Turning off any one defence breaks exactly the promise that names it, among those of its kind and one game.

`DEFENCES=all` looks at every promise of every game, which takes minutes.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterable

import pytest

from companion.games import GAMES
from tests.proof.defences import defences, is_broken
from tests.proof.promise import Defence
from tests.proof.promises import promises

TRIED = [one.name for one in promises() if one.brief]  # The others have no brief test: it would take minutes.
EVERYWHERE = os.environ.get("DEFENCES") == "all"
FIRST_GAME = next(iter(GAMES))
QUICK = ("a check before each commit", "answers that are kept with their keys")


def tried(defence: Defence) -> list[str]:
    """Return the promises to look at without *defence*: those that it keeps and those like them, of one game."""
    games = {name for name in GAMES if name in defence.keeps} or {FIRST_GAME}
    others = [name for name in TRIED if not any(game in name for game in set(GAMES) - games)]
    near = [name for name in others if name[0] == defence.keeps[0] or name in defence.also]
    return TRIED if EVERYWHERE else near


def broken(names: Iterable[str], without: str) -> dict[str, str]:
    """Return which promises of those *names* are broken *without* a defence, and how; each in a process of its own."""
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        told = pool.starmap(is_broken, [(name, without) for name in names], chunksize=1)
    return {name: how for name, how in zip(names, told, strict=True) if how}


@pytest.mark.broad
def test_with_every_defence_the_promises_are_kept() -> None:
    assert broken(sorted({name for one in defences() for name in tried(one)}), "") == {}


@pytest.mark.parametrize(
    "defence",
    [pytest.param(one, id=one.name, marks=[] if one.name in QUICK else pytest.mark.broad) for one in defences()],
)
def test_without_a_defence_exactly_its_promise_is_broken(defence: Defence) -> None:
    names = tried(defence)
    found = broken(names, defence.name)
    assert set(found) == {defence.keeps, *defence.also}.intersection(names), found


def test_every_defence_has_a_name_of_its_own_and_keeps_a_promise() -> None:
    names = [one.name for one in defences()]
    assert len(set(names)) == len(names)
    assert set(QUICK) <= set(names)
    assert {name for one in defences() for name in (one.keeps, *one.also)} <= set(TRIED)
