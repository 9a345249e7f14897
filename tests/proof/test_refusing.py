"""A referee is asked about what was refused, and finds a refusal that the rules don't know."""

import pytest

from tests.proof import refusing
from tests.proof.agreement import REFEREES


@pytest.mark.parametrize("name", REFEREES)
def test_a_referee_refuses_what_is_refused(name: str) -> None:
    leg = refusing.walk(name, 100, 1)
    assert leg.broken == ()
    assert leg.reached >= 100


def test_a_rule_that_is_too_strict_is_found() -> None:
    """In the quickest game; in the others it is `make prove` that does so."""
    assert refusing.control("shark")
