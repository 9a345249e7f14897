"""Rules 1 and 2: the twelve cards, the limits, the setup, and what is read off the table; B1, B2 and B3."""

import pytest

from companion.games.barracuda import model, rules
from companion.games.barracuda.model import BOX, CARDS, START, Bar, Drawing, Options, State, counted_out
from companion.games.barracuda.moves import OpenBar, ShuffleBars
from companion.games.barracuda.rules import check, setup
from companion.kit import CHANCE, InvariantError, Pile, Purse
from tests.companion.barracuda.positions import bar, position
from tests.companion.playing import play, refused

ONE_PLACE = [card.name for card in CARDS if card.places == 1]
TWO_PLACES = [card.name for card in CARDS if card.places == 2]
OWN_SET = [(f"Bar {rent}", rent, 1 if rent <= 6 else 2, False) for rent in range(1, 13)]


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


@pytest.mark.parametrize(
    "names", [["Tide Bar"], ["Tide Bar", "Reef Bar"], ["Tide Bar", "Barracuda", "Octopus"], ["Tide Bar", "x"]]
)
def test_b2_exactly_one_of_each_kind_is_left_out(names: list[str]) -> None:
    with pytest.raises(ValueError, match="leave out one card of each kind"):
        setup("ABC", {"left_out": names})


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


def test_b1_defaults_that_old_kept_games_rely_on() -> None:
    """Old kept games rely on these defaults: no card stays out, a new bar is open and empty, and nobody is in the bag."""
    chosen = Options("cards", "bag", "any_note", "each", "open", "dearest_bar", "on")
    assert (chosen.left_out, chosen.cards) == ((), model.CARDS)
    card = model.CARDS[0]
    assert Bar(card, 3) == Bar(card, 3, is_open=True, lessee=None, partner=None)
    assert State(("A", "B", "C"), chosen, Drawing(), {}).groups == ()
    assert model.BANK == "bank", "the bank's name among the holders, in every kept game"


def test_a_purse_is_counted_out_in_notes_that_the_box_has_and_the_first_as_the_rules_hand_it_out() -> None:
    piles = {real: counted_out(Purse(real, 3)) for real in range(251)}
    assert all(pile.worth == Purse(real, 3) and pile.within(BOX) for real, pile in piles.items())
    assert counted_out(START) == Pile(tens=2, fives=3, twos=5, ones=5, fakes=7)


def test_b28_all_others_give_a_note_to_whoever_has_a_head_start() -> None:
    begun = lambda **options: [one.open().real for one in rules.setup(tuple("ABDE"), options).money.values()]
    assert begun(head_start="B") == [48, 56, 48, 48, 50]
    assert begun(head_start="E", head_start_size="large") == [45, 45, 45, 65, 50]
    assert begun(head_start="C", head_start_size="large") == begun() == [50] * 5, "nobody sits there"
