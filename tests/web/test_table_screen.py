"""The table screen: everything that everybody may see, and nothing that somebody alone may know."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import ChoiceLoader, DictLoader

from companion.asks import LayPile, answers
from companion.barracuda.moves import (
    AcceptOffer,
    AuctionBar,
    Bid,
    CallLastOrder,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    RefuseOffer,
    Renovate,
    SellTo,
    Stake,
)
from companion.game import TABLE
from companion.money import Pile
from companion.seating import StandUp
from companion.table import Table
from tests.web.tables import (
    FIRST,
    NAMES,
    draw,
    new_table,
    open_asks,
    play_to_the_end,
    round_three,
    seat,
    some_answer,
    some_pile,
    start,
)
from web import table_pages
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ADDRESS = "http://10.42.0.1/"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return round_three(tmp_path)


def screen(table: Table, language: str = "en") -> str:
    """Return the table screen's view as HTML."""
    client = client_of(table)
    client.set_cookie("lang", language)
    return client.get("/table/view").get_data(as_text=True)


def client_of(table: Table) -> FlaskClient:
    return create_app(table, hosts=["10.42.0.1"], address=ADDRESS).test_client()


def words(html: str) -> str:
    """Return what can be read, without the soft hyphens."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).replace("\u00ad", "").split())


def piles(html: str) -> list[str]:
    """Return the notes of each pile that is shown, closed ones as backs."""
    fans = re.findall(r'<div class="fan.*?</div>', html, re.S)
    return [" ".join(re.findall(r"#note-(\w+)", fan)) for fan in fans]


def auction(table: Table) -> None:
    """Let A take over a third lease and auction it."""
    draw(table, "A")
    table.act("A", OfferTakeover("Jetty Bar", Pile(ones=3)))
    table.act("C", AcceptOffer())
    for letter, bar in (("B", "Octopus"), ("C", "Albatros"), ("D", "Karambole"), ("E", "Harbour Bar")):
        draw(table, letter)
        table.act(letter, OfferPartnership(bar, Pile(ones=1)))
        table.act(str(table.view(TABLE).offer.lessee), AcceptOffer())
    draw(table, "A")
    table.act("A", AuctionBar("Jetty Bar"))


# The lobby


def test_lobby_shows_the_way_in_and_who_sits(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    seat(table, {"A": "Noor", "C": "Jonas"})
    shown = words(screen(table))
    assert "10.42.0.1" in shown
    assert "Noor" in shown
    assert "Jonas" in shown
    assert shown.count("free") == 3
    assert "With one more a game can begin." in shown


def test_lobby_with_enough_players_says_who_may_start(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    seat(table)
    assert "Enough for a game." in words(screen(table))


def test_code_is_as_small_as_it_can_be() -> None:
    small = table_pages.qr("http://10.42.0.1:8000/")
    assert 'viewBox="0 0 29 29"' in small  # 21 modules and a quiet zone of four on each side: version 1
    assert "style=" not in small  # the policy forbids it
    assert table_pages.qr("http://10.42.0.1/a") != table_pages.qr("http://10.42.0.1/A")  # a path may care about case


# The sea front and the festoon


def test_street_shows_ten_fronts(table: Table) -> None:
    shown = screen(table)
    assert shown.count('<article class="front') == 10
    for bar in ("Octopus", "Banana Bar", "Karambole", "Lagoon Bar"):
        assert bar in shown
    assert 'placeholder">Reef Bar' in shown  # not a name from the box
    assert 'cut">Octopus' in shown


def test_front_shows_lessee_partner_and_rent(table: Table) -> None:
    draw(table, "B")
    table.act("B", OfferPartnership("Octopus", Pile(ones=2)))
    table.act("A", AcceptOffer())
    front = next(one for one in screen(table).split("<article") if "Octopus" in one)
    assert "by-a" in front
    assert re.search(r"<b>5</b>.*pawn-a.*Noor.*room side.*pawn-b.*Émile", front, re.S)


def test_festoon_shows_who_was_drawn_then_the_bag_by_letter(table: Table) -> None:
    draw(table, "D")
    table.act("D", OfferPartnership("Octopus", Pile(ones=1)))
    table.act("A", AcceptOffer())
    draw(table, "B")
    lamps = re.findall(r"<li(.*?)</li>", screen(table), re.S)
    assert [words(f"<li{lamp}") for lamp in lamps] == ["Sanne", "Émile", "Noor", "Jonas", "Luc"]
    assert [re.findall(r'class="(now|inbag)"', lamp) for lamp in lamps] == [[], ["now"], ["inbag"], ["inbag"], ["inbag"]]


def test_festoon_shows_round_bank_and_open_bars(tmp_path: Path) -> None:
    assert "3 round 10/10 open" in words(screen(round_three(tmp_path / "open")))
    assert "19 bank" in words(screen(round_three(tmp_path / "open too")))
    assert "bank" not in words(screen(round_three(tmp_path / "hidden", bank="hidden")))


def test_closed_places_have_numbers_only_where_players_name_them(tmp_path: Path) -> None:
    by_companion, cards = new_table(tmp_path / "1"), new_table(tmp_path / "2")
    start(by_companion, deal="companion")
    start(cards)
    assert '<b class="place">10</b>' in screen(by_companion)
    assert 'class="place"' not in screen(cards)


def test_renovated_bar_keeps_its_name_and_has_a_ladder(table: Table) -> None:
    auction(table)
    for bidder in "BCDE":
        table.act(bidder, Bid(Pile(fakes=1)))
    table.act("A", Renovate())
    front = next(one for one in screen(table).split("<article") if "Jetty Bar" in one)
    assert "renovated" in words(front)
    assert "#ladder" in front


# The counter


def test_counter_says_the_newest_sentence_and_whom_the_table_waits_for(table: Table) -> None:
    draw(table, "A")
    table.act("A", OfferPartnership("Karambole", Pile(ones=1, fakes=3)))
    shown = screen(table)
    assert "Noor offers Jonas four notes" in words(shown)
    assert "The table waits for Jonas" in words(shown)
    assert piles(shown) == ["back back back back"]


def test_counter_says_how_the_next_pawn_is_drawn(table: Table) -> None:
    shown = words(screen(table))
    assert "Draw a pawn from the bag" in shown
    assert "Or call last order" in shown
    draw(table, "A")
    table.act("A", OfferPartnership("Karambole", Pile(ones=1)))
    table.act("C", AcceptOffer())
    shown = words(screen(table))
    assert "Draw a pawn from the bag" in shown
    assert "Or call last order" not in shown  # B12: only before a round's first draw


def test_counter_before_anything_happened_says_how_to_begin(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    start(table, draw="companion")
    assert "OK draws a pawn" in words(screen(table))


def test_big_pile_shows_eight_backs(table: Table) -> None:
    draw(table, "A")
    table.act("A", OfferPartnership("Karambole", Pile(ones=10, fakes=2)))
    assert piles(screen(table)) == [" ".join(["back"] * 8)]
    assert "twelve notes" in words(screen(table))


# Ceremonies


def test_auction_shows_closed_piles_and_who_still_counts(table: Table) -> None:
    auction(table)
    table.act("B", Bid(Pile(tens=1)))
    table.act("D", Bid(Pile(fakes=1, ones=1)))
    shown = screen(table)
    assert piles(shown) == ["back", "back back"]
    assert words(shown).count("still counting") == 2
    assert "to let" in words(shown)
    table.act("C", Bid(Pile(ones=1)))
    table.act("E", Bid(Pile(ones=1)))
    assert piles(screen(table)) == ["back", "back", "back back", "back"]
    assert "All bids are in." in words(screen(table))
    table.act("A", SellTo("B"))
    assert "Noor sells Jetty Bar to Émile" in words(screen(table))


def test_last_order_is_closed_until_all_have_laid(table: Table) -> None:
    table.act("A", CallLastOrder())
    laid = {"A": Pile(twos=2), "B": Pile(fakes=2), "C": Pile(ones=1, fakes=1), "D": Pile(fakes=1)}
    for letter, pile in laid.items():
        table.act(letter, Stake(pile))
    assert set(" ".join(piles(screen(table))).split()) == {"back"}
    table.act("E", Stake(Pile(fives=1)))
    shown = screen(table)
    assert piles(shown) == ["0 0", "0", "1 0", "2 2", "5"]
    assert re.findall("|".join(NAMES.values()), words(shown)) == ["Émile", "Sanne", "Jonas", "Noor", "Luc"]
    assert words(shown).count("the bag decides") == 1
    assert "All of it, 10 and 4 fakes, goes to the bank. The bank now holds 29." in words(shown)


def test_winner_is_shown_with_everybodys_standing(table: Table) -> None:
    play_to_the_end(table, seed=4)
    shown, view = screen(table), table.view(TABLE)
    assert "closing" in shown
    assert shown.count('<p class="who">') == 5
    for one in view.seats:
        assert f"{one.purse.real} real" in words(shown)
    first = re.search(r'<li class="won">.*?</li>', shown, re.S)
    assert first is not None
    assert NAMES[view.outcome.winners[0]] in first[0]


def test_purses_stay_closed_where_the_table_agreed_so(tmp_path: Path) -> None:
    table = round_three(tmp_path, reveal_at_end="off")
    play_to_the_end(table, seed=4)
    assert "closing" in screen(table)
    assert "real" not in words(screen(table))


def test_players_who_left_after_the_game_leave_their_letter(table: Table) -> None:
    play_to_the_end(table, seed=4)
    table.act("B", StandUp())
    assert "Émile" not in screen(table)
    assert '">B</span>' in screen(table)


# Names and languages


def test_hostile_names_are_only_text(tmp_path: Path) -> None:
    names = {"A": "<b>Noor</b>", "B": "{{7*7}}", "C": '"><svg/onload'}
    table = new_table(tmp_path)
    start(table, names)
    for letter, bar in zip("ABC", FIRST.values(), strict=False):
        draw(table, letter)
        table.act(letter, OpenBar(bar))
    shown = screen(table).replace("\u00ad", "")
    for name in names.values():
        assert name in words(shown)
    assert "<b>Noor" not in shown
    assert "<svg/" not in shown


def test_long_names_may_break_in_a_window() -> None:
    assert table_pages.broken("Noor") == "Noor"
    assert table_pages.broken("Maximilianus-J") == "Maximi\u00adlianus-J"
    assert table_pages.broken("Wilhelmina Wim") == "Wilhe\u00adlmina Wim"


def test_dutch_screen_speaks_dutch(table: Table) -> None:
    shown = words(screen(table, "nl"))
    assert "Wie volgt?" in shown
    assert "Who is next?" not in shown


def test_page_holds_its_view(table: Table) -> None:
    page = client_of(table).get("/table")
    assert page.status_code == 200
    assert '<div id="view"' in page.get_data(as_text=True)


# Secrecy: two worlds that differ only in what players may know alone


def test_screen_is_the_same_in_two_worlds_with_other_purses(tmp_path: Path) -> None:
    differing = sum(_steps_until_unlike(tmp_path / str(seed), seed, lambda app: None) for seed in range(4))
    assert differing >= 100  # so many times purses differed, and the screens did not


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
def test_two_worlds_find_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setattr(table_pages, "TABLE", "A")

    def spoil(app: Flask) -> None:
        assert app.jinja_loader is not None
        source = app.jinja_loader.get_source(app.jinja_env, "barracuda/table_street.html")[0]
        spoiled = DictLoader({"barracuda/table_street.html": source + leak})
        app.jinja_env.loader = ChoiceLoader([spoiled, app.jinja_loader])

    with pytest.raises(AssertionError, match="the screens differ"):
        sum(_steps_until_unlike(tmp_path / str(seed), seed, spoil) for seed in range(4))


def _steps_until_unlike(folder: Path, seed: int, spoil: Callable[[Flask], None]) -> int:
    """Play two tables in lock-step, with other notes in every pile; return at how many steps purses differed.

    Offers for a place are not refused, and nobody calls last order: those open piles to everybody.
    """
    generator = random.Random(seed)
    tables = [round_three(folder / world) for world in ("one", "two")]
    clients = []
    for table in tables:
        app = create_app(table, hosts=[], address=ADDRESS)
        spoil(app)
        clients.append(app.test_client())
    differing = 0
    while all(table.playing for table in tables) and differing < 120:
        if not _same_step(tables, generator):
            break
        if all(table.playing for table in tables):  # Who can't pay is no secret any more.
            one, two = (client.get("/table/view").data for client in clients)
            assert one == two, "the screens differ"
            differing += tables[0].view("A").purse != tables[1].view("A").purse
    return differing


def _same_step(tables: list[Table], generator: random.Random) -> bool:
    """Do what looks the same at both tables; return whether anything could be done."""
    for _ in range(40):
        letter = generator.choice(tables[0].awaited())
        command = some_answer(tables[0], letter, generator)
        other = command and _twin(tables[1], letter, command, generator)
        if other is not None and not (isinstance(command, RefuseOffer) and not tables[0].view(TABLE).offer.takeover):
            tables[0].act(letter, command)
            tables[1].act(letter, other)
            return True
    return False


def _twin(table: Table, letter: str, command: Any, generator: random.Random) -> Any:
    """Return *command* with as many other notes, or None where this table doesn't ask for it."""
    for ask in open_asks(table, letter):
        if isinstance(ask, LayPile):
            for lay in ask.lays:
                if answers(replace(ask, lays=(lay,)), command):
                    pile = some_pile(lay, ask.purse, generator, command.pile.notes)
                    return None if pile is None else replace(lay.command, pile=pile)
        elif command in ask.options:
            return command
    return None


# In a browser


@pytest.mark.browser
def test_screen_follows_the_game(browser: Browser, tmp_path: Path) -> None:
    table = new_table(tmp_path)
    server = serve(create_app(table, hosts=[], address=ADDRESS), 0, "127.0.0.1")
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en")
    page, wrong = context.new_page(), []
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.goto(f"http://localhost:{server.port}/table")
    page.wait_for_selector("text=Pull up a stool.")
    start(table)
    page.wait_for_selector(".street")
    draw(table, "A")
    page.wait_for_selector("text=Noor is drawn.")
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    context.close()
    server.close()
    assert wrong == []
