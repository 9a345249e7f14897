"""Players of the house answer every ask, know only what their seat knows, and don't blunder. `make bench-bots` counts wins."""

import random
from dataclasses import replace
from itertools import islice
from threading import Event
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from companion.games import barracuda, installed, negoces2, shark
from companion.games.barracuda.model import BOX, CARDS, MOST, Acting, Auctioning, Bar, Offered
from companion.games.barracuda.moves import AcceptOffer, AuctionBar, RefuseOffer
from companion.games.negoces2.model import GOODS, Declaring, Laid, Negotiating, Selling, in_order
from companion.games.negoces2.moves import Accept, Declare, LayCard, Offer
from companion.games.shark.board.companies import Each
from companion.games.shark.brain import forecast
from companion.games.shark.model import Trading
from companion.games.shark.moves import Sell
from companion.house import thinking
from companion.journal import codec
from companion.journal.store import text
from companion.kit import NO_NOTES, Pile, Purse, Sealed, answers
from companion.kit.house import RANDOM, TEMPERS
from companion.lab.secrecy.recipe import seals
from companion.match import guard
from companion.match.match import Match
from companion.table.table import Fault, Unknown
from firmware.house import HousePlayers, paused
from tests.companion.settings import Clock
from tests.companion.shark.positions import position
from tests.companion.table.test_house_at_table import against_the_house, opened, person
from tests.proof.house import control_alike, positions, thought, walk_alike

GAMES = [pytest.param(game, id=name) for name, game in installed().items()]
POSITIONS = 60
OPEN = (*"ABCD", "table")


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_legal_and_one_to_an_ask(game):
    answered = 0
    for state, seat in islice(positions(game, random.Random(5)), POSITIONS // 6):
        for temper in TEMPERS:
            if (one := thought(game, state, seat, temper)) is not None:
                guard.decide(game, state, seat, one.command)
                assert answers(thinking.sight(game, state, seat).asked(one.ask), one.command)
                answered += 1
    assert answered > POSITIONS / 12


def posted(game, state, seat, pause=paused):
    """Return what the player of the house on *seat* posts to the table, and after how many seconds."""
    match, clock, told = Match.begun(3, game, state, 7), Clock(), []
    now = SimpleNamespace(revision=1, match=match, game=game, house={seat: "bold"}, standing=match.standing.get)
    now.sight = lambda seat: thinking.sight(game, match.state, seat)
    house = HousePlayers(SimpleNamespace(now=now, act=lambda *act, **how: told.append((act, how))), clock=clock, pause=pause)
    _, seconds = house.step()
    clock.now += seconds
    house.step()
    return text([codec.kept([command, *how.values()]) for (_, command), how in told]), seconds


def hurrying(game, state, seat):
    """Post like a cheat, whose pause rests on what is hidden."""
    return posted(game, state, seat, lambda _: len(repr([seal.open() for seal in seals(state)])))


@pytest.mark.parametrize("game", GAMES)
def test_a_player_plays_the_same_in_two_worlds_that_look_alike_and_a_cheat_does_not(game):
    assert not any(walk_alike(game.NAME, POSITIONS / 4, 5, answer).broken for answer in (thought, posted))
    assert walk_alike(game.NAME, POSITIONS / 4, 5, hurrying).broken
    assert control_alike(game.NAME)


@pytest.mark.parametrize(("game", "module", "name", "most"), [
    (barracuda, barracuda.brain.choosing, "chances", 1_000), (shark, forecast, "payoffs", 500),
    (negoces2, negoces2.brain.choosing, "value", 6_000),
])  # fmt: skip
def test_a_decision_values_few_positions_so_that_a_pi_has_time_for_it(game, module, name, most, monkeypatch):
    valuing, valued = getattr(module, name), []
    monkeypatch.setattr(module, name, lambda *given, **named: valued.append(given) or valuing(*given, **named))
    each = []
    for state, seat in islice(positions(game, random.Random(5)), POSITIONS // 2):
        thought(game, state, seat)
        each.append(len(valued))
        valued.clear()
    assert 0 < max(each) < most


def bars(**standing):
    """Return open bars by name, each with its lessee and perhaps its partner."""
    cards = {card.name.split()[0]: card for card in CARDS}
    each = [(cards[name], *(*seats, None)[:2]) for name, seats in standing.items()]
    return {card.name: Bar(card, at, True, lessee, partner) for at, (card, lessee, partner) in enumerate(each, 1)}


def table(phase, *, turn="A", own=20, pile=NO_NOTES, **standing):
    """Return a state of Barracuda in B's eyes, who has *own* thousand and the others 10, with a *pile* on the table."""
    state = replace(barracuda.setup("ABC", {}), round=4, order=(turn,), groups=("C",), bars=bars(**standing), phase=phase)
    purses = {"A": Purse(10, 3), "B": Purse(own, 3), "C": Purse(10, 3)}
    bank = BOX.worth - sum(purses.values(), Purse()) - pile.worth
    money = {seat: Sealed(one, {seat}, 1) for seat, one in purses.items()} | {"bank": Sealed(bank, (*"ABC", "table"))}
    barracuda.check(state := replace(state, money=money))
    return state


def offered(pile, takeover, bar, **more):
    """Return a state in which A offers *pile* to B."""
    return table(Offered(takeover, bar, "A", "B", Sealed(pile, {"A", "B"}, pile.notes)), pile=pile, **more)


def dealt(hand, phase):
    """Return a state of Négoces 2 in which B has this *hand*."""
    rest = ["contraband", *(4 * GOODS)]
    for card in hand:
        rest.remove(card)
    hands = {"B": hand, **{seat: tuple(rest[8 * n : 8 * n + 8]) for n, seat in enumerate("ACD")}}
    sealed = {seat: Sealed(in_order(cards), {seat}, len(cards)) for seat, cards in hands.items()}
    return replace(negoces2.setup("ABCD", {}), round=9, sold=frozenset("ABCD"), phase=phase, hands=sealed)


def selling(coins):
    """Return a state in which B may take the same card from players with so many *coins* left, of which the first pays more."""
    laid = {good: Laid(Sealed(good, OPEN), face_down=False) for good in ("silk", "coffee")}
    offers = {seat: negoces2.model.Offered(laid["coffee"], pays, 1) for seat, pays in zip(coins, (3, 1), strict=True)}
    state = dealt((*GOODS[:3], "wine", "wine", "tea", "tea", "jade"), Negotiating("B", laid["silk"], 1, offers, frozenset("D")))
    return replace(state, coins=state.coins | {seat: Sealed(count, OPEN) for seat, count in coins.items()})


ONE, FIVE = Pile(ones=1), Pile(fives=1)
FOUR_OF_A = {"Octopus": "AA", "Reef": "A", "Tide": "A"}  # A wins by a fifth pawn.
RED = {"red": "E5 E6", "blue": "C5 C6 C7", "green": "G4 G5 G6", "yellow": "E1 E2 E3"}  # All others can remove it.
RIVALS = dict.fromkeys("AC", Each(blue=5, green=5, yellow=5))
# What B must not do, in the state given with its game.
BLUNDERS = {
    "refusing itself into bankruptcy: B owes 8 and has 9, by accepting it would owe 3": (barracuda,
        offered(FIVE, True, "Karambole", own=9, Karambole="B", Reef="B", Albatros="C", Banana="A"),
        lambda act: act != AcceptOffer()),
    "keeping rents of 6, 3 and 2 with 5 in the purse": (barracuda,
        table(Acting("B"), turn="B", own=5, Barracuda="B", Reef="B", Tide="B", Banana="A", Pier="C"),
        lambda act: not isinstance(act, AuctionBar)),
    "letting a fifth pawn in": (barracuda,
        offered(ONE, False, "Karambole", Karambole="B", Albatros="C", **FOUR_OF_A), lambda act: act != RefuseOffer()),
    "bidding more than any offer for a bar can bring": (barracuda,
        table(Auctioning("Tide Bar", "A", ("B", "C")), own=50, Tide=(None,), Octopus="A", Reef="A", Pier="B"),
        lambda act: act.pile.real > MOST),
    "leaving a victory undeclared": (negoces2,
        dealt((*GOODS, "tea"), Declaring("B", "A", last=False)), lambda act: act != Declare()),
    "selling the only card of a good": (negoces2,
        replace(dealt((*GOODS[:6], "wine", "wine", "tea"), Selling("B")), dealt=dict.fromkeys("ACD", ("wine", "tea"))),
        lambda act: not isinstance(act, LayCard) or act.card not in ("wine", "tea")),
    "selling to whoever wins by the coins of it": (negoces2,
        selling({"A": 30, "C": 15}), lambda act: act == Accept("A", 1)),
    "holding everything in a company that a neighbour can remove": (shark,
        replace(position("ABC", RED, shares={"B": Each(red=9), **RIVALS}), phase=Trading("B", Sealed(5, ("B",)), rolled=True)),
        lambda act: not isinstance(act, Sell) or act.company != "red"),
}  # fmt: skip


def test_the_reason_of_a_stake_does_not_tell_whether_it_was_false():
    state = replace(table(barracuda.model.Staking(), turn="A"), order=())
    purses = [{"B": Sealed(Purse(20, fakes), {"B"}, 1)} for fakes in (3, 0)]
    staked = [thought(barracuda, replace(state, money=state.money | purse), "B") for purse in purses]
    assert ([one.command.pile.real for one in staked], staked[0].reason) == ([0, 1], staked[1].reason)


@pytest.mark.parametrize("temper", TEMPERS)
def test_coins_that_the_seller_may_take_back_change_no_offer(temper):
    hand, card = (*GOODS[:3], "wine", "wine", "tea", "tea", "jade"), Laid(Sealed("silk", OPEN), face_down=False)
    offers = [thought(negoces2, dealt(hand, Negotiating("A", card, coins)), "B", temper).command for coins in (0, 10)]
    assert isinstance(offers[0], Offer)
    assert offers[0] == offers[1]


@pytest.mark.parametrize("temper", TEMPERS)
def test_the_contraband_is_left_to_nobody_for_less_than_a_player_has_at_first(temper):
    prices = [dealt(4 * ("tea", "silk"), negoces2.model.Auctioning("B", price, "A")) for price in (4, 14)]
    assert [thought(negoces2, state, "B", temper).command.amount for state in prices] == [5, 15]


@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize(("game", "state", "is_blunder"), [pytest.param(*row, id=name) for name, row in BLUNDERS.items()])
def test_nobody_blunders_by(game, state, is_blunder, temper):
    assert not is_blunder(thought(game, state, "B", temper).command)


def test_people_wait_for_no_repair_of_the_house_and_no_secret_is_logged(tmp_path, monkeypatch, caplog):
    against_the_house(table := opened(tmp_path), game := installed()["barracuda"])
    while not set(table.now.awaited()) & set("BC"):
        person(table, random.Random(1))
    house, secret = HousePlayers(table, clock=(clock := Clock()), pause=lambda turn: 0.0), "Noor has 50"
    with monkeypatch.context() as failing:
        failing.setattr(table, "act", acts := Mock(side_effect=[Unknown, Fault("F1"), Fault("F2")]))
        waits = [house.step()[1] for _ in range(2)]
        clock.now += 5
        assert waits + [house.step()[1] for _ in range(3)] == [0, 5, 0, 0, 60]
    assert [call.kwargs["why"] == RANDOM for call in acts.call_args_list] == [False, False, True]
    monkeypatch.setattr(game, "house", Mock(side_effect=RuntimeError(secret)))
    HousePlayers(table, pause=lambda turn: 0.0).step()
    assert table.now.match.log[-1].why == RANDOM
    HousePlayers(table, pause=Mock(side_effect=RuntimeError(secret))).play_forever(stop := Event(), stop.set)
    told = ("house can't answer open: F1", "house can't answer open: F2", "a fault of a brain (", "a fault of the house (")
    assert ([part for part in told if part not in caplog.text], secret in caplog.text) == ([], False)
