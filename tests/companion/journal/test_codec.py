"""The journal's plain data: what is written is read again, and nothing else is."""

import json
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from companion.journal.codec import LARGEST_NUMBER, LONGEST_TEXT, Malformed, kept, plain, read
from companion.kit import Pile, Purse, Sealed
from companion.seats import seating


@dataclass(frozen=True, slots=True)
class Everything:
    number: int
    yes: bool
    word: Literal["up", "down"]
    text: str = ""
    maybe: int | None = None
    pair: tuple[int, str] = (0, "")
    many: tuple[Pile, ...] = ()
    few: frozenset[str] = frozenset()
    named: dict[str, Purse] = field(default_factory=dict)
    secret: Sealed[Pile] | None = None


FULL = Everything(
    3, True, "down", "é ☂", 4, (5, "six"), (Pile(ones=1), Pile(fakes=2)), frozenset({"b", "a"}), {"A": Purse(1, 2)},
    Sealed(Pile(tens=1), {"B", "A"}, 1),
)  # fmt: skip


def data(**changes: Any) -> dict[str, Any]:
    return {**kept(FULL), **changes}


def test_what_is_written_is_read_again_in_this_form_and_defaults_may_be_left_out() -> None:
    assert read((Everything,), json.loads(json.dumps(kept(FULL)))) == FULL
    assert kept(Pile(tens=1, fakes=2)) == {"is": "Pile", "tens": 1, "fives": 0, "twos": 0, "ones": 0, "fakes": 2}
    secret = {"sealed": 1, "eyes": ["A", "B"], "contents": kept(Pile(tens=1))}
    assert [data()[name] for name in ("few", "pair", "secret")] == [["a", "b"], [5, "six"], secret]
    assert read((Everything,), {"is": "Everything", "number": 1, "yes": False, "word": "up"}) == Everything(1, False, "up")


INVALID = [
    {"number": True}, {"number": 1.0}, {"number": "1"}, {"number": None}, {"number": LARGEST_NUMBER + 1},
    {"number": -LARGEST_NUMBER - 1}, {"yes": 1}, {"yes": "true"}, {"word": "left"}, {"word": ["up"]}, {"word": None},
    {"text": 3}, {"text": "x" * (LONGEST_TEXT + 1)}, {"maybe": "4"}, {"maybe": []}, {"pair": [5]}, {"pair": ["six", 5]},
    {"pair": [5, "six", 7]}, {"pair": {"0": 5}}, {"many": {}}, {"many": [kept(Purse(1))]}, {"many": "Pile"},
    {"many": [{"is": "Pile", "ones": -1}]}, {"many": [{"is": "Pile", "threes": 1}]}, {"few": "ab"}, {"few": [1]},
    {"named": []}, {"named": {"A": 1}}, {"named": {"A": {"real": -1}}}, {"named": {1: kept(Purse())}},
    {"secret": {"sealed": 1}}, {"secret": {"sealed": 1, "eyes": ["A"], "contents": 5}}, {"secret": kept(Pile())},
    {"secret": {"sealed": "1", "eyes": ["A"], "contents": kept(Pile())}}, {"other": 1}, {"is": "Pile"},
]  # fmt: skip


@pytest.mark.parametrize("wrong", [
    *(data(**changes) for changes in INVALID),
    *({key: value for key, value in data().items() if key != missing} for missing in ("is", "number", "yes", "word")),
    None, 3, "Everything", [], ["Everything"], {}, {"is": []}, {"is": "Pass"}, {"is": None},
], ids=str)  # fmt: skip
def test_invalid_values_unknown_or_missing_fields_and_other_objects_are_malformed(wrong: Any) -> None:
    with pytest.raises(Malformed):
        read((Everything,), wrong)


@pytest.mark.parametrize("door", [plain, kept])
def test_values_without_a_plain_form_are_not_written(door: Any) -> None:
    for value in (1.5, {1, 2}, object(), Pile, b"x"):
        with pytest.raises(TypeError):
            door((value,))


def test_options_nested_too_deep_are_malformed() -> None:
    deep = json.loads("[" * 400 + "]" * 400)
    with pytest.raises(Malformed):
        kept(read(seating.COMMANDS, {"is": "StartGame", "game": "barracuda", "options": {"deal": deep}}))
