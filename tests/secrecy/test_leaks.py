"""The positive control of secrecy: every deliberate leak is found, each one by its contents.

And two worlds and other histories themselves: what they compare, what they count, and when they prove nothing.
"""

import random
from collections.abc import Mapping
from itertools import count
from typing import Any, Final

import pytest

from companion.games import installed, shark
from companion.games.shark import rules
from companion.games.shark.model import Owing
from companion.games.shark.moves import SellForDebt
from companion.kit import answers, seen
from companion.lab.secrecy import leaking, undoing
from companion.lab.secrecy.history import retold
from companion.lab.secrecy.recipe import only, recipe
from companion.lab.secrecy.two_worlds import run
from companion.lab.secrecy.worlds import viewers
from tests.proof import secrecy
from tests.secrecy.seeded import OUTWARD, all_leaks, found, leaks

SHARED: Final = {leak.__name__ for leak in (*leaking.LEAKS, *undoing.LEAKS)}


# Leaks that any game could have are put into each game by its contract.
@pytest.mark.broad
@pytest.mark.parametrize(("game", "leak"), [(game, leak) for game in installed() for leak in leaks(game) if leak not in SHARED])
def test_a_leak_is_found(game: str, leak: str) -> None:
    assert found(game, leak), f"{leak} in {game} went unseen"


# The contract puts in the others that are found soon.
@pytest.mark.parametrize(
    "leak", [pytest.param(one, marks=[pytest.mark.broad] * (one != "a_dot_on_the_display")) for one in OUTWARD]
)
def test_a_leak_on_the_way_out_is_found(leak: str) -> None:
    assert found("negoces2", leak), f"{leak} went unseen"


@pytest.mark.parametrize("game", installed())
def test_every_leak_has_a_name_of_its_own_and_they_are_tried_in_any_order(game: str) -> None:
    names = all_leaks(game)
    assert len(set(names)) == len(names) == len(leaks(game)) + len(OUTWARD)
    assert list(names) != sorted(names)


# Two worlds

QUICKEST = "negoces2"


@pytest.mark.parametrize("world", [0, 1])
def test_output_in_only_one_world_is_a_difference(world: int) -> None:
    looks = count()

    def observe(*_: Any) -> Mapping[str, bytes]:
        return {"page": b"", "a page more": b""} if next(looks) % 2 == world else {"page": b""}

    (difference,) = run(recipe(installed()[QUICKEST], few=True), 1, 1, observe=observe).differences
    assert difference.channel == "a page more"
    assert difference.in_a != difference.in_b


FEW = [SellForDebt(red, blue, green) for red in range(3) for blue in range(6) for green in range(13)]


def sold_where_only_one_sale_is_right(state: Any, seat: str, command: Any, events: Any) -> Any:
    """Why ask a player who can sell only this? Because whether there is a choice depends on that player's hand."""
    after = state
    for event in events:
        after = shark.evolve(after, event)
    for debtor in after.phase.debts if isinstance(after.phase, Owing) else ():
        (ask,) = shark.asks(seen(after, debtor), debtor)
        sales = [sale for sale in FEW if answers(ask, sale)]
        if len(sales) == 1:
            return (*events, *rules.events(after, debtor, sales[0]))
    return events


@pytest.mark.broad
def test_two_worlds_come_to_where_a_debtor_of_shark_has_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    told = recipe(shark)
    told.moments()  # Played before the leak is put in.
    leaking.decided(monkeypatch, shark, sold_where_only_one_sale_is_right)
    assert run(told, 500, 1).differences


# Histories


@pytest.mark.parametrize("game", [pytest.param(one, marks=[pytest.mark.broad] * (one == "shark")) for one in installed()])
def test_a_history_leaves_the_game_no_earlier_than_it_is_told_to(game: str) -> None:
    generator, told = random.Random(3), recipe(installed()[game], few=True)
    steps = min(told.played(), key=len)
    begin = len(steps) // 2
    for viewer in viewers(steps[0].before):
        history = retold(told, steps, viewer, generator, begin)
        assert history.unlike == ""
        assert all(begin <= number < len(steps) for number in history.apart)
        assert list(history.apart) == sorted(set(history.apart))


@pytest.mark.broad
def test_histories_reach_the_second_half_and_the_end_of_games() -> None:
    leg = secrecy.walk_histories(QUICKEST, 12, 1)
    assert leg.broken == ()
    assert leg.counts["to the end of the game"] > 1
    assert leg.counts["that left the game in its middle"] > 1
    assert secrecy.judge_histories(leg.counts) == ()


@pytest.mark.broad
def test_a_recipe_says_which_event_no_random_game_comes_to() -> None:
    moments = recipe(shark, few=True).moments()
    assert list(only(moments, "WentOut")) == ["WentOut"]
    with pytest.raises(ValueError, match=r"no random game comes to WentOut: give .* other numbers"):
        only({kind: where for kind, where in moments.items() if kind != "WentOut"}, "LossesPaid", "WentOut")
