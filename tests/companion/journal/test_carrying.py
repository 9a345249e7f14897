"""A game goes on at another table: what its file carries, who agrees, what is refused, and whose the hands are there."""

import gzip
import json
import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.agreeing.evening.saved_games import SendGame, TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.carrying import reading
from companion.carrying.gamefile import LARGEST, LONGEST, NotAGameFile, key, packed
from companion.carrying.making import made
from companion.games import barracuda, installed
from companion.journal.salvage import salvage
from companion.journal.store import Damaged, Journal, Refused, connect, text
from companion.keeping import checkpoint, forgetting, replaying
from companion.kit import TABLE, Illegal
from companion.kit.layout import Stated
from companion.match.entries import TakenBack
from companion.seats.seating import SitDown, StandUp
from companion.setting.proposal import Propose
from companion.table.table import Table, Unknown
from tests.companion.journal.journals import kept_and_read, tamper
from tests.companion.table.test_taking_back import back, views

from tests.companion.settings import (  # isort: skip
    AUCTION, BIDS, DRAW, NAMES, OFFER, PUT_AWAY, ROUNDS, open_table, play, refused, sit_and_start, table_in, to_the_end, vote,
)  # fmt: skip


def agree(table: Table, kind: str, number: int, seats: str = "ABCDE") -> None:
    vote(table, seats, Motion(kind, number=number))


def sit(table: Table) -> Table:
    play(table, [(seat, SitDown(name, f"new phone of {seat}")) for seat, name in zip("ABCDE", NAMES, strict=True)])
    return table


def bring(table: Table, file: bytes) -> int:
    return table.travelling.bring(*reading.read(file, table.now.games))


def go_on(table: Table, source: Table, number: int = 1) -> int:
    """Let a game of *source* go on at *table*, as all there agree; return its number there."""
    number = bring(table, packed(source.travelling.file(number)))
    agree(table, "know_all", number)
    return number


def not_read(file: bytes, why: str) -> None:
    with pytest.raises(NotAGameFile, match=why):
        reading.read(file, installed())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "other").mkdir()
    return tmp_path / "other"


@pytest.fixture
def other(folder: Path) -> Table:
    """Another table, on which a game has been put away, with five new people."""
    sit_and_start(table := table_in(folder))
    vote(table, "ABC", PUT_AWAY)
    play(table, [(seat, StandUp()) for seat in "ABCDE"])
    return sit(table)


def test_a_game_goes_on_elsewhere_where_it_was_and_on_again_from_there(game: Table, other: Table, folder: Path) -> None:
    """With take-backs and a correction, twice; after restarts; and chance gives what it gave before the journey."""
    play(game, [*ROUNDS, DRAW, *OFFER, DRAW, *AUCTION])
    drawn = game.now.match.log[-2].command
    back(game, 3, "A", "B", "C", "D")
    game.act("A", Propose((Stated("Octopus", "partner", "C"),)))
    vote(game, "BCDE", game.now.vote)
    number = go_on(other, game)
    assert views(other) == views(game)
    other.act(*DRAW)
    assert other.now.match.log[-1].command == drawn
    play(other, AUCTION)
    back(other, 1, "A")
    assert (views(table_in(folder)), kept_and_read(folder).evening) == (views(other), other.now.evening)
    (folder / "third").mkdir()
    third = sit(table_in(folder / "third"))
    go_on(third, other, number)
    assert views(third) == views(other)
    play(third, [*AUCTION, *BIDS.items()])
    to_the_end(third, random.Random(1))
    assert third.now.score
    not_read(packed(third.travelling.file(1)), "over")


def test_a_file_applying_no_more_costs_only_what_followed(game: Table, other: Table, folder: Path, monkeypatch: Any) -> None:
    game.act(*DRAW)
    go_on(other, game)
    with monkeypatch.context() as older:
        older.setattr(barracuda, "RULES", barracuda.RULES - 1)
        with pytest.raises(ValueError, match="which this version can't read; use a newer one"):
            table_in(folder)
    monkeypatch.setattr(replaying, "carried", lambda *_: 1 / 0)
    with pytest.raises(Refused, match=r"put game 2 on the table, whose file can't be applied") as damage:
        table_in(folder)
    salvage(folder / "journal.sqlite", fresh := folder / "fresh.sqlite", damage.value)
    again = open_table(connect(fresh))
    assert (again.now.playing, again.now.names) == (False, other.now.names)


@pytest.mark.parametrize("sql", ["command = '['", "command = replace(command, 'Ann', 'Anna')", "key = NULL"])
def test_a_file_lost_behind_a_checkpoint_is_damage(game: Table, other: Table, folder: Path, monkeypatch: Any, sql: str) -> None:
    number = go_on(other, game)
    monkeypatch.setattr(checkpoint, "EACH", 0)
    table_in(folder)
    tamper(folder / "journal.sqlite", f"UPDATE rows SET {sql} WHERE key = '{key(number)}'")
    with pytest.raises(Damaged, match=f"no longer holds game {number}, which was brought here"):
        table_in(folder)


def test_a_damaged_game_gives_out_no_file_and_a_take_back_to_a_lost_row_is_left_out(game: Table, tmp_path: Path) -> None:
    play(game, ROUNDS[:2])
    room, journal = game.now.room, Journal(connect(tmp_path / "journal.sqlite"))
    lost = TakenBack(1, "A", 99, journal.last, "own")
    assert made(journal, room.evening.started(1), room.places.games[1], [lost], None) == game.travelling.file(1)
    tamper(tmp_path / "journal.sqlite", "UPDATE rows SET events = '[]' WHERE game = 1")
    with pytest.raises(Unknown, match="the game can't be read"):
        game.travelling.file(1)


FORGED = *({name: 3} for name in ("brought", "wins", "joined", "tried", "motions", "left")), {"is": [1], "name": ""}


@pytest.mark.parametrize("command", [*FORGED, {"is": "PinTried"}], ids=str)
def test_what_a_forged_file_has_beside_its_game_lets_people_be_forgotten(game: Table, other: Table, command: Any) -> None:
    play(game, ROUNDS[:2])
    file = game.travelling.file(1)
    kind, version, seat, _, events = file.items[-1]
    bring(other, packed(replace(file, items=(*file.items[:-1], [kind, version, seat, command, events]))))
    assert forgetting.without(other._journal, {NAMES[0]})


def test_everybody_agrees_before_a_game_rests_here_and_before_it_goes_on_here(game: Table) -> None:
    agree(game, "go_elsewhere", 1, "ABCD")
    assert game.now.playing
    agree(game, "go_elsewhere", 1, "E")
    assert (game.now.match, game.now.evening.saved[1].elsewhere) == (None, True)
    assert refused(game, "A", TakeUp(1)) == "elsewhere"
    agree(game, "go_on_here", 1, "ABCD")
    assert refused(game, "A", TakeUp(1)) == "elsewhere"
    agree(game, "go_on_here", 1, "E")
    play(game, [("A", TakeUp(1)), DRAW, (TABLE, SendGame(1))])  # The last by the machine's owner.
    assert refused(game, "A", TakeUp(1)) == "elsewhere"


def test_nobody_sees_a_hand_before_all_on_its_seats_have_agreed(game: Table, other: Table) -> None:
    number = bring(other, packed(game.travelling.file(1)))
    know = Vote(Motion("know_all", number=number), True)
    assert refused(other, "A", TakeUp(number)) == "place"
    assert refused(other, "A", Vote(Motion("give_place", "B", number), True)) == "only_players"
    agree(other, "know_all", number, "ABCD")
    assert (other.now.match, other.now.view("A")) == (None, None)
    other.act("E", StandUp())
    assert refused(other, "D", know) == "seat_missing"
    other.act("E", SitDown("Eve", "another phone"))
    agree(other, "know_all", number, "ECBA")
    assert other.now.match is None  # They had agreed while somebody else sat there, and D hasn't again.
    agree(other, "know_all", number, "D")
    vote(other, "ABC", PUT_AWAY)
    play(other, [("E", StandUp()), ("E", SitDown("Eva", "a stranger's phone"))])
    assert refused(other, "A", know) == "no_saved_game"  # It has been taken up here.


def test_a_file_of_anything_else_is_refused(game: Table) -> None:
    play(game, [DRAW])
    whole = game.travelling.file(1)
    file = packed(whole)
    (kind, version, _, _, events), last = whole.items  # The first is TABLE's, whose command nobody reads again.
    floating = [replace(whole, items=([kind, version, TABLE, number, events], last)) for number in (1e9, math.nan)]
    bare = json.loads(gzip.decompress(file))
    saying = lambda **change: gzip.compress(text({**bare, **change}).encode())
    drawn = [text(bare["items"]).replace('"pawn":"A"', text({"pawn": pawn})[1:-1]) for pawn in ("X", "A\33[2J", TABLE)]
    stranger = [*bare["items"][0][:2], "F", None, []]
    for wrong in [
        b"a letter", file[:-9], file + bytes(LONGEST), packed(replace(whole, names=("", *NAMES[1:]))),
        *(saying(items=one.items, link=one.link) for one in floating),
        saying(names=[*NAMES[:4], "Eva"]), saying(items=bare["items"][:-1]), saying(version=True),
        *map(gzip.compress, (text(bare).encode().replace(b"Ann", rb"\ud800"), bytes(LARGEST + 1), b"[" * 99_999)),
        *(packed(replace(whole, items=items)) for items in (*map(json.loads, drawn), (stranger,))),  # In a file that is whole.
    ]:  # fmt: skip
        not_read(wrong, "damaged")
    not_read(saying(version=2), "newer")


def test_what_can_not_go_on_here_is_refused(game: Table, other: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    play(game, [DRAW])
    file = packed(game.travelling.file(1))
    with pytest.raises(NotAGameFile, match="not_installed"):
        reading.read(file, {})
    bring(other, file)
    with pytest.raises(Illegal, match="brought_before"):
        bring(other, file)
    play(game, [ROUNDS[1]])
    other.act("E", StandUp())
    with pytest.raises(Illegal, match="other_seats"):
        bring(other, packed(game.travelling.file(1)))
    back(game, 1, "A")
    reading.read(often := packed(game.travelling.file(1)), installed())
    monkeypatch.setattr(reading, "MOST_GONE", 2)
    not_read(often, "damaged")
    monkeypatch.setattr(barracuda, "RULES", barracuda.RULES - 1)
    not_read(file, "newer")


def test_what_a_seat_was_told_goes_along_with_its_player_and_with_nobody_else(game: Table, other: Table) -> None:
    """E took the seat after the first round; elsewhere somebody called Dora sits where Dot played."""
    play(game, ROUNDS[:10])
    play(game, [("E", Vote(Motion("hand_over", "E"), True)), ("E", SitDown("Eva", "phone of Eva")), DRAW])
    for seat, name in (("D", "Dora"), ("E", "Eva")):
        play(other, [(seat, StandUp()), (seat, SitDown(name, f"a phone of {name}"))])
    number = go_on(other, game)
    told = {seat: other.now.places.told(number, seat) for seat in "ADE"}
    rows = [[told[seat](entry.row) for entry in other.now.match.log] for seat in "DE"]
    assert (told["A"], *rows) == (None, [False] * 17, [False] * 15 + [True] * 2)
