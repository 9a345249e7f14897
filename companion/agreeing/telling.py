"""The sentences that announce what people vote on, what comes of it, and what is agreed around games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.agreeing.evening.evening import BooksUnsealed, EndAgreed
from companion.agreeing.evening.pausing import Paused, WentOn
from companion.agreeing.evening.saved_games import CameBack, PutAway, TakenUp, WentElsewhere
from companion.agreeing.motions import Motion, Voted
from companion.agreeing.taking_back import PROPOSALS, Dropped
from companion.kit.layout import TableSet, told
from companion.kit.messages import Who, say
from companion.match.entries import TakenBack
from companion.seats.places import PlaceTaken
from companion.seats.seating import StoodUp
from companion.seats.starting import GameBrought

if TYPE_CHECKING:
    from companion.kit.messages import Said


def tell(event: object, *, playing: bool) -> Said | None:
    """Return the sentence that announces *event* to everybody, or None if the pages show enough."""
    match event:
        case Voted(voter, Motion("put_away"), yes):
            return say("table.told.for_away", who=Who(voter)) if yes else say("table.told.not_away", who=Who(voter))
        case Voted(voter, Motion("go_elsewhere"), yes):
            return say("table.told.for_elsewhere", who=Who(voter)) if yes else say("table.told.not_away", who=Who(voter))
        case TakenBack(asker=asker, again=again):
            return say("table.told.put_back", who=Who(asker)) if again else say("table.told.taken_back", who=Who(asker))
        case Dropped(sums=True):
            return say("table.told.sums")
        case Dropped(to=to) if to < PROPOSALS:
            return say("table.told.not_set")
        case Dropped():
            return say("table.told.stands")
        case StoodUp(seat) if playing:
            return say("table.told.left", who=Who(seat))
        case PlaceTaken(seat=seat) if playing:
            return say("table.told.plays", who=Who(seat))
        case Voted(voter, Motion("swap", seat, other=other), True) if voter == seat:
            return say("table.told.swap", who=Who(seat), other=Who(other))
        case TableSet():
            return told(event)
    return _around_games(event)


def _around_games(event: object) -> Said | None:
    match event:
        case Paused(seat):
            return say("table.told.paused", who=Who(seat))
        case WentOn(seat):
            return say("table.told.went_on", who=Who(seat))
        case PutAway():
            return say("table.told.away")
        case TakenUp():
            return say("table.told.taken_up")
        case Voted(voter, Motion("unseal"), True):
            return say("table.told.for_unsealing", who=Who(voter))
        case Voted(voter, Motion("next_game"), True):
            return say("table.told.for_next", who=Who(voter))
        case BooksUnsealed():
            return say("table.told.unsealed")
        case EndAgreed():
            return say("table.told.ended")
        case WentElsewhere():
            return say("table.told.elsewhere")
        case CameBack():
            return say("table.told.came_back")
        case GameBrought():
            return say("table.told.brought")
    return None
