"""Render photographs: cutouts from the printed sheets on a table top, as a phone's camera would take them.

A pinhole camera looks at flat pieces by their homographies, drawn at twice the size and averaged; then light, blur, noise and
JPEG compression are added. The noise's strengths are those of phones' small sensors: 1 to 2 % by day, up to 5 % in a dim room.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
import pypdfium2
from fpdf import FPDF
from fpdf.svg import SVGObject

from companion.kit.game import AnyGame
from companion.words import Words
from hardware.paper.drawing import Art
from hardware.paper.sheets import kit

Array = Any
Point = tuple[float, float]
PHONES: Final = ((2000, 1500), (2309, 1299), (1600, 1200))  # What their pages send: three megapixels, or all they have.
DOTS: Final = 8  # of a texture, per millimetre


@cache
def texture(game: AnyGame, name: str) -> Array:
    """Return the printed face of the cutout *name*, in grey."""
    lot, cutout = next((lot, one) for lot in kit(game) for one in lot.cutouts if one.name == name)
    document = FPDF(unit="mm", format=lot.size)
    document.set_auto_page_break(False)
    document.add_page()
    SVGObject(Art(game, Words("en")).svg(lot, cutout)).draw_to_page(document, 0, 0)
    page = pypdfium2.PdfDocument(bytes(document.output()))[0]
    return np.ascontiguousarray(page.render(scale=DOTS * 25.4 / 72, grayscale=True).to_numpy())


@dataclass(frozen=True, slots=True)
class Lying:
    """The cutout *name*, with its middle at x, y of the table in millimetres, *turned* by radians, *high* above it.

    Its *glyph* is so far from its middle, to the right and down, and so wide; without one its whole face has to be seen.
    """

    name: str
    x: float
    y: float
    turned: float = 0.0
    high: float = 0.0
    glyph: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Light:
    """What light, lens and sensor do; `kitchen` draws one at random."""

    blur: float = 0.6
    noise: float = 0.01
    dim: float = 1.0
    shadow: float = 0.0
    glare: float = 0.0
    quality: int = 85


class Photograph(NamedTuple):
    """A picture as a JPEG, and of which cutouts the glyph can be seen whole, by their positions in the list."""

    jpeg: bytes
    visible: list[bool]


class Camera:
    def __init__(self, size: tuple[int, int], tilt: float, around: float, roll: float, focal: float, table: Point) -> None:
        """Look at the middle of a *table* of that width and height from where all of it fits into the picture."""
        self.size, self.focal = size, focal * max(size)
        down, side, spin = map(math.radians, (tilt, around, roll))
        first = np.array([[math.cos(side), math.sin(side), 0], [-math.sin(side), math.cos(side), 0], [0, 0, 1]])
        second = np.array([[1, 0, 0], [0, math.cos(down), -math.sin(down)], [0, math.sin(down), math.cos(down)]])
        third = np.array([[math.cos(spin), -math.sin(spin), 0], [math.sin(spin), math.cos(spin), 0], [0, 0, 1]])
        self.turn = third @ second @ first
        corners = [(x * table[0] / 2, y * table[1] / 2, 0) for x in (-1, 1) for y in (-1, 1)]
        self.away = next(z for z in range(200, 4000, 10) if all(self._within(self._seen(corner, z)) for corner in corners))

    def _seen(self, point: Sequence[float], away: float) -> Point:
        x, y, z = self.turn @ np.array(point, float) + np.array([0, 0, away])
        if z < 50:
            return -1.0, -1.0
        return self.focal * x / z + self.size[0] / 2, self.focal * y / z + self.size[1] / 2

    def _within(self, pixel: Point) -> bool:
        edge = 0.04 * max(self.size)
        return edge <= pixel[0] <= self.size[0] - edge and edge <= pixel[1] <= self.size[1] - edge

    def pixel(self, x: float, y: float, high: float) -> Point:
        return self._seen((x, y, -high), self.away)

    def corners(self, one: Lying, width: float, height: float, at: Point = (0, 0)) -> Array:
        """Return where the corners of a part of *one* are in the picture, whose middle is *at* that from its own."""
        c, s = math.cos(one.turned), math.sin(one.turned)
        own = [(at[0] + a * width / 2, at[1] + b * height / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return np.array([self.pixel(one.x + c * a - s * b, one.y + s * a + c * b, one.high) for a, b in own], np.float32)


def photograph(
    game: AnyGame, lying: Sequence[Lying], camera: Camera, light: Light, generator: random.Random, hand: Point | None = None
) -> Photograph:
    """Return a picture of *lying*, with a *hand* over that point of the table if one is given."""
    noise = np.random.default_rng(generator.randrange(1 << 32))
    width, high = (2 * side for side in camera.size)
    picture = _table_top(width, high, noise)
    owner = np.full((high, width), -1, np.int16)
    flat = [n for n, one in enumerate(lying) if not one.high]  # Each lies on those before it.
    tall = [n for n, one in enumerate(lying) if one.high]
    for n in (*flat, *sorted(tall, key=lambda n: -_depth(camera, lying[n]))):
        _lay(game, picture, owner, camera, lying, n)
    if hand is not None:
        _cover(picture, owner, camera, hand)
    visible = [_is_whole(game, owner, camera, lying, n) for n in range(len(lying))]
    return Photograph(developed(picture, camera.size, light, noise, generator), visible)


def _depth(camera: Camera, one: Lying) -> float:
    return float((camera.turn @ np.array([one.x, one.y, -one.high]))[2])


def _table_top(width: int, high: int, noise: Array) -> Array:
    grain = cv2.resize(noise.standard_normal((high // 8, 24), np.float32), (width, high))
    fine = cv2.resize(noise.standard_normal((high // 4, width // 16), np.float32), (width, high))
    return np.clip(115 + 14 * grain + 9 * fine, 0, 255).astype(np.uint8)


def _lay(game: AnyGame, picture: Array, owner: Array, camera: Camera, lying: Sequence[Lying], n: int) -> None:
    one = lying[n]
    face = texture(game, one.name)
    height, width = face.shape
    corners = 2 * camera.corners(one, width / DOTS, height / DOTS)
    if one.high:
        _stand(picture, owner, camera, one)
    part, start, mask = _filled(picture, corners)
    face_corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(face_corners, (corners - start).astype(np.float32))
    scale = max(1.0, math.sqrt(face.size / max(1.0, cv2.contourArea(corners))))
    soft = cv2.GaussianBlur(face, (0, 0), 0.4 * scale) if scale > 1 else face
    drawn = cv2.warpPerspective(soft, matrix, mask.shape[::-1], flags=cv2.INTER_LINEAR)
    picture[part][mask] = drawn[mask]
    owner[part][mask] = n


def _filled(picture: Array, corners: Array) -> tuple[tuple[slice, slice], Array, Array]:
    """Return the part of *picture* around the polygon of *corners*, where it begins, and which of its pixels lie within."""
    points, limit = np.round(corners).astype(np.int32), np.array(picture.shape[::-1])
    start, end = np.clip(points.min(0), 0, limit - 1), np.clip(points.max(0) + 1, 1, limit)
    mask = np.zeros((end - start)[::-1], np.uint8)
    cv2.fillConvexPoly(mask, points - start, 1)
    return (slice(start[1], end[1]), slice(start[0], end[0])), start, mask > 0


def _is_whole(game: AnyGame, owner: Array, camera: Camera, lying: Sequence[Lying], n: int) -> bool:
    """Return whether the glyph of cutout *n*, with half a module of white around it, is nothing else's in the picture."""
    height, width = (side / DOTS for side in texture(game, lying[n].name).shape)
    x, y, across = lying[n].glyph or (0, 0, 0)
    sides = (across * 7 / 6, across * 7 / 6) if across else (width, height)
    part, _, mask = _filled(owner, 2 * camera.corners(lying[n], *sides, (x, y)))
    return bool((owner[part][mask] == n).mean() >= 0.99)


def _stand(picture: Array, owner: Array, camera: Camera, one: Lying) -> None:
    """Draw the ring below a lid."""
    ring = [(one.x + 11 * math.cos(a), one.y + 11 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 24)]
    points = np.array([camera.pixel(x, y, h) for x, y in ring for h in (0, one.high)], np.float32) * 2
    part, _, mask = _filled(picture, cv2.convexHull(points)[:, 0])
    picture[part][mask] = 165
    owner[part][mask] = -2


def _cover(picture: Array, owner: Array, camera: Camera, hand: Point) -> None:
    """Lay an arm and a fist over the table, from the edge nearest to the camera."""
    x, y = (2 * at for at in camera.pixel(*hand, 30))
    size = 0.05 * picture.shape[1]
    mask = np.zeros_like(picture)
    cv2.ellipse(mask, (int(x), int(y)), (int(size), int(size * 1.3)), 0, 0, 360, 255, -1)
    cv2.line(mask, (int(x), int(y)), (int(x + 0.1 * picture.shape[1]), picture.shape[0]), 255, int(size * 1.3))
    picture[mask > 0] = 172
    owner[mask > 0] = -2


def developed(picture: Array, size: tuple[int, int], light: Light, noise: Array, generator: random.Random) -> bytes:
    """Return *picture* as a JPEG of that *size*, as *light*, lens and sensor make it."""
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    small = cv2.GaussianBlur(small, (0, 0), light.blur) * _lit(size, light, generator)
    if light.glare:
        small += light.glare * _spot(size, generator)
    strength = 255 * light.noise * np.sqrt(np.clip(small, 8, 255) / 255)  # Shot noise grows with the root of the light.
    grey = np.clip(small + noise.standard_normal(small.shape, np.float32) * strength, 0, 255)
    tint = np.array([generator.uniform(0.55, 1), 0.92, 1], np.float32)  # Warm: less blue.
    colour = np.clip(grey[:, :, None] * tint, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", colour, [cv2.IMWRITE_JPEG_QUALITY, light.quality])[1].tobytes()


def _lit(size: tuple[int, int], light: Light, generator: random.Random) -> Array:
    """Return how bright each pixel is lit: a slope over the table, and the soft edge of a shadow across it."""
    width, high = size
    angle, at = generator.uniform(0, 2 * math.pi), generator.uniform(-0.3, 0.3)
    y, x = np.ogrid[0:high, 0:width]
    along = np.float32(((x - width / 2) * math.cos(angle) + (y - high / 2) * math.sin(angle)) / max(size) - at)
    return light.dim * (1 - 0.2 * along) * (1 - light.shadow / (1 + np.exp(-np.clip(along * 60, -40, 40))))


def _spot(size: tuple[int, int], generator: random.Random) -> Array:
    width, high = size
    y, x = np.ogrid[0:high, 0:width]
    across = 0.12 * max(size)
    middle = generator.uniform(0.2, 0.8) * width, generator.uniform(0.2, 0.8) * high
    return 255 * np.exp(-np.float32((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * across**2))


def kitchen(generator: random.Random) -> Light:
    """Return light as it is at a table, from a good lamp to a dim and warm one."""
    dim = generator.uniform(0.35, 1.0)
    return Light(
        blur=generator.uniform(0.5, 1.1),
        noise=generator.uniform(0.01, 0.05 if dim < 0.6 else 0.03),
        dim=dim,
        shadow=generator.choice((0, 0.3, 0.5)),
        glare=generator.choice((0, 0, 0.15, 0.3)),
        quality=generator.randint(75, 92),
    )
