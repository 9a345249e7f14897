"""Run the suites on a virtual Pi: `make virtual-pi`, or ARGS="hands service" for some of them."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from hardware.virtual.cache import Lacking
from hardware.virtual.guests import ARM64, PC, Guest
from hardware.virtual.image import insist, is_cached, prepare
from tests.virtual.hands import Hands
from tests.virtual.installer import Installer
from tests.virtual.pi import Pi, Suite
from tests.virtual.power import Power, Root
from tests.virtual.service import Off, Service
from tests.virtual.wifi import Wifi

INSIDE: Final = "BARKEEP_VIRTUAL_PI"
LOUD: Final = "#" * 20
USUAL: Final = ("hands", "service", "power")
SUITES: Final[dict[str, type[Suite]]] = {
    "hands": Hands, "service": Service, "power": Power, "off": Off, "root": Root, "installer": Installer, "wifi": Wifi,
}  # fmt: skip
SETTLED: Final = 20.0  # Seconds in which a table that has just opened prepares its pages.

NOT_SHOWN: Final = (
    "tags on a real reader: range, stickers, stacked cards, copies of the chip; cables, and the timing of SPI",
    "the display's brightness and legibility, keys, LED and buzzer in the hand",
    "config.txt's overlays and the Pi's firmware; its watchdog",
    "how far the Pi's own Wi-Fi reaches, and its chip (brcmfmac) with eight phones",
    "what an SD card does with a pulled plug, beyond losing, reordering and tearing what it was not told to keep",
    "how long a Pi takes: an emulated processor is many times slower, and the limits here are wider by as much",
)
NOT_ARM64: Final = "arm64: this is an x86-64 (--arm64 boots the other)"


def main() -> int:
    """Return 0 if all is green and every control red, otherwise 1; with --if-possible also 0 where it can't be tried."""
    parser = argparse.ArgumentParser(prog="make virtual-pi", description=__doc__)
    parser.add_argument(
        "suites", nargs="*", metavar="SUITE", help=f"some of {', '.join(SUITES)}; {', '.join(USUAL)} if none is named"
    )
    parser.add_argument("--arm64", action="store_true", help="on a Pi's own kind of processor, which takes longer")
    parser.add_argument("--cached", action="store_true", help="only with a system that is kept from before")
    parser.add_argument("--if-possible", action="store_true", help="where it can't run, say so and end well")
    given = parser.parse_args()
    if unknown := [name for name in given.suites if name not in SUITES]:
        parser.error(f"no suite is called {' or '.join(unknown)}")
    guest = ARM64 if given.arm64 else PC
    try:
        if given.cached and not is_cached(guest):
            raise Lacking("a system kept from an earlier run; `make virtual-pi` makes one in some minutes")
        insist(guest)
    except Lacking as lacking:
        print(
            f"{LOUD} VIRTUAL PI NOT STARTED: nothing was tried on a machine that boots. What is lacking: {lacking}.", flush=True
        )
        return 0 if given.if_possible else 1
    if INSIDE not in os.environ:  # Mounts and processes end with the run, however it ends.
        space = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
        os.execvpe(space[0], [*space, sys.executable, "-m", "tests.virtual", *sys.argv[1:]], {**os.environ, INSIDE: "1"})
    return _run(guest, given.suites or USUAL)


def _run(guest: Guest, names: Sequence[str]) -> int:
    start = time.monotonic()
    disks = prepare(guest)
    well = _step(lambda: _running(disks), "a table that boots")
    for name in names if well else ():
        print(f"{name}:", flush=True)
        suite = SUITES[name](disks)
        try:
            steps, controls = ([getattr(suite, word) for word in words] for words in (suite.steps, suite.controls))
            well &= all(map(_step, steps)) and all(_step(one, control=True) for one in controls)
        finally:
            suite.close()
    print(f"{'Everything is as it should be' if well else 'NOT WELL'}, after {time.monotonic() - start:.0f} s.")
    not_shown = (*NOT_SHOWN, NOT_ARM64) if guest is PC else NOT_SHOWN
    print("What such a machine can't show:", *(f"  {line};" for line in not_shown), sep="\n")
    return 0 if well else 1


def _running(disks: Path) -> str:
    """Boot the machine until the table is open, and keep that state, unless it is kept already."""
    if Pi.is_kept(disks):
        return "kept from an earlier run"
    start, pi = time.monotonic(), Pi(disks)
    try:
        pi.start()
        pi.until_open()
        seconds = time.monotonic() - start
        time.sleep(SETTLED)
        pi.keep()
    finally:
        pi.close()
    return f"from the power switch to its page in {seconds:.0f} s; its state is kept"


def _step(step: Callable[[], str], name: str = "", *, control: bool = False) -> bool:
    start = time.monotonic()
    name = name or step.__name__.replace("_", " ")
    try:
        said, well = step(), True
    except Exception as trouble:  # Whatever it is, the suite ends here and says where.
        said, well = f"{type(trouble).__name__}: {trouble}", False
    word = "FAIL" if not well else "red " if control else "ok  "
    print(f"{word} {name} ({time.monotonic() - start:.0f} s): {said}", flush=True)
    return well


if __name__ == "__main__":
    sys.exit(main())
