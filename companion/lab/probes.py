"""Try illegal commands on purpose: a refused command must not change the state, and asks and rules must agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar, assert_never, get_type_hints

from companion.journal import codec
from companion.kit.asks import Amount, Choice, GiveUp, LayPile, Shuffle, answers
from companion.kit.house import notes_for
from companion.kit.messages import Illegal
from companion.kit.money import NO_NOTES, Pile, Purse
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, TABLE
from companion.match import guard

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State
    from companion.kit.viewers import Seat

BATCH: Final = 6  # How many commands are tried on one state.
EXTREMES: Final = (
    NO_NOTES, Pile(tens=9, fives=9), Pile(tens=99), Pile(ones=99), Pile(ones=1), Pile(ones=3), Pile(fakes=1), Pile(fakes=9),
    Pile(fakes=99),
)  # fmt: skip
USUAL: Final = Purse(20).changed  # The supply for piles that could be legal.
T = TypeVar("T")

_hints: Final[Callable[[type], dict[str, Any]]] = cache(get_type_hints)  # Called thousands of times for the same few kinds.


class Prober:
    """Try commands with the wrong seat, at the wrong time, with wrong names and wrong piles. *tried* counts them."""

    def __init__(self, game: AnyGame, generator: random.Random) -> None:
        self._game = game
        self._generator = generator
        self._wrong_names = [*game.SEATS, *(piece.name for piece in game.pieces({}) if piece.kind == "card"), ""]
        self._names: dict[str, list[str]] = {}  # All values ever offered, by the name of the command's field.
        self._kinds: dict[str, list[type]] = {}  # All kinds of command ever offered, by the name of the ask.
        self.tried = 0

    def probe(self, state: State, often: float) -> Counter[str]:
        """Try commands on *state*, *often* of them on average, and count the refusals by their codes.

        Raises AssertionError if a command changes the state, or if asks and rules disagree about it.
        """
        refused: Counter[str] = Counter()
        if self._generator.random() >= often / BATCH:
            return refused
        before = codec.kept(state)
        asked = {seat: self._game.asks(seen(state, seat), seat) for seat in (*state.seats, TABLE, CHANCE)}
        self.learn(asked)
        for _ in range(BATCH):
            seat, command = self.wrong(asked)
            refused.update(self._try(state, seat, command, asked.get(seat, ())))
        assert codec.kept(state) == before, "a refused command has changed the state"
        return refused

    def _try(self, state: State, seat: Seat, command: object, asks: Sequence[AnyAsk]) -> list[str]:
        self.tried += 1
        offered = [ask for ask in asks if answers(ask, command)]
        complete = any(isinstance(ask, Choice | Amount | GiveUp) for ask in offered)
        refusal = None
        try:
            guard.decide(self._game, state, seat, command)
        except Illegal as illegal:
            refusal = illegal.refusal
        assert offered or refusal, f"{command} of {seat} was accepted although it was not offered"
        assert not (complete and refusal), f"{command} of {seat} was offered but refused: {refusal}"
        return [refusal.said.code.rpartition(".")[2]] if refusal else []

    # Choosing commands to try

    def learn(self, asked: Mapping[Seat, Sequence[AnyAsk]]) -> None:
        """Remember the commands that are offered, so that wrong commands can be close to right ones."""
        for ask in [ask for asks in asked.values() for ask in asks]:
            for command in _commands(ask):
                _add(self._kinds.setdefault(ask.name, []), type(command))
                for name, hint in _hints(type(command)).items():
                    if hint is str:
                        _add(self._names.setdefault(name, []), getattr(command, name))

    def wrong(self, asked: Mapping[Seat, Sequence[AnyAsk]]) -> tuple[Seat, object]:
        """Return a seat and a command: sometimes entirely random ones, mostly close to a standing ask."""
        choose = self._generator.choice
        everyone = (*self._game.SEATS, TABLE, CHANCE)
        standing = [(seat, ask) for seat, asks in asked.items() for ask in asks]
        if not standing or self._generator.random() < 0.25:
            return choose(everyone), self._any(choose(self._game.COMMANDS))
        seat, ask = choose([one for one in standing if one[1].awaited] or standing)
        offered = choose(_commands(ask) or [self._any(choose(self._kinds.get(ask.name, self._game.COMMANDS)))])
        match choose(("seat", "sibling", "sibling", "sibling", "field")):
            case "seat":
                return choose(everyone), offered
            case "sibling":
                return seat, self._any(choose(self._kinds.get(ask.name, self._game.COMMANDS)))
        return seat, self._bent(offered)

    def _bent(self, command: Any) -> Any:
        """Return *command* with one field changed at random, if it has any."""
        hints = _hints(type(command))
        changed = self._generator.choice(sorted(hints)) if hints else None
        return replace(command, **{name: self._value(name, hint) for name, hint in hints.items() if name == changed})

    def _any(self, kind: type) -> Any:
        return kind(**{name: self._value(name, hint) for name, hint in _hints(kind).items()})

    def _value(self, name: str, hint: Any) -> Any:
        if hint is str:
            right = name in self._names and self._generator.random() < 0.8
            return self._generator.choice(self._names[name] if right else self._wrong_names)
        if hint is bool:
            return self._generator.random() < 0.5
        if hint is int:
            return self._generator.randint(-1, 12)
        if hint is Pile:
            return self._pile()
        assert hint == tuple[str, ...], f"no wrong values are known for a field of type {hint}"
        return tuple(self._generator.choices(self._wrong_names, k=self._generator.randint(0, 12)))

    def _pile(self) -> Pile:
        """Return a random pile, which may be empty or hold more notes than the purse or the box."""
        if self._generator.random() < 0.5:
            return self._generator.choice(EXTREMES)
        return notes_for(self._generator.randint(0, 20), USUAL, self._generator, fakes=self._generator.randint(0, 2))


def _add(known: list[T], value: T) -> None:
    if value not in known:
        known.append(value)


def _commands(ask: AnyAsk) -> list[Any]:
    match ask:
        case Choice(options=options):
            return list(options)
        case LayPile(lays=lays):
            return [lay.command for lay in lays]
        case Amount(field=field, muches=muches):
            return [replace(much.command, **{field: much.most}) for much in muches]
        case GiveUp(command=command, holdings=holdings):
            return [replace(command, **{held.field: held.count for held in holdings})]
        case Shuffle(command=command):
            return [command]
    assert_never(ask)
