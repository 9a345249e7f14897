"""A proposal to set the table anew: what it states, whose own sums it needs, and what it comes to.

Public facts are examined before anybody votes, by what everybody knows. Private ones are stated by their owners with their
votes, and sealed; that they add up can only be examined once all are there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from companion.kit.layout import Shift, Stated, TableSet, stated, values
from companion.kit.messages import Illegal, Refusal, Who, say
from companion.kit.sealed import Sealed, seen
from companion.kit.viewers import TABLE, Seat
from companion.setting.layouts import has_layout, laid, owned

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from companion.kit.game import AnyGame, State
    from companion.kit.layout import Fact, Value


# The command
@dataclass(frozen=True, slots=True)
class Propose:
    """Propose to set the table to *facts*, with *shifts* of private numbers that everybody knows of.

    *own* are the proposer's own private facts, if they change. With *begun*, everybody states theirs: the game has been played
    without the companion until now.
    """

    facts: tuple[Stated, ...] = ()
    shifts: tuple[Shift, ...] = ()
    own: tuple[Stated, ...] = ()
    begun: bool = False


# Events
@dataclass(frozen=True, slots=True)
class Proposed:
    """*asker* has proposed to set the table anew, in the journal's row *row*. *owners* must state their private facts."""

    row: int
    asker: Seat
    facts: tuple[Stated, ...]
    shifts: tuple[Shift, ...]
    owners: tuple[Seat, ...]
    begun: bool = False


@dataclass(frozen=True, slots=True)
class OwnStated:
    """*seat* has stated its private facts, which nobody else may see."""

    seat: Seat
    own: Sealed[tuple[Stated, ...]]


EVENTS: Final = (Proposed, OwnStated, TableSet)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A vote's *proposed* layout, and what owners have stated so far."""

    proposed: Proposed
    own: Mapping[Seat, Sealed[tuple[Stated, ...]]] = field(default_factory=dict)

    def carried(self, number: int, row: int) -> TableSet:
        """Return the event to which the proposal comes in row *row*, once everybody agrees, in game *number*."""
        one = self.proposed
        return TableSet(number, row, one.asker, one.facts, one.shifts, self.own, one.begun)


@dataclass(frozen=True, slots=True)
class Settings:
    """The *open* proposal, if any, and how often the tables of the games on hand were set anew, by number of the game."""

    open: Proposal | None = None
    done: Mapping[int, tuple[TableSet, ...]] = field(default_factory=dict)


def evolve(before: Settings, event: object) -> Settings:
    """Return the settings after *event*, which can be another topic's. `closed` ends a proposal that wasn't carried."""
    match event:
        case Proposed():
            return replace(before, open=Proposal(event))
        case OwnStated(seat, own) if before.open:
            return replace(before, open=replace(before.open, own={**before.open.own, seat: own}))
        case TableSet(number):
            return Settings(None, {**before.done, number: (*before.done.get(number, ()), event)})
    return before


def closed(before: Settings) -> Settings:
    """Return the settings after the open proposal was dropped."""
    return replace(before, open=None)


def limited(before: Settings, live: Collection[int]) -> Settings:
    """Return the settings of the games *live* alone: the others have left the table for good."""
    return Settings(None, {number: done for number, done in before.done.items() if number in live})


@dataclass(frozen=True, slots=True)
class Board:
    """A *game* in its true *state*, as proposals look at it."""

    game: AnyGame
    state: State

    def opening(self, asker: Seat, row: int, command: Propose) -> tuple[Proposed | OwnStated, ...]:
        """Return the events by which *asker* proposes *command* in row *row*; raise Illegal, by public facts alone."""
        _insist(has_layout(self.game), "no_layout")
        self._insist_known(command)
        self._insist_new(command)
        if refusal := self.refusal(command.facts, command.shifts):
            raise Illegal(refusal)
        proposed = Proposed(row, asker, command.facts, command.shifts, self._owners(asker, command), command.begun)
        return (proposed, *self.own(proposed, asker, command.own))

    def refusal(self, facts: Sequence[Stated], shifts: Sequence[Shift]) -> Refusal | None:
        """Return why the table can't be set to *facts* and *shifts*, by what everybody knows."""
        assert has_layout(self.game)
        return self.game.misplaced(seen(self.state, TABLE), stated(facts), shifts)

    def own(self, proposed: Proposed, seat: Seat, given: tuple[Stated, ...]) -> tuple[OwnStated, ...]:
        """Return the event by which *seat* states its private facts as *given*, none if it needn't; raise Illegal."""
        if seat not in proposed.owners:
            return ()
        facts, said = {fact.place: fact for fact in owned(self.game, self.state, seat)}, stated(given)
        _insist(set(said) == set(facts) and len(said) == len(given), "own_sums")
        _insist(all(facts[place].admits(value) for place, value in said.items()), "own_sums")
        return (OwnStated(seat, Sealed(given, {seat})),)

    def after(self, event: TableSet) -> State:
        """Return the state after *event*; raise Illegal if what the owners have stated doesn't add up."""
        assert has_layout(self.game)
        state = self.game.set_table(self.state, event.values)
        self.game.check(state)
        return state

    def shifted(self, seat: Seat, shifts: Sequence[Shift]) -> dict[str, Value]:
        """Return the private facts of *seat* by part, as they are after *shifts*: what its owner will probably state."""
        by = {shift.part: shift.by for shift in shifts if shift.thing == seat}
        return {fact.part: _moved(fact, by.get(fact.part, 0)) for fact in owned(self.game, self.state, seat)}

    def as_shifted(self, proposed: Proposed, seat: Seat) -> tuple[OwnStated, ...]:
        """Return the event by which *seat* states its private facts as `shifted` returns them; none if it needn't."""
        after = self.shifted(seat, proposed.shifts)
        mine = owned(self.game, self.state, seat) if seat in proposed.owners else ()
        return self.own(proposed, seat, tuple(Stated(*fact.place, after[fact.part]) for fact in mine))

    def _owners(self, asker: Seat, command: Propose) -> tuple[Seat, ...]:
        if command.begun:
            return tuple(seat for seat in self.state.seats if owned(self.game, self.state, seat))
        named = {shift.thing for shift in command.shifts} | ({asker} if command.own else set())
        return tuple(seat for seat in self.state.seats if seat in named)

    def _insist_known(self, command: Propose) -> None:
        known = {fact.place: fact for fact in laid(self.game, self.state)}
        said = stated(command.facts)
        _insist(len(said) == len(command.facts), "unknown_fact")
        _insist(all(place in known and known[place].admits(value) for place, value in said.items()), "unknown_fact")
        for shift in command.shifts:
            mine = [one for one in owned(self.game, self.state, shift.thing) if one.place == (shift.thing, shift.part)]
            _insist(bool(mine) and mine[0].kind == "number" and 0 < abs(shift.by) <= mine[0].most, "unknown_fact")

    def _insist_new(self, command: Propose) -> None:
        now = values(laid(self.game, self.state))
        new = any(now[place] != value for place, value in stated(command.facts).items())
        _insist(new or bool(command.shifts or command.own) or command.begun, "nothing_set")


def _moved(fact: Fact, by: int) -> Value:
    """Return the value of *fact* moved *by*, within its bounds: whoever has less than is to be paid states what there is."""
    return fact.value if isinstance(fact.value, str) else max(fact.least, min(fact.most, fact.value + by))


def _insist(right: bool, code: str) -> None:
    if not right:
        raise Illegal(Refusal(say(f"table.refusal.{code}"), "table"))


def owner_missing(proposed: Proposed, players: Collection[Seat]) -> Refusal | None:
    """Return why a proposal can't be voted on if somebody who must state a sum isn't among the *players*, or None."""
    away = next((seat for seat in proposed.owners if seat not in players), None)
    return Refusal(say("table.refusal.owner_away", who=Who(away)), "table") if away else None
