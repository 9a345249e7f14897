from __future__ import annotations

import pytest

from companion.names import LONGEST, is_readable, same, tidy

READABLE = [
    "Noor", "Émile", "E\u0301mile", "Jean-Luc", "D'Arcy", "Ngọc Bích", "Ng\u006f\u0323\u0302c", "李雷", "さくら",
    "ñandú", "Łukasz", "Ольга",
    "דנה", "دانة", "สมชาย", "अनिल", "🦑", "❤️ Noor", "A", "0", "#1", "<b>", "{who}", "W" * LONGEST,
]  # fmt: skip
UNREADABLE = [
    "", " ", "x" * (LONGEST + 1), "\u3164", "No\u3164or", "\u2800\u2800", "\u115f", "\uffa0", "\u0301",
    "\u0301\u0302", "\ufe0f",
    "a\u0301\u0302\u0303\u0304", "Z" + "\u0335" * 5, "\ufdfd", "\ufdfa", "\u2e3b", "\u202eroon", "No\u200bor",
    "No\u200dor", "\ufeffNoor", "a\tb",
    "Anna\U000e0100", "Anna\U000e01ef", "An\u17b4na",
    "a\nb", "\x00", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2066x", "\U000e0041", "\ue000", "\ufffe", "\u00ad",
]  # fmt: skip
SAME = [
    ("Noor", "noor"), ("Émile", "E\u0301mile"), ("Ｎoor", "Noor"), ("Straße", "STRASSE"), ("❤️", "❤"), ("No\ufe0for",
    "Noor"),
    ("Anna", "\u0410nna"), ("Bob", "\u0412ob"), ("Kay", "\u041a\u0430\u0443"), ("O0", "00"), ("ﬁn", "fin"),
    ("Κώστας", "ΚΏΣΤΑΣ"),
]  # fmt: skip


@pytest.mark.parametrize("name", READABLE)
def test_people_may_be_called_what_they_are_called(name: str) -> None:
    assert is_readable(name)
    assert same(name, name)


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_nobody_could_read_is_no_name(name: str) -> None:
    assert not is_readable(name)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_reads_alike_is_the_same(one: str, other: str) -> None:
    assert same(one, other)
    assert same(other, one)


def test_what_reads_otherwise_is_another() -> None:
    assert not same("Noor", "Nora")
    assert not same("Emile", "Émile")
    assert not same("Olga", "Ольга")


def test_spaces_are_tidied() -> None:
    assert tidy("  Jean \t Luc\n") == "Jean Luc"
