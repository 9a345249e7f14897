"""Every route for everybody (W3), acts in particular: they belong to the cookie's seat, and are done once (W2).

A route without a row in routes.txt fails. EXACTLY_ONCE=10000 repeats that many commands, or `python -m tests.proof W2`.
"""

import os
from dataclasses import make_dataclass
from pathlib import Path

import pytest
from flask import Flask

from companion.games import barracuda, installed
from companion.games.barracuda.moves import AcceptOffer, CallDraw, DrawPawn, OfferPartnership, OpenBar, PawnDrawn
from companion.journal.store import connect
from companion.kit.money import Pile
from companion.match.ledger import ledger
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.companion.settings import open_table
from tests.markup import found, words
from tests.proof.rules.minting import minting
from tests.proof.serving import once
from tests.web.phones import Phone, new_app, seated
from tests.web.server.test_enrolment import BODIES
from tests.web.tables import FIRST, NAMES, new_table
from web.app import prepare
from web.seats.session import stream_path

LINES = (Path(__file__).parent / "routes.txt").read_text(encoding="utf-8").splitlines()
MATRIX = [line.split() for line in LINES if line.startswith(("GET", "POST"))]
OPEN = {"key": "12345678", "command": {"is": "OpenBar", "bar": "Octopus"}}


@pytest.fixture
def everybody(app: Flask, table: Table, phones: dict[str, Phone], visitor: Phone) -> dict[str, Phone]:
    """Nobody, a visitor, another seat, and the seat that is asked."""
    phones["A"].answer("draw", DrawPawn("A"))
    return {"nobody": Phone(app, table), "visitor": visitor, "other": phones["B"], "own": phones["A"]}


def ask(phone: Phone, table: Table, method: str, path: str) -> int:
    bodies = {f"/enrolment/{route}": body for route, body in BODIES.items()} | {
        "/act": {**OPEN, "ask": ["open", table.now.standing("A")["open"].number]}, "/seat/at": {"ask": ["open", 1]},
    }  # fmt: skip
    if method == "GET":
        answer = phone.get(stream_path(phone.cookie()) if path == "/seat/stream" else path)
    else:
        answer = phone.post(path, **{"json": bodies[path]} if path in bodies else {"data": {"pawn": "A", "name": "Late"}})
    answer.close()
    return answer.status_code


# What is fetched changes nothing, so one table will do for all of that.
ROWS = [[row for row in MATRIX if row[0] == "GET"], *([row] for row in MATRIX if row[0] == "POST")]


@pytest.mark.parametrize("rows", ROWS, ids=lambda rows: rows[0][1])
def test_every_route_for_everybody(everybody: dict[str, Phone], table: Table, rows: list[list[str]]) -> None:
    for method, path, *expected in rows:
        nobody, other, own = map(int, expected)
        statuses = {who: ask(phone, table, method, path) for who, phone in everybody.items()}
        assert statuses == {"nobody": nobody, "visitor": nobody, "other": other, "own": own}, path


def test_every_route_has_a_row(app: Flask) -> None:
    routes = app.url_map
    asked = routes.bind("barkeep.test")
    rows = {(method, asked.match(path, method)[0]) for method, path, *_ in MATRIX}
    all_of_them = {(method, rule.endpoint) for rule in routes.iter_rules() for method in rule.methods or ()}
    assert {route for route in all_of_them if route[0] not in ("HEAD", "OPTIONS")} == rows


@pytest.mark.broad
def test_once_prepared_nobody_waits_for_a_template(monkeypatch: pytest.MonkeyPatch, app: Flask, table: Table) -> None:
    monkeypatch.setattr(app.jinja_env, "bytecode_cache", None)  # Without what another test has compiled.
    names = app.jinja_env.list_templates()
    assert sorted(prepare(app)) == sorted(name for name in names if not name.startswith("hub/")) != sorted(names)
    template = app.jinja_env.get_template("phone/lobby.html")
    assert (type(template.globals), template.globals.keys()) == (dict, app.jinja_env.globals.keys())  # One table for all.
    monkeypatch.setattr(app.jinja_env, "compile", lambda *_, **__: pytest.fail("it was compiled while somebody waited"))
    phone = seated(app, table, NAMES)["A"]
    for path in ("/", "/join/view", "/seat/view", "/seat/menu", "/table", "/table/view"):
        assert phone.get(path).status_code == 200, path


@pytest.fixture
def second(phones: dict[str, Phone]) -> dict[str, Phone]:
    """The second round: everybody has a lease, Octopus is A's, and E is to act."""
    for seat, bar in FIRST.items():
        assert phones["C"].answer("draw", DrawPawn(seat)).status_code == 200
        assert phones[seat].answer("open", OpenBar(bar)).status_code == 200
    assert phones["D"].answer("draw", DrawPawn("E")).status_code == 200
    return phones


def test_an_illegal_answer_is_told_in_the_phones_language_with_its_rule(second: dict[str, Phone], table: Table) -> None:
    before, said = table.now.view("E"), set()
    for language in ("nl", "en"):
        second["E"].get(f"/?lang={language}")
        answer = second["E"].answer("partnership", OfferPartnership("Octopus", Pile(tens=1, fives=1)))
        assert (answer.status_code, answer.json["code"], answer.json["rule"]) == (422, "illegal", "6.3")
        said.add(answer.json["sentence"])
    assert (len(said), {sentence[-1] for sentence in said}, table.now.view("E")) == (2, {"."}, before)


def test_chances_commands_cant_be_smuggled(lobby: dict[str, Phone]) -> None:
    lobby["A"].act(StartGame("barracuda", {"draw": "companion"}))
    for command in (DrawPawn("A"), {"is": "ShuffleBars", "order": []}):
        assert lobby["A"].answer("draw", command).status_code == 422, command
    assert lobby["A"].answer("draw", CallDraw()).status_code == 200


def test_rules_that_go_wrong_are_one_sentence_and_the_key_is_still_good(tmp_path: Path) -> None:
    wrong = minting("barracuda", "a note for a player", lambda event: isinstance(event, PawnDrawn))
    table = open_table(connect(tmp_path / "journal"), games={**installed(), "barracuda": wrong})
    before = seated(new_app(table), table, NAMES)["A"]
    before.act(StartGame("barracuda", {"draw": "bag"}))
    page, sent = before.get("/seat/view").data, {"ask": ["draw", table.now.standing("A")["draw"].number], "key": "asked-again"}
    answer = before.act(DrawPawn("B"), **sent)
    assert (answer.status_code, answer.json["code"], answer.json["rule"]) == (422, "fault", "table")
    assert "number" in answer.json["sentence"]
    assert before.get("/seat/view").data == page
    right = new_table(tmp_path)
    phone = Phone(new_app(right), right)
    phone.keep("seat", before.cookie())
    assert phone.act(DrawPawn("B"), **sent).status_code == 200


def test_a_game_may_call_a_command_as_the_table_does(phones: dict[str, Phone], monkeypatch: pytest.MonkeyPatch) -> None:
    own = make_dataclass("Pause", [("seat", str)], frozen=True)
    monkeypatch.setattr(barracuda, "COMMANDS", (*barracuda.COMMANDS, own))
    pause = {"is": "Pause"}
    sent = [({**pause, "seat": "A"}, ["draw", 1]), (pause, ["draw", 1]), ({**pause, "seat": "A"}, None), (pause, None)]
    assert [phones["A"].act(command, ask=ask).status_code for command, ask in sent] == [409, 400, 400, 200]


def test_the_seat_is_the_cookies_and_a_repeat_has_its_row(phones: dict[str, Phone], stranger: Phone, table: Table) -> None:
    sent = {"ask": ["draw", table.now.standing("A")["draw"].number], "key": "the-same-key"}
    assert stranger.act(DrawPawn("B"), **sent).status_code == 403
    stranger.keep("seat", table.now.seating.sitters["A"].token)
    assert stranger.act(DrawPawn("B"), **sent).status_code == 403  # The journal's contents open nothing.
    first, again = (phones["A"].act(DrawPawn("B"), **sent) for _ in range(2))
    assert (first.status_code, first.json, again.data) == (200, {"row": 7}, first.data)
    assert table.now.awaited() == ("B",)
    other = phones["A"].act(DrawPawn("C"), **sent)
    assert (other.status_code, other.json) == (422, {"code": "key_reused"})
    stale = phones["B"].act(DrawPawn("B"), **sent)  # The same key of another seat is a different key.
    assert (stale.status_code, stale.json, table.now.revision) == (409, {"code": "stale"}, 7)
    opens = {"ask": ["open", table.now.standing("B")["open"].number]}
    assert phones["C"].act(OpenBar("Octopus"), **opens, seat="B").status_code == 409  # Whatever the body says.
    assert phones["B"].act(OpenBar("Octopus"), **opens).status_code == 200


def test_a_purse_keeps_its_ledger_for_whoever_it_belonged_to(second: dict[str, Phone], table: Table) -> None:
    """E pays rent and offers, A takes it: each sees what that did to the own purse, newest first, and nobody else's."""
    second["E"].answer("partnership", OfferPartnership("Octopus", Pile(ones=3, fakes=2)))
    second["A"].answer("answer", AcceptOffer())
    match = table.now.match
    told = {seat: [(one.real, one.fakes) for one in ledger(match, seat)] for seat in "AEB"}
    rent = table.now.view("E").bar(FIRST["E"]).rent
    assert told == {"A": [(3, 2)], "E": [(-3, -2), (-rent, 0)], "B": []}
    (line,) = found(second["A"].get("/seat/purse").text, "*[@class='menu ledger']/li")
    assert words(line).endswith("+3 +2 fakes")
    assert ledger(match, "E", lambda row: row > match.log[-2].row) == ()  # Whoever takes the seat now reads none of it.


COMMANDS = int(os.environ.get("EXACTLY_ONCE", "25"))


def test_every_command_is_done_once_and_answered_alike() -> None:
    leg = once.walk(COMMANDS, 1)
    print(f"exactly once: {leg.reached - len(leg.broken)} of {leg.reached} commands")
    assert leg.broken == ()
    assert leg.counts.keys() == installed().keys()
