"""Setting the table anew, as pages show it: what can be stated, what a proposal changes, and who must say what."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.kit.layout import named, phrase, stated
from companion.kit.messages import Said, Who, say
from companion.setting import recount
from companion.setting.layouts import by_thing, has_layout, label, laid, owned

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.agreeing.motions import Motion
    from companion.kit.game import AnyGame
    from companion.kit.layout import Fact, Shift, Stated
    from companion.kit.viewers import Seat
    from companion.match.match import Match
    from companion.setting.proposal import Proposal
    from companion.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Line:
    """The future of one *thing* (None for the table as a whole), as *phrases*. A rest comes as *was* and *becomes*."""

    thing: Said | None
    phrases: tuple[Said, ...]
    was: int = 0
    becomes: int | None = None


def lines(match: Match, facts: Sequence[Stated], shifts: Sequence[Shift]) -> list[Line]:
    """Return the changes that *facts* and *shifts* make, in the order of the layout. All of it is public."""
    game, now, said = match.game, laid(match.game, match.state), stated(facts)
    new = [replace(one, value=said[one.place]) for one in now if said.get(one.place, one.value) != one.value]
    told = [Line(label(game, thing), tuple(phrase(game, one) for one in facts)) for thing, facts in by_thing(new).items()]
    return [*told, *(Line(None, (_shifted(game, one),)) for one in shifts), *_rests(game, now, shifts)]


def _shifted(game: AnyGame, shift: Shift) -> Said:
    way = "more" if shift.by > 0 else "less"
    return say(f"{game.NAME}.layout.{shift.part}.{way}", who=Who(shift.thing), by=abs(shift.by))


def _rests(game: AnyGame, now: Iterable[Fact], shifts: Sequence[Shift]) -> Iterable[Line]:
    """Return the rest of a part after *shifts*, from public numbers alone."""
    for fact in now:
        by = sum(shift.by for shift in shifts if shift.part == fact.rest)
        if fact.rest and by and isinstance(fact.value, int):
            yield Line(None, (phrase(game, fact),), fact.value, fact.value - by)


def vote(now: Snapshot, motion: Motion, proposal: Proposal) -> dict[str, Any]:
    """Return the vote on *proposal*: what it changes, who must state a sum of their own, and whom it waits for."""
    assert now.match is not None
    one = proposal.proposed
    return {
        "motion": motion,
        "begun": one.begun,
        "lines": lines(now.match, one.facts, one.shifts),
        "owners": one.owners,
        "counts": [say("web.set.counts", who=Who(one.asker))] if _counts(proposal) else [],
        "told": (),
        "learned": [],
        "voters": now.electorate(motion).voters,
        "unanswered": sorted(now.unanswered()),
        "stoppers": (),
        "waited": False,
    }


def _counts(proposal: Proposal) -> bool:
    """Return whether the proposer has counted a purse anew, though nobody knows of a payment."""
    one = proposal.proposed
    return one.asker in one.owners and not one.begun and one.asker not in {shift.thing for shift in one.shifts}


@dataclass(frozen=True, slots=True)
class Group:
    """The facts of a *thing* that can be stated, with the words for each of their values."""

    thing: Said | None
    facts: tuple[tuple[Fact, Said, tuple[tuple[str, Said], ...]], ...]


def groups(game: AnyGame, facts: Iterable[Fact]) -> list[Group]:
    """Return *facts*, which can all be stated, grouped by thing, each with its label and choices."""
    return [Group(label(game, thing), tuple(_field(game, one) for one in found)) for thing, found in by_thing(facts).items()]


def _field(game: AnyGame, fact: Fact) -> tuple[Fact, Said, tuple[tuple[str, Said], ...]]:
    return fact, say(f"{game.NAME}.layout.{fact.part}.label"), _choices(game, fact)


def _choices(game: AnyGame, fact: Fact) -> tuple[tuple[str, Said], ...]:
    if fact.kind == "list":
        return ()  # There are too many to choose from: they are typed.
    names = {choice: label(game, choice) for choice in fact.choices if fact.kind == "seat"}  # Phones are narrow.
    return tuple((choice, names.get(choice) or phrase(game, replace(fact, value=choice))) for choice in fact.choices)


def parts(match: Match) -> list[str]:
    """Return the parts of which somebody may have paid or got a public number, though each one's sum is private."""
    numbers = {one.part: None for seat in match.state.seats for one in owned(match.game, match.state, seat) if not one.choices}
    return list(numbers)


def seat_owns(now: Snapshot, seat: Seat) -> bool:
    """Return whether the open proposal waits for *seat*'s private facts."""
    proposal = now.proposal
    return proposal is not None and seat in proposal.proposed.owners and seat in now.unanswered()


def recounted(now: Snapshot) -> dict[str, Any] | None:
    """Return the recount's question and its number, or at its end no question; None without a recount. All of it is public."""
    if now.recount is None or now.match is None:
        return None
    one, game = now.recount.asked, now.match.game
    return {
        "at": now.recount.at,
        "all": len(now.recount.questions),
        "about": label(game, one.key) if one else None,
        "lines": [Line(*line) for line in recount.lines(game, one)] if one else [],
        "over": one is None,
    }


def late(now: Snapshot) -> dict[str, Any] | None:
    """Return the late tap that could be a correction: the question, and the fields of the form for it; or None."""
    if now.late is None or now.match is None:
        return None
    asks = say("table.late", thing=named(now.match.game, now.late.facts[0].thing), who=Who(now.late.seat))
    return {"asks": asks, "fields": [(field(fact), fact.value) for fact in now.late.facts]}


def field(fact: Fact) -> str:
    """Return the name of the form's field for *fact*."""
    return f"{fact.part}@{fact.thing}"


def settable(now: Snapshot, seat: Seat) -> bool:
    """Return whether *seat* can propose to set the table anew."""
    playing = now.match is not None and now.playing and now.plays(seat)
    return playing and now.match is not None and has_layout(now.match.game)
