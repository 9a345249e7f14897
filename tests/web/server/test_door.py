from __future__ import annotations

import re
import threading
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markupsafe import escape

from companion.barracuda.moves import DrawPawn
from companion.seating import StandUp, StartGame
from companion.table import Table
from companion.words import Words
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import new_table
from web.identity import hashed

THREE = {"A": "Noor", "C": "Jonas", "E": "Luc"}
HOSTILE = [
    "<script>", "</script>", "<img src=x>", "\"><b>", "'onclick='", "{{7*7}}", "{0.__class__}", "{who}", "%s%n", "a&amp;b",
    "</title>", "${x}", "\\\"", "a<!--", "javascript:a", "&#60;b&#62;", "{%raw%}", "  x  y ", "Ω≈ç√", "名前", "null", "0",
]  # fmt: skip
REFUSED = ["", " ", "\u202eevil", "a\u200bb", "x" * 15, "\x00", "a\x1bb", "\u2028"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return new_table(tmp_path)


def test_sitting_down_gives_a_cookie_that_only_this_phone_knows(table: Table) -> None:
    phone = Phone(new_app(table), table)
    answer = phone.join("D", "Sanne")
    cookie = answer.headers["Set-Cookie"]
    token = re.match(r"seat=([\w-]{22,});", cookie)
    assert token
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert table.seating.sitters["D"].token == hashed(token[1]) != token[1]
    assert table.names == {"D": "Sanne"}
    assert "Sanne" in phone.get("/").text


def lost(phone: Phone) -> Phone:
    """Let *phone* forget the last answer: it has what it had at the door."""
    cookie = phone.client.get_cookie("seat", domain="barkeep.test")
    assert cookie
    phone.client.delete_cookie("seat", domain="barkeep.test")
    phone.client.set_cookie("expected", cookie.value, domain="barkeep.test")
    return phone


@pytest.mark.parametrize("again", [("A", "Noor"), ("A", "Noor "), ("B", "Noor"), ("A", "Other")])
def test_who_sits_down_twice_because_the_answer_got_lost_has_the_first_seat(table: Table, again: tuple[str, str]) -> None:
    phone = Phone(new_app(table), table)
    phone.get("/")
    phone.join("A", "Noor")
    row = table.revision
    assert lost(phone).join(*again).status_code == 303
    assert phone.get("/seat/view").status_code == 200
    assert (table.names, table.revision) == ({"A": "Noor"}, row)


def test_an_answer_that_got_lost_is_found_at_the_door(table: Table) -> None:
    phone = Phone(new_app(table), table)
    assert "data-seat" not in phone.get("/").text
    phone.join("A", "Noor")
    assert lost(phone).get("/").status_code == 303
    assert 'data-seat="A"' in phone.get("/").text


def test_also_for_a_second_player_on_the_phone(table: Table) -> None:
    phone = Phone(new_app(table), table)
    phone.join("D", "Sanne")
    first = phone.client.get_cookie("seat", domain="barkeep.test")
    assert first
    phone.get("/?also=1")
    assert phone.post("/join", data={"pawn": "A", "name": "Noor", "also": "1"}).status_code == 303
    assert phone.post("/join", data={"pawn": "A", "name": "Noor", "also": "1"}).status_code == 303  # The answer came between.
    lost(phone).client.set_cookie("seat", first.value, domain="barkeep.test")
    assert phone.get("/").status_code == 303
    assert 'data-seat="A"' in phone.get("/").text
    assert phone.post("/hand", data={"pawn": "D"}).status_code == 303


def test_four_presses_at_once_are_one_and_each_is_told_so(table: Table) -> None:
    app, statuses = new_app(table), []
    door = Phone(app, table)
    door.get("/")
    token = door.client.get_cookie("expected", domain="barkeep.test")
    assert token
    phones = [Phone(app, table) for _ in range(4)]
    start = threading.Barrier(4)

    def press(phone: Phone) -> None:
        phone.client.set_cookie("expected", token.value, domain="barkeep.test")
        start.wait()
        statuses.append(phone.join("A", "Noor").status_code)

    presses = [threading.Thread(target=press, args=[phone]) for phone in phones]
    for one in presses:
        one.start()
    for one in presses:
        one.join()
    assert statuses == [303] * 4
    assert all(phone.get("/seat/view").status_code == 200 for phone in phones)


def test_a_door_that_is_looked_at_twice_keeps_its_token(table: Table) -> None:
    """Two tabs, or the page fetched again while the form is on its way."""
    phone = Phone(new_app(table), table)
    tokens = []
    for _ in range(2):
        phone.get("/")
        kept = phone.client.get_cookie("expected", domain="barkeep.test")
        assert kept
        tokens.append(kept.value)
    assert tokens[0] == tokens[1]
    phone.join("A", "Noor")
    assert phone.client.get_cookie("expected", domain="barkeep.test") is None


@pytest.mark.parametrize("token", ["", "x", "a" * 21, "a" * 23, "../" * 7 + "a"])
def test_an_odd_token_at_the_door_is_not_taken(table: Table, token: str) -> None:
    phone = Phone(new_app(table), table)
    phone.client.set_cookie("expected", token, domain="barkeep.test")
    phone.join("A", "Noor")
    assert table.seating.sitters["A"].token != hashed(token)


def test_every_phone_gets_its_own_token(table: Table) -> None:
    seated(new_app(table), table, THREE)
    assert len({sitter.token for sitter in table.seating.sitters.values()}) == 3


def test_a_taken_stool_is_refused_in_a_sentence_and_the_name_kept(table: Table) -> None:
    app = new_app(table)
    seated(app, table, THREE)
    answer = Phone(app, table).join("A", "Émile")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="Émile"' in answer.text
    assert "A" not in set(table.names) - set(THREE)


@pytest.mark.parametrize("seat", ["", "G", "a", "table", "chance", "bank", "AB", "A" * 5000])
def test_there_is_no_such_stool(table: Table, seat: str) -> None:
    assert Phone(new_app(table), table).join(seat, "Noor").status_code in (413, 422)
    assert not table.names


class Reading(HTMLParser):
    """What a browser makes of a page: its elements with the names of their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.shape: list[tuple[str, ...]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shape.append((tag, *(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def pages_with(folder: Path, name: str) -> list[Reading]:
    """Return everybody's page while B, who is called *name*, is to open a bar."""
    table = new_table(folder)
    app = new_app(table)
    phones = seated(app, table, {**THREE, "B": name})
    phones["A"].act(StartGame("barracuda", {"draw": "bag"}))
    phones["A"].answer("draw", DrawPawn("B"))
    return [Reading(phone.get("/").text) for phone in phones.values()]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_shown_as_it_was_typed_and_is_never_markup(tmp_path: Path, name: str) -> None:
    harmless, hostile = pages_with(tmp_path / "a", "Bob"), pages_with(tmp_path / "b", name)
    assert [page.shape for page in hostile] == [page.shape for page in harmless]
    assert all(" ".join(name.split()) in page.text for page in hostile)


def test_a_name_is_no_markup_at_the_door_either(table: Table) -> None:
    app = new_app(table)
    seated(app, table, THREE)
    door, again = Reading(Phone(app, table).join("A", "Bob").text), Reading(Phone(app, table).join("A", '"><b>').text)
    assert door.shape == again.shape


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_nobody_could_read_is_refused(table: Table, name: str) -> None:
    assert Phone(new_app(table), table).join("A", name).status_code == 422
    assert not table.names


def test_a_phone_that_has_a_seat_doesnt_take_another(table: Table) -> None:
    phone = seated(new_app(table), table, THREE)["A"]
    assert phone.post("/join", data={"pawn": "B", "name": "Twice"}).status_code == 303
    assert set(table.names) == set(THREE)


def test_nobody_sits_down_during_a_game(table: Table) -> None:
    app = new_app(table)
    seated(app, table, THREE)["A"].act(StartGame("barracuda", {}))
    late = Phone(app, table)
    assert "A game is on" in late.get("/").text
    assert late.join("B", "Late").status_code == 422


def test_a_token_is_dead_after_standing_up(table: Table) -> None:
    phone = seated(new_app(table), table, THREE)["A"]
    assert phone.get("/seat/view").status_code == 200
    assert phone.act(StandUp()).status_code == 200
    assert phone.get("/seat/view").status_code == 403
    assert "A" not in table.names


def test_a_page_speaks_the_phones_language(table: Table) -> None:
    phone = Phone(new_app(table), table)
    assert "Pull up a stool" in phone.get("/").text
    assert "Schuif een kruk bij" in phone.get("/", **{"Accept-Language": "nl-BE,nl;q=0.9,en;q=0.5"}).text
    assert phone.get("/?lang=nl").status_code == 303
    assert "Schuif een kruk bij" in phone.get("/").text


def links(page: str) -> dict[str, bool]:
    """Return the languages that *page* offers, by their own names, and whether each is the one it speaks."""
    found = re.findall(r'<a href="/\?lang=(\w\w)" lang="\1" hreflang="\1"( aria-current="true")?>([^<]+)</a>', page)
    return {f"{name} {tongue}": bool(now) for tongue, now, name in found}


def test_door_and_lobby_offer_every_language_by_its_own_name(table: Table) -> None:
    phone = Phone(new_app(table), table)
    offered = {"English en": True, "Nederlands nl": False, "Français fr": False, "Deutsch de": False}
    assert links(phone.get("/").text) == offered
    phone.get("/?lang=de")
    offered |= {"English en": False, "Deutsch de": True}
    assert links(phone.get("/").text) == offered
    phone.join("A", "Noor")
    assert links(phone.get("/seat/view").text) == offered


def test_each_phone_speaks_its_own_language(table: Table) -> None:
    app = new_app(table)
    french, german = Phone(app, table), Phone(app, table)
    french.get("/?lang=fr")
    german.get("/?lang=de")
    assert "Prends un tabouret." in french.get("/").text
    assert "Nimm dir einen Hocker." in german.get("/").text
    assert "Prends un tabouret." in Phone(app, table).get("/", **{"Accept-Language": "fr-BE,fr;q=0.9,en;q=0.5"}).text


def test_the_lobby_says_what_each_option_changes(table: Table) -> None:
    phone = Phone(new_app(table), table)
    phone.join("A", "Noor")
    page = phone.get("/seat/view").text
    for name in table.games["barracuda"].OPTIONS:
        assert re.search(rf'name="{name}" aria-describedby="(\w+)".*?<p class="about" id="\1">', page, re.DOTALL)
        assert str(escape(Words("en").text(f"barracuda.option.{name}.about"))) in page


def test_an_unknown_language_changes_nothing(table: Table) -> None:
    phone = Phone(new_app(table), table)
    assert "Set-Cookie" not in phone.get("/?lang=xx").headers
    assert "Pull up a stool" in phone.get("/", **{"Accept-Language": "ja"}).text
