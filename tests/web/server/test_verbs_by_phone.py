"""Whatever a tap or a key can do, a phone can do too: every piece and every key, throughout some games."""

import json
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion.journal import codec
from companion.kit import Illegal, Piece, Play, Point, answers
from companion.match import guard
from companion.table.table import Table
from tests.markup import marks
from tests.web.fake_bench import boxed_table
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import NAMES, open_asks, played

SPOT = "reader 1"
KEYS = tuple(Piece("key", name) for name in ("ok", "back", "last_order"))
STEPS = 60
GAMES = [
    ({"draw": draw, "deal": deal}, seed)
    for seed, (draw, deal) in enumerate((("bag", "cards"), ("companion", "cards"), ("bag", "companion"), ("bag", "cards")), 1)
]


class Walk:
    """Checks every moment of a game for things that can be done only on the table. *met* are the verbs that were found."""

    def __init__(self, table: Table, phones: Mapping[str, Phone]) -> None:
        self.table, self.phones = table, phones
        self.met: set[str] = set()

    def alone(self) -> Iterator[str]:
        """Yield what a piece or a key would do now but no phone can do."""
        for piece in (*self.table.now.box, *KEYS):
            match self.table.now.meaning(piece, SPOT):
                case Play(seat, command) if self._legal(seat, command):
                    self.met.add(type(command).__name__)
                    if not any(self._offers(phone, command) for phone in self.phones.values()):
                        yield f"{piece}: {command}"
                case Point(seat, ask, subject) if ask in open_asks(self.table, seat):
                    self.met.add(ask)
                    if seat not in self.phones or subject not in unescape(self.phones[seat].get(f"/seat/ask/{ask}").text):
                        yield f"{piece}: {ask} {subject}"

    def _legal(self, seat: str, command: Any) -> bool:
        try:
            guard.decide(self.table.now.game, self.table.now.match.state, seat, command)
        except Illegal:
            return False
        return True

    def _offers(self, phone: Phone, command: Any) -> bool:
        names = [name for name, one in self.table.now.standing(phone.seat).items() if answers(one.ask, command)]
        sent = [json.loads(one["data-act"]) for name in names for one in marks(phone.get(f"/seat/ask/{name}").text, "act")]
        return codec.plain(command) in [one["command"] for one in sent]


def walked(folder: Path, options: dict[str, str], seed: int) -> Iterator[Walk]:
    """Play some steps at random and check after each."""
    table = boxed_table(folder)
    phones = seated(new_app(table), table, NAMES)
    phones["A"].act({"is": "StartGame", "game": "barracuda", "options": options})
    walk = Walk(table, phones)
    yield from (walk for _ in islice(played(table, seed), STEPS) if table.now.playing)


VERBS = {"DrawPawn", "CallDraw", "OpenBar", "CallLastOrder", "partnership", "takeover", "own_partner", "auction"}


@pytest.mark.parametrize("games", [GAMES[:1], pytest.param(GAMES, marks=pytest.mark.broad)], ids=["one", "all"])
def test_no_verb_of_the_table_needs_the_table(tmp_path: Path, games: list[tuple[dict[str, str], int]]) -> None:
    met: set[str] = set()
    for options, seed in games:
        for walk in walked(tmp_path / str(seed), options, seed):
            assert list(walk.alone()) == []
            met |= walk.met
    assert met == VERBS or games != GAMES
    assert {"DrawPawn", "OpenBar"} <= met


def test_a_phone_that_lacks_its_verbs_would_be_found(tmp_path: Path) -> None:
    """The control: to the walk, one player has no phone."""
    lacking: list[str] = []
    for walk in walked(tmp_path, {"draw": "bag"}, 1):
        walk.phones = {seat: phone for seat, phone in walk.phones.items() if seat != "A"}
        lacking += walk.alone()
    assert lacking
