"""Evenings without a host, on the pages: pause, votes, the list of games put away, the score, a table's own cards."""

import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.agreeing.evening.choosing import ChooseOptions
from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.agreeing.taking_back import TakeBacks
from companion.games import installed
from companion.games.barracuda.moves import DrawPawn, OfferPartnership, OpenBar, RefuseOffer
from companion.journal.store import connect
from companion.kit import TABLE, Pile
from companion.match.duplicates import Duplicate
from companion.seats.seating import StandUp
from companion.seats.starting import StartGame
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from firmware.broker.duplicates import KeptDuplicates
from firmware.house import HousePlayers
from tests.companion.settings import open_table, play
from tests.companion.table.test_house_at_table import against_the_house, person
from tests.markup import found, words
from tests.proof.durability.failing import FailingConnection
from tests.web.phones import ORIGIN, Phone, new_app, seated
from tests.web.tables import play_until
from web.seats import taking_back
from web.seats.joining import MOST_SAVED

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas"}


@pytest.fixture
def lobby(app: Flask, table: Table) -> dict[str, Phone]:
    return seated(app, table, NAMES)


@pytest.fixture
def game(lobby: dict[str, Phone]) -> dict[str, Phone]:
    assert lobby["A"].act(StartGame("barracuda", {"draw": "bag"})).status_code == 200
    return lobby


def screen(app: Flask) -> str:
    return app.test_client().get("/table/view", base_url=ORIGIN["Origin"]).text


def test_while_the_disk_takes_nothing_every_page_says_so(tmp_path: Path) -> None:
    table = open_table(connection := FailingConnection(connect(tmp_path / "journal")))
    phones, warning = seated(app := new_app(table), table, NAMES), "Can’t save right now."
    paths = ("/", "/seat/view")
    for command in (StartGame("barracuda", {"draw": "bag"}), Pause()):  # In the lobby, and in a game.
        assert not [phone for phone in phones.values() for path in paths if warning in phone.get(path).text]
        connection.fail(3, 100, after=False)
        sent = {"command": command, "key": f"{type(command).__name__:_>8}"}
        answer = phones["A"].act(**sent)
        assert (answer.status_code, answer.json) == (503, {"code": "unknown"})
        answer = phones["A"].post("/seat/pin", headers=ORIGIN | {"Accept": "text/html"})
        assert (answer.status_code, "The table did not answer." in answer.text) == (503, True)
        assert all(warning in phone.get(path).text for phone in phones.values() for path in paths)
        assert all(warning in Phone(app, table).get(path).text for path in ("/table", "/table/view"))
        connection.fail(0, -1, after=False)
        assert phones["A"].act(**sent).status_code == 200, "the same key settles it"
    assert not [phone for phone in phones.values() if warning in phone.get("/seat/view").text]
    assert warning not in screen(app)


def test_a_vote_on_a_take_back_says_what_people_have_seen_until_the_round_ends(game: dict[str, Phone], table: Table) -> None:
    for seat, bar in zip("ABCABC", ("Octopus", "Tide Bar", "Karambole", "Reef Bar", "Jetty Bar", "Pier Bar"), strict=True):
        play(table, [(TABLE, DrawPawn(seat)), (seat, OpenBar(bar))])
    play(table, [(TABLE, DrawPawn("A")), ("A", OfferPartnership("Karambole", Pile(ones=2))), ("C", RefuseOffer())])
    assert "If everybody agrees." in game["A"].get("/seat/back").text
    motion = Motion("take_back", "A", table.now.match.log[-3].row)
    for seat in "ABC":
        assert game[seat].act(Vote(motion, True)).status_code == 200
        assert "Everybody has seen what Noor laid face down." in game["B"].get("/seat/view").text
    struck = found(game["B"].get("/table/view").text, "s")
    assert ("Jonas refuses" in words(struck[0]), len(struck)) == (True, 2)
    play(table, [("A", OfferPartnership("Karambole", Pile(ones=2)))])
    assert "<s>" not in game["B"].get("/table/view").text  # Something else has happened, but the sheet has the whole game.
    sheet = game["B"].get("/sheet?lang=fr").text
    assert (len(found(sheet, "s")), "Tout le monde a vu" in words(sheet), "\u00a0: <s>" in sheet) == (2, True, True)


def test_what_was_refused_is_grey_and_says_why(game: dict[str, Phone], table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    grey = lambda page: [words(one) for one in found(game["A"].get(page).text, "button") if "disabled" in one.attrib]
    play(table, [(TABLE, DrawPawn("A")), ("A", OpenBar("Octopus"))])
    assert taking_back.slip(table.now, "A")
    with monkeypatch.context() as refused:
        refused.setattr(TakeBacks, "may_ask", lambda *_: False)  # As after three that the table refused.
        assert not taking_back.slip(table.now, "A")
    play(table, [(TABLE, DrawPawn("B"))])
    motion = Motion("take_back", "A", table.now.match.log[-3].row)
    assert game["A"].act(Vote(motion, True)).status_code == 200
    assert game["B"].act(Vote(motion, False)).status_code == 200
    assert (table.now.vote, grey("/seat/back")) == (None, ["Take back from here"])
    assert "The table has just said no to that." in words(game["A"].get("/seat/back").text)
    assert grey("/seat/people") == []
    for about in (Motion("leave", "B"), Motion("swap", "A", other="C")):
        assert game["A"].act(Vote(about, True)).status_code == 200
    assert grey("/seat/people") == ["Swap with Jonas", "Émile has gone"]
    assert words(game["A"].get("/seat/people").text).count("You already voted that way.") == 2


def test_alone_against_the_house_nobody_else_has_to_agree(table: Table) -> None:
    against_the_house(table, installed()["barracuda"])
    house, generator = HousePlayers(table, pause=lambda turn: 0.0), random.Random(1)
    while len(taking_back.steps(table.now, "A")) < taking_back.MOST:
        house.step()
        person(table, generator)
    assert {step.price.code for step in taking_back.steps(table.now, "A")} == {"web.back.own"}


def test_a_pause_is_on_every_page_and_most_put_the_game_away(game: dict[str, Phone], app: Flask, table: Table) -> None:
    menu, said = lambda seat: game[seat].get("/seat/menu").text.replace("&#34;", '"'), "Jonas has paused the game."
    assert '"Pause"' in menu("A")
    assert game["C"].act(Pause()).status_code == 200
    assert '"GoOn"' in menu("A")
    pages = [phone.get(path).text for phone in game.values() for path in ("/", "/seat/view")]
    assert all(said in page for page in (*pages, screen(app)))
    refused = game["A"].answer("draw", DrawPawn("A"))
    assert (refused.status_code, refused.json["sentence"]) == (422, "The game is paused. Anyone can resume it on a phone.")
    assert game["A"].act(GoOn()).status_code == 200
    first, again = (game["A"].act(Vote(Motion("put_away"), True), key="one-and-the-same") for _ in range(2))
    assert (first.status_code, first.data, table.now.votes(Motion("put_away"))) == (200, again.data, {"A"})
    assert ("Play on after all" in menu("A"), "Save and stop" in menu("B")) == (True, True)
    assert all("2 have to" in page for page in (game["B"].get("/seat/view").text, screen(app)))
    game["B"].act(Vote(Motion("put_away"), True))
    assert "Pull up a stool." in screen(app)
    assert game["A"].get("/books").status_code == 404, "a game that was put away isn't over"


def test_the_list_says_number_round_and_seats_of_as_many_games_as_fit_and_goes_on(game: dict[str, Phone], table: Table) -> None:
    game["A"].answer("draw", DrawPawn("A"))
    game["A"].answer("open", OpenBar("Octopus"))
    put_away(game)
    said = ("Barracuda, game 1, round 1", ">Continue<", "must sit down first")
    told = lambda: [one in game["C"].get("/seat/view").text for one in said]
    assert told() == [True, True, False]
    assert game["B"].act(StandUp()).status_code == 200
    assert told() == [True, False, True]
    assert game["C"].act(TakeUp(1)).status_code == 422
    game["B"].join("B", "Émile")
    for _ in range(MOST_SAVED - 1):
        game["A"].act(StartGame("shark", {}))
        put_away(game)
    page = game["C"].get("/seat/view").text  # The game put away last is listed before the games to start.
    assert page.index(f"Shark, game {MOST_SAVED}") < page.index("Choose a game") < page.index("Barracuda, game 1")
    assert page.count("TakeUp") == MOST_SAVED
    game["A"].act(StartGame("shark", {}))
    put_away(game)
    assert game["C"].get("/seat/view").text.count("TakeUp") == MOST_SAVED
    assert game["C"].act(TakeUp(1)).status_code == 200
    assert table.now.view("table").bar("Octopus").lessee == "A"


def put_away(game: dict[str, Phone]) -> None:
    for seat in "AB":
        game[seat].act(Vote(Motion("put_away"), True))


def test_a_stool_is_freed_by_the_others(lobby: dict[str, Phone], app: Flask, table: Table) -> None:
    assert [f"Free {name}’s seat" in lobby["A"].get("/seat/view").text for name in ("Jonas", "Noor")] == [True, False]
    lobby["A"].act(Vote(Motion("free_seat", "C"), True))
    assert "One vote to free Jonas’s seat." in screen(app)
    assert "Keep Jonas" in lobby["A"].get("/seat/view").text
    lobby["B"].act(Vote(Motion("free_seat", "C"), True))
    assert (lobby["C"].get("/seat/view").status_code, "C" in table.now.names) == (403, False)


def test_the_score_is_in_the_lobby_and_on_the_table_screen(game: dict[str, Phone], app: Flask, table: Table) -> None:
    put_away(game)
    game["A"].act(StartGame("barracuda", {"draw": "bag"}))
    assert "Games won" not in screen(app)
    play_until(table, seed=3)
    won = f"<dt>{table.now.names[table.now.view('table').outcome.winners[0]]}</dt><dd>1</dd>"
    assert (won in screen(app), won in game["A"].get("/seat/lobby").text) == (True, True)
    assert [game[seat].act(Vote(Motion("wipe_score"), True)).status_code for seat in "BC"] == [200] * 2
    assert "Games won" not in game["A"].get("/seat/lobby").text
    game["B"].act(StartGame("barracuda", {"head_start": "B"}))
    assert "A head start for" in game["A"].get("/seat/view").text, "nobody agrees blindly"
    game["C"].act(TakeUp(1))
    assert "Jonas would like to play Barracuda next." in words(game["A"].get("/seat/view").text)


def test_a_duplicate_that_waits_is_offered_and_its_rules_chosen(tmp_path: Path) -> None:
    kept = KeptDuplicates(tmp_path)
    kept.keep(Duplicate("shark", tuple("AB"), {}, "5e" * 32).written)
    table = open_table(connect(tmp_path / "journal"), duplicates=kept)
    phones = seated(new_app(table), table, NAMES)
    shown = lambda: [
        said in phones["A"].get("/seat/view").text for said in ("A duplicate from the club", "this is what you play")
    ]
    assert shown() == [True, False]
    phones["C"].act(StandUp())
    phones["A"].act(ChooseOptions("shark", {}))
    assert shown() == [True, True]


def test_the_evenings_say_who_won_and_who_is_who(game: dict[str, Phone], app: Flask, table: Table) -> None:
    stranger, link = Phone(app, table), "/evenings?back=door"
    assert link not in stranger.get("/").text
    play_until(table, seed=3)
    ann, bob = (table.now.names[seat] for seat in "AB")
    page = game["A"].get("/evenings").text
    assert page.index("Your record") < page.index(f">{ann}</h3>") < page.index("Who plays here") < page.index(f">{bob}</h3>")
    assert "Who is who" not in stranger.get("/evenings").text
    assert link in stranger.get("/").text
    change = lambda seat, what, **more: game[seat].post("/evenings", data={"what": what, **more}).status_code
    assert change("C", "rename", name=ann, new=bob) == 422, "A sits here under that name"
    assert [change(seat, "rename", name=ann, new=bob) for seat in "AB"] == [303] * 2
    assert f">{ann}</h3>" not in game["A"].get("/evenings").text
    answer = game["A"].get("/evenings/file/csv")
    assert (bob in answer.text, ann in answer.text, answer.mimetype) == (True, False, "text/csv")
    game["C"].act(StandUp())
    assert [change(seat, "forget", name=NAMES["C"]) for seat in "AB"] == [303] * 2
    assert NAMES["C"] not in game["A"].get("/evenings").text


def test_a_game_put_away_midway_breaks_no_page(game: dict[str, Phone], table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page shows one moment: before the game is put away, or after it."""
    last, look = list[str](), Snapshot.view

    def view(self: Snapshot, viewer: str) -> Any:
        seen = look(self, viewer)
        if last:  # The last vote comes just now.
            table.act(last.pop(), Vote(Motion("put_away"), True))
        return seen

    monkeypatch.setattr(Snapshot, "view", view)
    for path in ("/seat/view", "/seat/menu", "/seat/lobby", "/seat/purse", "/table/view", "/enrolment/view", "/join/view"):
        if not table.now.playing:
            table.act("A", TakeUp(1))
        if not table.now.votes(Motion("put_away")):
            table.act("A", Vote(Motion("put_away"), True))
        last[:] = ["B"]
        assert {game["A"].get(path).status_code for _ in range(2)} <= {200, 404}, path
        assert table.now.playing is bool(last), path
        last.clear()
