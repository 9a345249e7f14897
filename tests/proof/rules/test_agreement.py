"""Each referee agrees with its game, refuses what it refuses, and imports nothing from it; C2 has the controls."""

import ast
import sys
from pathlib import Path

import pytest

from companion.games import installed
from tests.proof.rules import agreement

REFEREES = Path(__file__).parent / "referees"


@pytest.mark.parametrize("name", ["barracuda", "negoces2"])
def test_a_referee_agrees_with_games_of_every_size(name: str) -> None:
    """Shark's games are long, and left to `make prove`."""
    game = installed()[name]
    leg = agreement.walk(name, game.MOST - game.FEWEST + 1, 7)
    assert (leg.broken, sum(leg.counts[f"by {seats}"] for seats in range(game.FEWEST, game.MOST + 1))) == ((), leg.reached)


@pytest.mark.parametrize("file", sorted(REFEREES.glob("*.py")), ids=lambda file: file.stem)
def test_a_referee_knows_nothing_of_the_program(file: Path) -> None:
    nodes = list(ast.walk(ast.parse(file.read_text())))
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    others = {one for one in found if not one.startswith("tests.proof.rules.referees.")}
    assert {one.partition(".")[0] for one in others} <= sys.stdlib_module_names


@pytest.mark.parametrize("name", agreement.REFEREES)
def test_a_referee_refuses_what_is_refused(name: str) -> None:
    leg = agreement.walk_refused(name, 100, 1)
    assert leg.broken == ()
    assert leg.reached >= 100
