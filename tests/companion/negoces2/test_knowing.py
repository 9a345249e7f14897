"""Rule 6: who may know what; N7, N14."""

from companion.games.negoces2.model import Opening
from companion.games.negoces2.moves import HideCoins, LayCard, NameOpener
from companion.games.negoces2.rules import setup
from companion.games.negoces2.taps import pieces
from companion.kit import TABLE, Nothing, Piece, Play, Point, say
from tests.companion.negoces2.positions import DEAL, DEALT, position, sale
from tests.companion.playing import asked, play, refused, tap, tap_code


def test_n7_nobody_hides_coins_where_that_was_agreed_for_all_and_only_players_do() -> None:
    for state in (position(), position(hidden=True)):
        assert refused(state, "A", HideCoins()) == "N7 coins_agreed"
        assert "hide_coins" not in [ask.name for ask in asked(state, "A")]
    assert [refused(position(each=True), who, HideCoins()) for who in (TABLE, "E")] == ["4 not_asked"] * 2


# Tags and keys


def test_n14_cards_carry_tags_only_where_agreed_and_then_pick_themselves_on_their_players_page() -> None:
    assert {piece.kind for piece in pieces({})} == {"bag"}
    cards = [piece for piece in pieces({"tags": "on"}) if piece.kind == "card"]
    assert len(cards) == len(set(cards)) == 33
    # Whether the seller holds the card makes no difference, because the table doesn't know.
    wine, jade = Piece("card", "wine", 2), Piece("card", "jade", 1)
    assert [tap(position(tags="on"), piece) for piece in (wine, jade)] == [Point("A", "lay", "wine"), Point("A", "lay", "jade")]
    assert tap(play(position(sold="BCD", tags="on"), *sale("B", 1, "wine")), jade) == Point("B", "lay", "jade")
    assert tap_code(play(position(tags="on"), ("A", LayCard("wine", face_down=True))), wine) == "offer_by_phone"
    assert tap_code(position(), wine) == tap_code(position(tags="on"), Piece("card", "Octopus")) == "lay"


def test_n12_the_winners_bag_pawn_opens_the_bidding_and_a_tap_before_the_deal_names_what_is_missing() -> None:
    hands = {seat: words.removesuffix(" contraband") for seat, words in DEALT.items()}
    assert tap(position(hands, phase=Opening(), opener="named"), Piece("bag", "C")) == Play(TABLE, NameOpener("C"))
    assert tap_code(position(hands, phase=Opening()), Piece("bag", "C")) == "opener"
    tea = Piece("card", "tea", 1)
    assert tap_code(position(hands, phase=Opening(), tags="on"), tea) == "opener"
    state = setup("ABCD", {"deal": "cards", "tags": "on"})
    assert tap(state, tea) == Point("A", "deal", "tea")
    assert tap(play(state, DEAL[0]), tea) == Point("B", "deal", "tea")
    assert tap(state, Piece("key", "ok")) == Nothing(say("negoces2.tap.deal"))
