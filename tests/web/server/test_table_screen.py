"""The table screen: everything that everybody may see, and what hands do at the table."""

from pathlib import Path

import pytest

from companion.agreeing.evening.evening import GiveHints
from companion.agreeing.evening.pausing import Pause
from companion.games.barracuda.moves import AcceptOffer, OfferPartnership
from companion.kit import TABLE, Pile
from companion.seats.seating import SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.markup import found, words
from tests.web.shark_tables import BY_HAND, SIX, crash
from tests.web.tables import FIRST, NAMES, SECOND, draw, new_table, open_all, play_until, seat, start
from web.app import create_app
from web.pages.drawings import BACKS


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return round_three(tmp_path)


def round_three(folder: Path, **options: str) -> Table:
    table = new_table(folder)
    start(table, **options)
    open_all(table, FIRST)
    open_all(table, SECOND)
    return table


def screen(table: Table) -> str:
    return create_app(table, hosts=["10.42.0.1"]).test_client().get("/table/view").text


def has(table: Table, *said: str) -> bool:
    """Return whether the words on the screen include each of *said*."""
    shown = words(screen(table))
    return not [one for one in said if one not in shown]


def test_lobby_shows_the_way_in_and_who_sits_and_may_start(tmp_path: Path) -> None:
    table = new_table(tmp_path / "lobby")
    seat(table, {"C": "Jonas"})
    assert has(table, "10.42.0.1", "Jonas", "Two more players and you can start.")
    seat(table, {"D": "Sanne"})
    assert has(table, "Enough to play.")  # For Shark, which phones now show, because it can begin.


def test_a_round_is_shown_with_its_street_its_bag_and_who_is_waited_for(table: Table, tmp_path: Path) -> None:
    assert has(table, "3 round 10/10 open", "19 bank", "Draw a pawn from the bag", "Last order can still be called")
    assert not has(round_three(tmp_path / "hidden", bank="hidden"), "bank")
    draw(table, "D")
    table.act("D", OfferPartnership("Octopus", Pile(ones=1)))
    table.act("A", AcceptOffer())
    assert not has(table, "Last order can still be called")  # B12: only before a round's first draw
    street = [words(one) for one in found(screen(table), "article")]
    assert (len(street), street[0], street[3]) == (10, "Octopus 5 Noor Sanne", "Albatros 4 Sanne free")
    draw(table, "B")
    lamps = [(words(lamp), lamp.get("class")) for lamp in found(screen(table), "li")]
    assert lamps == [("Sanne", None), ("Émile", "now"), *((name, "inbag") for name in ("Noor", "Jonas", "Luc"))]
    table.act("B", OfferPartnership("Karambole", Pile(ones=10, fakes=2)))
    assert has(table, "Émile offers Jonas twelve notes", "Waiting for Jonas")
    [fan] = found(screen(table), "div[@class='fan many']")
    assert [one.get("href").partition("#")[2] for one in found(fan, "use")] == ["note-back"] * BACKS


def test_winner_is_shown_with_everybodys_standing_and_who_left_by_name(table: Table) -> None:
    play_until(table, seed=4)
    view = table.now.view(TABLE)
    assert has(table, *(f"{one.purse.real} real" for one in view.seats))
    assert NAMES[view.outcome.winners[0]] in words(found(screen(table), "li[@class='won']")[0])
    table.act("B", StandUp())
    table.act("B", SitDown("Zoe", "new"))
    assert (has(table, "Émile"), has(table, "Zoe")) == (True, False)


def test_screen_speaks_the_tables_language_whatever_the_browser_prefers(table: Table) -> None:
    client, english = create_app(table, hosts=[], language="nl").test_client(), {"Accept-Language": "en"}
    for path, said in (("/", "Pull up a stool."), ("/table/view", "Wie volgt?"), ("/table/view?lang=en", "Who’s next?")):
        assert said in client.get(path, headers=english).text


def by_hand(table: Table) -> list[str]:
    return [words(one) for one in found(screen(table), "p") if "lesson" in one.get("class", "")]


def test_a_first_game_says_which_buildings_are_new_and_which_go_where_nothing_else_is_said(tmp_path: Path) -> None:
    table = new_table(tmp_path / "shark")
    seat(table, SIX)
    table.act("A", StartGame("shark", BY_HAND))
    crash(table)
    told = "red token: take off B1 · blue token: on B2 · green token: take off B3 · yellow token: take off C2"
    assert by_hand(table) == [told]
    for changed in (GiveHints(False), GiveHints(True), Pause()):
        table.act("A", changed)
        assert bool(by_hand(table)) == (changed == GiveHints(True))
