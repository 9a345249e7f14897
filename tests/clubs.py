"""What tables tell a hub, as bytes."""

import json
from collections.abc import Mapping
from typing import Any

from companion.club import reports


def identity(n: int) -> str:
    return f"{n:010x}"


def state(**more: Any) -> bytes:
    told = {
        "phase": "playing", "game": "barracuda", "number": 3, "round": 2, "seats": ["A", "B", "C"], "asked": ["B"],
        "winners": [], "cause": None, "reader": True, "writes": True, "free": [],
    }  # fmt: skip
    return json.dumps({**told, **more}).encode()


def health(**more: Any) -> bytes:
    return json.dumps({"version": "0.1.0", "address": "http://10.0.0.7/", "disk": 9000, **more}).encode()


def result(number: int = 1, places: Mapping[str, int] | None = None, ended: str = "2026-11-26T21:30", **more: Any) -> bytes:
    """Return a result with *places* by seat, and *names*; seat F is of the house."""
    names = more.pop("names", {})
    seats = [
        {"seat": seat, "place": place, "sum": 10 - place, "of_house": seat == "F", "name": names.get(seat, "")}
        for seat, place in (places or {"A": 1, "B": 2, "C": 3}).items()
    ]
    told = {"number": number, "mark": f"{number!s:0>16}", "game": "shark", "ended": ended, "minutes": 50, "seats": seats}
    return json.dumps({**told, **more}).encode()


def counted(*given: Any, **more: Any) -> reports.Result:
    return reports.result(result(*given, **more))
