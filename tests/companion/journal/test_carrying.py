"""A game goes on at another table: what its file carries, who agrees, what is refused, and whose the hands are there."""

import gzip
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.agreeing.evening.saved_games import SendGame, TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.carrying import reading
from companion.carrying.gamefile import LARGEST, NotAGameFile, packed, parsed
from companion.games import barracuda, installed
from companion.games.barracuda.moves import DrawPawn
from companion.journal.salvage import salvage
from companion.journal.store import Refused, connect, text
from companion.keeping import checkpoint, forgetting, replaying
from companion.kit import TABLE, Illegal
from companion.kit.layout import Stated
from companion.seats.seating import SitDown, StandUp
from companion.setting.proposal import Propose
from companion.table.table import Table
from tests.companion import settings
from tests.companion.settings import AUCTION, BIDS, DRAW, FIRST_ROUND, NAMES, OFFER, open_table, play, sit_and_start, table_in
from tests.companion.table.test_taking_back import ROUNDS, back, code, views


def agree(table: Table, kind: str, number: int, seats: str = "ABCDE") -> None:
    play(table, [(seat, Vote(Motion(kind, number=number), True)) for seat in seats])


def sit(table: Table) -> None:
    play(table, [(seat, SitDown(name, f"new phone of {seat}")) for seat, name in zip("ABCDE", NAMES, strict=True)])


def bring(table: Table, file: bytes) -> int:
    return table.travelling.bring(*reading.read(file, table.now.games))


@pytest.fixture
def other(tmp_path: Path) -> Table:
    """Another table, on which a game has been put away, with five new people."""
    table = table_in(new(tmp_path))
    sit_and_start(table)
    agree(table, "put_away", 0, "ABC")
    play(table, [(seat, StandUp()) for seat in "ABCDE"])
    sit(table)
    return table


def new(folder: Path) -> Path:
    """Return the folder of another table's data, beside those in *folder*."""
    (folder / "other").mkdir(exist_ok=True)
    return folder / "other"


def test_a_game_goes_on_elsewhere_where_it_was_and_on_again_from_there(game: Table, other: Table, tmp_path: Path) -> None:
    """With take-backs and a correction, twice; after restarts; and chance gives what it gave before the journey."""
    play(game, [*ROUNDS, DRAW, *OFFER, DRAW, *AUCTION])
    drawn = game.now.match.log[-2].command
    back(game, 3, "A", "B", "C", "D")
    game.act("A", Propose((Stated("Octopus", "partner", "C"),)))
    play(game, [(seat, Vote(game.now.vote, True)) for seat in "BCDE"])
    number = bring(other, packed(game.travelling.file(1)))
    agree(other, "know_all", number)
    assert views(other) == views(game)
    other.act(*DRAW)
    assert other.now.match.log[-1].command == drawn == DrawPawn("A")
    play(other, AUCTION)
    back(other, 1, "A")
    assert views(table_in(new(tmp_path))) == views(other)
    known, _ = checkpoint.read(json.loads(text(checkpoint.kept(other.now.room, 7))))
    assert replace(known, pieces=other.now.pieces) == other.now.room
    third = table_in(new(tmp_path / "other"))
    sit(third)
    agree(third, "know_all", bring(third, packed(other.travelling.file(number))))
    assert views(third) == views(other)
    play(third, [*AUCTION, *BIDS.items()])
    settings.to_the_end(third, random.Random(1))
    assert third.now.score


def test_a_file_that_applies_no_more_costs_only_what_came_after_it(
    game: Table, other: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agree(other, "know_all", bring(other, packed(game.travelling.file(1))))
    monkeypatch.setattr(replaying, "carried", lambda *_: 1 / 0)
    with pytest.raises(Refused, match=r"put game 2 on the table, whose file can't be applied") as damage:
        table_in(new(tmp_path))
    salvage(new(tmp_path) / "journal.sqlite", fresh := tmp_path / "fresh.sqlite", damage.value)
    again = open_table(connect(fresh))
    assert (again.now.playing, again.now.names) == (False, other.now.names)


@pytest.mark.parametrize("command", [
    {"brought": 3}, {"wins": 3}, {"joined": 1}, {"tried": 1}, {"motions": 1}, {"left": 1}, {"is": [1], "name": ""},
    {"is": "PinTried"},
])  # fmt: skip
def test_what_a_forged_file_has_beside_its_game_stops_nobody_from_being_forgotten(
    game: Table, other: Table, command: dict[str, Any]
) -> None:
    play(game, [DRAW, FIRST_ROUND[0]])
    file = game.travelling.file(1)
    kind, version, seat, _, events = file.items[-1]
    bring(other, packed(replace(file, items=(*file.items[:-1], [kind, version, seat, command, events]))))
    assert forgetting.without(other._journal, {NAMES[0]})


def test_everybody_agrees_before_a_game_rests_here_and_before_it_goes_on_here(game: Table) -> None:
    agree(game, "go_elsewhere", 1, "ABCD")
    assert game.now.playing
    agree(game, "go_elsewhere", 1, "E")
    assert (game.now.match, game.now.evening.saved[1].elsewhere) == (None, True)
    assert code(game, "A", TakeUp(1)) == "elsewhere"
    agree(game, "go_on_here", 1, "ABCD")
    assert code(game, "A", TakeUp(1)) == "elsewhere"
    agree(game, "go_on_here", 1, "E")
    play(game, [("A", TakeUp(1)), DRAW, (TABLE, SendGame(1))])  # The last by the machine's owner.
    assert code(game, "A", TakeUp(1)) == "elsewhere"


def test_nobody_sees_a_hand_before_all_on_its_seats_have_agreed(game: Table, other: Table) -> None:
    number = bring(other, packed(game.travelling.file(1)))
    assert code(other, "A", TakeUp(number)) == "place"
    assert code(other, "A", Vote(Motion("give_place", "B", number), True)) == "only_players"
    agree(other, "know_all", number, "ABCD")
    assert (other.now.match, other.now.view("A")) == (None, None)
    other.act("E", StandUp())
    assert code(other, "D", Vote(Motion("know_all", number=number), True)) == "seat_missing"
    other.act("E", SitDown("Eve", "another phone"))
    agree(other, "know_all", number, "ECBA")
    assert other.now.match is None  # They had agreed while somebody else sat there, and D hasn't again.
    agree(other, "know_all", number, "D")
    agree(other, "put_away", 0, "ABC")
    other.act("E", StandUp())
    other.act("E", SitDown("Eva", "a stranger's phone"))
    assert code(other, "A", Vote(Motion("know_all", number=number), True)) == "no_saved_game"  # It has been taken up here.


def test_a_file_of_anything_else_is_refused(game: Table) -> None:
    play(game, [DRAW])
    file = packed(game.travelling.file(1))
    bare = json.loads(gzip.decompress(file))
    changes: tuple[Any, ...] = ({"names": [*NAMES[:4], "Eva"]}, {"items": bare["items"][:-1]}, {"version": True})
    changed = [gzip.compress(text({**bare, **change}).encode()) for change in changes]
    lone = gzip.compress(gzip.decompress(file).replace(b"Ann", rb"\ud800"))
    for pawn in ("X", "A\33[2J", TABLE):  # Drawn from the bag, in a file that is whole.
        whole = replace(parsed(file), items=json.loads(text(bare["items"]).replace('"pawn":"A"', text({"pawn": pawn})[1:-1])))
        changed.append(packed(whole))
    for wrong in (b"a letter", file[:-9], *changed, lone, *map(gzip.compress, (bytes(LARGEST + 1), b"[" * 99_999))):
        with pytest.raises(NotAGameFile, match="damaged"):
            reading.read(wrong, installed())
    with pytest.raises(NotAGameFile, match="newer"):
        reading.read(gzip.compress(text({**bare, "version": 2}).encode()), installed())


def test_what_can_not_go_on_here_is_refused(game: Table, other: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    play(game, [DRAW])
    file = packed(game.travelling.file(1))
    with pytest.raises(NotAGameFile, match="not_installed"):
        reading.read(file, {})
    stranger = [*game.travelling.file(1).items[0][:2], "F", None, []]  # In a file that is whole.
    with pytest.raises(NotAGameFile, match="damaged"):
        reading.read(packed(replace(game.travelling.file(1), items=(stranger,))), installed())
    bring(other, file)
    with pytest.raises(Illegal, match="brought_before"):
        bring(other, file)
    play(game, [("A", FIRST_ROUND[0][1])])
    other.act("E", StandUp())
    with pytest.raises(Illegal, match="other_seats"):
        bring(other, packed(game.travelling.file(1)))
    back(game, 1, "A")
    reading.read(often := packed(game.travelling.file(1)), installed())
    monkeypatch.setattr(reading, "MOST_GONE", 2)
    with pytest.raises(NotAGameFile, match="damaged"):
        reading.read(often, installed())
    monkeypatch.setattr(barracuda, "RULES", barracuda.RULES - 1)
    with pytest.raises(NotAGameFile, match="newer"):
        reading.read(file, installed())


def test_what_a_seat_was_told_goes_along_with_its_player_and_with_nobody_else(game: Table, other: Table) -> None:
    """E took the seat after the first round; elsewhere somebody called Dora sits where Dot played."""
    play(game, settings.with_draws(FIRST_ROUND))
    play(game, [("E", Vote(Motion("hand_over", "E"), True)), ("E", SitDown("Eva", "phone of Eva")), DRAW])
    for seat, name in (("D", "Dora"), ("E", "Eva")):
        play(other, [(seat, StandUp()), (seat, SitDown(name, f"a phone of {name}"))])
    number = bring(other, packed(game.travelling.file(1)))
    agree(other, "know_all", number)
    told = {seat: other.now.places.told(number, seat) for seat in "ADE"}
    rows = [[told[seat](entry.row) for entry in other.now.match.log] for seat in "DE"]
    assert (told["A"], *rows) == (None, [False] * 17, [False] * 15 + [True] * 2)
