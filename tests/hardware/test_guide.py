"""The building guide: what it counts, quotes and points to is so."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.words import Words
from hardware import board
from hardware.wires import BUZZER, LED, VARIANTS
from tests.hardware.test_case import SOURCE, numbers

ROOT = Path(__file__).parents[2]
GUIDES = sorted((ROOT / "hardware").glob("*.md"))
BUILD = (ROOT / "hardware" / "BUILD.md").read_text(encoding="utf-8")


def places(text: str) -> set[str]:
    """The headings of a document, as links write them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.S), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("file", [*GUIDES, ROOT / "README.md"], ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_link_leads_to_a_heading(file: Path) -> None:
    for target, heading in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", file.read_text(encoding="utf-8")):
        there = file.parent / target if target else file
        assert heading in places(there.read_text(encoding="utf-8")), f"{target}#{heading}"


def test_headings_are_written_as_links_write_them() -> None:
    assert places("# A b\n## What, now?\n```\n# none\n```\n") == {"a-b", "what-now"}


def test_it_counts_wires_as_they_are() -> None:
    for name in ("minimal", "table"):
        row = next(line for line in BUILD.splitlines() if line.startswith(f"| **{name}** |"))
        assert re.findall(r"(\d+) wires", row) == [str(sum(len(part.wires) for part in VARIANTS[name]))]
    jumpers = [line for line in BUILD.splitlines() if line.startswith("| jumper wires")]
    plain, to_breadboard = (next(line for line in jumpers if f"female to {end} |" in line) for end in ("female", "male"))
    on_it = sum(len(part.wires) for part in (LED, BUZZER))
    assert re.findall(r"\| (\d+) (?=\|)", plain) == ["11", str(24 - on_it)]
    leads = len({**board.LED, **board.BUZZER})
    assert re.findall(r"\| (\d+) (?=\|)", to_breadboard) == [str(on_it + leads)]
    assert f"{on_it} from the Pi to the breadboard, {leads} from there" in to_breadboard


def test_the_breadboard_is_the_same_in_drawing_guide_and_case() -> None:
    for hole in (*board.LED.values(), *board.BUZZER.values(), *board.TRANSISTOR.values(), *board.DIODE.values()):
        assert re.search(rf"\b{hole}\b", BUILD), hole
    row = next(line for line in BUILD.splitlines() if line.startswith("| small breadboard"))
    long, wide = numbers()["breadboard"]
    assert f"{board.ROWS * 10} holes, {long} × {int(wide)} mm" in row


def test_it_counts_stickers_as_the_boxes_have_pieces() -> None:
    pieces = {name: Counter(piece.kind for piece in game.pieces({})) for name, game in GAMES.items()}
    large, small = (next(line for line in BUILD.splitlines() if line.startswith("| NTAG213") and size in line)
                    for size in ("25 mm |", "22 mm |"))  # fmt: skip
    assert f"| {pieces['barracuda']['card']} and some |" in large
    assert f"| {pieces['barracuda']['pawn'] + pieces['barracuda']['bag']} and some |" in small
    assert f"For Shark: {pieces['shark']['token']} stickers of 25 mm and {pieces['shark']['bag']} small ones" in BUILD
    tagged = Counter(piece.kind for piece in GAMES["negoces2"].pieces({"tags": "on"}))
    assert f"{tagged['bag']} small ones (and {tagged['card']} of 25 mm" in BUILD


def quoted() -> list[str]:
    """What the guide says that the doctor says."""
    return [*re.findall(r"^\| \*([^*]+)\* \|", BUILD, re.M), "The display does not answer"]


@pytest.mark.parametrize("sentence", quoted())
def test_the_doctor_says_what_it_is_said_to_say(sentence: str) -> None:
    codes = re.findall(
        r'^msgid "(doctor\.[^"]+)"', (ROOT / "companion/words/en/LC_MESSAGES/doctor.po").read_text("utf-8"), re.M
    )
    words = Words("en")
    said = [words._find(code, None) for code in codes]
    patterns = [re.sub(r"\\\{\w+\\\}", ".+", re.escape(one)) for one in said]
    assert any(re.fullmatch(pattern.removesuffix(r"\."), sentence.removesuffix(".")) for pattern in patterns)


def test_the_guide_quotes_the_doctor() -> None:
    assert len(quoted()) >= 9


def variants() -> list[dict[str, str]]:
    """The cases that the guide names, as arguments of make."""
    return [dict(word.split("=") for word in words.split()) for words in re.findall(r"`make case ((?:[A-Z]+=\S+ ?)+)`", BUILD)]


def test_several_cases_are_named() -> None:
    assert {name for one in variants() for name in one} == {"SCREEN", "KEYS", "PI"}


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_case_that_it_names_is_what_openscad_is_asked_for(variant: dict[str, str]) -> None:
    words = ["make", "-n", "case", *(f"{name}={value}" for name, value in variant.items())]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    lid = shlex.split(next(line for line in done.stdout.splitlines() if line.startswith("openscad") and "lid" in line))
    asked = dict(word.split("=") for before, word in pairwise(lid) if before == "-D")
    wanted = {NAMES[name]: value if name == "KEYS" else f'"{value}"' for name, value in variant.items()}
    assert asked == {"part": '"lid"', **wanted}
    assert numbers(**{name: json.loads(value) for name, value in wanted.items()})["outside"]


def test_make_case_exports_what_it_is_asked_for(tmp_path: Path) -> None:
    if shutil.which("openscad") is None:
        pytest.skip("NO OPENSCAD: `make case` was not tried. Install Debian's openscad.")
    (tmp_path / "hardware" / "case").mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(SOURCE, tmp_path / "hardware" / "case")
    words = ["make", "-s", "case", "SCREEN=0.96", "KEYS=0"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    for part in ("box", "lid"):
        points = re.findall(r"vertex (\S+) (\S+) \S+", (tmp_path / "build" / "case" / f"{part}.stl").read_text("ascii"))
        size = [max(map(float, axis)) - min(map(float, axis)) for axis in zip(*points, strict=True)]
        assert size == pytest.approx(numbers(display="0.96", keys=0)["outside"][:2], abs=0.01)


NAMES = {"SCREEN": "display", "KEYS": "keys", "PI": "pi"}
