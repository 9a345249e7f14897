"""What the program refuses the rules refuse (C2): a referee who knows the rules alone would not have allowed it either."""

from __future__ import annotations

import copy
import random
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion import codec, simulate
from companion.barracuda import legal as barracuda
from companion.barracuda.moves import CallLastOrder
from companion.game import TABLE, Illegal
from companion.games import GAMES
from companion.negoces2 import legal
from companion.negoces2.model import CONTRABAND, Declaring
from companion.probes import Prober
from companion.shark import asking
from companion.shark import legal as shark
from tests.proof.agreement import REFEREES
from tests.proof.promise import Blind, Leg, Promise
from tests.proof.referees.records import Disagreement

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.game import Game
    from tests.proof.referees.records import Plain, Referee

EACH: Final = 20_000  # refusals
GAMES_TO_FIND: Final = 20  # in which a rule that is too strict is found, or not at all


def promises() -> list[Promise]:
    """Return one promise for each game."""
    return [
        Promise(
            f"C2 {name} refused",
            f"what is refused in {name} a program that knows it by its rules alone refuses too",
            EACH,
            "refusals",
            2_000,
            partial(walk, name),
            partial(control, name),
            brief=50,
            blind="for which of several reasons it is refused",
        )
        for name in GAMES
    ]


def walk(name: str, number: int, seed: int) -> Leg:
    """Play games of *name* with wrong commands in between until *number* of these were refused and judged."""
    reached, broken, counts, game_number = 0, list[str](), Counter[str](), 0
    while reached < number:
        listened = _Listener(_Hearing(GAMES[name]), EACH * seed + game_number)
        listened.play()
        reached += listened.judged
        broken += listened.broken
        counts["games"] += 1
        game_number += 1
    return Leg(reached, tuple(broken), counts)


def control(name: str) -> str:
    """Play by rules that are too strict, one after the other."""
    for rule, change in STRICTER[name].items():
        if not _found(name, change):
            raise Blind(f"nobody objects in {GAMES_TO_FIND} games of {name} although {rule}")
    return f"{len(STRICTER[name])} of {len(STRICTER[name])} rules that are too strict: {', '.join(STRICTER[name])}"


def _found(name: str, change: Callable[[pytest.MonkeyPatch], None]) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        change(patch)
        return any(walk(name, 1, seed).broken for seed in range(GAMES_TO_FIND))


class _Hearing:
    """A game that remembers what it *refused*."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.refused: list[tuple[str, Any]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def decide(self, state: Any, seat: str, command: Any) -> Any:
        """Decide as the game does."""
        try:
            return self._game.decide(state, seat, command)
        except Illegal:
            self.refused.append((seat, command))
            raise


class _Listener:
    """One game with a referee beside it."""

    def __init__(self, game: Any, seed: int) -> None:
        self.judged, self.broken = 0, list[str]()
        self._game, self._seed = game, seed
        self._generator = random.Random(f"{game.NAME} refused {seed}")
        self._prober = Prober(game, random.Random(f"{game.NAME} wrong {seed}"))
        self._seats = game.SEATS[: game.FEWEST + seed % (game.MOST - game.FEWEST + 1)]
        self._options = simulate.varied_options(game, self._generator)
        self._referee: Referee = REFEREES[game.NAME](self._seats, self._options)

    def play(self) -> None:
        """Play the game to its end."""
        simulate.play(self._game, self._seats, self._options, self._generator, watch=self._hear)

    def _hear(self, step: simulate.Step) -> None:
        self._prober.probe(step.before, 3)
        for seat, command in self._game.refused:
            self.judged += 1
            if told := self._why_not(seat, command):
                self.broken.append(f"{self._game.NAME}, seed {self._seed}: {command} of {seat} before {step.command}: {told}")
        self._game.refused.clear()
        self._referee.follow(step.seat, codec.kept(step.command), codec.kept(step.events))

    def _why_not(self, seat: str, command: Any) -> str:
        """Return why the referee doesn't refuse the *command*, "" where they do. Who can't follow it has no opinion."""
        try:
            return "" if refuses(self._referee, seat, codec.kept(command)) else "the rules allow it"
        except Exception as lost:
            return f"the referee can't follow: {lost!r}"


def refuses(referee: Referee, seat: str, command: Plain) -> bool:
    """Return whether the *referee* objects to the command itself: the same objection, whatever is said to come of it.

    Raises what the referee does where it falls over instead of objecting.
    """
    return _objection(referee, seat, command, []) == _objection(referee, seat, command, [{"is": "Something"}])


def _objection(referee: Referee, seat: str, command: Plain, events: list[Plain]) -> str:
    try:
        copy.deepcopy(referee).follow(seat, command, events)
    except Disagreement as objection:
        return repr(objection)
    return ""


# Too strict


def _contraband_is_kept(patch: pytest.MonkeyPatch) -> None:
    right = legal._lay

    def lay(state: Any, seat: str, card: str) -> Any:
        return right(state, seat, card) or (legal._no("not_held") if card == CONTRABAND else None)

    patch.setattr(legal, "_lay", lay)


def _market_counts_as_held(patch: pytest.MonkeyPatch) -> None:
    right = legal._force

    def force(state: Any, seat: str, command: Any) -> Any:
        held = (*state.hands[seat].open(), state.phase.card.card.open())
        return legal._no("no_good") if command.good in held else right(state, seat, command)

    patch.setattr(legal, "_force", force)


def _partners_may_not_take_over(patch: pytest.MonkeyPatch) -> None:
    right = barracuda._own

    def own(bar: Any, seat: str) -> Any:
        return right(bar, seat) or (barracuda._no("own_bar") if bar.partner == seat else None)

    patch.setattr(barracuda, "_own", own)


def _renovated_bars_stay_closed(patch: pytest.MonkeyPatch) -> None:
    right = barracuda._open_card

    def open_card(state: Any, name: str) -> Any:
        return barracuda._no("no_bar") if name in state.bars else right(state, name)

    patch.setattr(barracuda, "_open_card", open_card)


def _no_last_order_yet(patch: pytest.MonkeyPatch) -> None:
    right = barracuda._last_order

    def last_order(state: Any, seat: str, command: Any) -> Any:
        early = state.round == 2 and isinstance(command, CallLastOrder)
        return barracuda._no("order_first_round") if early else right(state, seat, command)

    patch.setattr(barracuda, "_last_order", last_order)


def _last_thousand_is_kept(patch: pytest.MonkeyPatch) -> None:
    most, buy = shark.most_bought, shark._buy

    def costs_all(state: Any, seat: str, company: str, count: int) -> bool:
        return bool(count) and count * state.prices.of(company) == state.cash[seat].open()

    def most_bought(state: Any, seat: str, company: str) -> int:
        count = most(state, seat, company)
        return count - costs_all(state, seat, company, count)

    def strict(state: Any, seat: str, command: Any) -> Any:
        broke = costs_all(state, seat, command.company, command.count)
        return buy(state, seat, command) or (shark._no("no_cash", cost=0, cash=0) if broke else None)

    patch.setattr(asking, "most_bought", most_bought)
    patch.setattr(shark, "_buy", strict)


STRICTER: Final[Mapping[str, Mapping[str, Callable[[pytest.MonkeyPatch], None]]]] = {
    "barracuda": {
        "last order can't be called in the second round": _no_last_order_yet,
        "a partner may not take the bar over": _partners_may_not_take_over,
        "a renovated bar can't be opened again": _renovated_bars_stay_closed,
    },
    "shark": {
        "four shares in a turn": lambda patch: patch.setattr(shark, "MOST_BOUGHT", 4),
        "the last thousand buys nothing": _last_thousand_is_kept,
    },
    "negoces2": {
        "a bid may be 1 higher alone": lambda patch: patch.setattr(legal, "RAISES", (1,)),
        "the contraband can't be sold": _contraband_is_kept,
        "what lies on the market can't be named": _market_counts_as_held,
        "OK alone opens the answers": lambda patch: patch.setattr(
            legal, "_may_open", lambda state, seat: isinstance(state.phase, Declaring) and seat == TABLE
        ),
    },
}
