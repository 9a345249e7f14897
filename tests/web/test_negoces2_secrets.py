"""What a page of Négoces 2 might tell too much is found, however little it is.

That nothing is told is S1's to show (tests/proof/secrecy.py), for all games and all pages; here are the leaks of this one's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from jinja2 import ChoiceLoader, DictLoader

from companion.lab.two_worlds import run
from companion.negoces2.worlds import RECIPE
from tests.secrecy.outside import Outside

if TYPE_CHECKING:
    from tests.secrecy.outside import House

ENOUGH = 600  # Steps within which a leak must be found.

LEAKS = {
    "a hand in a space": ("going.html", "{% if view.seller and 'tea' in truth().hands[view.seller].open() %} {% endif %}"),
    "a size of hand": ("table_market.html", "{{ '.' * truth().hands.values()|map('kinds')|max }}"),
    "a card that lies face down": (
        "table_market.html",
        "{% if view.market %}<!-- {{ truth().phase.card.card.open() }} -->{% endif %}",
    ),
    "an offer": (
        "going.html",
        "{% if view.market %}{% for one in truth().phase.offers.values() if one.card %}{{ one.card.card.open()|length }}"
        "{% endfor %}{% endif %}",
    ),
    "a declaration": (
        "going.html",
        "{% if view.declaring %}{% for one in truth().phase.answers.values() if one.open() %}.{% endfor %}{% endif %}",
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_in_a_page_is_found(leak: str) -> None:
    name, more = f"negoces2/{LEAKS[leak][0]}", LEAKS[leak][1]

    def spoil(house: House) -> None:
        jinja, loader = house.app.jinja_env, house.app.jinja_loader
        assert loader is not None
        jinja.globals["truth"] = lambda: house.world.state
        jinja.filters["kinds"] = lambda hand: len(set(hand.open()))
        jinja.loader = ChoiceLoader([DictLoader({name: loader.get_source(jinja, name)[0] + more}), loader])

    report = run(RECIPE, ENOUGH, seed=1, observe=Outside(spoil))
    assert report.differences, f"{leak} went unseen for {report.steps} steps"
