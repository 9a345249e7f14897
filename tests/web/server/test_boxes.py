"""The page of one's own cards: who may fill it in, what it marks as guessed, and what is said of a wrong one."""

from __future__ import annotations

import re

from companion.barracuda.model import CARDS
from companion.table import Table
from tests.web.phones import Phone

CELLS = [str(cell) for card in CARDS for cell in (card.name, card.rent, card.places)]
PAGE = "/box/barracuda"


def cells(page: str) -> list[str]:
    return re.findall(r'name="cell"[^>]* value="([^"]*)"', page)


def test_whoever_sits_says_what_the_cards_are(lobby: dict[str, Phone], table: Table, stranger: Phone) -> None:
    page = lobby["A"].get(PAGE).text
    assert cells(page) == CELLS
    assert page.count('class="ours" title') == 7 + 4  # B1: names of ours, and numbers that are guessed.
    assert 'action="/box/barracuda"' in lobby["A"].get("/").text
    changed = ["Oyster Bar", "5", *CELLS[2:]]
    assert stranger.post(PAGE, data={"cell": changed}).status_code == 403
    assert lobby["A"].post(PAGE, data={"cell": changed}).status_code == 303
    assert table.contents["barracuda"][0] == ("Oyster Bar", 5, 2)
    page = lobby["B"].get(PAGE).text
    assert (cells(page), 'class="ours"' in page) == (changed, False)
    shown = lobby["A"].get("/").text
    assert 'action="/box/barracuda"' not in shown  # It is answered.
    assert "<option>Oyster Bar</option>" in shown


def test_that_they_match_is_kept(lobby: dict[str, Phone], table: Table) -> None:
    assert lobby["A"].post(PAGE).status_code == 303
    assert [row[0] for row in table.contents["barracuda"]] == [card.name for card in CARDS]


def test_what_is_wrong_is_said_above_what_was_typed(lobby: dict[str, Phone], table: Table) -> None:
    for at, cell in ((0, "Octopus"), (1, "13"), (1, "six"), (1, "\u0664")):
        typed = [cell if n == at else one for n, one in enumerate(CELLS)]
        answer = lobby["A"].post(PAGE, data={"cell": typed})
        assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)
    assert lobby["A"].post(PAGE, data={"cell": CELLS[1:]}).status_code == 400
    assert [lobby["A"].get(f"/box/{game}").status_code for game in ("shark", "go")] == [404, 404]
    assert table.contents == {}


def test_it_is_for_between_games(phones: dict[str, Phone]) -> None:
    assert (phones["A"].get(PAGE).status_code, phones["A"].post(PAGE).status_code) == (200, 422)
