"""The display's screens of every game, one of each kind, as the playthroughs of single rules come to them, and a few more."""

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import takewhile
from pathlib import Path

from companion.games import installed, shark
from companion.games.shark.model import Outcome
from companion.games.shark.moves import Build
from companion.kit import TABLE, Log, Said, Screen
from companion.lab import announcing
from companion.lab.playthroughs.retelling import files
from companion.lab.playthroughs.script import GONE, read
from companion.lab.simulate import Step
from companion.match import guard
from tests.companion.playing import shown, sight
from tests.companion.shark.positions import act, owing, position, thrown

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc"}
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
# One red building on D2 removes a blue pair, a green pair and a yellow single.
PRESSED = {"red": "A2 B2 C2", "blue": "D1 E1 L10", "green": "E2 F2", "yellow": "D3"}


def shown_in(file: Path) -> Iterator[Screen]:
    """Yield what the display shows at first, and after each command of the playthrough in *file*, up to a take-back."""
    script, told = read(file.read_text(encoding="utf-8"), file.name), announcing.Told()
    game, state = script.game, script.game.setup(script.seats, script.options)
    yield shown(state)
    done = [step for step in takewhile(lambda step: not step.back, script.steps) if step.refusal == GONE]
    for seat, command in [one for step in done for one in step.commands]:
        before, events = state, tuple(guard.decide(game, state, seat, command))
        for event in events:
            state = game.evolve(state, event)
        screen = told.screen(game, Step(seat, command, before, events, state))
        yield from (*screen.announces, replace(screen, announces=()))


def seldom() -> Iterator[Screen]:
    """Yield screens of Shark that no playthrough comes to: three companies fall, five owe, and all six win."""
    six = tuple("ABCDEF")
    rich = position(six, PRESSED, cash=dict.fromkeys(six, 40))
    yield shown(act(thrown(rich, 1, "red"), "A", Build("red", "D2")))
    yield shown(owing(rich, B=7, C=12, D=105, E=3, F=44))
    won, outcome = sight(rich, TABLE), Outcome("price", six, (six,), dict.fromkeys(six, 186))
    yield shark.screen(replace(won, phase="over", outcome=outcome), Log((), TABLE))


def kind(screen: Screen) -> str:
    """Return the names of the sentences of *screen*, from the counter up, and of its picture."""
    parts = [getattr(screen, one.name) for one in fields(screen)]
    picture = [type(screen.picture).__name__.lower()] if screen.picture else []
    return "-".join([*(one.code.rpartition(".")[2] for one in parts if isinstance(one, Said)), *picture])


@cache
def scenes() -> dict[str, Screen]:
    """Return the fullest screen of each kind."""
    found: dict[str, Screen] = {}
    for name in installed():
        folder = PLAYTHROUGHS / name
        ours = [one for file in files(folder) if not file.stem.startswith("game-") for one in shown_in(file)]
        for screen in [*ours, *(seldom() if name == "shark" else ())]:
            told = f"{name}-{kind(screen)}"
            found[told] = max(found.get(told, screen), screen, key=lambda one: len(repr(one)))
    return found
