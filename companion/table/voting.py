"""Motions: decisions that the people at the table take by voting, such as putting a game away.

A vote proposes a motion, supports it, or withdraws that support. Who may vote, and how many votes are needed, is computed from
who is sitting and who is playing. The vote that carries a motion also carries it out. Everything here is public.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

from companion.kit.messages import Illegal, Refusal, Said, Who, say
from companion.kit.viewers import Seat
from companion.seats import places
from companion.seats.places import PlaceTaken
from companion.seats.seating import GameStarted, SatDown, StoodUp
from companion.table.evening import PutAway, ScoreWiped, TakenUp
from companion.table.taking_back import Dropped, TakenBack

if TYPE_CHECKING:
    from companion.seats.places import Places
    from companion.seats.seating import Seating
    from companion.table.evening import OnTable
    from companion.table.taking_back import TakeBacks

Kind: TypeAlias = Literal["put_away", "free_seat", "give_place", "wipe_score", "take_back", "put_back"]
TAKING_BACK: Final = ("take_back", "put_back")


@dataclass(frozen=True, slots=True)
class Motion:
    """Put away the game on the table, free *seat*, or give the place on *seat* in game *number* to its current sitter.

    Or reset everybody's games won to zero. Or *seat* asks to take back what followed row *number*, or to put back again what a
    take-back took, which row *number* ended.
    """

    kind: Kind
    seat: Seat = ""
    number: int = 0


# The command
@dataclass(frozen=True, slots=True)
class Vote:
    """Vote for *motion* (*yes*), or withdraw that vote. Without a vote to withdraw, vote against a take-back.

    The asker's vote opens a take-back; no game goes on until it is carried or dropped.
    """

    motion: Motion
    yes: bool


# The event
@dataclass(frozen=True, slots=True)
class Voted:
    """*voter* has voted for *motion* (*yes*), or has withdrawn that vote, or has voted against a take-back."""

    voter: Seat
    motion: Motion
    yes: bool


Carried: TypeAlias = PutAway | ScoreWiped | StoodUp | PlaceTaken | TakenBack | Dropped  # What a motion comes to.
COMMANDS: Final = (Vote,)
EVENTS: Final = (Voted,)
Votes: TypeAlias = Mapping[Motion, frozenset[Seat]]  # The seats in favour, by motion; motions without any are left out.


@dataclass(frozen=True, slots=True)
class Electorate:
    """The *voters* on a motion, how many of them are *needed* to carry it, and those who *must* be among them."""

    voters: frozenset[Seat]
    needed: int
    must: frozenset[Seat] = frozenset()

    def carry(self, yes: Collection[Seat]) -> bool:
        """Return whether the votes of *yes* carry the motion."""
        return self.must <= set(yes) and len(self.voters & set(yes)) >= self.needed


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
        case "wipe_score":
            _insist(not playing, "game_on")
            _insist(motion == Motion("wipe_score"), "no_saved_game")
            return _more_than_half(seating.sitters)
        case "free_seat":
            _insist(not playing, "game_on")
            _insist(motion.seat in seating.sitters and motion.number == 0, "no_seat")
            return _more_than_half(places.electorate(theirs, seating, motion.seat))
        case "give_place":
            _insist(motion.seat in theirs.strangers(seating, motion.number), "no_saved_game")
            players = theirs.players(seating, motion.number)
            return Electorate(frozenset(players), len(players))
        case "take_back" | "put_back":
            if on is None or not playing:
                raise Illegal(Refusal(say("table.no_game"), "table"))
            return _priced(motion, frozenset(theirs.players(seating, on.number)), on)
    assert_never(motion.kind)


def _priced(motion: Motion, players: frozenset[Seat], on: OnTable) -> Electorate:
    """Return who votes on a take-back; see `Rung`. Whoever has left the table can't be asked.

    If a damaged journal has lost the row that people were voting on, nothing carries the motion, and one vote against drops it.
    """
    _insist(motion.seat in players, "only_players")
    price = on.price(motion.seat, motion.number, motion.kind == "put_back")
    if price is None:
        return Electorate(players, len(players) + 1)
    asker, others = frozenset((motion.seat,)), players - {motion.seat}
    match price.rung:
        case "own":
            return Electorate(asker, 1)
        case "offer":
            parties = asker | {fact.seat for fact in price.news} & players
            return Electorate(parties, len(parties), parties)
        case "seal":
            return Electorate(players, len(players), players)
        case "table":
            return Electorate(players, min(len(others) // 2 + 1, len(others)) + 1, asker | price.theirs & players)
    assert_never(price.rung)


def decide(
    votes: Votes, backs: TakeBacks, seating: Seating, theirs: Places, voter: Seat, vote: Vote, on: OnTable | None
) -> tuple[Voted | Carried, ...]:
    """Return the events of *vote*, with those of the motion itself if the vote carries it; raise Illegal if it is refused.

    *backs* is what is remembered of take-backs.
    """
    _insist(voter in seating.sitters, "no_seat")
    who = electorate(vote.motion, seating, theirs, on)
    if vote.motion.kind in TAKING_BACK:
        assert on is not None
        return _voted_back(votes, backs, who, voter, vote, on)
    _insist(vote.motion.kind != "free_seat" or voter != vote.motion.seat, "no_seat")  # To leave oneself, stand up.
    _insist(voter in who.voters, "not_in_game" if vote.motion.kind == "put_away" else "only_players")
    before = votes.get(vote.motion, frozenset())
    _insist((voter in before) != vote.yes, "voted")
    carried = vote.yes and who.carry({*before, voter})
    return (Voted(voter, vote.motion, vote.yes), *(_done(vote.motion, on) if carried else ()))


def open_take_back(votes: Votes) -> Motion | None:
    """Return the take-back that is being voted on, or None. There is one at a time."""
    return next((motion for motion in votes if motion.kind in TAKING_BACK), None)


def _voted_back(
    votes: Votes, backs: TakeBacks, who: Electorate, voter: Seat, vote: Vote, on: OnTable
) -> tuple[Voted | Carried, ...]:
    motion, pending = vote.motion, open_take_back(votes)
    if pending is None:
        _insist(vote.yes and voter == motion.seat, "only_asker")
        _insist(on.price(motion.seat, motion.number, motion.kind == "put_back") is not None, "nothing_back")
        _insist(backs.may_ask(motion.seat, motion.number, on.tip), "asked_before")
    else:
        _insist(motion == pending, "voting")
        _insist(voter in who.voters, "only_players")
    for_it = votes.get(motion, frozenset())
    _insist(not (vote.yes and voter in for_it) and not (not vote.yes and voter in backs.against), "voted")
    voted = Voted(voter, motion, vote.yes)
    if vote.yes:
        return (voted, *(_done(motion, on) if who.carry({*for_it, voter}) else ()))
    still = who.voters - backs.against - {voter}
    return (voted,) if voter != motion.seat and who.carry(still) else (voted, Dropped(motion.number, on.tip, motion.seat))


def evolve(votes: Votes, backs: TakeBacks, event: object) -> tuple[Votes, TakeBacks]:
    """Return the votes, and what is remembered of take-backs, after *event*, which can be another topic's too.

    Motions that have lost their object are dropped.
    """
    if isinstance(event, Voted) and event.motion.kind in TAKING_BACK:
        against = backs.against - {event.voter} if event.yes else backs.against | {event.voter}
        backs = replace(backs, against=against)
    return _counted(votes, event), backs


def _counted(votes: Votes, event: object) -> Votes:
    match event:
        case ScoreWiped():
            return {motion: voters for motion, voters in votes.items() if motion.kind != "wipe_score"}
        case TakenBack() | Dropped():
            return {motion: voters for motion, voters in votes.items() if motion.kind not in TAKING_BACK}
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
        case TakenBack(asker=asker, again=again):
            return say("table.told.put_back", who=Who(asker)) if again else say("table.told.taken_back", who=Who(asker))
        case Dropped():
            return say("table.told.stands")
    return None


def _more_than_half(voters: Collection[Seat]) -> Electorate:
    return Electorate(frozenset(voters), len(voters) // 2 + 1)


def _done(motion: Motion, on: OnTable | None) -> tuple[Carried, ...]:
    match motion.kind:
        case "put_away":
            assert on is not None
            return (PutAway(on.number, on.round),)
        case "wipe_score":
            return (ScoreWiped(),)
        case "free_seat":
            return (StoodUp(motion.seat),)
        case "give_place":
            return (PlaceTaken(motion.number, motion.seat),)
        case "take_back" | "put_back":
            assert on is not None
            again = motion.kind == "put_back"
            price = on.price(motion.seat, motion.number, again)
            assert price is not None
            return (TakenBack(on.number, motion.seat, motion.number, on.next, price.rung, again),)
    assert_never(motion.kind)


def _without_empty(votes: Votes) -> Votes:
    return {motion: voters for motion, voters in votes.items() if voters}


def _insist(right: bool, code: str) -> None:
    if not right:
        raise Illegal(Refusal(say(f"table.refusal.{code}"), "table"))
