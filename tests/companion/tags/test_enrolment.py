"""Which tag is which piece: taught, renewed and forgotten; and revealed to nobody while a card may lie face down."""

from typing import Any

import pytest

from companion.games import installed
from companion.kit import Illegal, Piece, Said, Who, say
from companion.tags import enrolment
from companion.tags.enrolment import ForgetAllTags, ForgetTags, ImportTags, LearnTag, TagLearned, TagsForgotten
from companion.tags.pieces import Pieces
from tests.companion.settings import taught

BOX = installed()["barracuda"].pieces({})
OCTOPUS, KARAMBOLE, REEF = (Piece("card", name) for name in ("Octopus", "Karambole", "Reef Bar"))
PAWN, BAG, GREEN = Piece("pawn", "A", 3), Piece("bag", "D"), Piece("token", "green")
FOUR, SEVEN, TEN = "04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6071829"
IS_PAWN = say("enrolment.is_pawn", number=3, who=Who("A"))


def do(pieces: Pieces, command: Any, *, playing: bool = False) -> Pieces:
    for event in enrolment.decide(pieces, command, BOX, installed(), playing=playing):
        pieces = enrolment.evolve(pieces, event)
    return pieces


def refused(pieces: Pieces, command: Any, *, playing: bool = False) -> Said:
    before = pieces.tags()
    with pytest.raises(Illegal) as caught:
        enrolment.decide(pieces, command, BOX, installed(), playing=playing)
    assert pieces.tags() == before
    return caught.value.refusal.said


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN, SEVEN.upper()])
def test_a_tag_of_four_seven_or_ten_bytes_is_learned(uid: str) -> None:
    assert do(Pieces(), LearnTag(uid, PAWN)).tags() == ((bytes.fromhex(uid), PAWN),)


@pytest.mark.parametrize(("uid", "piece", "why"), [
    *((uid, PAWN, "no_uid") for uid in ("", "04", FOUR + "00", SEVEN + "00", TEN + "00")),
    *((uid, PAWN, "no_uid") for uid in ("zz" * 4, "04 a1 b2 c3", "88a1b2c3", "٠٤" * 4)),
    *((SEVEN, piece, "no_piece") for piece in (Piece("card", "Casino"), Piece("pawn", "A", 6), Piece("pawn", "F"))),
    (SEVEN, Piece("key", "ok"), "no_piece"),
])  # fmt: skip
def test_an_invalid_uid_and_a_piece_that_is_not_in_the_box_are_refused(uid: str, piece: Piece, why: str) -> None:
    assert refused(Pieces(), LearnTag(uid, piece)) == say(f"enrolment.refusal.{why}")


def test_renewing_forgets_the_pieces_old_tag_and_the_tags_old_piece_in_one_act() -> None:
    pieces, renewing = taught(t04a1b2c3=PAWN, t04a1b2c4=BAG), LearnTag("04a1b2c4", PAWN, renew=True)
    events = enrolment.decide(pieces, renewing, BOX, installed(), playing=False)
    assert events == (TagsForgotten(("04a1b2c3", "04a1b2c4")), TagLearned("04a1b2c4", PAWN))
    after = do(pieces, renewing)
    assert after.tags() == do(after, renewing).tags() == ((bytes.fromhex("04a1b2c4"), PAWN),)


def test_an_import_adds_or_replaces_also_cards_of_a_game_that_comes_later() -> None:
    pieces, rows = taught(t04a1b2c3=PAWN), ((SEVEN, BAG), (TEN, REEF))
    for replace, laid in ((False, [PAWN, BAG, REEF]), (True, [BAG, REEF])):
        assert [piece for _, piece in do(pieces, ImportTags(rows, replace)).tags()] == laid
    assert do(Pieces(), ImportTags(((SEVEN, Piece("card", "Casino")),))).tags()


def test_an_import_refuses_duplicates_both_ways_and_then_changes_nothing() -> None:
    pieces = taught(t04a1b2c3=PAWN)
    for why, *rows in [
        (IS_PAWN, (SEVEN, BAG), (FOUR, REEF)), (say("enrolment.refusal.has_tag"), (SEVEN, BAG), (TEN, PAWN)),
        (say("enrolment.is_bag", who=Who("D")), (SEVEN, BAG), (SEVEN, REEF)), (say("enrolment.refusal.no_uid"), ("04", BAG)),
    ]:  # fmt: skip
        assert refused(pieces, ImportTags(tuple(rows))) == why, rows
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
