"""What players at random want in Négoces 2."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion import negoces2, simulate


@pytest.mark.broad
def test_who_wants_a_set_ends_games_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against nobody but players at random: more wins by eight goods within the same limit."""
    monkeypatch.setattr("companion.players.GREEDY", 1.0)
    wins = []
    for gains in (negoces2.REHEARSAL.gains, None):
        monkeypatch.setattr(negoces2, "REHEARSAL", replace(negoces2.REHEARSAL, gains=gains))
        options = {"declare": "automatic", "sale_limit": "25"}
        games = [simulate.play(negoces2, "ABCD", options, random.Random(n)) for n in range(12)]
        wins.append(sum(negoces2.outcome(game.state).cause == "goods" for game in games))
    assert wins[0] > wins[1]
