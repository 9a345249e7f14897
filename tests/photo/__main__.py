"""Count what rendered photographs come to: `python -m tests.photo [--renderer povray] [--jobs N] [MANY] [GAME ...]`."""

import argparse
import subprocess
import sys
from functools import partial
from multiprocessing import Pool

from firmware.photo.child import COMMAND
from tests.photo import povray, rendering
from tests.photo.measuring import Count, counts
from tests.photo.scenes import ANY, STREET, taken

RENDERERS = {"homography": rendering, "povray": povray}


def main(many: int, games: list[str], renderer: str, jobs: int) -> None:
    with Pool(jobs) as pool:
        for game in games or list(ANY):
            all_of_them = [told(one) for one in pool.imap(partial(of_one, game, renderer), range(many))]
            print(summary(game, all_of_them), flush=True)
    print(f"The process that looked at a picture of three megapixels took {memory(taken(STREET))} MB.")


def of_one(game: str, renderer: str, seed: int) -> Count:
    (one,) = counts(game, range(seed, seed + 1), by=RENDERERS[renderer])
    return one


def told(one: Count) -> Count:
    if one.right < one.visible or one.wrong:
        print(f"  {one.seed}: tilt {one.tilt:.0f}, {one.right} of {one.visible} right, {one.wrong} wrong", flush=True)
    return one


def memory(jpeg: bytes) -> int:
    """Return how many megabytes the process took, as a small parent sees it: a child's peak begins with its parent's size."""
    watch = "import resource, subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL)"
    watch += "; print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
    done = subprocess.run([sys.executable, "-c", watch, *COMMAND], input=jpeg, stdout=subprocess.PIPE, check=True)
    return int(done.stdout)


def summary(game: str, found: list[Count]) -> str:
    visible, right, wrong = (sum(getattr(one, name) for one in found) for name in ("visible", "right", "wrong"))
    seconds = sorted(one.seconds for one in found)
    return (
        f"{game}: {len(found)} photographs, {right} of {visible} visible pieces placed right ({right / visible:.2%}), "
        f"{wrong} placed wrong, {seconds[len(seconds) // 2]:.2f} s in the middle, {seconds[-1]:.2f} s at most"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="tests.photo")
    parser.add_argument("many", type=int, nargs="?", default=200)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all by default")
    parser.add_argument("--renderer", choices=RENDERERS, default="homography", help="povray is Debian's, and slow")
    parser.add_argument("--jobs", type=int, default=1, help="pictures at a time; with more than one, their seconds mean little")
    given = parser.parse_args()
    main(given.many, given.games, given.renderer, given.jobs)
