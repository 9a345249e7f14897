"""Whose seat a phone has, and the PIN that brings it to another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.web.phones import Phone


def pin_of(phone: Phone) -> str:
    """Return a new PIN of the phone's seat."""
    found = re.search(r"<h1[^>]*>\D*(\d{4})\D*</h1>", phone.post("/seat/pin").text)
    assert found
    return found[1]


def has_purse(phone: Phone) -> bool:
    """Whether *phone* has a seat in the game."""
    return phone.get("/seat/purse").status_code == 200
