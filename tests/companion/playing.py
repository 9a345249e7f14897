"""Play moves in any game, checked as they are played, and show what each viewer is asked, shown and refused."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final

import pytest

from companion.games import installed
from companion.kit import TABLE, Game, Illegal, Log, Nothing, Piece, Screen, seen
from companion.match import guard

KEPT: Final = 256  # states whose past events are remembered
_LED_TO: Final = OrderedDict[int, tuple[Any, tuple[Any, ...]]]()


def game_of(state: Any) -> Game:
    return installed()[type(state).__module__.split(".")[2]]


def decided(state: Any, seat: str, command: Any) -> tuple[Any, tuple[Any, ...]]:
    """Play *command*; return the state and its events. The invariant is checked before and after each event."""
    game = game_of(state)
    events = guard.decide(game, state, seat, command)
    game.check(state)
    before = events_before(state)
    for event in events:
        state = game.evolve(state, event)
        game.check(state)
    _LED_TO[id(state)] = state, (*before, *events)
    if len(_LED_TO) > KEPT:
        _LED_TO.popitem(last=False)
    return state, events


def events_before(state: Any) -> tuple[Any, ...]:
    """Return the events that led to *state*, if it was played here and recently."""
    known, events = _LED_TO.get(id(state), (None, ()))
    return events if known is state else ()


def act(state: Any, seat: str, command: Any) -> Any:
    return decided(state, seat, command)[0]


def play(state: Any, *moves: tuple[str, Any]) -> Any:
    for seat, command in moves:
        state = act(state, seat, command)
    return state


def refused(state: Any, seat: str, command: Any) -> str:
    """Return rule and code of the refusal, as "6.1 must_open"; fail if *command* is allowed."""
    with pytest.raises(Illegal) as caught:
        guard.decide(game_of(state), state, seat, command)
    prefix, refusal = f"{game_of(state).NAME}.refusal.", caught.value.refusal
    assert refusal.said.code.startswith(prefix)
    return f"{refusal.rule} {refusal.said.code.removeprefix(prefix)}"


def asked(state: Any, seat: str) -> tuple[Any, ...]:
    """Return what *seat* is asked, given only what it may know."""
    return game_of(state).asks(seen(state, seat), seat)


def ask_named(state: Any, seat: str, name: str) -> Any:
    (ask,) = [one for one in asked(state, seat) if one.name == name]
    return ask


def sight(state: Any, viewer: str) -> Any:
    return game_of(state).view(seen(state, viewer), viewer, Log(events_before(state), viewer))


def shown(state: Any) -> Screen:
    return game_of(state).screen(sight(state, TABLE), Log(events_before(state), TABLE))


def tap(state: Any, piece: Piece) -> Any:
    """Return what *piece* means to a table that knows only what everybody sees."""
    return game_of(state).tapped(seen(state, TABLE), piece, "reader 1")


def tap_code(state: Any, piece: Piece) -> str:
    """Return the code of the reason why *piece* means nothing."""
    meaning = tap(state, piece)
    assert isinstance(meaning, Nothing)
    return meaning.said.code.removeprefix(f"{game_of(state).NAME}.tap.")


def kinds(events: Iterable[Any]) -> list[str]:
    return [type(event).__name__ for event in events]
