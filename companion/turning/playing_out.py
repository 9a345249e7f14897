"""Play a game on to its end by players of the house, from any state that it was in."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.house import thinking
from companion.house.alone import alone
from companion.kit.house import any_answer, needed
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, TABLE, Seat
from companion.match import guard

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State
    from companion.kit.house import Sight, Temper

    Chance: TypeAlias = Callable[[AnyAsk, random.Random], object]
    Answer: TypeAlias = Callable[[Seat, Sight[State, object]], object]

LONGEST: Final = 5_000  # Commands after which a game counts as endless, and nobody's win.
TEMPER: Final[Temper] = "careful"  # For everybody: how people play isn't known.


def play_out(game: AnyGame, state: State, seed: str, drawn: int, chance: Chance) -> Mapping[Seat, float]:
    """Return each winner's share of the win after a game from the true *state*, the same for the same *seed*.

    The companion deals, draws and throws in it, whatever the table agreed. *chance* answers CHANCE's asks by a generator. They
    were *drawn* before; games of one seed have the same luck from the same number on, so that they can be compared.
    """
    state, row = _without_hands(game, state, random.Random(seed)), 0
    for _ in range(LONGEST):
        if (outcome := game.outcome(state)) is not None:
            return dict.fromkeys(outcome.winners, 1 / len(outcome.winners))
        lots = f"{seed} {drawn} {row}"
        seat, command = next_command(game, state, state.seats, lots, _house(game, lots), chance, random.Random(lots))
        drawn, row = (drawn + 1, 0) if seat == CHANCE else (drawn, row + 1)
        for event in guard.decide(game, state, seat, command):
            state = game.evolve(state, event)
    return {}


def next_command(
    game: AnyGame, state: State, seats: Collection[Seat], order: str, answer: Answer, chance: Chance, generator: random.Random
) -> tuple[Seat, object]:
    """Return the next seat with its command: CHANCE, else the first of *seats* with an *answer*, else the keys of the table.

    Seats are asked in an order that the seed *order* decides; *generator* answers for CHANCE and for the table.
    """
    if by_lot := game.asks(seen(state, CHANCE), CHANCE):
        return CHANCE, chance(by_lot[0], generator)
    sights = {seat: thinking.sight(game, state, seat) for seat in seats}
    drawn = random.Random(order).sample([*sights], len(sights))
    for seat in sorted(drawn, key=lambda one: any(ask.awaited for ask in sights[one].asks)):  # Who may pass goes first.
        if (command := answer(seat, sights[seat])) is not None:
            return seat, command
    table = thinking.sight(game, state, TABLE)
    assert table.asks, "the game isn't over, but nobody answers anything"
    return TABLE, any_answer(table.asks[0], generator)


def _house(game: AnyGame, lots: str) -> Answer:
    def answer(seat: Seat, sight: Sight[State, object]) -> object:
        thought = thinking.think(game, sight, TEMPER, random.Random(f"{lots} {seat}")) if sight.asks else None
        return thought and thought.command

    return answer


def _without_hands(game: AnyGame, state: State, generator: random.Random) -> State:
    """Return *state* with the options by which nobody need deal, draw or throw anything by hand."""
    changed: Any = game.dealt(state, generator) if hasattr(game, "dealt") else state
    options: Any = getattr(changed, "options", None)
    own = {name: choice for name, choice in {**alone(game), **needed(game)}.items() if hasattr(options, name)}
    without: State = replace(changed, options=replace(options, **own)) if own else changed
    return without
