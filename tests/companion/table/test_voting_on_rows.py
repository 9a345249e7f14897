"""The vote on a take-back: who asks and who answers, what is refused, and the minute after which nobody waits for a sleeper."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.agreeing.evening.evening import WaitForAll
from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.moves import OfferPartnership, OpenBar, RefuseOffer
from companion.journal.store import connect
from companion.kit import Pile, say
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.companion.settings import DRAW, FIRST_ROUND, Clock, open_table, play, sit_and_start, table_in, with_draws
from tests.companion.table.test_taking_back import ROUNDS, back, code, tips


def test_a_vote_stops_the_game_and_one_no_that_decides_drops_it(game: Table, tmp_path: Path) -> None:
    play(game, [DRAW, ("A", OpenBar("Octopus")), DRAW])
    motion = back(game, 3, "B")
    assert code(game, "B", OpenBar("Tide Bar")) == "voting"
    assert code(game, "C", Vote(Motion("take_back", "C", tips(game)[-4]), True)) == "voting"
    assert game.press("ok").said == say("table.refusal.voting")
    game.act("C", Vote(motion, False))
    assert game.now.votes(motion) == {"B"}  # Three of the other four may still agree.
    game.act("A", Vote(motion, False))  # Without A, whose bar it is, they can't.
    assert game.now.votes(motion) == set()
    assert code(game, "B", Vote(motion, True)) == code(table_in(tmp_path), "B", Vote(motion, True)) == "asked_before"
    game.act("B", OpenBar("Tide Bar"))
    assert back(game, 4, "B") in game.now.room.votes


def test_what_was_refused_cannot_be_asked_again_by_turns(game: Table) -> None:
    """Otherwise somebody could keep the table from playing, by asking for one thing and then for another."""
    play(game, with_draws(FIRST_ROUND[:2]))
    for back_by in (1, 3):
        game.act("C", Vote(back(game, back_by, "C"), False))
    for back_by in (1, 3):
        assert code(game, "D", Vote(Motion("take_back", "D", tips(game)[-1 - back_by]), True)) == "asked_before"


def test_only_the_asker_asks_and_only_for_what_was(game: Table) -> None:
    play(game, [DRAW, ("A", OpenBar("Octopus"))])
    assert code(game, "B", Vote(Motion("take_back", "A", tips(game)[-2]), True)) == "only_asker"
    assert code(game, "A", Vote(Motion("take_back", "A", 1), True)) == "nothing_back"
    assert code(game, "A", Vote(Motion("put_back", "A", 1), True)) == "nothing_back"


def test_what_a_vote_left_goes_with_the_game_that_is_put_away(game: Table) -> None:
    """Otherwise C couldn't vote against the next one, and wouldn't even be asked."""
    play(game, [DRAW, ("A", OpenBar("Octopus")), DRAW])
    motion = back(game, 3, "B", "C", yes=False)
    for seat in "ABC":
        game.act(seat, Vote(Motion("put_away"), True))
    play(game, [("A", TakeUp(1)), ("B", Vote(motion, True))])
    assert game.now.unanswered() == set("ACDE")


def test_nobody_keeps_the_table_from_playing_by_asking_for_row_after_row(game: Table) -> None:
    play(game, ROUNDS)
    ways = [Motion("take_back", "C", row) for row, _ in game.now.match.ways_back("C", 4)]
    for motion in ways[:3]:
        play(game, [("C", Vote(motion, True)), ("C", Vote(motion, False))])
    assert code(game, "C", Vote(ways[3], True)) == "asked_before"
    game.act("D", Vote(replace(ways[3], seat="D"), True))


# The minute


def asleep(table: Table, clock: Clock, seconds: float = 60) -> Motion | None:
    """Let *seconds* pass; return the vote that is still open."""
    clock.now += seconds
    table.pass_time()
    return table.now.take_back


@pytest.fixture
def timed(tmp_path: Path, clock: Clock) -> Table:
    table = open_table(connect(tmp_path / "journal.sqlite"), clock=clock)
    sit_and_start(table)
    return table


def test_after_a_minute_all_others_decide_without_a_sleeper(timed: Table, clock: Clock, tmp_path: Path) -> None:
    play(timed, with_draws(FIRST_ROUND[:2]))
    before = tips(timed)[:-4]
    motion = back(timed, 4, "A", "C", "D", "E")  # B, whose bar it is, sleeps.
    assert asleep(timed, clock, 59) == motion
    timed = table_in(tmp_path, clock=clock)  # A restart gives B a whole minute again.
    assert asleep(timed, clock, 59) == motion
    assert asleep(timed, clock, 1) is None
    assert tips(timed) == tips(table_in(tmp_path)) == before
    play(timed, [("A", OpenBar("Octopus")), DRAW])
    motion = back(timed, 3, "B", "C", yes=False)  # A, D and E may still agree.
    assert asleep(timed, clock, 59) == motion
    assert asleep(timed, clock, 1) is None  # They don't answer, and nobody waits twice.
    assert tips(timed)[:3] == before


def test_after_a_minute_one_no_is_enough_and_anybody_may_say_it(timed: Table, clock: Clock) -> None:
    play(timed, [*ROUNDS, DRAW, ("E", OfferPartnership("Barracuda", Pile(ones=2, fakes=1)))])
    motion = back(timed, 1, "E")
    assert code(timed, "B", Vote(motion, False)) == "only_players"
    assert asleep(timed, clock) == motion  # E alone doesn't decide for A.
    assert code(timed, "B", Vote(motion, True)) == "only_players"
    timed.act("B", Vote(motion, False))
    assert timed.now.take_back is None


def test_nobody_goes_back_past_the_seal_of_a_sleeper(timed: Table, clock: Clock, tmp_path: Path) -> None:
    play(timed, [*ROUNDS, DRAW, ("E", OfferPartnership("Barracuda", Pile(ones=2, fakes=1))), ("A", RefuseOffer())])
    motion = back(timed, 1, "A", "B", "C", "D")
    assert asleep(timed, clock) == motion  # E's pile was opened.
    timed = table_in(tmp_path)
    timed.act("E", Vote(motion, True))
    assert timed.now.take_back is None
    timed.act("A", RefuseOffer())
    back(table := table_in(tmp_path, clock=clock), 1, "E", "A", "C", "D")
    assert asleep(table, clock) is None  # B sleeps, and nothing of B's was seen.


def test_no_minute_runs_in_a_pause_or_at_a_table_that_waits_for_all(tmp_path: Path, clock: Clock) -> None:
    table = open_table(connect(tmp_path / "journal.sqlite"), clock=clock)
    play(table, [(seat, SitDown(f"Player {seat}", seat)) for seat in "ABC"])
    table.act("A", StartGame("barracuda", {}))
    play(table, with_draws(FIRST_ROUND[:2]))
    motion = back(table, 4, "A", "C")
    table.act("A", Pause())
    assert asleep(table, clock, 999) == motion
    table.act("B", GoOn())
    assert asleep(table, clock, 59) == motion
    assert asleep(table, clock) is None
    play(table, [(seat, Vote(Motion("put_away"), True)) for seat in "AB"])
    play(table, [("A", WaitForAll(True)), ("A", StartGame("barracuda", {})), *with_draws(FIRST_ROUND[:2])])
    motion = back(table, 4, "A", "C")
    assert asleep(table, clock, 999) == motion
