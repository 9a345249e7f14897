"""Which tag is which piece: taught, renewed, forgotten, walked through; revealed to nobody while a card may lie face down."""

from pathlib import Path
from typing import Any

import pytest

from companion.games import installed
from companion.journal.store import connect
from companion.kit import TABLE, Illegal, Nothing, Piece, Said, Thing, Who, say
from companion.table.table import Answer, Table
from companion.tags import enrolment, walk
from companion.tags.enrolment import ForgetAllTags, ForgetTags, ImportTags, LearnTag, TagLearned, TagsForgotten
from companion.tags.pieces import Pieces
from tests.companion.settings import DRAW, everything_shown, open_table, sit_and_start, table_in, taught
from tests.proof.durability.failing import FailingConnection

BARRACUDA = installed()["barracuda"].pieces({})
OCTOPUS, KARAMBOLE, REEF, TIDE = (Piece("card", name) for name in ("Octopus", "Karambole", "Reef Bar", "Tide Bar"))
PAWN, BAG = Piece("pawn", "A", 3), Piece("bag", "D")
FOUR, SEVEN, TEN = "04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6071829"
IS_PAWN = say("enrolment.is_pawn", number=3, who=Who("A"))


def do(pieces: Pieces, command: Any) -> Pieces:
    for event in enrolment.decide(pieces, command, BARRACUDA, installed(), playing=False):
        pieces = enrolment.evolve(pieces, event)
    return pieces


def refused(pieces: Pieces, command: Any, *, playing: bool = False) -> Said:
    before = pieces.tags()
    with pytest.raises(Illegal) as caught:
        enrolment.decide(pieces, command, BARRACUDA, installed(), playing=playing)
    assert pieces.tags() == before
    return caught.value.refusal.said


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN, SEVEN.upper()])
def test_a_tag_of_four_seven_or_ten_bytes_is_learned(uid: str) -> None:
    assert do(Pieces(), LearnTag(uid, PAWN)).tags() == ((bytes.fromhex(uid), PAWN),)


@pytest.mark.parametrize(("uid", "piece", "why"), [
    *((uid, PAWN, "no_uid") for uid in ("", FOUR + "00", TEN + "00", "zz" * 4, "04 a1 b2 c3", "88a1b2c3", "٠٤" * 4)),
    ("08a1b2c3", PAWN, "random"),
    *((SEVEN, piece, "no_piece") for piece in (Piece("card", "Casino"), Piece("pawn", "A", 6), Piece("key", "ok"))),
])  # fmt: skip
def test_an_invalid_uid_and_a_piece_that_is_not_in_the_box_are_refused(uid: str, piece: Piece, why: str) -> None:
    assert refused(Pieces(), LearnTag(uid, piece)) == say(f"enrolment.refusal.{why}")


def test_renewing_forgets_the_pieces_old_tag_and_the_tags_old_piece_in_one_act() -> None:
    pieces, renewing = taught(t04a1b2c3=PAWN, t04a1b2c4=BAG), LearnTag("04a1b2c4", PAWN, renew=True)
    events = enrolment.decide(pieces, renewing, BARRACUDA, installed(), playing=False)
    assert events == (TagsForgotten(("04a1b2c3", "04a1b2c4")), TagLearned("04a1b2c4", PAWN))
    after = do(pieces, renewing)
    assert after.tags() == do(after, renewing).tags() == ((bytes.fromhex("04a1b2c4"), PAWN),)


def test_an_import_adds_or_replaces_also_cards_of_a_game_that_comes_later_and_refuses_duplicates_both_ways() -> None:
    pieces, rows = taught(t04a1b2c3=PAWN), ((SEVEN, BAG), (TEN, Piece("card", "Casino")))
    for replace, laid in ((False, ["A", "D", "Casino"]), (True, ["D", "Casino"])):
        assert [piece.name for _, piece in do(pieces, ImportTags(rows, replace)).tags()] == laid
    for why, *wrong in [
        (IS_PAWN, (SEVEN, BAG), (FOUR, REEF)), (say("enrolment.refusal.has_tag"), (SEVEN, BAG), (TEN, PAWN)),
        (say("enrolment.is_bag", who=Who("D")), (SEVEN, BAG), (SEVEN, REEF)), (say("enrolment.refusal.no_uid"), ("04", BAG)),
    ]:  # fmt: skip
        assert refused(pieces, ImportTags(tuple(wrong))) == why, wrong
    assert do(pieces, ImportTags(((FOUR, PAWN), (SEVEN, BAG)))).find(bytes.fromhex(SEVEN)) == BAG


@pytest.mark.parametrize("command", [ForgetTags((PAWN,)), ForgetAllTags(), ImportTags(()), ImportTags((), replace=True)])
def test_nothing_is_forgotten_or_imported_while_a_game_is_on(command: Any) -> None:
    pieces = taught(t04a1b2c3=PAWN)
    assert refused(pieces, command, playing=True) == say("table.refusal.game_on")
    do(pieces, command)


@pytest.mark.parametrize("piece", [PAWN, BAG, OCTOPUS], ids=lambda piece: piece.kind)
def test_no_known_tag_becomes_another_piece_while_a_game_is_on(piece: Piece) -> None:
    """If somebody renewed the tags and laid the wrong pawn, that one would be read as another from then on."""
    pieces = taught(t04a1b2c3=piece, t04a1b2c4=REEF)
    renewing = LearnTag(FOUR, Piece("pawn", "B", 1), renew=True)
    assert refused(pieces, renewing, playing=True) in (enrolment.is_already(piece, installed()), say("enrolment.refusal.known"))
    assert do(pieces, renewing).find(bytes.fromhex(FOUR)) == renewing.piece, "between games it can"


@pytest.mark.parametrize("renew", [False, True])
def test_no_card_is_named_while_a_game_is_on_whatever_is_asked(renew: bool) -> None:
    """A right guess isn't confirmed either: whether or not it is the card, the answer is the same."""
    pieces = taught(t04a1b2c3=KARAMBOLE, t04a1b2c4=PAWN)
    for guess in (KARAMBOLE, OCTOPUS):
        assert refused(pieces, LearnTag(FOUR, guess, renew), playing=True) == say("enrolment.refusal.known")
    assert refused(pieces, LearnTag("04a1b2c4", OCTOPUS), playing=True) == IS_PAWN, "pawns are in full view"


# At a table, and step by step through a whole box

BOX = tuple(dict.fromkeys(piece for game in installed().values() for piece in game.pieces({})))
RIGHT, KNOWN = Answer(True), Answer(False, say("enrolment.refusal.known"))


def tag(number: int) -> bytes:
    return bytes([4, 0, 0, 0, 0, 0, number])


def learn(table: Table, number: int, piece: Piece, *, renew: bool = False) -> None:
    table.act(TABLE, LearnTag(tag(number).hex(), piece, renew))


def lay(table: Table, *numbers: int) -> list[Answer]:
    return [table.tap("reader 1", tag(number)) for number in numbers]


def known(table: Table) -> dict[int, Piece]:
    return {uid[-1]: piece for uid, piece in table.now.pieces.tags()}


def is_card(name: str) -> Answer:
    return Answer(False, say("enrolment.is_thing", thing=Thing(name)))


@pytest.mark.parametrize(("step", "after"), [(1, False), (3, False), (3, True)])
def test_a_lesson_on_a_failing_disk_is_settled_by_laying_the_tag_again(tmp_path: Path, step: int, after: bool) -> None:
    """BEGIN, INSERT and COMMIT in turn; with *after* the step was done before it failed, as happens with disks."""
    connection = FailingConnection(connect(tmp_path / "journal.sqlite"))
    table = open_table(connection)
    table.teaching.start_walk(renew=False)
    connection.fail(step, step, after=after)
    assert lay(table, 7) == [Answer(False, say("table.disk"))]
    assert table.now.walk.at == 0
    assert lay(table, 7) == [RIGHT]
    assert table_in(tmp_path).now.pieces.tags() == table.now.pieces.tags() == ((tag(7), BOX[0]),)


def test_keys_skip_go_back_to_mend_a_slip_and_stop(table: Table) -> None:
    """Two tags were laid in the wrong order: go back twice, and lay both again."""
    table.teaching.start_walk(renew=False)
    assert table.press("back") == Answer(False, say("enrolment.refusal.first"))
    for key, piece in (("ok", BOX[1]), ("back", BOX[0])):
        assert table.press(key) == RIGHT
        assert table.now.walk.wanted == piece
    lay(table, 1)
    table.press("back")
    assert lay(table, 1) == [RIGHT], "the right tag, laid again, is still right"
    table.press("back")
    assert lay(table, 0, 1) == [RIGHT, RIGHT], "another tag replaces it, and the one that was mistaken for it is free"
    assert lay(table, 0) == [is_card("Barracuda")]
    assert known(table) == {0: BOX[0], 1: BOX[1]}
    assert table.press("last_order") == Answer(True, say("enrolment.missing", count=len(BOX) - 2))
    assert table.now.walk is None


def test_renewing_takes_tags_as_they_come_but_none_twice_until_there_is_nothing_left_to_walk_for(table: Table) -> None:
    """A whole set was taught one off: each tag moves to the piece that it is on."""
    table.act(TABLE, ImportTags(tuple((tag(number - 1).hex(), piece) for number, piece in enumerate(BOX) if number)))
    table.teaching.start_walk(renew=True)
    assert lay(table, 0, 0) == [RIGHT, is_card("Barracuda")]
    assert lay(table, *range(1, len(BOX)))[-1] == Answer(True, say("enrolment.all_known"))
    assert known(table) == dict(enumerate(BOX))
    with pytest.raises(Illegal, match="nothing_left"):
        table.teaching.start_walk(renew=False)


def test_a_lesson_in_mid_game_changes_no_ask_and_a_dead_stickers_is_told_to_everybody(game: Table, tmp_path: Path) -> None:
    game.act(*DRAW)
    before = {name: standing.number for name, standing in game.now.standing("A").items()}
    learn(game, 7, OCTOPUS)
    for table in (game, table_in(tmp_path)):
        assert {name: standing.number for name, standing in table.now.standing("A").items()} == before
    assert lay(game, 7) == [RIGHT]
    game.act(*DRAW)
    learn(game, 8, TIDE)
    assert game.now.announced is None, "a piece's first tag takes nothing from anybody"
    learn(game, 10, TIDE, renew=True)
    assert game.now.announced[1] == say("enrolment.renewed"), "which card isn't said, for it may be in somebody's hand"
    assert lay(game, 8, 10) == [Answer(False, say("table.unknown_tag")), RIGHT]
    assert game.now.view(TABLE).bar("Tide Bar").lessee == "B"
    again = table_in(tmp_path)
    assert (everything_shown(again), again.now.pieces.tags()) == (everything_shown(game), game.now.pieces.tags())


@pytest.mark.parametrize("wrong", [
    lambda: taught(t04=PAWN).learn(b"\4", BAG), lambda: taught(t04=PAWN).learn(b"\5", PAWN),
    lambda: walk.step(walk.begin(Pieces(), BOX, renew=False), "jump"),
])  # fmt: skip
def test_no_tag_and_no_piece_is_known_twice_and_no_walk_has_other_steps(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"already|no step 'jump'"):
        wrong()


def test_taps_and_keys_go_to_the_walk_and_not_to_the_game(game: Table) -> None:
    learn(game, 9, OCTOPUS)
    game.teaching.start_walk(renew=False)
    before = everything_shown(game)
    for key in ("ok", "back", "ok"):
        game.press(key)
    lay(game, 5)
    assert everything_shown(game) == before
    assert game.now.meaning(OCTOPUS, "reader 1") == Nothing(say("enrolment.walking"))
    game.press("last_order")
    assert game.press("ok") == RIGHT
    assert everything_shown(game) != before


@pytest.mark.parametrize("renew", [False, True])
def test_a_walk_names_no_card_while_a_game_is_on(table: Table, renew: bool) -> None:
    """Neither a sentence nor a success names it: the wanted card and any other get the same answer; a new tag is taught."""
    for number in (0, 1):
        learn(table, number, BOX[number])
    sit_and_start(table)
    table.act(*DRAW)
    table.teaching.start_walk(renew=renew)
    assert lay(table, 0, 1, 2) == [KNOWN, KNOWN, RIGHT]
    assert known(table) == ({1: BOX[1], 2: BOX[0]} if renew else dict(enumerate(BOX[:3])))
