"""Take a person out of the journal: the name, under every spelling, and what their phones and PINs have left behind.

The rows stay, since a game can't be read without them, but nobody can tell from them who it was. Only the table's own rows know
people; the rows of games know seats.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from companion.agreeing.evening.naming import Renamed, spellings
from companion.agreeing.evening.saved_games import BringGame
from companion.carrying import gamefile
from companion.journal import codec
from companion.journal.store import TABLE_ROWS, text
from companion.keeping import checkpoint, room
from companion.keeping.upcasting import upcast
from companion.kit.viewers import TABLE
from companion.seats import names, seating
from companion.seats.seating import PinSet, SatDown, Seating, SeatMoved
from companion.seats.starting import GameBrought

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.journal.codec import Json
    from companion.journal.store import Journal, Row

# Where a person's name stands: in which kinds of value. Other things have names, too, such as cards.
NAMED: Final = frozenset(
    {"SitDown", "SatDown", "Sitter", "Place", "Part", "Scored", "Motion", "Renamed", "Forgotten", "GameBrought", "GameFile"}
)
TRIED: Final = frozenset({"MissPin", "PinTried"})
FOLDED: Final = tuple(kind.__name__ for kind in seating.EVENTS)
FIELDS: Final = ("name", "new", "names")
PLAYED: Final = ("items", "options")  # The fields of a game's rows in a file and of its options, which know no people.
SECRETS: Final = ("token", "tokens", "pin")  # The fields of hashed tokens and PINs; "left" of a checkpoint has some as keys.

# What the texts of a field are: names of people, their tokens and PINs, links of game files, or nothing that is theirs.
_Kind: TypeAlias = Literal["name", "secret", "link", ""]


@dataclass(slots=True)
class _Traces:
    """What belongs to the people called *names*: their numbers, and the hashes of their tokens and PINs.

    *others* are the hashes of everybody else who has sat down here, which stay whatever a game file from elsewhere says of
    them. *links* has the links of game files, each with that of the same file without these people.
    """

    names: frozenset[str]
    people: set[int] = field(default_factory=set)
    secrets: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    links: dict[str, str] = field(default_factory=dict)

    def note(self, event: object, before: Seating) -> None:
        """Note what *event* leaves of them; *before* is the seating before it."""
        theirs = {seat for seat, sitter in before.sitters.items() if sitter.name in self.names}
        match event:
            case SatDown(name=name, token=token):
                self._note_person(name, before.people + 1)
                (self.secrets if name in self.names else self.others).add(token)
            case SeatMoved(seat, secret) | PinSet(seat, secret):
                (self.secrets if seat in theirs else self.others).add(secret)
            case GameBrought():
                for person, (name, token) in enumerate(zip(event.names, event.tokens, strict=True), before.people + 1):
                    self._note_person(name, person)
                    if name in self.names:
                        self.secrets.add(token)

    def _note_person(self, name: str, number: int) -> None:
        if name in self.names:
            self.people.add(number)

    def may_be_in(self, row: Row) -> bool:
        """Return whether *row* needs a closer look, which takes far longer: it has a first word of a name, a hash or a link."""
        first = [json.dumps(name.split()[0], ensure_ascii=False)[1:-1] for name in self.names]
        told = row.command + row.events
        return row.seat == checkpoint.WRITER or any(one in told for one in (*first, *self.secrets, *self.links, *TRIED))


def without(journal: Journal, wanted: Iterable[str]) -> dict[int, tuple[str, str]]:
    """Return command and events of the table's own rows that mention the people called *wanted*, without them, by row.

    Raises journal.Damaged. Whoever was said to be one of them, under another name, is forgotten as well.
    """
    rows = list(journal.rows(TABLE_ROWS))
    traces = _Traces(_all_names(rows, frozenset(wanted)))
    sitting = Seating({})
    for row in rows:
        if row.seat == checkpoint.WRITER:
            sitting = checkpoint.read(json.loads(row.events))[0].seating
            continue
        for event in _events(row) if any(kind in row.events for kind in FOLDED) else ():
            traces.note(event, sitting)
            sitting = seating.evolve(sitting, event) if isinstance(event, seating.EVENTS) else sitting
    traces.secrets -= {*traces.others, ""}
    for row in rows:
        traces.links |= _links(row, traces)
    rows = [row for row in rows if traces.may_be_in(row)]
    new = {row.n: (_written(row.command, traces), _written(row.events, traces)) for row in rows}
    return {row.n: new[row.n] for row in rows if new[row.n] != (row.command, row.events)}


def _events(row: Row) -> list[room.Event]:
    version = int(row.version.rsplit(".", 1)[1])
    return [codec.read(room.EVENTS, upcast(data, version)) for data in json.loads(row.events)]


def _all_names(rows: Iterable[Row], wanted: frozenset[str]) -> frozenset[str]:
    """Return *wanted* with all names that people have said to be the same person's."""
    pairs = [
        (event.name, event.new)
        for row in rows
        if row.seat != checkpoint.WRITER and Renamed.__name__ in row.events
        for event in _events(row)
        if isinstance(event, Renamed) and event.name and event.new
    ]
    return spellings(wanted, pairs)


def _links(row: Row, traces: _Traces) -> dict[str, str]:
    """Return the link of the game's file that *row* brought, with that of the same file without them; {} for other rows."""
    if row.seat != TABLE or BringGame.__name__ not in row.command:
        return {}
    file = json.loads(row.command)[0]["file"]
    old, new = gamefile.kept(file), gamefile.kept(_blanked(file, traces))
    return {old.link: new.link}


def _written(written: str, traces: _Traces) -> str:
    return text(_blanked(json.loads(written), traces))


def _blanked(data: Any, traces: _Traces, kind: _Kind = "") -> Any:
    """Return plain *data* without the people; its texts are of the *kind*, and nothing of any other kind is touched."""
    if isinstance(data, str):
        return _blanked_text(data, traces, kind)
    if isinstance(data, list):
        return [_blanked(one, traces, kind) for one in data]
    return _blanked_object(data, traces) if isinstance(data, dict) else data


def _blanked_text(data: str, traces: _Traces, kind: _Kind) -> str:
    if kind == "name":
        return "" if names.tidy(data) in traces.names else data
    if kind == "secret":
        return "" if data in traces.secrets else data
    return traces.links.get(data, data) if kind == "link" else data


def _kind(key: str, data: Json) -> _Kind:
    """Return which kind of texts the field *key* of the object *data* has."""
    if key in FIELDS and data.get("is") in NAMED:
        return "name"
    return "secret" if key in SECRETS else "link" if key == "link" else ""


def _blanked_object(data: Json, traces: _Traces) -> Json:
    new = {key: value if key in PLAYED else _blanked(value, traces, _kind(key, data)) for key, value in data.items()}
    if "left" in new:
        new["left"] = {_blanked(token, traces, "secret"): seat for token, seat in new["left"].items()}
    if "brought" in new:
        new["brought"] = {number: _blanked(link, traces, "link") for number, link in new["brought"].items()}
    if "motions" in new:  # Of a checkpoint, as it writes them: the names come last, before the voters.
        new["motions"] = [[*one[:4], *_blanked(one[4:-1], traces, "name"), one[-1]] for one in new["motions"]]
    if data.get("is") in TRIED and data["person"] in traces.people:
        new["address"] = ""
    if "tried" in new:  # Somebody else's PIN may have been tried from the same address, which stays counted.
        new["tried"] = {
            who: {"": sum(tries.values())} if int(who) in traces.people else tries for who, tries in new["tried"].items()
        }
    if "joined" in new:
        new["joined"] = [pair for pair in new["joined"] if traces.names.isdisjoint(pair)]
    if "wins" in new:
        new["wins"] = {name: count for name, count in new["wins"].items() if name not in traces.names}
    return new
