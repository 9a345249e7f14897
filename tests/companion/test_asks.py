from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

import pytest

from companion import barracuda, simulate
from companion.asks import (
    Amount,
    Choice,
    GiveUp,
    Held,
    Lay,
    LayPile,
    Much,
    Shuffle,
    answers,
    brought_in,
    held_by,
    spare,
    suffices,
)
from companion.barracuda.moves import AcceptOffer, Bid, OfferTakeover, OpenPlace, Pass, RefuseOffer, ShuffleBars, Stake
from companion.chance import by_chance
from companion.game import Refusal, say
from companion.money import Pile, Purse
from companion.players import GREEDY, Mood, Player

ANSWER = Choice("answer", (AcceptOffer(),), why_not=Refusal(say("barracuda.refusal.cannot_match"), "B10"))
TAKEOVER = LayPile("takeover", (Lay(OfferTakeover("Octopus"), 5, 12), Lay(OfferTakeover("Albatros"), 4, 12)), Purse(9, 2))


@dataclass(frozen=True, slots=True)
class Buy:
    company: str
    shares: int = 0


BUY = Amount("buy", "shares", (Much(Buy("red"), 1, 5), Much(Buy("blue"), 1, 2)))


@dataclass(frozen=True, slots=True)
class Pawn:
    whom: str
    rings: int = 0
    cups: int = 0


# Two rings at 5 and three cups at 2, for half of that, rounded up: 8 at most. Needed: 4.
PAWN = GiveUp("pawn", Pawn("Ann"), (Held("rings", 2, 5), Held("cups", 3, 2)), needed=4, parts=2)
SHUFFLE = Shuffle("shuffle", ShuffleBars(), ((("a", "b", "c"), 2), (("d", "e"), 1)))


def player(seed: int = 1) -> Player:
    return Player(Mood(random.Random(seed), {}))


@pytest.mark.parametrize(
    ("ask", "command", "right"),
    [
        (ANSWER, AcceptOffer(), True),
        (ANSWER, RefuseOffer(), False),
        (Choice("open", (OpenPlace(1), OpenPlace(2))), OpenPlace(2), True),
        (Choice("open", (OpenPlace(1), OpenPlace(2))), OpenPlace(3), False),
        (Choice("pass", ()), Pass(), False),
        (TAKEOVER, OfferTakeover("Octopus", Pile(fives=1)), True),
        (TAKEOVER, OfferTakeover("Octopus", Pile(tens=9)), True),  # The rules judge the pile.
        (TAKEOVER, OfferTakeover("Karambole", Pile(fives=1)), False),
        (TAKEOVER, Bid(Pile(fives=1)), False),
        (LayPile("stake", (Lay(Stake(), 0, 12),), Purse(1)), Stake(Pile(ones=1)), True),
        (LayPile("stake", (Lay(Stake(), 0, 12),), Purse(1)), Bid(Pile(ones=1)), False),
        (LayPile("stake", (), Purse()), Stake(Pile(ones=1)), False),
        (BUY, Buy("red", 5), True),
        (BUY, Buy("red", 0), False),
        (BUY, Buy("blue", 3), False),
        (BUY, Buy("green", 1), False),
        (BUY, Pass(), False),
        (PAWN, Pawn("Ann", rings=1, cups=1), True),  # 7 bring 4.
        (PAWN, Pawn("Ann", rings=1), False),  # 5 bring 3.
        (PAWN, Pawn("Ann", rings=2), True),  # 10 bring 5, and without a ring 3.
        (PAWN, Pawn("Ann", rings=1, cups=2), False),  # A cup could be left out.
        (PAWN, Pawn("Ann", cups=3), False),
        (PAWN, Pawn("Ann", cups=4), False),  # There are three.
        (PAWN, Pawn("Ann", rings=3, cups=-3), False),
        (PAWN, Pawn("Bea", rings=2), False),
        (PAWN, Pass(), False),
        (SHUFFLE, ShuffleBars(("a", "b", "d")), True),
        (SHUFFLE, Pass(), False),
    ],
)
def test_what_answers_an_ask(ask, command, right: bool) -> None:
    assert answers(ask, command) == right


def test_an_ask_without_an_option_is_not_open() -> None:
    assert ANSWER.is_open
    assert TAKEOVER.is_open
    assert SHUFFLE.is_open
    assert not Choice("pass", ()).is_open
    assert not LayPile("stake", (), Purse()).is_open
    assert not Amount("buy", "shares", ()).is_open
    assert PAWN.is_open
    assert replace(PAWN, needed=8).is_open
    assert not replace(PAWN, needed=9).is_open


def test_giving_up_is_checked_in_three_steps() -> None:
    assert [brought_in(PAWN, Pawn("", *counts)) for counts in ((0, 0), (1, 0), (0, 1), (1, 1), (2, 3))] == [0, 3, 1, 4, 8]
    assert brought_in(replace(PAWN, parts=1), Pawn("", 2, 3)) == 16
    assert brought_in(replace(PAWN, parts=3), Pawn("", 1, 1)) == 3
    assert held_by(PAWN, Pawn("", 2, 3))
    assert not held_by(PAWN, Pawn("", 2, 4))
    assert not held_by(PAWN, Pawn("", -1, 3))
    assert suffices(PAWN, Pawn("", 1, 1))
    assert not suffices(PAWN, Pawn("", 0, 3))
    assert spare(PAWN, Pawn("", 2, 3)) == ("rings", "cups")
    assert spare(PAWN, Pawn("", 1, 2)) == ("cups",)
    assert spare(PAWN, Pawn("", 1, 1)) == spare(PAWN, Pawn("", 0, 3)) == ()


def test_random_players_give_up_what_suffices_and_nothing_needless() -> None:
    given = Counter(player(seed).answer([PAWN]) for seed in range(300))
    assert set(given) == {Pawn("Ann", 2, 0), Pawn("Ann", 1, 1)}
    assert min(given.values()) > 20
    worthless = GiveUp("pawn", Pawn("Ann"), (Held("rings", 9, 0), Held("cups", 4, 2)), needed=3, parts=2)
    assert {player(seed).answer([worthless]) for seed in range(50)} == {Pawn("Ann", 0, 3)}


def test_greedy_players_take_what_gains_most_and_others_do_not() -> None:
    options = Choice("open", tuple(OpenPlace(place) for place in range(1, 11)))
    gains = lambda commands: [command.place % 7 for command in commands]  # The most at 6.
    taken = Counter(player(seed).answer([options], gains).place for seed in range(600))
    assert 600 * GREEDY * 0.75 < taken[6] - taken[5] < 600 * GREEDY * 1.25
    assert set(taken) == set(range(1, 11))
    nothing_known = Counter(
        player(seed).answer([options], lambda commands: [None] * len(commands)).place for seed in range(300)
    )
    assert set(nothing_known) == set(range(1, 11))


def test_random_players_answer_within_the_bounds() -> None:
    lays = (Lay(OfferTakeover("Octopus"), 5, 12), Lay(Bid(), 0, None, fakes=1))
    seen = Counter()
    for seed in range(300):
        command = player(seed).answer([LayPile("any", lays, Purse(9, 2))])
        least, fakes = (5, 0) if isinstance(command, OfferTakeover) else (0, 1)
        assert least <= command.pile.real <= 9
        assert fakes <= command.pile.fakes <= 2
        assert command.pile.notes >= 1
        seen[type(command)] += 1
    assert min(seen.values()) > 20
    assert len(seen) == 2


def test_a_random_player_with_one_note_lays_it() -> None:
    for purse, pile in ((Purse(0, 1), Pile(fakes=1)), (Purse(1, 0), Pile(ones=1))):
        answers_ = {player(seed).answer([LayPile("bid", (Lay(Bid(), 0, None),), purse)]).pile for seed in range(40)}
        assert answers_ == {pile}


def test_random_players_ask_for_every_amount_within_the_bounds() -> None:
    asked = {player(seed).answer([BUY]) for seed in range(300)}
    assert asked == {*(Buy("red", count) for count in range(1, 6)), Buy("blue", 1), Buy("blue", 2)}


def test_chance_keeps_so_many_of_each_deck_in_any_order() -> None:
    orders = Counter(by_chance(SHUFFLE, random.Random(seed)).order for seed in range(2_000))
    assert all(len(order) == 3 and len(set(order) & {"d", "e"}) == 1 for order in orders)
    assert len(orders) == 3 * 2 * 6
    assert min(orders.values()) > 20


def test_a_seat_is_asked_one_thing_of_a_name() -> None:
    def watch(step: simulate.Step) -> None:
        for seat in step.before.seats:
            names = [ask.name for ask in barracuda.asks(simulate.seen(step.before, seat), seat)]
            assert len(names) == len(set(names))

    for seed in range(6):
        generator = random.Random(seed)
        simulate.play(barracuda, ("A", "C", "D"), simulate.varied_options(barracuda, generator), generator, watch=watch)
