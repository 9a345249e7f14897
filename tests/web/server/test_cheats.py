"""Somebody without a conscience asks over HTTP for what isn't theirs: every answer is the same in two worlds.

The worlds differ only in one player's secret (tests/web/server/pairs.py), and every game is held to it alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion import codec, negoces2
from companion.game import TABLE, Illegal
from companion.games import GAMES
from companion.journal import text
from companion.sealed import Sealed
from tests.web.contract import compare, look_everywhere, opened
from tests.web.server.pairs import PAIRS
from web import identity

ALWAYS = ("bids", "stakes", "trade", "debt", "an offer", "who could declare")  # The others are tried by `make test-all`.


def each(names: Any) -> Any:
    return pytest.mark.parametrize(
        "name", [pytest.param(name, marks=() if name in ALWAYS else pytest.mark.broad) for name in names]
    )


@each(PAIRS)
def test_no_request_tells_what_another_keeps(name: str) -> None:
    for cheat in (*PAIRS[name].cheats, ""):
        assert compare(PAIRS[name], cheat) > 20
    assert {pair.game for pair in PAIRS.values()} == set(GAMES)


@each(name for name, pair in PAIRS.items() if pair.shown)
def test_the_victim_is_shown_the_difference_and_a_seat_from_anywhere_but_the_cookie_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    told, victim = [], PAIRS[name].victim
    for table, phones in (opened(PAIRS[name], world) for world in (0, 1)):
        look_everywhere(table, {seat: phone for seat, phone in phones.items() if seat})
        asks = [f"/seat/ask/{ask}" for ask in table.standing(victim)]
        told.append([phones[victim].get(path).data for path in ("/seat/view", "/seat/purse", *asks)])
    assert told[0] != told[1]
    monkeypatch.setattr(identity, "insist_on_seat", lambda table: victim)
    with pytest.raises(AssertionError, match="is answered otherwise"):
        compare(PAIRS[name], PAIRS[name].cheats[-1])


@pytest.mark.parametrize("name", ["a bid before others", "another's trade", "hidden coins"])
def test_a_refusal_that_knows_too_much_is_found(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    game = GAMES[PAIRS[name].game]
    monkeypatch.setattr(game, "decide", frank(game.decide))
    with pytest.raises(AssertionError, match=r"POST /act .* is answered otherwise"):
        compare(PAIRS[name], PAIRS[name].cheats[0])


def frank(right: Callable[..., Any]) -> Callable[..., Any]:
    """Return *right*, but each refusal names a rule that hangs on all secrets."""

    def decide(state: Any, seat: str, command: Any) -> Any:
        try:
            return right(state, seat, command)
        except Illegal as illegal:
            rule = hashlib.sha256(text(codec.kept(state)).encode()).hexdigest()
            raise Illegal(replace(illegal.refusal, rule=rule)) from None

    return decide


def test_an_offer_that_goes_back_in_everybodys_sight_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """News of what was offered, once it is over: the loser's card is still a secret."""
    right = negoces2.evolve

    def opened(event: Any) -> Any:
        if type(event).__name__ != "OfferMade" or not event.card:
            return event
        return replace(
            event, card=replace(event.card, card=Sealed(event.card.card.open(), (*"ABCD", TABLE), 1), face_down=False)
        )

    def aloud(state: Any, event: Any) -> Any:
        after = right(state, event)
        return replace(after, recent=tuple(map(opened, after.recent))) if type(event).__name__ == "DealMade" else after

    monkeypatch.setattr(negoces2, "evolve", aloud)
    with pytest.raises(AssertionError, match="is answered otherwise"):
        compare(PAIRS["a loser's offer"], "A")
