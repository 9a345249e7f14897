"""A checkpoint holds the room of all rows before it, a start continues from it, and earlier journals and plain data are read.

`journals/first.sqlite` is of the first edition (version 4 of the table's own rows): an evening of four, with tags, votes of
each kind, a Barracuda that was put away, a Négoces 2 that three won, and a Shark in its first round. `journals/company.sqlite`
is of version 10: a Négoces 2 of two people and two of the house, which sits in for Émile, with a take-back and hints.
"""

import json
import random
import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest

from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.games import installed
from companion.games.barracuda.model import CARDS
from companion.journal.codec import LARGEST_NUMBER, LONGEST_TEXT, Malformed, kept, plain, read
from companion.journal.store import Damaged, Journal, connect
from companion.keeping import checkpoint
from companion.keeping.replaying import replayed_room
from companion.keeping.upcasting import upcast_room
from companion.kit import TABLE, Illegal, Piece, Pile, Purse, Sealed
from companion.seats import pins, seating
from companion.seats.places import ComeBack, TakePlaces
from companion.seats.seating import MissPin, MoveSeat, SetPin, SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.tags.contents import KeepContents
from companion.tags.enrolment import ForgetTags, LearnTag
from companion.tags.pieces import Pieces
from firmware.house import HousePlayers
from tests.companion.journal.journals import kept_and_read, tamper
from tests.companion.table.test_house_at_table import person

from tests.companion.settings import (  # isort: skip
    DRAW, PUT_AWAY, everything_around, everything_shown, open_table, play, refused, sit_and_start, table_in, to_the_end, vote,
)  # fmt: skip
from web.seats.joining import lobby

CARD = Piece("card", "Octopus")
PIN = pins.hashed("0042", b"salt")  # Once, because hashing is slow on purpose.
OWN = tuple((f"{card.name}!", card.rent, card.places) for card in CARDS)


def anything(table: Table, generator: random.Random) -> None:
    """Do something that somebody could do outside a game, right or wrong."""
    seat, other, yes = generator.choice("ABCDE"), generator.choice("ABCDE"), generator.random() < 0.8
    number = generator.choice([*table.now.evening.saved, 1])
    commands: list[Any] = [
        SitDown(f"P{generator.randrange(9)}", f"token {generator.randrange(9)}"), MoveSeat(f"token {generator.randrange(9)}"),
        SetPin(PIN), StandUp(), StartGame("barracuda", {"draw": "bag"}), Pause(), GoOn(), Vote(Motion("wipe_score"), yes),
        Vote(Motion("put_away"), yes), Vote(Motion("put_away"), True), Vote(Motion("free_seat", other), yes), TakeUp(number),
        Vote(Motion("give_place", other, number), yes), TakePlaces((number,)),
    ]  # fmt: skip
    tags: list[Any] = [MissPin(1, "a"), LearnTag("04a1b2c3", CARD), ForgetTags((CARD,)), KeepContents("barracuda", OWN)]
    tag = generator.random() < 0.2
    with suppress(Illegal):
        table.act(TABLE if tag else seat, generator.choice(tags if tag else commands))


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
    with monkeypatch.context() as index:
        index.setattr(Journal, "newest_key", lambda *_: 2)
        with pytest.raises(Damaged, match="row 2 is not the checkpoint that its key names"):
            table_in(tmp_path)
    tamper(tmp_path / "journal.sqlite", "UPDATE rows SET events = replace(events, 'Paused', 'WentOn') WHERE game = 0")
    with pytest.raises(Damaged):
        table_in(tmp_path)


# Journals of earlier versions


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return copied("first", tmp_path)


def copied(name: str, folder: Path) -> Path:
    return Path(shutil.copy(Path(__file__).parent / f"journals/{name}.sqlite", folder / "journal.sqlite"))


def opened(file: Path, without: str = "") -> Table:
    games = {name: game for name, game in installed().items() if name != without}
    return open_table(connect(file), partial(by_chance, generator=random.Random(2)), games=games)


def test_a_kept_journal_says_what_it_said_then_and_its_games_go_on(journal: Path) -> None:
    now = (table := opened(journal)).now
    assert now.names == {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Luc"}
    assert now.score == {"Jonas": 1, "Luc": 1, "Émile": 1}
    assert {number: (saved.started.game, saved.round) for number, saved in now.evening.saved.items()} == {1: ("barracuda", 3)}
    assert now.room.votes == {PUT_AWAY: {"D"}}
    assert [piece.name for _, piece in now.pieces.tags()] == ["Barracuda", "Karambole", "Octopus", "Harbour Bar"]
    view = now.public.view
    assert (view.phase, view.active, view.latest, view.statement.cell) == ("trading", "B", "SharesSold", "C8")
    assert [seat.cash for seat in view.seats] == [0, 1, 1, 2]
    assert [price.total for price in view.history] == [0, 1, 2, 3]
    assert {name: one.number for name, one in now.standing("B").items()} == {"buy": 141, "end": 135, "sell": 141}
    vote(table, "AB", PUT_AWAY)
    table.act("A", TakeUp(1))
    to_the_end(table, random.Random(3))
    table.act("A", StandUp())
    assert everything_shown(opened(journal), "ABCD") == everything_shown(table, "ABCD")


def test_votes_in_an_earlier_versions_checkpoint_are_votes_on_motions() -> None:
    theirs = {"votes": [[1, "C", "A"], [1, "C", "B"]], "of": {}}
    old = {"evening": {"away": ["A"], "free": {"B": ["C"], "D": []}, "saved": {}}, "places": theirs}
    motions = [["put_away", "", 0, ["A"]], ["free_seat", "B", 0, ["C"]], ["give_place", "C", 1, ["A", "B"]]]
    assert upcast_room(old) == {"evening": {"saved": {}}, "places": {"of": {}}, "motions": motions}
    assert upcast_room(upcast_room(old)) == upcast_room(old)


def test_a_game_that_is_not_installed_any_more_is_named_and_what_was_put_away_waits_for_it(journal: Path) -> None:
    with pytest.raises(ValueError, match="game 3 is shark, which is not installed"):
        opened(journal, without="shark")
    vote(opened(journal), "AB", PUT_AWAY)
    table = opened(journal, without="barracuda")
    assert refused(table, "A", TakeUp(1)) == "no_game"
    assert [one.game.started.number for one in lobby(table.now, "A")["saved"]] == [3]
    assert 1 in table.now.evening.saved


def test_a_kept_game_with_players_of_the_house_is_played_on_by_them_and_by_whom_they_sit_in_for(tmp_path: Path) -> None:
    file, generator = copied("company", tmp_path), random.Random(3)
    table = opened(file)
    assert table.now.house == {"B": "careful", "C": "careful", "D": "bold"}
    assert table.now.names == {"A": "Noor", "B": "⌂ Mira", "C": "⌂ Gus", "D": "⌂ Tilda"}
    assert (table.now.room.evening.hints, len(table.now.match.gone), table.now.match.explained) == (True, 1, ())
    assert {name: one.number for name, one in table.now.standing("C").items()} == {"offer": 26, "withdraw": 26}
    table.act("B", ComeBack("emile's next phone", of=2))
    assert table.now.names["B"] == "Émile"
    house = HousePlayers(table, pause=lambda turn: 0.0)
    while table.now.playing:
        _, seconds = house.step()
        assert seconds <= 5 or any(person(table, generator, seat) for seat in "AB"), "everybody waits"
    told = [(entry.row, entry.seat, entry.why.code) for entry in table.now.match.explained]
    first = [(14, "C", "bid"), (15, "D", "dropped"), (18, "C", "dropped"), (20, "C", "offered"), (21, "D", "offered")]
    assert told[:5] == [(row, seat, f"negoces2.why.{why}") for row, seat, why in first]
    assert {seat for _, seat, _ in told} == set("CD")
    assert opened(file).now.match.explained == table.now.match.explained


# Plain data: what is written is read again, and nothing else is


@dataclass(frozen=True, slots=True)
class Everything:
    number: int
    yes: bool
    word: Literal["up", "down"]
    text: str = ""
    maybe: int | None = None
    pair: tuple[int, str] = (0, "")
    many: tuple[Pile, ...] = ()
    few: frozenset[str] = frozenset()
    named: dict[str, Purse] = field(default_factory=dict)
    secret: Sealed[Pile] | None = None


FULL = Everything(
    3, True, "down", "é ☂", 4, (5, "six"), (Pile(ones=1), Pile(fakes=2)), frozenset({"b", "a"}), {"A": Purse(1, 2)},
    Sealed(Pile(tens=1), {"B", "A"}, 1),
)  # fmt: skip


def data(**changes: Any) -> dict[str, Any]:
    return {**kept(FULL), **changes}


def test_what_is_written_is_read_again_in_this_form_and_defaults_may_be_left_out() -> None:
    assert read((Everything,), json.loads(json.dumps(kept(FULL)))) == FULL
    assert kept(Pile(tens=1, fakes=2)) == {"is": "Pile", "tens": 1, "fives": 0, "twos": 0, "ones": 0, "fakes": 2}
    secret = {"sealed": 1, "eyes": ["A", "B"], "contents": kept(Pile(tens=1))}
    assert [data()[name] for name in ("few", "pair", "secret")] == [["a", "b"], [5, "six"], secret]
    assert read((Everything,), {"is": "Everything", "number": 1, "yes": False, "word": "up"}) == Everything(1, False, "up")


INVALID = [
    {"number": True}, {"number": 1.0}, {"number": "1"}, {"number": LARGEST_NUMBER + 1}, {"number": -LARGEST_NUMBER - 1},
    {"yes": 1}, {"word": "left"}, {"word": ["up"]}, {"text": 3}, {"text": "x" * (LONGEST_TEXT + 1)}, {"maybe": "4"},
    {"pair": [5]}, {"pair": ["six", 5]}, {"pair": [5, "six", 7]}, {"many": {}}, {"many": [kept(Purse(1))]}, {"many": "Pile"},
    {"many": [{"is": "Pile", "ones": -1}]}, {"many": [{"is": "Pile", "threes": 1}]}, {"few": "ab"}, {"few": [1]}, {"named": []},
    {"named": {"A": {"real": -1}}}, {"secret": {"sealed": 1}}, {"secret": kept(Pile())}, {"other": 1}, {"is": "Pile"},
    *({"secret": {"sealed": n, "eyes": ["A"], "contents": given}} for n, given in ((1, 5), ("1", kept(Pile())))),
]  # fmt: skip


@pytest.mark.parametrize("wrong", [
    *(data(**changes) for changes in INVALID),
    *({key: value for key, value in data().items() if key != missing} for missing in ("is", "number", "yes", "word")),
    None, 3, "Everything", [], ["Everything"], {}, {"is": []}, {"is": "Pass"}, {"is": None},
], ids=str)  # fmt: skip
def test_invalid_values_unknown_or_missing_fields_and_other_objects_are_malformed(wrong: Any) -> None:
    with pytest.raises(Malformed):
        read((Everything,), wrong)


@pytest.mark.parametrize("door", [plain, kept])
def test_values_without_a_plain_form_are_not_written(door: Any) -> None:
    for value in (1.5, {1, 2}, object(), Pile, b"x"):
        with pytest.raises(TypeError):
            door((value,))


def test_options_may_be_nested_but_not_too_deep() -> None:
    nested = {"is": "StartGame", "game": "barracuda", "options": {"box": {"rents": [1, {"many": True}]}}}
    assert kept(read(seating.COMMANDS, nested)) == nested
    deep = json.loads("[" * 400 + "]" * 400)
    with pytest.raises(Malformed):
        kept(read(seating.COMMANDS, {"is": "StartGame", "game": "barracuda", "options": {"deal": deep}}))
