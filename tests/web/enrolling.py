"""What the enrolment page sends, by route: a right body for each."""

from __future__ import annotations

from typing import Any, Final

from companion import tagfile
from companion.pieces import Piece, Pieces

TAG: Final = bytes.fromhex("04a1b2c3d4e5f6")
OCTOPUS: Final = {"kind": "card", "name": "Octopus", "number": 1}
BODIES: Final[dict[str, dict[str, Any]]] = {
    "teach": {"uid": TAG.hex(), "piece": OCTOPUS, "renew": False},
    "aside": {"uid": TAG.hex()},
    "forget": {"piece": OCTOPUS},
    "forget-all": {},
    "import": {"text": tagfile.write(Pieces({b"\x04fed": Piece("bag", "D")})), "replace": False},
    "walk": {"renew": False},
    "step": {"step": "skip", "at": 0},
}
