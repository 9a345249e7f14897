"""Every game's pages over whole games, in every language; and what they might tell too much is found, however little it is.

That nothing is told is S1's to show (tests/proof/secrecy.py), for all games and all pages; here are leaks of each game's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from jinja2 import ChoiceLoader, DictLoader

from companion.game import TABLE
from companion.games import GAMES
from companion.lab.two_worlds import run
from companion.words import LANGUAGES
from tests.secrecy.outside import Outside
from tests.secrecy.seeded import recipe
from tests.web.contract import started, whole_game

if TYPE_CHECKING:
    from tests.secrecy.outside import House

AGAIN = {"en": "Another game", "nl": "Nog een spel", "fr": "Encore une partie", "de": "Noch ein Spiel"}
PLAYED = [
    pytest.param(game, language, variant, marks=() if variant == at else pytest.mark.broad)
    for at, game in enumerate(GAMES)
    for variant, language in enumerate(LANGUAGES)
]
SEEDS = {("barracuda", 3): 524, ("shark", 3): 21, ("negoces2", 3): 1, ("negoces2", 0): 1}  # Else that of the variant.
SHARED = 3  # The variant whose games several players win.
PHASES = {"barracuda": {"open", "answer", "draw"}, "shark": {"buy", "sell", "build"}, "negoces2": {"bid", "lay", "offer"}}


@pytest.mark.parametrize(("game", "language", "variant"), PLAYED)
def test_every_state_of_a_whole_game_has_a_page(game: str, language: str, variant: int) -> None:
    table, phones = started(game, language, variant)
    asked = {name for moment in whole_game(table, phones, SEEDS.get((game, variant), variant)) for name in moment[0]}
    assert PHASES[game] <= asked
    assert (len(table.view(TABLE).outcome.winners) > 1) == (variant == SHARED)
    assert AGAIN[language] in phones["B"].get("/seat/view").text


ENOUGH = 900  # Steps within which a leak must be found.
LEAKS = {
    "barracuda: a purse": ("/table", "table_street.html", "{{ truth().money[truth().seats[0]].open() }}"),
    "barracuda: a full stop for the rich": (
        "/table", "table_street.html", "{% if truth().money[truth().seats[0]].open().real > 40 %}.{% endif %}"
    ),
    "shark: cash": ("/table", "table_map.html", "{{ truth().cash.A.open() }}"),
    "shark: a full stop for the rich": ("/table", "table_map.html", "{% if truth().cash.A.open() > 9 %}.{% endif %}"),
    "shark: what may still be bought": (
        "/table", "table_map.html", "{% if truth().phase.bought %}{{ truth().phase.bought.open() }}{% endif %}"
    ),
    "negoces2: a hand in a space": (
        "/seat", "going.html", "{% if view.seller and 'tea' in truth().hands[view.seller].open() %} {% endif %}"
    ),
    "negoces2: a size of hand": ("/table", "table_market.html", "{{ '.' * truth().hands.values()|map('kinds')|max }}"),
    "negoces2: a card that lies face down": (
        "/table", "table_market.html", "{% if view.market %}<!-- {{ truth().phase.card.card.open() }} -->{% endif %}"
    ),
    "negoces2: an offer": (
        "/seat", "going.html", "{% if view.market %}{% for one in truth().phase.offers.values() if one.card %}"
        "{{ one.card.card.open()|length }}{% endfor %}{% endif %}",
    ),
    "negoces2: a declaration": (
        "/seat", "going.html",
        "{% if view.declaring %}{% for one in truth().phase.answers.values() if one.open() %}.{% endfor %}{% endif %}",
    ),
}  # fmt: skip
QUICK = {"barracuda: a purse", "negoces2: a card that lies face down"}  # The first of Shark plays its games first.


@pytest.mark.parametrize("leak", [pytest.param(leak, marks=() if leak in QUICK else pytest.mark.broad) for leak in LEAKS])
def test_a_leak_in_a_page_is_found(leak: str) -> None:
    game, (channel, template, more) = leak.partition(":")[0], LEAKS[leak]

    def spoil(house: House) -> None:
        jinja, loader, name = house.app.jinja_env, house.app.jinja_loader, f"{game}/{template}"
        assert loader is not None
        jinja.globals["truth"] = lambda: house.world.state
        jinja.filters["kinds"] = lambda hand: len(set(hand.open()))
        jinja.loader = ChoiceLoader([DictLoader({name: loader.get_source(jinja, name)[0] + more}), loader])

    report = run(recipe(game), ENOUGH, seed=1, observe=Outside(spoil))
    assert any(one.channel.startswith(channel) for one in report.differences), f"unseen for {report.steps} steps"
