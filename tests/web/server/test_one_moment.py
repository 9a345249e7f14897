"""A page is read at one moment: a game that is put away while somebody fetches a page comes before it or after it."""

import threading
from typing import Any

import pytest

from companion.evening import VoteAway
from companion.seating import StartGame
from companion.table import Table
from tests.web.phones import Phone

LET_IN = 0.2  # seconds in which a change that isn't kept out has long been made


@pytest.mark.parametrize(
    "path", ["/seat/view", "/seat/menu", "/seat/lobby", "/seat/purse", "/table/view", "/enrolment/view", "/join/view"]
)
def test_a_game_put_away_in_the_middle_breaks_no_page(
    lobby: dict[str, Phone], table: Table, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    table.act("A", StartGame("barracuda", {}))
    for seat in "AB":
        table.act(seat, VoteAway(True))
    threads: list[threading.Thread] = []
    look = Table.view

    def view(self: Table, viewer: str) -> Any:
        seen = look(self, viewer)
        if not threads:  # The last vote comes just now.
            threads.append(threading.Thread(target=self.act, args=("C", VoteAway(True))))
            threads[0].start()
            threads[0].join(LET_IN)
        return seen

    monkeypatch.setattr(Table, "view", view)
    assert lobby["A"].get(path).status_code in (200, 404)
    for thread in threads:
        thread.join()
    assert lobby["A"].get(path).status_code in (200, 404)
    assert table.playing is not bool(threads)
