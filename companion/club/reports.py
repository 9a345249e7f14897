"""Read what a table tells a hub. What doesn't fit is None: whoever may write to the broker may have sent it.

Names that nobody could read are left out; fields that a newer table adds are ignored.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from companion.seats import names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LONGEST: Final = 8192  # bytes of a message; a table of twelve seats needs 1,500
MOST_SEATS: Final = 12
LARGEST: Final = 10**9  # of any number
MOST_MINUTES: Final = 100_000
ONLINE, OFFLINE = b"online", b"offline"
PHASES: Final = ("lobby", "playing", "paused", "over")
ANYBODY: Final = "table"  # among those who are asked
GAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")
SEAT: Final = re.compile(r"[A-Z]")
ASKED: Final = re.compile(rf"[A-Z]|{ANYBODY}")
MOMENT: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d|", re.ASCII)
VERSION: Final = re.compile(r"[\w.+-]{0,64}", re.ASCII)
ADDRESS: Final = re.compile(r"https?://[\w.:\[\]-]{1,64}/|", re.ASCII)

MARK: Final = re.compile(r"[0-9a-f]{16}")
COMMITMENT: Final = re.compile(r"[0-9a-f]{64}|")

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class State:
    """The state of a table. *game* is "" if none is on it; *free* are seats on which somebody could sit down now."""

    phase: str
    game: str
    number: int
    round: int
    seats: tuple[str, ...]
    asked: tuple[str, ...]
    winners: tuple[str, ...]
    free: tuple[str, ...]
    reader: bool
    writes: bool
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Health:
    """How a table is: its program, the *address* to join by or "", and the free *disk* in megabytes."""

    version: str
    address: str
    disk: int


@dataclass(frozen=True, slots=True)
class Part:
    """How a seat did: its *place* from 1, which others may share, or 0 if it isn't known; its *sum* if the game counts one."""

    seat: str
    place: int
    sum: int | None
    of_house: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game, by the number that it has at its table. *ended* is that table's local time, YYYY-MM-DDTHH:MM or "".

    *mark* tells it from another game to which that table gave this number, in a journal that is gone.
    *duplicate* is the commitment of a duplicate, "" for an ordinary game.
    """

    number: int
    game: str
    ended: str
    minutes: int
    parts: tuple[Part, ...]
    mark: str
    duplicate: str = ""

    @property
    def ranked(self) -> list[Part]:
        """The parts by their places, and behind them those whose place isn't known."""
        return sorted(self.parts, key=lambda one: one.place or math.inf)


def state(payload: bytes) -> State | None:
    """Return the state that *payload* tells, or None."""
    return _read(payload, _state)


def health(payload: bytes) -> Health | None:
    """Return the health that *payload* tells, or None."""
    return _read(payload, _health)


def result(payload: bytes) -> Result | None:
    """Return the result that *payload* tells, or None."""
    return _read(payload, _result)


def _read(payload: bytes, make: Callable[[Mapping[str, Any]], Made]) -> Made | None:
    if len(payload) > LONGEST:
        return None
    try:
        told = json.loads(payload)
        return make(told) if isinstance(told, dict) else None
    except (ValueError, RecursionError):  # Not JSON, too deep, or a field that doesn't fit.
        return None


def _state(told: Mapping[str, Any]) -> State:
    return State(
        _text(told.get("phase"), re.compile("|".join(PHASES))),
        _text(told.get("game") or "", re.compile(rf"{GAME.pattern}|")),
        _number(told.get("number"), 0),
        _number(told.get("round"), 0),
        _letters(told.get("seats")),
        _letters(told.get("asked"), ASKED),
        _letters(told.get("winners")),
        _letters(told.get("free", [])),
        _truth(told.get("reader")),
        _truth(told.get("writes")),
        _names(told.get("names", {})),
    )


def _health(told: Mapping[str, Any]) -> Health:
    return Health(
        _text(told.get("version"), VERSION),
        _text(told.get("address"), ADDRESS),
        _number(told.get("disk"), 0),
    )


def _result(told: Mapping[str, Any]) -> Result:
    parts = tuple(_part(one) for one in _list(told.get("seats")))
    if not parts or len({one.seat for one in parts}) != len(parts):
        raise ValueError("no seat, or one of them twice")
    return Result(
        _number(told.get("number"), 1),
        _text(told.get("game"), GAME),
        _text(told.get("ended"), MOMENT),
        _number(told.get("minutes"), 0, MOST_MINUTES),
        parts,
        _text(told.get("mark"), MARK),
        _text(told.get("duplicate", ""), COMMITMENT),
    )


def _part(told: Any) -> Part:
    if not isinstance(told, dict):
        raise ValueError("no seat")
    total = told.get("sum")
    return Part(
        _text(told.get("seat"), SEAT),
        _number(told.get("place"), 0, MOST_SEATS),
        None if total is None else _number(total, -LARGEST),
        _truth(told.get("of_house")),
        _name(told.get("name", "")),
    )


def _text(value: Any, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ValueError("another text than that")
    return value


def _number(value: Any, least: int, most: int = LARGEST) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError("another number than that")
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("neither true nor false")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_SEATS:
        raise ValueError("no list, or too long")
    return value


def _letters(value: Any, pattern: re.Pattern[str] = SEAT) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_text(one, pattern) for one in _list(value)))


def _names(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict) or len(value) > MOST_SEATS:
        raise ValueError("no names, or too many")
    named = ((_text(seat, ASKED), _name(name)) for seat, name in value.items())
    return tuple((seat, name) for seat, name in named if name)


def _name(value: Any) -> str:
    """Return the name *value*, or "" if it isn't one that everybody could read."""
    name = names.tidy(value) if isinstance(value, str) else ""
    return name if len(name) <= names.LONGEST and names.is_readable(name) else ""
