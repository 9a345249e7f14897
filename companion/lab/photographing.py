"""Photograph random tables, and find what a photograph tells that its picture doesn't show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.kit.sealed import seen
from companion.kit.viewers import TABLE
from companion.sighting.comparing import can_be_photographed, findings
from companion.sighting.standing import Picture, Sighting, corners

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from companion.kit.game import AnyGame, State
    from companion.kit.photo import Scene
    from companion.sighting.comparing import Findings

DOTS: Final = 4  # Pixels per millimetre.
APART: Final = 400  # Millimetres between two bases, which lie in a row.


def shown(game: AnyGame, worlds: Sequence[State], generator: random.Random) -> list[Findings | None]:
    """Return what one random picture says in each of *worlds*; None for a game that can't be photographed."""
    if not can_be_photographed(game):
        return [None] * len(worlds)
    scene = game.photographed(seen(worlds[0], TABLE))
    picture = Picture(4000, 3000, tuple(_sightings(scene, generator)))
    return [findings(game, world, picture) for world in worlds]


def _sightings(scene: Scene, generator: random.Random) -> Iterator[Sighting]:
    """Yield glyphs of a few bases, seen from straight above, with figures on some of their spots; and loose figures."""
    for at, base in enumerate(generator.sample(scene.bases, min(3, len(scene.bases)))):
        for printed in base.glyphs:
            yield _sighting(printed.number, [at * APART + corner for corner in corners(printed)])
        for spot in generator.sample(list(base.spots.values()), generator.randint(0, min(5, len(base.spots)))):
            yield _figure(scene, at * APART + complex(*spot), generator)
    yield from (_figure(scene, complex(-200 * n, 500), generator) for n in range(3) if scene.figures)


def _figure(scene: Scene, at: complex, generator: random.Random) -> Sighting:
    one = generator.choice(scene.figures)
    half = one.across / 2
    middle = at + complex(*one.off)
    return _sighting(one.glyph, [middle + half * turn for turn in (-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j)])


def _sighting(number: int, points: Sequence[complex]) -> Sighting:
    a, b, c, d = (((DOTS * point).real, (DOTS * point).imag) for point in points)
    return Sighting(number, (a, b, c, d))
