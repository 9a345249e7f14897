"""`python -m firmware.photo.finding`: find the glyphs in the picture on standard input, and write them as a line of JSON.

The picture comes from a stranger's phone, so it is decoded under limits of memory, time and pixels, in a process that has
nothing else. It ends with NO_PICTURE if the input is none that it takes; any other code than that and 0 is a crash.
"""

from __future__ import annotations

import json
import math
import os
import resource
import sys
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.kit.box.glyphs import PATTERNS
from firmware.giving_way import give_way

if TYPE_CHECKING:
    from collections.abc import Iterator

Corners: TypeAlias = list[tuple[float, float]]

LONGEST: Final = 4 * 1024 * 1024  # Bytes.
MOST_PIXELS: Final = 4_200_000
NO_PICTURE: Final = 3
SECONDS: Final = 20  # Of the processor.
NICE: Final = 5
MEMORY: Final = 180 * 1024 * 1024  # Bytes of its own; libraries come on top.
BEGINS: Final = ((b"\xff\xd8\xff", b""), (b"\x89PNG\r\n\x1a\n", b""), (b"RIFF", b"WEBP"))  # The second is at byte 8.


def main() -> None:
    """Find the glyphs."""
    data = sys.stdin.buffer.read(LONGEST + 1)
    if not is_taken(data):
        sys.exit(NO_PICTURE)
    _limit()
    print(json.dumps(_found(data)))


def is_taken(data: bytes) -> bool:
    """Return whether *data* is short enough, and begins like a picture of a kind that is decoded."""
    return len(data) <= LONGEST and any(data.startswith(first) and data[8:].startswith(then) for first, then in BEGINS)


def _limit() -> None:
    """Let this process have no more than it needs, and leave nothing behind: neither a file nor a dump of its memory.

    Phones of others come first.
    """
    give_way(NICE)
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OPENCV_IO_MAX_IMAGE_PIXELS": str(MOST_PIXELS)}
    for what, most in (
        (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0),
    ):  # fmt: skip
        resource.setrlimit(what, (most, most))


def _found(data: bytes) -> dict[str, Any]:
    import cv2  # Only now, because its decoders read their limit when they are loaded.
    import numpy

    cv2.setNumThreads(1)
    try:
        picture = cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error:
        picture = None
    if picture is None or picture.size > MOST_PIXELS:
        sys.exit(NO_PICTURE)
    high, width = picture.shape
    return {"width": width, "high": high, "found": glyphs_in(picture)}


def glyphs_in(picture: Any) -> list[tuple[int, Corners]]:
    """Return numbers and corners of all glyphs in a grey *picture*."""
    import cv2
    import numpy

    return _glyphs(cv2, _looks(cv2, picture), _dictionary(cv2, numpy))


def _looks(cv2: Any, picture: Any) -> Iterator[tuple[Any, int]]:
    """Yield the picture and the detector's threshold, in the ways in which it is looked at; each finds some of its own."""
    sharp = cv2.addWeighted(picture, 2.5, cv2.GaussianBlur(picture, (0, 0), 2.5), -1.5, 0)
    yield from ((picture, 7), (picture, 12), (sharp, 7))


def _glyphs(cv2: Any, looks: Iterator[tuple[Any, int]], dictionary: Any) -> list[tuple[int, Corners]]:
    """Return numbers and corners of all glyphs, each once; none where two looks disagree about the number."""
    found: list[tuple[int, Corners]] = []
    doubted = []
    for picture, threshold in looks:
        corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, _parameters(cv2, threshold)).detectMarkers(picture)
        for number, four in _rows(corners, numbers):
            there = [other for other, at in found if _same(four, at)]
            if not there:
                found.append((number, four))
            doubted += [four] if there and there[0] != number else []
    return [one for one in found if not any(_same(one[1], four) for four in doubted)]


def _rows(corners: Any, numbers: Any) -> Iterator[tuple[int, Corners]]:
    for number, four in zip(numbers if numbers is not None else (), corners, strict=False):
        yield int(number.item()), [(round(float(x), 2), round(float(y), 2)) for x, y in four.reshape(4, 2)]


def _same(one: Corners, other: Corners) -> bool:
    """Return whether both are at one place: their middles are nearer than a quarter of a glyph's diagonal."""
    (ax, ay), (bx, by) = _middle(one), _middle(other)
    return math.hypot(ax - bx, ay - by) < math.dist(one[0], one[2]) / 4


def _middle(four: Corners) -> tuple[float, float]:
    return sum(x for x, _ in four) / 4, sum(y for _, y in four) / 4


def _dictionary(cv2: Any, numpy: Any) -> Any:
    """Return the detector's dictionary, of our own patterns; no module may be wrong."""
    bits = [numpy.array([one >> (15 - at) & 1 for at in range(16)], numpy.uint8).reshape(4, 4) for one in PATTERNS]
    return cv2.aruco.Dictionary(numpy.concatenate([cv2.aruco.Dictionary.getByteListFromBits(one) for one in bits]), 4, 0)


def _parameters(cv2: Any, threshold: int) -> Any:
    found = cv2.aruco.DetectorParameters()
    found.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found.cornerRefinementWinSize = 4
    found.errorCorrectionRate = 0.0
    found.adaptiveThreshConstant = threshold
    found.perspectiveRemovePixelPerCell = 8
    found.perspectiveRemoveIgnoredMarginPerCell = 0.3  # Of each module the middle counts, since blur has reached the rest.
    found.minMarkerPerimeterRate = 0.02
    return found


if __name__ == "__main__":
    main()
