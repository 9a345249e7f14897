"""Render photographs by POV-Ray (Debian's `povray`): real light, shadows of hand, pawns and people, gloss on paper.

The lamp has nine bulbs without jitter: a soft one takes twice the time, and hard edges across a marker are no easier.
Everything stands where `rendering` would draw it, which also says what can be seen. Lens, sensor and JPEG are its, too.
"""

import math
import random
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np

from companion.kit.game import AnyGame
from tests.photo import rendering
from tests.photo.rendering import DOTS, Array, Camera, Light, Lying, Photograph, Point, texture

INSTALLED: Final = shutil.which("povray") is not None
COARSE: Final = 2  # Of the textures' dots, every second: finer ones would only alias.
THICK: Final = 0.3  # Millimetres of paper.
SECONDS: Final = 600


def photograph(
    game: AnyGame, lying: Sequence[Lying], camera: Camera, light: Light, generator: random.Random, hand: Point | None = None
) -> Photograph:
    """Return a picture of *lying* as `rendering.photograph` does. Shadow and glare are what *light* makes of the scene."""
    visible = rendering.photograph(game, lying, camera, light, random.Random(1), hand).visible
    with TemporaryDirectory() as folder:
        parts = [*_head(camera, light, generator), *(_piece(game, one, Path(folder)) for one in lying), _seen_by(camera)]
        parts += _hand(camera, hand) if hand is not None else []
        grey = _rendered("\n".join(parts), camera.size, Path(folder))
    lens = Light(light.blur, light.noise, quality=light.quality)
    noise = np.random.default_rng(generator.randrange(1 << 32))
    return Photograph(rendering.developed(grey, camera.size, lens, noise, generator), visible)


def _rendered(scene: str, size: tuple[int, int], folder: Path) -> Array:
    (folder / "scene.pov").write_text(scene)
    call = ["povray", "+Iscene.pov", "+Oscene.png", f"+W{size[0]}", f"+H{size[1]}", "-D", "+A0.3", "+R2", "-GA", "+WT1"]
    subprocess.run(call, cwd=folder, check=True, timeout=SECONDS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return cv2.imread(str(folder / "scene.png"), cv2.IMREAD_GRAYSCALE)


def _head(camera: Camera, light: Light, generator: random.Random) -> Iterator[str]:
    """Yield the camera at the origin, in pixels; and within the table's millimetres the lamp, the table top and a person."""
    wide, high = camera.size
    yield "#version 3.7; global_settings { assumed_gamma 1.0 }"
    yield f"camera {{ location 0 direction z*{camera.focal} right x*{wide} up y*{high} }}"
    around, out, up = generator.uniform(0, 2 * math.pi), generator.uniform(100, 700), generator.uniform(700, 1500)
    x, y = out * math.cos(around), out * math.sin(around)
    area = "area_light x*120, y*120, 3, 3 adaptive 0"
    yield "#declare Paper = finish { ambient 0 emission 0 diffuse 0.75 specular %.2f roughness 0.02 }" % (2 * light.glare)
    yield f"#declare Table = union {{ light_source {{ <{x:.0f},{y:.0f},{-up:.0f}> rgb {1.1 * light.dim:.2f} {area} }}"
    yield f"light_source {{ <{-x:.0f},{y:.0f},-2500> rgb {0.25 * light.dim:.2f} shadowless }}"
    yield "plane { z, 0.01 pigment { wood turbulence 0.1 color_map { [0 rgb 0.12] [1 rgb 0.25] } scale 15 rotate y*88 } finish"
    yield "{ ambient 0 diffuse 0.8 specular 0.2 roughness 0.05 } }"
    if light.shadow:  # Somebody's head below the lamp, out of the picture.
        yield f"sphere {{ <{0.5 * x:.0f},{0.5 * y:.0f},{-0.55 * up:.0f}>, 110 no_image pigment {{ rgb 0.2 }} }}"


def _piece(game: AnyGame, one: Lying, folder: Path) -> str:
    face = texture(game, one.name)
    high, wide = (side / DOTS for side in face.shape)
    file = f"{one.name.replace(' ', '-')}.png"
    size = (face.shape[1] // COARSE, face.shape[0] // COARSE)
    cv2.imwrite(str(folder / file), cv2.resize(face, size, interpolation=cv2.INTER_AREA))
    c, s = math.cos(one.turned), math.sin(one.turned)
    up = one.high + (0 if one.name.startswith("map") else 1.5 * THICK)
    ring = f"cylinder {{ 0, z*{one.high}, 11 open pigment {{ rgb 0.5 }} }}" if one.high else ""
    return (
        f'union {{ box {{ <{-wide / 2},{-high / 2},{-THICK}>, <{wide / 2},{high / 2},0> pigment {{ image_map {{ png "{file}" '
        f"once interpolate 2 }} scale <{wide},{-high},1> translate <{-wide / 2},{high / 2},0> }} finish {{ Paper }} }} {ring} "
        f"matrix <{c:.6f},{s:.6f},0, {-s:.6f},{c:.6f},0, 0,0,1, {one.x:.3f},{one.y:.3f},{-up:.3f}> }}"
    )


def _seen_by(camera: Camera) -> str:
    """Return the end of the table: moved before the camera, whose second axis points down in `rendering`, and up here."""
    rows = camera.turn * np.array([[1], [-1], [1]])
    numbers = ",".join(f"{value:.7f}" for value in rows.T.flatten())
    return f"matrix <{numbers}, 0,0,{camera.away}> }}\nobject {{ Table }}"


def _hand(camera: Camera, hand: Point) -> list[str]:
    """Return an arm and a fist that cover at most what those of `rendering` cover."""
    x, y, away = camera.turn @ np.array([*hand, -30.0]) + np.array([0, 0, camera.away])
    wide = 2 * camera.size[0]
    size = 0.95 * 0.05 * wide / 2 / camera.focal * away
    edge = (camera.size[1] / 2 + 30) / camera.focal * away
    skin = "pigment { rgb 0.42 } finish { ambient 0 diffuse 0.8 }"
    scale, at = f"<{size:.2f},{1.3 * size:.2f},{0.6 * size:.2f}>", f"<{x:.2f},{-y:.2f},{away:.2f}>"
    fist = f"sphere {{ 0, 1 scale {scale} translate {at} {skin} }}"
    to = f"<{x + 0.1 * wide / 2 / camera.focal * away:.2f},{-edge:.2f},{away:.2f}>"
    return [fist, f"cylinder {{ {at}, {to}, {0.6 * size:.2f} {skin} }}"]
