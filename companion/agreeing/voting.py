"""Voting: what a vote comes to. The vote that carries a motion also carries it out. Everything here is public."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from companion.agreeing.electorate import electorate
from companion.agreeing.motions import GOING, TAKING_BACK, Voted, open_take_back, open_vote
from companion.agreeing.passing import Carried, done, gone
from companion.agreeing.taking_back import Dropped, Outwaited
from companion.kit.messages import Illegal, say
from companion.seats.refusing import insist

if TYPE_CHECKING:
    from companion.agreeing.electorate import Electorate
    from companion.agreeing.motions import Vote, Votes
    from companion.agreeing.on_table import Company
    from companion.agreeing.taking_back import TakeBacks
    from companion.kit.viewers import Seat

Events: TypeAlias = tuple[Voted | Carried, ...]


def decide(votes: Votes, backs: TakeBacks, company: Company, voter: Seat, vote: Vote, row: int) -> Events:
    """Return the events of *vote*, with those of the motion itself if the vote carries it; raise Illegal if it is refused.

    *backs* is what is remembered of take-backs, and *row* the number of the journal's row that these events go into.
    """
    insist(voter in company.seating.sitters, say("table.refusal.no_seat"))
    who = electorate(vote.motion, company)
    if vote.motion.kind in TAKING_BACK:
        insist(company.is_whole, say("table.refusal.seat_empty"))
        return _voted_back(votes, backs, company, who, voter, vote)
    if vote.motion.kind in GOING:
        return _voted_to_go(votes, company, who, voter, vote, row)
    return _voted(votes, company, who, voter, vote, row)


def carried(votes: Votes, company: Company, row: int) -> tuple[Carried, ...]:
    """Return the events of the first motion that has all the votes it needs, since somebody who lacked in it has stood up."""
    for motion, voters in votes.items():
        if motion.kind in ("put_away", "end_game", "give_place", "house_plays"):
            with suppress(Illegal):  # It has lost its object.
                if electorate(motion, company).carry(voters):
                    return done(motion, company, row)
    return ()


def outwaited(votes: Votes, backs: TakeBacks, company: Company) -> tuple[Carried, ...]:
    """Return the events by which the minute of the open take-back is over; none if there is no minute, or it was over already.

    Somebody's no drops it now, even if others might still have carried it: a table doesn't wait twice.
    """
    motion, on = open_take_back(votes), company.on
    if motion is None or on is None or backs.waited or company.agreed.waits or company.agreed.paused:
        return ()
    who = electorate(motion, company)
    if backs.against:
        return (Outwaited(), Dropped(motion.number, on.tip, motion.seat))
    return (Outwaited(), *(done(motion, company, on.next) if who.carry_awake(votes[motion]) else ()))


def _voted(votes: Votes, company: Company, who: Electorate, voter: Seat, vote: Vote, row: int) -> Events:
    motion, before = vote.motion, votes.get(vote.motion, frozenset())
    # Whoever has left can't agree to going elsewhere, and to leave oneself, one stands up.
    insist(motion.kind != "go_elsewhere" or company.is_whole, say("table.refusal.seat_empty"))
    insist(motion.kind != "free_seat" or voter != motion.seat, say("table.refusal.no_seat"))
    insist(motion.kind != "next_game" or not vote.yes, say("table.refusal.no_saved_game"))  # One is for it by starting it.
    theirs = motion.kind in ("put_away", "go_elsewhere")
    insist(voter in who.voters, say("table.refusal.not_in_game") if theirs else say("table.refusal.only_players"))
    insist((voter in before) != vote.yes, say("table.refusal.voted"))
    passed = vote.yes and who.carry({*before, voter})
    return (Voted(voter, motion, vote.yes), *(done(motion, company, row) if passed else ()))


def _voted_to_go(votes: Votes, company: Company, who: Electorate, voter: Seat, vote: Vote, row: int) -> Events:
    """Count a vote on a player's leaving or on a swap: who it is about can always say no, and leaves by saying yes."""
    motion, for_it = vote.motion, votes.get(vote.motion, frozenset())
    voted = Voted(voter, motion, vote.yes)
    if voter == motion.seat and motion.kind != "swap" and vote.yes:
        return gone(motion, company)
    insist(voter in who.voters or voter == motion.seat, say("table.refusal.only_players"))
    if not vote.yes:
        insist(bool(for_it) and (voter in for_it or voter in (motion.seat, motion.other)), say("table.refusal.voted"))
        return (voted,)
    insist(motion.kind != "swap" or bool(for_it) or voter == motion.seat, say("table.refusal.only_asker"))
    passed = who.carry({*for_it, voter}) and (motion.kind != "leave" or motion.seat in company.game.gone)
    insist(voter not in for_it or passed, say("table.refusal.voted"))  # The votes may have been there before the time was over.
    return (voted, *(done(motion, company, row) if passed else ()))


def _voted_back(votes: Votes, backs: TakeBacks, company: Company, who: Electorate, voter: Seat, vote: Vote) -> Events:
    motion, pending, on = vote.motion, open_vote(votes), company.game
    if pending is None:
        insist(vote.yes and voter == motion.seat, say("table.refusal.only_asker"))
        priced = on.price(motion.seat, motion.number, motion.kind == "put_back") is not None
        insist(priced or not on.is_barred(motion.number), say("table.refusal.barred"))
        insist(priced, say("table.refusal.nothing_back"))
        insist(backs.may_ask(motion.seat, motion.number, on.tip), say("table.refusal.asked_before"))
    else:
        insist(motion == pending, say("table.refusal.voting"))
        insist(
            voter in who.voters or (backs.waited and not vote.yes and voter in who.stoppers), say("table.refusal.only_players")
        )
    for_it = votes.get(motion, frozenset())
    insist(not (vote.yes and voter in for_it) and not (not vote.yes and voter in backs.against), say("table.refusal.voted"))
    voted = Voted(voter, motion, vote.yes)
    if vote.yes:
        passed = who.carry({*for_it, voter}) or (backs.waited and who.carry_awake({*for_it, voter}))
        return (voted, *(done(motion, company, on.next) if passed else ()))
    still = frozenset() if backs.waited else who.voters - backs.against - {voter}
    return (voted,) if voter != motion.seat and who.carry(still) else (voted, Dropped(motion.number, on.tip, motion.seat))
