"""Whole games at random: all ends, all events and refusals, and faults that random play must find."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion import negoces2, simulate
from companion.game import Illegal, Refusal, say
from companion.negoces2 import legal, model, moves
from companion.negoces2.model import State
from companion.sealed import Sealed

GAMES = 40
SELDOM_REFUSED = {"bid_coins", "last_sale", "answered", "coins_held"}  # What forty games may lack; 2,000 have them.


@pytest.fixture(scope="module")
def statistics() -> simulate.Statistics:
    return simulate.simulate(negoces2, GAMES, 4, seed=7)


def test_every_game_ends_with_cards_and_coins_counted_after_every_event(statistics: simulate.Statistics) -> None:
    print(simulate.as_text(statistics))
    assert statistics.ended.total() == GAMES
    assert set(statistics.ended) == {"goods", "coins", "limit"}
    assert statistics.checks == statistics.events.total() > 20 * GAMES


def test_every_kind_of_event_and_of_refusal_is_met(statistics: simulate.Statistics) -> None:
    assert {kind.__name__ for kind in negoces2.EVENTS} - set(statistics.events) == set()
    assert set(negoces2.REHEARSAL.refusals) - set(statistics.refusals) <= SELDOM_REFUSED
    assert set(statistics.refusals) <= set(negoces2.REHEARSAL.refusals)


def test_who_wants_a_set_ends_games_sooner() -> None:
    """Against nobody but players at random: more wins by eight goods within the same limit."""
    options, wins = {"declare": "automatic", "sale_limit": "25"}, []
    for gains in (negoces2.REHEARSAL.gains, None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(negoces2, "REHEARSAL", replace(negoces2.REHEARSAL, gains=gains))
            patch.setattr("companion.players.GREEDY", 1.0)
            games = [simulate.play(negoces2, "ABCD", options, random.Random(n)) for n in range(12)]
        wins.append(sum(negoces2.outcome(game.state).cause == "goods" for game in games))
    print(wins)
    assert wins[0] > wins[1]


def play_some(seed: int = 1, games: int = 8) -> None:
    simulate.simulate(negoces2, games, 4, seed)


def test_it_finds_a_coin_that_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    right = negoces2.evolve

    def generous(state: State, event: moves.Event) -> State:
        state = right(state, event)
        if not isinstance(event, moves.CardPicked):
            return state
        more = Sealed(state.coins[event.owner].open() + 1, state.coins[event.owner].eyes)
        return replace(state, coins={**state.coins, event.owner: more})

    monkeypatch.setattr(negoces2, "evolve", generous)
    with pytest.raises(AssertionError, match="coins were made or lost"):
        play_some()


@pytest.mark.parametrize("changed", ["copied", "exchanged", "miscounted", "stacked", "slipped", "shown"])
def test_it_finds_a_card_that_is_not_where_it_should_be(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = negoces2.evolve

    def sleight(state: State, event: moves.Event) -> State:
        state = right(state, event)
        if not isinstance(event, moves.DealMade):
            return state
        cards, eyes = state.hands[event.buyer].open(), {event.buyer}
        hands = {
            "copied": Sealed((cards[0], *cards), eyes, len(cards) + 1),
            "exchanged": Sealed(("wine" if cards[0] != "wine" else "tea", *cards[1:]), eyes, len(cards)),
            "miscounted": Sealed(cards, eyes, 8 if len(cards) == 9 else 9),
            "stacked": Sealed(cards[::-1], eyes, len(cards)),
            "slipped": Sealed(cards[:-1], eyes, len(cards) - 1),
            "shown": Sealed(cards, {*eyes, event.seller}, len(cards)),
        }
        held = {**state.hands, event.buyer: hands[changed]}
        if changed == "slipped":  # All cards are there, in another hand.
            more = model.in_order((*state.hands[event.seller].open(), cards[-1]))
            held[event.seller] = Sealed(more, {event.seller}, len(more))
        return replace(state, hands=held)

    monkeypatch.setattr(negoces2, "evolve", sleight)
    with pytest.raises(AssertionError, match=r"the cards are|a hand"):
        play_some()


def test_it_finds_an_offer_that_the_rules_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    right = legal.refusal

    def stern(state: State, seat: str, command: moves.Command) -> Refusal | None:
        dear = isinstance(command, moves.Offer) and command.coins > 4
        return Refusal(say("negoces2.refusal.offer_coins", count=4), "4.2") if dear else right(state, seat, command)

    monkeypatch.setattr(legal, "refusal", stern)
    with pytest.raises((Illegal, AssertionError)):  # Whether a player or the prober meets it first.
        play_some()


def test_it_finds_a_button_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    right = negoces2.asks

    def fewer(state: State, seat: str) -> tuple[Any, ...]:
        """Everything but offers of coins alone."""
        asks = right(state, seat)
        return tuple(replace(ask, muches=ask.muches[:-1]) if ask.name == "offer" else ask for ask in asks)

    monkeypatch.setattr(negoces2, "asks", fewer)
    with pytest.raises(AssertionError, match="not offered"):
        play_some(games=20)


def test_it_finds_a_refusal_that_changes_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    right = negoces2.decide

    def careless(state: State, seat: str, command: moves.Command) -> tuple[moves.Event, ...]:
        try:
            return right(state, seat, command)
        except Illegal:
            state.dealt.pop("A", None)
            state.dealt.pop("B", None)
            raise

    monkeypatch.setattr(negoces2, "decide", careless)
    with pytest.raises((AssertionError, KeyError)):
        play_some()
