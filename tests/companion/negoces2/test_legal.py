"""Every refusal has its rule and its use, and the asks offer exactly what the rules allow."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from companion import negoces2, simulate
from companion.game import CHANCE, TABLE, Nothing, Said
from companion.negoces2 import legal
from companion.negoces2.legal import REFUSALS
from companion.pieces import Piece
from companion.probes import Prober
from companion.sealed import seen
from companion.words import LANGUAGES, Words
from tests.companion.playing import asked

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc"}


def test_every_refusal_listed_is_used_and_every_one_used_is_listed() -> None:
    tree = ast.parse(Path(legal.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_no"]
    used = {text.value for call in calls for text in ast.walk(call.args[0]) if isinstance(text, ast.Constant) and text.value}
    assert used == set(REFUSALS)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_asked_is_allowed_and_what_is_not_asked_is_refused(seed: int) -> None:
    """The prober raises when asks and rules disagree; here it looks at every state, many times."""
    generator = random.Random(seed)
    prober = Prober(negoces2, random.Random(seed))
    options = {**simulate.varied_options(negoces2, generator), "sale_limit": "6"}
    finished = simulate.play(negoces2, "ABCE", options, generator)
    refused = sum((prober.probe(step.before, 24) for step in finished.steps), start=prober.probe(finished.state, 24))
    assert len(refused) > 8


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_can_be_said_in_every_language(seed: int) -> None:
    languages = [Words(language, strict=True) for language in LANGUAGES]
    generator = random.Random(seed)
    options = {**simulate.varied_options(negoces2, generator), "sale_limit": "12"}
    heard: set[str] = set()
    for step in simulate.play(negoces2, "ABDE", options, generator).steps:
        for said in everything_said(step.after):
            heard.add(said.code)
            for words in languages:
                assert "{" not in words.say(said, NAMES)
    assert len(heard) > 30


def everything_said(state: negoces2.model.State) -> list[Said]:
    """Return each sentence that anybody could be told in *state*."""
    said: list[Said] = []
    for viewer in (*state.seats, TABLE):
        mine = seen(state, viewer)
        said += negoces2.view(mine, viewer).news
        said += [ask.why_not.said for ask in negoces2.asks(mine, viewer) if ask.why_not]
    table = seen(state, TABLE)
    screen = negoces2.screen(negoces2.view(table, TABLE))
    said += [line for name in screen.__dataclass_fields__ if isinstance(line := getattr(screen, name), Said)]
    for piece in (Piece("key", "ok"), Piece("bag", "A"), Piece("card", "tea", 2), Piece("key", "back")):
        meant = negoces2.tapped(table, piece, "reader 1")
        said += [meant.said] if isinstance(meant, Nothing) else []
    return said


def test_chance_is_never_left_waiting() -> None:
    """Whoever deals for the table never has to choose between chance and a player."""

    def watch(step: simulate.Step) -> None:
        assert bool(asked(step.before, CHANCE)) == (step.seat == CHANCE)

    for seed in range(6):
        generator = random.Random(seed)
        simulate.play(negoces2, "ABCD", simulate.varied_options(negoces2, generator), generator, watch=watch)
