"""Turning off any one defence breaks exactly the promise that names it."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.proof.defences import defences, is_broken
from tests.proof.promise import Defence
from tests.proof.promises import promises

NAMES = [one.name for one in promises()]


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Fresh processes: what is turned off in one, or left behind by it, is so nowhere else."""
    with ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def broken(pool: ProcessPoolExecutor, without: str) -> dict[str, str]:
    """Return the promises that are broken *without* a defence, and how."""
    told = {name: pool.submit(is_broken, name, without) for name in NAMES}
    return {name: how for name, one in told.items() if (how := one.result())}


def test_with_every_defence_every_promise_is_kept(processes: ProcessPoolExecutor) -> None:
    assert broken(processes, "") == {}


@pytest.mark.parametrize("defence", defences(), ids=lambda one: one.name)
def test_without_a_defence_exactly_its_promise_is_broken(processes: ProcessPoolExecutor, defence: Defence) -> None:
    found = broken(processes, defence.name)
    assert set(found) == {defence.keeps, *defence.also}, found


def test_every_defence_has_a_name_of_its_own_and_keeps_a_promise() -> None:
    names = [one.name for one in defences()]
    assert len(set(names)) == len(names)
    assert {name for one in defences() for name in (one.keeps, *one.also)} <= set(NAMES)
