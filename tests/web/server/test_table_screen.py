"""The table screen: everything that everybody may see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.barracuda.moves import (
    AcceptOffer,
    Bid,
    CallLastOrder,
    OfferPartnership,
    Renovate,
    SellTo,
    Stake,
)
from companion.game import TABLE
from companion.money import Pile
from companion.seating import SitDown, StandUp
from companion.table import Table
from tests.web.phones import words
from tests.web.tables import (
    NAMES,
    auction,
    client_of,
    draw,
    new_table,
    play_to_the_end,
    round_three,
    screen,
    seat,
    start,
)
from web import table_pages
from web.app import create_app


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return round_three(tmp_path)


def piles(html: str) -> list[str]:
    """Return the notes of each pile that is shown, closed ones as backs."""
    fans = re.findall(r'<div class="fan.*?</div>', html, re.S)
    return [" ".join(re.findall(r"#note-(\w+)", fan)) for fan in fans]


# The lobby


def test_lobby_shows_the_way_in_and_who_sits_and_may_start(tmp_path: Path) -> None:
    table = new_table(tmp_path / "lobby")
    seat(table, {"C": "Jonas"})
    shown = words(screen(table))
    assert "10.42.0.1" in shown
    assert "Jonas" in shown
    assert shown.count("free") == 5
    assert "With one more a game can begin." in shown
    seat(table, {"D": "Sanne"})
    assert "Enough for a game." in words(screen(table))


def test_code_is_as_small_as_it_can_be() -> None:
    small = table_pages.qr("http://10.42.0.1:8000/")
    assert 'viewBox="0 0 29 29"' in small  # 21 modules and a quiet zone of four on each side: version 1
    assert "style=" not in small  # the policy forbids it
    assert 'viewBox="0 0 29 29"' in table_pages.qr("http://10.42.0.1/7k3f2m")  # a code is written in capitals, too


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
    start(by_companion, deal="companion", draw="companion")
    start(cards)
    assert '<b class="place">10</b>' in screen(by_companion)
    assert "OK draws a pawn" in words(screen(by_companion))
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


def test_winner_is_shown_with_everybodys_standing_and_who_left_by_name(table: Table) -> None:
    play_to_the_end(table, seed=4)
    shown, view = screen(table), table.view(TABLE)
    assert "closing" in shown
    assert shown.count('<p class="who">') == 5
    assert [one.seat for one in view.seats if f"{one.purse.real} real" not in words(shown)] == []
    first = re.search(r'<li class="won">.*?</li>', shown, re.S)
    assert first is not None
    assert NAMES[view.outcome.winners[0]] in first[0]
    table.act("B", StandUp())
    table.act("B", SitDown("Zoe", "new"))
    assert "Émile" in screen(table)
    assert "Zoe" not in screen(table)


# Names and languages


def test_long_names_may_break_in_a_window() -> None:
    assert table_pages.broken("Noor") == "Noor"
    assert table_pages.broken("Maximilianus-J") == "Maximi\u00adlianus-J"
    assert table_pages.broken("Wilhelmina Wim") == "Wilhe\u00adlmina Wim"


def test_screen_speaks_the_tables_language_whatever_the_browser_prefers(table: Table) -> None:
    client = create_app(table, hosts=[], language="nl").test_client()
    english = {"Accept-Language": "en"}
    assert "Wie volgt?" in client.get("/table/view", headers=english).get_data(as_text=True)
    assert "Who is next?" in client.get("/table/view?lang=en", headers=english).get_data(as_text=True)
    phone = create_app(table, hosts=[], language="nl").test_client()
    assert "Pull up a stool." in phone.get("/", headers=english).get_data(as_text=True)


def test_page_holds_its_view(table: Table) -> None:
    assert '<div id="view"' in client_of(table).get("/table").text
