"""Morra on phones and on the table screen: one page of its own, and plain ones for the rest, also for what it doesn't ask."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import barkeep_morra as morra
from barkeep_morra import NextRound, Show
from companion.games import folder
from companion.kit import NO_NOTES, Choice, GiveUp, Held, Lay, LayPile, Pile, Purse
from companion.table.table import Table
from tests.example.conftest import HERE, begun
from tests.markup import found, marks, words
from tests.web.phones import Phone
from web.contract import PAGES
from web.lab.site import panels


@dataclass(frozen=True, slots=True)
class BuyThing:
    thing: str
    pile: Pile = NO_NOTES


@dataclass(frozen=True, slots=True)
class PawnThings:
    rings: int = 0
    cups: int = 0
    hats: int = 0


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Morra with words for these commands, too."""
    copy = shutil.copytree(folder(morra), tmp_path / "copy")
    with (copy / "words" / "en" / "LC_MESSAGES" / "morra.po").open("a", encoding="utf-8") as file:
        file.write((HERE / "more_asks.po").read_text(encoding="utf-8"))
    monkeypatch.setattr(morra, "__file__", str(copy / "__init__.py"))
    return morra


@pytest.fixture
def asked(table: Table, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], Phone]:
    """Return A's phone in a game in which A is asked nothing but this."""

    def ask(one: Any) -> Phone:
        monkeypatch.setattr(morra, "asks", lambda state, seat: (one,) if seat == "A" else ())
        return begun(table, morra)["A"]

    return ask


def telling(phone: Phone) -> set[str]:
    """Return those of all pages visible to *phone* that reveal four fingers, or a guess of eleven."""
    asked = [path for name, one in phone.table.now.standing(phone.seat).items() for path in panels(name, one.ask)]
    answers = {path: phone.get(path) for path in (*PAGES, *asked)}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {path for path, answer in answers.items() if "4 fingers" in answer.text or "guessed 11" in answer.text}


def test_a_hand_is_on_its_owners_phone_alone_and_only_while_it_is_looked_at(table: Table) -> None:
    phones = begun(table, morra)
    phones["B"].answer("show", Show(4, 11))
    assert {seat: telling(phone) for seat, phone in phones.items()} == {"A": set(), "B": {"/seat/purse"}, "C": set()}
    phones["A"].answer("show", Show(1, 2))
    phones["C"].answer("show", Show(1, 2))
    assert all("/seat/view" in telling(phone) for phone in phones.values())


def test_a_choice_of_several_is_a_list_in_the_games_words(asked: Callable[[Any], Phone]) -> None:
    page = asked(Choice("next", (Show(0), Show(1), NextRound()))).get("/seat/ask/next", {"pick": "1"}).text
    assert [page.count(f'<span class="name">{words}</span>') for words in ("Show 0", "Show 1", "Next round")] == [1, 1, 1]
    assert page.count(" checked") == 1
    assert page.count('class="help" href="/rules/morra"') == 1


def test_the_page_of_a_pile_has_its_bounds_and_the_purse_for_the_script(asked: Callable[[Any], Phone]) -> None:
    lays = (Lay(BuyThing("lamp"), 2, 6), Lay(BuyThing("clock"), 0, None, notes=2, fakes=1))
    phone = asked(LayPile("buy", lays, Purse(9, 2)))
    offered = [("lamp", "A pile for the ship’s lamp"), ("clock", "A pile for the clock without hands")]
    there = found(phone.get("/seat/ask/buy").text, "*[@data-pick]")
    assert [(one.get("data-pick"), words(one.find("span[@class='name']"))) for one in there] == offered
    terms = json.loads(marks(phone.get("/seat/ask/buy", {"pick": "clock"}).text, "pile")[0]["data-pile"])
    bounds = {"least": 0, "most": None, "notes": 2, "fakes": 1, "purse": [9, 2]}
    assert (terms["command"]["thing"], {name: terms[name] for name in bounds}) == ("clock", bounds)
    closed = words(phone.get("/seat/ask/buy", {"pick": "lamp", "notes": 3}).text)
    assert [said for said in ("Three notes, closed.", "A pile for the ship’s lamp") if said not in closed] == []


@pytest.mark.parametrize(("bounds", "told"), [
    ((2, 6), "Worth 2 to 6."), ((4, 4), "Worth 4, neither more nor less."), ((3, None), "Worth 3 or more."),
    ((0, 6), "Worth at most 6. At least one note, even a fake."), ((2, 6, 1, 2), "Worth 2 to 6. Two notes must be fakes."),
    ((0, None, 3, 1), "At least three notes, even fakes. One note must be a fake."),
])  # fmt: skip
def test_the_bounds_of_a_pile_are_said(asked: Callable[[Any], Phone], bounds: tuple[Any, ...], told: str) -> None:
    page = asked(LayPile("buy", (Lay(BuyThing("lamp"), *bounds),), Purse(9, 2))).get("/seat/ask/buy").text
    assert [words(one) for one in found(page, "p[@class='soft small']")] == [told]
    assert '<h1 class="voice l">What will you have?</h1>' in page  # A single thing needs no list.


def test_each_thing_to_give_up_shows_its_number_and_the_verdict_what_is_given(asked: Callable[[Any], Phone]) -> None:
    shelf = (Held("rings", 2, 5), Held("cups", 3, 2), Held("hats", 0, 3))
    phone = asked(GiveUp("pawn", PawnThings(), shelf, needed=4, parts=2))
    page = phone.get("/seat/ask/pawn").text
    fields = [(one["data-field"], one["min"], one["max"]) for one in marks(page, "field")]
    assert fields == [("rings", "0", "2"), ("cups", "0", "3"), ("hats", "0", "0")]
    assert [said for said in ("Rings 2, each worth 5", "divided by 2 and rounded up") if said not in words(page)] == []
    assert "Hats" not in words(page)  # None are held.
    for given, told in {
        "0.3.0": "Raises 3 of 4. 1 short.", "1.1.0": "Raises 4 of 4. Enough.", "2.0.0": "Raises 5 of 4. Enough, and 1 over.",
        "2.3.0": "Raises 8 of 4. One too many. Keep: Rings, Silver christening cups",
    }.items():  # fmt: skip
        verdict = phone.get("/seat/ask/pawn", {"given": given}).text
        assert (words(verdict), "data-suffices" in verdict) == (told, "Enough" in told)
    for given in ("", "1", "1.1", "1.1.0.0", "3.0.0", "0.0.1", "-1.0.0", "x.0.0"):  # Amounts that aren't held have no page.
        assert phone.get("/seat/ask/pawn", {"given": given}).status_code == 409, given


def test_the_commands_other_fields_are_sent_too(asked: Callable[[Any], Phone]) -> None:
    page = asked(GiveUp("pawn", PawnThings(hats=2), (Held("rings", 2, 5),), 4)).get("/seat/ask/pawn").text
    composed = json.loads(marks(page, "compose")[0]["data-compose"])
    assert composed == {"is": "PawnThings", "rings": 0, "cups": 0, "hats": 2}
    assert "divided" not in page
