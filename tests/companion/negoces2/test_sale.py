"""A sale (4): offers, the deal, the forced sale, and what tags mean; N2, N3, N5, N7, N8, N12 to N15."""

import pytest

from companion.games.negoces2 import rules
from companion.games.negoces2.model import Opening, Selling, State

from companion.games.negoces2.moves import (  # isort: skip
    Accept, CoinsSet, DealGoods, ForceSale, HideCoins, LayCard, NameOpener, Offer, OfferWithdrawn, PickCard, SetCoins,
    StoodBack, Withdraw,
)  # fmt: skip
from companion.games.negoces2.taps import pieces
from companion.kit import CHANCE, TABLE, Amount, Choice, Much, Nothing, Piece, Play, Point, say
from tests.companion.negoces2.positions import BY_CHANCE, DEAL, DEALT, RICH, hand, position, purse, sale
from tests.companion.playing import ask_named, asked, decided, play, refused, tap, tap_code

COINS = Offer("", face_down=False, coins=3)


def selling(*moves: tuple[str, object], card: str = "wine", face_down: bool = False) -> State:
    return play(position(), ("A", LayCard(card, face_down)), *moves)


def names(state: State, seat: str, *, awaited: bool | None = None) -> list[str]:
    return [ask.name for ask in asked(state, seat) if ask.is_open and awaited in (None, ask.awaited)]


def test_n8_coins_on_the_card_go_up_and_down_within_what_the_seller_has_and_offers_stay() -> None:
    state = selling(("A", SetCoins(15)))
    assert (purse(state, "A"), state.phase.coins) == (0, 15)
    state = play(state, ("A", SetCoins(4)))
    assert (purse(state, "A"), state.phase.coins) == (11, 4)
    assert [refused(state, "A", SetCoins(wrong)) for wrong in (16, -1)] == ["4.1 coins_held"] * 2
    assert refused(state, "B", SetCoins(1)) == "4 not_asked"
    assert purse(play(state, ("A", SetCoins(0))), "A") == 15
    state, events = decided(selling(("A", SetCoins(4)), ("B", COINS)), "A", SetCoins(1))
    assert (events, state.phase.offers["B"].revision) == ((CoinsSet("A", 1),), 1)
    assert purse(play(state, ("A", Accept("B", 1))), "B") == 15 - 3 + 1


def test_4_2_what_lies_there_can_be_offered_again_and_a_withdrawn_offer_comes_back_as_it_was() -> None:
    """All fifteen coins and the last card of a good, in an offer that replaces one with the same."""
    one_tea = {"B": "tea silk silk silk silk jade jade jade", "D": "perfume perfume perfume perfume tea tea tea jade"}
    offers = [("B", Offer("tea", face_down, coins)) for face_down, coins in ((True, 15), (False, 14))]
    state = play(position({**DEALT, **one_tea}), ("A", LayCard("wine", face_down=False)), *offers)
    assert (hand(state, "B"), purse(state, "B")) == ("silk silk silk silk jade jade jade", 1)
    before = selling()
    state, events = decided(play(before, ("C", Offer("coffee", face_down=True, coins=2))), "C", Withdraw())
    assert events == (OfferWithdrawn("C"),)
    assert (state.hands, state.coins) == (before.hands, before.coins)
    assert refused(state, "C", Withdraw()) == "4.2 nothing_offered"


def test_n15_the_table_waits_for_a_word_from_each_buyer_and_the_seller_need_not() -> None:
    state = selling()
    assert [names(state, seat, awaited=True) for seat in "BCD"] == [["offer", "withdraw"]] * 3
    state, events = decided(state, "B", Withdraw())
    assert events == (StoodBack("B"),)
    state = play(state, ("C", COINS))
    assert [names(state, seat, awaited=True) for seat in "BC"] == [[], []]
    assert [names(state, seat) for seat in "BC"] == [["offer"], ["offer", "withdraw"]]
    assert names(play(state, ("B", COINS)), "A", awaited=True) == ["accept_C", "accept_B", "force"]
    assert decided(state, "A", Accept("C", 1))[0].phase == Selling("C")


@pytest.mark.parametrize(("offer", "next_"), [
    (Offer("tea", face_down=False, coins=0), "A"), (Offer("tea", face_down=True, coins=9), "A"), (COINS, "B"),
])  # fmt: skip
def test_n2_whoever_holds_nine_sells_next(offer: Offer, next_: str) -> None:
    state = selling(("B", offer), ("A", Accept("B", 1)))
    assert state.phase == Selling(next_)
    assert [len(state.hands[seat].open()) for seat in "ABCD"] == [9 if seat == next_ else 8 for seat in "ABCD"]


# A holds neither jade nor contraband; three others have jade.
HANDS = {
    "A": "wine wine wine spices spices tea tea coffee coffee", "B": "jade jade wine spices spices tea silk silk",
    "C": "jade silk silk tea coffee coffee jewels jewels", "D": "jade jewels jewels perfume perfume perfume perfume contraband",
}  # fmt: skip


def hidden_sale(*moves: tuple[str, object]) -> State:
    return play(position(HANDS), ("A", LayCard("wine", face_down=True)), *moves)


def test_n3_all_offers_go_back_the_sellers_coins_too_and_offered_cards_are_shown() -> None:
    state = hidden_sale(("B", Offer("jade", face_down=True, coins=3)), ("D", Offer("jade", face_down=False, coins=0)))
    state = play(state, ("A", ForceSale("tea", "jade")))
    assert state.phase.shown == {"B": 2, "C": 1, "D": 1}
    assert (purse(state, "B"), len(state.hands["D"].open())) == (15, 8)
    state = hidden_sale(("A", SetCoins(7)), ("A", ForceSale("tea", "jade")))
    assert (purse(state, "A"), purse(play(state, ("A", PickCard("B"))), "B")) == (15, 15)


def test_n13_a_good_that_lies_on_the_market_alone_may_be_named() -> None:
    state = play(position(RICH), ("A", LayCard("tea", face_down=True)))
    assert [play(state, ("A", ForceSale("silk", other))).phase.shown for other in ("silk", "tea")] == [{"B": 3}] * 2


OPENERS = tuple(NameOpener(seat) for seat in "ABCD")


def test_n12_chance_is_waited_for_where_it_deals_or_draws_the_opener() -> None:
    for deal, moves, last in (("companion", BY_CHANCE, CHANCE), ("cards", DEAL, "D")):
        state = play(rules.setup("ABCD", {"deal": deal}), *moves[:3])
        assert asked(state, last) == (Choice("deal", (DealGoods("D", "silk", "coffee"),)),)
    state = play(rules.setup("ABCD", {}), *BY_CHANCE)
    assert asked(state, CHANCE) == (Choice("opener", OPENERS),)
    assert not any(asked(state, seat) for seat in ("A", "B", "C", "D", TABLE))


@pytest.mark.parametrize(("seat", "awaited"), [("A", False), ("D", False), (TABLE, True)])
def test_n12_nobody_in_particular_is_waited_for_where_all_may_name_the_opener(seat: str, awaited: bool) -> None:
    state = play(rules.setup("ABCD", {"opener": "named"}), *BY_CHANCE)
    assert asked(state, seat) == (Choice("opener", OPENERS, awaited=awaited),)


def test_4_what_an_offer_can_hold_and_a_buyer_who_has_made_one_can_still_change_it() -> None:
    state = play(position(coins={"B": 7}), lay := ("A", LayCard("wine", face_down=False)))
    cards = [Offer(good, face_down, coins=0) for good in ("tea", "silk") for face_down in (False, True)]
    coins_alone = Much(Offer("", face_down=False, coins=0), 1, 7)
    assert asked(state, "B") == (
        Amount("offer", "coins", (*(Much(offer, 0, 7) for offer in cards), coins_alone)),
        Choice("withdraw", (Withdraw(),)),
    )
    state = play(position(), lay, ("B", Offer("tea", face_down=True, coins=4)))
    offer, withdraw = asked(state, "B")
    assert (offer.is_open, offer.awaited, withdraw.options, withdraw.awaited) == (True, False, (Withdraw(),), False)
    assert {much.most for much in offer.muches} == {15}, "the coins on the market would come back first"
    assert ask_named(state, "A", "set_coins") == Amount("set_coins", "coins", (Much(SetCoins(0), 0, 15),), awaited=False)


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
    state = rules.setup("ABCD", {"deal": "cards", "tags": "on"})
    assert tap(state, tea) == Point("A", "deal", "tea")
    assert tap(play(state, DEAL[0]), tea) == Point("B", "deal", "tea")
    assert tap(state, Piece("key", "ok")) == Nothing(say("negoces2.tap.deal"))
