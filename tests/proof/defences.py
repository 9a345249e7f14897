"""All defences that can be turned off, each topic's in its own file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.proof import clock, conservation, crashes, damage, failing, kills, once, secrecy
from tests.proof.promises import promises

if TYPE_CHECKING:
    from tests.proof.promise import Defence, Promise


def defences() -> tuple[Defence, ...]:
    """Return every defence."""
    return (
        *crashes.DEFENCES,
        *failing.DEFENCES,
        *damage.DEFENCES,
        *kills.DEFENCES,
        *clock.DEFENCES,
        *conservation.DEFENCES,
        *once.DEFENCES,
        *secrecy.DEFENCES,
    )


def is_broken(promise: str, without: str = "") -> str:
    """Return how *promise* is broken by a brief test *without* a defence, empty where it is kept.

    Wants to be run in a process of its own. A test that can't be done at all counts as broken: something
    tells of the missing defence.
    """
    one: Promise = next(one for one in promises() if one.name == promise)
    with pytest.MonkeyPatch.context() as patch:
        for defence in defences():
            if defence.name == without:
                defence.turn_off(patch)
        try:
            return "; ".join(one.walk(one.brief, 0).broken)[:500]
        except Exception as error:
            return f"{type(error).__name__}: {error}"[:500]
