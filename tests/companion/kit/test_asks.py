"""Which commands answer an ask, and how random players and chance answer it; and the kit's example."""

import doctest
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion import kit
from companion.games.barracuda.moves import AcceptOffer, Bid, OfferTakeover, OpenPlace, Pass, RefuseOffer, ShuffleBars, Stake
from companion.kit import Amount, Choice, GiveUp, Held, Lay, LayPile, Much, Pile, Purse, Refusal, Shuffle, answers, say
from companion.lab.players import GREEDY, Mood, Player
from companion.table.chance import by_chance


@dataclass(frozen=True, slots=True)
class Buy:
    company: str
    shares: int = 0


@dataclass(frozen=True, slots=True)
class Pawn:
    whom: str
    rings: int = 0
    cups: int = 0


ANSWER = Choice("answer", (AcceptOffer(),), why_not=Refusal(say("barracuda.refusal.cannot_match"), "B10"))
OPEN = Choice("open", tuple(OpenPlace(place) for place in range(1, 11)))
TAKEOVER = LayPile("takeover", (Lay(OfferTakeover("Octopus"), 5, 12), Lay(OfferTakeover("Albatros"), 4, 12)), Purse(9, 2))
STAKE = LayPile("stake", (Lay(Stake(), 0, 12),), Purse(1))
BUY = Amount("buy", "shares", (Much(Buy("red"), 1, 5), Much(Buy("blue"), 1, 2)))
# Two rings at 5 and three cups at 2, for half their value rounded up: 8 at most. Needed: 4.
PAWN = GiveUp("pawn", Pawn("Ann"), (Held("rings", 2, 5), Held("cups", 3, 2)), needed=4, parts=2)
SHUFFLE = Shuffle("shuffle", ShuffleBars(), ((("a", "b", "c"), 2), (("d", "e"), 1)))
NOTHING = (Choice("pass", ()), LayPile("stake", (), Purse()), Amount("buy", "shares", ()))


def given(ask: Any, times: int, gains: Callable[[Any], Any] | None = None) -> Counter[Any]:
    """Return the answers of *times* random players, counted."""
    players = [Player(Mood(random.Random(seed), {})) for seed in range(times)]
    return Counter(one.answer([ask], gains) if gains else one.answer([ask]) for one in players)


@pytest.mark.parametrize(("ask", "right", "wrong"), [
    (ANSWER, [AcceptOffer()], [RefuseOffer()]), (OPEN, [OpenPlace(1), OpenPlace(10)], [OpenPlace(11)]),
    (NOTHING[0], [], [Pass()]),
    # The pile is for the rules to judge.
    (TAKEOVER, [OfferTakeover("Octopus", Pile(fives=1)), OfferTakeover("Octopus", Pile(tens=9))], [
        OfferTakeover("Karambole", Pile(fives=1)), Bid(Pile(fives=1))]),
    (STAKE, [Stake(Pile(ones=1))], [Bid(Pile(ones=1))]), (NOTHING[1], [], [Stake(Pile(ones=1))]),
    (BUY, [Buy("red", 5)], [Buy("red", 0), Buy("blue", 3), Buy("green", 1), Pass()]),
    # One ring and one cup are worth 7 and bring 4; two rings bring 5, and without one 3.
    (PAWN, [Pawn("Ann", rings=1, cups=1), Pawn("Ann", rings=2)], [
        Pawn("Ann", rings=1), Pawn("Ann", rings=1, cups=2), Pawn("Ann", cups=3), Pawn("Ann", cups=4),
        Pawn("Ann", rings=3, cups=-3), Pawn("Bea", rings=2), Pass()]),
    (SHUFFLE, [ShuffleBars(("a", "b", "d"))], [Pass()]),
], ids=lambda one: getattr(one, "name", ""))  # fmt: skip
def test_what_answers_an_ask(ask: Any, right: list[Any], wrong: list[Any]) -> None:
    assert [answers(ask, command) for command in (*right, *wrong)] == [True] * len(right) + [False] * len(wrong)


def test_an_ask_without_an_option_is_not_open() -> None:
    assert all(ask.is_open for ask in (ANSWER, TAKEOVER, SHUFFLE, PAWN, replace(PAWN, needed=8)))
    assert not any(ask.is_open for ask in (*NOTHING, replace(PAWN, needed=9)))


def test_greedy_players_take_what_gains_most_and_others_do_not() -> None:
    taken = given(OPEN, 600, lambda commands: [command.place % 7 for command in commands])  # The most at 6.
    assert 600 * GREEDY * 0.75 < taken[OpenPlace(6)] - taken[OpenPlace(5)] < 600 * GREEDY * 1.25
    assert set(taken) == set(OPEN.options)
    assert set(given(OPEN, 300, lambda commands: [None] * len(commands))) == set(OPEN.options)


def test_chance_keeps_so_many_of_each_deck_in_any_order() -> None:
    orders = Counter(by_chance(SHUFFLE, random.Random(seed)).order for seed in range(2_000))
    assert all(len(order) == 3 and len(set(order) & {"d", "e"}) == 1 for order in orders)
    assert len(orders) == 3 * 2 * 6
    assert min(orders.values()) > 20


def test_the_example_in_the_docstring_runs() -> None:
    played = doctest.testmod(kit)
    assert (played.failed, played.attempted) == (0, 6)
