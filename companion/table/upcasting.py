"""Upcasters: the table's own events as earlier versions wrote them, turned into those of today."""

from __future__ import annotations

from typing import Any, Final

VOTES: Final = 5  # Rows of this version have one kind of vote; before, each thing to agree on had its own.


def upcast(event: dict[str, Any], version: int) -> dict[str, Any]:
    """Return *event*, plain data out of a row of the table's own of *version*, as it would be written today."""
    return _vote(event) if version < VOTES else event


def _vote(event: dict[str, Any]) -> dict[str, Any]:
    match event:
        case {"is": "VotedAway", "seat": voter, "yes": yes}:
            return _voted(voter, yes, "put_away")
        case {"is": "VotedFree", "voter": voter, "seat": seat, "yes": yes}:
            return _voted(voter, yes, "free_seat", seat)
        case {"is": "VotedPlace", "voter": voter, "number": number, "seat": seat, "yes": yes}:
            return _voted(voter, yes, "give_place", seat, number)
    return event


def _voted(voter: str, yes: bool, kind: str, seat: str = "", number: int = 0) -> dict[str, Any]:
    motion = {"is": "Motion", "kind": kind, "seat": seat, "number": number}
    return {"is": "Voted", "voter": voter, "motion": motion, "yes": yes}


def upcast_room(data: dict[str, Any]) -> dict[str, Any]:
    """Return *data*, what `checkpoint.kept` wrote, as it would be written today."""
    if "motions" in data:
        return data
    agreed, theirs = dict(data["evening"]), dict(data["places"])
    away, free, votes = agreed.pop("away"), agreed.pop("free"), theirs.pop("votes")
    motions: dict[tuple[str, str, int], list[str]] = {("put_away", "", 0): away} if away else {}
    motions |= {("free_seat", seat, 0): voters for seat, voters in free.items() if voters}
    for number, seat, voter in votes:
        motions.setdefault(("give_place", seat, number), []).append(voter)
    return {**data, "evening": agreed, "places": theirs, "motions": [[*motion, voters] for motion, voters in motions.items()]}
