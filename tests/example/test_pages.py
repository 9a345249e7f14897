"""Morra on phones and on the table screen: one page of its own, and plain ones for the rest."""

import pytest

import barkeep_morra as morra
from barkeep_morra import NextRound, Show
from companion.kit.asks import Choice
from companion.table.table import Table
from tests.example.conftest import begun
from tests.web.phones import Phone
from web.contract import PAGES
from web.lab.site import panels


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


def test_a_choice_of_several_is_a_list_in_the_games_words(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Choice("next", (Show(0), Show(1), NextRound()))
    monkeypatch.setattr(morra, "asks", lambda state, seat: (asked,) if seat == "A" else ())
    page = begun(table, morra)["A"].get("/seat/ask/next", {"pick": "1"}).text
    assert [page.count(f'<span class="name">{words}</span>') for words in ("Show 0", "Show 1", "Next round")] == [1, 1, 1]
    assert page.count(" checked") == 1
    assert page.count('class="help" href="/rules/morra"') == 1
