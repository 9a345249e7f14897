import json
from typing import Any

import pytest

from companion.games import barracuda, installed
from companion.games.barracuda.model import State
from companion.kit.game import Game
from companion.lab import simulate


@pytest.fixture(scope="module", params=[pytest.param(one, marks=[pytest.mark.broad] * (one == "shark")) for one in installed()])
def game(request: pytest.FixtureRequest) -> Game:
    return installed()[request.param]


def test_the_same_seed_gives_the_same_bytes(game: Game, tmp_path) -> None:
    happened = [simulate.simulate(game, 1, 4, 5, record=tmp_path / str(n)) for n in (1, 2)]
    assert simulate.as_text(happened[0]) == simulate.as_text(happened[1]) != simulate.as_text(simulate.simulate(game, 1, 4, 6))
    (first,), (second,) = ([path.read_bytes() for path in (tmp_path / str(n)).iterdir()] for n in (1, 2))
    assert first == second
    data = json.loads(json.dumps(simulate.as_data(happened[0])))
    assert data["events"].keys() == {kind.__name__ for kind in game.EVENTS}
    assert (data["refusals"].keys(), sum(data["ended"].values())) == (set(game.REHEARSAL.refusals), 1)


ASKS, REFUSAL = barracuda.asks, barracuda.refusal


def uncounted(state: State, seat: str) -> tuple[Any, ...]:
    return tuple(ask for ask in ASKS(state, seat) if ask.name != "count_bank")


def careless(state: State, seat: str, command: Any) -> Any:
    if no := REFUSAL(state, seat, command):
        state.bars.pop(next(iter(state.bars), ""), None)
    return no


@pytest.mark.parametrize(("name", "wrong", "told"), [("asks", uncounted, "not offered"), ("refusal", careless, "has changed")])
def test_missing_buttons_and_refusals_that_change_a_state_are_found(monkeypatch: Any, name: str, wrong: Any, told: str) -> None:
    monkeypatch.setattr(barracuda, name, wrong)
    with pytest.raises(AssertionError, match=told):
        simulate.simulate(barracuda, 60, 4, 2)
