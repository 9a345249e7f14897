"""Collect everything that a viewer can receive, channel by channel, as bytes."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Final

from companion.agreeing.motions import TAKING_BACK, Motion, Outwait, Vote
from companion.house import thinking
from companion.house.manners import Turn
from companion.journal import codec
from companion.keeping import room
from companion.kit.messages import Illegal
from companion.kit.pieces import Piece
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE, Seat, Viewer
from companion.lab.secrecy.worlds import refused, viewers
from companion.match import guard
from companion.setting import layouts
from companion.setting.layouts import has_layout, laid
from companion.table import posting, speaking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.game import State
    from companion.kit.house import Sight, Temper
    from companion.lab.secrecy.worlds import World
    from companion.match.books import Books
    from companion.setting.proposal import Propose

PIECES: Final = 10  # How many pieces are tried for each observation, by asking for their meaning without tapping them.
THOUGHTS: Final = 0.2  # The share of observations in which a player of the house thinks, which takes longer than to look.
WAYS: Final = 3  # How many rows are looked at that a seat can ask to go back to.
KEYS: Final = ("ok", "back", "last_order")


def observe(world: World, viewer: Viewer, events: Sequence[object], probes: Sequence[object], seed: float) -> dict[str, bytes]:
    """Return everything that *viewer* can learn now, by channel.

    *seed* must be the same in both worlds: it decides the order in which phones refresh, and which pieces are tried.
    """
    chooser = random.Random(seed)
    views = _views(world, chooser)
    table = world.table
    own = {seat: table.now.standing(seat) for seat in {viewer, TABLE}}
    channels: dict[str, object] = {
        "view": views[viewer],
        "table screen": views[TABLE],
        "display": table.now.public.screen,
        "asks": {seat: [(name, one.ask) for name, one in own[seat].items()] for seat in own},
        "ask numbers": {seat: [(name, one.number) for name, one in own[seat].items()] for seat in own},
        "awaited": table.now.awaited(),
        "taking back": _taking_back(world, viewer),
        "setting": _setting(world, viewer),
        "votes": [_said(voted(world, viewer, vote)) for vote in votes(world, viewer, chooser)],
        "announced": table.now.announced,
        "voice": speaking.spoken(table.now),
        "broker": [
            posting.state(table.now, named=True),
            [posting.plain(one.said, named=True) for one in speaking.spoken(table.now)],
            [posting.result(one, named=True) for one in table.now.evening.history],
        ],
        "books": _read(table.now.books),
        "evenings": table.now.evening.history,
        "revision": table.now.revision,
        "state": seen(world.state, viewer),
        "events": [seen(event, viewer) for event in events],
        "news": _told(world, events, viewer),
        "taps": [table.now.meaning(piece, "reader") for piece in _pieces(world, chooser)],
        "refusals": [verdict(world, viewer, command) for command in probes],
        "house": _house(world, viewer, seed),
        "log": [repr(events), repr(world.state), str(views[viewer])],
    }
    return {name: as_bytes(value) for name, value in channels.items()}


def _read(opened: Books | None) -> object:
    """Return what the books show beside the views, which everybody has had: the charts, and what was told."""
    return opened and [opened.charts(), opened.moments]


def as_bytes(value: object) -> bytes:
    """Return *value* as it would be sent. Keys aren't sorted, because their order could leak something, too."""
    return json.dumps(codec.plain(value)).encode()


def verdict(world: World, seat: Seat, command: object) -> object:
    """Return the answer that *seat* would get for *command*, without changing anything."""
    try:
        guard.decide(world.game, world.state, seat, command)
    except Illegal as illegal:
        return refused(illegal)
    return "legal"


def voted(world: World, seat: Seat, vote: Vote | Outwait | Propose) -> tuple[object, ...] | Illegal:
    """Return the events of *vote*, or of a proposal, or the refusal, without changing anything."""
    now = world.table.now
    try:
        return room.decide(now.room, seat, vote, now.games, (), now.on_table(), now.row + 1)
    except Illegal as illegal:
        return illegal


def _said(told: tuple[object, ...] | Illegal) -> object:
    return refused(told) if isinstance(told, Illegal) else "legal"  # What it comes to depends on what nobody is told.


def votes(world: World, seat: Viewer, chooser: random.Random) -> list[Vote]:
    """Return votes that *seat* could try: on the open take-back, on others that are offered, and on one that isn't."""
    now = world.table.now
    if now.match is None or seat == TABLE:
        return []
    rows = [now.match.tip, *(entry.row for entry in now.match.log[-WAYS:]), *(gone.taken.to for gone in now.match.gone[-1:])]
    tried = [Motion(chooser.choice(TAKING_BACK), seat, chooser.choice(rows)), *([now.take_back] if now.take_back else [])]
    return [Vote(motion, yes) for motion in tried for yes in (True, False)]


def _taking_back(world: World, viewer: Viewer) -> object:
    """Return the public facts about take-backs: the ways back, the vote, what went back, and what was learned."""
    now = world.table.now
    if now.match is None:
        return []
    again = [(entry.row, seen(entry.events, viewer), _told(world, entry.events, viewer)) for entry in now.match.again()]
    ways = [
        (row, cost, _told(world, now.match.since(row)[0].events, viewer)) for row, cost in now.match.ways_back(viewer, WAYS)
    ]
    vote = [now.take_back, now.electorate(now.take_back), now.unanswered()] if now.take_back else []
    return [ways, vote, again, [gone.taken for gone in now.match.gone], now.match.exposed()]


def _house(world: World, viewer: Viewer, seed: float) -> object:
    """Return the answer of a player of the house on the viewer's seat, and its time: it knows no more than the viewer does."""
    match = world.table.now.match
    if match is None or viewer == TABLE or random.Random(f"{seed} house").random() >= THOUGHTS:
        return []
    return _thought(world, thinking.sight(world.game, match.state, viewer), "careful")


def of_house(world: World, seat: Seat) -> object:
    """Return what the player of the house who plays on *seat* answers there, and when; nothing if nobody of the house does."""
    now = world.table.now
    return _thought(world, now.sight(seat), now.house[seat]) if seat in now.house else []


def _thought(world: World, sight: Sight[State, object], temper: Temper) -> object:
    match = world.table.now.match
    assert match is not None
    turn = Turn(match.number, sight.seat, len(match.log))
    return [str(turn.pause), temper, thinking.think(world.game, sight, temper, turn.generator)]


def _told(world: World, events: Sequence[object], viewer: Viewer) -> list[object]:
    match = world.table.now.match
    return [match.tell(event, viewer) for event in events] if match else []


def _setting(world: World, viewer: Viewer) -> object:
    """Return all that *viewer* may know of setting the table anew: the layout, the proposal, the moves for hands."""
    now = world.table.now
    if now.match is None or not has_layout(world.game):
        return []
    own = layouts.owned(world.game, now.match.state, viewer) if viewer != TABLE else ()
    vote = [now.vote, now.electorate(now.vote), now.unanswered()] if now.vote else []
    return [laid(world.game, now.match.state, viewer), own, vote, seen(now.proposal, viewer), now.hands, now.late]


def _views(world: World, chooser: random.Random) -> dict[str, object]:
    """Return the views of all viewers, taken in a random order, because caching one could leak it to the next."""
    everybody = list(viewers(world.state))
    chooser.shuffle(everybody)
    return {one: world.table.now.view(one) for one in everybody}


def _pieces(world: World, chooser: random.Random) -> list[Piece]:
    box = [piece for piece in world.box if piece.kind != "pawn" or piece.number == 1]
    return [*chooser.sample(box, min(PIECES, len(box))), *(Piece("key", key) for key in KEYS)]
