"""Players of the house answer every ask, know only what their seat knows, and don't blunder. `make bench-bots` counts wins."""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.games import barracuda, installed, negoces2, shark
from companion.games.barracuda.model import BOX, CARDS, Bar, Offered
from companion.games.barracuda.moves import AcceptOffer, RefuseOffer
from companion.games.negoces2.model import GOODS, Declaring, Selling, in_order
from companion.games.negoces2.moves import Declare, LayCard
from companion.house import thinking
from companion.journal import codec
from companion.journal.store import text
from companion.kit import Pile, Purse, Sealed, answers
from companion.kit.house import TEMPERS, at_random
from companion.lab import arena
from companion.lab.secrecy.recipe import recipe, seals
from companion.match import guard
from companion.match.match import Match
from firmware.house import HousePlayers, paused
from tests.companion.settings import Clock

GAMES = [pytest.param(game, id=name) for name, game in installed().items()]
POSITIONS = 60


def positions(game, generator):
    """Yield random positions with a seat that is asked something, shortly before events of all kinds."""
    told = recipe(game, few=True)
    moments = told.moments()
    for _ in range(POSITIONS):
        state = told.middle(moments, generator).state
        for seat in state.seats:
            if thinking.sight(game, state, seat).asks:
                yield state, seat


def thought(game, state, seat, temper="careful"):
    return thinking.think(game, thinking.sight(game, state, seat), temper, thinking.lots("a game", seat, 7))


def peeking(game, state, seat):
    """Answer like a cheat, whose generator is seeded by all that is hidden."""
    return at_random(thinking.sight(game, state, seat), random.Random(repr([seal.open() for seal in seals(state)])))


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_legal_and_one_to_an_ask(game):
    answered = 0
    for state, seat in positions(game, random.Random(5)):
        for temper in TEMPERS:
            if (one := thought(game, state, seat, temper)) is not None:
                guard.decide(game, state, seat, one.command)
                assert answers(thinking.sight(game, state, seat).asked(one.ask), one.command)
                answered += 1
    assert answered > POSITIONS


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


def differing(game, answer):
    """Return how often the same sight led to different answers in two worlds, and how many different worlds were compared."""
    generator, different, compared = random.Random(6), 0, 0
    for state, seat in positions(game, random.Random(5)):
        other = recipe(game, few=True).redeal(state, seat, generator)
        if other != state and thinking.sight(game, other, seat) == thinking.sight(game, state, seat):
            compared += 1
            different += answer(game, state, seat) != answer(game, other, seat)
    return different, compared


@pytest.mark.parametrize("game", GAMES)
def test_a_player_plays_the_same_in_two_worlds_that_look_alike_and_a_cheat_does_not(game):
    for answer in (thought, posted):
        different, compared = differing(game, answer)
        assert (different, compared > POSITIONS / 4) == (0, True)
    assert all(differing(game, cheat)[0] > 0 for cheat in (peeking, hurrying))


def test_a_player_that_is_started_again_goes_on_as_before():
    assert thinking.lots("a game", "A", 7).random() == thinking.lots("a game", "A", 7).random()
    assert thinking.lots("a game", "A", 7).random() != thinking.lots("a game", "B", 7).random()


def test_a_game_without_a_brain_is_answered_at_random():
    sight = thinking.sight(shark, shark.setup("AB", {"first": "chosen"}), "A")
    assert thinking.brain(random)(sight, "bold", random.Random(1)) is None  # Nobody is awaited.


def test_the_arena_counts_each_win_once_and_plays_the_same_games_again():
    first, again = (arena.compete(negoces2, ["careful", "bold", "random", "greedy"], 4, 3) for _ in range(2))
    assert first.scores == again.scores
    assert sum(score.wins for score in first.scores.values()) == first.games == 4
    assert [round(bound, 3) for bound in arena.wilson(50, 100)] == [0.404, 0.596]


# Blunders


def bars(**standing):
    """Return open bars by name, each with its lessee and perhaps its partner."""
    cards = {card.name.split()[0]: card for card in CARDS}
    each = [(cards[name], *(*seats, None)[:2]) for name, seats in standing.items()]
    return {card.name: Bar(card, at, True, lessee, partner) for at, (card, lessee, partner) in enumerate(each, 1)}


def offered(pile, purse, takeover, bar, **standing):
    """Return a state in which A offers *pile* to B, who has *purse* thousand."""
    state = replace(barracuda.setup("ABC", {}), round=4, order=("A",), groups=(("B", "C"),), bars=bars(**standing))
    purses = {"A": Purse(10, 3), "B": Purse(purse, 3), "C": Purse(10, 3)}
    bank = BOX.worth - sum(purses.values(), Purse()) - pile.worth
    money = {seat: Sealed(one, {seat}, 1) for seat, one in purses.items()} | {"bank": Sealed(bank, (*"ABC", "table"))}
    phase = Offered(takeover, bar, "A", "B", Sealed(pile, {"A", "B"}, pile.notes))
    state = replace(state, money=money, phase=phase)
    barracuda.check(state)
    return state


@pytest.mark.parametrize("temper", TEMPERS)
def test_no_lessee_refuses_itself_into_bankruptcy(temper):
    """B owes 8 and has 9: by refusing 5 it couldn't pay, by accepting it would owe 3."""
    state = offered(Pile(fives=1), 9, True, "Karambole", Karambole="B", Reef="B", Albatros="C", Banana="A")
    assert thought(barracuda, state, "B", temper).command == AcceptOffer()


@pytest.mark.parametrize("temper", TEMPERS)
def test_nobody_lets_a_fifth_pawn_in_for_a_thousand(temper):
    state = offered(Pile(ones=1), 20, False, "Karambole", Karambole="B", Octopus="AA", Reef="A", Tide="A", Albatros="C")
    assert thought(barracuda, state, "B", temper).command == RefuseOffer()


def dealt(hand, phase):
    """Return a state of Négoces 2 in which A has this *hand*."""
    rest = [*CARDS_IN_ALL]
    for card in hand:
        rest.remove(card)
    hands = {"A": hand, **{seat: tuple(rest[8 * n : 8 * n + 8]) for n, seat in enumerate("BCD")}}
    sealed = {seat: Sealed(in_order(cards), {seat}, len(cards)) for seat, cards in hands.items()}
    return replace(negoces2.setup("ABCD", {}), round=9, sold=frozenset("ABCD"), phase=phase, hands=sealed)


CARDS_IN_ALL = ["contraband", *(4 * GOODS)]


@pytest.mark.parametrize("temper", TEMPERS)
def test_a_victory_is_always_declared(temper):
    state = dealt((*GOODS, "tea"), Declaring("A", "B", last=False))
    assert thought(negoces2, state, "A", temper).command == Declare()


@pytest.mark.parametrize("temper", TEMPERS)
def test_the_only_card_of_a_good_is_kept(temper):
    state = dealt((*GOODS[:6], "wine", "wine", "tea"), Selling("A"))
    command = thought(negoces2, state, "A", temper).command
    assert isinstance(command, LayCard)
    assert command.card in ("wine", "tea")
