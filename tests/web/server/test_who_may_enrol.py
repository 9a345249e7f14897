"""Who may teach tags, what the page on which they do never tells, and what leads there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import tagfile
from companion.enrolment import LearnTag
from companion.game import TABLE
from companion.games import GAMES
from companion.pieces import Piece, Pieces
from companion.seating import StartGame
from companion.table import Table
from tests.evenings.house import marks
from tests.web.enrolling import BODIES, TAG, fill, send, view
from tests.web.phones import Phone, new_app, seated, words
from tests.web.tables import NAMES, new_table

CARD = Piece("card", "Octopus")


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
