"""The page on which tags are taught: one click, who may, and what it never tells."""

from __future__ import annotations

import re
from pathlib import Path

from companion import tagfile
from companion.enrolment import GOODS, LearnTag, is_already
from companion.game import TABLE
from companion.games import GAMES
from companion.pieces import Piece, Pieces
from companion.table import Table
from companion.words import Words
from tests.evenings.house import marks
from tests.web.enrolling import BODIES, BOX, OCTOPUS, TAG, buttons, fill, send, view
from tests.web.phones import Phone, new_app, words
from tests.web.tables import new_table

CARD = Piece("card", "Octopus")


# A new tag


def test_one_click_makes_the_waiting_tag_a_piece(table: Table, teacher: Phone) -> None:
    table.tap("reader 1", TAG)
    assert "A new tag: what is it?" in words(view(teacher))
    assert TAG.hex().upper() in words(view(teacher))
    sent = buttons(teacher, "teach")
    assert [one["piece"]["name"] for one in sent[:3]] == ["Barracuda", "Karambole", "Octopus"]
    assert len(sent) == len(BOX)
    assert teacher.post("/enrolment/teach", json=sent[2]).status_code == 204
    assert table.pieces.find(TAG) == CARD
    assert table.waiting_tag is None
    assert "what is it?" not in words(view(teacher))


def test_only_pieces_without_a_tag_are_offered_and_the_others_renewed(table: Table, teacher: Phone) -> None:
    table.act(TABLE, LearnTag("04fedcba", CARD))
    table.tap("reader 1", TAG)
    sent = buttons(teacher, "teach")
    assert [one["piece"] for one in sent if one["renew"]] == [OCTOPUS]
    assert OCTOPUS not in [one["piece"] for one in sent if not one["renew"]]
    status, said = send(teacher, "teach")
    assert (status, said["refusal"]) == (422, "enrolment.refusal.has_tag")
    assert send(teacher, "teach", renew=True)[0] == 204
    assert [uid for uid, _ in table.pieces.tags()] == [TAG]


def test_a_tag_that_does_not_wait_is_neither_taught_nor_put_aside(table: Table, teacher: Phone) -> None:
    assert send(teacher, "teach")[0] == 409
    table.tap("reader 1", TAG)
    for route, uid in (("teach", "04fedcba"), ("teach", ""), ("aside", "04fedcba")):
        assert send(teacher, route, uid=uid)[0] == 409
    assert (table.pieces.tags(), table.waiting_tag) == ((), TAG)
    assert send(teacher, "aside")[0] == 204
    assert table.waiting_tag is None
    table.tap("reader 1", TAG)
    assert [send(teacher, "teach")[0] for _ in range(2)] == [204, 409], "a second click"


def test_page_and_refusal_speak_the_phones_language(table: Table, teacher: Phone) -> None:
    table.tap("reader 1", b"\x08abc")
    assert "Een nieuwe tag: wat is het?" in words(teacher.get("/enrolment/view?lang=nl").text)
    answer = teacher.post("/enrolment/teach?lang=nl", json={**BODIES["teach"], "uid": b"\x08abc".hex()}).get_json()
    assert answer["sentence"] == "Deze tag verandert telkens van nummer. Neem een sticker."


# The walk


def test_the_walk_by_page(table: Table, teacher: Phone) -> None:
    assert teacher.post("/enrolment/walk", json=buttons(teacher, "walk")[0]).status_code == 204
    assert "Barracuda" in words(view(teacher))
    assert f"1 of {len(BOX)}" in words(view(teacher))
    back, skip, stop = buttons(teacher, "step")
    assert teacher.post("/enrolment/step", json=back).get_json()["refusal"] == "enrolment.refusal.first"
    assert teacher.post("/enrolment/step", json=skip).status_code == 204
    assert teacher.post("/enrolment/step", json=skip).status_code == 409, "skipped already, by another phone"
    table.tap("reader 1", TAG)
    assert table.pieces.find(TAG) == Piece("card", "Karambole")
    assert f"3 of {len(BOX)}" in words(view(teacher))
    assert teacher.post("/enrolment/step", json={**stop, "at": 2}).status_code == 204
    assert table.walk is None


def test_a_pawn_and_a_bag_pawn_are_shown_by_shape_and_said(table: Table, teacher: Phone) -> None:
    table.start_walk(renew=True)
    for at in range(12):
        table.step_walk("skip", at)
    assert "Pawn 1 of the red sail" in words(view(teacher))
    assert re.search(r"shapes\.svg\?\w+#pawn-a", view(teacher))


# Forgetting, files


def test_one_or_all_are_forgotten_and_the_page_asks_first(table: Table, teacher: Phone) -> None:
    fill(table)
    asked = {one["data-post"]: one for one in marks(view(teacher), "sure") if "data-post" in one}
    assert asked["forget"]["data-sure"] == "Forget this tag? Touch again."
    assert str(len(BOX)) in asked["forget-all"]["data-sure"]
    assert asked["forget-all"]["data-surer"]
    assert send(teacher, "forget")[0] == 204
    assert table.pieces.tag_of(CARD) is None
    assert send(teacher, "forget")[1]["refusal"] == "enrolment.refusal.no_tag"
    assert send(teacher, "forget-all")[0] == 204
    assert table.pieces.tags() == ()


def test_the_exported_file_can_be_imported(table: Table, teacher: Phone) -> None:
    fill(table)
    before = table.pieces.tags()
    answer = teacher.get("/enrolment/tags.json")
    assert answer.headers["Content-Disposition"] == "attachment; filename=barkeep-tags.json"
    text = answer.get_data(as_text=True)
    assert send(teacher, "import", text=text)[0] == 204, "known just so"
    send(teacher, "forget-all")
    assert send(teacher, "import", text=text)[0] == 204
    assert table.pieces.tags() == before


def test_an_import_adds_or_replaces_and_refuses_duplicates(table: Table, teacher: Phone) -> None:
    table.act(TABLE, LearnTag(TAG.hex(), CARD))
    text = tagfile.write(table.pieces).replace("Octopus", "Karambole")
    status, said = send(teacher, "import", text=text)
    assert (status, said["sentence"]) == (422, "This is Octopus already.")
    assert send(teacher, "import", text=text, replace=True)[0] == 204
    assert table.pieces.find(TAG) == Piece("card", "Karambole")


def test_a_hostile_file_gets_a_sentence(table: Table, teacher: Phone) -> None:
    before = table.revision
    for text in ("", "[]", "[" * 9, "x" * 20_000, '{"format": "barkeep tags", "version": 9}', "\x00", "\ufffe"):
        status, said = send(teacher, "import", text=text)
        assert status == 422
        assert said["refusal"].startswith("enrolment.file.")
        assert len(said["sentence"]) > 20
    assert table.revision == before


def test_a_file_that_nests_without_end_or_is_too_long_is_not_even_read(teacher: Phone) -> None:
    assert [send(teacher, "import", text=text)[0] for text in ("[" * 5000, "{" * 20, "x" * 70_000)] == [400, 400, 413]
    assert send(teacher, "forget", piece={**OCTOPUS, "name": "x" * 5000})[0] == 413, "and other routes keep their limit"


# Bodies: the wrong ones of every route are in test_bodies.py


def test_what_is_no_piece_no_step_and_no_hexadecimal_is_malformed(teacher: Phone) -> None:
    odd = [
        {"kind": "key"},
        {"kind": "x"},
        {"name": "x" * 41},
        {"number": "1"},
        {"number": True},
        {"name": None},
        {"is": "Piece"},
    ]
    for piece in [{}, *({**OCTOPUS, **one} for one in odd)]:
        assert send(teacher, "forget", piece=piece)[0] == 400, piece
    assert send(teacher, "step", step="sideways")[0] == 400
    assert send(teacher, "aside", uid="no hex")[0] == 400


def test_a_good_is_called_what_the_phones_language_calls_it(tmp_path: Path) -> None:
    table = new_table(tmp_path, Pieces({TAG: Piece("card", "wine", 2)}))
    phone = Phone(new_app(table), table)
    for language, word in (("en", "wine 2"), ("nl", "wijn 2"), ("de", "Wein 2")):
        assert word in phone.get("/enrolment/view", **{"Accept-Language": language}).text
    assert "Octopus" in view(phone)  # Which has its own name.
    for name, told in (("wine", "C’est déjà une carte\xa0: vin."), ("Octopus", "C’est déjà Octopus.")):
        assert Words("fr").say(is_already(Piece("card", name)), {}) == told
    tagged = {piece.name for piece in GAMES["negoces2"].pieces({"tags": "on"}) if piece.kind == "card"}
    assert tagged == set(GOODS)
