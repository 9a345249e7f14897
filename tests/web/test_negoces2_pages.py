"""Négoces 2's pages: every state of a game has one in every language, and none shows what its reader may not know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.negoces2.moves import ForceSale
from companion.seating import StartGame
from companion.table import Table
from tests.web.negoces2_tables import BY_HAND, FOUR, play_until, to_market
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import new_table

AGAIN = {"en": "Another game", "nl": "Nog een spel", "fr": "Encore une partie", "de": "Noch ein Spiel"}
VARIANTS: dict[str, dict[str, str]] = {
    "en": {},
    "nl": {"deal": "cards", "opener": "named", "coins": "hidden"},
    "fr": {"declare": "automatic", "tags": "on"},
    "de": {"deal": "cards", "coins": "hidden", "declare": "automatic"},
}


def look_everywhere(phones: dict[str, Phone], table: Table) -> None:
    """Fetch every page that a phone or the table screen could open now."""
    for seat, phone in phones.items():
        for path in ("/seat/view", "/seat/purse", "/table/view"):
            assert phone.get(path).status_code == 200
        for name, standing in table.standing(seat).items():
            if standing.ask.is_open:
                page = phone.get(f"/seat/ask/{name}")
                assert page.status_code == 200
                assert f'data-number="{standing.number}"' in page.text
                assert "negoces2_pages." not in re.sub(r'(href|src|data-\w+)="[^"]*"', "", page.text)


@pytest.mark.parametrize("language", AGAIN)
def test_every_state_of_a_whole_game_has_a_page(tmp_path: Path, language: str) -> None:
    table = new_table(tmp_path)
    phones = seated(new_app(table, language=language), table, FOUR)
    phones["A"].act(StartGame("negoces2", {"sale_limit": "50", **VARIANTS[language]}))
    looked: set[Any] = set()

    def look(view: Any) -> bool:
        state = (view.phase, view.latest, view.round // 10)
        if state not in looked:
            looked.add(state)
            look_everywhere(phones, table)
        return False

    play_until(table, look, seed=len(language) + ord(language[0]))
    look_everywhere(phones, table)
    assert {"auctioning", "selling" if "declare" in VARIANTS[language] else "declaring", "negotiating"} <= {
        one[0] for one in looked
    }
    assert AGAIN[language] in phones["B"].get("/seat/view").text


def test_a_forced_sale_is_told_by_the_table_screen_first(tmp_path: Path) -> None:
    """Phones that nobody asks wait for its ceremony, all alike; without a table screen nobody waits."""
    table = new_table(tmp_path)
    app = new_app(table)
    phones = seated(app, table, FOUR)
    table.act("A", StartGame("negoces2", BY_HAND))
    to_market(table)
    screen = app.extensions["streams"].public("127.0.0.1", lambda: False, screen=True)
    assert 'data-moment="" data-hold="0"' in phones["B"].get("/seat/view").text
    table.act("A", ForceSale("contraband", "tea"))
    told = {seat: phone.get("/seat/view").text.split("data-moment=")[1].split(">")[0] for seat, phone in phones.items()}
    assert told == {"A": '"forced-1" data-hold="0"', **dict.fromkeys("BCD", '"forced-1" data-hold="1800"')}
    screen.close()
    assert 'data-hold="0"' in phones["B"].get("/seat/view").text
