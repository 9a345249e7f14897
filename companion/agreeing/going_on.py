"""Go on from a finished game: that takes a second person, if there is one, because its end and its books are everybody's."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.agreeing.electorate import electorate
from companion.agreeing.evening.choosing import OptionsChosen
from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Voted
from companion.kit.messages import say
from companion.seats.refusing import insist

if TYPE_CHECKING:
    from companion.agreeing.motions import Votes
    from companion.agreeing.on_table import Company
    from companion.kit.viewers import Seat
    from companion.seats.starting import StartGame

Events: TypeAlias = tuple[OptionsChosen | Voted, ...]


def seconded(votes: Votes, company: Company, seat: Seat, command: StartGame | TakeUp) -> tuple[Events, bool]:
    """Return the events of *seat*'s wish to go on by *command*, and whether it may: with the wish of another, or alone.

    Raise Illegal if *seat* has said so before. To start another game than the chosen one, or by other rules, is to choose it.
    """
    if company.on is None or len(company.seating.guests) < 2:
        return (), True
    insist(seat in company.seating.guests, say("table.refusal.no_seat"))
    motion = Motion("next_game", number=command.number if isinstance(command, TakeUp) else 0)
    chosen = _chosen(company, command)
    before: frozenset[Seat] = frozenset() if chosen else votes.get(motion, frozenset())
    insist(seat not in before, say("table.refusal.voted"))
    return (*chosen, Voted(seat, motion, True)), electorate(motion, company).carry({*before, seat})


def _chosen(company: Company, command: StartGame | TakeUp) -> tuple[OptionsChosen, ...]:
    if isinstance(command, TakeUp):
        return ()
    agreed = company.agreed
    is_chosen = (command.game, command.options) == (agreed.next, agreed.options.get(command.game, {}))
    return () if is_chosen else (OptionsChosen(command.game, command.options),)
