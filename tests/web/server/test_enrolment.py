"""The page on which tags are taught: one click, who may, and what it never tells."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion import tagfile
from companion.enrolment import GOODS, ImportTags, LearnTag, is_already
from companion.game import TABLE
from companion.games import GAMES
from companion.pieces import Piece, Pieces
from companion.seating import StartGame
from companion.table import Table
from companion.words import Words
from tests.evenings.house import marks
from tests.web.enrolling import BODIES, OCTOPUS, TAG
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import NAMES, new_table

BOX = tuple(dict.fromkeys(piece for game in GAMES.values() for piece in game.pieces({})))
CARD = Piece("card", "Octopus")
ROUTES = sorted(BODIES)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return new_table(tmp_path)


@pytest.fixture
def visitor(table: Table) -> Phone:
    """A phone whose cookie holds no seat."""
    phone = Phone(new_app(table), table)
    phone.client.set_cookie("seat", "a token of long ago", domain="barkeep.test")
    return phone


@pytest.fixture
def phones(table: Table) -> dict[str, Phone]:
    app = new_app(table)
    phones = seated(app, table, {"A": "Noor", "B": "Émile", "C": "Jonas"})
    stranger = Phone(app, table)
    stranger.client.set_cookie("seat", "a token of long ago", domain="barkeep.test")
    return {"nobody": Phone(app, table), "visitor": stranger, "seat": phones["A"]}


def send(phone: Phone, route: str, **changes: Any) -> tuple[int, Any]:
    answer = phone.post(f"/enrolment/{route}", json={**BODIES[route], **changes})
    return answer.status_code, answer.get_json(silent=True)


def view(phone: Phone) -> str:
    return phone.get("/enrolment/view").get_data(as_text=True)


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def buttons(phone: Phone, route: str) -> list[dict[str, Any]]:
    """Return what the page's buttons for *route* send."""
    return [json.loads(one["data-body"]) for one in marks(view(phone), "post") if one["data-post"] == route]


def fill(table: Table) -> None:
    table.act(TABLE, ImportTags(tuple((bytes([4, 0, 0, number]).hex(), piece) for number, piece in enumerate(BOX))))


# A new tag


def test_one_click_makes_the_waiting_tag_a_piece(table: Table, visitor: Phone) -> None:
    table.tap("reader 1", TAG)
    assert "A new tag: what is it?" in words(view(visitor))
    assert TAG.hex().upper() in words(view(visitor))
    sent = buttons(visitor, "teach")
    assert [one["piece"]["name"] for one in sent[:3]] == ["Barracuda", "Karambole", "Octopus"]
    assert len(sent) == len(BOX)
    assert visitor.post("/enrolment/teach", json=sent[2]).status_code == 204
    assert table.pieces.find(TAG) == CARD
    assert table.waiting_tag is None
    assert "what is it?" not in words(view(visitor))


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


def test_a_tag_that_does_not_wait_is_not_taught(table: Table, visitor: Phone) -> None:
    assert send(visitor, "teach")[0] == 409
    table.tap("reader 1", TAG)
    assert send(visitor, "teach", uid="04fedcba")[0] == 409
    assert send(visitor, "teach", uid="")[0] == 409
    assert table.pieces.tags() == ()
    assert send(visitor, "teach")[0] == 204
    assert send(visitor, "teach")[0] == 409, "a second click"


def test_a_tag_is_put_aside(table: Table, visitor: Phone) -> None:
    table.tap("reader 1", TAG)
    assert send(visitor, "aside", uid="04fedcba")[0] == 409
    assert send(visitor, "aside")[0] == 204
    assert table.waiting_tag is None


def test_the_refusal_speaks_the_phones_language(table: Table, visitor: Phone) -> None:
    table.tap("reader 1", b"\x08abc")
    answer = visitor.post("/enrolment/teach?lang=nl", json={**BODIES["teach"], "uid": b"\x08abc".hex()}).get_json()
    assert answer["sentence"] == "Deze tag verandert telkens van nummer. Neem een sticker."


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


def test_a_pawn_and_a_bag_pawn_are_shown_by_shape_and_said(table: Table, visitor: Phone) -> None:
    table.start_walk(renew=True)
    for at in range(12):
        table.step_walk("skip", at)
    assert "Pawn 1 of the red sail" in words(view(visitor))
    assert re.search(r"shapes\.svg\?\w+#pawn-a", view(visitor))


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
    before = table.pieces.tags()
    answer = visitor.get("/enrolment/tags.json")
    assert answer.headers["Content-Disposition"] == "attachment; filename=barkeep-tags.json"
    text = answer.get_data(as_text=True)
    assert send(visitor, "import", text=text)[0] == 204, "known just so"
    send(visitor, "forget-all")
    assert send(visitor, "import", text=text)[0] == 204
    assert table.pieces.tags() == before


def test_an_import_adds_or_replaces_and_refuses_duplicates(table: Table, visitor: Phone) -> None:
    table.act(TABLE, LearnTag(TAG.hex(), CARD))
    text = tagfile.write(table.pieces).replace("Octopus", "Karambole")
    status, said = send(visitor, "import", text=text)
    assert (status, said["sentence"]) == (422, "This is Octopus already.")
    assert send(visitor, "import", text=text, replace=True)[0] == 204
    assert table.pieces.find(TAG) == Piece("card", "Karambole")


@pytest.mark.parametrize(
    "text", ["", "[]", "[" * 9, "x" * 20_000, '{"format": "barkeep tags", "version": 9}', "\x00", "\ufffe"]
)
def test_a_hostile_file_gets_a_sentence(table: Table, visitor: Phone, text: str) -> None:
    before = table.revision
    status, said = send(visitor, "import", text=text)
    assert status == 422
    assert said["refusal"].startswith("enrolment.file.")
    assert len(said["sentence"]) > 20
    assert table.revision == before


@pytest.mark.parametrize("text", ["[" * 5000, "{" * 20])
def test_a_file_that_nests_without_end_is_not_even_read(visitor: Phone, text: str) -> None:
    assert send(visitor, "import", text=text)[0] == 400


def test_more_than_a_file_can_be_is_not_read(visitor: Phone) -> None:
    assert send(visitor, "import", text="x" * 70_000)[0] == 413
    assert send(visitor, "forget", piece={**OCTOPUS, "name": "x" * 5000})[0] == 413, "and other routes keep their limit"


# Bodies


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("body", [None, [], "x", 1, {"more": 1}, {"uid": 1}, {"piece": []}, {"renew": 0}, {"at": True}])
def test_another_body_changes_nothing(table: Table, visitor: Phone, route: str, body: Any) -> None:
    before = table.revision
    assert visitor.post(f"/enrolment/{route}", json=body).status_code == 400
    assert visitor.post(f"/enrolment/{route}", json={**BODIES[route], "more": 1}).status_code == 400
    assert visitor.post(f"/enrolment/{route}", data=json.dumps(BODIES[route])).status_code == 400
    assert table.revision == before


@pytest.mark.parametrize(
    "piece",
    [
        {}, {**OCTOPUS, "kind": "key"}, {**OCTOPUS, "kind": "x"}, {**OCTOPUS, "name": "x" * 41}, {**OCTOPUS, "number": "1"},
        {**OCTOPUS, "number": True}, {**OCTOPUS, "name": None}, {**OCTOPUS, "is": "Piece"},
    ],
)  # fmt: skip
def test_what_is_no_piece_is_malformed(visitor: Phone, piece: dict[str, Any]) -> None:
    assert send(visitor, "forget", piece=piece)[0] == 400


def test_other_steps_and_other_hexadecimals_are_malformed(visitor: Phone) -> None:
    assert send(visitor, "step", step="sideways")[0] == 400
    assert send(visitor, "aside", uid="no hex")[0] == 400


# Who may


@pytest.mark.parametrize("who", ["nobody", "visitor", "seat"])
def test_between_games_everybody_may(table: Table, phones: dict[str, Phone], who: str) -> None:
    phone = phones[who]
    table.tap("reader 1", TAG)
    statuses = {route: send(phone, route)[0] for route in ("teach", "forget", "import", "forget-all", "walk", "step")}
    table.step_walk("stop", 1)
    table.tap("reader 1", TAG)
    statuses["aside"] = send(phone, "aside")[0]
    assert statuses == dict.fromkeys(ROUTES, 204)
    assert phone.get("/enrolment").status_code == phone.get("/enrolment/tags.json").status_code == 200


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("who", ["nobody", "visitor"])
def test_while_a_game_is_on_only_players_may(table: Table, phones: dict[str, Phone], who: str, route: str) -> None:
    table.act("A", StartGame("barracuda", {}))
    table.tap("reader 1", TAG)
    before = table.revision
    assert send(phones[who], route)[0] == 403
    assert table.revision == before
    assert marks(view(phones[who]), "post") == [], "nor does the page offer it"
    assert "only who plays may teach tags" in words(view(phones[who]))


def test_a_player_teaches_a_new_card_in_mid_game(table: Table, phones: dict[str, Phone]) -> None:
    table.act("A", StartGame("barracuda", {}))
    table.tap("reader 1", TAG)
    assert {one["data-post"] for one in marks(view(phones["seat"]), "post")} == {"teach", "aside", "walk"}
    assert send(phones["seat"], "teach")[0] == 204
    assert table.pieces.find(TAG) == CARD
    for route in ("forget", "forget-all", "import"):
        assert send(phones["seat"], route)[1]["refusal"] == "table.refusal.game_on"


# What it never tells


def test_no_uid_of_a_known_tag_is_on_the_page(table: Table, visitor: Phone) -> None:
    fill(table)
    table.tap("reader 1", TAG)
    page = (view(visitor) + visitor.get("/enrolment").get_data(as_text=True)).lower()
    uids = [uid.hex() for uid, _ in table.pieces.tags()]
    assert [uid for uid in uids if uid in page] == []
    assert TAG.hex() in page, "the one that waits is"
    assert all(uid in visitor.get("/enrolment/tags.json").get_data(as_text=True) for uid in uids), (
        "between games the file has them"
    )


@pytest.mark.parametrize("who", ["nobody", "visitor", "seat"])
def test_two_tables_with_their_cards_tags_swapped_answer_alike(tmp_path: Path, who: str) -> None:
    """While a game is on nobody can find out which of two tags is on which card, whatever they ask."""
    told = [told_with(tmp_path / str(swapped), who, swapped=swapped) for swapped in (False, True)]
    assert told[0] == told[1]


def test_between_games_the_same_questions_would_tell(tmp_path: Path) -> None:
    told = [told_with(tmp_path / str(swapped), "seat", swapped=swapped, playing=False) for swapped in (False, True)]
    assert told[0] != told[1]


def told_with(folder: Path, who: str, *, swapped: bool, playing: bool = True) -> list[Any]:
    """Return all that a phone is told that asks in every way which of two tags is the Octopus."""
    table = new_table(folder)
    app = new_app(table)
    seats = seated(app, table, NAMES)
    phone = {"nobody": Phone(app, table), "visitor": Phone(app, table), "seat": seats["B"]}[who]
    tags = [TAG, bytes.fromhex("04fedcba")]
    for uid, piece in zip(reversed(tags) if swapped else tags, (CARD, Piece("card", "Karambole")), strict=True):
        table.act(TABLE, LearnTag(uid.hex(), piece))
    if playing:
        table.act("A", StartGame("barracuda", {}))
    told: list[Any] = [view(phone), phone.get("/enrolment/tags.json").get_data(as_text=True)]
    for renew in (False, True):
        told += [send(phone, "teach", uid=uid.hex(), renew=renew) for uid in tags]
    guess = tagfile.write(Pieces({tags[0]: CARD, tags[1]: Piece("card", "Karambole")}))
    told.append(send(phone, "import", text=guess))
    for renew in (False, True):
        told.append(send(phone, "walk", renew=renew))
        told += [table.tap("reader 1", uid) for uid in tags] if table.walk else []
        told.append(view(phone))
        if table.walk:
            table.step_walk("stop", table.walk.at)
    return told


def test_the_page_speaks_dutch(table: Table, visitor: Phone) -> None:
    table.tap("reader 1", TAG)
    html = visitor.get("/enrolment/view?lang=nl").get_data(as_text=True)
    assert "Een nieuwe tag: wat is het?" in words(html)


# The way there: a table without a host needs one


WAY = 'href="/enrolment"'


def test_the_phones_lobby_and_menu_lead_there_and_it_leads_back(phones: dict[str, Phone]) -> None:
    seat = phones["seat"]
    assert all(WAY in seat.get(path).text for path in ("/seat/view", "/seat/lobby", "/seat/menu"))
    assert 'href="/"' in view(seat)


def test_in_a_game_its_players_find_it_in_their_menu_alone(phones: dict[str, Phone]) -> None:
    seat = phones["seat"]
    seat.act(StartGame("barracuda", {}))
    assert WAY in seat.get("/seat/menu").text
    assert WAY not in seat.get("/seat/view").text
    assert [send(phones[who], "walk")[0] for who in ("nobody", "visitor", "seat")] == [403, 403, 204]


def test_the_door_doesnt_lead_visitors_there(phones: dict[str, Phone]) -> None:
    assert WAY not in phones["nobody"].get("/").text


def test_the_table_screen_leads_there_until_the_box_of_some_game_is_whole(table: Table, visitor: Phone) -> None:
    assert WAY in visitor.get("/table").text
    own = GAMES["barracuda"].pieces({})
    for number, piece in enumerate(own[:-1]):
        table.act(TABLE, LearnTag(f"04{number:06x}", piece))
    assert WAY in visitor.get("/table/view").text
    table.act(TABLE, LearnTag("05000000", own[-1]))
    assert WAY not in visitor.get("/table/view").text, "nobody need own Shark's tokens"


def test_a_good_is_called_what_the_phones_language_calls_it(tmp_path: Path) -> None:
    table = new_table(tmp_path, Pieces({TAG: Piece("card", "wine", 2)}))
    phone = Phone(new_app(table), table)
    for language, word in (("en", "wine 2"), ("nl", "wijn 2"), ("de", "Wein 2")):
        assert word in phone.get("/enrolment/view", **{"Accept-Language": language}).text
    assert "Octopus" in view(phone)  # Which has its own name.
    wanted = said(Piece("card", "wine"), "fr")
    assert (wanted, said(Piece("card", "Octopus"), "fr")) == ("C’est déjà une carte\xa0: vin.", "C’est déjà Octopus.")


def said(piece: Piece, language: str) -> str:
    return Words(language).say(is_already(piece), {})


def test_every_good_of_every_game_has_its_word() -> None:
    tagged = {piece.name for piece in GAMES["negoces2"].pieces({"tags": "on"}) if piece.kind == "card"}
    assert tagged == set(GOODS)
