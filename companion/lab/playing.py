"""Random play as the contract watches it: what happened, and everything wrong with what was shown, said and disclosed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from companion.kit.game import Play
from companion.kit.log import Log
from companion.kit.messages import Illegal, Refusal, Said
from companion.kit.pieces import Piece
from companion.kit.screen import Screen
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE, Seat
from companion.lab import announcing, simulate
from companion.lab.secrecy.disclosing import mismatches
from companion.lab.secrecy.observing import KEYS
from companion.lab.secrecy.recipe import seals
from companion.lab.simulate import Step
from companion.match import guard
from companion.match.hints import is_about
from companion.setting.hands import lesson

if TYPE_CHECKING:
    from companion.kit.game import AnyGame, State

SEED: Final = 7
LOOKED_INTO: Final = 20  # Steps between searches for seals in each viewer's copy of the state; a piece is tapped then, too.
STRANGER: Final = "?"


@dataclass(slots=True)
class Rehearsal:
    """The observations of random games of *game*: counts, all sentences that were *said*, and everything *wrong*."""

    game: AnyGame
    games: int = 0
    checks: int = 0
    steps: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    refusals: dict[tuple[str, str], Refusal] = field(default_factory=dict)  # by code and rule
    asked: set[str] = field(default_factory=set)
    said: set[Said] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    told: announcing.Told = field(default_factory=announcing.Told)

    @property
    def refused(self) -> set[str]:
        """The codes of the refusals that occurred, without the game's name."""
        return {code.rpartition(".")[2] for code, _ in self.refusals}

    def missing(self) -> set[str]:
        """Return the events, refusals and ends that didn't occur and aren't listed as seldom, and hints about no open ask."""
        told = self.game.REHEARSAL
        wanted = {*(kind.__name__ for kind in self.game.EVENTS), *told.refusals, *told.ends} - set(told.seldom)
        hints = {
            f"hint {one}" for one in getattr(self.game, "HINTS", ()) if not any(is_about(one, name) for name in self.asked)
        }
        return hints | wanted - set(self.events) - self.refused - set(self.ended)

    def watch(self, step: Step) -> None:
        """Check what *step* discloses, shows and says."""
        self.steps += 1
        self.wrong += mismatches(self.game.DISCLOSURE, step)
        for viewer in (*step.after.seats, TABLE):
            for event in step.events:
                self.said.update(said_in(self.game.tell(seen(event, viewer), viewer)))
        self._look_at_the_display(step)
        self._look_at_the_asks(step)
        if self.steps % LOOKED_INTO == 0:
            self._look_for_seals(step)
            self._tap(step.before)
            self._end_early(step.after)

    def _look_at_the_display(self, step: Step) -> None:
        """Check that the display follows every event, and shows only seats that are playing."""
        view = self.told.view(self.game, step)
        screen = self.game.screen(view, Log(self.told.events, TABLE))
        if not isinstance(screen, Screen):
            self.wrong.append(f"after {type(step.command).__name__} the display gets {screen!r}")
            return
        self.said.update(said_in(screen))
        self.said.update(said_in(lesson(self.game, (step.before, step.after), view)))
        self.wrong += announcing.unsaid(self.game, step, screen)
        self.wrong += announcing.retold(self.game, step, self.told.events)
        shown = {screen.seat, screen.small_pawn} - {None} - set(step.after.seats)
        self.wrong += [f"after {type(step.command).__name__} the display shows {one}, who isn't there" for one in shown]

    def _look_for_seals(self, step: Step) -> None:
        """Search the whole state for unclosed seals. `seen` skips parts by their annotations, which might be wrong."""
        for viewer in (*step.after.seats, TABLE):
            mine = seen(step.after, viewer)
            self.said.update(said_in([ask.why_not for ask in self.game.asks(mine, viewer)]))
            for seal in seals(mine):
                if not seal.viewed or seal.is_open != (viewer in seal.eyes):
                    self.wrong.append(f"{viewer} holds a seal for {sorted(seal.eyes)} that was not closed")

    def _end_early(self, state: State) -> None:
        """End the game by its ranking as it stands, if it has one; check that as any other end, and go on without it."""
        ranking = getattr(self.game, "ranking", None)
        if ranking is None or self.game.outcome(state) is not None or not (events := tuple(ranking(state))):
            return
        after = ended_early(self.game, state)
        log = Log((*self.told.events, *events), TABLE)
        self.said.update(said_in([self.game.tell(seen(event, TABLE), TABLE) for event in events]))
        self.said.update(said_in(self.game.screen(self.game.view(seen(after, TABLE), TABLE, log), log)))
        self.wrong += mismatches(self.game.DISCLOSURE, Step(TABLE, None, state, events, after))
        self.wrong += ["a game that was ended by its ranking goes on"] if self.game.outcome(after) is None else []

    def _look_at_the_asks(self, step: Step) -> None:
        """Check that no seat has two asks of one name, and that only players are asked."""
        before = step.before
        for viewer in (*before.seats, TABLE):
            asks = self.game.asks(seen(before, viewer), viewer)
            names = Counter(ask.name for ask in asks)
            self.asked |= {ask.name for ask in asks if ask.is_open}
            self.wrong += [f"{viewer} is asked {name} twice" for name, count in names.items() if count > 1]
        strangers = {*self.game.SEATS, STRANGER, ""} - {*before.seats}
        asked = [one for one in sorted(strangers) if self.game.asks(seen(before, one), one)]
        self.wrong += [f"{one!r} is asked something, and isn't there" for one in asked]

    def _tap(self, state: State) -> None:
        """Tap one piece or key, and check that this has a meaning which can be carried out or refused."""
        pieces = (*self.game.pieces({}), *(Piece("key", key) for key in KEYS))
        meant = self.game.tapped(seen(state, TABLE), pieces[self.steps // LOOKED_INTO % len(pieces)], "reader 1")
        self.said.update(said_in(meant))
        if isinstance(meant, Play):
            with suppress(Illegal):
                guard.decide(self.game, state, meant.seat, meant.command)


def ended_early(game: AnyGame, state: State) -> State:
    """Return *state* after the end by its ranking, with the game's invariant checked after each event."""
    for event in getattr(game, "ranking")(state):  # noqa: B009  # Optional, so it isn't in the Protocol.
        state = game.evolve(state, event)
        game.check(state)
    return state


class Listener:
    """A wrapper of *game* that records its refusals, and counts its checks, in *heard*."""

    def __init__(self, game: AnyGame, heard: Rehearsal) -> None:
        self._game, self._heard = game, heard

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def refusal(self, state: State, seat: Seat, command: object) -> Refusal | None:
        """Return the game's answer, and record a refusal."""
        refusal: Refusal | None = self._game.refusal(state, seat, command)
        if refusal is not None:
            self._heard.refusals[refusal.said.code, refusal.rule] = refusal
        return refusal

    def check(self, state: State) -> None:
        """Count this check, and let the game do it."""
        self._heard.checks += 1
        self._game.check(state)


@cache
def rehearsed(game: AnyGame, games: int) -> Rehearsal:
    """Play *games* random games with each of the smallest, a middle and the largest number of players.

    Cached, because the games take seconds and several tests use them.
    """
    heard = Rehearsal(game)
    listener: Any = Listener(game, heard)
    for seats in sorted({game.FEWEST, (game.FEWEST + game.MOST) // 2, game.MOST}):
        counted = simulate.simulate(listener, games, seats, SEED, watch=heard.watch)
        heard.games += games
        heard.ended += counted.ended
        heard.events += counted.events
    for refusal in heard.refusals.values():
        heard.said.update(said_in(refusal))
    return heard


def said_in(value: object) -> Iterator[Said]:
    """Yield every sentence in *value*, such as a screen, a refusal or a list of them."""
    if isinstance(value, Said):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from said_in(item)
    elif is_dataclass(value):
        for one in fields(value):
            yield from said_in(getattr(value, one.name))
