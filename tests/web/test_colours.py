"""Pawns differ enough in colour for every kind of eye."""

import re
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from coloraide import Color

TOKENS: Final = (Path(__file__).parents[2] / "web" / "static" / "shared" / "tokens.css").read_text(encoding="utf-8")
SEATS: Final = "abcdef"
APART: Final = 17.0  # CIEDE2000; the distance of the closest pair, for an eye without red
LEGIBLE: Final = 3.0  # WCAG 2.2, 1.4.11: what a shape or a large letter needs against its background
# How eyes without one kind of cone see a colour: Machado, Oliveira, Fernandes 2009, at full severity.
EYES: Final = {"all cones": "", "no red": "protan", "no green": "deutan", "no blue": "tritan"}


def token(name: str, eye: str = "") -> Color:
    """Return the night scheme's colour token *name*, as *eye* sees it."""
    found = re.search(rf"--{name}: (#[0-9a-f]{{6}})", TOKENS)
    assert found, name
    colour = Color(found[1])
    return colour.filter(eye, method="machado").clip() if eye else colour


def alike(names: str, eye: str) -> dict[str, float]:
    """Return the pairs of *names* that *eye* can hardly tell apart, with their distance."""
    unlike = {one + other: token(one, eye).delta_e(token(other, eye), method="2000") for one, other in combinations(names, 2)}
    return {pair: far for pair, far in unlike.items() if far < APART}


@pytest.mark.parametrize("eye", EYES)
def test_no_two_pawns_look_alike(eye: str) -> None:
    assert alike(SEATS, EYES[eye]) == {}
    assert alike("aa", EYES[eye]) == {"aa": 0}  # The control.


def test_every_letter_can_be_read_on_its_pawn() -> None:
    contrast = lambda one, other: token(one).contrast(token(other), method="wcag21")
    assert {seat for seat in SEATS if contrast(seat, f"on-{seat}") < LEGIBLE} == set()
    assert contrast("room", "deep") < LEGIBLE  # The control.
