"""Send damaged pictures to a served table, one after another: `python -m tests.photo.fuzzing [MANY]`, 2,000 by default.

None may be answered 500 or change anything, and another seat's page must not wait for them.
"""

import random
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from firmware.photo.child import Finder
from tests.evenings.house import send
from tests.evenings.prepared import TOKENS, play
from tests.photo.scenes import STREET, taken
from tests.web.server.sockets import fetched, serving
from tests.web.tables import FIRST, SECOND, new_table
from web.http import rate_limit
from web.http.server import Server

KINDS: Final = {"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp"}
BYTES: Final = (0, 1, 0x7F, 0x80, 0xFE, 0xFF)
SLOWEST: Final = 0.5  # seconds; the 99th percentile of another seat's page


@cache
def whole(kind: str) -> bytes:
    """Return a small picture of a table of *kind*: decoding is what is tried, not finding."""
    picture = cv2.imdecode(np.frombuffer(taken(STREET), np.uint8), cv2.IMREAD_COLOR)
    picture = cv2.resize(picture, (400, 300), interpolation=cv2.INTER_AREA)
    lossy = [cv2.IMWRITE_WEBP_QUALITY, 80] if kind == "image/webp" else []
    return cv2.imencode(KINDS[kind], picture, lossy)[1].tobytes()


def damaged(many: int, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """Yield *many* damaged pictures with the kinds that they claim to be.

    Three quarters don't begin like a picture, and no process is begun for them; each other one is decoded by one of its own.
    """
    generator = random.Random(seed)
    for _ in range(many):
        kind = generator.choice(list(KINDS))
        (how,) = generator.choices((_foreign, _changed, _cut, _huge, _both), (75, 13, 4, 4, 4))
        yield generator.choice((kind, kind, *KINDS)), how(kind, generator)


def _foreign(kind: str, generator: random.Random) -> bytes:
    """Return something else: another format, noise, or a picture behind the beginning of another format."""
    begins = b"", b"GIF89a", b"BM", b"II*\0", b"%PDF-1.7\n", b"PK\3\4", b"<svg ", b"\0\0\0\x20ftypavif", b"RIFF\0\0\0\0WAVE"
    begin = generator.choice(begins)
    return begin + generator.choice((b"", generator.randbytes(generator.randrange(3000)), whole(kind)[9:]))


def _changed(kind: str, generator: random.Random) -> bytes:
    data = bytearray(whole(kind))
    head = generator.random() < 0.6  # Most of what decoders believe is at the beginning.
    for _ in range(generator.choice((1, 3, 10, 100))):
        at = generator.randrange(3, min(len(data), 700) if head else len(data))
        data[at] = generator.choice(BYTES) if generator.random() < 0.5 else generator.randrange(256)
    return bytes(data)


def _cut(kind: str, generator: random.Random) -> bytes:
    data = whole(kind)
    return data[: generator.randrange(3, len(data))] + generator.choice((b"", bytes(generator.randrange(100_000))))


def _huge(kind: str, generator: random.Random) -> bytes:
    """Return a picture that says that it is far larger than it is. A PNG's sum is right, so that its decoder believes it."""
    data, (wide, high) = bytearray(whole(kind)), (generator.choice((0, 1, 4096, 16_383, 65_535)) for _ in "xy")
    if kind == "image/png":
        data[16:24] = wide.to_bytes(4, "big") + (high << generator.choice((0, 8, 15))).to_bytes(4, "big")
        data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    elif kind == "image/jpeg":
        at = data.index(b"\xff\xc0") + 5
        data[at : at + 4] = high.to_bytes(2, "big") + wide.to_bytes(2, "big")
    else:
        data[26:30] = wide.to_bytes(2, "little") + high.to_bytes(2, "little")
    return bytes(data)


def _both(kind: str, generator: random.Random) -> bytes:
    """Return two formats in one: the beginning of one picture and all of another, or with an archive's end."""
    other = whole(generator.choice(list(KINDS)))
    return whole(kind)[: generator.choice((12, 40, 700, 1_000_000))] + generator.choice((other, b"PK\5\6" + bytes(18)))


def posted(port: int, seat: str, kind: str, data: bytes, path: str = "/photo") -> int:
    """Send *data* as the phone of *seat*; return the status, 0 if the connection was cut."""
    headers = {"Origin": f"http://localhost:{port}", "Cookie": f"seat={TOKENS[seat]}", "Content-Type": kind}
    with suppress(OSError):
        return send(port, "localhost", "POST", path, data, headers)[0]
    return 0


def answered(port: int, kind: str, data: bytes) -> int:
    """Return the status of *data*, sent again as pages do if the picture before it is still being put away."""
    return next((status for _ in range(8) if (status := posted(port, "A", kind, data)) not in (0, 413, 503)), 0)


def waits(server: Server, seat: str, stop: threading.Event) -> Iterator[float]:
    """Yield how many seconds the page of *seat* takes, again and again until *stop*."""
    while not stop.wait(0.1):
        began = time.monotonic()
        fetched(server, "/seat/view", Cookie=f"seat={TOKENS[seat]}")
        yield time.monotonic() - began


def main(many: int) -> int:
    """Print what came of it, and return 1 if a promise was broken."""
    for limit in ("BY_SEAT", "BY_ADDRESS", "OUTSIDE_GAMES"):
        setattr(rate_limit, limit, rate_limit.Rate(10**9, 1.0))
    with tempfile.TemporaryDirectory() as folder:
        table = play(new_table(Path(folder)), FIRST, SECOND)
        row, stop, slow = table.now.row, threading.Event(), list[float]()
        with serving(table, finder=Finder()) as server:
            other = threading.Thread(target=lambda: slow.extend(waits(server, "B", stop)))
            other.start()
            statuses = Counter[int]()
            for kind, data in damaged(many):
                statuses[answered(server.port, kind, data)] += 1
            stop.set()
            other.join()
    percentile = sorted(slow)[int(0.99 * len(slow))]
    print(f"{many} damaged pictures: {dict(statuses)}; another seat's page {percentile:.3f} s (p99 of {len(slow)})")
    print(f"rows written: {table.now.row - row}")
    return int(500 in statuses or 0 in statuses or table.now.row != row or percentile > SLOWEST)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
