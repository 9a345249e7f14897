"""Count what rendered photographs come to: `python -m tests.photo.measuring [MANY] [GAME ...]`."""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from typing import Any

from companion.games import installed
from companion.kit.photo import Seen
from companion.sighting import standing
from companion.sighting.standing import Picture
from firmware.photo.child import Finder
from tests.photo import povray, rendering
from tests.photo.rendering import PHONES, Camera, kitchen
from tests.photo.scenes import ANY, Scene

Find = Callable[[bytes], Picture | None]
RENDERERS = {"homography": rendering, "povray": povray}
STEEPEST = 55  # degrees from straight down


@dataclass(frozen=True)
class Count:
    """Of the pieces *visible* in one photograph, how many were placed *right*; and how many were seen where they aren't."""

    seed: int
    visible: int
    right: int
    wrong: int
    seconds: float
    tilt: float


def counts(name: str, seeds: range, find: Find | None = None, by: Any = rendering) -> Iterator[Count]:
    """Yield what came of each photograph of game *name*, rendered *by* that module.

    *find* looks at it instead of a process of its own.
    """
    game, find = installed()[name], find or Finder().find
    scene_of, seats = ANY[name]
    shown = game.photographed(game.setup(seats, {}))
    for seed in seeds:
        generator = random.Random(f"{name} {seed}")
        scene, tilt = scene_of(generator), generator.uniform(0, STEEPEST)
        around = generator.choice((0, 0, 0, 90, 180, 270, generator.uniform(0, 360)))
        camera = Camera(
            generator.choice(PHONES), tilt, around, generator.uniform(-8, 8), generator.uniform(0.66, 0.82), scene.size
        )
        wide, deep = scene.size
        hand = (generator.uniform(-0.4, 0.4) * wide, generator.uniform(0, 0.4) * deep) if generator.random() < 0.3 else None
        photo = by.photograph(game, scene.lying, camera, kitchen(generator), generator, hand)
        began = time.monotonic()
        picture = find(photo.jpeg)
        assert picture is not None
        seen = standing.seen(shown, picture)
        yield Count(seed, *_placed(scene, photo.visible, seen), time.monotonic() - began, tilt)


def _placed(scene: Scene, visible: list[bool], seen: Seen) -> tuple[int, int, int]:
    if seen.loose and not seen.bases:  # Cards that lie anywhere are counted only.
        all_of_them = Counter(name for name, _ in scene.on.values())
        shown_of_them = Counter(name for name, at in scene.on.values() if visible[at])
        return shown_of_them.total(), (seen.loose & shown_of_them).total(), (seen.loose - all_of_them).total()
    shown = {spot: name for spot, (name, at) in scene.on.items() if visible[at] and visible[scene.under.get(at, at)]}
    right = sum(seen.on.get(spot) == name for spot, name in shown.items())
    wrong = sum(scene.on.get(spot, ("", 0))[0] != name for spot, name in seen.on.items())
    return len(shown), right, wrong


def main(many: int, games: list[str], renderer: str, jobs: int) -> None:
    with Pool(jobs) as pool:
        for game in games or ANY:
            found = list[Count]()
            for one in pool.imap(partial(of_one, game, renderer), range(many)):
                found.append(one)
                if one.right < one.visible or one.wrong:
                    print(f"  {one}", flush=True)
            print(summary(game, found), flush=True)


def of_one(game: str, renderer: str, seed: int) -> Count:
    return next(counts(game, range(seed, seed + 1), by=RENDERERS[renderer]))


def summary(game: str, found: list[Count]) -> str:
    visible, right, wrong = (sum(getattr(one, name) for one in found) for name in ("visible", "right", "wrong"))
    seconds = sorted(one.seconds for one in found)
    return (
        f"{game}: {len(found)} photographs, {right} of {visible} visible pieces placed right ({right / visible:.2%}), "
        f"{wrong} placed wrong, {seconds[len(seconds) // 2]:.2f} s in the middle, {seconds[-1]:.2f} s at most"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="tests.photo.measuring")
    parser.add_argument("many", type=int, nargs="?", default=200)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all by default")
    parser.add_argument("--renderer", choices=RENDERERS, default="homography", help="povray is Debian's, and slow")
    parser.add_argument("--jobs", type=int, default=1, help="pictures at a time; with more than one, their seconds mean little")
    main(**vars(parser.parse_args()))
