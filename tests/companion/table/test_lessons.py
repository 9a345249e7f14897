"""What a table learns about tags: kept with its games, shown to those who should know, and asked for step by step."""

from pathlib import Path

import pytest

from companion.games import installed
from companion.journal.store import Journal, connect
from companion.kit import TABLE, Piece, say
from companion.table.table import Answer, Table
from companion.tags.enrolment import ForgetTags, LearnTag
from tests.companion.settings import DRAW, everything_shown, open_table, rows, sit_and_start, table_in, taught
from tests.proof.durability.failing import FailingConnection

BOX = installed()["barracuda"].pieces({})
OCTOPUS, PAWN, BAG = Piece("card", "Octopus"), Piece("pawn", "A", 3), Piece("bag", "D")
FOUR, SEVEN, TEN = (bytes.fromhex(uid) for uid in ("04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6071829"))


def learn(uid: bytes, piece: Piece, *, renew: bool = False) -> LearnTag:
    return LearnTag(uid.hex(), piece, renew)


# Kept in the journal


def test_rows_change_what_a_box_knew_before_the_first_of_them(tmp_path: Path) -> None:
    table = table_in(tmp_path, pieces=taught(t04a1b2c3=PAWN, t04a1b2c4=BAG))
    table.act(TABLE, ForgetTags((PAWN,)))
    table.act(TABLE, learn(SEVEN, BAG, renew=True))
    again = table_in(tmp_path, pieces=taught(t04a1b2c3=PAWN, t04a1b2c4=BAG))
    assert again.now.pieces.tags() == table.now.pieces.tags() == ((SEVEN, BAG),)


def test_journals_from_before_tags_are_still_read(game: Table, tmp_path: Path) -> None:
    old = Journal(connect(tmp_path / "old.sqlite"))
    for _, on, seat, key, command, events, reply, _ in rows(tmp_path):
        old.append(on, "1.table.1" if on == 0 else "1.barracuda.1", seat, key, command, events, reply)
    assert open_table(connect(tmp_path / "old.sqlite")).now.names == game.now.names


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_lesson_on_a_failing_disk_is_settled_by_laying_the_tag_again(tmp_path: Path, step: int, after: bool) -> None:
    """BEGIN, INSERT and COMMIT in turn; with *after* the step was done before it failed, as happens with disks."""
    connection = FailingConnection(connect(tmp_path / "journal.sqlite"))
    table = open_table(connection)
    table.teaching.start_walk(renew=False)
    connection.fail(step, step, after=after)
    assert table.tap("reader 1", SEVEN) == Answer(False, say("table.disk"))
    assert table.now.walk.at == 0
    assert table.tap("reader 1", SEVEN) == Answer(True)
    assert table_in(tmp_path).now.pieces.tags() == table.now.pieces.tags() == ((SEVEN, BOX[0]),)


# During a game


def test_a_lesson_in_mid_game_changes_no_ask_and_is_replayed_with_the_game(game: Table, tmp_path: Path) -> None:
    game.act(*DRAW)
    before = {name: standing.number for name, standing in game.now.standing("A").items()}
    game.act(TABLE, learn(SEVEN, OCTOPUS))
    for table in (game, table_in(tmp_path)):
        assert {name: standing.number for name, standing in table.now.standing("A").items()} == before
    assert game.tap("reader 1", SEVEN) == Answer(True)
    assert game.now.view(TABLE).bar("Octopus").lessee == "A"
    game.act(TABLE, learn(TEN, PAWN))
    game.act(*DRAW)
    again = table_in(tmp_path)
    assert everything_shown(again) == everything_shown(game)
    assert again.now.pieces.tags() == game.now.pieces.tags()


def test_a_dead_sticker_is_replaced_in_mid_game_and_everybody_told(table: Table, tmp_path: Path) -> None:
    table.act(TABLE, learn(SEVEN, OCTOPUS))
    sit_and_start(table)
    table.act(*DRAW)
    table.act(TABLE, learn(FOUR, PAWN))
    assert table.now.announced is None, "a piece's first tag takes nothing from anybody"
    before = table.now.revision
    table.act(TABLE, learn(TEN, OCTOPUS, renew=True))
    assert table.now.announced[1] == say("enrolment.renewed"), "which card isn't said, for it may be in somebody's hand"
    assert table.now.revision > before
    assert table.tap("reader 1", SEVEN) == Answer(False, say("table.unknown_tag"))
    assert table.tap("reader 1", TEN) == Answer(True)
    assert table.now.view(TABLE).bar("Octopus").lessee == "A"
    assert everything_shown(table_in(tmp_path)) == everything_shown(table)
