"""The vote on a take-back: who asks and who answers, what is refused, and the minute after which nobody waits for a sleeper."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.agreeing.evening.evening import WaitForAll
from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.moves import OpenBar, RefuseOffer
from companion.kit import say
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.companion.settings import DRAW, OFFER, PUT_AWAY, ROUNDS, Clock, play, refused, sit_and_start, table_in, vote
from tests.companion.table.test_taking_back import back, tips


def test_a_vote_stops_the_game_and_one_no_that_decides_drops_it(game: Table, tmp_path: Path) -> None:
    play(game, [DRAW, ("A", OpenBar("Octopus"))])
    for seat, motion, why in [
        ("B", Motion("take_back", "A", tips(game)[-2]), "only_asker"),
        ("A", Motion("take_back", "A", 1), "nothing_back"), ("A", Motion("put_back", "A", 1), "nothing_back"),
    ]:  # fmt: skip
        assert refused(game, seat, Vote(motion, True)) == why, motion
    play(game, [DRAW])
    motion = back(game, 3, "B")
    assert refused(game, "B", OpenBar("Tide Bar")) == "voting"
    assert refused(game, "C", Vote(Motion("take_back", "C", tips(game)[-4]), True)) == "voting"
    assert game.press("ok").said == say("table.refusal.voting")
    for seat, left in (
        ("C", {"B"}),
        ("A", set()),
    ):  # Of the other four three may still agree, but not without A, whose bar it is.
        vote(game, seat, motion, yes=False)
        assert game.now.votes(motion) == left
    assert refused(game, "B", Vote(motion, True)) == refused(table_in(tmp_path), "B", Vote(motion, True)) == "asked_before"
    game.act("B", OpenBar("Tide Bar"))
    assert back(game, 4, "B") in game.now.room.votes


def test_what_a_vote_left_goes_with_the_game_that_is_put_away(game: Table) -> None:
    """Otherwise C couldn't vote against the next one, and wouldn't even be asked."""
    play(game, [DRAW, ("A", OpenBar("Octopus")), DRAW])
    motion = back(game, 3, "B", "C", yes=False)
    vote(game, "ABC", PUT_AWAY)
    play(game, [("A", TakeUp(1)), ("B", Vote(motion, True))])
    assert game.now.unanswered() == set("ACDE")


def test_nobody_keeps_the_table_from_playing_by_asking_for_row_after_row_or_by_turns(game: Table) -> None:
    play(game, ROUNDS)
    ways = [Motion("take_back", "C", row) for row, _ in game.now.match.ways_back("C", 4)]
    for motion in ways[:3]:
        play(game, [("C", Vote(motion, True)), ("C", Vote(motion, False))])
    assert refused(game, "C", Vote(ways[3], True)) == "asked_before"
    *asked, new = [Vote(replace(motion, seat="D"), True) for motion in ways]
    assert [refused(game, "D", one) for one in asked] == ["asked_before"] * 3
    game.act("D", new)


# The minute


def asleep(table: Table, clock: Clock, seconds: float = 60) -> Motion | None:
    """Let *seconds* pass; return the vote that is still open."""
    clock.now += seconds
    table.pass_time()
    return table.now.take_back


@pytest.fixture
def timed(tmp_path: Path, clock: Clock) -> Table:
    table = table_in(tmp_path, clock=clock)
    sit_and_start(table)
    return table


def test_after_a_minute_all_others_decide_without_a_sleeper(timed: Table, clock: Clock, tmp_path: Path) -> None:
    play(timed, ROUNDS[:4])
    before = tips(timed)[:-4]
    motion = back(timed, 4, "A", "C", "D", "E")  # B, whose bar it is, sleeps.
    assert asleep(timed, clock, 59) == motion
    timed = table_in(tmp_path, clock=clock)  # A restart gives B a whole minute again.
    assert [asleep(timed, clock, seconds) for seconds in (59, 1)] == [motion, None]
    assert tips(timed) == tips(table_in(tmp_path)) == before
    play(timed, [("A", OpenBar("Octopus")), DRAW])
    motion = back(timed, 3, "B", "C", yes=False)  # A, D and E may still agree, and don't answer; nobody waits twice.
    assert [asleep(timed, clock, seconds) for seconds in (59, 1)] == [motion, None]
    assert tips(timed)[:3] == before


def test_after_a_minute_one_no_is_enough_and_nobody_goes_back_past_the_seal_of_a_sleeper(
    timed: Table, clock: Clock, tmp_path: Path
) -> None:
    play(timed, [*ROUNDS, DRAW, OFFER[0]])
    motion = back(timed, 1, "E")
    assert refused(timed, "B", Vote(motion, False)) == "only_players"
    assert asleep(timed, clock) == motion  # E alone doesn't decide for A.
    assert refused(timed, "B", Vote(motion, True)) == "only_players"
    vote(timed, "B", motion, yes=False)  # Anybody may say it.
    assert timed.now.take_back is None
    timed.act("A", RefuseOffer())
    motion = back(timed, 1, "A", "B", "C", "D")
    assert asleep(timed, clock) == motion  # E's pile was opened.
    timed = table_in(tmp_path)
    vote(timed, "E", motion)
    assert timed.now.take_back is None
    timed.act("A", RefuseOffer())
    back(table := table_in(tmp_path, clock=clock), 1, "E", "A", "C", "D")
    assert asleep(table, clock) is None  # B sleeps, and nothing of B's was seen.


def test_no_minute_runs_in_a_pause_or_at_a_table_that_waits_for_all(tmp_path: Path, clock: Clock) -> None:
    sit_and_start(table := table_in(tmp_path, clock=clock), "ABC")
    play(table, ROUNDS[:4])
    motion = back(table, 4, "A", "C")
    table.act("A", Pause())
    assert asleep(table, clock, 999) == motion
    table.act("B", GoOn())
    assert [asleep(table, clock, seconds) for seconds in (59, 60)] == [motion, None]
    vote(table, "AB", PUT_AWAY)
    play(table, [("A", WaitForAll(True)), ("A", StartGame("barracuda", {})), *ROUNDS[:4]])
    motion = back(table, 4, "A", "C")
    assert asleep(table, clock, 999) == motion
