"""People come and go during a game: who decides, what passes with a place, and what stays with its owner."""

from pathlib import Path

import pytest

from companion.agreeing.leaving import GONE_AFTER
from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.moves import OpenBar
from companion.kit import TABLE, Sealed, say
from companion.seats.places import TakePlaces
from companion.seats.seating import SetPin, SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.companion.journal.journals import kept_and_read

from tests.companion.settings import (  # isort: skip
    DRAW, OFFER, PUT_AWAY, ROUNDS, Clock, play, refused, same_after_a_restart, sit_and_start, table_in, vote,
)  # fmt: skip

SWAP = Motion("swap", "E", other="C")


def leave(table: Table, *seats: str) -> None:
    for seat in seats:
        vote(table, seat, Motion("leave", seat))


def opened(table: Table, seat: str) -> list[int]:
    """Return the rows in which a pile of the log lies open for the sitter of *seat*, as its page is made from it."""
    match = table.now.match
    rows = [entry.row for entry in match.log for _ in entry.events]
    piles = [getattr(event, "pile", None) for event in match.told(seat, table.now.places.told(1, seat))]
    return [row for row, pile in zip(rows, piles, strict=True) if isinstance(pile, Sealed) and pile.is_open]


@pytest.fixture
def offered(game: Table) -> Table:
    """A game in which E's offer, its newest row, waits for A's answer."""
    play(game, [*ROUNDS, DRAW, OFFER[0]])
    return game


def test_a_game_waits_for_whoever_leaves_and_their_phone_sees_nothing(offered: Table, tmp_path: Path) -> None:
    assert refused(offered, "A", Vote(Motion("hand_over", "B"), True)) == "only_players"
    leave(offered, "E")
    for table in (offered, table_in(tmp_path)):
        assert (table.now.view("E"), table.now.standing("E"), table.now.awaited()) == (None, {}, ())
        assert (table.now.players["E"], "E" in table.now.names, table.now.vacant) == ("Eve", False, ("E",))
        assert table.now.public.screen.small == say("table.screen.left")
        assert [refused(table, *DRAW), refused(table, *OFFER[1])] == ["vacant"] * 2
        assert refused(table, "A", Vote(Motion("take_back", "A", 0), True)) == "seat_empty"
        assert refused(table, "F", SitDown("Fay", "fay")) == "game_on"


def test_the_owner_hands_over_comes_back_and_knows_only_their_own_past(offered: Table) -> None:
    offered.act("E", SetPin("eve"))
    tip, purse, eve = offered.now.match.tip, offered.now.view("E").purse, offered.now.seating.sitters["E"].person
    play(offered, [("E", Vote(Motion("hand_over", "E"), True)), ("E", SitDown("Sub", "sub"))])
    assert offered.now.view("E").purse == purse
    play(offered, [OFFER[1], ("E", Vote(Motion("leave", "E"), True)), ("E", SitDown("Eve", "eve's next phone"))])
    assert (offered.now.view("E"), offered.now.standing("E"), offered.now.pin_of("E", 1, eve)) == (None, {}, (eve, "eve"))
    assert refused(offered, "E", OpenBar("Jetty Bar")) == "vacant"
    for name in ("open", "pass", "no_action"):  # Not whether it stands, which may depend on a purse.
        assert refused(offered, "E", OpenBar("Jetty Bar"), ask=(name, offered.now.row)) == "not_in_game"
    assert refused(offered, "E", Vote(PUT_AWAY, True)) == "not_in_game"
    offered.act("E", TakePlaces((1,), eve))
    barrier = offered.now.row
    leave(offered, "E")
    back = offered.now.places.owners(1, "E")[0].person
    play(offered, [("E", SitDown("Eve", "eve again")), ("E", TakePlaces((1,), back))])
    assert (opened(offered, "E"), offered.now.match.barrier) == ([tip], barrier)  # The same people play on.


def test_who_has_left_neither_counts_nor_blocks_and_the_last_puts_the_game_away(game: Table, tmp_path: Path) -> None:
    vote(game, "AB", PUT_AWAY)
    for seat, playing in (("E", True), ("D", False)):  # Then two of the three who are left have agreed.
        leave(game, seat)
        assert game.now.playing is playing
    assert set(game.now.evening.saved) == {1}
    same_after_a_restart(game, tmp_path)
    game.act("A", StartGame("barracuda", {}))
    leave(game, *"ABC")
    assert (game.now.match, game.now.names, set(game.now.evening.saved)) == (None, {}, {1, 2})


def test_somebody_is_said_to_have_gone_after_a_delay_and_can_say_no(tmp_path: Path, clock: Clock) -> None:
    sit_and_start(table := table_in(tmp_path, clock=clock), "ABCD")
    gone = Motion("leave", "D")
    vote(table, "AB", gone)
    vote(table, "D", gone, yes=False)
    vote(table, "AB", gone)
    for waited, seats in ((GONE_AFTER - 1, set()), (1, {"D"})):
        assert refused(table, "A", Vote(gone, True)) == "voted"
        clock.now += waited
        table.pass_time()
        assert table.now.gone == seats
    vote(table, "A", gone)
    assert table.now.vacant == ("D",)
    table.act("D", SitDown("Who", "who"))
    vote(table, "AB", Motion("free_seat", "D"))
    assert "D" not in table.now.names
    play(table, [("D", SitDown("Who", "who")), ("D", StandUp())])


def test_two_swap_seats_and_hands_and_nothing_else(offered: Table, tmp_path: Path) -> None:
    wrong = Motion("swap", "A", other="A"), Motion("swap", "A"), Motion("leave", "A", other="B"), Motion("leave", "A", 1)
    assert {refused(offered, "A", Vote(motion, True)) for motion in wrong} == {"no_seat"}
    assert [refused(offered, seat, Vote(SWAP, True)) for seat in "AC"] == ["only_players", "only_asker"]
    purses = {seat: offered.now.view(seat).purse for seat in "CE"}
    play(offered, [("E", Vote(SWAP, True)), ("C", Vote(SWAP, False)), *((seat, Vote(SWAP, True)) for seat in "EC")])
    for table in (offered, table_in(tmp_path)):
        assert (table.now.names["C"], table.now.names["E"], table.now.vacant) == ("Eve", "Cas", ())
        assert {seat: table.now.view(seat).purse for seat in "CE"} == purses
        assert (opened(table, "E"), table.now.match.barrier) == ([], table.now.row)
        assert kept_and_read(tmp_path).places == table.now.places


def test_those_who_are_left_end_the_game_by_its_ranking_also_after_a_power_cut(
    offered: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refused(offered, "A", Vote(Motion("end_game"), True)) == "nobody_left"
    leave(offered, "E")
    monkeypatch.setattr(Table, "_end_as_agreed", lambda _: None)
    vote(offered, "ABC", Motion("end_game"))
    assert offered.now.playing
    monkeypatch.undo()
    outcome = (again := table_in(tmp_path)).now.view(TABLE).outcome
    assert (outcome.cause, sum(again.now.score.values())) == ("ranking", len(outcome.winners))
    assert again.now.view(TABLE).seat("E").purse.fakes == 7  # The offer went back, and the books are open.
    same_after_a_restart(again, tmp_path)
