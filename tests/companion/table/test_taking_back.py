"""Taking back: who has to agree, what comes back, the vote on it, and the minute after which nobody waits for a sleeper."""

import random
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.agreeing.evening.evening import WaitForAll
from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.agreeing.taking_back import TakeBacks
from companion.games import installed
from companion.games.barracuda.moves import CountBank, OpenBar, RefuseOffer, RentPaid
from companion.games.negoces2.moves import NobodyDeclared
from companion.games.shark.moves import RollDice, SharesBought, SharesSold
from companion.journal.store import connect
from companion.kit import TABLE, Sealed, say
from companion.match.entries import Entry
from companion.match.pricing import price
from companion.seats.seating import SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.chance import by_chance
from companion.table.table import Stale, Table
from tests.companion.journal.journals import kept_and_read, salvaged, tamper

from tests.companion.settings import (  # isort: skip
    DRAW, OFFER, PUT_AWAY, ROUNDS, Clock, number, open_table, play, refused, sit_and_start, table_in, vote,
)  # fmt: skip
from tests.proof.serving.phones import Players, next_act


def tips(table: Table) -> list[int]:
    """The rows of the game so far, oldest first, after the 0 of its start."""
    return [0, *(entry.row for entry in table.now.match.log)]


def back(table: Table, count: int, asker: str, *others: str, yes: bool = True) -> Motion:
    """Let *asker* ask to take the newest *count* rows back, and *others* vote."""
    motion = Motion("take_back", asker, tips(table)[-1 - count])
    vote(table, asker, motion)
    vote(table, "".join(others), motion, yes=yes)
    return motion


def views(table: Table) -> list[Any]:
    """What everybody is shown of the game, without the numbers of asks."""
    asks = [[one.ask for one in table.now.standing(seat).values()] for seat in (*"ABCDE", TABLE)]
    return [asks, [table.now.view(viewer) for viewer in (*"ABCDE", TABLE)]]


def test_an_own_slip_goes_back_at_once_and_once_a_round_and_its_asks_and_key_do_not_return(game: Table, tmp_path: Path) -> None:
    play(game, [DRAW])
    before, ask = views(game), number(game, "A", "open")
    reply = game.act("A", OpenBar("Octopus"), ask=ask, key="the first touch")
    back(game, 1, "A")
    assert views(game) == views(table_in(tmp_path)) == before
    with pytest.raises(Stale):
        game.act("A", OpenBar("Tide Bar"), ask=ask)
    row = game.now.match.gone[-1].taken.row
    assert game.act("A", OpenBar("Octopus"), ask=ask, key="the first touch") == {**reply, "taken_back": row}
    asked = game.now.standing("A")
    assert ({one.number for one in asked.values()}, table_in(tmp_path).now.standing("A")) == ({row}, asked)
    game.act("A", OpenBar("Tide Bar"))
    motion = back(game, 1, "A")  # The second slip of the round takes more than half of the others, too.
    assert (game.now.votes(motion), game.now.electorate(motion).needed) == ({"A"}, 4)


def test_what_others_did_since_takes_most_of_the_others_and_all_of_those(game: Table) -> None:
    play(game, ROUNDS[:4])
    motion = back(game, 4, "A", "C", "D", "E")  # A's bar, the draw and B's bar
    assert game.now.votes(motion) == set("ACDE")
    vote(game, "B", motion)
    assert [seat.seat for seat in game.now.view(TABLE).seats if seat.standing] == []


def test_a_seal_that_reached_somebody_takes_everybody_but_an_open_offer_only_its_two(game: Table) -> None:
    play(game, [*ROUNDS, DRAW])
    before = views(game)
    game.act(*OFFER[0])
    motion = back(game, 1, "E")
    assert game.now.electorate(motion).voters == set("AE")
    vote(game, "A", motion)
    assert views(game) == before
    play(game, [OFFER[0], ("A", RefuseOffer())])
    motion = back(game, 1, "A", "B", "C", "D")
    assert game.now.votes(motion) == set("ABCD")  # Everybody has learned the sum.
    vote(game, "E", motion)
    assert [fact.field for fact in game.now.match.price("E", tips(game)[-2]).news] == ["pile"]


def test_whoever_counted_the_bank_can_t_forget_it_and_it_stays_said_though_the_round_goes_back_too(table: Table) -> None:
    sit_and_start(table, bank="once")
    play(table, [*ROUNDS[:9], ("E", CountBank())])
    assert table.now.electorate(Motion("take_back", "E", tips(table)[-2])).needed == 5
    play(table, [ROUNDS[9]])
    tip = tips(table)[-1]
    back(table, 2, *"EABCD")
    assert [fact.event for price in table.now.match.exposed() for fact in price.news] == ["BankCounted"]
    vote(table, "EABCD", Motion("put_back", "E", tip))
    assert table.now.match.exposed() == ()  # It isn't taken back any more.


def test_of_a_damaged_journal_the_game_goes_on_after_its_last_row(game: Table, tmp_path: Path) -> None:
    play(game, ROUNDS[:6])
    back(game, 1, "C")
    motion = back(game, 2, "B")
    lost = tips(game)[3]  # A's bar; what was taken back, and is being voted on, came later.
    tamper(tmp_path / "journal.sqlite", f"UPDATE rows SET events = '[]' WHERE n = {lost}")
    again = open_table(connect(salvaged(tmp_path / "journal.sqlite")[1]))
    assert (tips(again), again.now.public.asked) == (tips(game)[:3], tuple("ACDE"))
    play(again, [("C", Vote(motion, False)), ("A", OpenBar("Octopus"))])


def test_chance_gives_the_same_again_however_often_and_after_a_restart(tmp_path: Path) -> None:
    chance, thrown = partial(by_chance, generator=random.Random(1)), set()
    sit_and_start(table := table_in(tmp_path, chance=chance), "ABC", "shark", starting_share="none")
    for _ in range(4):
        first = table.now.awaited()[0]
        table.act(first, RollDice())
        thrown.add(repr(table.now.match.events[-1]))
        motion = back(table, 2, first)
        for seat in set("ABC") - {first}:
            if table.now.votes(motion):
                vote(table, seat, motion)
        table = table_in(tmp_path, chance=chance)
    assert len(thrown) == 1


def test_a_take_back_is_itself_taken_back_while_nothing_has_followed(game: Table, tmp_path: Path) -> None:
    play(game, [DRAW, ("A", OpenBar("Octopus"))])
    after, again = views(game), Motion("put_back", "A", tips(game)[-1])
    back(game, 1, "A")
    vote(game, "ABCD", again)
    assert views(game) == views(table_in(tmp_path)) == after
    assert refused(game, "A", Vote(again, True)) == "nothing_back"


QUICK = [pytest.param(name, marks=[pytest.mark.broad] * (name == "shark")) for name in installed()]


@pytest.mark.parametrize("game", QUICK)
def test_at_random_a_restart_tells_the_same(game: str, tmp_path: Path) -> None:
    """Random games with take-backs, some of which are voted down or taken back themselves."""
    generator = random.Random(game)
    table = table_in(tmp_path, chance=partial(by_chance, generator=generator))
    seats, players = "ABCDE"[: max(installed()[game].FEWEST, 4)], Players(game, generator)
    sit_and_start(table, seats, game)
    for _ in range(200):
        if table.now.playing:
            seat, command, ask = next_act(table, (*seats, TABLE), players, 0.3)
            table.act(seat, command, ask=ask)
    match, again = table.now.match, table_in(tmp_path).now
    assert len(match.gone) > 10
    assert (again.match.state, again.match.log, again.match.gone) == (match.state, match.log, match.gone)
    assert (again.match.standing, again.room.votes) == (match.standing, table.now.room.votes)
    assert kept_and_read(tmp_path).take_backs == table.now.room.take_backs != TakeBacks()


def test_nothing_goes_back_across_a_change_of_players(game: Table, tmp_path: Path) -> None:
    play(game, ROUNDS[:4])
    row = tips(game)[1]
    vote(game, "ABC", PUT_AWAY)
    play(game, [("E", StandUp()), ("E", SitDown("Eve again", "E"))])
    vote(game, "ABCD", Motion("give_place", "E", 1))
    play(game, [("A", TakeUp(1)), DRAW, ("C", OpenBar("Karambole"))])
    for table in (game, table_in(tmp_path)):
        assert table.now.match.ways_back("C", 9)[-1][0] == tips(table)[-4]
        assert refused(table, "C", Vote(Motion("take_back", "C", row), True)) == "barred"
    assert kept_and_read(tmp_path).take_backs == game.now.room.take_backs


@pytest.mark.parametrize(("game", "rung", "event"), [
    ("barracuda", "table", RentPaid("B", (3,), 0, 3)),  # With `turn_order` whole A's act goes on to B, who can pay.
    ("negoces2", "seal", NobodyDeclared()),
    ("shark", "seal", SharesBought("A", "red", 1, Sealed(2, "A"))),  # The pool shows what all others hold.
    ("shark", "seal", SharesSold("A", "red", 1, Sealed(2, "A"))),  # It showed 1 and shows 3.
])  # fmt: skip
def test_what_an_act_shows_by_happening_is_priced(game: str, rung: str, event: Any) -> None:
    """Playthroughs price the others: tests/playthroughs/*/back-*.txt."""
    rules = installed()[game]
    state = rules.setup("ABCD", {"holdings": "hidden"} if game == "shark" else {})
    if game == "shark":
        state = replace(state, pool={"red": Sealed(3, (), 3)})
    assert price(rules, [Entry(1, "A", None, (event,), state)], "A", used=False).rung == rung


def test_a_vote_stops_the_game_and_one_no_that_decides_drops_it(game: Table, tmp_path: Path) -> None:
    play(game, [DRAW, ("A", OpenBar("Octopus"))])
    for seat, motion, why in [
        ("B", Motion("take_back", "A", tips(game)[-2]), "only_asker"),
        ("A", Motion("take_back", "A", 1), "nothing_back"), ("A", Motion("put_back", "A", 1), "nothing_back"),
    ]:  # fmt: skip
        assert refused(game, seat, Vote(motion, True)) == why, motion
    play(game, [DRAW])
    motion = back(game, 3, "B")
    assert refused(game, "B", OpenBar("Tide Bar")) == refused(game, "C", Vote(replace(motion, seat="C"), True)) == "voting"
    assert game.press("ok").said == say("table.refusal.voting")
    for seat, left in (("C", {"B"}), ("A", set())):  # Of the others three may still agree, but not without A, whose bar it is.
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


def asleep(table: Table, clock: Clock, seconds: float = 60) -> Motion | None:
    """Let *seconds* pass; return the vote that is still open."""
    clock.now += seconds
    table.pass_time()
    return table.now.take_back


@pytest.fixture
def timed(tmp_path: Path, clock: Clock) -> Table:
    sit_and_start(table := table_in(tmp_path, clock=clock))
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


def test_after_a_minute_a_no_ends_it_and_none_go_back_past_a_sleepers_seal(timed: Table, clock: Clock, tmp_path: Path) -> None:
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
