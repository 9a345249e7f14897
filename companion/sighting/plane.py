"""Work out how a camera saw the table, from flat bodies of known shape that lie on it at unknown places.

A pinhole camera with square pixels looks at a plane. Five numbers say how: the slope of the plane in two directions, its
distance, and the focal length. They are found as those with which every body, measured on the plane, has its own shape.
Points on the plane are complex numbers in millimetres, because turning a body is then one multiplication.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Pixel: TypeAlias = tuple[float, float]

SLOPES: Final = (-1.4, -0.7, 0.0, 0.7, 1.4)  # Where the search begins, in both directions.
FOCAL: Final = 0.76  # Of a phone's main camera (26 mm on film), as a part of the picture's longer side.
TRUST: Final = 4.0  # How many pixels of error it is worth to leave the focal length alone, for e times of it.
FEWEST: Final = 3  # Bodies among which one can be told from the others.
STRAY: Final = 4.0  # How many times the usual miss a body that isn't there misses its place,
NEAR: Final = 2.0  # and by how many pixels at least.
STEPS: Final = 25
ENOUGH: Final = 1e-4  # A step that improves the squares by less than this part ends the search.


@dataclass(frozen=True, slots=True)
class Body:
    """A body *high* above the table: its points in its own millimetres, and in the picture."""

    own: tuple[complex, ...]
    pixels: tuple[Pixel, ...]
    high: float = 0


@dataclass(frozen=True, slots=True)
class Plane:
    """The plane of the table, as a camera with the *middle* of its picture in pixels saw it."""

    across: float  # The slope to the right.
    down: float
    distance: float  # From the camera to the plane, in millimetres.
    focal: float  # In pixels.
    middle: Pixel

    def at(self, pixel: Pixel, high: float = 0) -> complex:
        """Return the point of the table below what *pixel* shows *high* above it."""
        return self._met(pixel, high)[0]

    def _met(self, pixel: Pixel, high: float) -> tuple[complex, float]:
        """Return that point and its depth; a huge one beyond the horizon."""
        x, y = (pixel[0] - self.middle[0]) / self.focal, (pixel[1] - self.middle[1]) / self.focal
        long = math.sqrt(1 + self.across**2 + self.down**2)
        depth = (self.distance - high) * long / max(1e-3, self.across * x + self.down * y + 1)
        flat = math.hypot(1, self.across)
        right = depth * (x - self.across) / flat  # Along (1, 0, -across).
        far = depth * (-self.across * self.down * x + flat**2 * y - self.down) / (flat * long)
        return complex(right, far), depth

    def misses(self, body: Body) -> list[complex]:
        """Return by how many pixels each point of *body* misses its place, if the body has its own shape."""
        met = [self._met(pixel, body.high) for pixel in body.pixels]
        where = fitted(body.own, [point for point, _ in met])
        return [(point - where(own)) * self.focal / depth for own, (point, depth) in zip(body.own, met, strict=True)]


@dataclass(frozen=True, slots=True)
class Laid:
    """Where a body lies: how it is *turned*, a complex number of size one, and where its own origin is."""

    turned: complex
    origin: complex

    def __call__(self, own: complex) -> complex:
        """Return where the body's *own* point is."""
        return self.origin + self.turned * own


def fitted(own: Sequence[complex], points: Sequence[complex]) -> Laid:
    """Return how a body with the *own* points lies, if they are at *points*, with the smallest sum of squares."""
    middle, there = sum(own) / len(own), sum(points) / len(points)
    turn = sum((b - there) * (a - middle).conjugate() for a, b in zip(own, points, strict=True))
    turned = turn / abs(turn) if turn else 1 + 0j
    return Laid(turned, there - turned * middle)


def found(bodies: Sequence[Body], width: int, high: int) -> Plane:
    """Return the plane on which *bodies*, at least one, lie, in a picture of that *width* and height."""
    focal, middle = FOCAL * max(width, high), (width / 2, high / 2)
    starts = [_scaled(Plane(a, d, 1000, focal, middle), bodies) for a in SLOPES for d in SLOPES]
    best = sorted((_sum(_errors(one, bodies, focal)), at) for at, one in enumerate(starts))[:2]
    plane = min((_improved(starts[at], bodies, focal) for _, at in best), key=lambda one: _sum(_errors(one, bodies, focal)))
    return _without_strays(plane, bodies, focal)


def _without_strays(plane: Plane, bodies: Sequence[Body], focal: float) -> Plane:
    """Return *plane* fitted anew without the bodies that lie on none with the others.

    A pattern that was seen where there is none would bend the plane below all the others.
    """
    kept = list(bodies)
    while len(kept) > FEWEST:
        missed = [sum(map(abs, plane.misses(body))) / len(body.own) for body in kept]
        worst = max(range(len(kept)), key=missed.__getitem__)
        if missed[worst] < max(NEAR, STRAY * sorted(missed)[len(kept) // 2]):
            break
        del kept[worst]
        plane = _improved(plane, kept, focal)
    return plane


def _scaled(plane: Plane, bodies: Sequence[Body]) -> Plane:
    """Return *plane* at the distance at which the bodies have about their own size."""
    sizes = []
    for body in bodies:
        points = [plane.at(pixel) for pixel in body.pixels]
        sizes.append(abs(body.own[0] - body.own[2]) / max(1e-6, abs(points[0] - points[2])))
    return _with(plane, (plane.across, plane.down, math.log(plane.distance * sorted(sizes)[len(sizes) // 2]), 0), plane.focal)


def _with(plane: Plane, numbers: Sequence[float], focal: float) -> Plane:
    across, down, distance, zoom = numbers
    return Plane(across, down, math.exp(min(distance, 12)), focal * math.exp(max(-1.5, min(zoom, 1.5))), plane.middle)


def _errors(plane: Plane, bodies: Sequence[Body], focal: float) -> list[float]:
    misses = [miss for body in bodies for miss in plane.misses(body)]
    return [*(part for miss in misses for part in (miss.real, miss.imag)), TRUST * math.log(plane.focal / focal)]


def _sum(errors: Sequence[float]) -> float:
    return sum(error * error for error in errors)


def _improved(plane: Plane, bodies: Sequence[Body], focal: float) -> Plane:
    """Return *plane* after a Levenberg-Marquardt search."""
    numbers = [plane.across, plane.down, math.log(plane.distance), math.log(plane.focal / focal)]
    errors, damping = _errors(plane, bodies, focal), 1e-3
    for _ in range(STEPS):
        slopes = [_slope(plane, numbers, at, errors, bodies, focal) for at in range(len(numbers))]
        while damping < 1e6:
            moved = [one + by for one, by in zip(numbers, _step(slopes, errors, damping), strict=True)]
            better = _errors(_with(plane, moved, focal), bodies, focal)
            if _sum(better) < _sum(errors):
                break
            damping *= 8
        else:
            break
        gained, numbers, errors, damping = 1 - _sum(better) / _sum(errors), moved, better, damping / 8
        if gained < ENOUGH:
            break
    return _with(plane, numbers, focal)


def _slope(
    plane: Plane, numbers: Sequence[float], at: int, errors: Sequence[float], bodies: Sequence[Body], focal: float
) -> list[float]:
    """Return by how much each error grows with number *at*."""
    nudged = [one + (1e-5 if n == at else 0) for n, one in enumerate(numbers)]
    return [(b - a) / 1e-5 for a, b in zip(errors, _errors(_with(plane, nudged, focal), bodies, focal), strict=True)]


def _step(slopes: Sequence[Sequence[float]], errors: Sequence[float], damping: float) -> list[float]:
    rows = [[sum(a * b for a, b in zip(one, other, strict=True)) for other in slopes] for one in slopes]
    rows = [[value * (1 + damping) if n == at else value for n, value in enumerate(row)] for at, row in enumerate(rows)]
    return solved(rows, [-sum(a * b for a, b in zip(one, errors, strict=True)) for one in slopes])


def solved(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of the linear equations *rows* = *right*, by Gauss; zeros for what they leave open."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    many = len(table)
    for at in range(many):
        best = max(range(at, many), key=lambda n: abs(table[n][at]))
        table[at], table[best] = table[best], table[at]
        if abs(table[at][at]) < 1e-12:
            continue
        table[at] = [value / table[at][at] for value in table[at]]
        table = [
            row if n == at else [v - row[at] * p for v, p in zip(row, table[at], strict=True)] for n, row in enumerate(table)
        ]
    return [row[-1] if abs(row[at] - 1) < 1e-6 else 0.0 for at, row in enumerate(table)]
