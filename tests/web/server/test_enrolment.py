"""The page on which tags are taught: one click, who is allowed to, what it never reveals, and the links to it."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games import installed
from companion.kit import TABLE, Piece
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.tags import tagfile
from companion.tags.enrolment import LearnTag
from companion.tags.pieces import Pieces
from tests.markup import marks, words
from tests.web.fake_bench import BOX
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import NAMES, new_table

CARD, KARAMBOLE = Piece("card", "Octopus"), Piece("card", "Karambole")
OTHER = bytes.fromhex("04fedcba")
TAG: Final = bytes.fromhex("04a1b2c3d4e5f6")
OCTOPUS: Final = {"kind": "card", "name": "Octopus", "number": 1}
BODIES: Final[dict[str, dict[str, Any]]] = {
    "teach": {"uid": TAG.hex(), "piece": OCTOPUS, "renew": False}, "aside": {"uid": TAG.hex()}, "forget": {"piece": OCTOPUS},
    "forget-all": {}, "import": {"text": tagfile.write(Pieces({b"\x04fed": Piece("bag", "D")})), "replace": False},
    "walk": {"renew": False}, "step": {"step": "skip", "at": 0},
}  # fmt: skip


def send(phone: Phone, route: str, **changes: Any) -> tuple[int, Any]:
    answer = phone.post(f"/enrolment/{route}", json={**BODIES[route], **changes})
    return answer.status_code, answer.get_json(silent=True)


def view(phone: Phone) -> str:
    return phone.get("/enrolment/view").get_data(as_text=True)


def buttons(phone: Phone, route: str) -> list[dict[str, Any]]:
    """Return the bodies that the page's buttons for *route* send."""
    return [json.loads(one["data-body"]) for one in marks(view(phone), "post") if one["data-post"] == route]


def test_one_click_makes_the_waiting_tag_a_piece_and_no_other_and_another_renews_it(table: Table, teacher: Phone) -> None:
    table.tap("reader 1", TAG)
    assert [said for said in ("A new tag: what is it?", TAG.hex().upper()) if said not in words(view(teacher))] == []
    for route, uid in (("teach", OTHER.hex()), ("teach", ""), ("aside", OTHER.hex())):
        assert send(teacher, route, uid=uid)[0] == 409
    assert (table.now.pieces.tags(), table.now.waiting_tag) == ((), TAG)
    sent = buttons(teacher, "teach")
    assert (len(sent), sent[2]["piece"]) == (len(BOX), OCTOPUS)
    assert [teacher.post("/enrolment/teach", json=sent[2]).status_code for _ in range(2)] == [204, 409], "a second click"
    assert (table.now.pieces.find(TAG), table.now.waiting_tag) == (CARD, None)
    table.tap("reader 1", OTHER)
    assert [one["piece"] for one in buttons(teacher, "teach") if one["renew"]] == [OCTOPUS]
    status, said = send(teacher, "teach", uid=OTHER.hex())
    assert (status, said["refusal"]) == (422, "enrolment.refusal.has_tag")
    assert send(teacher, "teach", uid=OTHER.hex(), renew=True)[0] == 204
    assert [uid for uid, _ in table.now.pieces.tags()] == [OTHER]


def test_the_walk_by_page(table: Table, teacher: Phone) -> None:
    assert teacher.post("/enrolment/walk", json=buttons(teacher, "walk")[0]).status_code == 204
    back, skip, stop = buttons(teacher, "step")
    assert teacher.post("/enrolment/step", json=back).get_json()["refusal"] == "enrolment.refusal.first"
    assert [teacher.post("/enrolment/step", json=skip).status_code for _ in range(2)] == [204, 409], "skipped already"
    table.tap("reader 1", TAG)
    assert table.now.pieces.find(TAG) == KARAMBOLE
    assert f"3 of {len(BOX)}" in words(view(teacher))
    assert teacher.post("/enrolment/step", json={**stop, "at": 2}).status_code == 204
    assert table.now.walk is None


def test_a_whole_box_shows_no_tag_is_forgotten_after_asking_and_comes_back_from_its_file(table: Table, teacher: Phone) -> None:
    for number, piece in enumerate(BOX):
        table.act(TABLE, LearnTag(f"04{number:06x}", piece))
    table.tap("reader 1", TAG)
    before, answer = table.now.pieces.tags(), teacher.get("/enrolment/tags.json")
    page = (view(teacher) + teacher.get("/enrolment").text).lower()
    assert [uid.hex() for uid, _ in before if uid.hex() in page or uid.hex() not in answer.text] == []
    assert TAG.hex() in page, "the waiting tag is"
    assert answer.headers["Content-Disposition"] == "attachment; filename=barkeep-tags.json"
    assert send(teacher, "import", text=answer.text)[0] == 204, "the tag is that piece's already"
    asked = {one["data-post"]: one for one in marks(view(teacher), "sure") if "data-post" in one}
    assert ("forget" in asked, bool(asked["forget-all"]["data-surer"])) == (True, True)
    assert (send(teacher, "forget")[0], table.now.pieces.tag_of(CARD)) == (204, None)
    assert (send(teacher, "forget-all")[0], table.now.pieces.tags()) == (204, ())
    assert (send(teacher, "import", text=answer.text)[0], table.now.pieces.tags()) == (204, before)
    text = answer.text.replace("Octopus", "?").replace("Karambole", "Octopus").replace("?", "Karambole")
    status, said = send(teacher, "import", text=text)
    assert (status, said["sentence"]) == (422, "This is Karambole already.")
    assert send(teacher, "import", text=text, replace=True)[0] == 204
    assert [uid for uid, piece in table.now.pieces.tags() if piece == CARD] == [
        uid for uid, piece in before if piece == KARAMBOLE
    ]


def test_a_hostile_file_gets_a_sentence_and_what_is_no_piece_or_has_no_end_is_not_read(table: Table, teacher: Phone) -> None:
    """The invalid bodies of every route are in test_fuzzing.py."""
    before = table.now.revision
    for text in ("", "[]", "[" * 9, "x" * 20_000, '{"format": "barkeep tags", "version": 9}', "\x00", "\ufffe"):
        status, said = send(teacher, "import", text=text)
        assert (status, said["refusal"][:15], len(said["sentence"]) > 20) == (422, "enrolment.file.", True)
    assert [send(teacher, "import", text=text)[0] for text in ("[" * 5000, "{" * 20, "x" * 70_000)] == [400, 400, 413]
    assert send(teacher, "forget", piece={**OCTOPUS, "name": "x" * 5000})[0] == 413, "and other routes keep their limit"
    odd = [
        {"kind": "key"}, {"kind": "x"}, {"name": "x" * 41}, {"name": None}, {"is": "Piece"}, {"number": "1"}, {"number": True},
    ]  # fmt: skip
    wrong = [("forget", {"piece": piece}) for piece in ({}, *({**OCTOPUS, **one} for one in odd))]
    wrong += [("step", {"step": "sideways"}), ("aside", {"uid": "no hex"})]
    assert [one for one in wrong if send(teacher, one[0], **one[1])[0] != 400] == []
    assert table.now.revision == before


def test_a_good_is_called_what_the_phones_language_calls_it(tmp_path: Path) -> None:
    table = new_table(tmp_path, Pieces({TAG: Piece("card", "wine", 2)}))
    assert "Wein 2" in Phone(new_app(table), table).get("/enrolment/view", **{"Accept-Language": "de"}).text


@pytest.mark.parametrize(("one", "playing"), [("nobody", True), ("seat", True), ("seat", False)])
def test_two_tables_with_their_cards_tags_swapped_answer_alike(tmp_path: Path, one: str, playing: bool) -> None:
    """During a game nobody can find out, by any request, which of two tags is on which card; otherwise they can."""
    told = [told_with(tmp_path / str(swapped), one, swapped=swapped, playing=playing) for swapped in (False, True)]
    assert (told[0] == told[1]) == playing


def told_with(folder: Path, one: str, *, swapped: bool, playing: bool) -> list[Any]:
    """Return everything that a phone is told when it asks in every way which of two tags is the Octopus."""
    table = new_table(folder)
    app = new_app(table)
    seats = seated(app, table, NAMES)
    phone = seats["B"] if one == "seat" else Phone(app, table)
    tags, cards = [TAG, OTHER], (CARD, KARAMBOLE)
    for uid, piece in zip(reversed(tags) if swapped else tags, cards, strict=True):
        table.act(TABLE, LearnTag(uid.hex(), piece))
    if playing:
        table.act("A", StartGame("barracuda", {}))
    told: list[Any] = [view(phone), phone.get("/enrolment/tags.json").text]
    told += [send(phone, "teach", uid=uid.hex(), renew=renew) for renew in (False, True) for uid in tags]
    told += [send(phone, "import", text=tagfile.write(Pieces(dict(zip(tags, cards, strict=True)))))]
    for renew in (False, True):
        told.append(send(phone, "walk", renew=renew))
        told += [table.tap("reader 1", uid) for uid in tags] if table.now.walk else []
        told.append(view(phone))
        if table.now.walk:
            table.teaching.step_walk("stop", table.now.walk.at)
    return told


def test_the_table_screen_leads_there_until_the_box_of_some_game_is_whole(table: Table, teacher: Phone) -> None:
    """A table without a host needs a link; and not everybody has Shark's tokens."""
    for number, piece in enumerate(installed()["barracuda"].pieces({})):
        assert 'href="/enrolment"' in teacher.get("/table/view").text
        table.act(TABLE, LearnTag(f"04{number:06x}", piece))
    assert 'href="/enrolment"' not in teacher.get("/table/view").text


def test_in_a_game_people_at_the_table_teach_tags_but_forget_none(table: Table, lobby: dict[str, Phone]) -> None:
    """What they can do between games is in test_fuzzing.py: there every route takes its valid body."""
    phone = lobby["A"]
    table.act("A", StartGame("barracuda", {}))
    table.tap("reader 1", TAG)
    assert {one["data-post"] for one in marks(view(phone), "post")} == {"teach", "aside", "walk"}
    assert send(phone, "teach")[0] == 204
    assert table.now.pieces.find(TAG) == CARD
    for route in ("forget", "forget-all", "import"):
        assert send(phone, route)[1]["refusal"] == "table.refusal.game_on"
    assert send(phone, "walk")[0] == 204


@pytest.mark.parametrize("playing", [False, True])
def test_nobody_else_teaches_tags_or_gets_their_file(table: Table, lobby: Any, stranger: Phone, playing: bool) -> None:
    """With that file, laying a phone on a card that is face down would show which card it is."""
    if playing:
        table.act("A", StartGame("barracuda", {}))
    table.tap("reader 1", TAG)
    before = table.now.revision
    for cookie in ("", "a token of long ago"):
        stranger.keep("seat", cookie)
        assert {route: send(stranger, route)[0] for route in BODIES} == dict.fromkeys(BODIES, 403)
        assert stranger.get("/enrolment/tags.json").status_code == 403
        page = view(stranger)
        assert marks(page, "post") == [], "nor does the page offer it"
        assert (TAG.hex() in page.lower(), "Take a seat first" in words(page)) == (False, True)
    assert table.now.revision == before
