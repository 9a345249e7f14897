"""A checkpoint holds the same room as all rows before it, and a start continues from it."""

import json
import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.model import CARDS
from companion.journal.store import Damaged, Journal, connect, text
from companion.keeping import checkpoint
from companion.keeping.replaying import replayed_room
from companion.keeping.room import Room
from companion.kit import TABLE, Illegal, Piece
from companion.seats import pins
from companion.seats.places import TakePlaces
from companion.seats.seating import MissPin, MoveSeat, SetPin, SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.tags.contents import KeepContents
from companion.tags.enrolment import ForgetTags, LearnTag
from companion.tags.pieces import Pieces
from tests.companion.journal.journals import tamper
from tests.companion.settings import DRAW, everything_around, play, sit_and_start, table_in

CARD = Piece("card", "Octopus")
PIN = pins.hashed("0042", b"salt")  # Once, because hashing is slow on purpose.
OWN = tuple((f"{card.name}!", card.rent, card.places) for card in CARDS)


def anything(table: Table, generator: random.Random) -> None:
    """Do something that somebody could do outside a game, right or wrong."""
    seat, other, yes = generator.choice("ABCDE"), generator.choice("ABCDE"), generator.random() < 0.8
    number = generator.choice([*table.now.evening.saved, 1])
    commands: list[Any] = [
        SitDown(f"P{generator.randrange(9)}", f"token {generator.randrange(9)}"), MoveSeat(f"token {generator.randrange(9)}"),
        SetPin(PIN), StandUp(), StartGame("barracuda", {"draw": "bag"}), Pause(), GoOn(),
        Vote(Motion("wipe_score"), yes),
        Vote(Motion("put_away"), yes), Vote(Motion("put_away"), True), Vote(Motion("free_seat", other), yes), TakeUp(number),
        Vote(Motion("give_place", other, number), yes), TakePlaces((number,)),
    ]  # fmt: skip
    tags: list[Any] = [MissPin(1, "a"), LearnTag("04a1b2c3", CARD), ForgetTags((CARD,)), KeepContents("barracuda", OWN)]
    tag = generator.random() < 0.2
    with suppress(Illegal):
        table.act(TABLE if tag else seat, generator.choice(tags if tag else commands))


def kept_and_read(folder: Path) -> Room:
    """Return the room as folded from all rows in *folder*; a checkpoint would hold the same."""
    replayed = replayed_room(Journal(connect(folder / "journal.sqlite")), Pieces())
    whole, since = checkpoint.read(json.loads(text(checkpoint.kept(replayed.room, replayed.since))))
    assert (replace(whole, pieces=replayed.room.pieces), since) == (replayed.room, replayed.since)
    assert whole.pieces.tags() == replayed.room.pieces.tags()
    return whole


def test_a_checkpoint_holds_the_same_room_as_the_rows_before_it(tmp_path: Path) -> None:
    table, generator, seen = table_in(tmp_path), random.Random(1), set[str]()
    for _ in range(400):
        anything(table, generator)
        if generator.random() < 0.05:
            room = kept_and_read(tmp_path)
            seen |= {name for topic in (room.seating, room.evening) for name in topic.__slots__ if getattr(topic, name)}
    assert {"sitters", "started", "left", "tried", "saved"} <= seen
    assert kept_and_read(tmp_path).contents == {"barracuda": OWN}


@pytest.mark.parametrize("limit", ["EACH", "HEAVY"])
def test_a_start_continues_from_a_checkpoint(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    sit_and_start(table, "ABC")
    play(table, [DRAW, *[("A", Pause()), ("B", GoOn())] * 5])
    before = everything_around(table), table.now.places
    monkeypatch.setattr(checkpoint, limit, 9)
    for folded in (14, 0, 0):
        assert replayed_room(Journal(connect(tmp_path / "journal.sqlite")), Pieces()).rows == folded
        again = table_in(tmp_path)
        assert (everything_around(again), again.now.places) == before
    again.act("C", Pause())
    assert table_in(tmp_path).now.evening.paused == "C"


def test_a_changed_row_after_a_checkpoint_is_found(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sit_and_start(table, "ABC")
    monkeypatch.setattr(checkpoint, "EACH", 1)
    table_in(tmp_path).act("A", Pause())
    tamper(tmp_path / "journal.sqlite", "UPDATE rows SET events = replace(events, 'Paused', 'WentOn') WHERE game = 0")
    with pytest.raises(Damaged):
        table_in(tmp_path)
