"""Sitting down: who gets a seat, what an answer that got lost costs, and what the door and the lobby say."""

from __future__ import annotations

import re
import threading

import pytest
from flask import Flask
from markupsafe import escape

from companion.game import Contents
from companion.seating import StandUp
from companion.table import Table
from companion.words import Words
from tests.web.phones import Phone
from web.identity import hashed

ALSO = {"pawn": "A", "name": "Noor", "also": "1"}


def test_sitting_down_gives_a_cookie_that_only_this_phone_knows(stranger: Phone, table: Table) -> None:
    cookie = stranger.join("D", "Sanne").headers["Set-Cookie"]
    token = re.match(r"seat=([\w-]{22,});", cookie)
    assert token
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert table.seating.sitters["D"].token == hashed(token[1]) != token[1]
    assert table.names == {"D": "Sanne"}
    assert "Sanne" in stranger.get("/").text


# An answer that got lost


@pytest.mark.parametrize("again", [("A", "Noor"), ("A", "Noor "), ("B", "Noor"), ("A", "Other")])
def test_who_sits_down_twice_because_the_answer_got_lost_has_the_first_seat(
    stranger: Phone, table: Table, again: tuple[str, str]
) -> None:
    stranger.get("/")
    expected = stranger.cookie("expected")
    stranger.join("A", "Noor")
    row = table.revision
    stranger.lose_answer(expected)
    assert stranger.join(*again).status_code == 303
    assert stranger.get("/seat/view").status_code == 200
    assert (table.names, table.revision) == ({"A": "Noor"}, row)


def test_an_answer_that_got_lost_is_found_at_the_door(stranger: Phone) -> None:
    assert "data-seat" not in stranger.get("/").text
    expected = stranger.cookie("expected")
    stranger.join("A", "Noor")
    stranger.lose_answer(expected)
    assert stranger.get("/").status_code == 303
    assert 'data-seat="A"' in stranger.get("/").text


def test_also_for_a_second_player_on_the_phone(stranger: Phone) -> None:
    stranger.join("D", "Sanne")
    first = stranger.cookie()
    stranger.get("/?also=1")
    expected = stranger.cookie("expected")
    assert [stranger.post("/join", data=ALSO).status_code for _ in range(2)] == [303, 303]  # The answer came between.
    stranger.lose_answer(expected)
    stranger.keep("seat", first)
    assert stranger.get("/").status_code == 303
    assert 'data-seat="A"' in stranger.get("/").text
    assert stranger.post("/hand", data={"pawn": "D"}).status_code == 303


def test_four_presses_at_once_are_one_and_each_is_told_so(app: Flask, stranger: Phone, table: Table) -> None:
    stranger.get("/")
    phones, statuses, start = [Phone(app, table) for _ in range(4)], [], threading.Barrier(4)

    def press(phone: Phone) -> None:
        phone.keep("expected", stranger.cookie("expected"))
        start.wait()
        statuses.append(phone.join("A", "Noor").status_code)

    presses = [threading.Thread(target=press, args=[phone]) for phone in phones]
    for one in presses:
        one.start()
    for one in presses:
        one.join()
    assert statuses == [303] * 4
    assert all(phone.get("/seat/view").status_code == 200 for phone in phones)


def test_a_door_that_is_looked_at_twice_keeps_its_token(stranger: Phone) -> None:
    """Two tabs, or the page fetched again while the form is on its way."""
    tokens = []
    for _ in range(2):
        stranger.get("/")
        tokens.append(stranger.cookie("expected"))
    assert tokens[0] == tokens[1] != ""
    stranger.join("A", "Noor")
    assert stranger.cookie("expected") == ""


@pytest.mark.parametrize("token", ["", "x", "a" * 21, "a" * 23, "../" * 7 + "a"])
def test_an_odd_token_at_the_door_is_not_taken(stranger: Phone, table: Table, token: str) -> None:
    stranger.keep("expected", token)
    stranger.join("A", "Noor")
    assert table.seating.sitters["A"].token != hashed(token)


# Who may sit where


def test_every_phone_gets_its_own_token(lobby: dict[str, Phone], table: Table) -> None:
    assert len({sitter.token for sitter in table.seating.sitters.values()}) == len(lobby)


def test_a_taken_stool_is_refused_in_a_sentence_and_the_name_kept(lobby: dict[str, Phone], stranger: Phone) -> None:
    before = dict(stranger.table.names)
    answer = stranger.join("A", "Fien")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="Fien"' in answer.text
    assert stranger.table.names == before


def test_there_is_no_such_stool(stranger: Phone, table: Table) -> None:
    for seat in ("", "G", "a", "table", "chance", "bank", "AB", "A" * 5000):
        assert stranger.join(seat, "Noor").status_code in (413, 422), seat
    assert not table.names


def test_a_phone_that_has_a_seat_doesnt_take_another(lobby: dict[str, Phone], table: Table) -> None:
    assert lobby["A"].post("/join", data={"pawn": "F", "name": "Twice"}).status_code == 303
    assert "F" not in table.names


def test_nobody_sits_down_during_a_game(phones: dict[str, Phone], stranger: Phone) -> None:
    assert "A game is on" in stranger.get("/").text
    assert stranger.join("F", "Late").status_code == 422


def test_a_token_is_dead_after_standing_up(lobby: dict[str, Phone], table: Table) -> None:
    assert lobby["A"].get("/seat/view").status_code == 200
    assert lobby["A"].act(StandUp()).status_code == 200
    assert lobby["A"].get("/seat/view").status_code == 403
    assert "A" not in table.names


# What is said there


def test_a_page_speaks_the_phones_language(stranger: Phone) -> None:
    assert "Pull up a stool" in stranger.get("/").text
    for tongue, said in (("nl", "Schuif een kruk bij"), ("fr", "Prends un tabouret."), ("ja", "Pull up a stool")):
        assert said in stranger.get("/", **{"Accept-Language": f"{tongue}-BE,{tongue};q=0.9,en;q=0.5"}).text
    assert "Set-Cookie" not in stranger.get("/?lang=xx").headers
    assert stranger.get("/?lang=nl").status_code == 303
    assert "Schuif een kruk bij" in stranger.get("/").text


def test_each_phone_speaks_its_own_language(app: Flask, table: Table) -> None:
    phones = {tongue: Phone(app, table) for tongue in ("fr", "de")}
    for tongue, phone in phones.items():
        phone.get(f"/?lang={tongue}")
    assert "Prends un tabouret." in phones["fr"].get("/").text
    assert "Nimm dir einen Hocker." in phones["de"].get("/").text


def links(page: str) -> dict[str, bool]:
    """Return the languages that *page* offers, by their own names, and whether each is the one it speaks."""
    found = re.findall(r'<a href="/\?lang=(\w\w)" lang="\1" hreflang="\1"( aria-current="true")?>([^<]+)</a>', page)
    return {f"{name} {tongue}": bool(now) for tongue, now, name in found}


def test_door_and_lobby_offer_every_language_by_its_own_name(stranger: Phone) -> None:
    offered = {"English en": True, "Nederlands nl": False, "Français fr": False, "Deutsch de": False}
    assert links(stranger.get("/").text) == offered
    stranger.get("/?lang=de")
    offered |= {"English en": False, "Deutsch de": True}
    assert links(stranger.get("/").text) == offered
    stranger.join("A", "Noor")
    assert links(stranger.get("/seat/view").text) == offered


def test_the_lobby_says_what_each_option_changes(lobby: dict[str, Phone], table: Table) -> None:
    page = lobby["A"].get("/seat/view").text
    for game in table.games.values():
        for name in [one for one, option in game.OPTIONS.items() if not isinstance(option, Contents)]:
            assert re.search(rf'name="{name}" aria-describedby="([\w.-]+)".*?<p class="about" id="\1">', page, re.DOTALL), name
            assert str(escape(Words("en").text(f"{game.NAME}.option.{name}.about"))) in page
