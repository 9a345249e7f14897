"""Reading the records of games, as `companion.records` describes them, and saying where a referee disagrees.

Nothing here, and in no referee beside it, imports the program: they are a second opinion. Standard library only.
"""

from __future__ import annotations

import copy
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
    return Reading(referees).on(record)


class Reading:
    """How far a referee has read in a record; a second one can read on in another record that begins alike."""

    def __init__(self, referees: Mapping[str, type[Referee]]) -> None:
        self._referees = referees
        self._referee: Referee | None = None
        self._views: dict[str, Plain] = {}
        self._steps = 0

    def second(self) -> Reading:
        """Return one that is as far, and goes on by itself."""
        other = Reading(self._referees)
        other._referee, other._views, other._steps = copy.deepcopy(self._referee), dict(self._views), self._steps
        return other

    def on(self, record: Plain, until: int | None = None) -> str:
        """Read the steps before number *until*, or all; return the first thing to disagree about, "" where there is none."""
        try:
            referee = self._referee or self._begun(record)
            for step in record["steps"][self._steps : until]:
                self._steps += 1
                self._follow(referee, step)
            if until is None:
                referee.rise()
        except Disagreement as found:
            return f"step {self._steps}{_asked(record, self._steps)}: {found}"
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration) as lost:  # What isn't of the form.
            return f"step {self._steps}{_asked(record, self._steps)}: the referee can't follow: {lost!r}"
        return ""

    def _begun(self, record: Plain) -> Referee:
        referee = self._referees[record["game"]](record["seats"], record["options"])
        self._referee, self._views = referee, dict(record["views"])
        _look(referee, self._views)
        return referee

    def _follow(self, referee: Referee, step: Plain) -> None:
        referee.follow(step["seat"], step["command"], step["events"])
        for viewer, changes in step["views"].items():
            self._views[viewer] = {**self._views[viewer], **changes}
        _look(referee, self._views)


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
