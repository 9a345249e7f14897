"""A first game explains each new thing once, on the phone of whoever can do it first."""

from companion.agreeing.evening.evening import GiveHints
from tests.companion.settings import DRAW, FIRST_ROUND, play, sit_and_start, table_in, with_draws


def hints(table):
    return [table.now.hint(seat) for seat in "ABCDE"]


def test_each_new_thing_is_explained_once_to_whoever_can_do_it(tmp_path):
    table = table_in(tmp_path)
    sit_and_start(table)
    assert hints(table) == ["draw"] * 5
    play(table, [DRAW])
    assert hints(table) == ["open", None, None, None, None]
    play(table, FIRST_ROUND[:1])
    assert hints(table) == [None] * 5  # Drawing is known by now.
    play(table, with_draws(FIRST_ROUND[1:]))
    assert hints(table) == ["last_order"] * 5
    play(table, [DRAW])
    assert hints(table) == ["partnership", None, None, None, None]
    assert hints(table_in(tmp_path)) == hints(table)  # After a restart, too.


def test_only_a_tables_first_game_of_a_kind_is_explained_unless_the_table_says_otherwise(table):
    sit_and_start(table)
    evening = table.now.evening
    assert (evening.explains("barracuda", evening.on), evening.explains("barracuda"), evening.explains("shark")) == (
        True,
        False,
        True,
    )
    for yes in (False, True):  # In the middle of the game, too.
        table.act("B", GiveHints(yes))
        assert hints(table) == ["draw" if yes else None] * 5
        assert table.now.evening.explains("barracuda") == yes
