"""Find what a piece or a key could do at a table now and no phone can: whatever a tap can do, a phone can do, too."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, Final

from companion.journal import codec
from companion.kit.asks import answers
from companion.kit.game import Play, Point
from companion.kit.messages import Illegal
from companion.kit.pieces import Piece
from companion.match import guard
from web.lab.site import ORIGIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from flask.testing import FlaskClient

    from companion.kit.viewers import Seat
    from companion.table.table import Table

SPOT: Final = "reader 1"
KEYS: Final = tuple(Piece("key", name) for name in ("ok", "back", "last_order"))


def alone(table: Table, phones: Mapping[Seat, FlaskClient]) -> Iterator[str]:
    """Yield a sentence for everything that a piece or a key can do now and none of *phones* can."""
    for piece in (*table.now.box, *KEYS):
        match table.now.meaning(piece, SPOT):
            case Play(seat, command) if _is_legal(table, seat, command):
                if not any(_offers(table, one, phone, command) for one, phone in phones.items()):
                    yield f"{piece} can do what no phone can: {command}"
            case Point(seat, ask, subject) if _is_choice(table, seat, ask, subject):
                if seat not in phones or subject not in _Page(phones[seat], ask, pick=subject).said:
                    yield f"{piece} picks {subject}, which is not on the panel {ask} of {seat}"


def _is_legal(table: Table, seat: Seat, command: Any) -> bool:
    assert table.now.match, "no game is on"
    try:
        guard.decide(table.now.match.game, table.now.match.state, seat, command)
    except Illegal:
        return False
    return True


def _is_choice(table: Table, seat: Seat, ask: str, subject: str) -> bool:
    """Return whether *subject* is part of an answer to the ask, which is open: otherwise the panel ignores what is picked."""
    standing = table.now.standing(seat).get(ask)
    return standing is not None and standing.ask.is_open and repr(subject) in repr(standing.ask)


def _offers(table: Table, seat: Seat, phone: FlaskClient, command: Any) -> bool:
    asked = [name for name, one in table.now.standing(seat).items() if answers(one.ask, command)]
    return any(sent["command"] == codec.plain(command) for name in asked for sent in _Page(phone, name).acts)


class _Page(HTMLParser):
    """The panel of an ask: the requests that it can send, its *acts*, and everything that is *said* in text or attributes."""

    def __init__(self, phone: FlaskClient, ask: str, **picked: str) -> None:
        super().__init__()
        self.acts, self.said = list[Any](), ""
        self.feed(phone.get(f"/seat/ask/{ask}", base_url=ORIGIN, query_string=picked).text)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.acts += [json.loads(value or "") for name, value in attrs if name == "data-act"]
        self.said += " ".join(value or "" for _, value in attrs)

    def handle_data(self, data: str) -> None:
        self.said += data
