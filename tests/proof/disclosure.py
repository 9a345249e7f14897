"""An event tells each viewer just what the table beside the rules says (S5), on which two worlds rely."""

from collections import Counter
from typing import Final

from companion.games import installed
from companion.lab.secrecy.disclosing import mismatches, unlisted, wrong_entries
from companion.lab.simulate import Step
from tests.proof.durability.evenings import random_game
from tests.proof.promise import Blind, Leg, Promise, of_each_game

EVENTS: Final = 20_000  # a game, each as every viewer sees it
ENOUGH: Final = 15  # games, and steps with each kind of event


def promises() -> list[Promise]:
    what = "each viewer can open just as much of each event of {game} as the table beside its rules says"
    blind = "what a state or a view holds beside its events: S1 and S4 have that"
    return of_each_game("S5 {game}", what, EVENTS, "events", 5_000, walk, control, brief=300, blind=blind)


def walk(name: str, number: int, seed: int) -> Leg:
    game, counts, n = installed()[name], Counter[str](), 0
    broken = unlisted(game)
    while counts.total() < number and not broken:
        for step in _played(name, f"{name} {seed} {n}"):
            counts.update(type(event).__name__ for event in step.events)
            broken += mismatches(game.DISCLOSURE, step)
        n += 1
    return Leg(counts.total(), tuple(broken), {"games": n})


def _played(name: str, seed: str) -> tuple[Step, ...]:
    return random_game(name, seed, leaning=installed()[name].REHEARSAL.leaning).steps


def control(name: str) -> str:
    """Make each entry of the table wrong: some step of a sample of games must show it."""
    game = installed()[name]
    met: dict[type, list[Step]] = {kind: [] for kind in game.EVENTS}
    for n in range(60):
        if n >= ENOUGH and all(len(steps) >= ENOUGH for steps in met.values()):
            break
        for step in _played(name, f"sample {n}"):
            for kind in {type(event) for event in step.events}:
                met[kind].append(step)
    entries = list(wrong_entries(game.DISCLOSURE))
    for kind, field, audience in entries:
        table = {**game.DISCLOSURE, kind: {**game.DISCLOSURE[kind], field: audience}}
        if not any(True for step in met[kind] for _ in mismatches(table, step, kind)):
            raise Blind(f"{kind.__name__}.{field}: {audience} went unseen, or was never met")
    return f"{len(entries)} of {len(entries)} wrong entries"
