"""Which tag is which piece: taught, renewed, forgotten, kept; and told to nobody while a card may lie face down."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion import enrolment
from companion.barracuda.model import CARDS
from companion.enrolment import ForgetAllTags, ForgetTags, ImportTags, LearnTag, TagLearned, TagsForgotten
from companion.game import TABLE, Illegal, Nothing, Play, Said, Term, Thing, Who, say
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Piece, Pieces
from companion.seating import StandUp
from companion.table import Answer, Stale, Table
from tests.companion.settings import DRAW, everything_shown, first, open_table, play, sit_and_start, table_in
from tests.proof.failing import FailingConnection

BOX = GAMES["barracuda"].pieces({})
OCTOPUS, KARAMBOLE, REEF = (Piece("card", name) for name in ("Octopus", "Karambole", "Reef Bar"))
PAWN, BAG, GREEN = Piece("pawn", "A", 3), Piece("bag", "D"), Piece("token", "green")
FOUR, SEVEN, TEN = "04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6071829"


def do(pieces: Pieces, command: Any, *, playing: bool = False) -> Pieces:
    for event in enrolment.decide(pieces, command, BOX, playing=playing):
        pieces = enrolment.evolve(pieces, event)
    return pieces


def refused(pieces: Pieces, command: Any, *, playing: bool = False) -> Said:
    before = pieces.tags()
    with pytest.raises(Illegal) as caught:
        enrolment.decide(pieces, command, BOX, playing=playing)
    assert pieces.tags() == before
    return caught.value.refusal.said


def taught(**some: Piece) -> Pieces:
    """Return what a table knows; a tag's name is its UID with a letter before it."""
    return Pieces({bytes.fromhex(tag[1:]): piece for tag, piece in some.items()})


# Teaching


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN, SEVEN.upper()])
def test_a_tag_of_four_seven_or_ten_bytes_is_learned(uid: str) -> None:
    assert do(Pieces(), LearnTag(uid, PAWN)).tags() == ((bytes.fromhex(uid), PAWN),)


@pytest.mark.parametrize(
    "uid", ["", "04", FOUR + "00", SEVEN + "00", TEN + "00", "zz" * 4, "04 a1 b2 c3", "88a1b2c3", "٠٤" * 4]
)
def test_what_is_no_uid_is_refused(uid: str) -> None:
    assert refused(Pieces(), LearnTag(uid, PAWN)) == say("enrolment.refusal.no_uid")


def test_a_number_that_is_drawn_anew_each_time_is_refused() -> None:
    assert refused(Pieces(), LearnTag("08a1b2c3", PAWN)) == say("enrolment.refusal.random")
    do(Pieces(), LearnTag("08a1b2c3d4e5f6", PAWN))  # Only single-size UIDs are ever random.


def test_a_known_tag_is_refused_by_the_name_of_its_piece() -> None:
    pieces = taught(t04a1b2c3=KARAMBOLE, t04a1b2c4=PAWN, t04a1b2c5=BAG)
    assert refused(pieces, LearnTag("04a1b2c3", REEF)) == say("enrolment.is_card", thing=Thing("Karambole"))
    assert refused(pieces, LearnTag("04a1b2c4", REEF)) == say("enrolment.is_pawn", number=3, who=Who("A"))
    assert refused(pieces, LearnTag("04a1b2c5", REEF)) == say("enrolment.is_bag", who=Who("D"))
    tokens = taught(t04a1b2c6=GREEN)
    assert refused(tokens, LearnTag("04a1b2c6", REEF)) == say("enrolment.is_token", token=Term("enrolment.token.green"))


def test_a_piece_that_has_a_tag_is_refused_another() -> None:
    assert refused(taught(t04a1b2c3=PAWN), LearnTag(SEVEN, PAWN)) == say("enrolment.refusal.has_tag")


@pytest.mark.parametrize("piece", [Piece("card", "Casino"), Piece("pawn", "A", 6), Piece("pawn", "F"), Piece("key", "ok")])
def test_what_is_not_in_the_box_is_refused(piece: Piece) -> None:
    assert refused(Pieces(), LearnTag(SEVEN, piece)) == say("enrolment.refusal.no_piece")


def test_renewing_forgets_the_old_tag_and_what_the_tag_was_in_one_act() -> None:
    pieces = taught(t04a1b2c3=PAWN, t04a1b2c4=BAG)
    events = enrolment.decide(pieces, LearnTag("04a1b2c4", PAWN, renew=True), BOX, playing=False)
    assert events == (TagsForgotten(("04a1b2c3", "04a1b2c4")), TagLearned("04a1b2c4", PAWN))
    after = do(pieces, LearnTag("04a1b2c4", PAWN, renew=True))
    assert after.tags() == ((bytes.fromhex("04a1b2c4"), PAWN),)
    assert do(after, LearnTag("04a1b2c4", PAWN, renew=True)).tags() == after.tags()


# Forgetting


def test_one_or_all_are_forgotten() -> None:
    pieces = taught(t04a1b2c3=PAWN, t04a1b2c4=BAG, t04a1b2c5=REEF)
    assert [piece for _, piece in do(pieces, ForgetTags((BAG,))).tags()] == [PAWN, REEF]
    assert refused(pieces, ForgetTags((OCTOPUS,))) == say("enrolment.refusal.no_tag")
    assert do(pieces, ForgetAllTags()).tags() == ()
    assert do(Pieces(), ForgetAllTags()).tags() == ()


# A whole set at once


def test_an_import_adds_or_replaces() -> None:
    pieces, rows = taught(t04a1b2c3=PAWN), ((SEVEN, BAG), (TEN, REEF))
    assert [piece for _, piece in do(pieces, ImportTags(rows)).tags()] == [PAWN, BAG, REEF]
    assert [piece for _, piece in do(pieces, ImportTags(rows, replace=True)).tags()] == [BAG, REEF]


def test_an_import_refuses_duplicates_both_ways_and_then_changes_nothing() -> None:
    pieces = taught(t04a1b2c3=PAWN)
    assert refused(pieces, ImportTags(((SEVEN, BAG), ("04a1b2c3", REEF)))) == say("enrolment.is_pawn", number=3, who=Who("A"))
    assert refused(pieces, ImportTags(((SEVEN, BAG), (TEN, PAWN)))) == say("enrolment.refusal.has_tag")
    assert refused(Pieces(), ImportTags(((SEVEN, BAG), (SEVEN, REEF)))) == say("enrolment.is_bag", who=Who("D"))
    assert refused(Pieces(), ImportTags((("04", BAG),))) == say("enrolment.refusal.no_uid")
    assert do(pieces, ImportTags((("04a1b2c3", PAWN), (SEVEN, BAG)))).find(bytes.fromhex(SEVEN)) == BAG


def test_an_import_may_name_cards_of_a_game_that_comes_later() -> None:
    assert do(Pieces(), ImportTags(((SEVEN, Piece("card", "Casino")),))).tags()


# While a game is on


@pytest.mark.parametrize("command", [ForgetTags((PAWN,)), ForgetAllTags(), ImportTags(()), ImportTags((), replace=True)])
def test_nothing_is_forgotten_or_imported_while_a_game_is_on(command: Any) -> None:
    pieces = taught(t04a1b2c3=PAWN)
    assert refused(pieces, command, playing=True) == say("table.refusal.game_on")
    do(pieces, command)


def test_a_new_tag_is_taught_and_an_old_one_renewed_while_a_game_is_on() -> None:
    pieces = do(Pieces(), LearnTag(SEVEN, OCTOPUS), playing=True)
    assert do(pieces, LearnTag(TEN, OCTOPUS, renew=True), playing=True).tags() == ((bytes.fromhex(TEN), OCTOPUS),)


@pytest.mark.parametrize("piece", [PAWN, BAG, OCTOPUS], ids=lambda piece: piece.kind)
def test_no_known_tag_becomes_another_piece_while_a_game_is_on(piece: Piece) -> None:
    """Somebody renews and lays the wrong pawn: that would be read as another from then on."""
    pieces = taught(t04a1b2c3=piece, t04a1b2c4=REEF)
    renewing = LearnTag("04a1b2c3", Piece("pawn", "B", 1), renew=True)
    assert refused(pieces, renewing, playing=True) in (enrolment.is_already(piece), say("enrolment.refusal.known"))
    assert do(pieces, renewing).find(bytes.fromhex("04a1b2c3")) == renewing.piece, "between games it may"


def test_a_pawn_that_is_renewed_with_its_own_tag_keeps_it() -> None:
    pieces = taught(t04a1b2c3=PAWN)
    assert enrolment.decide(pieces, LearnTag("04a1b2c3", PAWN, renew=True), BOX, playing=True) == ()


@pytest.mark.parametrize("renew", [False, True])
def test_no_card_is_named_while_a_game_is_on_whatever_is_asked(renew: bool) -> None:
    """Also not by being right: whether the guess is the card or another, the answer is the same."""
    pieces = taught(t04a1b2c3=KARAMBOLE, t04a1b2c4=PAWN)
    for guess in (KARAMBOLE, OCTOPUS):
        assert refused(pieces, LearnTag("04a1b2c3", guess, renew), playing=True) == say("enrolment.refusal.known")
    named = refused(pieces, LearnTag("04a1b2c4", OCTOPUS), playing=True)
    assert named == say("enrolment.is_pawn", number=3, who=Who("A")), "pawns stand in everybody's sight"


# At the table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return table_in(tmp_path)


def test_lessons_are_kept_in_the_journal(table: Table, tmp_path: Path) -> None:
    table.act(TABLE, LearnTag(SEVEN, OCTOPUS))
    table.act(TABLE, ImportTags(((FOUR, PAWN), (TEN, BAG))))
    table.act(TABLE, ForgetTags((PAWN,)))
    again = table_in(tmp_path)
    assert again.pieces.tags() == table.pieces.tags() == ((bytes.fromhex(SEVEN), OCTOPUS), (bytes.fromhex(TEN), BAG))
    again.act(TABLE, ForgetAllTags())
    assert table_in(tmp_path).pieces.tags() == ()


def test_rows_change_what_a_box_knew_before_the_first_of_them(tmp_path: Path) -> None:
    def simulated() -> Table:
        given = taught(t04a1b2c3=PAWN, t04a1b2c4=BAG)
        return Table(Journal(connect(tmp_path / "journal.sqlite")), GAMES, given, first)

    table = simulated()
    table.act(TABLE, ForgetTags((PAWN,)))
    table.act(TABLE, LearnTag(SEVEN, BAG, renew=True))
    assert simulated().pieces.tags() == table.pieces.tags() == ((bytes.fromhex(SEVEN), BAG),)


def test_rows_that_were_written_on_an_empty_box_can_be_read_on_a_full_one(table: Table, tmp_path: Path) -> None:
    table.act(TABLE, LearnTag("04a1b2c3", BAG))
    full = taught(t04a1b2c3=PAWN, t04a1b2c4=BAG)
    again = Table(Journal(connect(tmp_path / "journal.sqlite")), GAMES, full, first)
    assert again.pieces.tags() == ((bytes.fromhex("04a1b2c3"), BAG),), "a tag is one piece, and a piece has one tag"


def test_a_lesson_in_mid_game_is_replayed_with_the_game(table: Table, tmp_path: Path) -> None:
    sit_and_start(table)
    play(table, [DRAW])
    table.act(TABLE, LearnTag(SEVEN, OCTOPUS))
    assert table.tap("reader 1", bytes.fromhex(SEVEN)) == Answer(True)
    assert table.view(TABLE).bar("Octopus").lessee == "A"
    table.act(TABLE, LearnTag(TEN, PAWN))
    play(table, [DRAW])
    again = table_in(tmp_path)
    assert everything_shown(again) == everything_shown(table)
    assert again.pieces.tags() == table.pieces.tags()


def test_a_dead_sticker_is_replaced_in_mid_game_and_everybody_told(table: Table, tmp_path: Path) -> None:
    table.act(TABLE, LearnTag(SEVEN, OCTOPUS))
    sit_and_start(table)
    play(table, [DRAW])
    table.act(TABLE, LearnTag(FOUR, PAWN))
    assert table.announced is None, "a first tag takes nothing from anybody"
    before = table.revision
    table.act(TABLE, LearnTag(TEN, OCTOPUS, renew=True))
    assert table.announced is not None
    assert table.announced[1] == say("enrolment.renewed"), "not of which card: it may be in somebody's hand"
    assert table.revision > before
    assert table.tap("reader 1", bytes.fromhex(SEVEN)) == Answer(False, say("table.unknown_tag"))
    assert table.tap("reader 1", bytes.fromhex(TEN)) == Answer(True)
    assert table.view(TABLE).bar("Octopus").lessee == "A"
    assert everything_shown(table_in(tmp_path)) == everything_shown(table)


def test_between_games_nothing_is_said_of_renewing_and_forgetting(table: Table) -> None:
    table.act(TABLE, LearnTag(SEVEN, OCTOPUS))
    table.act(TABLE, LearnTag(TEN, OCTOPUS, renew=True))
    table.act(TABLE, ForgetAllTags())
    assert table.announced is None


def test_asks_keep_their_numbers_when_a_tag_is_taught(table: Table, tmp_path: Path) -> None:
    sit_and_start(table)
    play(table, [DRAW])
    before = {name: standing.number for name, standing in table.standing("A").items()}
    table.act(TABLE, LearnTag(SEVEN, OCTOPUS))
    assert {name: standing.number for name, standing in table.standing("A").items()} == before
    assert {name: standing.number for name, standing in table_in(tmp_path).standing("A").items()} == before


def test_journals_from_before_tags_are_still_read(table: Table, tmp_path: Path) -> None:
    sit_and_start(table)
    with closing(connect(tmp_path / "journal.sqlite")) as connection:
        rows = connection.execute("SELECT game, seat, key, command, events, reply FROM rows ORDER BY n").fetchall()
    old = Journal(connect(tmp_path / "old.sqlite"))
    for game, seat, key, command, events, reply in rows:
        old.append(game, "1.table.1" if game == 0 else "1.barracuda.1", seat, key, command, events, reply)
    assert open_table(connect(tmp_path / "old.sqlite")).names == table.names


def test_an_unknown_tag_waits_until_it_is_taught_or_put_aside(table: Table) -> None:
    assert table.waiting_tag is None
    for uid in (FOUR, SEVEN):
        assert table.tap("reader 1", bytes.fromhex(uid)) == Answer(False, say("table.unknown_tag"))
    assert table.waiting_tag == bytes.fromhex(SEVEN), "the last one laid"
    with pytest.raises(Stale):
        table.put_aside(bytes.fromhex(FOUR))
    table.act(TABLE, LearnTag(FOUR, PAWN))
    assert table.waiting_tag == bytes.fromhex(SEVEN), "another was taught"
    table.act(TABLE, LearnTag(SEVEN, BAG))
    assert table.waiting_tag is None
    table.tap("reader 1", bytes.fromhex(TEN))
    table.put_aside(bytes.fromhex(TEN))
    assert table.waiting_tag is None


def test_a_piece_without_a_tag_means_nothing(table: Table) -> None:
    sit_and_start(table)
    play(table, [DRAW])
    assert table.meaning(OCTOPUS, "reader 1") == Nothing(say("table.unknown_tag"))
    table.act(TABLE, LearnTag(SEVEN, OCTOPUS))
    assert isinstance(table.meaning(OCTOPUS, "reader 1"), Play)
    assert table.meaning(Piece("key", "ok"), "panel") != Nothing(say("table.unknown_tag"))


def test_whoever_waits_is_woken_by_a_new_tag_and_by_its_lesson(table: Table) -> None:
    before = table.revision
    table.tap("reader 1", bytes.fromhex(SEVEN))
    waiting = table.revision
    table.act(TABLE, LearnTag(SEVEN, BAG))
    assert before < waiting < table.revision


def test_the_box_has_the_own_cards_of_the_game_that_was_started(table: Table) -> None:
    rows = [[f"Bar {card.name}"[:20], card.rent, card.places] for card in CARDS]
    assert OCTOPUS in table.box
    sit_and_start(table, cards=rows)
    assert Piece("card", "Bar Octopus") in table.box
    assert OCTOPUS not in table.box
    table.act(TABLE, LearnTag(SEVEN, Piece("card", "Bar Octopus")))


def test_a_repeated_lesson_with_its_key_is_one_row(table: Table, tmp_path: Path) -> None:
    reply = table.act(TABLE, LearnTag(SEVEN, BAG), key="k")
    assert table.act(TABLE, LearnTag(SEVEN, BAG), key="k") == reply
    with closing(connect(tmp_path / "journal.sqlite")) as connection:
        kept = [json.loads(events) for (events,) in connection.execute("SELECT events FROM rows")]
    assert kept == [[{"is": "TagLearned", "uid": SEVEN, "piece": {"is": "Piece", "kind": "bag", "name": "D", "number": 1}}]]


def test_seats_may_still_not_be_left_while_a_game_is_on(table: Table) -> None:
    sit_and_start(table)
    with pytest.raises(Illegal):
        table.act("A", StandUp())
    table.act("A", LearnTag(SEVEN, BAG))


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_lesson_on_a_failing_disk_is_settled_by_laying_the_tag_again(tmp_path: Path, step: int, after: bool) -> None:
    """BEGIN, INSERT and COMMIT in turn; *after* it was done all the same, as disks do."""
    connection = FailingConnection(connect(tmp_path / "journal.sqlite"))
    table = open_table(connection)
    table.start_walk(renew=False)
    connection.fail(step, step, after=after)
    assert table.tap("reader 1", bytes.fromhex(SEVEN)) == Answer(False, say("table.disk"))
    assert table.walk is not None
    assert table.walk.at == 0
    assert table.tap("reader 1", bytes.fromhex(SEVEN)) == Answer(True)
    again = table_in(tmp_path)
    assert again.pieces.tags() == table.pieces.tags() == ((bytes.fromhex(SEVEN), BOX[0]),)
