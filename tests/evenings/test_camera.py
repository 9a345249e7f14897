"""The camera of these tests reads what others draw, and nothing where there is no code."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
import segno
from PIL import Image

from companion.words import Words
from firmware import screens
from tests.evenings.camera import read_qr


def png_of(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("mask", range(8))
@pytest.mark.parametrize("level", "LMQH")
@pytest.mark.parametrize("text", ["HTTP://10.42.0.1", "http://a.b/x", "HTTP://AB.LOCAL:8000", "A", "AB"])
def test_a_code_is_read_whatever_its_mask_level_and_size(text: str, level: str, mask: int) -> None:
    code = segno.make(text, error=level, mask=mask, micro=False, boost_error=False)
    file = io.BytesIO()
    code.save(file, kind="png", scale=1 + mask % 4)
    assert read_qr(file.getvalue()) == text


def test_a_code_is_found_in_its_part_of_the_display() -> None:
    picture = screens.lobby("http://192.168.1.254:8000/", "192.168.1.254:8000", {"A": "Noor"}, Words("en"))
    assert read_qr(png_of(picture), box=(0, 0, 64, 64)) == "HTTP://192.168.1.254:8000"


@pytest.mark.parametrize("draw", [screens.starting, screens.farewell, lambda _: Image.new("1", (128, 64))])
def test_where_there_is_no_code_none_is_read(draw: Callable[[Words], Image.Image]) -> None:
    with pytest.raises(ValueError, match="no code"):
        read_qr(png_of(draw(Words("en"))), box=(0, 0, 64, 64))
