"""An evening without a host: pause, votes, games put away and taken up again, hints, and the score."""

import random
from pathlib import Path

import pytest

from companion.agreeing.evening.choosing import ChooseGame, ChooseOptions
from companion.agreeing.evening.evening import GiveHints
from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.evening.saved_games import Saved, TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.moves import OpenBar
from companion.kit import TABLE, Nothing, Piece, say
from companion.seats.seating import SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.tags.contents import groups
from tests.companion.journal.journals import tamper

from tests.companion.settings import (  # isort: skip
    DRAW, PUT_AWAY, ROUNDS, play, refused, same_after_a_restart, seated, sit_and_start, table_in, to_the_end, vote,
)  # fmt: skip

WIPE, NEXT = Motion("wipe_score"), Motion("next_game")


def test_while_paused_no_answer_no_tap_and_no_key_is_taken(game: Table, tmp_path: Path) -> None:
    assert refused(game, "A", GoOn()) == "not_paused"
    game.act("C", Pause())
    assert refused(game, "B", Pause()) == "paused"
    assert game.now.evening.paused == "C"
    for table in (game, table_in(tmp_path)):
        assert refused(table, *DRAW) == refused(table, "A", OpenBar("Octopus")) == "paused"
        assert table.press("ok").said == say("table.refusal.paused")
        assert table.now.meaning(Piece("key", "ok"), "panel") == Nothing(say("table.refusal.paused"))
        assert table.now.awaited() == ()
    same_after_a_restart(game, tmp_path)


@pytest.mark.parametrize(("seats", "enough"), [("ABC", 2), ("ABCD", 3)])
def test_more_than_half_of_the_players_put_a_game_away(table: Table, seats: str, enough: int) -> None:
    sit_and_start(table, seats)
    vote(table, seats[: enough - 1], PUT_AWAY)
    assert table.now.votes(PUT_AWAY) == set(seats[: enough - 1])
    vote(table, "A", PUT_AWAY, yes=False)
    vote(table, seats[-1], PUT_AWAY)
    assert table.now.playing
    vote(table, "A", PUT_AWAY)
    assert (table.now.game, table.now.playing, table.now.view(TABLE)) == (None, False, None)
    assert table.now.announced[1] == say("table.told.away")


def test_what_is_refused_during_a_game_and_when_it_is_put_away(game: Table) -> None:
    vote(game, "A", PUT_AWAY)
    for seat, command, why in [
        ("A", Vote(PUT_AWAY, True), "voted"), ("B", Vote(PUT_AWAY, False), "voted"),  # Withdrawn is only what was given.
        *((seat, command, "no_seat") for seat in ("F", TABLE) for command in (Vote(PUT_AWAY, True), Pause())),
        *(("B", Vote(more, True), "no_saved_game") for more in (Motion("put_away", "B"), Motion("put_away", number=1))),
        ("A", Vote(Motion("free_seat", "B"), True), "game_on"), ("A", TakeUp(1), "game_on"),
        ("A", ChooseGame("shark"), "game_on"),
    ]:  # fmt: skip
        assert refused(game, seat, command) == why, command
    vote(game, "BC", PUT_AWAY)
    for motion in (Motion("free_seat", "B", 1), Motion("free_seat", "A"), Motion("free_seat", "F")):
        assert refused(game, "A", Vote(motion, True)) == "no_seat", motion
    assert refused(game, "A", TakeUp(2)) == "no_saved_game"
    game.act("E", StandUp())
    assert refused(game, "A", TakeUp(1)) == "seat_missing"


def test_another_game_may_come_between(game: Table, tmp_path: Path) -> None:
    play(game, [DRAW, ("A", OpenBar("Octopus"))])
    before = game.now.view(TABLE)
    vote(game, "ABC", PUT_AWAY)
    assert game.now.evening.saved == {1: Saved(game.now.seating.started, 1)}
    game.act("A", StartGame("barracuda", {"bank": "hidden"}))
    vote(game, "ABC", PUT_AWAY)
    game.act("A", TakeUp(1))
    assert (game.now.view(TABLE), set(game.now.evening.saved)) == (before, {2})
    vote(game, "ABC", PUT_AWAY)
    game.act("A", StartGame("barracuda", {}))
    assert game.now.evening.on == 3  # No number is used twice, whatever is on the table.
    vote(game, "ABC", PUT_AWAY)
    play(game, [("B", TakeUp(2)), DRAW])
    same_after_a_restart(game, tmp_path)


def test_a_damaged_game_is_not_taken_up_and_the_table_goes_on(game: Table, tmp_path: Path) -> None:
    play(game, ROUNDS[:10])
    vote(game, "ABC", PUT_AWAY)
    tamper(tmp_path / "journal.sqlite", "UPDATE rows SET events = replace(events, 'Octopus', 'Albatros') WHERE game = 1")
    assert refused(game, "A", TakeUp(1)) == "damaged"
    game.act("A", StartGame("barracuda", {}))


def test_a_vote_goes_with_its_voter_and_with_its_seat(table: Table) -> None:
    free = Motion("free_seat", "E")
    vote(seated(table, "ABCDE"), "AB", free)
    table.act("A", StandUp())
    assert table.now.room.votes == {free: {"B"}}
    play(table, [("A", SitDown("New", "new")), ("E", StandUp()), ("E", SitDown("Newer", "newer"))])
    assert table.now.room.votes == {}


def test_several_games_add_up_one_put_away_counts_for_nobody_and_the_slate_is_wiped(game: Table, tmp_path: Path) -> None:
    vote(game, "ABC", PUT_AWAY)
    assert game.now.score == {}
    total = 0
    for seats in ("A", "AB", "AB"):
        play(game, [(seat, StartGame("barracuda", {})) for seat in seats])
        to_the_end(game, random.Random(total))
        total += len(game.now.view(TABLE).outcome.winners)
    won = list(game.now.score.values())
    assert (sum(won), won) == (total, sorted(won, reverse=True))
    for seats, wiped in (("BC", False), ("D", True)):
        vote(game, seats, WIPE)
        assert (game.now.score == {}) is wiped
    same_after_a_restart(game, tmp_path)


def test_a_finished_game_gives_way_to_the_next_one_when_two_people_want_that(game: Table, tmp_path: Path) -> None:
    start, again = StartGame("barracuda", {"bank": "once"}), StartGame("barracuda", {})
    vote(game, "ABC", PUT_AWAY)
    game.act("A", again)
    to_the_end(game, random.Random(1))
    assert refused(game, "A", Vote(Motion("take_back", "A", game.now.match.log[-2].row), True)) == "table.no_game"
    game.act("A", start)
    assert (game.now.playing, game.now.votes(NEXT), game.now.evening.next) == (False, {"A"}, "barracuda")
    assert refused(game, "A", start) == "voted"
    assert refused(game, "B", Vote(NEXT, True)) == "no_saved_game"  # One is for it by starting the game that one sees.
    same_after_a_restart(game, tmp_path)
    game.act("B", ChooseOptions("barracuda", {}))
    assert game.now.votes(NEXT) == set()
    play(game, [("A", again), ("B", start), ("C", TakeUp(1))])
    assert (game.now.playing, game.now.votes(NEXT), game.now.votes(Motion("next_game", number=1))) == (False, {"B"}, {"C"})
    play(game, [("B", Vote(NEXT, False)), ("B", TakeUp(1))])
    assert (game.now.playing, game.now.evening.on, game.now.room.votes) == (True, 1, {})


WRONG = ({"bank": "burst"}, {"bank": 1}, {"box": []}, {"left_out": ["Octopus"]}, {"left_out": ["Octopus", "Octopus"]})


def test_the_next_game_and_its_options_are_the_tables(game: Table, tmp_path: Path) -> None:
    chosen = {"bank": "once", "left_out": [names[0] for names in groups(game.now.games["barracuda"], "left_out").values()]}
    to_the_end(game, random.Random(1))
    play(game, [("B", ChooseOptions("barracuda", chosen)), ("C", ChooseGame("shark"))])
    assert refused(game, "A", ChooseOptions("whist", {})) == "no_game"
    for name, options in (("shark", {"bank": "once"}), *(("barracuda", wrong) for wrong in WRONG)):
        assert refused(game, "A", ChooseOptions(name, options)) == "options"
    evening = table_in(tmp_path).now.evening  # After a restart, too.
    assert (evening.next, evening.options["barracuda"]) == ("shark", chosen)
    play(game, [(seat, StartGame("barracuda", {"draw": "bag"})) for seat in "AB"])
    assert (game.now.evening.next, game.now.evening.options["barracuda"]["draw"]) == ("", "bag")  # For the next game.


def hints(table: Table) -> list[str | None]:
    return [table.now.hint(seat) for seat in "ABCDE"]


def test_in_a_first_game_of_a_kind_each_thing_is_explained_once_to_whoever_can_do_it_first(game: Table, tmp_path: Path) -> None:
    only = lambda what: [what, None, None, None, None]
    for acts, expected in [
        ([], ["draw"] * 5), ([DRAW], only("open")), (ROUNDS[1:2], [None] * 5),  # Drawing is known by now.
        (ROUNDS[2:10], ["last_order"] * 5), ([DRAW], only("partnership")),
    ]:  # fmt: skip
        play(game, acts)
        assert hints(game) == hints(table_in(tmp_path)) == expected
    evening = game.now.evening
    explained = [evening.explains(*of) for of in (("barracuda", evening.on), ("barracuda",), ("shark",))]
    assert explained == [True, False, True]
    game.act("B", GiveHints(False))  # In the middle of the game, too.
    assert (hints(game), game.now.evening.explains("barracuda")) == ([None] * 5, False)
    game.act("B", GiveHints(True))
    assert (hints(game), game.now.evening.explains("barracuda")) == (only("partnership"), True)
