"""The page on which tags are taught: one click, who may, what it never tells, and what leads there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import tagfile
from companion.enrolment import GOODS, LearnTag, is_already
from companion.game import TABLE
from companion.games import GAMES
from companion.pieces import Piece, Pieces
from companion.seating import StartGame
from companion.table import Table
from companion.words import Words
from tests.evenings.house import marks
from tests.web.enrolling import BODIES, BOX, OCTOPUS, TAG, buttons, fill, send, view
from tests.web.phones import Phone, new_app, seated, words
from tests.web.tables import NAMES, new_table

CARD = Piece("card", "Octopus")


# A new tag


def test_one_click_makes_the_waiting_tag_a_piece(table: Table, visitor: Phone) -> None:
    assert send(visitor, "teach")[0] == 409, "none waits"
    table.tap("reader 1", TAG)
    assert "A new tag: what is it?" in words(view(visitor))
    assert TAG.hex().upper() in words(view(visitor))
    sent = buttons(visitor, "teach")
    assert [one["piece"]["name"] for one in sent[:3]] == ["Barracuda", "Karambole", "Octopus"]
    assert len(sent) == len(BOX)
    assert [visitor.post("/enrolment/teach", json=sent[2]).status_code for _ in range(2)] == [204, 409], "a second click"
    assert (table.pieces.find(TAG), table.waiting_tag) == (CARD, None)
    assert "what is it?" not in words(view(visitor))


def test_only_the_waiting_tag_is_taught_or_put_aside(table: Table, visitor: Phone) -> None:
    table.tap("reader 1", TAG)
    for route, uid in (("teach", "04fedcba"), ("teach", ""), ("aside", "04fedcba")):
        assert send(visitor, route, uid=uid)[0] == 409
    assert (table.pieces.tags(), table.waiting_tag) == ((), TAG)
    assert send(visitor, "aside")[0] == 204
    assert table.waiting_tag is None


def test_only_pieces_without_a_tag_are_offered_and_the_others_renewed(table: Table, visitor: Phone) -> None:
    table.act(TABLE, LearnTag("04fedcba", CARD))
    table.tap("reader 1", TAG)
    sent = buttons(visitor, "teach")
    assert [one["piece"] for one in sent if one["renew"]] == [OCTOPUS]
    assert OCTOPUS not in [one["piece"] for one in sent if not one["renew"]]
    status, said = send(visitor, "teach")
    assert (status, said["refusal"]) == (422, "enrolment.refusal.has_tag")
    assert send(visitor, "teach", renew=True)[0] == 204
    assert [uid for uid, _ in table.pieces.tags()] == [TAG]


# The walk


def test_the_walk_by_page(table: Table, visitor: Phone) -> None:
    assert visitor.post("/enrolment/walk", json=buttons(visitor, "walk")[0]).status_code == 204
    assert "Barracuda" in words(view(visitor))
    assert f"1 of {len(BOX)}" in words(view(visitor))
    back, skip, stop = buttons(visitor, "step")
    assert visitor.post("/enrolment/step", json=back).get_json()["refusal"] == "enrolment.refusal.first"
    assert visitor.post("/enrolment/step", json=skip).status_code == 204
    assert visitor.post("/enrolment/step", json=skip).status_code == 409, "skipped already, by another phone"
    table.tap("reader 1", TAG)
    assert table.pieces.find(TAG) == Piece("card", "Karambole")
    assert f"3 of {len(BOX)}" in words(view(visitor))
    assert visitor.post("/enrolment/step", json={**stop, "at": 2}).status_code == 204
    assert table.walk is None


# Forgetting, files


def test_one_or_all_are_forgotten_and_the_page_asks_first(table: Table, visitor: Phone) -> None:
    fill(table)
    asked = {one["data-post"]: one for one in marks(view(visitor), "sure") if "data-post" in one}
    assert asked["forget"]["data-sure"] == "Forget this tag? Touch again."
    assert str(len(BOX)) in asked["forget-all"]["data-sure"]
    assert asked["forget-all"]["data-surer"]
    assert send(visitor, "forget")[0] == 204
    assert table.pieces.tag_of(CARD) is None
    assert send(visitor, "forget")[1]["refusal"] == "enrolment.refusal.no_tag"
    assert send(visitor, "forget-all")[0] == 204
    assert table.pieces.tags() == ()


def test_the_exported_file_can_be_imported(table: Table, visitor: Phone) -> None:
    fill(table)
    before, answer = table.pieces.tags(), visitor.get("/enrolment/tags.json")
    assert answer.headers["Content-Disposition"] == "attachment; filename=barkeep-tags.json"
    assert send(visitor, "import", text=answer.text)[0] == 204, "known just so"
    send(visitor, "forget-all")
    assert send(visitor, "import", text=answer.text)[0] == 204
    assert table.pieces.tags() == before


def test_an_import_adds_or_replaces_and_refuses_duplicates(table: Table, visitor: Phone) -> None:
    table.act(TABLE, LearnTag(TAG.hex(), CARD))
    text = tagfile.write(table.pieces).replace("Octopus", "Karambole")
    status, said = send(visitor, "import", text=text)
    assert (status, said["sentence"]) == (422, "This is Octopus already.")
    assert send(visitor, "import", text=text, replace=True)[0] == 204
    assert table.pieces.find(TAG) == Piece("card", "Karambole")


def test_a_hostile_file_gets_a_sentence_and_one_without_end_is_not_even_read(table: Table, visitor: Phone) -> None:
    before = table.revision
    for text in ("", "[]", "[" * 9, "x" * 20_000, '{"format": "barkeep tags", "version": 9}', "\x00", "\ufffe"):
        status, said = send(visitor, "import", text=text)
        assert (status, said["refusal"][:15]) == (422, "enrolment.file.")
        assert len(said["sentence"]) > 20
    assert [send(visitor, "import", text=text)[0] for text in ("[" * 5000, "{" * 20, "x" * 70_000)] == [400, 400, 413]
    assert send(visitor, "forget", piece={**OCTOPUS, "name": "x" * 5000})[0] == 413, "and other routes keep their limit"
    assert table.revision == before


# Bodies: the wrong ones of every route are in test_bodies.py


def test_what_is_no_piece_no_step_and_no_hexadecimal_is_malformed(visitor: Phone) -> None:
    odd = [*({"kind": kind} for kind in ("key", "x")), *({"name": name} for name in ("x" * 41, None)), {"is": "Piece"}]
    odd += [{"number": number} for number in ("1", True)]
    wrong = [("forget", {"piece": piece}) for piece in ({}, *({**OCTOPUS, **one} for one in odd))]
    wrong += [("step", {"step": "sideways"}), ("aside", {"uid": "no hex"})]
    assert [one for one in wrong if send(visitor, one[0], **one[1])[0] != 400] == []


def test_a_good_is_called_what_the_phones_language_calls_it(tmp_path: Path) -> None:
    table = new_table(tmp_path, Pieces({TAG: Piece("card", "wine", 2)}))
    phone = Phone(new_app(table), table)
    for language, word in (("en", "wine 2"), ("nl", "wijn 2"), ("de", "Wein 2")):
        assert word in phone.get("/enrolment/view", **{"Accept-Language": language}).text
    for name, told in (("wine", "C’est déjà une carte\xa0: vin."), ("Octopus", "C’est déjà Octopus.")):
        assert Words("fr").say(is_already(Piece("card", name)), {}) == told
    assert {piece.name for piece in GAMES["negoces2"].pieces({"tags": "on"}) if piece.kind == "card"} == set(GOODS)


@pytest.fixture
def who(app: Flask, table: Table, visitor: Phone, lobby: dict[str, Phone]) -> dict[str, Phone]:
    return {"nobody": Phone(app, table), "visitor": visitor, "seat": lobby["A"]}


# Who may


# What it never tells


def test_no_uid_of_a_known_tag_is_on_the_page(table: Table, visitor: Phone) -> None:
    fill(table)
    table.tap("reader 1", TAG)
    page = (view(visitor) + visitor.get("/enrolment").text).lower()
    uids = [uid.hex() for uid, _ in table.pieces.tags()]
    assert [uid for uid in uids if uid in page] == []
    assert TAG.hex() in page, "the one that waits is"
    file = visitor.get("/enrolment/tags.json").text
    assert all(uid in file for uid in uids), "between games the file has them"


@pytest.mark.parametrize(("one", "playing"), [("nobody", True), ("seat", True), ("seat", False)])
def test_two_tables_with_their_cards_tags_swapped_answer_alike(tmp_path: Path, one: str, playing: bool) -> None:
    """While a game is on nobody can find out which of two tags is on which card, whatever they ask; else they can."""
    told = [told_with(tmp_path / str(swapped), one, swapped=swapped, playing=playing) for swapped in (False, True)]
    assert (told[0] == told[1]) == playing


def told_with(folder: Path, one: str, *, swapped: bool, playing: bool) -> list[Any]:
    """Return all that a phone is told that asks in every way which of two tags is the Octopus."""
    table = new_table(folder)
    app = new_app(table)
    seats = seated(app, table, NAMES)
    phone = seats["B"] if one == "seat" else Phone(app, table)
    tags, cards = [TAG, bytes.fromhex("04fedcba")], (CARD, Piece("card", "Karambole"))
    for uid, piece in zip(reversed(tags) if swapped else tags, cards, strict=True):
        table.act(TABLE, LearnTag(uid.hex(), piece))
    if playing:
        table.act("A", StartGame("barracuda", {}))
    told: list[Any] = [view(phone), phone.get("/enrolment/tags.json").text]
    told += [send(phone, "teach", uid=uid.hex(), renew=renew) for renew in (False, True) for uid in tags]
    told.append(send(phone, "import", text=tagfile.write(Pieces(dict(zip(tags, cards, strict=True))))))
    for renew in (False, True):
        told.append(send(phone, "walk", renew=renew))
        told += [table.tap("reader 1", uid) for uid in tags] if table.walk else []
        told.append(view(phone))
        if table.walk:
            table.step_walk("stop", table.walk.at)
    return told


# The way there: a table without a host needs one


WAY = 'href="/enrolment"'


def test_lobby_and_menu_lead_there_and_in_a_game_the_menu_alone(who: dict[str, Phone]) -> None:
    seat = who["seat"]
    assert all(WAY in seat.get(path).text for path in ("/seat/view", "/seat/lobby", "/seat/menu"))
    assert 'href="/"' in view(seat)
    assert WAY not in who["nobody"].get("/").text, "the door doesn't lead visitors there"
    seat.act(StartGame("barracuda", {}))
    assert WAY in seat.get("/seat/menu").text
    assert WAY not in seat.get("/seat/view").text


def test_the_table_screen_leads_there_until_the_box_of_some_game_is_whole(table: Table, visitor: Phone) -> None:
    assert WAY in visitor.get("/table").text
    own = GAMES["barracuda"].pieces({})
    for number, piece in enumerate(own[:-1]):
        table.act(TABLE, LearnTag(f"04{number:06x}", piece))
    assert WAY in visitor.get("/table/view").text
    table.act(TABLE, LearnTag("05000000", own[-1]))
    assert WAY not in visitor.get("/table/view").text, "nobody need own Shark's tokens"


@pytest.mark.parametrize("one", ["nobody", "visitor", "seat"])
def test_between_games_everybody_may_and_while_one_is_on_only_players(table: Table, who: dict[str, Phone], one: str) -> None:
    phone = who[one]
    table.tap("reader 1", TAG)
    statuses = {route: send(phone, route)[0] for route in ("teach", "forget", "import", "forget-all", "walk", "step")}
    table.step_walk("stop", 1)
    table.tap("reader 1", TAG)
    statuses["aside"] = send(phone, "aside")[0]
    assert statuses == dict.fromkeys(BODIES, 204)
    assert phone.get("/enrolment").status_code == phone.get("/enrolment/tags.json").status_code == 200
    table.act("A", StartGame("barracuda", {}))
    table.tap("reader 1", TAG)
    if one == "seat":
        teaches_in_mid_game(table, phone)
        return
    before = table.revision
    assert {route: send(phone, route)[0] for route in BODIES} == dict.fromkeys(BODIES, 403)
    assert table.revision == before
    assert marks(view(phone), "post") == [], "nor does the page offer it"
    assert "only who plays may teach tags" in words(view(phone))


def teaches_in_mid_game(table: Table, phone: Phone) -> None:
    assert {one["data-post"] for one in marks(view(phone), "post")} == {"teach", "aside", "walk"}
    assert send(phone, "teach")[0] == 204
    assert table.pieces.find(TAG) == CARD
    for route in ("forget", "forget-all", "import"):
        assert send(phone, route)[1]["refusal"] == "table.refusal.game_on"
    assert send(phone, "walk")[0] == 204
