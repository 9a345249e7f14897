"""One photograph of a table: what it shows is offered, what it doesn't is asked, and all that changes has everybody's yes."""

import random
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.agreeing.motions import Motion, Vote
from companion.games import installed
from companion.kit.box import glyphs
from companion.seats.starting import StartGame
from companion.sighting import standing
from firmware.photo import child
from firmware.photo.child import Finder
from tests.markup import found, words
from tests.photo import povray
from tests.photo.fuzzing import third_round
from tests.photo.measuring import counts
from tests.photo.scenes import ANY, STREET, city, market, pictured, taken
from tests.test_documents import DOCUMENTS, commands
from tests.test_project import PROJECT
from tests.web import negoces2_tables, shark_tables
from tests.web.negoces2_tables import FOUR
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import FIRST, NAMES, SECOND, new_table, open_all


@pytest.fixture
def phones(tmp_path: Path) -> dict[str, Phone]:
    """Everybody's phone, in the third round: each has two leases."""
    table = new_table(tmp_path)
    phones = seated(new_app(table, finder=Finder()), table, NAMES)
    table.act("A", StartGame("barracuda", {"draw": "bag"}))
    open_all(table, FIRST)
    open_all(table, SECOND)
    return phones


def test_the_patterns_are_opencvs_and_differ_in_any_turn() -> None:
    theirs = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100).bytesList[: len(glyphs.PATTERNS)]
    turned = [[int.from_bytes(bytes(one.flatten()[turn : turn + 2])) for turn in (0, 2, 4, 6)] for one in theirs]
    assert [one[0] for one in turned] == list(glyphs.PATTERNS)
    pairs = [(one[0], other) for n, one in enumerate(turned) for m, two in enumerate(turned) for other in two[n == m :]]
    assert min((one ^ other).bit_count() for one, other in pairs) == 4


@pytest.mark.broad
def test_a_pattern_seen_where_there_is_none_moves_no_pawn() -> None:
    (one,) = counts("barracuda", range(173, 174))  # The grain of the table passes for a card.
    assert (one.right, one.wrong) == (one.visible, 0)


@pytest.mark.parametrize(("installed", "said"), [(True, child.INSTALLED), (False, child.CHECKOUT)])
def test_without_opencv_the_page_says_the_command_that_is_right_where_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: bool, said: str
) -> None:
    monkeypatch.setattr(child, "find_spec", lambda name: None)
    monkeypatch.setattr(child, "is_installed", lambda: installed)
    table = third_round(tmp_path)
    phone = Phone(new_app(table, finder=Finder()), table)
    phone.keep("seat", "token-of-A")
    assert [words(one) for one in found(phone.get("/photo").text, "code")] == [said]
    assert said in commands(DOCUMENTS["hardware/BUILD.md"])
    assert said.endswith((" --editable '.[photo]'", f" '{PROJECT['project']['optional-dependencies']['photo'][0]}'"))


def test_what_was_moved_without_a_tap_is_offered_and_becomes_true_with_everybodys_yes(phones: dict[str, Phone]) -> None:
    table = phones["A"].table
    before = table.now.row
    moved = STREET | {"Karambole": "CE", "Reef Bar": "B"}
    del moved["Tide Bar"]
    answer = phones["D"].post("/photo", data=taken(moved), content_type="image/jpeg")
    assert answer.status_code == 200
    text = words(answer.text)
    fields = {one.get("name", ""): one.get("value") for one in found(answer.text, "input")}
    assert fields == {"partner@Karambole": "E", "lessee@Reef Bar": "B"}
    assert "Not seen in the picture, and left as it is: Tide Bar" in text
    assert not found(answer.text, "select"), "every window that should have a pawn has one"
    assert table.now.row == before
    assert phones["D"].post("/set", data={**fields, "ask": "1"}).status_code == 303
    assert table.now.view("A").bar("Reef Bar").lessee == "A", "nobody has agreed yet"
    for seat in "ABCE":
        table.act(seat, Vote(table.now.vote, True))
    bars = {name: table.now.view("A").bar(name) for name in ("Karambole", "Reef Bar", "Tide Bar")}
    assert [(bar.lessee, bar.partner) for bar in bars.values()] == [("C", "E"), ("B", None), ("E", None)]


@pytest.mark.broad
def test_a_game_begun_without_the_companion_is_entered_by_a_picture(phones: dict[str, Phone]) -> None:
    table = phones["A"].table
    for seat in "ABC":
        table.act(seat, Vote(Motion("put_away"), True))
    phones["C"].post("/begin", data={"game": "barracuda"})
    assert "/photo?begin=1" in phones["C"].get("/set?begin=1").text
    answer = phones["C"].post("/photo?begin=1", data=taken(STREET | {"Karambole": "CE"}), content_type="image/jpeg")
    fields = {one.get("name", ""): one.get("value") for one in found(answer.text, "input")}
    assert fields.pop("begun") == "1"
    assert fields == {f"lies@{bar}": "open" for bar in STREET} | {f"lessee@{bar}": who for bar, who in STREET.items()} | {
        "partner@Karambole": "E"
    }
    looked = phones["C"].post("/set", data={**fields, "begun": "1"})
    assert (looked.status_code, 'name="money@C"' in looked.text) == (200, True)


@pytest.mark.broad
def test_a_building_is_added_and_one_that_may_have_moved_is_asked_about(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    phone = seated(new_app(table, finder=Finder()), table, FOUR)["C"]
    table.act("A", StartGame("shark", shark_tables.BY_HAND))
    shark_tables.two_buildings(table)
    jpeg = pictured("shark", city({"C1": "green", "D4": "red", "B1": "blue"}, random.Random(1)))
    answer = phone.post("/photo", data=jpeg, content_type="image/jpeg")
    fields = {one.get("name", ""): one.get("value") for one in found(answer.text, "input")}
    assert fields == {"cells@red": "D4", "cells@blue": "A1 B1"}
    assert "Look at the table, and change what isn’t so: blue" in words(answer.text)
    assert "Not seen in the picture, and left as it is: A1" in words(answer.text)


@pytest.mark.broad
def test_a_card_that_lies_face_up_unknown_to_barkeep_is_named_but_not_set(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    phone = seated(new_app(table, finder=Finder()), table, FOUR)["C"]
    table.act("A", StartGame("negoces2", negoces2_tables.BY_HAND))
    negoces2_tables.to_market(table)
    for cards, said in ((["wine", "tea"], "Tea lies face up, but Barkeep has none"), (["wine"], "is as it should be")):
        answer = phone.post("/photo", data=pictured("negoces2", market(cards, random.Random(1))), content_type="image/jpeg")
        assert said in words(answer.text)
        assert not found(answer.text, "form")


@pytest.mark.broad
@pytest.mark.parametrize("name", ANY)
def test_visible_pieces_are_placed_right_and_none_is_taken_for_another(name: str) -> None:
    """Eight photographs; `python -m tests.photo` looks at 200 of each game."""
    found = list(counts(name, range(8)))
    assert sum(one.wrong for one in found) == 0
    assert sum(one.right for one in found) >= 0.99 * sum(one.visible for one in found) > 20


@pytest.mark.broad
@pytest.mark.skipif(not povray.INSTALLED, reason="NO RENDERER: photographs were drawn by homography only. Install povray.")
@pytest.mark.parametrize("name", ["barracuda", "shark"])
def test_a_real_renderers_photograph_is_read_as_well(name: str) -> None:
    (one,) = counts(name, range(3, 4), by=povray)
    assert (one.right, one.wrong) == (one.visible, 0)
    assert one.visible > 8


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
