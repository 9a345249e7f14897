"""Turning off any one defence breaks exactly the promise that names it, among those of its kind and one game.

`DEFENCES=all` checks every promise of every game, which takes minutes.
"""

import multiprocessing
import os
from collections.abc import Collection
from functools import cache

import pytest

from companion.games import installed
from companion.lab.secrecy.recipe import recipe
from tests.proof.promise import Defence
from tests.proof.promises import defences, promises

TRIED = {one.name: one for one in promises() if one.brief}  # The others have no brief test: it would take minutes.
EVERYWHERE = os.environ.get("DEFENCES") == "all"
QUICK = ("a check before each commit", "answers that are kept with their keys")


def near(defence: Defence) -> list[str]:
    games = {name for name in installed() if name in defence.keeps} or {next(iter(installed()))}
    others = [name for name in TRIED if not any(game in name for game in set(installed()) - games)]
    return list(TRIED) if EVERYWHERE else [name for name in others if name[0] == defence.keeps[0] or name in defence.also]


def broken(names: Collection[str], without: Defence) -> dict[str, str]:
    """Return which promises of those *names* are broken *without* a defence, and how; each in a process of its own."""
    for name, game in installed().items():
        if any(one.startswith("S") and name in one for one in names):
            recipe(game).moments()  # Played here once, before any defence is turned off, instead of in each process.
    if "D7" in names:
        compiled()
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        told = pool.starmap(how_broken, [(name, without.name) for name in names], chunksize=1)
    return {name: how for name, how in zip(names, told, strict=True) if how}


@cache
def compiled() -> None:
    """Compile the templates of the pages that the processes look at: they share them."""
    TRIED["D7"].walk(1, 0)


def how_broken(name: str, without: str) -> str:
    """Return how a brief test breaks, or "". A test that crashes counts, since it shows that the defence is missing.

    A sixteenth of the test comes first, because a broken promise shows early. One that isn't expected to break gets no more.
    """
    defence = next(one for one in defences() if one.name == without)
    parts = (16, 1) if EVERYWHERE or name in (defence.keeps, *defence.also) else (16,)
    with pytest.MonkeyPatch.context() as patch:
        defence.turn_off(patch)
        try:
            legs = (TRIED[name].walk(-(-TRIED[name].brief // part), 0) for part in parts)
            return "; ".join(next((leg.broken for leg in legs if leg.broken), ()))[:500]
        except Exception as error:
            return f"{type(error).__name__}: {error}"[:500]


@pytest.mark.parametrize(
    "defence",
    [pytest.param(one, id=one.name, marks=[] if one.name in QUICK else pytest.mark.broad) for one in defences()],
)
def test_without_a_defence_exactly_its_promise_is_broken(defence: Defence) -> None:
    names = near(defence)
    found = broken(names, defence)
    assert set(found) == {defence.keeps, *defence.also}.intersection(names), found


def test_every_defence_has_a_name_of_its_own_and_keeps_a_promise() -> None:
    names = [one.name for one in defences()]
    assert len(set(names)) == len(names)
    assert set(QUICK) <= set(names)
    assert {name for one in defences() for name in (one.keeps, *one.also)} <= set(TRIED)
