"""Run the check: `make pi-check`. With --cached, only if nothing needs to be built or fetched first."""

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.pi import box
from tests.pi.userland import Lacking, insist, is_cached, is_dirty, native_wheels, overlay, prepare, room, userland, walked
from tests.pi.walk import NEEDS_A_PI, Walk

INSIDE: Final = "BARKEEP_PI_CHECK"
LOUD: Final = "#" * 20


def main() -> int:
    """Return 0 if the walk succeeded, otherwise 1; with --if-possible also 0, with a loud note, if it can't be made."""
    parser = argparse.ArgumentParser(prog="make pi-check", description=__doc__)
    parser.add_argument("--cached", action="store_true", help="only with a userland that is kept from before")
    parser.add_argument("--if-possible", action="store_true", help="where it can't run, say so and end well")
    given = parser.parse_args()
    try:
        if given.cached and not is_cached():
            raise Lacking("a userland kept from an earlier check; `make pi-check` builds one in some minutes")
        if given.cached and walked().exists():
            day = time.strftime("%d %B %Y", time.localtime(walked().stat().st_mtime))
            print(f"{LOUD} PI CHECK NOT RUN AGAIN: it went well on {day}, and the installation is the same since.", flush=True)
            return 0
        insist()
    except Lacking as lacking:
        print(f"{LOUD} PI CHECK NOT RUN: nothing was tried on arm64. What is lacking: {lacking}.", flush=True)
        return 0 if given.if_possible else 1
    return _in_a_space_of_its_own()


def _in_a_space_of_its_own() -> int:
    """Run in namespaces of its own: mounts and processes end with the check, however it ends."""
    if INSIDE not in os.environ:
        space = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
        os.execvpe(space[0], [*space, "nice", sys.executable, "-m", "tests.pi", *sys.argv[1:]], {**os.environ, INSIDE: "1"})
    prepare()
    well = _walked() and _boxed()
    if well and not is_dirty():
        walked().touch()
    print("What only a real Pi can show:", *(f"  {line};" for line in NEEDS_A_PI), sep="\n")
    return 0 if well else 1


def _walked() -> bool:
    age = (time.time() - userland().stat().st_mtime) / 86_400
    print(f"An arm64 userland in {userland()}, {age:.0f} days old:", flush=True)
    with room() as root:
        return all(_step(step) for step in Walk(root).steps)


def _boxed() -> bool:
    try:
        box.insist()
    except Lacking as lacking:
        print(f"{LOUD} SERVICE NOT STARTED: no systemd was tried. What is lacking: {lacking}.", flush=True)
        return True
    print("The service under systemd, on this machine's own processor:", flush=True)
    with overlay(Path("/"), native_wheels()) as root:
        return all(_step(step) for step in box.Box(root).steps)


def _step(step: Callable[[], str]) -> bool:
    start = time.monotonic()
    name = step.__name__.replace("_", " ")
    try:
        said, well = step(), True
    except Exception as trouble:  # Whatever it is, the walk ends here and says where.
        said, well = f"{type(trouble).__name__}: {trouble}", False
    print(f"{'ok  ' if well else 'FAIL'} {name} ({time.monotonic() - start:.0f} s): {said}", flush=True)
    return well


if __name__ == "__main__":
    sys.exit(main())
