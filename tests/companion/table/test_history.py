"""The history of evenings: what is written down of a finished game, what it says about people, and how they are forgotten."""

import csv
import io
import json
import random
import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import unquote

import pytest

from companion.agreeing.evening import exports, scoring
from companion.agreeing.evening.history import Finished, Part
from companion.agreeing.evening.records import Against, Bluff, Record, nights, records
from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.games import installed
from companion.journal import codec
from companion.journal.store import ROWS, SCHEMA, TABLE_ROWS, Damaged, Journal, connect, text
from companion.keeping import checkpoint, forgetting, replaying
from companion.kit import TABLE
from companion.kit.results import Result
from companion.seats import pins
from companion.seats.seating import MissPin, MoveSeat, SatDown, SetPin, SitDown, StandUp
from companion.seats.starting import GameBrought, StartGame
from companion.table.chance import by_chance
from companion.table.table import Table, Unknown
from companion.tags.pieces import Pieces
from firmware.storage import Newest
from tests.companion.journal.journals import tamper
from tests.companion.settings import PUT_AWAY, refused, to_the_end, vote

NAMES = {"A": "Zebulon Quarx", "B": "Bob", "C": "Cleo"}
FORGET = {seat: Motion("forget", name=name) for seat, name in NAMES.items()}
PIN = pins.hashed("0042", b"salt")


def opened(folder: Path, times: list[str] | None = None) -> Table:
    journal = Journal(connect(folder / "journal.sqlite"), Newest(folder))
    chance = partial(by_chance, generator=random.Random(1))
    return Table(journal, installed(), Pieces(), chance, calendar=lambda: times.pop(0) if times else "")


def begin(table: Table, game: str = "barracuda", **options: str) -> None:
    for seat in "AB" if table.now.evening.history else "A":  # After a finished game it takes two.
        table.act(seat, StartGame(game, options))


def played(table: Table, game: str = "barracuda", seed: int = 1, **options: str) -> Finished:
    begin(table, game, **options)
    to_the_end(table, random.Random(seed))
    return table.now.evening.history[-1]


def seated(table: Table) -> Table:
    for seat, name in NAMES.items():
        table.act(seat, SitDown(name, f"phone of {name}"))
    return table


def test_a_games_end_is_written_down_once_with_what_everybody_saw(tmp_path: Path) -> None:
    table = seated(opened(tmp_path, [f"2026-11-27T{time}:00+01:00" for time in ("00:10", "01:20", "10:00", "23:30")]))
    shown, secret = played(table), played(table, reveal_at_end="off")
    assert (shown.ended, shown.minutes, secret.minutes) == ("2026-11-27T01:20:00+01:00", 70, 0), "not known beyond twelve hours"
    assert {part.seat for part in secret.winners} == set(table.now.on_table().winners)
    assert {(part.sum, part.bluff) for part in secret.parts} == {(None, None)}, "purses that stayed closed"
    assert sorted(part.place for part in shown.parts if None not in (part.sum, part.bluff)) == [1, 2, 3]
    assert [night.date for night in nights((shown, secret))] == ["2026-11-27", "2026-11-26"], "a night ends at six"
    assert opened(tmp_path).now.room.evening == table.now.room.evening


def part(name: str, place: int = 2, bluff: int | None = None, *, of_house: bool = False) -> Part:
    return Part("A", name, place, None, bluff, of_house)


def test_records_by_hand() -> None:
    games = [[part("Ann", 1, 3), part("Bob"), part("⌂", of_house=True)], [part("Ann", 1), part("Bob", bluff=2), part("⌂")],
             [part("Ann", 2, 4), part("Bob", 1), part("")]]  # fmt: skip
    ann, bob = records(tuple(Finished(n, "barracuda", "", 0, tuple(parts)) for n, parts in enumerate(games, 1)))[:2]
    assert ann == Record("Ann", 3, 2, 2, Against("Bob", 3, 1), Against("Bob", 3, 2), Bluff(4, 3))
    assert (bob, records(())[:1]) == (Record("Bob", 3, 1, 1, Against("Ann", 3, 2), Against("Ann", 3, 1), Bluff(2, 2)), ())


def names_in(table: Table) -> set[str]:
    return {part.name for game in table.now.evening.history for part in game.parts}


def test_two_spellings_are_joined_by_who_sits_there_or_by_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "EACH", 0)
    played(table := seated(opened(tmp_path)))
    rename = Motion("rename", name="Cleo", new="Bob")
    assert refused(table, "A", Vote(rename, True)) == "only_players"
    assert refused(table, "B", Vote(replace(rename, name="Nobody"), True)) == "no_record"
    vote(table, "CB", rename)
    table.act("A", StandUp())
    vote(table, "BC", Motion("rename", name="Zebulon Quarx", new="Zeb"))
    vote(table, "B", Motion("rename", name="Bob", new="Zeb"))  # Who isn't here.
    assert names_in(table) == {"Zeb", "Bob"} >= set(table.now.score)
    vote(table := opened(tmp_path), "B", FORGET["B"])
    assert names_in(table) == {"Zeb", "Bob"}, "Cleo is still called as Bob was"
    vote(table, "C", FORGET["B"])
    assert (names_in(table), table.now.seating.guests) == ({"Zeb", ""}, frozenset())


def bytes_in(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.glob("journal*")))


@pytest.mark.parametrize("checkpoints", [pytest.param(False, marks=pytest.mark.broad), True])
def test_nothing_is_left_of_who_is_forgotten(tmp_path: Path, checkpoints: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if checkpoints:
        monkeypatch.setattr(checkpoint, "EACH", 0)
    seated(table := opened(tmp_path))
    table.act("A", SetPin(PIN))
    for person, address in (1, "only his"), (1, "both"), (2, "both"):
        table.act(TABLE, MissPin(person, address))
    table.act("A", MoveSeat("another phone"))
    played(table, "shark", 2)
    vote(table, "A", Motion("rename", name="Zebulon Quarx", new="Zebulon Q."))
    played(table := opened(tmp_path))
    begin(table)
    assert refused(table, "A", Vote(FORGET["A"], True)) == "game_on"
    vote(table, "AB", PUT_AWAY)
    before = [(game.ended, [part.place for part in game.parts]) for game in table.now.evening.history]
    left = [b"Zebulon", b"phone of Z", b"another phone", PIN.encode(), b"only his"]
    assert [one for one in left if one in bytes_in(tmp_path)] == left
    vote(table, "A", FORGET["A"])
    assert not [one for one in left if one in bytes_in(tmp_path)]
    assert "A" not in table.now.seating.sitters
    assert table.now.seating.tried[2] == {"both": 1}, "Bob's PIN stays as hard to guess"
    assert names_in(table) == {"", "Bob", "Cleo"}
    again = opened(tmp_path)
    assert (again.now.room.evening, again.now.seating) == (table.now.room.evening, table.now.seating)
    again.act("A", SitDown("New", "new phone"))
    assert again.now.places.names(3)["A"] == "?"
    vote(again, "BC", Motion("give_place", "A", 3))
    again.act("B", TakeUp(3))
    to_the_end(again, random.Random(3))
    table = opened(tmp_path)
    assert table.now.evening.history[-1].parts[0].name == "New", "people play on, and the rows are linked as ever"
    for seat in "BC":
        vote(table, seat, FORGET[seat])
    assert [(game.ended, [part.place for part in game.parts]) for game in table.now.evening.history[:2]] == before
    assert sorted(before[0][1])[:2] != [1, 1], "who is forgotten has still lost"


def test_a_forged_game_file_takes_nothing_of_others_along(tmp_path: Path) -> None:
    """Its tokens may say anything: a field of the rows, a name, the phone of somebody else."""
    journal, version = Journal(connect(tmp_path / "journal.sqlite")), f"{SCHEMA}.table.{ROWS}"
    tokens = ("is", "Bob", "phone of B", "phone of M")
    forged = GameBrought(1, "shark", tuple("ABCD"), {}, ("Mallory",) * 4, tokens, (0,) * 4, 1, "Bob")
    for event in (SatDown("B", "Bob", "phone of B"), forged):
        journal.append(TABLE_ROWS, version, "B", None, "[]", text(codec.kept([event])), "{}")
    new = forgetting.without(journal, {"Mallory"})
    assert [*new] == [2]
    left = codec.read((GameBrought,), json.loads(new[2][1])[0])
    assert left == replace(forged, names=("",) * 4, tokens=("", "", "phone of B", ""))


@pytest.mark.parametrize("step", ["rewrite", "_sweep"])
def test_a_disk_that_fails_only_delays_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    played(table := seated(opened(tmp_path)))
    with monkeypatch.context() as failing:
        failing.setattr(Journal, step, Mock(side_effect=sqlite3.OperationalError("disk I/O error")))
        with pytest.raises(Unknown):
            vote(table, "A", FORGET["A"])
        assert opened(tmp_path).now.read_only == (step == "rewrite"), "it opens, and says so"
    assert b"Zebulon" in bytes_in(tmp_path)
    table = opened(tmp_path)
    assert b"Zebulon" not in bytes_in(tmp_path)
    assert (names_in(table), table.now.evening.forgetting) == ({"", "Bob", "Cleo"}, frozenset())


def test_a_fault_in_it_lets_the_table_go_on_and_a_damaged_row_is_named(tmp_path: Path, monkeypatch: Any, caplog: Any) -> None:
    played(table := seated(opened(tmp_path)))
    with monkeypatch.context() as wrong:
        wrong.setattr(forgetting, "without", lambda *_: 1 / 0)
        vote(table, "A", FORGET["A"])
        wrong.setattr(checkpoint, "EACH", 0)
        opened(tmp_path).act("B", StandUp())
    assert "nobody was forgotten, at test_history.py" in caplog.text
    tamper(tmp_path / "journal.sqlite", "UPDATE rows SET reply = '' WHERE n = 2")
    with pytest.raises(Damaged, match="row 2"):
        opened(tmp_path)


def test_a_checkpoint_from_before_there_was_a_history_hides_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(table := seated(opened(tmp_path)))
    right = checkpoint.kept

    def kept(*given: Any) -> Any:
        whole = right(*given)
        for name in ("history", "forgetting", "since", "spent"):
            del whole["evening"][name]
        return whole

    with monkeypatch.context() as earlier:
        earlier.setattr(checkpoint, "EACH", 0)
        earlier.setattr(replaying, "ROWS", replaying.HISTORY - 1)
        earlier.setattr(replaying, "_insist_readable", lambda row, name, rules: rules)
        earlier.setattr(checkpoint, "kept", kept)
        opened(tmp_path)
    assert opened(tmp_path).now.evening == table.now.evening


def test_numbers_that_the_journal_could_not_read_are_left_out() -> None:
    assert [*scoring._kept([Result("A", 1, 10**7, 5)])] == [Result("A", 1, None, 5)]


def test_files_for_other_programs() -> None:
    ended, first = "2026-11-27T01:20:00+01:00", (replace(part("=1+1", 1), sum=12), part(""))
    games = [Finished(7, "shark", ended, 70, first), Finished(8, "whist", "", 0, (part("Ann;=A1;b", 1),))]
    lines = [*csv.DictReader(io.StringIO(exports.written("csv", games, str.title)))]
    assert [[one[name] for name in ("date", "length", "item", "name", "score", "win")] for one in lines] == [
        ["2026-11-26", "70", "Shark", "'=1+1", "12", "1"], ["2026-11-26", "70", "Shark", "?", "", "0"],
        ["", "", "Whist", "Ann;'=A1;b", "", "1"],
    ]  # fmt: skip
    sent = json.loads(unquote(exports.link(games[0], str.title)).partition("?data=")[2])
    assert (sent["playDate"], sent["durationMin"], exports.link(games[1], str.title)) == ("2026-11-27 00:20:00", 70, "")
    told = {"name": "=1+1", "sourcePlayerId": "=1+1", "winner": True, "startPlayer": False, "rank": 1, "score": 12}
    assert sent["players"][0] == told
    kept = json.loads(exports.written("bgsplay", games, str.title))
    assert [kept["games"][0]["id"], *(one["playerRefId"] for one in kept["plays"][0]["playerScores"])] == [1, 1, 2]
    assert [one["number"] for one in json.loads(exports.written("json", games, str.title))["games"]] == [7, 8]
