"""Votes on setting the table anew. Everybody must agree, and state the own sums that the proposal needs."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from companion.agreeing.electorate import electorate
from companion.agreeing.motions import Motion, Voted, open_vote
from companion.agreeing.passing import Carried
from companion.agreeing.taking_back import PROPOSALS, Dropped
from companion.kit.messages import Illegal, Refusal, say
from companion.seats.refusing import insist
from companion.setting import proposal
from companion.setting.proposal import OwnStated, Proposed

if TYPE_CHECKING:
    from companion.agreeing.motions import Vote, Votes
    from companion.agreeing.on_table import Company, OnTable
    from companion.agreeing.taking_back import TakeBacks
    from companion.kit.viewers import Seat
    from companion.setting.proposal import Propose, Settings


def proposed(
    votes: Votes, backs: TakeBacks, company: Company, asker: Seat, propose: Propose
) -> tuple[Voted | Proposed | OwnStated | Carried, ...]:
    """Return the events by which *asker* proposes to set the table anew, and votes for it; raise Illegal if it is refused."""
    who = electorate(Motion("set_table"), company)
    on = company.game
    insist(asker in who.voters, say("table.refusal.only_players"))
    insist(open_vote(votes) is None, say("table.refusal.voting"))
    insist(backs.may_propose(asker, on.tip), say("table.refusal.asked_before"))
    opening = _with_house(on.board.opening(asker, on.next, propose), company)
    after = reduce(proposal.evolve, opening, proposal.Settings())
    assert after.open is not None
    if refusal := proposal.owner_missing(after.open.proposed, who.voters | set(after.open.own)):
        raise Illegal(refusal)
    voted = Voted(asker, Motion("set_table", asker, on.next), yes=True)
    return (*opening, voted, *(_set(after, on) if who.carry({asker}) else ()))


def _with_house(opening: tuple[Proposed | OwnStated, ...], company: Company) -> tuple[Proposed | OwnStated, ...]:
    """Return *opening* with what players of the house state: what they have, after what everybody knows has changed.

    What they had while a game was played without the companion, nobody can know.
    """
    one = next(event for event in opening if isinstance(event, Proposed))
    house = () if one.begun else sorted(company.players - company.guests)
    stated = (event for seat in house for event in company.game.board.as_shifted(one, seat))
    return (*opening, *stated)


def voted_on(
    votes: Votes, settings: Settings, company: Company, voter: Seat, vote: Vote
) -> tuple[Voted | OwnStated | Carried, ...]:
    """Return the events of *vote* on the open proposal to set the table anew; raise Illegal if it is refused.

    One vote against drops it, since everybody must agree.
    """
    who, pending = electorate(vote.motion, company), settings.open
    on = company.game
    if pending is None or vote.motion != open_vote(votes):
        raise Illegal(Refusal(say("table.refusal.voting"), "table"))
    insist(voter in who.voters, say("table.refusal.only_players"))
    for_it, voted = votes.get(vote.motion, frozenset()), Voted(voter, vote.motion, vote.yes)
    if not vote.yes:
        return voted, Dropped(PROPOSALS - vote.motion.number, on.tip, vote.motion.seat)
    insist(voter not in for_it, say("table.refusal.voted"))
    own = on.board.own(pending.proposed, voter, vote.own)
    after = proposal.evolve(settings, own[0]) if own else settings
    return (*own, voted, *(_set(after, on) if who.carry({*for_it, voter}) else ()))


def _set(settings: Settings, on: OnTable) -> tuple[Carried, ...]:
    """Return the events of a proposal that everybody agrees to: it is dropped if the sums don't add up."""
    assert settings.open is not None
    carried = settings.open.carried(on.number, on.next)
    try:
        on.board.after(carried)
    except Illegal:
        return (Dropped(PROPOSALS - settings.open.proposed.row, on.tip, carried.asker, sums=True),)
    return (carried,)
