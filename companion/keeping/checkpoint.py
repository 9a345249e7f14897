"""Write and read checkpoints: rows that hold the whole room, so that a start doesn't have to fold every earlier row.

A checkpoint is written by a start that had to fold many rows, and is part of the journal's hash chain like any other row.
`tests/companion/journal/test_checkpoint.py` checks that it equals the fold of all rows before it.
"""

from __future__ import annotations

from typing import Final

from companion.agreeing.evening.evening import Evening
from companion.agreeing.evening.history import Finished
from companion.agreeing.evening.saved_games import Saved
from companion.agreeing.motions import Motion
from companion.agreeing.taking_back import Dropped, TakeBacks
from companion.journal import codec
from companion.journal.codec import Json
from companion.keeping.room import Room
from companion.keeping.upcasting import upcast_room
from companion.match.entries import TakenBack
from companion.seats.places import Place, Places
from companion.seats.seating import Seating, Sitter
from companion.seats.starting import GameStarted
from companion.setting import proposal
from companion.setting.proposal import OwnStated, Settings
from companion.tags import pieces

EACH: Final = 2_000  # rows of the table's own; a start that folded more of them writes a checkpoint,
HEAVY: Final = 1_000_000  # as does one that folded more characters of events: a row that imports a box of tags has some 100,000
WRITER: Final = "room"  # Stands in the row's column for the acting seat, and can't be one.


def kept(room: Room, since: int) -> Json:
    """Return plain data for all of *room*, and for the row *since* which its game has been on the table."""
    topics = {name: codec.kept(getattr(room, name)) for name in ("seating", "evening", "places", "contents")}
    votes = [
        [one.kind, one.seat, one.number, one.other, one.name, one.new, sorted(voters)] for one, voters in room.votes.items()
    ]
    backs = {"take_backs": _kept_backs(room.take_backs), "settings": _kept_settings(room.settings)}
    return {**topics, **backs, "tags": pieces.dump(room.pieces), "motions": votes, "since": since}


def read(data: Json) -> tuple[Room, int]:
    """Return the room and the row number that `kept` wrote.

    The row's hash has been checked by then, so its contents aren't validated again.
    """
    data = upcast_room(data)
    topics = _seating(data["seating"]), pieces.load(data["tags"]), _evening(data["evening"]), _places(data["places"])
    own = {game: tuple(tuple(row) for row in rows) for game, rows in data.get("contents", {}).items()}
    votes = {Motion(*motion): frozenset(voters) for *motion, voters in data["motions"]}
    return Room(*topics, own, votes, _backs(data.get("take_backs", {})), _settings(data.get("settings", []))), data["since"]


def _kept_settings(settings: Settings) -> list[Json]:
    """Return the events that lead to *settings* again, as plain data, seals included."""
    done: list[object] = [event for events in settings.done.values() for event in events]
    if settings.open:
        done += [settings.open.proposed, *(OwnStated(seat, own) for seat, own in settings.open.own.items())]
    return [codec.kept(event) for event in done]


def _settings(data: list[Json]) -> Settings:
    settings = Settings()
    for event in data:
        settings = proposal.evolve(settings, codec.read(proposal.EVENTS, event))
    return settings


def _kept_backs(backs: TakeBacks) -> Json:
    taken = [codec.kept(event) for events in backs.taken.values() for event in events]
    dropped = sorted([one.to, one.tip, one.asker, one.sums] for one in backs.dropped)
    barred = sorted(backs.barred.items())
    return {"taken": taken, "against": sorted(backs.against), "dropped": dropped, "waited": backs.waited, "barred": barred}


def _backs(data: Json) -> TakeBacks:
    """Return the memory of take-backs; *data* is empty in a checkpoint of a version that had none."""
    taken: dict[int, tuple[TakenBack, ...]] = {}
    for event in (codec.read((TakenBack,), one) for one in data.get("taken", ())):
        taken[event.number] = (*taken.get(event.number, ()), event)
    against, dropped = frozenset(data.get("against", ())), frozenset(Dropped(*one) for one in data.get("dropped", ()))
    return TakeBacks(taken, against, dropped, data.get("waited", False), dict(data.get("barred", ())))


def _seating(data: Json) -> Seating:
    sitters = {seat: Sitter(**_fields(sitter)) for seat, sitter in data["sitters"].items()}
    started = data["started"] and codec.read((GameStarted,), data["started"])
    tried = {int(person): tries for person, tries in data["tried"].items()}
    return Seating(sitters, started, data["left"], data["people"], tried)


def _evening(data: Json) -> Evening:
    games = {int(number): codec.read((GameStarted,), game) for number, game in data["games"].items()}
    saved = {
        int(number): Saved(**{**_fields(one), "started": codec.read((GameStarted,), one["started"])})
        for number, one in data["saved"].items()
    }
    brought = {int(number): link for number, link in data.get("brought", {}).items()}
    more = data.get("waits", False), data.get("ending", 0), brought, data.get("hints"), data.get("first", {})
    following = data.get("next", ""), data.get("options", {}), data.get("unsealed", 0)
    times = data.get("since", ""), {int(number): minutes for number, minutes in data.get("spent", {}).items()}
    past = tuple(codec.read((Finished,), one) for one in data.get("history", []))
    people = frozenset(data.get("forgetting", [])), tuple((name, new) for name, new in data.get("joined", []))
    return Evening(
        data["paused"], data["on"], games, saved, data["wins"], data["scored"], *more, *following, *times, past, *people
    )


def _places(data: Json) -> Places:
    games = {int(number): {seat: _place(place) for seat, place in game.items()} for number, game in data["games"].items()}
    return Places(games)


def _place(data: Json) -> Place:
    return Place(**{**_fields(data), "before": tuple(_place(one) for one in data.get("before", ()))})


def _fields(data: Json) -> Json:
    return {name: value for name, value in data.items() if name != "is"}
