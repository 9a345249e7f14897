"""Check the guides to building and troubleshooting: their counts, quotations and references."""

import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Final

from companion.games import installed
from companion.words import FOLDER
from firmware.simulator.faults import FAULTS
from hardware import board
from hardware.case.measures import case
from hardware.troubles import GUIDE, TABLES, with_tables
from hardware.wires import BUZZER, LED, VARIANTS
from tests.catalogues import sayings

ROOT: Final = Path(__file__).parents[2]
BUILD: Final = (ROOT / "hardware" / "BUILD.md").read_text(encoding="utf-8")


def row(*words: str) -> str:
    """Return the guide's first line that begins with the first of *words* and contains all of them."""
    return next(line for line in BUILD.splitlines() if line.startswith(words[0]) and all(word in line for word in words))


def test_it_counts_wires_as_they_are() -> None:
    for name in ("minimal", "table"):
        assert re.findall(r"(\d+) wires", row(f"| **{name}** |")) == [str(sum(len(part.wires) for part in VARIANTS[name]))]
    on_board, leads = sum(len(part.wires) for part in (LED, BUZZER)), len({**board.LED, **board.BUZZER})
    assert f"| 11 | {24 - on_board} |" in row("| jumper wires", "female to female |")
    assert f"| {on_board + leads} |" in (to_board := row("| jumper wires", "female to male |"))
    assert f"{on_board} from the Pi to the breadboard, {leads} from there" in to_board


def test_the_breadboard_is_the_same_in_drawing_guide_and_case() -> None:
    for hole in (*board.LED.values(), *board.BUZZER.values(), *board.TRANSISTOR.values(), *board.DIODE.values()):
        assert re.search(rf"\b{hole}\b", BUILD), hole
    long, wide = case()["breadboard"]
    assert f"{board.ROWS * 10} holes, {long} × {int(wide)} mm" in row("| small breadboard")


def test_it_counts_stickers_as_the_boxes_have_pieces() -> None:
    pieces = {name: Counter(piece.kind for piece in game.pieces({})) for name, game in installed().items()}
    barracuda, shark = pieces["barracuda"], pieces["shark"]
    assert f"| {barracuda['card']} and some |" in row("| NTAG213", "25 mm |")
    assert f"| {barracuda['pawn'] + barracuda['bag']} and some |" in row("| NTAG213", "22 mm |")
    assert f"For Shark: {shark['token']} stickers of 25 mm and {shark['bag']} small ones" in BUILD
    tagged = Counter(piece.kind for piece in installed()["negoces2"].pieces({"tags": "on"}))
    assert f"{tagged['bag']} small ones (and {tagged['card']} of 25 mm" in BUILD


def test_the_cases_that_it_names_are_what_openscad_is_asked_for() -> None:
    asked = []
    for words in re.findall(r"`make case ((?:[A-Z]+=\S+ ?)+)`", BUILD):
        command = ["make", "-n", "case", *words.split()]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        asked.append(re.findall(r"-D '?(\w+=[^' ]+)", said.partition("""'part="lid"'""")[2]))
    assert asked == [['display="0.96"', "keys=0"], ['display="1.3"'], ['pi="Zero"']]
    assert case(display="0.96", keys=0, pi="Zero")["outside"]


# The troubleshooting guide

TEXT: Final = GUIDE.read_text(encoding="utf-8")
CATALOGUE: Final = (FOLDER / "en" / "LC_MESSAGES" / "doctor.po").read_text(encoding="utf-8")
CODES: Final = set(re.findall(r'^msgid "doctor\.([\w.]+)"', CATALOGUE, re.M))
CURES: Final = {code: remedies for table in TABLES.values() for code, (remedies, _) in table.items()}

RIGHT: Final = {  # Healthy results besides "ok".
    "clock.synchronised", "data.new", "display.sent", "groups.let_in", "hardware.simulated", "journal.none", "port.service",
    "reader.chip", "reader.clone", "reader.on_usb", "reader.slot", "table.installed", "tag.typed",
}  # fmt: skip


def test_the_tables_are_the_doctors() -> None:
    assert with_tables(TEXT) == TEXT, "run `python -m hardware.troubles`"


def test_all_that_can_be_wrong_has_an_entry_and_every_advice_is_given_by_one() -> None:
    others = {code for code in CODES if code.split(".")[0] in ("verdict", "sum", "do", "ask") or code.endswith(".ok")}
    assert len(CURES) > 25
    assert set(CURES) == CODES - others - RIGHT
    advice = {code.removeprefix("do.") for code in CODES if code.startswith("do.")} - {"nothing"}
    assert {remedy for remedies in CURES.values() for remedy in remedies} == advice


def test_what_the_guides_quote_is_said_and_the_faults_they_name_are_the_simulators() -> None:
    by_hand = re.sub(r"<!-- doctor: .*?<!-- end of doctor -->", "", TEXT, flags=re.S)
    rows = [line for line in by_hand.splitlines() if line.startswith("|")]
    quoted = [found for row in rows for found in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", row)]
    quoted += [*re.findall(r"^\| \*([^*]+)\* \|", BUILD, re.M), "The display does not answer."]
    said = re.compile("|".join(one.removesuffix(r"\.") for one in sayings()))
    quoted = [one.removesuffix(".") for one in quoted if one[0].isupper()]  # In the log, sentences begin small.
    assert [one for one in quoted if not said.fullmatch(one)] == []
    assert len(quoted) > 34
    assert set() < set(re.findall(r"--fault (\S+)", TEXT)) <= set(FAULTS)
