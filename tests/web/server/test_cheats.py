"""A cheat asks over HTTP for things that aren't theirs: every answer is the same in two worlds.

The worlds differ in one secret of B's. S1 shows the same for every state of a game, by random play.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import installed
from companion.games.barracuda.moves import Bid
from companion.games.negoces2.moves import Offer
from companion.games.shark.board.companies import Each
from companion.journal import codec
from companion.kit.money import Pile
from companion.lab.players import Mood, Player
from companion.lab.secrecy.worlds import ForgetfulJournal, Midway, Position
from companion.seats.seating import MoveSeat
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.tags.pieces import Pieces
from tests.companion.shark.positions import owing, position
from tests.web import negoces2_tables
from tests.web.phones import Phone, new_app
from tests.web.tables import NAMES, auction, new_table, open_asks, round_three, seat
from web.contract import PAGES
from web.lab import panels
from web.seats import session
from web.seats.session import hashed

VICTIM = "B"


def a_bid(folder: Path, world: int) -> Table:
    table = round_three(folder)
    auction(table)
    table.act(VICTIM, Bid((Pile(fives=1, fakes=1), Pile(twos=2))[world]))
    return table


def a_debt(_: Path, world: int) -> Table:
    """A debt, with hidden holdings."""
    cash, shares, debt = ((0, Each(blue=2), 1), (9, Each(red=5, blue=20), 24))[world]
    city = {"red": "A1 B1", "blue": "G1 H1 A5 B5", "yellow": "L10"}
    start = position("ABCD", city, cash={"B": cash}, shares={"B": shares, "C": Each(red=2)}, holdings="hidden")
    games = {**installed(), "shark": Midway(installed()["shark"], Position(owing(start, B=debt)))}
    table = Table(ForgetfulJournal(), games, Pieces(), lambda ask: None)
    seat(table, {letter: NAMES[letter] for letter in "ABCD"})
    table.act("A", StartGame("shark", {}))
    return table


def an_offer(folder: Path, world: int) -> Table:
    table = new_table(folder)
    negoces2_tables.begin(table)
    negoces2_tables.to_market(table)
    table.act(VICTIM, Offer(("tea", "silk")[world], face_down=True, coins=1))
    return table


SECRETS = pytest.mark.parametrize("secret", [a_bid, a_debt, an_offer], ids=lambda one: one.__name__)
Secret = Callable[[Path, int], Table]


def worlds(folder: Path, secret: Secret, who: str) -> list[Phone]:
    """Return the phones of *who* (of nobody for "") in both worlds."""
    phones = []
    for world in (0, 1):
        table = secret(folder / f"{who}{world}", world)
        phone = Phone(new_app(table), table)
        if who:
            table.act(who, MoveSeat(hashed("a token")))
            phone.keep("seat", "a token")
        phones.append(phone)
    return phones


def requests(table: Table, cheat: str) -> Iterator[tuple[str, Any]]:
    """Yield requests for all pages and panels, acts on the victim's asks (or D's, if B has answered), and again for all."""
    asks = open_asks(table, VICTIM) or open_asks(table, "D")
    seen = [*asks.items(), *(open_asks(table, cheat).items() if cheat else ())]
    looks = [*PAGES, *(path for name, one in seen for path in (*panels(name, one.ask), f"/seat/ask/{name}?seat={VICTIM}"))]
    player = Player(Mood(random.Random(1), {}))
    for n, one in enumerate(asks.values()):
        yield from ((path, None) for path in looks)
        for ask in (None, *([name, one.number] for name, one in asks.items())):
            command = codec.plain(player.answer([one.ask]))
            yield "/act", {"key": f"cheating-{n}-{ask and ask[0]}", "ask": ask, "command": command, "seat": VICTIM}
    yield from ((path, None) for path in looks)


def compare(folder: Path, secret: Secret, cheat: str) -> int:
    """Return how many requests of *cheat* were answered alike in both worlds; fail if one wasn't."""
    phones, asked = worlds(folder, secret, cheat), 0
    for path, body in requests(phones[0].table, cheat):
        one, other = [told(phone, path, body) for phone in phones]
        assert one == other, f"{path} {body} is answered differently"
        asked += 1
    return asked


def told(phone: Phone, path: str, body: Any) -> tuple[Any, ...]:
    """Return status, body and headers, except the door's random cookie; and the changes that everybody sees meanwhile."""
    answer = phone.post(path, json=body) if body else phone.get(path)
    headers = sorted((name, value) for name, value in answer.headers if name != "Set-Cookie")
    now = phone.table.now
    return answer.status_code, headers, answer.data, now.revision, now.awaited(), now.announced


@SECRETS
@pytest.mark.parametrize("cheat", ["A", "C", ""])
def test_no_request_reveals_anothers_secret(tmp_path: Path, secret: Secret, cheat: str) -> None:
    assert compare(tmp_path, secret, cheat) > 15


@SECRETS
def test_a_seat_from_anywhere_but_the_cookie_is_found(tmp_path: Path, secret: Secret, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "insist_on_seat", lambda table: VICTIM)
    with pytest.raises(AssertionError, match="is answered differently"):
        compare(tmp_path, secret, "C")
