"""The sheet for the table: codes that lead in, and labels that fit the case."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
import segno

from companion.words import LANGUAGES, Words
from firmware.command import main
from firmware.label_strokes import QUIET
from firmware.person import KEYS
from firmware.table_labels import TAP, Door, table

SVG = "{http://www.w3.org/2000/svg}"
HOME = Door("http://barkeep.local/")
AWAY = Door("http://10.42.0.1/", "Bar;keep", 'p"a:ss')


def drawn(door: Door = AWAY, language: str = "en") -> Element:
    return ElementTree.fromstring(table(Words(language, strict=True), door))


def groups(sheet: Element, prefix: str) -> list[Element]:
    return [one for one in sheet.iter(f"{SVG}g") if one.get("id", "").startswith(prefix)]


def texts(element: Element) -> list[str]:
    return [one.text or "" for one in element.iter(f"{SVG}text")]


def modules(code: Element) -> set[tuple[int, int]]:
    """The dark squares of a code, counted from its first row and column, quiet zone left out."""
    return {(int(x) - QUIET, int(y) - QUIET) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", code.get("d", ""))}


def of(words: str) -> set[tuple[int, int]]:
    rows = segno.make(words, error="m", micro=False).matrix
    return {(x, y) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}


def test_a_card_leads_into_the_wifi_and_onto_the_page() -> None:
    cards = groups(drawn(), "join-")
    assert len(cards) == 2
    for card in cards:
        wifi, page = (modules(one) for one in card.iter(f"{SVG}path"))
        assert wifi == of('WIFI:T:WPA;S:Bar\\;keep;P:p\\"a\\:ss;;')
        assert page == of("http://10.42.0.1/")
        assert texts(card) == [
            "Join the table", "1. Into the Wi-Fi", "Bar;keep", 'p"a:ss', "2. Onto the page", "http://10.42.0.1/"
        ]  # fmt: skip


def test_without_a_wifi_there_is_one_code() -> None:
    (code,) = groups(drawn(HOME), "join-1")[0].iter(f"{SVG}path")
    assert modules(code) == of("http://barkeep.local/")
    assert "WIFI" not in table(Words("en"), HOME)


def test_an_open_wifi_has_no_password() -> None:
    wifi, _ = groups(drawn(Door("http://10.42.0.1/", "Bar")), "join-1")[0].iter(f"{SVG}path")
    assert modules(wifi) == of("WIFI:S:Bar;;")


def test_a_code_is_large_and_has_white_around_it() -> None:
    for code in drawn().iter(f"{SVG}path"):
        module = float(re.findall(r"scale\((\S+)\)", code.get("transform", ""))[0])
        assert module >= 1  # Millimetres: read from half a metre.
        assert {min(column) for column in zip(*modules(code), strict=True)} == {0}


def test_every_key_has_its_word() -> None:
    assert [texts(one) for one in groups(drawn(), "key-")] == [[name] for name in KEYS.values()]


def test_the_place_for_tags_fits_into_the_groove_of_the_lid() -> None:
    source = (Path(__file__).parents[2] / "hardware" / "case" / "case.scad").read_text(encoding="utf-8")
    groove = re.search(r"module tap_ring.*?cylinder\(d = \d+.*?cylinder\(d = (\d+)", source, re.S)
    assert groove is not None
    assert float(groove[1]) > TAP
    across = [2 * float(one.get("r", "")) for tap in groups(drawn(), "tap-") for one in tap.iter(f"{SVG}circle")]
    assert max(across) == pytest.approx(TAP, abs=0.01)


def test_labels_are_on_the_paper_and_apart() -> None:
    areas = [area(one) for one in drawn().iter() if one.get("stroke-dasharray")]
    assert len(areas) == 2 + 2 + 3
    assert all(left >= 8 and top >= 12 and right <= 202 and bottom <= 289 for left, top, right, bottom in areas)
    assert not any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for a, b in combinations(areas, 2))


def area(line: Element) -> tuple[float, float, float, float]:
    if line.tag == f"{SVG}circle":
        x, y, r = (float(line.get(name, "")) for name in ("cx", "cy", "r"))
        return x - r, y - r, x + r, y + r
    x, y, width, height = (float(line.get(name, "")) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_each_language(language: str) -> None:
    said = texts(drawn(language=language))
    assert not any("{" in one for one in said)
    assert any("100" in one for one in said)


def test_the_command_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    words = ["--sheet", "table", "--address", AWAY.address, "--wifi", AWAY.wifi, "--wifi-password", AWAY.password]
    assert main(["labels", str(file), *words]) == 0
    assert file.read_text(encoding="utf-8") == table(Words("en"), AWAY)
