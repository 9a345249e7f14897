"""Rule 6: who may know what; N7, N14."""

from companion.games.negoces2.model import Opening
from companion.games.negoces2.moves import ForceSale, HideCoins, LayCard, NameOpener, Offer, OpenAnswers, SetCoins
from companion.games.negoces2.rules import setup
from companion.games.negoces2.taps import pieces
from companion.kit import TABLE, Nothing, Piece, Play, Point, say
from tests.companion.negoces2.positions import DEAL, DEALT, VIEWERS, position, sale
from tests.companion.playing import asked, play, refused, sight, tap, tap_code


def test_6_a_hand_is_seen_by_its_player_only_and_counted_by_all() -> None:
    state = position()
    hands = {
        "A": [("wine", 1, 4), ("spices", 2, 4), ("contraband", 0, 1)], "B": [("tea", 3, 4), ("silk", 4, 4)],
        "C": [("coffee", 5, 4), ("jewels", 6, 4)], "D": [("perfume", 7, 4), ("jade", 8, 4)],
    }  # fmt: skip
    for viewer in VIEWERS:
        shown = sight(state, viewer)
        assert [(one.name, one.number, one.count) for one in shown.hand or ()] == hands.get(viewer, [])
        assert [one.hand for one in shown.seats] == [9, 8, 8, 8]


def test_n7_nobody_hides_coins_where_that_was_agreed_for_all_and_only_players_do() -> None:
    for state in (position(), position(hidden=True)):
        assert refused(state, "A", HideCoins()) == "N7 coins_agreed"
        assert "hide_coins" not in [ask.name for ask in asked(state, "A")]
    assert [refused(position(each=True), who, HideCoins()) for who in (TABLE, "E")] == ["4 not_asked"] * 2


def test_n7_hidden_coins_are_seen_by_their_owner_and_on_the_market() -> None:
    state = position(hidden=True, coins={"C": 3})
    state = play(state, ("A", LayCard("wine", face_down=False)), ("A", SetCoins(5)), ("B", Offer("", face_down=False, coins=7)))
    for viewer in VIEWERS:
        shown = sight(state, viewer)
        assert [one.coins for one in shown.seats] == [
            held if seat == viewer else None for seat, held in (("A", 10), ("B", 8), ("C", 3), ("D", 15))
        ]
        assert shown.coins == {"A": 10, "B": 8, "C": 3, "D": 15}.get(viewer)
        assert (shown.market.coins, shown.market.offers[0].coins) == (5, 7)


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


def test_keys_and_pawns() -> None:
    ok, pawn = Piece("key", "ok"), Piece("bag", "C")
    assert tap_code(position(), ok) == "lay"
    selling = play(position(), ("A", LayCard("wine", face_down=True)))
    assert tap_code(selling, ok) == tap_code(selling, pawn) == "deal_first"
    assert tap_code(play(selling, ("A", ForceSale("wine", "jade"))), ok) == "pick"
    declaring = play(position(sold="BCD"), *sale("B", 1, "wine"))
    assert tap(declaring, ok) == Play(TABLE, OpenAnswers())
    assert tap_code(declaring, Piece("key", "last_order")) == "declare"


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
