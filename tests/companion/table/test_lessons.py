"""What a table learns about tags: kept with its games, asked for step by step through a whole box, and told to who may know."""

from pathlib import Path

import pytest

from companion.games import installed
from companion.journal.store import Journal, connect
from companion.kit import TABLE, Illegal, Nothing, Piece, Thing, say
from companion.table.table import Answer, Table
from companion.tags.enrolment import ForgetTags, ImportTags, LearnTag
from tests.companion.settings import DRAW, everything_shown, open_table, rows, sit_and_start, table_in, taught
from tests.proof.durability.failing import FailingConnection

BOX = tuple(dict.fromkeys(piece for game in installed().values() for piece in game.pieces({})))
OCTOPUS, TIDE, PAWN, BAG = Piece("card", "Octopus"), Piece("card", "Tide Bar"), Piece("pawn", "A", 3), Piece("bag", "D")
READER = "reader 1"
RIGHT, KNOWN = Answer(True), Answer(False, say("enrolment.refusal.known"))


def tag(number: int) -> bytes:
    return bytes([4, 0, 0, 0, 0, 0, number])


def learn(table: Table, number: int, piece: Piece, *, renew: bool = False) -> None:
    table.act(TABLE, LearnTag(tag(number).hex(), piece, renew))


def taught_from(table: Table, start: int, *, one_off: int = 0) -> None:
    """Teach the whole box from piece *start* on: tag n is piece n, or with *one_off* the one before it."""
    table.act(TABLE, ImportTags(tuple((tag(number - one_off).hex(), BOX[number]) for number in range(start, len(BOX)))))


def lay(table: Table, number: int) -> Answer:
    return table.tap(READER, tag(number))


def known(table: Table) -> dict[int, Piece]:
    return {uid[-1]: piece for uid, piece in table.now.pieces.tags()}


def is_card(name: str) -> Answer:
    return Answer(False, say("enrolment.is_thing", thing=Thing(name)))


# Kept in the journal


def test_rows_change_what_a_box_knew_before_the_first_of_them(tmp_path: Path) -> None:
    table = table_in(tmp_path, pieces=taught(t04a1b2c3=PAWN, t04a1b2c4=BAG))
    table.act(TABLE, ForgetTags((PAWN,)))
    learn(table, 7, BAG, renew=True)
    again = table_in(tmp_path, pieces=taught(t04a1b2c3=PAWN, t04a1b2c4=BAG))
    assert again.now.pieces.tags() == table.now.pieces.tags() == ((tag(7), BAG),)


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
    assert lay(table, 7) == Answer(False, say("table.disk"))
    assert table.now.walk.at == 0
    assert lay(table, 7) == RIGHT
    assert table_in(tmp_path).now.pieces.tags() == table.now.pieces.tags() == ((tag(7), BOX[0]),)


# The walk through the box


def test_the_last_lesson_says_how_the_box_stands_and_then_there_is_nothing_to_walk_for(table: Table) -> None:
    taught_from(table, 2)
    table.teaching.start_walk(renew=False)
    assert table.press("ok") == RIGHT
    assert lay(table, 1) == Answer(True, say("enrolment.missing", count=1))
    table.teaching.start_walk(renew=False)
    assert lay(table, 0) == Answer(True, say("enrolment.all_known"))
    with pytest.raises(Illegal) as caught:
        table.teaching.start_walk(renew=False)
    assert caught.value.refusal.said == say("enrolment.refusal.nothing_left")
    assert table.now.walk is None


def test_a_known_tag_and_one_without_a_lasting_number_are_refused_and_the_walk_waits(table: Table) -> None:
    learn(table, 9, OCTOPUS)
    table.teaching.start_walk(renew=False)
    assert [lay(table, number) for number in (9, 0, 0)] == [is_card("Octopus"), RIGHT, is_card("Barracuda")]
    assert table.now.walk.wanted == BOX[1]
    assert known(table) == {9: OCTOPUS, 0: BOX[0]}
    assert table.tap(READER, b"\x08abc") == Answer(False, say("enrolment.refusal.random"))
    assert table.tap(READER, b"\x04abc") == RIGHT


def test_keys_skip_go_back_to_mend_a_slip_and_stop(table: Table) -> None:
    """Two tags were laid in the wrong order: go back twice, and lay both again."""
    table.teaching.start_walk(renew=False)
    assert table.press("back") == Answer(False, say("enrolment.refusal.first"))
    for key, piece in (("ok", BOX[1]), ("back", BOX[0])):
        assert table.press(key) == RIGHT
        assert table.now.walk.wanted == piece
    lay(table, 1)
    table.press("back")
    assert lay(table, 1) == RIGHT, "the right tag, laid again, is still right"
    table.press("back")
    assert lay(table, 0) == RIGHT, "another tag replaces it"
    assert lay(table, 1) == RIGHT, "and the tag that was mistaken for it is free"
    assert known(table) == {0: BOX[0], 1: BOX[1]}
    assert table.press("last_order") == Answer(True, say("enrolment.missing", count=len(BOX) - 2))
    assert table.now.walk is None
    assert table.press("ok") == Answer(False, say("table.no_game")), "keys mean what they meant before"


def test_renewing_takes_tags_as_they_come_but_none_twice(table: Table) -> None:
    """A whole set was taught one off: each tag moves to the piece that it is on."""
    taught_from(table, 1, one_off=1)
    table.teaching.start_walk(renew=True)
    assert [lay(table, 0), lay(table, 0)] == [RIGHT, is_card("Barracuda")]
    assert all(lay(table, number).right for number in range(1, len(BOX)))
    assert known(table) == dict(enumerate(BOX))


# During a game


def test_a_lesson_in_mid_game_changes_no_ask_and_a_dead_stickers_is_told_to_everybody(game: Table, tmp_path: Path) -> None:
    game.act(*DRAW)
    before = {name: standing.number for name, standing in game.now.standing("A").items()}
    learn(game, 7, OCTOPUS)
    for table in (game, table_in(tmp_path)):
        assert {name: standing.number for name, standing in table.now.standing("A").items()} == before
    assert lay(game, 7) == RIGHT
    assert game.now.view(TABLE).bar("Octopus").lessee == "A"
    game.act(*DRAW)
    learn(game, 4, PAWN)
    learn(game, 8, TIDE)
    assert game.now.announced is None, "a piece's first tag takes nothing from anybody"
    revision = game.now.revision
    learn(game, 10, TIDE, renew=True)
    assert game.now.announced[1] == say("enrolment.renewed"), "which card isn't said, for it may be in somebody's hand"
    assert game.now.revision > revision
    assert [lay(game, number) for number in (8, 10)] == [Answer(False, say("table.unknown_tag")), RIGHT]
    assert game.now.view(TABLE).bar("Tide Bar").lessee == "B"
    again = table_in(tmp_path)
    assert everything_shown(again) == everything_shown(game)
    assert again.now.pieces.tags() == game.now.pieces.tags()


def test_taps_and_keys_go_to_the_walk_and_not_to_the_game(game: Table) -> None:
    learn(game, 9, OCTOPUS)
    game.teaching.start_walk(renew=False)
    before = everything_shown(game)
    for key in ("ok", "back", "ok"):
        game.press(key)
    lay(game, 5)
    assert everything_shown(game) == before
    assert game.now.meaning(OCTOPUS, READER) == Nothing(say("enrolment.walking"))
    game.press("last_order")
    assert game.now.walk is None
    assert game.press("ok") == RIGHT
    assert everything_shown(game) != before


@pytest.mark.parametrize("renew", [False, True])
def test_a_walk_names_no_card_while_a_game_is_on_and_does_so_without_one(table: Table, renew: bool) -> None:
    """Neither a sentence nor a success names it: the wanted card and any other get the same answer."""
    learn(table, 1, BOX[1])
    table.teaching.start_walk(renew=False)
    assert [lay(table, number) for number in (1, 0)] == [is_card(BOX[1].name), RIGHT]
    table.press("last_order")
    sit_and_start(table)
    table.act(*DRAW)
    table.teaching.start_walk(renew=renew)
    before = known(table)
    assert [lay(table, number) for number in (0, 1)] == [KNOWN, KNOWN]
    assert known(table) == before
    assert lay(table, 2) == RIGHT, "a new tag is taught anyway"
