"""No byte of a phone's or the table screen's pages of Négoces 2 tells what its reader may not know.

Two worlds that differ only in that, in lock-step (tests/secrecy/two_worlds.py), are looked at through the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pytest
from jinja2 import ChoiceLoader, DictLoader

from companion.game import TABLE
from companion.seating import MoveSeat
from tests.secrecy.negoces2_worlds import RECIPE
from tests.secrecy.two_worlds import run
from web.app import create_app
from web.identity import hashed

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from tests.secrecy.worlds import World

STEPS = 400
ENOUGH = 600  # Steps within which a leak must be found.
ORIGIN = "http://barkeep.test"

Observe = Callable[..., Mapping[str, bytes]]


def through_pages(spoil: Callable[[Flask, World], None] = lambda app, world: None) -> Observe:
    """Return what observes a world by fetching all that its viewer's browser could; *spoil* puts a leak in."""
    apps: WeakKeyDictionary[World, Flask] = WeakKeyDictionary()

    def served(world: World) -> Flask:
        if world not in apps:
            apps[world] = create_app(world.table, hosts=["barkeep.test"])
            spoil(apps[world], world)
            for seat in world.state.seats:
                world.table.act(seat, MoveSeat(hashed(f"token-of-{seat}")))
        return apps[world]

    def observe(world: World, viewer: str, events: Sequence[Any], probes: Sequence[Any], seed: float) -> dict[str, bytes]:
        client = served(world).test_client()
        if viewer == TABLE:
            return {"/table/view": fetched(client, "/table/view")}
        client.set_cookie("seat", f"token-of-{viewer}", domain="barkeep.test")
        open_asks = [name for name, standing in world.table.standing(viewer).items() if standing.ask.is_open]
        paths = ["/table/view", "/seat/view", "/seat/purse", *(f"/seat/ask/{name}" for name in open_asks)]
        return {path: fetched(client, path) for path in paths}

    return observe


def fetched(client: FlaskClient, path: str) -> bytes:
    """Return all that comes of *path*, its headers too."""
    answer = client.get(path, base_url=ORIGIN)
    assert answer.status_code in (200, 404), path  # A purse that is gone with the game, and nothing else.
    return repr(sorted(answer.headers)).encode() + answer.data


def test_pages_are_the_same_in_two_worlds_with_other_hands() -> None:
    report = run(RECIPE, STEPS, seed=5, observe=through_pages())
    assert not report.differences, report.differences[0]
    assert sum(report.diverged.values()) > STEPS / 2


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

    def spoil(app: Flask, world: World) -> None:
        assert app.jinja_loader is not None
        app.jinja_env.globals["truth"] = lambda: world.state
        app.jinja_env.filters["kinds"] = lambda hand: len(set(hand.open()))
        source = app.jinja_loader.get_source(app.jinja_env, name)[0]
        app.jinja_env.loader = ChoiceLoader([DictLoader({name: source + more}), app.jinja_loader])

    report = run(RECIPE, ENOUGH, seed=6, observe=through_pages(spoil))
    assert report.differences, f"{leak} went unseen for {report.steps} steps"
