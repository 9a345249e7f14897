"""Who sits where under which name, and which game is on."""

from typing import Any

import pytest

from companion.games import installed
from companion.kit.messages import Illegal
from companion.seats import seating
from companion.seats.names import LONGEST, is_readable, same
from companion.seats.seating import Seating, SitDown, StandUp
from companion.seats.starting import StartGame

EMPTY = Seating({})


def do(state: Seating, seat: str, command: Any, *, playing: bool = False) -> Seating:
    for event in seating.decide(state, seat, command, installed(), playing=playing):
        state = seating.evolve(state, event)
    return state


def refused(state: Seating, seat: str, command: Any, *, playing: bool = False) -> str:
    with pytest.raises(Illegal) as caught:
        seating.decide(state, seat, command, installed(), playing=playing)
    return caught.value.refusal.said.code.removeprefix("table.refusal.")


def sitting(**names: str) -> Seating:
    state = EMPTY
    for seat, name in names.items():
        state = do(state, seat, SitDown(name, f"token {seat}"))
    return state


THREE = sitting(D="Dot", A="Ann", B="Bob")


def test_a_seat_a_name_and_a_phone_are_taken_once_and_found_by_the_phones_token() -> None:
    state = do(EMPTY, "C", SitDown("  Cas   the  1st ", "abc"))
    assert state.sitters["C"].name == "Cas the 1st"
    assert (state.seat_of("abc"), state.seat_of("abd"), state.seat_of("")) == ("C", None, None)
    state = do(EMPTY, "A", SitDown("Ann", "abc"))
    for why, seat, name, token in [
        ("seat_taken", "A", "Bob", "def"), ("name_taken", "B", "Ann", "def"), ("has_seat", "B", "Bob", "abc"),
        ("no_seat", "G", "Bob", "def"), ("name", "B", "x" * (LONGEST + 1), "def"),
    ]:  # fmt: skip
        assert refused(state, seat, SitDown(name, token)) == why
    do(state, "B", SitDown("Bob", "def"))


def test_a_game_starts_with_everybody_who_sits_in_the_boxs_order_or_not_at_all() -> None:
    state = do(THREE, "A", StartGame("barracuda", {"bank": "hidden"}))
    assert (state.started.number, state.started.seats) == (1, ("A", "B", "D"))
    assert do(state, "B", StartGame("barracuda", {})).started.number == 2
    assert refused(do(THREE, "A", StandUp()), "B", StartGame("barracuda", {})) == "too_few"
    assert refused(THREE, "A", StartGame("poker", {})) == "no_game"
    assert refused(THREE, "A", StartGame("barracuda", {"bank": "robbed"})) == "options"
    assert refused(THREE, "A", StartGame("barracuda", {"luck": "on"})) == "options"


@pytest.mark.parametrize("name", ["Octo\u202epus", "Octo\npus", "Octo\u200bpus", "The card the dealer winks at", " ", "\u2800"])
def test_a_card_has_a_name_that_people_can_read(name: str) -> None:
    def cards(first: str) -> dict[str, Any]:
        return {"cards": [[first if n == 0 else f"Bar {n}", 3, 1 + n % 2, False] for n in range(12)]}

    assert refused(THREE, "A", StartGame("barracuda", cards(name))) == "options"
    assert do(THREE, "A", StartGame("barracuda", cards("Chez Zoë"))).started is not None


def test_a_game_with_other_seats_takes_just_those_who_have_one_in_it() -> None:
    two, six = sitting(A="Ann", F="Fay"), sitting(**{seat: f"Number {seat}" for seat in "ABCDEF"})
    assert do(two, "F", StartGame("shark", {})).started.seats == ("A", "F")
    assert refused(six, "A", StartGame("barracuda", {})) == "no_seat_for"
    do(do(six, "F", StandUp()), "A", StartGame("barracuda", {}))
    do(six, "A", StartGame("shark", {}))
    assert refused(do(two, "F", StandUp()), "A", StartGame("shark", {})) == "too_few"


def test_a_game_takes_no_more_players_than_it_is_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed()["barracuda"], "MOST", 3)
    assert refused(do(THREE, "C", SitDown("Cas", "token C")), "A", StartGame("barracuda", {})) == "too_many"
    assert do(THREE, "A", StartGame("barracuda", {})).started is not None


READABLE = [
    "Noor", "Émile", "E\u0301mile", "Jean-Luc", "D'Arcy", "Ngọc Bích", "Ng\u006f\u0323\u0302c", "李雷", "さくら", "ñandú",
    "Łukasz", "Ольга", "דנה", "دانة", "สมชาย", "अनिल", "🦑", "❤️ Noor", "A", "0", "#1", "<b>", "{who}", "W" * LONGEST,
]  # fmt: skip
SAME = [
    ("Noor", "noor"), ("Émile", "E\u0301mile"), ("Ｎoor", "Noor"), ("Straße", "STRASSE"), ("❤️", "❤"), ("No\ufe0for", "Noor"),
    ("Anna", "\u0410nna"), ("Bob", "\u0412ob"), ("Kay", "\u041a\u0430\u0443"), ("O0", "00"), ("ﬁn", "fin"),
    ("Κώστας", "ΚΏΣΤΑΣ"),
]  # fmt: skip


@pytest.mark.parametrize("name", READABLE)
def test_people_may_be_called_what_they_are_called(name: str) -> None:
    """tests/web/server/test_names.py tries the names that nobody could read."""
    assert is_readable(name)
    assert same(name, name)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_reads_alike_is_the_same(one: str, other: str) -> None:
    assert same(one, other)
    assert same(other, one)


def test_what_reads_otherwise_is_another_and_a_name_is_one_line() -> None:
    assert not any(map(is_readable, ("a\nb", "a\tb")))
    assert not any(same(one, other) for one, other in (("Noor", "Nora"), ("Emile", "Émile"), ("Olga", "Ольга")))
