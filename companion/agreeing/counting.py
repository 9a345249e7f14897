"""Count votes: which seats are in favour of which motion after each event, and which motions have lost their object."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.agreeing.evening.choosing import GameChosen, OptionsChosen
from companion.agreeing.evening.evening import BooksUnsealed, EndAgreed
from companion.agreeing.evening.naming import Forgotten, Renamed
from companion.agreeing.evening.saved_games import CameBack, PutAway, TakenUp
from companion.agreeing.evening.scoring import ScoreWiped
from companion.agreeing.motions import NAMING, RESTING, Motion, Voted
from companion.agreeing.taking_back import Dropped
from companion.kit.layout import TableSet
from companion.match.entries import TakenBack
from companion.seats.places import PlaceTaken
from companion.seats.seating import SatDown, StoodUp, Swapped
from companion.seats.starting import GameStarted

if TYPE_CHECKING:
    from companion.agreeing.motions import Votes
    from companion.agreeing.taking_back import TakeBacks
    from companion.kit.viewers import Seat


def evolve(votes: Votes, backs: TakeBacks, event: object) -> tuple[Votes, TakeBacks]:
    """Return the votes, and what is remembered of take-backs, after *event*, which can be another topic's too.

    Motions that have lost their object are dropped.
    """
    if isinstance(event, Voted) and event.motion.kind in RESTING:
        against = backs.against - {event.voter} if event.yes else backs.against | {event.voter}
        backs = replace(backs, against=against)
    return _counted(votes, event), backs


def _counted(votes: Votes, event: object) -> Votes:
    match event:
        case BooksUnsealed():
            return {motion: voters for motion, voters in votes.items() if motion.kind != "unseal"}
        case ScoreWiped():
            # People who were known from the score alone are nobody's business any more.
            return {motion: voters for motion, voters in votes.items() if motion.kind not in ("wipe_score", *NAMING)}
        case Renamed(name) | Forgotten(name):
            lost = [motion for motion in votes if not _names(motion) or (name and name in (motion.name, motion.new))]
            return {motion: voters for motion, voters in votes.items() if motion not in lost}
        case GameChosen() | OptionsChosen():
            return {motion: voters for motion, voters in votes.items() if motion != Motion("next_game")}
        case TakenBack() | TableSet() | Dropped():
            return {motion: voters for motion, voters in votes.items() if motion.kind not in RESTING}
        case Voted(voter, Motion("leave" | "swap", seat, other=other) as motion, False) if voter in (seat, other):
            return {one: voters for one, voters in votes.items() if one != motion}
        case Voted(voter, Motion(kind="rename" | "forget") as motion, True):  # One at a time: there is no end of new names.
            others = {one: voters - {voter} if one.kind in NAMING else voters for one, voters in votes.items()}
            mine = {motion: others.get(motion, frozenset()) | {voter}} if _names(motion) else {}
            return _without_empty({**others, **mine})
        case Voted(voter, motion, yes):
            before = votes.get(motion, frozenset())
            return _without_empty({**votes, motion: before | {voter} if yes else before - {voter}})
        case StoodUp(seat) | SatDown(seat):
            return _without(votes, seat)
        case Swapped(seat=seat, other=other):
            return _without(_without(votes, seat), other)
        case PlaceTaken(number, seat):
            ended = (Motion("give_place", seat, number), Motion("end_game"), Motion("house_plays", seat))
            return {motion: voters for motion, voters in _playing_on(votes).items() if motion not in ended}
        case PutAway() | EndAgreed():
            return {motion: voters for motion, voters in votes.items() if motion.kind == "give_place"}
        case CameBack(number):
            return {motion: voters for motion, voters in votes.items() if motion != Motion("go_on_here", number=number)}
        case GameStarted() | TakenUp():
            return {}
    return votes


def _names(motion: Motion) -> bool:
    """Return whether *motion* still says whom it is about: names of people who were forgotten since are gone from the rows."""
    return motion.kind not in NAMING or bool(motion.name and (motion.new or motion.kind == "forget"))


def _without(votes: Votes, seat: Seat) -> Votes:
    """Return *votes* without those of *seat*, without motions about it, and without what the game rests for: others play on."""
    still = {motion: voters for motion, voters in _playing_on(votes).items() if motion.kind != "know_all"}
    others = {motion: voters for motion, voters in still.items() if seat not in (motion.seat, motion.other)}
    return _without_empty({motion: voters - {seat} for motion, voters in others.items()})


def _playing_on(votes: Votes) -> Votes:
    return {motion: voters for motion, voters in votes.items() if motion.kind not in RESTING}


def _without_empty(votes: Votes) -> Votes:
    return {motion: voters for motion, voters in votes.items() if voters}
