"""An event tells each viewer just what the table beside the rules says (S5), on which two worlds rely."""

from collections import Counter
from typing import Final

from companion.games import installed
from companion.lab.secrecy.disclosing import mismatches, unlisted, wrong_entries
from companion.lab.simulate import Step
from tests.proof.durability.evenings import random_game
from tests.proof.promise import Blind, Leg, Promise, of_each_game

EVENTS: Final = 20_000  # a game, each as every viewer sees it


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
    """Make each entry of the table wrong, and play until each was noticed."""
    table = installed()[name].DISCLOSURE
    entries = unseen = list(wrong_entries(table))
    for n in range(60):
        steps, left = _played(name, f"sample {n}"), []
        for kind, field, audience in unseen:
            wrong = {**table, kind: {**table[kind], field: audience}}
            if not any(True for step in steps for _ in mismatches(wrong, step, kind)):
                left.append((kind, field, audience))
        unseen = left
        if not unseen:
            return f"{len(entries)} of {len(entries)} wrong entries"
    raise Blind(f"went unseen: {unseen}")
