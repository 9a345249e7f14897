"""Work out what stands where, from the places of glyphs in a picture and the bases and figures of a game."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.kit.photo import Seen
from companion.sighting import plane
from companion.sighting.plane import Body

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.kit.photo import Figure, Printed, Scene, Spot
    from companion.sighting.plane import Laid, Pixel, Plane

DOUBT: Final = 1.5  # Times a spot's reach: up to there a figure may stand on it.
CROOKED: Final = 0.12  # Parts of a glyph's width by which a body may miss its own shape on average; beyond, it isn't flat.


@dataclass(frozen=True, slots=True)
class Sighting:
    """Glyph *number* in a picture: its corners in pixels, clockwise from its top left one as it is printed."""

    number: int
    corners: tuple[Pixel, Pixel, Pixel, Pixel]


@dataclass(frozen=True, slots=True)
class Picture:
    """What was found in a picture: nothing else of it is known here."""

    width: int
    high: int
    sightings: tuple[Sighting, ...]


def seen(scene: Scene, picture: Picture) -> Seen:
    """Return what *picture* shows of *scene*."""
    bases = dict(_bases(scene, picture))
    figures = [(figure, one) for figure in scene.figures for one in picture.sightings if one.number == figure.glyph]
    bodies = [*bases.values(), *(_body(figure, one) for figure, one in figures)]
    if not bases:
        return Seen(frozenset(), {}, loose=Counter(figure.name for figure, _ in figures))
    table = plane.found(bodies, picture.width, picture.high)
    laid = {name: _lies(table, body) for name, body in bases.items()}
    crooked = frozenset(name for name, body in bases.items() if _crooked(table, body))
    return _sorted(scene, laid, crooked, [(figure, _stands(table, figure, one)) for figure, one in figures])


def _bases(scene: Scene, picture: Picture) -> Iterator[tuple[str, Body]]:
    """Yield each base of which a glyph was found. A glyph that occurs twice, as in a mirror, says nothing."""
    numbers = [one.number for one in picture.sightings]
    once = {one.number: one for one in picture.sightings if numbers.count(one.number) == 1}
    for base in scene.bases:
        known = [(printed, once[printed.number]) for printed in base.glyphs if printed.number in once]
        own = tuple(point for printed, _ in known for point in corners(printed))
        if own:
            yield base.name, Body(own, tuple(pixel for _, one in known for pixel in one.corners))


def corners(printed: Printed) -> tuple[complex, complex, complex, complex]:
    """Return the corners of a glyph on its body, clockwise from the top left one."""
    return _square(complex(*printed.at), printed.across / 2)


def _square(middle: complex, half: float) -> tuple[complex, complex, complex, complex]:
    return middle - half - half * 1j, middle + half - half * 1j, middle + half + half * 1j, middle - half + half * 1j


def _body(figure: Figure, one: Sighting) -> Body:
    return Body(_square(0j, figure.across / 2), one.corners, figure.high)


def _lies(table: Plane, body: Body) -> Laid:
    return plane.fitted(body.own, [table.at(pixel) for pixel in body.pixels])


def _crooked(table: Plane, body: Body) -> bool:
    where = _lies(table, body)
    missed = [abs(table.at(pixel) - where(own)) for own, pixel in zip(body.own, body.pixels, strict=True)]
    return sum(missed) / len(missed) > CROOKED * abs(body.own[0] - body.own[1])


def _stands(table: Plane, figure: Figure, one: Sighting) -> complex:
    where = plane.fitted(_square(complex(*figure.off), figure.across / 2), [table.at(one, figure.high) for one in one.corners])
    return where(0j)


def _sorted(scene: Scene, laid: Mapping[str, Laid], crooked: frozenset[str], figures: Sequence[tuple[Figure, complex]]) -> Seen:
    """Return which of *figures* stand on which spots; those that stand between spots or two on one make these doubtful."""
    at: dict[Spot, list[str]] = defaultdict(list)
    doubtful, loose = set(), Counter[str]()
    for figure, point in figures:
        apart, spot, reach = min(_spots(scene, laid, point), default=(0.0, ("", ""), -1.0))
        if apart <= reach:
            at[spot].append(figure.name)
        elif apart > DOUBT * reach:
            loose[figure.name] += 1
        if reach < apart <= DOUBT * reach or spot[0] in crooked:
            doubtful.add(spot)
    doubtful |= {spot for spot, names in at.items() if len(names) > 1}
    on = {spot: names[0] for spot, names in at.items() if spot not in doubtful}
    return Seen(frozenset(laid) - crooked, on, frozenset(doubtful), loose)


def _spots(scene: Scene, laid: Mapping[str, Laid], point: complex) -> Iterator[tuple[float, Spot, float]]:
    """Yield each spot that was seen, with its distance from *point* before it and its reach after it."""
    for base in scene.bases:
        if base.name in laid:
            for name, own in base.spots.items():
                yield abs(laid[base.name](complex(*own)) - point), (base.name, name), base.reach
