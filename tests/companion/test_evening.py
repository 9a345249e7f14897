"""An evening without a host: pause, votes, games put away and taken up again, and the score."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.barracuda.moves import CallDraw, OpenBar
from companion.evening import GoOn, Pause, Saved, TakeUp, VoteAway, VoteFree, WipeScore
from companion.game import TABLE, Illegal, Nothing, Who, say
from companion.pieces import Piece
from companion.seating import MoveSeat, SitDown, StandUp, StartGame
from companion.table import Stale, Table
from tests.companion.settings import (
    DRAW,
    FIRST_ROUND,
    SEATS,
    answer,
    everything_shown,
    play,
    sit_and_start,
    table_in,
    with_draws,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Five players in a game."""
    table = table_in(tmp_path)
    sit_and_start(table)
    return table


def refused(table: Table, seat: str, command: Any, **more: Any) -> str:
    before = everything_around(table)
    with pytest.raises(Illegal) as caught:
        table.act(seat, command, **more)
    assert everything_around(table) == before
    return caught.value.refusal.said.code.removeprefix("table.refusal.")


def everything_around(table: Table) -> tuple[Any, ...]:
    return table.seating, table.evening, table.score, everything_shown(table) if table.game else None


def same_after_a_restart(table: Table, folder: Path) -> None:
    assert everything_around(table_in(folder)) == everything_around(table)


def put_away(table: Table, seats: str = "ABC") -> None:
    for seat in seats:
        table.act(seat, VoteAway(True))


def to_the_end(table: Table, seed: int = 1) -> None:
    """Play at random until the game is over."""
    chance = random.Random(seed)
    while table.playing:
        seat = chance.choice([*table.awaited()])
        asks = [one.ask for one in table.standing(seat).values() if one.ask.is_open and one.ask.awaited]
        table.act(seat, answer(asks[0], chance))


# Pause


def test_while_paused_no_answer_no_tap_and_no_key_is_taken(table: Table) -> None:
    table.act("C", Pause())
    assert table.evening.paused == "C"
    assert refused(table, *DRAW) == "paused"
    assert refused(table, "A", OpenBar("Octopus")) == "paused"
    assert table.press("ok").said == say("table.refusal.paused")
    assert table.meaning(Piece("key", "ok"), "panel") == Nothing(say("table.refusal.paused"))
    assert table.awaited() == ()


def test_anyone_lets_it_go_on_and_everything_is_as_before(table: Table) -> None:
    before = everything_shown(table)
    table.act("C", Pause())
    table.act("E", GoOn())
    assert everything_shown(table) == before
    table.act(*DRAW)


def test_a_pause_begins_and_ends_once_and_only_in_a_game(table: Table, tmp_path: Path) -> None:
    assert refused(table, "A", GoOn()) == "not_paused"
    table.act("A", Pause())
    assert refused(table, "B", Pause()) == "paused"
    (tmp_path / "lobby").mkdir()
    lobby = table_in(tmp_path / "lobby")
    lobby.act("A", SitDown("Ann", "a"))
    assert refused(lobby, "A", Pause()) == "table.no_game"


def test_a_seat_may_move_and_be_voted_on_while_paused(table: Table) -> None:
    table.act("A", Pause())
    table.act("B", MoveSeat("new phone"))
    put_away(table)
    assert table.game is None


def test_an_answer_from_before_the_pause_still_stands_after_it(table: Table) -> None:
    table.act(*DRAW)
    ask = ("open", table.standing("A")["open"].number)
    table.act("B", Pause(), key="pause")
    assert refused(table, "A", OpenBar("Octopus"), ask=ask, key="open") == "paused"
    table.act("B", GoOn())
    table.act("A", OpenBar("Octopus"), ask=ask, key="open")


def test_the_pause_outlives_the_plug(table: Table, tmp_path: Path) -> None:
    table.act("C", Pause())
    same_after_a_restart(table, tmp_path)
    assert refused(table_in(tmp_path), *DRAW) == "paused"


# Putting away and taking up


def test_more_than_half_of_the_players_put_a_game_away(table: Table) -> None:
    put_away(table, "AB")
    assert table.playing
    assert table.evening.away == {"A", "B"}
    table.act("B", VoteAway(False))
    table.act("C", VoteAway(True))
    assert table.playing
    table.act("D", VoteAway(True))
    assert table.game is None
    assert not table.playing
    assert table.view(TABLE) is None
    assert table.announced is not None
    assert table.announced[1] == say("table.told.away")


@pytest.mark.parametrize(("seats", "enough"), [("ABC", 2), ("ABCD", 3), ("ABCDE", 3)])
def test_half_is_not_enough(tmp_path: Path, seats: str, enough: int) -> None:
    table = table_in(tmp_path)
    sit_and_start(table, seats)
    put_away(table, seats[: enough - 1])
    assert table.playing
    put_away(table, seats[enough - 1])
    assert not table.playing


def test_nobody_votes_twice_or_takes_back_what_was_not_said(table: Table) -> None:
    table.act("A", VoteAway(True))
    assert refused(table, "A", VoteAway(True)) == "voted"
    assert refused(table, "B", VoteAway(False)) == "voted"


def test_only_who_plays_votes(table: Table) -> None:
    for seat in ("F", TABLE):
        assert refused(table, seat, VoteAway(True)) == "no_seat"
        assert refused(table, seat, Pause()) == "no_seat"


def test_a_game_that_was_put_away_is_taken_up_as_it_was(table: Table, tmp_path: Path) -> None:
    play(table, with_draws(FIRST_ROUND))
    before = [table.view(viewer) for viewer in (*SEATS, TABLE)]
    put_away(table)
    started = table.seating.started
    assert started is not None
    assert table.evening.saved == {1: Saved(started, 2)}
    same_after_a_restart(table, tmp_path)
    table.act("E", TakeUp(1))
    assert [table.view(viewer) for viewer in (*SEATS, TABLE)] == before
    same_after_a_restart(table, tmp_path)
    table.act(*DRAW)
    same_after_a_restart(table, tmp_path)


def test_another_game_may_come_between(table: Table, tmp_path: Path) -> None:
    play(table, [DRAW, ("A", OpenBar("Octopus"))])
    first = table.view(TABLE)
    put_away(table)
    table.act("A", StartGame("barracuda", {"bank": "hidden"}))
    put_away(table)
    table.act("A", TakeUp(1))
    assert table.view(TABLE) == first
    assert set(table.evening.saved) == {2}
    put_away(table)
    table.act("A", StartGame("barracuda", {}))
    assert table.evening.on == 3  # No number comes twice, whatever is on the table.
    same_after_a_restart(table, tmp_path)
    put_away(table)
    table.act("B", TakeUp(2))
    play(table, [DRAW])
    same_after_a_restart(table_in(tmp_path), tmp_path)


def test_a_game_wants_its_own_seats(table: Table) -> None:
    put_away(table)
    table.act("E", StandUp())
    assert refused(table, "A", TakeUp(1)) == "seat_missing"
    table.act("E", SitDown("Somebody else", "another phone"))
    table.act("A", TakeUp(1))


def test_there_is_no_other_game_to_take_up(table: Table) -> None:
    assert refused(table, "A", TakeUp(1)) == "game_on"
    put_away(table)
    assert refused(table, "A", TakeUp(2)) == "no_saved_game"
    table.act("A", TakeUp(1))
    put_away(table)
    table.act("A", TakeUp(1))


def test_an_answer_to_a_game_that_was_put_away_is_stale(table: Table) -> None:
    ask = ("draw", table.standing("A")["draw"].number)
    put_away(table)
    with pytest.raises(Stale):
        table.act("A", CallDraw(), ask=ask)


def test_a_damaged_game_is_not_taken_up_and_the_table_goes_on(table: Table, tmp_path: Path) -> None:
    play(table, with_draws(FIRST_ROUND))
    put_away(table)
    spoiler = sqlite3.connect(tmp_path / "journal.sqlite")
    spoiler.execute("DROP TRIGGER no_update")
    spoiler.execute("UPDATE rows SET events = replace(events, 'Octopus', 'Albatros') WHERE game = 1")
    spoiler.commit()
    spoiler.close()
    assert refused(table, "A", TakeUp(1)) == "damaged"
    table.act("A", StartGame("barracuda", {}))


# Freeing a seat


def test_more_than_half_of_the_others_free_a_seat(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    for seat in "ABCD":
        table.act(seat, SitDown(f"P{seat}", seat))
    table.act("A", VoteFree("D", True))
    assert table.evening.free == {"D": {"A"}}
    assert "D" in table.names
    same_after_a_restart(table, tmp_path)
    table.act("B", VoteFree("D", True))
    assert "D" not in table.names
    assert table.evening.free == {}
    same_after_a_restart(table, tmp_path)


def test_a_seat_is_never_freed_in_a_game_nor_by_itself(table: Table) -> None:
    assert refused(table, "A", VoteFree("B", True)) == "game_on"
    put_away(table)
    assert refused(table, "A", VoteFree("A", True)) == "no_seat"
    assert refused(table, "A", VoteFree("F", True)) == "no_seat"


def test_a_vote_goes_with_its_voter_and_with_its_seat(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    for seat in "ABCDE":
        table.act(seat, SitDown(f"P{seat}", seat))
    table.act("A", VoteFree("E", True))
    table.act("B", VoteFree("E", True))
    table.act("A", StandUp())
    assert table.evening.free == {"E": {"B"}}
    table.act("A", SitDown("New", "new"))
    table.act("E", StandUp())
    table.act("E", SitDown("Newer", "newer"))
    assert table.evening.free == {}


# Score


def test_a_won_game_counts_at_once_and_once(table: Table, tmp_path: Path) -> None:
    assert table.score == {}
    to_the_end(table)
    view = table.view(TABLE)
    winners = {table.names[seat] for seat in view.outcome.winners}
    assert table.score == dict.fromkeys(winners, 1)
    same_after_a_restart(table, tmp_path)
    table.act("A", StartGame("barracuda", {}))
    assert table.score == dict.fromkeys(winners, 1)
    same_after_a_restart(table, tmp_path)


def test_a_winner_who_leaves_has_won(table: Table) -> None:
    to_the_end(table)
    before = table.score
    winner = table.view(TABLE).outcome.winners[0]
    table.act(winner, StandUp())
    table.act(winner, SitDown("Newcomer", "new phone"))
    table.act("A", StartGame("barracuda", {}))
    assert table.score == before


def test_a_game_that_was_put_away_counts_for_nobody(table: Table) -> None:
    put_away(table)
    assert table.score == {}


def test_several_games_add_up_and_the_slate_is_wiped(table: Table, tmp_path: Path) -> None:
    total = 0
    for seed in range(3):
        if seed:
            table.act("A", StartGame("barracuda", {}))
        to_the_end(table, seed)
        total += len(table.view(TABLE).outcome.winners)
    assert sum(table.score.values()) == total
    assert list(table.score.values()) == sorted(table.score.values(), reverse=True)
    table.act("B", WipeScore())
    assert table.score == {}
    same_after_a_restart(table, tmp_path)


def test_what_is_said_of_a_pause_and_of_votes_names_who(table: Table) -> None:
    said = []
    for seat, command in (("A", Pause()), ("B", GoOn()), ("C", VoteAway(True)), ("C", VoteAway(False))):
        table.act(seat, command)
        assert table.announced is not None
        said.append(table.announced[1])
    assert said == [
        say("table.told.paused", who=Who("A")),
        say("table.told.went_on", who=Who("B")),
        say("table.told.for_away", who=Who("C")),
        say("table.told.not_away", who=Who("C")),
    ]
