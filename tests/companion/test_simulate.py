from __future__ import annotations

import json
import random

import pytest

from companion import barracuda, simulate
from companion.barracuda import legal, moves
from companion.barracuda.model import State
from companion.game import Game, Illegal, Refusal, say
from companion.games import GAMES
from companion.money import BOX
from companion.players import notes_for
from tests.proof.conservation import control


@pytest.fixture(scope="module", params=[pytest.param(name, marks=[pytest.mark.broad] * (name == "shark")) for name in GAMES])
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def test_the_same_seed_gives_the_same_bytes(game: Game, tmp_path) -> None:
    happened = [simulate.simulate(game, 1, 4, 5, record=tmp_path / str(n)) for n in (1, 2)]
    assert simulate.as_text(happened[0]) == simulate.as_text(happened[1]) != simulate.as_text(simulate.simulate(game, 1, 4, 6))
    (first,), (second,) = ([path.read_bytes() for path in (tmp_path / str(n)).iterdir()] for n in (1, 2))
    assert first == second
    data = json.loads(json.dumps(simulate.as_data(happened[0])))
    assert data["events"].keys() == {kind.__name__ for kind in game.EVENTS}
    assert data["refusals"].keys() == set(game.REHEARSAL.refusals)
    assert sum(data["ended"].values()) == 1


# Records


# Faults that random play must find


def play_some(seed: int = 1, games: int = 20) -> None:
    simulate.simulate(barracuda, games, 4, seed)


def test_it_finds_whatever_is_made_or_lost(game: Game) -> None:
    assert control(game.NAME)


def test_it_finds_an_offer_that_the_rules_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    right = legal.refusal

    def stern(state: State, seat: str, command: moves.Command) -> Refusal | None:
        takes_over = isinstance(command, moves.OfferTakeover) and command.pile.notes > 5
        return Refusal(say("barracuda.refusal.pile_box"), "B14") if takes_over else right(state, seat, command)

    monkeypatch.setattr(legal, "refusal", stern)
    with pytest.raises(Illegal):
        play_some(games=60)


def test_it_finds_a_button_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    right = barracuda.asks
    hidden = lambda state, seat: tuple(ask for ask in right(state, seat) if ask.name != "count_bank")
    monkeypatch.setattr(barracuda, "asks", hidden)
    with pytest.raises(AssertionError, match="not offered"):
        play_some(games=60)


def test_it_finds_a_refusal_that_changes_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    right = barracuda.decide

    def careless(state: State, seat: str, command: moves.Command) -> tuple[moves.Event, ...]:
        try:
            return right(state, seat, command)
        except Illegal:
            state.bars.pop(next(iter(state.bars), ""), None)
            raise

    monkeypatch.setattr(barracuda, "decide", careless)
    with pytest.raises(AssertionError, match="changed the state"):
        play_some()


# Piles


def test_notes_for_every_amount_of_the_box() -> None:
    generator = random.Random(3)
    for real in range(BOX.real + 1):
        for _ in range(5):
            pile = notes_for(real, generator, fakes=2)
            assert (pile.real, pile.fakes) == (real, 2)
            assert pile.within(BOX)
