"""Rules 1 and 2: the twelve cards, the limits, the setup, and what is read off the table; B1, B2 and B3."""

from dataclasses import replace

import pytest

from companion.games.barracuda import model, rules
from companion.games.barracuda.model import BOX, CARDS, START, Bar, Card, Drawing, Options, State, counted_out
from companion.games.barracuda.moves import OpenBar, OpenPlace, ShuffleBars
from companion.games.barracuda.rules import check, setup
from companion.kit import CHANCE, InvariantError, Pile, Purse
from tests.companion.barracuda.positions import bar, draw, position
from tests.companion.playing import asked, decided, play, refused

ONE_PLACE = [card.name for card in CARDS if card.places == 1]
TWO_PLACES = [card.name for card in CARDS if card.places == 2]
OWN_SET = [(f"Bar {rent}", rent, 1 if rent <= 6 else 2, False) for rent in range(1, 13)]


def dealt(order: list[str] | None = None, **options: object) -> model.State:
    """Return a game whose companion has dealt *order* to places 1 to 10."""
    state = setup("ABC", {"deal": "companion", **options})
    return play(state, (CHANCE, ShuffleBars(tuple(order or ONE_PLACE[:5] + TWO_PLACES[:5]))))


def at_first_turn(state: model.State) -> model.State:
    """Draw A's pawn."""
    return draw(state, "A")[0]


def test_b1_the_owner_of_a_box_gives_its_own_cards() -> None:
    opened, _ = decided(at_first_turn(setup("ABC", {"cards": OWN_SET})), "A", OpenBar("Bar 12"))
    assert opened.bars["Bar 12"].card.rent == 12


# The ways in which the last card can be wrong: rent, name, places and mark.
@pytest.mark.parametrize("last", [
    ("Bar 12", 13, 2, False), ("Bar 12", 0, 2, False), ("Bar 12", "12", 2, False), ("Bar 12", True, 2, False),
    ("Bar 11", 12, 2, False), (12, 12, 2, False), (" ", 12, 2, False), ("", 12, 2, False),
    ("Bar 12", 12, 1, False), ("Bar 12", 12, 3, False), ("Bar 12", 12, "2", False), ("Bar 12", 12, True, False),
    ("Bar 12", 12, 2, "no"), "Bar", None,
], ids=str)  # fmt: skip
def test_b1_a_card_set_that_does_not_fit_is_refused(last: object) -> None:
    for wrong in ([*OWN_SET[:11], last], OWN_SET[:11], [*OWN_SET, ("A thirteenth", 1, 3, False)], 7):
        with pytest.raises(ValueError, match=r"card|six"):
            setup("ABC", {"cards": wrong})


@pytest.mark.parametrize("names", [ONE_PLACE, TWO_PLACES])
def test_b2_a_sixth_bar_of_a_kind_is_never_kept(names: list[str]) -> None:
    check(position("ABCDE", bars=[bar(name) for name in names[:5]]))
    with pytest.raises(InvariantError, match="a sixth bar"):
        check(position("ABCDE", bars=[bar(name) for name in names]))


@pytest.mark.parametrize("order", [
    ONE_PLACE + TWO_PLACES[:4], ONE_PLACE[:5] + TWO_PLACES[:4], [*ONE_PLACE[:5], *TWO_PLACES[:4], TWO_PLACES[0]], ["x"] * 10,
], ids=["six_of_a_kind", "nine", "one_twice", "unknown"])  # fmt: skip
def test_b2_a_shuffle_is_five_of_each_kind(order: list[str]) -> None:
    assert refused(setup("ABC", {"deal": "companion"}), CHANCE, ShuffleBars(tuple(order))) == "B2 deck"


def test_b2_bars_left_out_by_agreement_are_not_shuffled_in() -> None:
    state = setup("ABC", {"deal": "companion", "left_out": ["Tide Bar", "Barracuda"]})
    (ask,) = asked(state, CHANCE)
    assert ask.decks == ((tuple(ONE_PLACE[:5]), 5), (tuple(TWO_PLACES[1:]), 5))
    with_left_out = (*ONE_PLACE[1:], *TWO_PLACES[:5])
    assert refused(state, CHANCE, ShuffleBars(with_left_out)) == "B2 deck"
    dealt([*ONE_PLACE[:5], *TWO_PLACES[1:]], left_out=["Tide Bar", "Barracuda"])


@pytest.mark.parametrize(
    "names", [["Tide Bar"], ["Tide Bar", "Reef Bar"], ["Tide Bar", "Barracuda", "Octopus"], ["Tide Bar", "x"]]
)
def test_b2_exactly_one_of_each_kind_is_left_out(names: list[str]) -> None:
    with pytest.raises(ValueError, match="leave out one card of each kind"):
        setup("ABC", {"left_out": names})


def test_b2_cards_and_places_are_not_mixed_nor_open_bars_and_those_left_out_opened() -> None:
    assert refused(at_first_turn(dealt()), "A", OpenBar("Octopus")) == "B2 wrong_deal"
    assert refused(position(turn="A"), "A", OpenPlace(1)) == "B2 wrong_deal"
    state = position(turn="A", bars=[bar("Octopus", "B")], left_out=["Tide Bar", "Barracuda"])
    assert refused(state, "A", OpenBar("Octopus")) == "6.1 bar_open"
    assert refused(state, "A", OpenBar("Barracuda")) == "B2 left_out"
    assert refused(state, "A", OpenBar("Moe's")) == "B1 no_bar"


def test_b2_a_sixth_different_bar_of_a_kind_can_not_be_on_the_table_and_a_renovated_one_counts_once() -> None:
    five = [bar(name, seat) for name, seat in zip(TWO_PLACES[:5], "AABBC", strict=True)]
    state = position("ABCD", turn="A", bars=five)
    assert refused(state, "A", OpenBar(TWO_PLACES[5])) == "B2 sixth"
    play(state, ("A", OpenBar(ONE_PLACE[0])))
    five = [bar(name, seat) for name, seat in zip(TWO_PLACES[:4], "AABB", strict=True)]
    state = position("ABCD", turn="A", bars=[bar(TWO_PLACES[4]), *five])
    assert refused(state, "A", OpenBar(TWO_PLACES[5])) == "B2 sixth"
    state = play(state, ("A", OpenBar(TWO_PLACES[4])))
    assert state.bars[TWO_PLACES[4]].place == 1  # It stays where it was.


FULL = ["Octopus", "Karambole", "Tide Bar", "Reef Bar", "Barracuda", "Jetty Bar", "Pier Bar", "Albatros", "Harbour Bar"]


@pytest.mark.parametrize(("seats", "limit"), [("ABC", 6), ("ABCD", 8), ("ABCDE", 10)])
def test_b3_the_limit_counts_bars_open_now(seats: str, limit: int) -> None:
    names = [*FULL, "Banana Bar"][:limit]
    owners = (seats[1:] * 5)[:limit]
    full = [bar(name, owner) for name, owner in zip(names, owners, strict=True)]
    assert refused(position(seats, turn="A", bars=full), "A", OpenBar("Lagoon Bar")) == "B3 limit"
    one_renovated = [bar(names[0]), *full[1:]]
    reopened = play(position(seats, turn="A", bars=one_renovated), ("A", OpenBar(names[0])))
    assert len(model.open_bars(reopened)) == limit


BARS = (bar("Octopus", "A", "B"), bar("Karambole", "A", "A"), bar("Tide Bar", "B"), bar("Jetty Bar"))


def test_b1_the_twelve_cards() -> None:
    ours = {"Harbour Bar", "Beacon Bar", "Lagoon Bar", "Reef Bar", "Jetty Bar", "Pier Bar", "Tide Bar"}
    rents = {
        6: "Barracuda", 5: "Karambole Octopus Harbour", 4: "Albatros Beacon Lagoon", 3: "Banana Reef Jetty Pier", 2: "Tide",
    }  # fmt: skip
    named = [
        (rent, word if word in "Barracuda Karambole Octopus Albatros" else f"{word} Bar")
        for rent in rents
        for word in rents[rent].split()
    ]
    assert [(card.rent, card.name) for card in model.CARDS] == named
    assert {card.name for card in model.CARDS if card.placeholder} == ours
    assert [card.places for card in model.CARDS] == [2] * 6 + [1] * 6
    assert Card("Mine", 3, 1).placeholder is False


def test_1_a_card_is_found_by_its_name_and_2_the_numbers_of_the_box() -> None:
    assert (model.PAWNS, model.ROOM, model.OF_A_KIND) == (5, 10, 5)
    assert model.LIMIT == {3: 6, 4: 8, 5: 10}
    assert Purse(real=50, fakes=7) == model.START
    assert (model.MOST, model.RENOVATION, model.AUCTION_FROM) == (12, 1, 3)
    options = rules.setup(("A", "B", "C"), {}).options
    assert options.card("Tide Bar") == Card("Tide Bar", 2, 1, placeholder=True)
    assert options.card("Nowhere") is None


def test_b1_defaults_that_old_kept_games_rely_on() -> None:
    """Old kept games rely on these defaults: no card stays out, a new bar is open and empty, and nobody is in the bag."""
    chosen = Options("cards", "bag", "any_note", "each", "open", "dearest_bar", "on")
    assert (chosen.left_out, chosen.cards) == ((), model.CARDS)
    card = model.CARDS[0]
    assert Bar(card, 3) == Bar(card, 3, is_open=True, lessee=None, partner=None)
    assert State(("A", "B", "C"), chosen, Drawing(), {}).groups == ()
    assert model.BANK == "bank", "the bank's name among the holders, in every kept game"


def test_6_3_a_partner_comes_into_an_open_bar_with_two_places_and_one_free() -> None:
    assert [model.has_partner_place(one) for one in [bar("Octopus", "A"), *BARS]] == [True, False, False, False, False]
    assert not model.has_partner_place(replace(bar("Octopus"), is_open=False))
    assert not model.has_partner_place(bar("Tide Bar", "A"))


def test_a_purse_is_counted_out_in_notes_that_the_box_has_and_the_first_as_the_rules_hand_it_out() -> None:
    piles = {real: counted_out(Purse(real, 3)) for real in range(251)}
    assert all(pile.worth == Purse(real, 3) and pile.within(BOX) for real, pile in piles.items())
    assert counted_out(START) == Pile(tens=2, fives=3, twos=5, ones=5, fakes=7)


def test_b28_all_others_give_a_note_to_whoever_has_a_head_start() -> None:
    begun = lambda **options: [one.open().real for one in rules.setup(tuple("ABDE"), options).money.values()]
    assert begun(head_start="B") == [48, 56, 48, 48, 50]
    assert begun(head_start="E", head_start_size="large") == [45, 45, 45, 65, 50]
    assert begun(head_start="C", head_start_size="large") == begun() == [50] * 5, "nobody sits there"
