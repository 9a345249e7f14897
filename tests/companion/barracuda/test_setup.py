"""Setting the table up (1, 2; B1 to B3, B28), and anew (B27); tests/companion/table/test_setting.py has who must agree."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import barracuda
from companion.games.barracuda import model
from companion.games.barracuda.model import BOX, CARDS, START, Acting, Bar, Drawing, Options, State, counted_out
from companion.games.barracuda.moves import OpenBar, Pass
from companion.games.barracuda.rules import setup
from companion.kit import TABLE, Pile, Purse, seen
from companion.kit.layout import Shift
from tests.companion.barracuda.positions import bar, position
from tests.companion.playing import asked, decided, kinds, play, refused

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


@pytest.mark.parametrize("more", [[], ["Reef Bar"], ["Barracuda", "Octopus"], ["x"]])
def test_b2_exactly_one_of_each_kind_is_left_out(more: list[str]) -> None:
    with pytest.raises(ValueError, match="leave out one card of each kind"):
        setup("ABC", {"left_out": ["Tide Bar", *more]})


FULL = [*TWO_PLACES[:5], *ONE_PLACE[1:]]


@pytest.mark.parametrize(("seats", "limit"), [("ABC", 6), ("ABCD", 8), ("ABCDE", 10)])
def test_b3_the_limit_counts_bars_open_now(seats: str, limit: int) -> None:
    full = [bar(*pair) for pair in zip(FULL[:limit], seats[1:] * 5, strict=False)]
    assert refused(position(seats, turn="A", bars=full), "A", OpenBar("Lagoon Bar")) == "B3 limit"
    one_renovated = position(seats, turn="A", bars=[bar(FULL[0]), *full[1:]])
    assert len(model.open_bars(play(one_renovated, ("A", OpenBar(FULL[0]))))) == limit


def test_b1_defaults_that_old_kept_games_rely_on() -> None:
    """Old kept games rely on these defaults: no card stays out, a new bar is open and empty, and nobody is in the bag."""
    chosen = Options("cards", "bag", "any_note", "each", "open", "dearest_bar", "on")
    assert (chosen.left_out, chosen.cards) == ((), CARDS)
    assert Bar(CARDS[0], 3) == Bar(CARDS[0], 3, is_open=True, lessee=None, partner=None)
    assert State(("A", "B", "C"), chosen, Drawing(), {}).groups == ()
    assert model.BANK == "bank", "the bank's name among the holders, in every kept game"


def test_a_purse_is_counted_out_in_notes_that_the_box_has_and_the_first_as_the_rules_hand_it_out() -> None:
    piles = {real: counted_out(Purse(real, 3)) for real in range(251)}
    assert all(pile.worth == Purse(real, 3) and pile.within(BOX) for real, pile in piles.items())
    assert counted_out(START) == Pile(tens=2, fives=3, twos=5, ones=5, fakes=7)


def test_b28_all_others_give_a_note_to_whoever_has_a_head_start() -> None:
    begun = lambda **options: [one.open().real for one in setup("ABDE", options).money.values()]
    assert begun(head_start="B") == [48, 56, 48, 48, 50]
    assert begun(head_start="E", head_start_size="large") == [45, 45, 45, 65, 50]
    assert begun(head_start="C", head_start_size="large") == begun() == [50] * 5, "nobody sits there"


def test_b27_a_closed_bank_takes_and_does_not_pay() -> None:
    for bank, paid in (("open", None), ("once", "bank_closed"), ("hidden", "bank_closed")):
        public = seen(setup("ABC", {"bank": bank}), TABLE)
        assert barracuda.misplaced(public, {}, (Shift("A", "money", -8), Shift("B", "fakes", -1))) is None
        refusal = barracuda.misplaced(public, {}, (Shift("A", "money", 8), Shift("B", "money", -7)))
        assert (refusal and refusal.said.code) == (paid and f"barracuda.set.{paid}")


@pytest.mark.parametrize(("part", "all_it_has"), [("money", 100), ("fakes", 14)])
def test_b27_an_open_bank_pays_what_it_has_and_no_note_more(part: str, all_it_has: int) -> None:
    public = seen(setup("ABC", {}), TABLE)
    poor = [bool(barracuda.misplaced(public, {}, (Shift("A", part, pays),))) for pays in (1, all_it_has, all_it_has + 1)]
    assert poor == [False, False, True]


def test_b27_b5_a_stay_ends_with_the_pawn_that_was_moved() -> None:
    bars = {(name, part): "A" for name in ("Octopus", "Karambole", "Albatros") for part in ("lessee", "partner")}
    lies = {(name, "lies"): "open" for name, _ in bars}
    state = barracuda.set_table(setup("ABC", {}), {**bars, **lies, ("Albatros", "partner"): ""})
    state = replace(state, five_held=frozenset("A"))
    assert barracuda.set_table(state, {("", "round"): 4}).five_held == {"A"}
    assert barracuda.set_table(state, {("Octopus", "partner"): "B"}).five_held == frozenset()


def test_b27_a_bar_opened_after_a_correction_lies_at_a_place_of_its_own_and_so_it_does_when_cards_are_dealt() -> None:
    closed, opened = position(bars=[bar("Barracuda"), bar("Octopus", "B")]), {("Barracuda", "lies"): "closed"}
    state = barracuda.set_table(closed, {**opened, ("Barracuda", "lessee"): ""})
    assert {name: one.place for name, one in state.bars.items()} == {"Octopus": 2}
    dealt = barracuda.dealt(state, Random(1))
    assert (dealt.deck.open()[1], len({*dealt.deck.open()}), barracuda.dealt(dealt, Random(2))) == ("Octopus", 10, dealt)
    state = decided(replace(state, order=("C",), phase=Acting("C")), "C", OpenBar("Reef Bar"))[0]
    assert {name: one.place for name, one in state.bars.items()} == {"Octopus": 2, "Reef Bar": 1}


@pytest.mark.parametrize(("facts", "declined"), [
    ({("", "round"): 5}, ""), ({("", "turn"): "", ("A", "place"): 0}, ""), ({("Octopus", "lies"): "open"}, "ABC"),
])  # fmt: skip
def test_b12_b27_what_was_declined_in_another_round_is_not_declined_now(facts: dict[Any, Any], declined: str) -> None:
    state = replace(position(turn="A", last_order_window="everyone"), declined=frozenset("ABC"))
    assert barracuda.set_table(state, facts).declined == frozenset(declined)


@pytest.mark.parametrize(("real", "possible"), [(0, ["no_action"]), (9, ["partnership", "takeover"])])
def test_b11_b27_whoever_a_correction_leaves_without_an_action_is_asked_and_then_bankrupt(real: int, possible: list) -> None:
    bars = [bar("Tide Bar", "A"), *(bar(name, "B") for name in ("Octopus", "Karambole", "Reef Bar", "Jetty Bar"))]
    state = position(turn="A", bars=bars, purses={"A": Purse(real, 2)})
    state = barracuda.set_table(state, {("Banana Bar", "lies"): "open", ("Banana Bar", "lessee"): "C"})
    assert [ask.name for ask in asked(state, "A") if ask.is_open and ask.awaited] == possible
    if real:
        assert refused(state, "A", Pass()) == "B11 five_to_pass"
    else:
        state, events = decided(state, "A", Pass())
        assert (kinds(events)[0], state.outcome.cause, state.outcome.loser) == ("WentBankrupt", "no_action", "A")
