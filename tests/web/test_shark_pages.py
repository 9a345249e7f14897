"""Shark's pages: every state of a game has one in every language, and none shows what its reader may not know."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from companion.asks import Amount, Ask, Choice
from companion.game import TABLE
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Piece, Pieces
from companion.seating import StartGame
from companion.shark.moves import DealShare, NameFirst, SellForDebt
from companion.table import Table
from tests.web.phones import Phone, new_app, seated
from tests.web.shark_tables import BY_HAND, FOUR, SIX, owing, play_until, throw, two_buildings
from tests.web.tables import new_table
from web import table_pages

AGAIN = {"en": "Another game", "nl": "Nog een spel", "fr": "Encore une partie", "de": "Noch ein Spiel"}
VARIANTS = {
    "en": {},
    "nl": {**BY_HAND, "holdings": "hidden", "starting_share": "random"},
    "fr": {"starting_share": "none", "chains_capped": "on", "black_is_scarcest": "on", "dice": "real"},
    "de": {"no_colour_die": "on", "dice": "real", "holdings": "hidden", "worthless_shares": "nothing"},
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
                assert "shark_pages." not in re.sub(r'(href|src|data-\w+)="[^"]*"', "", page.text)


@pytest.mark.parametrize("language", AGAIN)
def test_every_state_of_a_whole_game_has_a_page(tmp_path: Path, language: str) -> None:
    table = new_table(tmp_path)
    names = SIX if language == "fr" else FOUR
    phones = seated(new_app(table, language=language), table, names)
    phones["A"].act(StartGame("shark", VARIANTS[language]))
    looked: set[Any] = set()

    def look(view: Any) -> bool:
        state = (view.phase, view.rolled, len(view.buildings) // 12, view.latest)
        if state not in looked:
            looked.add(state)
            look_everywhere(phones, table)
        return False

    play_until(table, look, seed=len(language) + ord(language[0]))
    look_everywhere(phones, table)
    assert {"trading", "building"} <= {state[0] for state in looked}
    assert AGAIN[language] in phones["B"].get("/seat/view").text


# The sale for a debt


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return new_table(tmp_path)


def begun(table: Table, **options: str) -> dict[str, Phone]:
    phones = seated(new_app(table), table, FOUR)
    phones["A"].act(StartGame("shark", {**BY_HAND, **options}))
    return phones


@pytest.mark.parametrize(
    ("given", "said", "will_do"),
    [("0.0.0.0", "1 short", False), ("0.1.0.0", "Enough", True), ("0.0.1.0", "Enough", True), ("0.1.1.0", "could stay", False)],
)
def test_the_page_says_what_the_rules_would(table: Table, given: str, said: str, will_do: bool) -> None:
    phones = begun(table)
    owing(table)
    page = phones["B"].get("/seat/ask/debt", {"given": given}).text
    assert said in page
    assert ("data-suffices" in page) == will_do
    command = SellForDebt(*map(int, given.split(".")))
    assert phones["B"].answer("debt", command).status_code == (200 if will_do else 422)


@pytest.mark.parametrize(
    "given", ["", "1", "0.0.0", "0.0.0.0.0", "9.0.0.0", "-1.0.0.0", "0.x.0.0", "0.٣.0.0", "0.00000.0.0", "9" * 99]
)
def test_numbers_that_are_not_held_are_no_page(table: Table, given: str) -> None:
    phones = begun(table)
    owing(table)
    assert phones["B"].get("/seat/ask/debt", {"given": given}).status_code == 409
    assert phones["A"].get("/seat/ask/debt", {"given": "0.1.0.0"}).status_code == 409  # It isn't A's to answer.


def test_what_a_tap_picked_opens_on_the_active_players_page(table: Table) -> None:
    phones = begun(table)
    two_buildings(table)
    page = phones["C"].get("/seat/ask/buy", {"pick": "blue"}).text
    assert 'data-pick="blue"' in page
    assert 'data-pick="green"' in phones["C"].get("/seat/ask/buy", {"pick": "green"}).text
    assert "data-panel" not in page  # C holds no blue share that could be sold instead.
    assert 'data-panel="sell" data-pick="green"' in phones["C"].get("/seat/ask/buy", {"pick": "green"}).text
    assert phones["C"].get("/seat/ask/buy", {"pick": "red"}).status_code == 409


def test_a_companys_token_opens_its_trade_or_its_site(table: Table) -> None:
    phones = begun(table)
    two_buildings(table)
    uids = {company: bytes([4, 0, 0, number]) for number, company in enumerate(("red", "blue", "green", "yellow"), start=1)}
    for company, uid in uids.items():
        table.pieces.learn(uid, Piece("token", company))
    opened = {}
    for company, uid in uids.items():
        table.tap("reader", uid)
        opened[company] = re.findall(r'data-opens="(\w+)" data-pick="(\w+)"', phones["C"].get("/seat/view").text)
    assert (opened["blue"], opened["green"]) == ([("buy", "blue")], [("buy", "green")])
    throw(table, "C", 1, "white")
    table.tap("reader", uids["yellow"])
    assert 'data-opens="build" data-pick="yellow"' in phones["C"].get("/seat/view").text
    assert "yellow-A5" in phones["C"].get("/seat/ask/build", {"pick": "yellow"}).text


# What is hidden


def test_own_holdings_come_only_with_the_purse(table: Table) -> None:
    phones = begun(table, holdings="hidden")
    two_buildings(table)
    for phone in phones.values():
        page = phone.get("/seat/view").text
        assert "books" not in page
        assert "Cash" not in page
        assert "data-purse" in page
    assert "2 at 1" in phones["B"].get("/seat/purse").text
    assert "2 at 1" not in phones["B"].get("/seat/view").text
    owed = {seat: phone.get("/table/view").text for seat, phone in phones.items()}
    assert len(set(owed.values())) == 1


def test_pages_are_the_same_in_two_worlds_with_other_holdings(tmp_path: Path) -> None:
    assert sum(_steps_until_unlike(tmp_path / str(seed), seed, lambda app: None) for seed in range(3)) >= 60


LEAKS = ("{{ view.seats[0].cash }}", "{% if view.seats[0].worth > 9 %}.{% endif %}", "{{ view.buys_left }}")


@pytest.mark.parametrize("leak", LEAKS)
def test_two_worlds_find_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setattr(table_pages, "TABLE", "A")

    def spoil(app: Flask) -> None:
        assert app.jinja_loader is not None
        source = app.jinja_loader.get_source(app.jinja_env, "shark/table_map.html")[0]
        app.jinja_env.loader = ChoiceLoader([DictLoader({"shark/table_map.html": source + leak}), app.jinja_loader])

    with pytest.raises(AssertionError, match="the pages differ"):
        sum(_steps_until_unlike(tmp_path / str(seed), seed, spoil) for seed in range(3))


def _dealt(first: str) -> Callable[[Ask], Any]:
    """Return a chance that deals A the company *first*, and everybody else Blue."""

    def chance(ask: Ask) -> Any:
        assert isinstance(ask, Choice)
        company = first if ask.options[0].holder == "A" else "blue"
        return DealShare(ask.options[0].holder, company)

    return chance


def _steps_until_unlike(folder: Path, seed: int, spoil: Callable[[Flask], None]) -> int:
    """Play two tables in lock-step that differ in what A holds alone; return at how many steps it differed.

    Until somebody must sell, or the bank has so few shares that all may know: those are no secrets.
    """
    generator, differing = random.Random(seed), 0
    tables, screens, phones = [], [], []
    for world, first in (("one", "red"), ("two", "green")):
        (folder / world).mkdir(parents=True)
        table = Table(Journal(connect(folder / world / "journal")), GAMES, Pieces(), _dealt(first))
        app = new_app(table)
        spoil(app)
        own = seated(app, table, FOUR)
        own["A"].act(StartGame("shark", {**BY_HAND, "holdings": "hidden", "starting_share": "random"}))
        table.act("A", NameFirst("A"))
        tables.append(table)
        screens.append(own["A"])
        phones.append(own)
    for _ in range(70):
        views = [table.view(TABLE) for table in tables]
        if any(view.phase in ("owing", "over") or min(one.pool for one in view.companies) < 5 for view in views):
            break
        _step(tables, str(views[0].active), generator)
        pages = [[screen.get("/table/view").data, *(own[seat].get("/seat/view").data for seat in "BCD")]
                 for screen, own in zip(screens, phones, strict=True)]  # fmt: skip
        if tables[0].view(TABLE).phase == tables[1].view(TABLE).phase != "owing":
            assert pages[0] == pages[1], "the pages differ"
        differing += tables[0].view("A").seats[0] != tables[1].view("A").seats[0]
    return differing


def _step(tables: list[Table], letter: str, generator: random.Random) -> None:
    """Do what looks the same at both tables: of shares A buys and sells other numbers where there are others."""
    asks = [{name: one.ask for name, one in table.standing(letter).items() if one.ask.is_open} for table in tables]
    name = generator.choice(sorted(asks[0].keys() & asks[1].keys()))
    if isinstance(asks[0][name], Amount):
        _trade(tables, letter, [one[name] for one in asks], generator)
    else:
        command = generator.choice(asks[0][name].options)
        for table in tables:
            table.act(letter, command)


def _trade(tables: list[Table], letter: str, amounts: list[Amount], generator: random.Random) -> None:
    offers = [{much.command.company: much for much in ask.muches} for ask in amounts]
    both = sorted(offers[0].keys() & offers[1].keys())
    if not both:
        return
    company, share = generator.choice(both), generator.random()
    for at, (table, offer) in enumerate(zip(tables, offers, strict=True)):
        most = offer[company].most
        count = 1 + at % most if letter == "A" else 1 + int(share * (most - 1))
        table.act(letter, replace(offer[company].command, count=count))
