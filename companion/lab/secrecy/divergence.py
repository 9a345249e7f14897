"""Lead two worlds to every kind of event, in every role of the viewer, so that they differ there; or nothing is compared.

Pairs that seldom get there by themselves begin shortly before such an event in a random game.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.kit.viewers import CHANCE, Viewer
from companion.lab.secrecy.recipe import before as standing_before
from companion.lab.secrecy.report import Report
from companion.lab.secrecy.two_worlds import keep
from companion.lab.secrecy.worlds import viewers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.lab.secrecy.recipe import Recipe
    from companion.lab.simulate import Step

Cell: TypeAlias = tuple[str, str]  # A kind of event, and a viewer's role in it.

FRUITLESS: Final = 2_000  # Pairs of worlds led to an event before giving up; for some events, one pair in seventy differs.
FURTHER: Final = 2  # The number of steps that a pair makes after the event that it was led to.


@dataclass(frozen=True)
class Place:
    """A starting point for *viewer*: before step number *n* of *steps*."""

    steps: Sequence[Step]
    n: int
    viewer: Viewer


Places: TypeAlias = dict[Cell, tuple[bool, list[Place]]]


@cache
def places(told: Recipe) -> Places:
    """Return the places in random games of each (event, role), and whether the event itself holds a secret from the viewer.

    If it does in some places, only those are returned.
    """
    found: defaultdict[Cell, dict[bool, list[Place]]] = defaultdict(lambda: {True: [], False: []})
    for kind, where in told.moments().items():
        for steps, n in where:
            for event in steps[n].events:
                if type(event).__name__ == kind:
                    _note(found, told, event, steps, n)
    return {cell: (bool(at[True]), at[True] or at[False]) for cell, at in sorted(found.items())}


def cells(told: Recipe) -> list[Cell]:
    """Return every (event, role) at which two worlds can differ."""
    return [cell for cell in places(told) if cell[0] not in told.alike]


def _note(found: dict[Cell, dict[bool, list[Place]]], told: Recipe, event: object, steps: Sequence[Step], n: int) -> None:
    for viewer in viewers(steps[n].before):
        cell = type(event).__name__, told.role(event, viewer)
        found[cell][bool(told.hidden(getattr(steps[n].before, "options", None), event, viewer))].append(Place(steps, n, viewer))


def diverge(
    told: Recipe, at: Places, wanted: Sequence[Cell], seed: int, fruitless: int = FRUITLESS
) -> tuple[Report, list[Cell]]:
    """Lead worlds to each *wanted* (event, role) until they differ there, or until *fruitless* pairs in a row haven't.

    Return the report, and the cells at which no secrets differed; if the event itself holds a secret, that one must differ.
    """
    report, generator, missed = Report(), random.Random(f"{told.game.NAME} {seed}"), list[Cell]()
    for cell in wanted:
        secret, where = at[cell]
        counted = report.inside if secret else report.diverged
        before, tried = counted[cell], 0
        while counted[cell] == before and tried < fruitless and not report.differences:
            _lead(told, generator.choice(where), generator, report)
            tried += 1
        missed += [cell] if counted[cell] == before else []
    return report, missed


def _lead(told: Recipe, place: Place, generator: random.Random, report: Report) -> None:
    steps, n = place.steps, place.n
    while n > 0 and steps[n].seat == CHANCE:
        n -= 1
    lead = None if steps[n].seat == CHANCE else (steps[n].seat, steps[n].command)
    keep(told, standing_before(steps, n), place.viewer, generator, report, lead=lead, longest=FURTHER)
