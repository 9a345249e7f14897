"""A page is read at one moment: a game that is put away while somebody fetches a page comes before it or after it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.evening import VoteAway
from companion.table import Table
from tests.web.tables import client_of, new_table, start
from web import identity

PAGES = ["/seat/view", "/seat/menu", "/seat/lobby", "/seat/purse", "/table/view", "/enrolment/view", "/join/view"]
LET_IN = 0.2  # seconds in which a change that isn't kept out has long been made


@pytest.mark.parametrize("path", PAGES)
def test_a_game_put_away_in_the_middle_breaks_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    table = new_table(tmp_path)
    start(table)
    for seat in "AB":
        table.act(seat, VoteAway(True))
    client = client_of(table)
    client.set_cookie(identity.COOKIE, "a phone")
    monkeypatch.setattr(identity, "seat_of_request", lambda _: "A")
    look, last = Table.view, threading.Thread(target=table.act, args=("C", VoteAway(True)))

    def view(self: Table, viewer: str) -> Any:
        seen = look(self, viewer)
        if not last.ident:  # The last vote comes just now.
            last.start()
            last.join(LET_IN)
        return seen

    monkeypatch.setattr(Table, "view", view)
    assert client.get(path).status_code in (200, 404)
    if last.ident:
        last.join()
        assert table.game is None
    assert client.get(path).status_code in (200, 404)
