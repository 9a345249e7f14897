"""The table screen: everything that everybody may see."""

import re
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from companion.agreeing.evening.evening import GiveHints
from companion.agreeing.evening.pausing import Pause
from companion.games.barracuda.moves import AcceptOffer, Bid, CallLastOrder, OfferPartnership, OpenBar, Renovate, Stake
from companion.kit import TABLE, Pile
from companion.seats.seating import SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.markup import found, words
from tests.web.shark_tables import BY_HAND, SIX, crash
from tests.web.tables import NAMES, auction, draw, new_table, play_until, round_three, screen, seat, start
from web.app import create_app
from web.pages import table_screen
from web.pages.drawings import BACKS


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return round_three(tmp_path)


def piles(html: str) -> list[str]:
    """Return the notes of each pile that is shown, closed ones as backs."""
    fans = [one for one in found(html, "div") if one.get("class", "").startswith("fan")]
    return [" ".join(one.removeprefix("note-") for one in drawn(fan)) for fan in fans]


def test_lobby_shows_the_way_in_and_who_sits_and_may_start(tmp_path: Path) -> None:
    table = new_table(tmp_path / "lobby")
    seat(table, {"C": "Jonas"})
    assert has(table, "10.42.0.1", "Jonas", "Two more players and you can start.")
    assert words(screen(table)).count("free") == 5
    seat(table, {"D": "Sanne"})
    assert has(table, "Enough to play.")  # For Shark, which phones now show, because it can begin.


def front(table: Table, bar: str) -> Element:
    return next(one for one in found(screen(table), "article") if bar in words(one))


def drawn(element: Element) -> list[str]:
    """Return the drawings in *element*, in order."""
    return [one.get("href").partition("#")[2] for one in found(element, "use")]


def test_a_round_is_shown_with_its_street_its_bag_and_who_is_waited_for(table: Table, tmp_path: Path) -> None:
    assert has(table, "Round 3. ", "3 round 10/10 open", "19 bank", "Draw a pawn from the bag")
    assert has(table, "Last order can still be called")
    assert not has(round_three(tmp_path / "hidden", bank="hidden"), "bank")
    said = words(found(screen(table), "p[@role='status']")[0])
    assert said.startswith("Luc opens Lagoon Bar"), "how the last act came out stays until the draw"
    draw(table, "D")
    table.act("D", OfferPartnership("Octopus", Pile(ones=1)))
    table.act("A", AcceptOffer())
    assert has(table, "Draw a pawn from the bag")
    assert not has(table, "Last order can still be called")  # B12: only before a round's first draw
    shown, octopus = screen(table), front(table, "Octopus")
    assert shown.count('<article class="front') == 10
    assert 'placeholder">Reef Bar' in shown  # not a name from the box
    assert 'cut">Octopus' in shown
    assert ("by-a" in octopus.get("class"), words(found(octopus, "b")[0])) == (True, "5")
    rooms = [one for one in found(octopus, "p[@class]") if "room" in one.get("class").split()]
    assert [(drawn(room), words(room)) for room in rooms] == [(["pawn-a"], "Noor"), (["pawn-d"], "Sanne")]
    draw(table, "B")
    lamps = [(words(lamp), lamp.get("class")) for lamp in found(screen(table), "li")]
    assert lamps == [("Sanne", None), ("Émile", "now"), *((name, "inbag") for name in ("Noor", "Jonas", "Luc"))]
    table.act("B", OfferPartnership("Karambole", Pile(ones=10, fakes=2)))
    assert has(table, "Émile offers Jonas twelve notes", "Waiting for Jonas")
    assert piles(screen(table)) == [" ".join(["back"] * BACKS)]


def test_last_order_is_closed_until_all_have_laid(table: Table) -> None:
    table.act("A", CallLastOrder())
    assert has(table, "Noor calls last order.")
    for letter, pile in {"A": Pile(twos=2), "B": Pile(fakes=2), "C": Pile(ones=1, fakes=1), "D": Pile(fakes=1)}.items():
        table.act(letter, Stake(pile))
    assert set(" ".join(piles(screen(table))).split()) == {"back"}
    table.act("E", Stake(Pile(fives=1)))
    assert piles(screen(table)) == ["0 0", "0", "1 0", "2 2", "5"]
    assert re.findall("|".join(NAMES.values()), words(screen(table))) == ["Émile", "Sanne", "Jonas", "Noor", "Luc"]
    assert words(screen(table)).count("the bag decides") == 1
    assert has(table, "All of it, 10 and 4 fakes, goes to the bank. The bank now holds 29.")


def test_winner_is_shown_with_everybodys_standing_and_who_left_by_name(table: Table) -> None:
    play_until(table, seed=4)
    shown, view = screen(table), table.now.view(TABLE)
    assert "closing" in shown
    assert shown.count('<p class="who">') == 5
    assert has(table, *(f"{one.purse.real} real" for one in view.seats))
    assert NAMES[view.outcome.winners[0]] in words(found(shown, "li[@class='won']")[0])
    table.act("B", StandUp())
    table.act("B", SitDown("Zoe", "new"))
    assert has(table, "Émile")
    assert not has(table, "Zoe")


def test_long_names_may_break_in_a_window_and_codes_are_as_small_as_they_can_be() -> None:
    for broken in ("Noor", "Maximi\u00adlianus-J", "Wilhel\u00admina Wim", "Bartho\u00adlomäus W", "WWWWW\u00adWWWW"):
        assert table_screen.broken(broken.replace("\u00ad", "")) == broken
    small = table_screen.qr("http://10.42.0.1/7k3f2m")  # A code uses capitals.
    assert ('viewBox="0 0 29 29"' in small, "style=" in small) == (True, False)  # Version 1; the policy forbids styles.


def test_screen_speaks_the_tables_language_whatever_the_browser_prefers(table: Table) -> None:
    client, english = create_app(table, hosts=[], language="nl").test_client(), {"Accept-Language": "en"}
    for path, said in (("/", "Pull up a stool."), ("/table/view", "Wie volgt?"), ("/table/view?lang=en", "Who’s next?")):
        assert said in client.get(path, headers=english).text
    assert '<div id="view"' in client.get("/table").text


def has(table: Table, *said: str) -> bool:
    """Return whether the words on the screen include each of *said*."""
    shown = words(screen(table))
    return not [one for one in said if one not in shown]


def test_auction_shows_closed_piles_who_still_counts_and_a_ladder_at_what_is_renovated(table: Table) -> None:
    auction(table)
    table.act("B", Bid(Pile(tens=1)))
    table.act("D", Bid(Pile(fakes=1, ones=1)))
    assert piles(screen(table)) == ["back", "back back"]
    assert (words(screen(table)).count("still counting"), has(table, "to let")) == (2, True)
    for letter in "CE":
        table.act(letter, Bid(Pile(ones=1)))
    assert piles(screen(table)) == ["back", "back", "back back", "back"]
    assert has(table, "All bids are in.")
    table.act("A", Renovate())
    jetty = front(table, "Jetty Bar")
    assert ("renovated" in words(jetty), "ladder" in drawn(jetty)) == (True, True)


def by_hand(table: Table) -> list[str]:
    return [words(one) for one in found(screen(table), "p") if "lesson" in one.get("class", "")]


def test_a_first_game_says_what_hands_do_where_nothing_else_is_said(tmp_path: Path) -> None:
    for deal, first, then in (  # A card goes on the reader only where cards are dealt.
        ("companion", "Have the bars’ cards ready", "chooses what to do. If a bar opens, Barkeep says which one."),
        ("cards", "Lay the ten bars in a row", "chooses a bar: its card goes on the reader, or the phone will do."),
    ):
        table = new_table(tmp_path / deal)
        start(table, deal=deal)
        assert by_hand(table)[0].startswith(first)
        draw(table, "A")
        assert by_hand(table)[0].endswith(then)
    table.act("A", OpenBar("Octopus"))
    assert by_hand(table) == ["Octopus : open , Noor is lessee"]
    for changed in (GiveHints(False), GiveHints(True), Pause()):
        table.act("A", changed)
        assert bool(by_hand(table)) == (changed == GiveHints(True))


def test_hands_are_told_which_buildings_of_a_list_are_new_and_which_go(tmp_path: Path) -> None:
    table = new_table(tmp_path / "shark")
    seat(table, SIX)
    table.act("A", StartGame("shark", BY_HAND))
    assert by_hand(table)[0].startswith("Lay the map in the middle")
    crash(table)
    told = "red token: take off B1 · blue token: on B2 · green token: take off B3 · yellow token: take off C2"
    assert by_hand(table) == [told]
