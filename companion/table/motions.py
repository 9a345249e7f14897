"""Motions: what the people at the table agree on by voting, such as putting a game away.

A vote proposes a motion, seconds it or takes that back; who may vote, and how many must be for it, is computed from who sits
here and who plays. Enough votes carry it, and it is done. Everything here is public.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, assert_never

from companion.kit.messages import Illegal, Refusal, Said, Who, say
from companion.seats import places
from companion.seats.places import PlaceTaken
from companion.seats.seating import GameStarted, SatDown, StoodUp
from companion.table.evening import PutAway, TakenUp

if TYPE_CHECKING:
    from companion.kit.viewers import Seat
    from companion.seats.places import Places
    from companion.seats.seating import Seating
    from companion.table.evening import OnTable

Kind: TypeAlias = Literal["put_away", "free_seat", "give_place"]


@dataclass(frozen=True, slots=True)
class Motion:
    """Put the game on the table away, free *seat*, or give the place on *seat* in game *number* to who sits there now."""

    kind: Kind
    seat: str = ""
    number: int = 0


# The command
@dataclass(frozen=True, slots=True)
class Vote:
    """Be for *motion*, or no longer."""

    motion: Motion
    yes: bool


# The event
@dataclass(frozen=True, slots=True)
class Voted:
    """*voter* is for *motion*, or no longer."""

    voter: str
    motion: Motion
    yes: bool


COMMANDS: Final = (Vote,)
EVENTS: Final = (Voted,)
Votes: TypeAlias = Mapping[Motion, frozenset[str]]  # who is for it, by motion; no motion without anybody


@dataclass(frozen=True, slots=True)
class Electorate:
    """Who may vote on a motion; it is carried when so many of these *voters* as are *needed* are for it."""

    voters: frozenset[Seat]
    needed: int


def electorate(motion: Motion, seating: Seating, theirs: Places, on: OnTable | None) -> Electorate:
    """Return who decides on *motion*; raise Illegal where there is nothing to decide. *theirs* are the places in games."""
    playing = on is not None and on.winners is None
    match motion.kind:
        case "put_away":
            if on is None or not playing:
                raise Illegal(Refusal(say("table.no_game"), "table"))
            return _more_than_half(on.seats)
        case "free_seat":
            _insist(not playing, "game_on")
            _insist(motion.seat in seating.sitters, "no_seat")
            return _more_than_half(places.electorate(theirs, seating, motion.seat))
        case "give_place":
            _insist(motion.seat in theirs.strangers(seating, motion.number), "no_saved_game")
            players = theirs.players(seating, motion.number)
            return Electorate(frozenset(players), len(players))
    assert_never(motion.kind)


def decide(votes: Votes, seating: Seating, theirs: Places, voter: Seat, vote: Vote, on: OnTable | None) -> tuple[Any, ...]:
    """Return the events of *vote*, with what is done where it carries the motion; raise Illegal."""
    _insist(voter in seating.sitters, "no_seat")
    who = electorate(vote.motion, seating, theirs, on)
    _insist(vote.motion.kind != "free_seat" or voter != vote.motion.seat, "no_seat")  # Who wants to leave stands up.
    _insist(voter in who.voters, "not_in_game" if vote.motion.kind == "put_away" else "only_players")
    before = votes.get(vote.motion, frozenset())
    _insist((voter in before) != vote.yes, "voted")
    carried = vote.yes and len(who.voters & {*before, voter}) >= who.needed
    return (Voted(voter, vote.motion, vote.yes), *(_done(vote.motion, on) if carried else ()))


def evolve(votes: Votes, event: Any) -> Votes:
    """Return the votes after *event*, also after those of other topics: what nobody can want any more is dropped."""
    match event:
        case Voted(voter, motion, yes):
            before = votes.get(motion, frozenset())
            return _without_empty({**votes, motion: before | {voter} if yes else before - {voter}})
        case StoodUp(seat) | SatDown(seat):
            return _without_empty({motion: voters - {seat} for motion, voters in votes.items() if motion.seat != seat})
        case PlaceTaken(number, seat):
            return {motion: voters for motion, voters in votes.items() if motion != Motion("give_place", seat, number)}
        case PutAway():
            return {motion: voters for motion, voters in votes.items() if motion.kind == "give_place"}
        case GameStarted() | TakenUp():
            return {}
    return votes


def tell(event: Any) -> Said | None:
    """Return what the table says of *event* to everybody, or None where the pages show enough."""
    match event:
        case Voted(voter, Motion("put_away"), yes):
            return say("table.told.for_away", who=Who(voter)) if yes else say("table.told.not_away", who=Who(voter))
    return None


def _more_than_half(voters: Any) -> Electorate:
    return Electorate(frozenset(voters), len(voters) // 2 + 1)


def _done(motion: Motion, on: OnTable | None) -> tuple[Any, ...]:
    match motion.kind:
        case "put_away":
            assert on is not None
            return (PutAway(on.number, on.round),)
        case "free_seat":
            return (StoodUp(motion.seat),)
        case "give_place":
            return (PlaceTaken(motion.number, motion.seat),)
    assert_never(motion.kind)


def _without_empty(votes: Votes) -> Votes:
    return {motion: voters for motion, voters in votes.items() if voters}


def _insist(right: bool, code: str) -> None:
    if not right:
        raise Illegal(Refusal(say(f"table.refusal.{code}"), "table"))
