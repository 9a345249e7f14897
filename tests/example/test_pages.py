"""Morra on phones and on the table screen: one page of its own, and the plain ones for all else."""

import pytest

import barkeep_morra as morra
from barkeep_morra import NextRound, Show
from companion.kit.asks import Choice
from companion.table.table import Table
from tests.example.conftest import begun
from tests.web.phones import Phone


def pages(phone: Phone) -> dict[str, str]:
    """Return every page that *phone* can see now."""
    paths = ["/", "/seat/view", "/seat/purse", "/seat/lobby", "/seat/menu", "/table", "/table/view"]
    for name, standing in phone.table.now.standing(phone.seat).items():
        paths.append(f"/seat/ask/{name}")
        paths += [f"/seat/ask/{name}?pick={much.command.fingers}" for much in getattr(standing.ask, "muches", ())]
    answers = {path: phone.get(path) for path in paths}
    assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(paths, 200)
    return {path: answer.text for path, answer in answers.items()}


def test_a_hand_is_on_its_owners_phone_alone_and_only_while_it_is_looked_at(table: Table) -> None:
    phones = begun(table, morra)
    phones["B"].answer("show", Show(4, 11))
    shown = {(seat, path) for seat, phone in phones.items() for path, text in pages(phone).items() if tells(text)}
    assert shown == {("B", "/seat/purse")}
    phones["A"].answer("show", Show(1, 2))
    phones["C"].answer("show", Show(1, 2))
    assert all(tells(pages(phone)["/seat/view"]) for phone in phones.values())


def tells(text: str) -> bool:
    return "4 fingers" in text or "guessed 11" in text


def test_a_choice_of_several_is_a_list_in_the_games_words(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Choice("next", (Show(0), Show(1), NextRound()))
    monkeypatch.setattr(morra, "asks", lambda state, seat: (asked,) if seat == "A" else ())
    page = begun(table, morra)["A"].get("/seat/ask/next", {"pick": "1"}).text
    assert [page.count(f'<span class="name">{words}</span>') for words in ("Show 0", "Show 1", "Next round")] == [1, 1, 1]
    assert page.count(" checked") == 1
