"""Read the records of games, as `companion.lab.records` has them, as a second opinion that imports nothing of the program."""

import copy
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Plain: TypeAlias = dict[str, Any]  # An object of the record; `is` names its kind.
Events: TypeAlias = list[Plain]


class Disagreement(Exception):
    """The record says one thing about *about*, the referee another."""

    def __init__(self, about: str, recorded: Any, expected: Any) -> None:
        super().__init__(f"{about}: recorded {_short(recorded)}, expected {_short(expected)}")


class Referee:
    """A referee who knows the rules of one game and keeps separate books of it; after a Disagreement nothing more is asked.

    For each command, `do_...` checks that the seat could give it, enters it in the books, and returns the events due.
    """

    phase = ""

    def __init__(self, seats: Sequence[str], options: Mapping[str, Any]) -> None:
        self.seats, self.options = list(seats), options

    def view(self, viewer: str) -> Plain:
        """Return what *viewer* (a seat, or "table") must be shown: all fields that are judged."""
        raise NotImplementedError

    def comparable(self, name: str, value: Plain) -> Any:
        """Return an event, or a field of a view, without any part whose order or wording is free."""
        return value

    def follow(self, seat: str, command: Plain, events: Sequence[Plain]) -> None:
        """Check that *seat* could give the *command*, and that it brings about these *events*; enter them in the books."""
        allowed("the game goes on", self.phase != "over")
        do = getattr(self, "do" + re.sub(r"([A-Z])", r"_\1", command["is"]).lower(), None)
        allowed("there is such a command", do is not None)
        expected = do(seat, **{name: value for name, value in command.items() if name != "is"})
        same("events", [one["is"] for one in events], [one["is"] for one in expected])
        for recorded, own in zip(events, expected, strict=True):
            same(own["is"], self.comparable(own["is"], recorded), self.comparable(own["is"], own))


class Reading:
    """A *referee*'s progress through a record; a copy can continue with another record that begins alike."""

    def __init__(self, referee: type[Referee]) -> None:
        self._kind = referee
        self._referee: Referee | None = None
        self._views: dict[str, Plain] = {}
        self._steps = 0

    def second(self) -> "Reading":
        """Return an independent copy at the same position."""
        other = copy.copy(self)
        other._referee = copy.deepcopy(self._referee)
        return other

    def on(self, record: Plain, until: int | None = None) -> str:
        """Read the steps before number *until*, or all; return the first thing to disagree about, or "" if there is none."""
        try:
            if self._referee is None:
                self._referee, self._views = self._kind(record["seats"], record["options"]), record["views"]
                self._look(self._referee)
            for step in record["steps"][self._steps : until]:
                self._steps += 1
                self._referee.follow(step["seat"], step["command"], step["events"])
                self._views = {**self._views, **{who: {**self._views[who], **new} for who, new in step["views"].items()}}
                self._look(self._referee)
            if until is None:
                same("the phase at the end", self._referee.phase, "over")
        except Disagreement as found:
            told = str(found)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration) as lost:  # Not in the format.
            told = f"the referee can't follow: {lost!r}"
        else:
            return ""
        step = record["steps"][self._steps - 1] if self._steps else None
        asked = f"{step['seat']}, {_short(step['command'])}" if step else "setting up"
        return f"step {self._steps} ({asked}): {told}"

    def _look(self, referee: Referee) -> None:
        """Compare everything that each viewer is shown now with the books."""
        for viewer, view in self._views.items():
            for name, expected in referee.view(viewer).items():
                told = f"shown to {viewer}, {name}"
                same(told, referee.comparable(name, view[name]), referee.comparable(name, expected))


def same(about: str, recorded: Any, expected: Any) -> None:
    if recorded != expected:
        raise Disagreement(about, recorded, expected)


def allowed(about: str, right: bool) -> None:
    """Raise Disagreement unless *right*: the command requires *about*."""
    if not right:
        raise Disagreement(about, "it was done", "it is against the rules")


def event(kind: str, **fields: Any) -> Plain:
    return {"is": kind, **fields}


def sealed(contents: Any, eyes: Sequence[str], outside: int) -> Plain:
    """Return a secret as recorded in an event; the seats that may see it are in alphabetical order."""
    return {"sealed": outside, "eyes": sorted(eyes), "contents": contents}


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return text if len(text) <= 300 else f"{text[:300]} ..."
