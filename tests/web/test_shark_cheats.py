"""Somebody without a conscience asks over HTTP for what isn't theirs: every answer is the same in two worlds.

The worlds differ only in what one player holds, has bought or owes, with `holdings` hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion import shark
from companion.game import Illegal, say
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.lab.worlds import Midway
from companion.pieces import Pieces
from companion.sealed import Sealed
from companion.seating import StartGame
from companion.shark.companies import Each
from companion.shark.model import State
from companion.shark.moves import (
    Build,
    Buy,
    DealShare,
    EndTurn,
    NameFirst,
    RollDice,
    Sell,
    SellForDebt,
    TakeShare,
    ThrowDice,
)
from companion.table import Table
from tests.companion.shark.positions import owing, position, thrown
from tests.web.phones import Phone, new_app, seated
from tests.web.shark_tables import FOUR
from web import identity

CITY = {"red": "A1 B1", "blue": "G1 H1 A5 B5", "yellow": "L10"}
PAGES = ("/", "/seat/view", "/seat/purse", "/seat/lobby", "/seat/menu", "/curtain", "/table", "/table/view", "/join/view")
ASKS = ("buy", "sell", "end", "dice", "build", "debt", "share", "first")
QUERIES: tuple[dict[str, str], ...] = (
    {}, {"pick": "red"}, {"pick": "blue"}, {"given": "1.0.0.0"}, {"given": "0.9.0.0"}, {"given": "99.99.99.99"}, {"seat": "B"},
)  # fmt: skip
COMMANDS = (
    Buy("red"), Buy("red", 5), Sell("red"), Sell("blue", 40), RollDice(), ThrowDice(1, "red"), Build("red", "C1"), EndTurn(),
    SellForDebt(), SellForDebt(blue=1), SellForDebt(red=40), NameFirst("C"), TakeShare("red"), DealShare("C", "red"),
)  # fmt: skip


def held(purse: int, shares: Each, bought: int, seat: str) -> State:
    """A state with A about to trade, where *seat* holds this, and A has bought so many shares."""
    state = position("ABCD", CITY, cash={seat: purse, "C": 6}, shares={seat: shares, "C": Each(red=2)}, holdings="hidden")
    return replace(state, phase=replace(state.phase, bought=Sealed(bought, ("A",))))


PAIRS = {
    "trade": (held(0, Each(), 0, "A"), held(70, Each(red=1, blue=9), 5, "A")),
    "building": (thrown(held(0, Each(), 0, "A"), 1, "white"), thrown(held(70, Each(blue=30), 5, "A"), 1, "white")),
    "another's trade": (held(0, Each(), 0, "B"), held(70, Each(blue=4, green=30), 0, "B")),
    "debt": (owing(held(0, Each(blue=2), 0, "B"), B=1), owing(held(9, Each(red=5, blue=20), 3, "B"), B=24)),
}
VICTIM = {"trade": "A", "building": "A", "another's trade": "B", "debt": "B"}


def opened(folder: Path, state: State) -> tuple[Table, dict[str, Phone]]:
    """Return a table where the game stands as in *state*, and its phones; that of "" has no seat."""
    folder.mkdir()
    table = Table(Journal(connect(folder / "journal")), {**GAMES, "shark": Midway(shark, state)}, Pieces(), lambda ask: None)
    app = new_app(table)
    phones = seated(app, table, FOUR)
    phones["A"].act(StartGame("shark", {}))
    return table, {**phones, "": Phone(app, table)}


def tried(table: Table, phone: Phone, victim: str) -> Iterator[tuple[str, int, bytes]]:
    """Yield what *phone* is answered, request by request: to looks, and to acts with the *victim*'s asks and its own."""
    for path in PAGES:
        answer = phone.get(path)
        yield path, answer.status_code, answer.data
    for name in ASKS:
        for query in QUERIES:
            answer = phone.get(f"/seat/ask/{name}", query)
            yield f"{name} {query}", answer.status_code, answer.data
    for command in COMMANDS:
        standing = [*table.standing(victim).items(), *table.standing(phone.seat).items()]
        asks: list[Any] = [None, *([name, one.number] for name, one in standing)]
        for more in ({"ask": ask, "seat": seat} for ask in asks for seat in (phone.seat, victim)):
            answer = phone.act(command, **more)
            yield f"{command} {more}", answer.status_code, answer.data


def compare(folder: Path, pair: str, cheat: str) -> int:
    """Return how many requests of *cheat* were answered alike in both worlds; fail where one wasn't."""
    victim = VICTIM[pair]
    worlds = [opened(folder / str(n), state) for n, state in enumerate(PAIRS[pair])]
    assert worlds[0][0].view(victim) != worlds[1][0].view(victim)
    answers = [list(tried(table, phones[cheat], victim)) for table, phones in worlds]
    for one, other in zip(*answers, strict=True):
        assert one == other, f"{one[0]} is answered otherwise"
    return len(answers[0])


@pytest.mark.parametrize(("pair", "cheats"), [("trade", "CD"), ("building", "CD"), ("another's trade", "AC"), ("debt", "AC")])
def test_no_request_tells_what_another_holds(tmp_path: Path, pair: str, cheats: str) -> None:
    for cheat in (*cheats, ""):
        (tmp_path / f"by {cheat}").mkdir()
        assert compare(tmp_path / f"by {cheat}", pair, cheat) > 90


@pytest.mark.parametrize("pair", PAIRS)
def test_a_seat_from_anywhere_but_the_cookie_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pair: str) -> None:
    monkeypatch.setattr(identity, "insist_on_seat", lambda table: VICTIM[pair])
    with pytest.raises(AssertionError, match="is answered otherwise"):
        compare(tmp_path, pair, "C")


def test_a_refusal_that_knows_too_much_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = shark.decide

    def frank(state: State, seat: str, command: Any) -> Any:
        try:
            return right(state, seat, command)
        except Illegal as illegal:
            said = say("shark.refusal.no_cash", cost=1, cash=state.cash["B"].open())
            raise Illegal(replace(illegal.refusal, said=said)) from None

    monkeypatch.setattr(shark, "decide", frank)
    with pytest.raises(AssertionError, match="is answered otherwise"):
        compare(tmp_path, "another's trade", "A")
