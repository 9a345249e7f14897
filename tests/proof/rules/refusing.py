"""What the program refuses, the rules refuse too (C2): a referee who knows only the rules would not have allowed it either."""

import copy
import random
from collections import Counter
from typing import Any, Final

from companion.games import installed
from companion.journal import codec
from companion.kit import Refusal
from companion.lab import simulate
from companion.lab.probes import Prober
from tests.proof.faults import wrongly
from tests.proof.promise import Leg, Promise, of_each_game, tried
from tests.proof.rules.agreement import REFEREES
from tests.proof.rules.referees.records import Disagreement, Plain, Referee

EACH: Final = 20_000  # refusals
GAMES_TO_FIND: Final = (46, 71, 92, *range(150))  # seeds at which too strict a rule is found; rare rules first


def promises() -> list[Promise]:
    what = "what is refused in {game} a program that knows it by its rules alone refuses too"
    blind = "for which of several reasons it is refused"
    return of_each_game("C2 {game} refused", what, EACH, "refusals", 2_000, walk, control, REFEREES, brief=50, blind=blind)


def walk(name: str, number: int, seed: int) -> Leg:
    reached, broken, counts = 0, list[str](), Counter[str]()
    while reached < number:
        heard = _Heard(installed()[name], EACH * seed + counts["games"])
        heard.play()
        reached += heard.judged
        broken += heard.broken
        counts["games"] += 1
    return Leg(reached, tuple(broken), counts)


def control(name: str) -> str:
    found = lambda: any(walk(name, 1, seed).broken for seed in GAMES_TO_FIND)
    return tried({rule: (change, found) for rule, change in wrongly(name, "stricter").items()})


class _Heard:
    """A game with a referee beside it, who judges each command that the game has refused."""

    def __init__(self, game: Any, seed: int) -> None:
        self.judged, self.broken = 0, list[str]()
        self._game, self._told, self._refused = game, f"{game.NAME}, seed {seed}", list[tuple[str, Any]]()
        self._generator = random.Random(f"{game.NAME} refused {seed}")
        self._prober = Prober(self, random.Random(f"{game.NAME} wrong {seed}"))
        self._seats = game.SEATS[: game.FEWEST + seed % (game.MOST - game.FEWEST + 1)]
        self._options = simulate.varied_options(game, self._generator)
        self._referee: Referee = REFEREES[game.NAME](self._seats, self._options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def refusal(self, state: Any, seat: str, command: Any) -> Refusal | None:
        no = self._game.refusal(state, seat, command)
        self._refused += [(seat, command)] if no else []
        return no

    def play(self) -> None:
        """Play to the end, or until referee and game part: if all is refused, perhaps only one of them sees a bankruptcy."""
        try:
            simulate.play(self, self._seats, self._options, self._generator, watch=self._hear)
        except Disagreement as parted:
            self.broken.append(f"{self._told}: {parted}")

    def _hear(self, step: simulate.Step) -> None:
        self._prober.probe(step.before, 3)
        for seat, command in self._refused:
            if told := self._why_not(seat, command):
                self.broken.append(f"{self._told}: {command} of {seat} before {step.command}: {told}")
        self.judged += len(self._refused)
        self._refused.clear()
        self._referee.follow(step.seat, codec.kept(step.command), codec.kept(step.events))

    def _why_not(self, seat: str, command: Any) -> str:
        """Return why the referee doesn't refuse *command*, or "" if they do. A referee who can't follow it has no opinion."""
        try:
            return "" if refuses(self._referee, seat, codec.kept(command)) else "the rules allow it"
        except Exception as lost:
            return f"the referee can't follow: {lost!r}"


def refuses(referee: Referee, seat: str, command: Plain) -> bool:
    """Return whether the *referee* objects to the command itself: the same objection, whatever its alleged events.

    Raise whatever the referee raises instead of objecting.
    """
    return _objection(referee, seat, command, []) == _objection(referee, seat, command, [{"is": "Something"}])


def _objection(referee: Referee, seat: str, command: Plain, events: list[Plain]) -> str:
    try:
        copy.deepcopy(referee).follow(seat, command, events)
    except Disagreement as objection:
        return repr(objection)
    return ""
