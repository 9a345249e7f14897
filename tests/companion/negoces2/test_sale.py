"""A sale (4): offers, the deal, the forced sale, and what tags mean; N2, N3, N5, N7, N8, N12 to N15."""

import pytest

from companion.games.negoces2 import rules
from companion.games.negoces2.model import Opening, Selling, State

from companion.games.negoces2.moves import (  # isort: skip
    Accept, ForceSale, HideCoins, LayCard, NameOpener, Offer, SetCoins, Withdraw,
)  # fmt: skip
from companion.games.negoces2.taps import pieces
from companion.kit import TABLE, Amount, Choice, Much, Piece, Play, Point
from tests.companion.negoces2.positions import BY_CHANCE, DEAL, DEALT, RICH, hand, position, purse, sale
from tests.companion.playing import ask_named, asked, play, refused, tap, tap_code

COINS = Offer("", face_down=False, coins=3)


def selling(*moves: tuple[str, object], card: str = "wine", face_down: bool = False) -> State:
    return play(position(), ("A", LayCard(card, face_down)), *moves)


def test_n8_coins_on_the_card_go_up_and_down_within_what_the_seller_has_and_offers_stay() -> None:
    state = selling(("A", SetCoins(15)), ("B", COINS), ("A", SetCoins(1)))
    assert (purse(state, "A"), state.phase.coins, state.phase.offers["B"].revision) == (14, 1, 1)
    assert purse(play(state, ("A", Accept("B", 1))), "B") == 15 - 3 + 1


def test_4_2_what_lies_there_can_be_offered_again() -> None:
    """All fifteen coins and the last card of a good, in an offer that replaces one with the same."""
    one_tea = {"B": "tea silk silk silk silk jade jade jade", "D": "perfume perfume perfume perfume tea tea tea jade"}
    offers = [("B", Offer("tea", face_down, coins)) for face_down, coins in ((True, 15), (False, 14))]
    state = play(position({**DEALT, **one_tea}), ("A", LayCard("wine", face_down=False)), *offers)
    assert (hand(state, "B"), purse(state, "B")) == ("silk silk silk silk jade jade jade", 1)


def test_n15_the_table_waits_for_a_word_from_each_buyer_and_the_seller_need_not() -> None:
    state = selling(("B", Withdraw()), ("C", COINS))
    awaited = [[ask.name for ask in asked(state, seat) if ask.is_open and ask.awaited] for seat in "ABCD"]
    assert awaited == [["accept_C", "force"], [], [], ["offer", "withdraw"]]
    assert play(state, ("A", Accept("C", 1))).phase == Selling("C")


@pytest.mark.parametrize(("offer", "next_"), [
    (Offer("tea", face_down=False, coins=0), "A"), (Offer("tea", face_down=True, coins=9), "A"), (COINS, "B"),
])  # fmt: skip
def test_n2_whoever_holds_nine_sells_next(offer: Offer, next_: str) -> None:
    state = selling(("B", offer), ("A", Accept("B", 1)))
    assert state.phase == Selling(next_)
    assert [len(state.hands[seat].open()) for seat in "ABCD"] == [9 if seat == next_ else 8 for seat in "ABCD"]


def test_n3_all_offers_go_back_the_sellers_coins_too_and_offered_cards_are_shown() -> None:
    offers = (("B", Offer("tea", face_down=True, coins=3)), ("D", Offer("jade", face_down=False, coins=0)))
    state = selling(("A", SetCoins(7)), *offers, ("A", ForceSale("spices", "jade")))
    assert (state.phase.shown, purse(state, "A"), purse(state, "B")) == ({"D": 4}, 15, 15)


def test_n13_a_good_that_lies_on_the_market_alone_may_be_named() -> None:
    state = play(position(RICH), ("A", LayCard("tea", face_down=True)))
    assert [play(state, ("A", ForceSale("silk", other))).phase.shown for other in ("silk", "tea")] == [{"B": 3}] * 2


@pytest.mark.parametrize(("seat", "awaited"), [("A", False), ("D", False), (TABLE, True)])
def test_n12_nobody_in_particular_is_waited_for_where_all_may_name_the_opener(seat: str, awaited: bool) -> None:
    state = play(rules.setup("ABCD", {"opener": "named"}), *BY_CHANCE)
    assert asked(state, seat) == (Choice("opener", tuple(NameOpener(one) for one in "ABCD"), awaited=awaited),)


def test_4_what_an_offer_can_hold_counts_what_its_buyer_has_on_the_market() -> None:
    lay, offered = ("A", LayCard("wine", face_down=False)), ("B", Offer("tea", face_down=True, coins=4))
    cards = [Offer(good, face_down, coins=0) for good in ("tea", "silk") for face_down in (False, True)]
    muches = (*(Much(offer, 0, 7) for offer in cards), Much(Offer("", face_down=False, coins=0), 1, 7))
    for moves in ((lay,), (lay, offered)):
        ask = ask_named(play(position(coins={"B": 7}), *moves), "B", "offer")
        assert ask == Amount("offer", "coins", muches, awaited=moves == (lay,))


def test_n7_nobody_hides_coins_where_that_was_agreed_for_all_and_only_players_do() -> None:
    for state in (position(), position(hidden=True)):
        assert refused(state, "A", HideCoins()) == "N7 coins_agreed"
        assert "hide_coins" not in [ask.name for ask in asked(state, "A")]
    assert [refused(position(each=True), who, HideCoins()) for who in (TABLE, "E")] == ["4 not_asked"] * 2


def test_n14_cards_carry_tags_only_where_agreed_and_then_pick_themselves_on_their_players_page() -> None:
    assert {piece.kind for piece in pieces({})} == {"bag"}
    cards = [piece for piece in pieces({"tags": "on"}) if piece.kind == "card"]
    assert len(cards) == len(set(cards)) == 33
    # Whether the seller holds the card makes no difference, because the table doesn't know.
    wine, jade = Piece("card", "wine", 2), Piece("card", "jade", 1)
    assert [tap(position(tags="on"), piece) for piece in (wine, jade)] == [Point("A", "lay", "wine"), Point("A", "lay", "jade")]
    assert tap(play(position(sold="BCD", tags="on"), *sale("B", 1, "wine")), jade) == Point("B", "lay", "jade")
    assert tap_code(play(position(tags="on"), ("A", LayCard("wine", face_down=True))), wine) == "offer_by_phone"
    others = Piece("card", "Octopus"), Piece("token", "red"), Piece("pawn", "A")
    assert [tap_code(position(), wine), *(tap_code(position(tags="on"), one) for one in others)] == ["lay"] * 4


def test_n12_the_winners_bag_pawn_opens_the_bidding_and_a_tap_before_the_deal_names_what_is_missing() -> None:
    hands = {seat: words.removesuffix(" contraband") for seat, words in DEALT.items()}
    assert tap(position(hands, phase=Opening(), opener="named"), Piece("bag", "C")) == Play(TABLE, NameOpener("C"))
    assert tap_code(position(hands, phase=Opening()), Piece("bag", "C")) == "opener"
    state = rules.setup("ABCD", {"deal": "cards", "tags": "on"})
    assert tap(play(state, DEAL[0]), Piece("card", "tea", 1)) == Point("B", "deal", "tea")
