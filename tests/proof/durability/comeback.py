"""The whole shipped program is killed and started again (D8): phones and table screen soon show the same again."""

import http.client
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.games import installed
from companion.journal.store import connect
from firmware.storage import JOURNAL, NEWEST
from tests.evenings.house import House, until
from tests.proof.durability.kills import Evening
from tests.proof.promise import Leg, Promise, instead, tried
from tests.proof.serving.phones import LONG, answered, asked
from web.seats.session import stream_path

SOON: Final = 2.0  # seconds here; a Pi Zero 2 W takes about ten times as long
IMPORTS: Final = 4  # times as long as Python takes to import the program, which is about the same on a quiet machine
TRIES: Final = 4  # of a kill that came back late: another program may have had the processors
PHONES: Final = 5
MADE: Final = re.compile(rb' data-made="\d+"')  # How many changes were seen since the start.


def promises() -> list[Promise]:
    what = f"the whole program killed: five phones and the table screen show the same again, within {IMPORTS} times its import"
    blind = f"systemd's two seconds, a phone's pause of 0.75 s, and {SOON:.0f} s in a slow hour, which are counted"
    # Defences turned off here stay on in a freshly started program, so there is no brief test.
    return [Promise("D8", what, 20, "kills at rest", 5, walk, control, blind=blind, brief=0)]


def walk(number: int, seed: int, tries: int = TRIES) -> Leg:
    broken, counts, names = list[str](), Counter[str](), list(installed())
    for kill in range(number):
        name = names[(seed + kill) % len(names)]
        with TemporaryDirectory() as folder:
            evening = Evening(Path(folder), name, random.Random(f"{name} {seed} {kill}"))
            evening.wind_on()
            for _ in range(tries):
                differs, took, imports = come_back(Path(folder), list(evening.phones))
                broken += [f"{name}: the pages of {who} differ after a kill" for who in differs]
                if took <= IMPORTS * imports:
                    break
            else:
                broken.append(f"{name}: it came back after {took:.1f} s, its import took {imports:.1f} s, no try was sooner")
        counts += Counter({"milliseconds": round(1000 * took), f"after more than {SOON:.0f} s": took > SOON})
    return Leg(number, tuple(broken), counts)


def control() -> str:
    start_slowly = lambda _, took_to_import: time.sleep(IMPORTS * took_to_import)
    lose, slow = (instead(sys.modules[__name__], "between", fault) for fault in (_forget_last, start_slowly))
    late = lambda: " ".join(walk(1, 0, 1).broken).count("sooner")
    return tried({"a lost row": (lose, _found_lost), "a slow start": (slow, late)})


def _found_lost() -> int:
    """Return the number of pages that differ after the first kill whose lost row showed: a waiting vote's, say, may not."""
    legs = (walk(1, seed) for seed in range(TRIES))
    return next((found for leg in legs if (found := " ".join(leg.broken).count("differ"))), 0)


def _forget_last(folder: Path, took_to_import: float) -> None:
    with closing(connect(folder / JOURNAL)) as journal:
        journal.execute("DROP TRIGGER IF EXISTS no_delete")
        journal.execute("DELETE FROM rows WHERE n = (SELECT max(n) FROM rows)")
    (folder / NEWEST).unlink(missing_ok=True)  # Otherwise the program notices the missing row by itself.


def between(folder: Path, took_to_import: float) -> None:
    """Do nothing between kill and start; the controls do something."""


def seconds_to_import() -> float:
    """Return how long the program's modules take to import now: a measure of how busy the machine is."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", "import firmware.command, firmware.boot, web.app"], check=True)
    return time.monotonic() - began


def come_back(folder: Path, seats: list[str]) -> tuple[list[str], float, float]:
    """Kill the program at rest and restart it; return whose pages differ, and the seconds that it and a mere import took."""
    house = House(folder)
    house.start()
    try:
        before = shown_now(house.port, seats)
        imports, began = seconds_to_import(), time.monotonic()
        house.kill()
        between(folder, imports)
        house.start()
        after = shown_now(house.port, seats)
        return [who for who in before if before[who] != after[who]], time.monotonic() - began, imports
    finally:
        house.kill()


def shown_now(port: int, seats: list[str]) -> dict[str, bytes]:
    """Return what five phones and the table screen show while all streams are open: a screen holds phones up."""
    streams = follow_all(port, seats[:PHONES])
    shown = {seat: _page(port, "/", seat) + _page(port, "/seat/view", seat) for seat in seats[:PHONES]}
    shown["the table screen"] = _page(port, "/table/view")
    for stream in streams.values():
        stream.close()
    return {who: MADE.sub(b"", page) for who, page in shown.items()}


def follow_all(port: int, seats: Sequence[str]) -> dict[str, http.client.HTTPResponse]:
    """Follow the streams of phones at *seats* and of the table screen."""
    streams = {seat: follow(port, stream_path(f"token-{seat}"), seat) for seat in seats}
    return {**streams, "the table screen": follow(port, "/stream?screen")}


def follow(port: int, path: str, seat: str = "") -> http.client.HTTPResponse:
    """Return a stream that has reported a version; retry, as phones do, until there is one."""

    def version() -> http.client.HTTPResponse | None:
        try:
            response = asked(port, path, seat)
            return response if response.status == 200 and response.readline().startswith(b"event: version") else None
        except OSError:
            return None

    return until(version, f"a stream at {path}", patience=LONG)


def _page(port: int, path: str, seat: str = "") -> bytes:
    status, body = answered(port, path, seat)
    assert status == 200, (path, status, body[:200])
    return body
