"""Setting Shark's table anew (S13); who must agree to it is tested in tests/companion/table/test_setting.py."""

from dataclasses import replace

import pytest

from companion.games import shark
from companion.games.shark.board.companies import NONE
from companion.kit import TABLE, seen
from companion.kit.layout import values


def test_s13_prices_and_bank_follow_from_what_is_stated() -> None:
    facts = {("red", "cells"): "B3 C3 D3", ("", "turn"): "B", ("", "first"): "A", ("A", "red"): 4, ("A", "cash"): 12}
    for holdings, pool in (("open", 36), ("hidden", 5)):
        state = shark.setup("AB", {"holdings": holdings})
        assert shark.misplaced(seen(state, TABLE), {place: facts[place] for place in facts if place[0] != "A"}, ()) is None
        after = shark.set_table(state, facts)
        shark.check(after)
        seen_now = values(shark.layout(seen(after, TABLE)))
        assert (seen_now["red", "price"], seen_now["red", "pool"], ("A", "cash") in seen_now) == (3, pool, holdings == "open")


@pytest.mark.parametrize(("facts", "code"), [
    ({("red", "gone"): 17, ("red", "cells"): "B3"}, "buildings"),
    ({("red", "cells"): "B3 C3 D3 E3 F3 G3 H3 I3 J3 B4 C4 D4 E4 F4 G4"}, "over"),
])  # fmt: skip
def test_s13_what_would_end_the_game_cannot_be_stated(facts: dict[tuple[str, str], str | int], code: str) -> None:
    turn = {("", "turn"): "B", ("", "first"): "A"}
    refusal = shark.misplaced(seen(shark.setup("AB", {}), TABLE), {**turn, **facts}, ())
    assert refusal is not None
    assert refusal.said.code == f"shark.set.{code}"


def test_s13_nothing_can_be_stated_of_a_player_who_is_out() -> None:
    state = replace(shark.setup("ABC", {}), out=(("B",),))
    assert {fact.place[0] for fact in shark.layout(state)} & {*"ABC"} == {*"AC"}
    after = shark.set_table(state, {("A", "red"): 4})
    assert after.shares["B"].open() == NONE
