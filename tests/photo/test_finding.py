"""The process that looks at a picture, run in this one without its limits: it sets them first, and tells what it finds."""

import io
import json
import runpy
from contextlib import nullcontext
from unittest.mock import Mock

import cv2
import numpy
import pytest

from firmware.photo import finding

JPEG = cv2.imencode(".jpg", numpy.zeros((8, 8), numpy.uint8))[1].tobytes()
THEIRS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
GLYPH = numpy.pad(THEIRS.generateImageMarker(7, 120), 90, constant_values=255)


def told(side: int) -> bytes:
    """Return a small JPEG that says that it has *side* x *side* pixels."""
    return JPEG.replace(b"\x08\x00\x08\x00\x08", b"\x08" + side.to_bytes(2) * 2)


@pytest.mark.parametrize(("data", "found"), [
    (cv2.imencode(".png", GLYPH)[1].tobytes(), [7]), (told(8), []),
    (cv2.imencode(".bmp", GLYPH)[1].tobytes(), None), (JPEG[:20], None), (told(3000), None), (told(65_500), None),
])  # fmt: skip
def test_it_limits_itself_before_it_decodes(
    data: bytes, found: list[int] | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    limits, decode = dict[int, tuple[int, int]](), cv2.imdecode
    monkeypatch.setattr(cv2, "imdecode", lambda *given: decode(*given) if len(limits) == 4 else 1 / 0)
    monkeypatch.setattr("resource.setrlimit", limits.__setitem__)
    monkeypatch.setattr("os.environ", {})
    monkeypatch.setattr("os.nice", Mock(side_effect=PermissionError(1, "Operation not permitted")))
    monkeypatch.setattr("sys.stdin", Mock(buffer=io.BytesIO(data)))
    with pytest.raises(SystemExit, match=str(finding.NO_PICTURE)) if found is None else nullcontext():
        runpy.run_path(finding.__file__, run_name="__main__")
    said = capsys.readouterr().out
    assert ([number for number, _ in json.loads(said)["found"]] if said else None) == found
