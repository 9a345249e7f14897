"""Teaching a whole box: what the table wants next, what it accepts, and what it refuses by name."""

import pytest

from companion.games import installed
from companion.kit import TABLE, Illegal, Nothing, Piece, Thing, say
from companion.table.table import Answer, Table
from companion.tags.enrolment import ImportTags, LearnTag
from tests.companion.settings import DRAW, everything_shown, sit_and_start

BOX = tuple(dict.fromkeys(piece for game in installed().values() for piece in game.pieces({})))
OCTOPUS, READER = Piece("card", "Octopus"), "reader 1"
RIGHT, KNOWN = Answer(True), Answer(False, say("enrolment.refusal.known"))


def tag(number: int) -> bytes:
    return bytes([4, 0, 0, 0, 0, 0, number])


def learn(table: Table, number: int, piece: Piece) -> None:
    table.act(TABLE, LearnTag(tag(number).hex(), piece))


def taught_from(table: Table, start: int, *, one_off: int = 0) -> None:
    """Teach the whole box from piece *start* on: tag n is piece n, or with *one_off* the one before it."""
    table.act(TABLE, ImportTags(tuple((tag(number - one_off).hex(), BOX[number]) for number in range(start, len(BOX)))))


def lay(table: Table, number: int) -> Answer:
    return table.tap(READER, tag(number))


def wanted(table: Table) -> Piece | None:
    return table.now.walk.wanted if table.now.walk else None


def known(table: Table) -> dict[int, Piece]:
    return {uid[-1]: piece for uid, piece in table.now.pieces.tags()}


def is_card(name: str) -> Answer:
    return Answer(False, say("enrolment.is_thing", thing=Thing(name)))


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
    assert wanted(table) == BOX[1]
    assert known(table) == {9: OCTOPUS, 0: BOX[0]}
    assert table.tap(READER, b"\x08abc") == Answer(False, say("enrolment.refusal.random"))
    assert table.tap(READER, b"\x04abc") == RIGHT


def test_keys_skip_go_back_and_stop(table: Table) -> None:
    table.teaching.start_walk(renew=False)
    assert table.press("back") == Answer(False, say("enrolment.refusal.first"))
    for key, piece in (("ok", BOX[1]), ("back", BOX[0])):
        assert table.press(key) == RIGHT
        assert wanted(table) == piece
    assert table.press("last_order") == Answer(True, say("enrolment.missing", count=len(BOX)))
    assert table.now.walk is None
    assert table.press("ok") == Answer(False, say("table.no_game")), "keys mean what they meant before"


def test_going_back_mends_a_slip(table: Table) -> None:
    """Two tags were laid in the wrong order: go back twice, and lay both again."""
    table.teaching.start_walk(renew=False)
    lay(table, 1)
    table.press("back")
    assert lay(table, 1) == RIGHT, "the right tag, laid again, is still right"
    table.press("back")
    assert lay(table, 0) == RIGHT, "another tag replaces it"
    assert lay(table, 1) == RIGHT, "and the tag that was mistaken for it is free"
    assert known(table) == {0: BOX[0], 1: BOX[1]}


def test_renewing_takes_tags_as_they_come_but_none_twice(table: Table) -> None:
    """A whole set was taught one off: each tag moves to the piece that it is on."""
    taught_from(table, 1, one_off=1)
    table.teaching.start_walk(renew=True)
    assert [lay(table, 0), lay(table, 0)] == [RIGHT, is_card("Barracuda")]
    assert all(lay(table, number).right for number in range(1, len(BOX)))
    assert known(table) == dict(enumerate(BOX))


# During a game


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
    assert lay(table, 1) == is_card(BOX[1].name)
    assert lay(table, 0) == RIGHT
    table.press("last_order")
    sit_and_start(table)
    table.act(*DRAW)
    table.teaching.start_walk(renew=renew)
    before = known(table)
    assert [lay(table, number) for number in (0, 1)] == [KNOWN, KNOWN]
    assert known(table) == before
    assert lay(table, 2) == RIGHT, "a new tag is taught anyway"
