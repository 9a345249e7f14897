"""Collect everything that a viewer can receive, channel by channel, as bytes."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Final

from companion.journal import codec
from companion.kit.messages import Illegal
from companion.kit.pieces import Piece
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE, Seat, Viewer
from companion.lab.secrecy.worlds import viewers
from companion.table import guard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.lab.secrecy.worlds import World

PIECES: Final = 10  # How many pieces are tried for each observation, by asking for their meaning without tapping them.
WAYS: Final = 3  # How many rows are looked at that a seat can ask to go back to.
KEYS: Final = ("ok", "back", "last_order")


def observe(world: World, viewer: Viewer, events: Sequence[object], probes: Sequence[object], seed: float) -> dict[str, bytes]:
    """Return what *viewer* can learn now, by channel.

    *seed* must be the same in both worlds: it decides the order in which phones refresh, and which pieces are tried.
    """
    chooser = random.Random(seed)
    views = _views(world, chooser)
    table, game = world.table, world.game
    own = {seat: table.now.standing(seat) for seat in {viewer, TABLE}}
    channels: dict[str, object] = {
        "view": views[viewer],
        "table screen": views[TABLE],
        "display": table.now.public.screen,
        "asks": {seat: [(name, one.ask) for name, one in own[seat].items()] for seat in own},
        "ask numbers": {seat: [(name, one.number) for name, one in own[seat].items()] for seat in own},
        "awaited": table.now.awaited(),
        "ways back": table.now.match.ways_back(viewer, WAYS) if table.now.match and viewer != TABLE else [],
        "revision": table.now.revision,
        "state": seen(world.state, viewer),
        "events": [seen(event, viewer) for event in events],
        "news": [game.tell(seen(event, viewer), viewer) for event in events],
        "taps": [table.now.meaning(piece, "reader") for piece in _pieces(world, chooser)],
        "refusals": [verdict(world, viewer, command) for command in probes],
        "log": [repr(events), repr(world.state), str(views[viewer])],
    }
    return {name: as_bytes(value) for name, value in channels.items()}


def as_bytes(value: object) -> bytes:
    """Return *value* as it would be sent. Keys aren't sorted, because their order could leak something, too."""
    return json.dumps(codec.plain(value)).encode()


def verdict(world: World, seat: Seat, command: object) -> object:
    """Return the answer that *seat* would get for *command*, without changing anything."""
    try:
        guard.decide(world.game, world.state, seat, command)
    except Illegal as illegal:
        return [illegal.refusal, str(illegal), repr(illegal.args)]
    return "legal"


def _views(world: World, chooser: random.Random) -> dict[str, object]:
    """Return the views of all viewers, taken in a random order, because caching one could leak it to the next."""
    everybody = list(viewers(world.state))
    chooser.shuffle(everybody)
    return {one: world.table.now.view(one) for one in everybody}


def _pieces(world: World, chooser: random.Random) -> list[Piece]:
    box = [piece for piece in world.box if piece.kind != "pawn" or piece.number == 1]
    return [*chooser.sample(box, min(PIECES, len(box))), *(Piece("key", key) for key in KEYS)]
