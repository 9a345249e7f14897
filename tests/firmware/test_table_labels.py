"""The sheet for the table: codes that lead in, and labels that fit the case."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
import segno

from companion.words import LANGUAGES, Words
from firmware.command import main
from firmware.label_strokes import QUIET
from firmware.person import KEYS
from firmware.table_labels import TAP, Door, table
from tests.firmware.sheets import SVG, Sheet, texts

PAGE, HOME = "http://10.42.0.1/", "http://barkeep.local/"
AWAY = Door(PAGE, "Bar;keep", 'p"a:ss')


def drawn(door: Door = AWAY, language: str = "en") -> Sheet:
    return Sheet(table(Words(language, strict=True), door))


def labels(sheet: Sheet, prefix: str) -> list[Element]:
    return [one for name, one in sheet.labels.items() if name.startswith(prefix)]


def modules(code: Element) -> set[tuple[int, int]]:
    """The dark squares of a code, counted from its first row and column, quiet zone left out."""
    return {(int(x) - QUIET, int(y) - QUIET) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", code.get("d", ""))}


def of(words: str) -> set[tuple[int, int]]:
    rows = segno.make(words, error="m", micro=False).matrix
    return {(x, y) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}


@pytest.mark.parametrize(
    ("door", "codes"),
    [
        (AWAY, ['WIFI:T:WPA;S:Bar\\;keep;P:p\\"a\\:ss;;', PAGE]),
        (Door(PAGE, "Bar"), ["WIFI:S:Bar;;", PAGE]),  # An open Wi-Fi has no password.
        (Door(HOME), [HOME]),
    ],
)
def test_a_card_leads_into_the_wifi_and_onto_the_page(door: Door, codes: list[str]) -> None:
    cards = labels(drawn(door), "join-")
    assert len(cards) == 2
    for card in cards:
        assert [modules(one) for one in card.iter(f"{SVG}path")] == [of(code) for code in codes]
    if door == AWAY:
        wifi, page = ["1. Into the Wi-Fi", "Bar;keep", 'p"a:ss'], ["2. Onto the page", PAGE]
        assert [texts(card) for card in cards] == [["Join the table", *wifi, *page]] * 2


def test_a_code_is_large_and_has_white_around_it() -> None:
    for code in drawn().root.iter(f"{SVG}path"):
        module = float(re.findall(r"scale\((\S+)\)", code.get("transform", ""))[0])
        assert module >= 1  # Millimetres: read from half a metre.
        assert {min(column) for column in zip(*modules(code), strict=True)} == {0}


def test_every_key_has_its_word_and_labels_are_on_the_paper_and_apart() -> None:
    sheet = drawn()
    assert [texts(one) for one in labels(sheet, "key-")] == [[name] for name in KEYS.values()]
    assert len(sheet.cuts()) == 2 + 2 + 3
    assert sheet.misplaced() == []


def test_the_place_for_tags_fits_into_the_groove_of_the_lid() -> None:
    source = (Path(__file__).parents[2] / "hardware" / "case" / "case.scad").read_text(encoding="utf-8")
    groove = re.search(r"module tap_ring.*?cylinder\(d = \d+.*?cylinder\(d = (\d+)", source, re.S)
    assert groove is not None
    assert float(groove[1]) > TAP
    across = [2 * float(one.get("r", "")) for tap in labels(drawn(), "tap-") for one in tap.iter(f"{SVG}circle")]
    assert max(across) == pytest.approx(TAP, abs=0.01)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_each_language(language: str) -> None:
    said = texts(drawn(language=language).root)
    assert not any("{" in one for one in said)
    assert any("100" in one for one in said)


def test_the_command_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    words = ["--sheet", "table", "--address", AWAY.address, "--wifi", AWAY.wifi, "--wifi-password", AWAY.password]
    assert main(["labels", str(file), *words]) == 0
    assert file.read_text(encoding="utf-8") == table(Words("en"), AWAY)
