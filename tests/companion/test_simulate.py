from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from companion import barracuda, codec, shark, simulate
from companion.barracuda import legal, moves
from companion.barracuda.model import BANK, State
from companion.game import CHANCE, TABLE, Game, Illegal, Refusal, say
from companion.games import GAMES
from companion.money import BOX, Purse
from companion.players import notes_for
from companion.probes import Prober
from companion.sealed import Sealed, seen
from companion.shark.moves import Built, SharesSoldForDebt

MANY = 30
# What so many games of each size may lack: 2,000 of each have every one.
SELDOM_REFUSED = {
    "barracuda": {"nobody_bids", "sixth", "no_pawn", "cannot_renovate", "counted"},
    "shark": {"pool"},
    "negoces2": {"bid_coins", "last_sale", "answered", "coins_held"},
}
SELDOM = {"barracuda": {"Passed"}, "shark": {"WentOut"}}
CAUSES = {  # A game's row: how it may end.
    "barracuda": {"five", "rent", "no_action"},
    "shark": {"price", "stock", "last"},
    "negoces2": {"goods", "coins", "limit"},
}


@pytest.fixture(scope="module", params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


@pytest.fixture(scope="module")
def statistics(game: Game) -> list[simulate.Statistics]:
    """Random games of the smallest, a middle and the largest size."""
    sizes = sorted({game.FEWEST, (game.FEWEST + game.MOST) // 2, game.MOST})
    return [simulate.simulate(game, MANY, seats, seed=7) for seats in sizes]


def test_every_game_ends_with_everything_counted_after_every_event(game: Game, statistics: list[simulate.Statistics]) -> None:
    assert game.NAME in CAUSES, f"write a row of CAUSES in this file: how {game.NAME} may end"
    for counted in statistics:
        print(simulate.as_text(counted))
        assert counted.ended.total() == MANY
        assert set(counted.ended) <= CAUSES[game.NAME]
        assert counted.checks == counted.events.total() > 10 * MANY


def test_every_kind_of_event_and_of_refusal_is_met(game: Game, statistics: list[simulate.Statistics]) -> None:
    events = {kind for counted in statistics for kind in counted.events}
    refusals = {code for counted in statistics for code in counted.refusals}
    assert {kind.__name__ for kind in game.EVENTS} - events <= SELDOM.get(game.NAME, set())
    assert set(game.REHEARSAL.refusals) - refusals <= SELDOM_REFUSED.get(game.NAME, set())
    assert refusals <= set(game.REHEARSAL.refusals)


def test_the_same_seed_gives_the_same_bytes(game: Game, tmp_path) -> None:
    texts = [simulate.as_text(simulate.simulate(game, 3, 4, 5, record=tmp_path / str(n))) for n in (1, 2)]
    assert texts[0] == texts[1]
    first, second = ([path.read_bytes() for path in sorted((tmp_path / str(n)).iterdir())] for n in (1, 2))
    assert len(first) == 3
    assert first == second
    assert simulate.as_text(simulate.simulate(game, 3, 4, 6)) != texts[0]


def test_statistics_are_plain_data(game: Game, statistics: list[simulate.Statistics]) -> None:
    data = json.loads(json.dumps(simulate.as_data(statistics[0])))
    assert data["events"].keys() == {kind.__name__ for kind in game.EVENTS}
    assert data["refusals"].keys() == set(game.REHEARSAL.refusals)
    assert sum(data["ended"].values()) == MANY


# Records


@pytest.fixture(scope="module")
def records(game: Game, tmp_path_factory) -> list[dict]:
    folder = tmp_path_factory.mktemp("records")
    simulate.simulate(game, 3, min(5, game.MOST), 11, record=folder, probes=0)
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.iterdir())]


def test_a_record_alone_gives_every_view_after_every_command(game: Game, records: list[dict]) -> None:
    for record in records:
        state = game.setup(record["seats"], record["options"])
        views = record["views"]
        assert list(views) == [*record["seats"], TABLE]
        for step in record["steps"]:
            for event in step["events"]:
                state = game.evolve(state, codec.read(game.EVENTS, event))
            for viewer in views:
                views[viewer].update(step["views"].get(viewer, {}))
                assert views[viewer] == codec.plain(game.view(seen(state, viewer), viewer))
        assert views[TABLE]["outcome"]["winners"]


def test_a_records_commands_bring_about_its_events(game: Game, records: list[dict]) -> None:
    for record in records:
        state = game.setup(record["seats"], record["options"])
        for step in record["steps"]:
            events = game.decide(state, step["seat"], codec.read(game.COMMANDS, step["command"]))
            assert codec.kept(events) == step["events"]
            for event in events:
                state = game.evolve(state, event)


# Faults that random play must find


def play_some(seed: int = 1, games: int = 20) -> None:
    simulate.simulate(barracuda, games, 4, seed)


def test_it_finds_money_that_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    right = barracuda.evolve

    def generous(state: State, event: moves.Event) -> State:
        state = right(state, event)
        if not isinstance(event, moves.BarRenovated):
            return state
        gift = Sealed(state.money[BANK].open() + Purse(1), state.money[BANK].eyes)
        return replace(state, money={**state.money, BANK: gift})

    monkeypatch.setattr(barracuda, "evolve", generous)
    with pytest.raises(AssertionError, match="the money is"):
        play_some()


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


def test_it_finds_that_nobody_is_asked() -> None:
    prober = Prober(barracuda, random.Random(1))
    state = barracuda.setup(("A", "B", "C"), {})
    assert prober.probe(state, 100).total() > 0

    class Silent:
        def __getattr__(self, name: str):
            return (lambda state, seat: ()) if name == "asks" else getattr(barracuda, name)

    with pytest.raises(AssertionError, match="nobody is asked"):
        simulate.play(Silent(), ("A", "B", "C"), {}, random.Random(1))


def test_it_finds_a_price_that_is_not_that_of_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    right = shark.evolve

    def forgetful(state: Any, event: Any) -> Any:
        after = right(state, event)
        return replace(after, prices=state.prices) if isinstance(event, Built) and event.removed else after

    monkeypatch.setattr(shark, "evolve", forgetful)
    with pytest.raises(AssertionError, match="the prices are"):
        simulate.simulate(shark, 20, 4, 1)


def test_it_finds_a_share_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    right = shark.evolve

    def careless(state: Any, event: Any) -> Any:
        after = right(state, event)
        return replace(after, pool=state.pool) if isinstance(event, SharesSoldForDebt) else after

    monkeypatch.setattr(shark, "evolve", careless)
    with pytest.raises(AssertionError, match="the shares of"):
        simulate.simulate(shark, 20, 6, 1)


# Piles


def test_notes_for_every_amount_of_the_box() -> None:
    generator = random.Random(3)
    for real in range(BOX.real + 1):
        for _ in range(5):
            pile = notes_for(real, generator, fakes=2)
            assert (pile.real, pile.fakes) == (real, 2)
            assert pile.within(BOX)


def test_chance_is_never_left_waiting(game: Game) -> None:
    """Whoever draws for the table never has to choose between chance and a player."""

    def watch(step: simulate.Step) -> None:
        asked = game.asks(seen(step.before, CHANCE), CHANCE)
        assert bool(asked) == (step.seat == CHANCE)

    for seed in range(10):
        generator = random.Random(seed)
        options = simulate.varied_options(game, generator)
        simulate.play(game, game.SEATS[: max(3, game.FEWEST)], options, generator, watch=watch)
