"""Every refusal has its rule and its use, and the asks offer exactly what the rules allow."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import pytest

from companion.asks import answers
from companion.barracuda import legal, rules
from companion.barracuda.asking import asks
from companion.barracuda.legal import REFUSALS, refusal
from companion.barracuda.model import CARDS, State
from companion.barracuda.moves import (
    AuctionBar,
    CallDraw,
    DrawPawn,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    Pass,
    PlacePartner,
)
from companion.chance import by_chance
from companion.game import CHANCE, TABLE
from companion.money import Pile
from companion.sealed import seen
from tests.companion.playing import asked, decided
from tests.companion.settings import answer


def test_every_refusal_listed_is_used_and_every_one_used_is_listed() -> None:
    tree = ast.parse(Path(legal.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_no"]
    used = {text.value for call in calls for text in ast.walk(call.args[0]) if isinstance(text, ast.Constant) and text.value}
    assert used == set(REFUSALS)


def some_command(state: State, chance: random.Random) -> Any:
    """One of the commands that could be an action or a draw, right or wrong."""
    name, pile = chance.choice(CARDS).name, Pile(ones=chance.randint(0, 13), fakes=chance.randint(0, 1))
    kinds = [
        OpenBar(name),
        PlacePartner(name),
        OfferPartnership(name, pile),
        OfferTakeover(name, pile),
        AuctionBar(name),
        Pass(),
    ]
    return chance.choice([*kinds, CallDraw(), DrawPawn(chance.choice(state.seats))])


@pytest.mark.parametrize("seed", range(4))
def test_what_is_asked_is_allowed_and_what_is_not_asked_is_refused(seed: int) -> None:
    chance = random.Random(seed)
    state, offered, refused = rules.setup("ABCD", {}), 0, 0
    while state.outcome is None and state.round < 9:
        seats = [seat for seat in (*state.seats, TABLE, CHANCE) if any(ask.is_open for ask in asked(state, seat))]
        for seat in seats:
            mine, command = seen(state, seat), some_command(state, chance)
            allowed = refusal(mine, seat, command) is None
            if not allowed:
                refused += 1
            assert not allowed or any(answers(ask, command) for ask in asks(mine, seat))
        seat = chance.choice(seats)
        ask = chance.choice([ask for ask in asked(state, seat) if ask.is_open])
        command = by_chance(ask, chance) if seat == CHANCE else answer(ask, chance)
        state, _ = decided(state, seat, command)
        offered += 1
    assert min(offered, refused) > 20
