"""The table screen shows nothing that somebody alone may know: two worlds that differ only in that look the same on it.

Here are two moments of Barracuda, and leaks of its pages; that nothing else is told is S1's to show (tests/proof/secrecy.py).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jinja2 import ChoiceLoader, DictLoader

from companion.barracuda.moves import Bid, CallLastOrder, SellTo, Stake
from companion.barracuda.worlds import RECIPE
from companion.lab.two_worlds import run
from companion.money import Pile
from tests.secrecy.outside import Outside
from tests.web.tables import auction, round_three, screen
from web import table_pages

if TYPE_CHECKING:
    from tests.secrecy.outside import House

ENOUGH = 300  # Steps within which a leak must be found.


def test_screen_is_the_same_whatever_is_bid(tmp_path: Path) -> None:
    poor, rich = (round_three(tmp_path / world) for world in ("poor", "rich"))
    auction(poor)
    auction(rich)
    for bidder in "BCDE":
        poor.act(bidder, Bid(Pile(fakes=2)))
        rich.act(bidder, Bid(Pile(tens=2)))
        assert screen(poor) == screen(rich)
    poor.act("A", SellTo("C"))
    rich.act("A", SellTo("C"))
    assert screen(poor) == screen(rich)


def test_screen_is_the_same_whatever_is_staked_until_all_is_turned_over(tmp_path: Path) -> None:
    poor, rich = (round_three(tmp_path / world) for world in ("poor", "rich"))
    poor.act("E", CallLastOrder())
    rich.act("E", CallLastOrder())
    for letter in "ABCDE":
        assert screen(poor) == screen(rich)
        poor.act(letter, Stake(Pile(fakes=1)))
        rich.act(letter, Stake(Pile(tens=1)))
    assert screen(poor) != screen(rich)


@pytest.mark.parametrize(
    "leak", ["{{ view.purse }}", "{% if view.purse.real > 40 %}.{% endif %}"], ids=["a purse", "a full stop for the rich"]
)
def test_two_worlds_find_a_leak(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setattr(table_pages, "TABLE", "A")

    def spoil(house: House) -> None:
        jinja, loader = house.app.jinja_env, house.app.jinja_loader
        assert loader is not None
        name = "barracuda/table_street.html"
        jinja.loader = ChoiceLoader([DictLoader({name: loader.get_source(jinja, name)[0] + leak}), loader])

    report = run(RECIPE, ENOUGH, seed=1, observe=Outside(spoil))
    assert any(one.channel.startswith("/table") for one in report.differences)
