"""The requests of the enrolment page, by route, with a valid body for each; and what the page shows."""

import json
from typing import Any, Final

from companion.games import installed
from companion.kit import Piece
from companion.tags import tagfile
from companion.tags.pieces import Pieces
from tests.markup import marks
from tests.web.phones import Phone

BOX: Final = tuple(dict.fromkeys(piece for game in installed().values() for piece in game.pieces({})))

TAG: Final = bytes.fromhex("04a1b2c3d4e5f6")
OCTOPUS: Final = {"kind": "card", "name": "Octopus", "number": 1}
BODIES: Final[dict[str, dict[str, Any]]] = {
    "teach": {"uid": TAG.hex(), "piece": OCTOPUS, "renew": False}, "aside": {"uid": TAG.hex()}, "forget": {"piece": OCTOPUS},
    "forget-all": {}, "import": {"text": tagfile.write(Pieces({b"\x04fed": Piece("bag", "D")})), "replace": False},
    "walk": {"renew": False}, "step": {"step": "skip", "at": 0},
}  # fmt: skip


def send(phone: Phone, route: str, **changes: Any) -> tuple[int, Any]:
    answer = phone.post(f"/enrolment/{route}", json={**BODIES[route], **changes})
    return answer.status_code, answer.get_json(silent=True)


def view(phone: Phone) -> str:
    return phone.get("/enrolment/view").get_data(as_text=True)


def buttons(phone: Phone, route: str) -> list[dict[str, Any]]:
    """Return the bodies that the page's buttons for *route* send."""
    return [json.loads(one["data-body"]) for one in marks(view(phone), "post") if one["data-post"] == route]
