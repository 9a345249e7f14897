"""Reading the records of games, as `companion.records` describes them, and saying where a referee disagrees.

Nothing here, and in no referee beside it, imports the program: they are a second opinion. Standard library only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = 1
Plain: TypeAlias = dict[str, Any]  # An object of the record; `is` names its kind.


class Disagreement(Exception):  # noqa: N818  # It is an opinion, and nobody's mistake yet.
    """The record says one thing about *about*, the referee another."""

    def __init__(self, about: str, recorded: Any, expected: Any) -> None:
        super().__init__(f"{about}: recorded {_short(recorded)}, expected {_short(expected)}")


class Referee(Protocol):
    """Somebody who knows the rules of one game and keeps own books of it.

    Every method raises Disagreement, and after the first nothing more is asked of that referee.
    """

    VIEWED: Sequence[str]  # The fields of a view, at its top level, that are compared.

    def __init__(self, seats: Sequence[str], options: Mapping[str, Any]) -> None:
        """Set the game up."""

    def follow(self, seat: str, command: Plain, events: Sequence[Plain]) -> None:
        """Say whether *seat* could give the *command*, and that it brings about these *events*; enter them in the books."""

    def look(self, viewer: str, view: Plain) -> None:
        """Compare what *viewer* (a seat, or "table") is shown now, whole, with the books."""

    def rise(self) -> None:
        """Say that the game is over, after the record's last step."""


def read(path: Path) -> Plain:
    """Return the record in the file at *path*."""
    record: Plain = json.loads(path.read_text(encoding="utf-8"))
    same("format", record["format"], FORMAT)
    return record


def disagreement(record: Plain, referees: Mapping[str, type[Referee]]) -> str:
    """Return the first thing about which a referee of the record's game disagrees, "" where there is none."""
    number = 0
    try:
        referee = referees[record["game"]](record["seats"], record["options"])
        views = dict(record["views"])
        _look(referee, views)
        for step in record["steps"]:
            number += 1
            referee.follow(step["seat"], step["command"], step["events"])
            for viewer, changes in step["views"].items():
                views[viewer] = {**views[viewer], **changes}
            _look(referee, views)
        referee.rise()
    except Disagreement as found:
        return f"step {number}{_asked(record, number)}: {found}"
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration) as lost:  # What isn't of the form.
        return f"step {number}{_asked(record, number)}: the referee can't follow: {lost!r}"
    return ""


def same(about: str, recorded: Any, expected: Any) -> None:
    """Raise Disagreement unless the two are equal."""
    if recorded != expected:
        raise Disagreement(about, recorded, expected)


def allowed(about: str, right: bool) -> None:
    """Raise Disagreement unless *about* is so: what was done asks for it."""
    if not right:
        raise Disagreement(about, "it was done", "it is against the rules")


def sealed(contents: Any, eyes: Sequence[str], outside: int) -> Plain:
    """Return a secret as it stands in an event; who may see it stands there in alphabetical order."""
    return {"sealed": outside, "eyes": sorted(eyes), "contents": contents}


def _look(referee: Referee, views: Mapping[str, Plain]) -> None:
    for viewer, view in views.items():
        try:
            referee.look(viewer, view)
        except Disagreement as found:
            found.args = (f"shown to {viewer}, {found}",)
            raise


def _asked(record: Plain, number: int) -> str:
    if not number:
        return " (setting up)"
    step = record["steps"][number - 1]
    return f" ({step['seat']}, {_short(step['command'])})"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return text if len(text) <= 300 else f"{text[:300]} ..."
