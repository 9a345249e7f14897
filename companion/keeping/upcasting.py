"""Upcasters: convert the table's own events from the form in which earlier versions wrote them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.journal.codec import Json
    from companion.kit.viewers import Seat

VOTES: Final = 5  # Since this version all motions share one kind of vote; before it, each kind of motion had its own.


def upcast(event: Json, version: int) -> Json:
    """Return *event*, plain data from one of the table's own rows written by *version*, in its current form."""
    return _vote(event) if version < VOTES else event


def _vote(event: Json) -> Json:
    match event:
        case {"is": "VotedAway", "seat": voter, "yes": yes}:
            return _voted(voter, yes, "put_away")
        case {"is": "VotedFree", "voter": voter, "seat": seat, "yes": yes}:
            return _voted(voter, yes, "free_seat", seat)
        case {"is": "VotedPlace", "voter": voter, "number": number, "seat": seat, "yes": yes}:
            return _voted(voter, yes, "give_place", seat, number)
    return event


def _voted(voter: Seat, yes: bool, kind: str, seat: Seat = "", number: int = 0) -> Json:
    motion = {"is": "Motion", "kind": kind, "seat": seat, "number": number}
    return {"is": "Voted", "voter": voter, "motion": motion, "yes": yes}


def upcast_room(data: Json) -> Json:
    """Return *data*, which some version of `checkpoint.kept` wrote, in its current form."""
    if "motions" in data:
        return data
    agreed, theirs = dict(data["evening"]), dict(data["places"])
    away, free, votes = agreed.pop("away"), agreed.pop("free"), theirs.pop("votes")
    motions: dict[tuple[str, str, int], list[str]] = {("put_away", "", 0): away} if away else {}
    motions |= {("free_seat", seat, 0): voters for seat, voters in free.items() if voters}
    for number, seat, voter in votes:
        motions.setdefault(("give_place", seat, number), []).append(voter)
    return {**data, "evening": agreed, "places": theirs, "motions": [[*motion, voters] for motion, voters in motions.items()]}
