"""One photograph of a table: what it shows is offered, what it doesn't is asked, and all that changes has everybody's yes.

A hostile one costs its sender, changes nothing, and takes no more than it may.
"""

import random
import socket
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, Page

from companion.agreeing.motions import Motion, Vote
from companion.games import installed
from companion.kit.box import glyphs
from companion.sighting import standing
from firmware.photo import child, finding
from firmware.photo.child import Finder
from tests.evenings.prepared import TOKENS, play
from tests.firmware.test_turning import forbid_giving_way
from tests.markup import found, words
from tests.photo import povray, rendering
from tests.photo.fuzzing import damaged, posted, whole
from tests.photo.measuring import counts
from tests.photo.scenes import ANY, STREET, Scene, city, market, pictured, taken
from tests.proof.photographs import begun
from tests.test_documents import DOCUMENTS, commands
from tests.test_project import PROJECT
from tests.web import shark_tables
from tests.web.browser.browsing import SITE, open_house
from tests.web.phones import Phone, new_app, seated
from tests.web.server.sockets import HERE, serving
from tests.web.tables import FIRST, SECOND, new_table, open_all
from web.http import rate_limit


@pytest.fixture
def finder() -> Finder:
    return Finder()


@pytest.fixture
def phone(tmp_path: Path, finder: Finder) -> Phone:
    return noors_phone(tmp_path, finder)


def noors_phone(folder: Path, finder: Finder) -> Phone:
    """Return Noor's phone, in the third round of Barracuda: everybody has two leases."""
    table = play(new_table(folder), FIRST, SECOND)
    phone = Phone(new_app(table, finder=finder), table)
    phone.keep("seat", TOKENS["A"])
    return phone


def send(phone: Phone, data: bytes, kind: str = "image/jpeg", path: str = "/photo") -> Any:
    return phone.post(path, data=data, content_type=kind)


def test_the_patterns_are_opencvs_and_differ_in_any_turn() -> None:
    theirs = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100).bytesList[: len(glyphs.PATTERNS)]
    turned = [[int.from_bytes(bytes(one.flatten()[turn : turn + 2])) for turn in (0, 2, 4, 6)] for one in theirs]
    assert [one[0] for one in turned] == list(glyphs.PATTERNS)
    pairs = [(one[0], other) for n, one in enumerate(turned) for m, two in enumerate(turned) for other in two[n == m :]]
    assert min((one ^ other).bit_count() for one, other in pairs) == 4


@pytest.mark.parametrize(("installed", "said"), [(True, child.INSTALLED), (False, child.CHECKOUT)])
def test_without_opencv_the_page_says_the_command_that_is_right_where_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: bool, said: str
) -> None:
    monkeypatch.setattr(child, "find_spec", lambda name: None)
    monkeypatch.setattr(child, "is_installed", lambda: installed)
    page = noors_phone(tmp_path, Finder()).get("/photo").text
    assert [words(one) for one in found(page, "code")] == [said]
    assert said in commands(DOCUMENTS["hardware/BUILD.md"])
    assert said.endswith((" --editable '.[photo]'", f" '{PROJECT['project']['optional-dependencies']['photo'][0]}'"))


def test_what_was_moved_without_a_tap_is_offered_and_becomes_true_with_everybodys_yes(phone: Phone) -> None:
    table = phone.table
    before = table.now.row
    moved = STREET | {"Karambole": "CE", "Reef Bar": "B"}
    del moved["Tide Bar"]
    answer = send(phone, taken(moved))
    assert answer.status_code == 200
    assert (fields := filled(answer)) == {"partner@Karambole": "E", "lessee@Reef Bar": "B"}
    assert "Not seen in the picture, and left as it is: Tide Bar" in words(answer.text)
    assert not found(answer.text, "select"), "every window that should have a pawn has one"
    assert table.now.row == before
    assert phone.post("/set", data={**fields, "ask": "1"}).status_code == 303
    assert table.now.view("A").bar("Reef Bar").lessee == "A", "nobody has agreed yet"
    for seat in "BCDE":
        table.act(seat, Vote(table.now.vote, True))
    bars = [table.now.view("A").bar(name) for name in ("Karambole", "Reef Bar", "Tide Bar")]
    assert [(bar.lessee, bar.partner) for bar in bars] == [("C", "E"), ("B", None), ("E", None)]


def filled(answer: Any) -> dict[str, str | None]:
    return {one.get("name", ""): one.get("value") for one in found(answer.text, "input")}


@pytest.mark.browser
@pytest.mark.broad
def test_a_phone_enters_a_game_or_repairs_the_table_with_one_picture(browser: Browser, tmp_path: Path) -> None:
    with open_house(browser, new_table(tmp_path)) as house:
        play(house.table)
        house.show("A")
        page = house.door("photo?begin=1", f"a.{SITE}", "#take")
        choose(page, STREET | {"Karambole": "CE"})
        page.click("#found .lamp")
        page.wait_for_selector('[name^="money@"]')
        assert all(name in page.inner_text("main") for name in STREET)
        for bars in (FIRST, SECOND):
            open_all(house.table, bars)
        page = house.door("photo", f"a.{SITE}", "#take")
        choose(page, STREET | {"Reef Bar": "B"})
        assert "Reef Bar: Émile is lessee" in page.inner_text("#found")
        assert 200 < page.evaluate("() => document.querySelector('canvas').width") < 2000, "cut down to what was found"
        page.click("#found .lamp")
        page.click("button[name=ask]", timeout=60_000)
        page.wait_for_selector("[data-vote]")
        for seat in "BCDE":
            house.table.act(seat, Vote(house.table.now.vote, True))
        assert house.table.now.view("A").bar("Reef Bar").lessee == "B"
        assert house.complaints == []


def choose(page: Page, bars: dict[str, str]) -> None:
    """Choose a picture of *bars*, as a camera does, and wait until it has been looked at."""
    jpeg = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": taken(bars)}
    page.set_input_files("input[type=file]", files=[jpeg])
    page.wait_for_selector("#found form, #found p")


@pytest.mark.broad
def test_a_game_begun_without_the_companion_is_entered_by_a_picture(phone: Phone) -> None:
    for seat in "ABC":
        phone.table.act(seat, Vote(Motion("put_away"), True))
    phone.post("/begin", data={"game": "barracuda"})
    assert "/photo?begin=1" in phone.get("/set?begin=1").text
    fields = filled(send(phone, taken(STREET | {"Karambole": "CE"}), path="/photo?begin=1"))
    lies = {f"lies@{bar}": "open" for bar in STREET} | {f"lessee@{bar}": who for bar, who in STREET.items()}
    assert fields == {"begun": "1", "partner@Karambole": "E"} | lies
    looked = phone.post("/set", data=fields)
    assert (looked.status_code, 'name="money@A"' in looked.text) == (200, True)


def shown_at(folder: Path, game: str, scene: Scene) -> Any:
    """Return what the page says of a picture of *scene* where *game* has been played to where things lie on the table."""
    table = new_table(folder)
    phone = seated(new_app(table, finder=Finder()), table, shark_tables.FOUR)["C"]
    begun(table, game)
    return send(phone, pictured(game, scene))


@pytest.mark.broad
def test_a_building_is_added_and_one_that_may_have_moved_is_asked_about(tmp_path: Path) -> None:
    answer = shown_at(tmp_path, "shark", city({"C1": "green", "D4": "red", "B1": "blue"}, random.Random(1)))
    assert filled(answer) == {"cells@red": "D4", "cells@blue": "A1 B1"}
    assert "Look at the table, and change what isn’t so: blue" in words(answer.text)
    assert "Not seen in the picture, and left as it is: A1" in words(answer.text)


@pytest.mark.broad
@pytest.mark.parametrize(
    ("cards", "said"), [(["wine", "tea"], "Tea lies face up, but Barkeep has none"), (["wine"], "is as it should be")]
)
def test_a_card_that_lies_face_up_unknown_to_barkeep_is_named_but_not_set(tmp_path: Path, cards: list[str], said: str) -> None:
    answer = shown_at(tmp_path, "negoces2", market(cards, random.Random(1)))
    assert said in words(answer.text)
    assert not found(answer.text, "form")


@pytest.mark.broad
@pytest.mark.parametrize("name", ANY)
def test_visible_pieces_are_placed_right_and_none_is_taken_for_another(name: str) -> None:
    """Four photographs; `python -m tests.photo.measuring` looks at 200 of each game."""
    found = list(counts(name, range(4)))
    assert sum(one.wrong for one in found) == 0
    assert sum(one.right for one in found) >= 0.99 * sum(one.visible for one in found) > 10


POV_RAY = pytest.mark.skipif(
    not povray.INSTALLED, reason="NO RENDERER: photographs were drawn by homography only. Install povray."
)


@pytest.mark.broad
@pytest.mark.parametrize(
    ("name", "seed", "renderer"),
    [
        pytest.param("barracuda", 173, rendering, id="the grain of the table passes for a card"),
        pytest.param("barracuda", 3, povray, marks=POV_RAY),
        pytest.param("shark", 3, povray, marks=POV_RAY),
    ],
)
def test_no_pattern_is_seen_where_there_is_none_and_a_real_rendering_is_read_too(name: str, seed: int, renderer: Any) -> None:
    (one,) = counts(name, range(seed, seed + 1), by=renderer)
    assert (one.right, one.wrong) == (one.visible, 0)
    assert one.visible > 5


@pytest.mark.broad
def test_a_hidden_piece_is_asked_about_or_left_and_two_of_one_glyph_say_nothing() -> None:
    game = installed()["barracuda"]
    table = game.setup("ABCDE", {})
    scene = game.photographed(table)
    picture = Finder().find(taken(STREET))
    assert picture is not None
    octopus = next(base.glyphs[0].number for base in scene.bases if base.name == "Octopus")
    card = next(one for one in picture.sightings if one.number == octopus)
    mirrored = replace(picture, sightings=(*picture.sightings, replace(card, corners=picture.sightings[0].corners)))
    assert "Octopus" not in standing.seen(scene, mirrored).bases
    alone = replace(picture, sightings=tuple(one for one in picture.sightings if one.number >= 6))
    reading = game.pictured(table, standing.seen(scene, alone))
    assert {place for place in reading.asked if place[0] == "Octopus"} == {("Octopus", "lies"), ("Octopus", "lessee")}
    assert reading.facts == {}


# Hostile pictures, where the installed service's filter forbids to give way


@pytest.fixture
def hostile(tmp_path: Path, finder: Finder, monkeypatch: pytest.MonkeyPatch) -> Iterator[Phone]:
    """Noor's phone, which may send many pictures; none of them may change anything."""
    forbid_giving_way(tmp_path, monkeypatch)
    monkeypatch.setattr(rate_limit, "OUTSIDE_GAMES", rate_limit.Rate(10**9, 1.0))
    phone = noors_phone(tmp_path, finder)
    row = phone.table.now.row
    yield phone
    assert phone.table.now.row == row


def bomb(side: int) -> bytes:
    """Return a PNG of some kilobytes that has *side* x *side* white pixels."""
    rows = zlib.compress((b"\x00" + b"\xff" * (side // 8)) * side, 9)
    parts = ((b"IHDR", side.to_bytes(4, "big") * 2 + b"\x01\x00\x00\x00\x00"), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big") for name, data in parts
    )


JPEG = b"\xff\xd8\xff"


@pytest.mark.broad
def test_what_is_no_picture_or_damaged_is_refused_and_changes_nothing(hostile: Phone) -> None:
    for wrong in (b"", b"GIF89a", b"II*\0", JPEG, b"RIFF....WEBP"):
        assert send(hostile, wrong).status_code == 422, wrong
    for side, status in ((800, 200), (4096, 422), (30_000, 422)):
        assert send(hostile, bomb(side), "image/png").status_code == status, side
    assert send(hostile, bomb(800), "application/x-www-form-urlencoded").status_code == 415
    assert send(hostile, JPEG + bytes(finding.LONGEST)).status_code == 413
    assert {send(hostile, data, kind).status_code for kind, data in damaged(40)} <= {200, 422}
    assert {send(hostile, whole(kind), kind).status_code for kind in ("image/png", "image/webp")} == {200}


@pytest.mark.broad
def test_a_process_that_dies_or_lies_has_seen_nothing(hostile: Phone, finder: Finder, monkeypatch: pytest.MonkeyPatch) -> None:
    lies = "print('[1]')", "print('[' * 200_000)", """print('{"found": [], "width": 1e999, "high": 1}')"""
    for says in ("os.abort()", *lies, "print('x' * 2_000_000)", "time.sleep(99)"):
        monkeypatch.setattr(child, "COMMAND", ("-c", f"import os, time; {says}"))
        monkeypatch.setattr(child, "SECONDS", 2.0)
        assert send(hostile, JPEG).status_code == 422, says
    finder._busy.acquire()
    answer = send(hostile, JPEG)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")


@pytest.mark.broad
def test_only_a_picture_may_be_long_and_one_of_each_address_at_a_time(hostile: Phone, finder: Finder) -> None:
    with serving(hostile.table, finder=finder) as server:
        long = JPEG + bytes(200_000)
        assert [posted(server.port, "A", "image/jpeg", long, path) for path in ("/photo", "/act", "/set")] == [422, 413, 413]
        with socket.create_connection((HERE, server.port)) as slow:
            slow.sendall(b"POST /photo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n" + bytes(1000))
            assert posted(server.port, "B", "image/jpeg", long) == 413
        assert posted(server.port, "B", "image/jpeg", long) == 422
