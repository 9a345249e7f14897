"""`python -m firmware.photo.finding`: find the glyphs in the picture on standard input, and write them as a line of JSON.

The picture comes from a stranger's phone, so it is decoded under limits of memory, time and pixels, in a process that has
nothing else. It ends with NO_PICTURE if the input is none that it takes; any other code than that and 0 is a crash.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from typing import TYPE_CHECKING, Any, Final

from companion.kit.box.glyphs import PATTERNS

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST: Final = 4 * 1024 * 1024  # Bytes.
MOST_PIXELS: Final = 4_200_000
NO_PICTURE: Final = 3
SECONDS: Final = 20  # Of the processor.
MEMORY: Final = 180 * 1024 * 1024  # Bytes of its own; libraries come on top.
BEGINS: Final = ((b"\xff\xd8\xff", b""), (b"\x89PNG\r\n\x1a\n", b""), (b"RIFF", b"WEBP"))  # The second is at byte 8.


def main() -> None:
    """Find the glyphs."""
    data = sys.stdin.buffer.read(LONGEST + 1)
    if len(data) > LONGEST or not any(data.startswith(first) and data[8:].startswith(then) for first, then in BEGINS):
        sys.exit(NO_PICTURE)
    _limit()
    print(json.dumps(_found(data)))


def _limit() -> None:
    """Let this process have no more than it needs, and leave nothing behind: neither a file nor a dump of its memory."""
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
    corners, numbers, _ = cv2.aruco.ArucoDetector(_dictionary(cv2, numpy), _parameters(cv2)).detectMarkers(picture)
    return {"width": width, "high": high, "found": list(_rows(corners, numbers))}


def _rows(corners: Any, numbers: Any) -> Iterator[list[Any]]:
    for number, four in zip(numbers if numbers is not None else (), corners, strict=False):
        yield [int(number.item()), [[round(float(x), 2), round(float(y), 2)] for x, y in four.reshape(4, 2)]]


def _dictionary(cv2: Any, numpy: Any) -> Any:
    """Return the detector's dictionary, of our own patterns; no module may be wrong."""
    bits = [numpy.array([one >> (15 - at) & 1 for at in range(16)], numpy.uint8).reshape(4, 4) for one in PATTERNS]
    return cv2.aruco.Dictionary(numpy.concatenate([cv2.aruco.Dictionary.getByteListFromBits(one) for one in bits]), 4, 0)


def _parameters(cv2: Any) -> Any:
    found = cv2.aruco.DetectorParameters()
    found.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found.cornerRefinementWinSize = 4
    found.errorCorrectionRate = 0.0
    found.minMarkerPerimeterRate = 0.02
    return found


if __name__ == "__main__":
    main()
