"""Who knows what (11, S9)."""

from companion.games.shark.board.companies import Each
from companion.games.shark.moves import Buy
from companion.kit import CHANCE, TABLE, seen
from tests.companion.playing import act, fields, refused, sight
from tests.companion.shark.positions import position

RED = {"red": "A1 B1"}


def test_s1_s9_the_pool_shows_five_at_most_and_limits_by_no_more_than_that() -> None:
    def shown(held: int) -> int:
        state = position("AB", RED, shares={"A": Each(red=held)}, holdings="hidden")
        views = [sight(state, viewer).company("red").pool for viewer in ("A", "B", TABLE)]
        assert len(set(views)) == 1
        assert not any(seen(state, viewer).pool["red"].is_open for viewer in ("A", "B", TABLE, CHANCE))
        return views[0]

    assert [shown(held) for held in (0, 34, 35, 36, 39, 40)] == [5, 5, 5, 4, 1, 0]
    state = position("AB", RED, cash={"A": 99}, shares={"B": Each(red=37)}, holdings="hidden")
    assert refused(state, "A", Buy("red", 4)) == "S1 pool"
    assert fields(state, "A", Buy("red", 4))["count"] == 3
    act(state, "A", Buy("red", 3))


def test_s9_the_ledger_is_nobodys() -> None:
    """With the total of all money, two players could work out each other's cash."""
    state = position("AB", RED, cash={"A": 4, "B": 9})
    assert state.ledger.open() == 13
    assert not any(seen(state, viewer).ledger.is_open for viewer in ("A", "B", TABLE, CHANCE))
