"""An evening without a host: pause, votes, games put away and taken up again, and the score."""

import random
from pathlib import Path
from typing import Any

import pytest

from companion.agreeing.evening.choosing import ChooseGame, ChooseOptions
from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.evening.saved_games import Saved, TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.moves import OpenBar
from companion.kit import TABLE, Illegal, Nothing, Piece, say
from companion.seats.seating import SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.tags.contents import groups
from tests.companion.journal.journals import tamper
from tests.companion.settings import DRAW, FIRST_ROUND, everything_shown, play, sit_and_start, table_in, to_the_end, with_draws


def refused(table: Table, seat: str, command: Any, **more: Any) -> str:
    before = everything_around(table)
    with pytest.raises(Illegal) as caught:
        table.act(seat, command, **more)
    assert everything_around(table) == before
    return caught.value.refusal.said.code.removeprefix("table.refusal.")


def everything_around(table: Table) -> tuple[Any, ...]:
    return table.now.seating, table.now.evening, table.now.score, everything_shown(table) if table.now.game else None


def same_after_a_restart(table: Table, folder: Path) -> None:
    assert everything_around(table_in(folder)) == everything_around(table)


def put_away(table: Table, seats: str = "ABC") -> None:
    for seat in seats:
        table.act(seat, Vote(Motion("put_away"), True))


def seated(table: Table, seats: str) -> Table:
    for seat in seats:
        table.act(seat, SitDown(f"P{seat}", seat))
    return table


# Pause


def test_while_paused_no_answer_no_tap_and_no_key_is_taken(game: Table, tmp_path: Path) -> None:
    assert refused(game, "A", GoOn()) == "not_paused"
    game.act("C", Pause())
    assert refused(game, "B", Pause()) == "paused"
    assert game.now.evening.paused == "C"
    assert refused(game, *DRAW) == refused(game, "A", OpenBar("Octopus")) == "paused"
    assert game.press("ok").said == say("table.refusal.paused")
    assert game.now.meaning(Piece("key", "ok"), "panel") == Nothing(say("table.refusal.paused"))
    assert game.now.awaited() == ()
    same_after_a_restart(game, tmp_path)
    assert refused(table_in(tmp_path), *DRAW) == "paused"


# Putting away and taking up


@pytest.mark.parametrize(("seats", "enough"), [("ABC", 2), ("ABCD", 3), ("ABCDE", 3)])
def test_more_than_half_of_the_players_put_a_game_away(table: Table, seats: str, enough: int) -> None:
    sit_and_start(table, seats)
    put_away(table, seats[: enough - 1])
    assert table.now.votes(Motion("put_away")) == set(seats[: enough - 1])
    table.act("A", Vote(Motion("put_away"), False))
    table.act(seats[-1], Vote(Motion("put_away"), True))
    assert table.now.playing
    table.act("A", Vote(Motion("put_away"), True))
    assert (table.now.game, table.now.playing, table.now.view(TABLE)) == (None, False, None)
    assert table.now.announced[1] == say("table.told.away")


def test_a_player_votes_once_and_can_only_withdraw_a_vote_that_was_given(game: Table) -> None:
    game.act("A", Vote(Motion("put_away"), True))
    assert refused(game, "A", Vote(Motion("put_away"), True)) == refused(game, "B", Vote(Motion("put_away"), False)) == "voted"
    for seat in ("F", TABLE):
        assert refused(game, seat, Vote(Motion("put_away"), True)) == refused(game, seat, Pause()) == "no_seat"


def test_another_game_may_come_between(game: Table, tmp_path: Path) -> None:
    play(game, [DRAW, ("A", OpenBar("Octopus"))])
    before = game.now.view(TABLE)
    put_away(game)
    assert game.now.seating.started is not None
    assert game.now.evening.saved == {1: Saved(game.now.seating.started, 1)}
    game.act("A", StartGame("barracuda", {"bank": "hidden"}))
    put_away(game)
    game.act("A", TakeUp(1))
    assert game.now.view(TABLE) == before
    assert set(game.now.evening.saved) == {2}
    put_away(game)
    game.act("A", StartGame("barracuda", {}))
    assert game.now.evening.on == 3  # No number is used twice, whatever is on the table.
    same_after_a_restart(game, tmp_path)
    put_away(game)
    game.act("B", TakeUp(2))
    game.act(*DRAW)
    same_after_a_restart(table_in(tmp_path), tmp_path)


def test_only_its_players_take_up_a_game_that_exists_while_no_other_is_on(game: Table) -> None:
    assert refused(game, "A", TakeUp(1)) == "game_on"
    put_away(game)
    assert refused(game, "A", TakeUp(2)) == "no_saved_game"
    game.act("E", StandUp())
    assert refused(game, "A", TakeUp(1)) == "seat_missing"


def test_a_damaged_game_is_not_taken_up_and_the_table_goes_on(game: Table, tmp_path: Path) -> None:
    play(game, with_draws(FIRST_ROUND))
    put_away(game)
    tamper(tmp_path / "journal.sqlite", "UPDATE rows SET events = replace(events, 'Octopus', 'Albatros') WHERE game = 1")
    assert refused(game, "A", TakeUp(1)) == "damaged"
    game.act("A", StartGame("barracuda", {}))


# Freeing a seat


def test_a_motion_that_names_more_than_it_is_about_is_refused(game: Table) -> None:
    for dressed in (Motion("put_away", "B"), Motion("put_away", number=1)):
        assert refused(game, "A", Vote(dressed, True)) == "no_saved_game"
    put_away(game)
    assert refused(game, "A", Vote(Motion("free_seat", "B", 1), True)) == "no_seat"


def test_a_seat_is_never_freed_in_a_game_nor_by_itself(game: Table) -> None:
    assert refused(game, "A", Vote(Motion("free_seat", "B"), True)) == "game_on"
    put_away(game)
    assert [refused(game, "A", Vote(Motion("free_seat", seat), True)) for seat in "AF"] == ["no_seat"] * 2


def test_a_vote_goes_with_its_voter_and_with_its_seat(table: Table) -> None:
    vote = Vote(Motion("free_seat", "E"), True)
    play(seated(table, "ABCDE"), [("A", vote), ("B", vote), ("A", StandUp())])
    assert table.now.room.votes == {Motion("free_seat", "E"): {"B"}}
    play(table, [("A", SitDown("New", "new")), ("E", StandUp()), ("E", SitDown("Newer", "newer"))])
    assert table.now.room.votes == {}


# Score


def test_several_games_add_up_one_put_away_counts_for_nobody_and_the_slate_is_wiped(game: Table, tmp_path: Path) -> None:
    total = 0
    put_away(game)
    assert game.now.score == {}
    for seed in range(3):
        play(game, [(seat, StartGame("barracuda", {})) for seat in ("AB" if seed else "A")])
        to_the_end(game, random.Random(seed))
        total += len(game.now.view(TABLE).outcome.winners)
    assert sum(game.now.score.values()) == total
    assert list(game.now.score.values()) == sorted(game.now.score.values(), reverse=True)
    for seat in "BCD":
        assert game.now.score
        game.act(seat, Vote(Motion("wipe_score"), True))
    assert game.now.score == {}
    same_after_a_restart(game, tmp_path)


def test_a_finished_game_gives_way_to_the_next_one_when_two_people_want_that(game: Table, tmp_path: Path) -> None:
    motion, start, again = Motion("next_game"), StartGame("barracuda", {"bank": "once"}), StartGame("barracuda", {})
    play(game, [*[(seat, Vote(Motion("put_away"), True)) for seat in "ABC"], ("A", again)])
    to_the_end(game, random.Random(1))
    game.act("A", start)
    assert (game.now.playing, game.now.votes(motion), game.now.evening.next) == (False, {"A"}, "barracuda")
    assert refused(game, "A", start) == "voted"
    assert refused(game, "B", Vote(motion, True)) == "no_saved_game"  # One is for it by starting the game that one sees.
    same_after_a_restart(game, tmp_path)
    game.act("B", ChooseOptions("barracuda", {}))
    assert game.now.votes(motion) == set()
    play(game, [("A", again), ("B", start), ("C", TakeUp(1))])
    assert (game.now.playing, game.now.votes(motion), game.now.votes(Motion("next_game", number=1))) == (False, {"B"}, {"C"})
    play(game, [("B", Vote(motion, False)), ("B", TakeUp(1))])
    assert (game.now.playing, game.now.evening.on, game.now.room.votes) == (True, 1, {})


WRONG = (("whist", {}), ("shark", {"bank": "once"}), *(("barracuda", {name: given}) for name, given in (
    ("bank", "burst"), ("bank", 1), ("box", []), ("left_out", ["Octopus"]), ("left_out", ["Octopus", "Octopus"]),
)))  # fmt: skip


def test_the_next_game_and_its_options_are_the_tables(game: Table, tmp_path: Path) -> None:
    chosen = {"bank": "once", "left_out": [names[0] for names in groups(game.now.games["barracuda"], "left_out").values()]}
    assert refused(game, "A", ChooseGame("shark")) == "game_on"
    to_the_end(game, random.Random(1))
    game.act("B", ChooseOptions("barracuda", chosen))
    game.act("C", ChooseGame("shark"))
    for name, options in WRONG:
        assert refused(game, "A", ChooseOptions(name, options)) == ("options" if name != "whist" else "no_game")
    evening = table_in(tmp_path).now.evening  # After a restart, too.
    assert (evening.next, evening.options["barracuda"]) == ("shark", chosen)
    play(game, [(seat, StartGame("barracuda", {"draw": "bag"})) for seat in "AB"])
    assert (game.now.evening.next, game.now.evening.options["barracuda"]["draw"]) == ("", "bag")  # For the next game.
