"""The control of the contract that whatever a tap or a key can do, a phone can do too: whoever has no phone is found."""

import random
from itertools import islice
from typing import Any

import pytest

from companion.games import installed
from companion.seats.starting import StartGame
from tests.web.phones import HOST
from web.lab import announcing, reaching
from web.lab.site import app_of, seated, token


@pytest.mark.parametrize("game", installed().values(), ids=installed())
def test_a_phone_that_lacks_its_verbs_is_found(game: Any) -> None:
    """Everybody has a phone but one."""
    seats, generator = game.SEATS[: game.FEWEST], random.Random(1)
    table = seated(game, seats, generator)
    table.act(seats[0], StartGame(game.NAME, {}))
    phones = {seat: app_of(table).test_client() for seat in seats[1:]}
    for seat, phone in phones.items():
        phone.set_cookie("seat", token(seat), domain=HOST)
    moments = islice(announcing.played(game, table, generator), 60)
    assert any(list(reaching.alone(table, phones)) for _ in moments if table.now.playing)
