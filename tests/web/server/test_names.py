"""Hundreds of hostile names (W5): on every page, on the display and in the log they stay names, or they are refused."""

import itertools
import logging
from operator import lt
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.games.barracuda.moves import DrawPawn
from companion.seats.names import LONGEST
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.words import LANGUAGES, Words
from firmware.display import screens
from firmware.display.drawing import HEIGHT, WIDTH
from firmware.display.lettering import BIG, MIDDLE, SMALL, fitting, width
from tests.firmware.pictures import scenes
from tests.markup import parsed
from tests.web.fake_bench import FakeBench, boxed_table
from tests.web.phones import HOST, Phone, new_app, seated
from tests.web.tables import draw, open_all

SEATS = "ABCDE"
HARMLESS = dict(zip(SEATS, ("Anna", "Bob", "Cleo", "Dirk", "Eva"), strict=True))
# Markup, templates, formats, shells, paths, words of the program, wide and tall letters, and right-to-left ones.
ACCEPTED = (Path(__file__).parents[1] / "hostile_names.txt").read_text(encoding="utf-8").splitlines()
CONTROL = [*range(9), *range(14, 28), *range(127, 133), *range(134, 160)]  # Those in between are spaces, which are normalised.
DIRECTION = [0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x2070), 0xFEFF]
UNASSIGNED = [0xE000, 0xF8FF, 0xF0000, 0xFFFE, 0xFFFF, 0x10FFFF, 0x378, 0xFFF9, 0xFFFB, 0xE0001, 0xE0041, 0xE007F, 0x1D173]
EMPTY = [0xAD, 0x180E, 0x3164, 0x115F, 0x1160, 0xFFA0, 0x2800]
REFUSED = [
    *(f"No{chr(code)}or" for code in (*CONTROL, *DIRECTION, *UNASSIGNED, *EMPTY)),
    *("", " ", "\u00a0", "\u2003", "\u3000", "\u0301", "\ufe0f", "\u0338", "a" + "\u0301" * 4, "a" + "\u0489" * 13),
    *("Anna\U000e0100", "Anna\U000e01ef", "An\u17b4na", "a\u0301\u0302\u0303\u0304", "Z" + "\u0335" * 5),
    *("x" * (LONGEST + 1), "x" * 3000, "<script>alert(1)", "\u337f" * 4, "\ufdfa", "\ufdfd", "\u2e3b"),
]


def reading(page: str) -> tuple[list[Any], str]:
    """Return the elements of *page* with the names of their attributes, except a long name's class; and its text."""
    whole = parsed(page)
    elements = [one for one in whole.iter() if one.tag != "bdi"]
    shape = [(one.tag, *(name for name, value in one.items() if value != "long")) for one in elements]
    return shape, "".join(whole.itertext()).replace("\u00ad", "")  # Long names may be hyphenated.


def named(folder: Path, names: dict[str, str]) -> tuple[Table, Flask, dict[str, Phone]]:
    table = boxed_table(folder)
    app = new_app(table, bench=FakeBench(table.now.pieces))
    return table, app, seated(app, table, names)


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return pages(tmp_path_factory.mktemp("harmless"), HARMLESS)


def pages(folder: Path, names: dict[str, str]) -> dict[str, Any]:
    """Return every page that has players' names: before the game, in it, and at a taken stool."""
    table, app, phones = named(folder, names)
    late, found = Phone(app, table), {}

    def look(when: str) -> None:
        for seat, path in (("A", "/"), ("A", "/seat/menu"), ("B", "/seat/view"), ("C", "/seat/view")):
            found[f"{when} {path} {seat}"] = phones[seat].get(path).text
        for path in ("/", "/pin", "/table", "/join/view"):
            found[f"{when} {path}"] = late.get(path).text
        found[f"{when} /bench"] = late.client.get("/bench/view", base_url="http://localhost").text

    look("lobby")
    found["refused"] = late.join("A", names["B"]).text
    phones["A"].act(StartGame("barracuda", {"draw": "bag"}))
    open_all(table, {"A": "Octopus"})
    draw(table, "B")
    look("game")
    return {what: reading(page) for what, page in found.items()}


def strange(harmless: dict[str, Any], hostile: dict[str, Any], names: dict[str, str]) -> list[str]:
    """Return the pages on which one of *names* is more than a name, or is missing."""
    count = lambda text, named: [text.count(named[seat]) for seat in SEATS]
    fewer = lambda was, now: any(map(lt, count(now, names), count(was, HARMLESS)))
    both = {what: (*page, *hostile[what]) for what, page in harmless.items()}
    return [what for what, (shape, was, other, now) in both.items() if shape != other or fewer(was, now)]


FILLED = [*ACCEPTED, *(f"Filler {n}" for n in range(-len(ACCEPTED) % len(SEATS)))]
FIVES = [dict(zip(SEATS, FILLED[at : at + len(SEATS)], strict=True)) for at in range(0, len(FILLED), len(SEATS))]


@pytest.mark.parametrize("at", [pytest.param(at, marks=() if at % 6 == 0 else pytest.mark.broad) for at in range(len(FIVES))])
def test_a_name_stays_a_name(tmp_path: Path, harmless: dict[str, Any], caplog: pytest.LogCaptureFixture, at: int) -> None:
    caplog.set_level(logging.DEBUG)
    assert strange(harmless, pages(tmp_path, FIVES[at]), FIVES[at]) == []
    assert boxed_table(tmp_path).now.names == FIVES[at], "also after a restart"
    assert logged(caplog, FIVES[at]) == []
    assert len(ACCEPTED) + len(set(REFUSED)) >= 300
    logging.getLogger("web").warning("%s sits down", "{{config}}")
    assert logged(caplog, {"A": "{{config}}"})  # The control: a name in the log is found.


def logged(caplog: pytest.LogCaptureFixture, names: dict[str, str]) -> list[str]:
    """Return the lines of the log that contain one of *names*, if that is long enough to be recognised."""
    long = [name for name in names.values() if len(name) > 3]
    return [said for said in map(logging.LogRecord.getMessage, caplog.records) if any(name in said for name in long)]


@pytest.mark.parametrize(("name", "where", "spoilt"), [
    ("<b>", "markupsafe._escape_inner", lambda text: text),
    ("{0}", "companion.words.Words.word", lambda *said, right=Words.word: right(*said).format(7)),
], ids=["a page that forgets to escape", "a sentence that formats twice"])  # fmt: skip
def test_what_makes_more_of_a_name_is_found(
    tmp_path: Path, harmless: dict[str, Any], monkeypatch: pytest.MonkeyPatch, name: str, where: str, spoilt: Any
) -> None:
    monkeypatch.setattr(where, spoilt)
    names = {**HARMLESS, "B": name}
    assert strange(harmless, pages(tmp_path, names), names)


def test_a_name_from_right_to_left_turns_nothing_else(tmp_path: Path) -> None:
    _, _, phones = named(tmp_path, {**HARMLESS, "B": "دانة"})
    phones["A"].act(StartGame("barracuda", {"draw": "bag"}))
    phones["A"].answer("draw", DrawPawn("B"))
    page = phones["A"].get("/seat/view").text
    assert ("<bdi>دانة</bdi>" in page, "<bdi>Anna" in page) == (True, False)


def test_what_nobody_could_read_is_refused(stranger: Phone, table: Table) -> None:
    for name in REFUSED:
        assert stranger.join("A", name).status_code == 422, repr(name)
    assert not table.now.names


def test_an_address_writes_no_line_of_its_own_into_the_log(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    app.testing = False
    app.add_url_rule("/<path:anything>", "stumbles", lambda anything: 1 / 0)
    look = lambda path: app.test_client().get(path, base_url=f"http://{HOST}").status_code
    assert {look(path) for path in ("/seat%0aWARNING forged", "/a%0d%0ab", "/%1b[31mred", "/%e2%80%ae")} == {404}
    assert caplog.records == []
    assert (look("/plain"), len(caplog.records)) == (500, 1)


def test_a_name_fits_the_display_at_every_size_and_can_be_drawn() -> None:
    for name, size in itertools.product(ACCEPTED + REFUSED, (SMALL, MIDDLE, BIG)):
        assert width(fitting(name, size, WIDTH - 20), size) <= WIDTH - 20, name
    showing, words = list(scenes().values()), {language: Words(language) for language in LANGUAGES}
    for at, names in enumerate(FIVES):
        chosen = words[LANGUAGES[at % len(LANGUAGES)]]
        picture = screens.draw(showing[at % len(showing)], chosen, names)
        lobby = screens.lobby("http://10.42.0.1/", "10.42.0.1", names, chosen)
        assert picture.size == lobby.size == (WIDTH, HEIGHT)
