"""Every game's pages over whole games, in every language. That they tell too much to nobody is S1's to show."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from companion import codec
from companion.asks import answers
from companion.chance import by_chance
from companion.game import TABLE
from companion.games import GAMES
from companion.lab.worlds import ForgetfulJournal
from companion.pieces import Pieces
from companion.seating import StartGame
from companion.table import Table
from companion.words import LANGUAGES
from tests.evenings.house import marks
from tests.web.phones import Phone, new_app, seated, words
from tests.web.shark_tables import SIX
from tests.web.tables import open_asks, played
from web.lab import panels

AGAIN = {"en": "Another game", "nl": "Nog een spel", "fr": "Encore une partie", "de": "Noch ein Spiel"}
PLAYED = [
    pytest.param(game, language, variant, marks=() if variant == at else pytest.mark.broad)
    for at, game in enumerate(GAMES)
    for variant, language in enumerate(LANGUAGES)
]
SEEDS = {("barracuda", 3): 2, ("shark", 3): 21, ("negoces2", 3): 1, ("negoces2", 0): 1}  # Else that of the variant.
SHARED = 3  # The variant whose games several players win.
PHASES = {"barracuda": {"open", "answer", "draw"}, "shark": {"buy", "sell", "build"}, "negoces2": {"bid", "lay", "offer"}}


@pytest.mark.parametrize(("game", "language", "variant"), PLAYED)
def test_every_state_of_a_whole_game_has_a_page(game: str, language: str, variant: int) -> None:
    table, phones = started(game, language, variant)
    asked = {name for moment in whole_game(table, phones, SEEDS.get((game, variant), variant)) for name in moment[0]}
    assert PHASES[game] <= asked
    assert (len(table.view(TABLE).outcome.winners) > 1) == (variant == SHARED)
    assert AGAIN[language] in phones["B"].get("/seat/view").text


def started(game: str, language: str, variant: int) -> tuple[Table, dict[str, Phone]]:
    """Return *game* as it begins, with the choices of its options and the number of players that *variant* gives."""
    rules, generator = GAMES[game], random.Random(f"{game} {variant}")
    table = Table(ForgetfulJournal(), GAMES, Pieces(), lambda ask: by_chance(ask, generator))
    count = rules.FEWEST + (variant + 1) % (rules.MOST - rules.FEWEST + 1)
    phones = seated(new_app(table, language=language), table, dict(list(SIX.items())[:count]))
    options = {name: option.choices[variant % len(option.choices)] for name, option in rules.OPTIONS.items()}
    assert phones["A"].act(StartGame(game, options)).status_code == 200
    return table, phones


def whole_game(table: Table, phones: dict[str, Phone], seed: int) -> set[tuple[Any, ...]]:
    """Play to the end and look everywhere at each new kind of moment; return those kinds."""
    seen = set[tuple[Any, ...]]()
    for view in played(table, seed):
        moment = (frozenset(name for seat in phones for name in open_asks(table, seat)), view.latest)
        if moment not in seen:
            look_everywhere(table, phones)
            seen.add(moment)
    return seen


def look_everywhere(table: Table, phones: dict[str, Phone]) -> None:
    """Fetch every page that a phone or the table screen could open now, and let no phone open another's."""
    everywhere = {name for seat in phones for name in table.standing(seat)}
    for seat, phone in phones.items():
        for path in ("/seat/view", "/seat/purse", "/seat/menu", "/table/view"):
            page = phone.get(path)
            assert page.status_code == 200, path
            spoken(page.text)
        asks, page = open_asks(table, seat), phone.get("/seat/view").text
        for name, standing in asks.items():
            panel(phone, name, standing, linked=f'data-panel="{name}"' in page)
        for name in everywhere - set(asks):
            assert phone.get(f"/seat/ask/{name}").status_code == 409


def panel(phone: Phone, name: str, asked: Any, *, linked: bool) -> None:
    """Look at the panels of one ask: each shows it, and where the page leads to it, what its buttons send answers an ask."""
    assert phone.table.game is not None
    for path in panels(name, asked.ask):
        page = phone.get(path)
        assert page.status_code == 200, path
        spoken(page.text)
        assert "given" in path or f'data-number="{asked.number}"' in page.text, path
        for sent in (json.loads(button["data-act"]) for button in marks(page.text, "act")):
            standing = phone.table.standing(phone.seat)
            assert standing[sent["ask"][0]].number == sent["ask"][1]
            command = codec.read(phone.table.game.COMMANDS, sent["command"])
            assert not linked or any(answers(one.ask, command) for one in standing.values()), sent


def spoken(page: str) -> None:
    """Fail where *page* shows the code of a sentence for want of words."""
    assert not (found := re.findall(r"\b(?:web|table|barracuda|shark|negoces2)(?:_pages)?\.[a-z_]+\b", words(page))), found
