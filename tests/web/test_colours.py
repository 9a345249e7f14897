"""Pawns stay apart in colour, too, for every kind of eye; their shapes and letters do the rest."""

from __future__ import annotations

import re
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path
from typing import Final, TypeAlias

import pytest

Triple: TypeAlias = tuple[float, float, float]

TOKENS: Final = (Path(__file__).parents[2] / "web" / "static" / "tokens.css").read_text(encoding="utf-8")
SEATS: Final = "abcdef"
APART: Final = 17.0  # CIEDE2000; the pair that is nearest has it for an eye without red
LEGIBLE: Final = 3.0  # WCAG 2.2, 1.4.11: what a shape or a large letter needs against its ground
# What an eye without one kind of cone makes of linear red, green and blue: Machado, Oliveira, Fernandes 2009, severity 1.
EYES: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ: Final = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE: Final = (0.95047, 1.0, 1.08883)


def token(name: str) -> Triple:
    """Return the night's colour token *name* as linear red, green and blue."""
    found = re.search(rf"--{name}: #([0-9a-f]{{6}})", TOKENS)
    assert found, name
    red, green, blue = (int(found[1][at : at + 2], 16) / 255 for at in (0, 2, 4))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _times(matrix: tuple[Triple, Triple, Triple], colour: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return one, two, three


def lab(colour: Triple, eye: str) -> Triple:
    """Return what *eye* sees of the linear *colour* in CIE L*a*b*, D65."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in _times(EYES[eye], colour))
    x, y, z = (_bent(part / white) for part, white in zip(_times(TO_XYZ, (red, green, blue)), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _bent(value: float) -> float:
    return float(value ** (1 / 3)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def ciede2000(one: Triple, other: Triple) -> float:
    """Return how unlike two colours look (Sharma, Wu, Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    stretch = 1 + 0.5 * (1 - _seventh((hypot(a1, b1) + hypot(a2, b2)) / 2))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = (degrees(atan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    light, chroma, hue = (l1 + l2) / 2, (c1 + c2) / 2, h1 + turn / 2
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    tone = 1 + sum(high * cos(radians(many * hue + off)) for high, many, off in waves)
    d_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    d_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * tone)
    blue = -2 * _seventh(chroma) * sin(radians(60 * exp(-((((hue % 360) - 275) / 25) ** 2))))
    return sqrt(d_light**2 + d_chroma**2 + d_hue**2 + blue * d_chroma * d_hue)


def _seventh(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25**7))


def contrast(one: Triple, other: Triple) -> float:
    """Return WCAG's ratio of two linear colours."""
    dark, light = sorted(_times(TO_XYZ, colour)[1] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_that_of_its_paper() -> None:
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert ciede2000((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)
    assert ciede2000((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286)) == pytest.approx(0.6377, abs=1e-4)


@pytest.mark.parametrize("eye", EYES)
def test_no_two_pawns_look_alike(eye: str) -> None:
    apart = {one + other: ciede2000(lab(token(one), eye), lab(token(other), eye)) for one, other in combinations(SEATS, 2)}
    assert len(apart) == 15
    assert {pair: far for pair, far in apart.items() if far < APART} == {}


def test_every_letter_can_be_read_on_its_pawn() -> None:
    assert {seat for seat in SEATS if contrast(token(seat), token(f"on-{seat}")) < LEGIBLE} == set()
    assert contrast(token("room"), token("deep")) < LEGIBLE  # The control.
