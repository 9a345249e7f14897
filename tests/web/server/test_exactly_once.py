"""A repeated request is done once, and answered the same each time (W2), for every game.

A few here; EXACTLY_ONCE=10000 for as many as one likes, or `python -m tests.proof W2`.
"""

import os

import pytest

from companion.games import installed
from tests.proof.serving import once

COMMANDS = int(os.environ.get("EXACTLY_ONCE", "45"))


def test_every_command_is_done_once_and_answered_alike() -> None:
    leg = once.walk(COMMANDS, 1)
    print(f"exactly once: {leg.reached - len(leg.broken)} of {leg.reached} commands")
    assert leg.broken == ()
    assert leg.counts.keys() == installed().keys()


@pytest.mark.broad
def test_a_table_that_forgets_what_it_answered_is_found() -> None:
    assert once.control()
