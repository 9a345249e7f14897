"""Motions: decisions that the people at the table take by voting, such as putting a game away.

A vote proposes a motion, supports it, or withdraws that support. Who may vote, and how many votes are needed, is computed from
who is sitting and who is playing. The vote that carries a motion also carries it out. Everything here is public.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

from companion.kit.messages import Illegal, Refusal, Said, Who, say
from companion.kit.viewers import Seat
from companion.seats import places
from companion.seats.places import PlaceTaken
from companion.seats.seating import GameStarted, SatDown, StoodUp
from companion.table.evening import PutAway, TakenUp

if TYPE_CHECKING:
    from companion.seats.places import Places
    from companion.seats.seating import Seating
    from companion.table.evening import OnTable

Kind: TypeAlias = Literal["put_away", "free_seat", "give_place"]


@dataclass(frozen=True, slots=True)
class Motion:
    """Put away the game on the table, free *seat*, or give the place on *seat* in game *number* to its current sitter."""

    kind: Kind
    seat: Seat = ""
    number: int = 0


# The command
@dataclass(frozen=True, slots=True)
class Vote:
    """Vote for *motion* (*yes*), or withdraw that vote."""

    motion: Motion
    yes: bool


# The event
@dataclass(frozen=True, slots=True)
class Voted:
    """*voter* has voted for *motion* (*yes*), or has withdrawn that vote."""

    voter: Seat
    motion: Motion
    yes: bool


Carried: TypeAlias = PutAway | StoodUp | PlaceTaken  # What a motion comes to.
COMMANDS: Final = (Vote,)
EVENTS: Final = (Voted,)
Votes: TypeAlias = Mapping[Motion, frozenset[Seat]]  # The seats in favour, by motion; motions without any are left out.


@dataclass(frozen=True, slots=True)
class Electorate:
    """The *voters* on a motion, and how many of them are *needed* to carry it."""

    voters: frozenset[Seat]
    needed: int


def electorate(motion: Motion, seating: Seating, theirs: Places, on: OnTable | None) -> Electorate:
    """Return who votes on *motion*; raise Illegal if there is nothing to decide. *theirs* are the places in games.

    A motion names nothing that it isn't about: dressed up, it would be voted on beside itself, and not be shown.
    """
    playing = on is not None and on.winners is None
    match motion.kind:
        case "put_away":
            if on is None or not playing:
                raise Illegal(Refusal(say("table.no_game"), "table"))
            _insist(motion == Motion("put_away"), "no_saved_game")
            return _more_than_half(on.seats)
        case "free_seat":
            _insist(not playing, "game_on")
            _insist(motion.seat in seating.sitters and motion.number == 0, "no_seat")
            return _more_than_half(places.electorate(theirs, seating, motion.seat))
        case "give_place":
            _insist(motion.seat in theirs.strangers(seating, motion.number), "no_saved_game")
            players = theirs.players(seating, motion.number)
            return Electorate(frozenset(players), len(players))
    assert_never(motion.kind)


def decide(
    votes: Votes, seating: Seating, theirs: Places, voter: Seat, vote: Vote, on: OnTable | None
) -> tuple[Voted | Carried, ...]:
    """Return the events of *vote*, with those of the motion itself if the vote carries it; raise Illegal if it is refused."""
    _insist(voter in seating.sitters, "no_seat")
    who = electorate(vote.motion, seating, theirs, on)
    _insist(vote.motion.kind != "free_seat" or voter != vote.motion.seat, "no_seat")  # To leave oneself, stand up.
    _insist(voter in who.voters, "not_in_game" if vote.motion.kind == "put_away" else "only_players")
    before = votes.get(vote.motion, frozenset())
    _insist((voter in before) != vote.yes, "voted")
    carried = vote.yes and len(who.voters & {*before, voter}) >= who.needed
    return (Voted(voter, vote.motion, vote.yes), *(_done(vote.motion, on) if carried else ()))


def evolve(votes: Votes, event: object) -> Votes:
    """Return the votes after *event*, which can be another topic's too: motions that have lost their object are dropped."""
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


def tell(event: object) -> Said | None:
    """Return the sentence that announces *event* to everybody, or None if the pages show enough."""
    match event:
        case Voted(voter, Motion("put_away"), yes):
            return say("table.told.for_away", who=Who(voter)) if yes else say("table.told.not_away", who=Who(voter))
    return None


def _more_than_half(voters: Collection[Seat]) -> Electorate:
    return Electorate(frozenset(voters), len(voters) // 2 + 1)


def _done(motion: Motion, on: OnTable | None) -> tuple[Carried, ...]:
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
