"""People come and go during a game, and the house plays: who decides, what passes with a place, what stays with its owner."""

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.agreeing.leaving import GONE_AFTER
from companion.agreeing.motions import Motion, Vote
from companion.games import installed
from companion.games.barracuda.moves import OpenBar
from companion.house.alone import alone
from companion.house.sitting import called
from companion.kit import TABLE, Illegal, Piece, Sealed, Who, say
from companion.kit.house import any_answer
from companion.kit.layout import Shift
from companion.seats.places import ComeBack, TakePlaces
from companion.seats.seating import LetIn, MoveSeat, SendAway, SetPin, SitDown, StandUp
from companion.seats.starting import StartGame
from companion.seats.tickets import Tickets
from companion.setting.proposal import Propose
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.words import Words
from firmware.house import HousePlayers
from tests.companion.journal.journals import kept_and_read

from tests.companion.settings import (  # isort: skip
    DRAW, OFFER, PUT_AWAY, ROUNDS, Clock, everything_shown, play, refused, same_after_a_restart, sit_and_start, table_in,
    taught, vote,
)  # fmt: skip


def against_the_house(table: Table, game: Any, players: int = 0) -> None:
    """Let Ann sit down, the house take the other seats, and their game begin."""
    first, *others = game.SEATS[: players or max(3, game.FEWEST)]
    table.act(first, SitDown("Ann", "ann"))
    for seat, temper in zip(others, ("careful", "bold", "careful", "bold"), strict=False):
        table.act(first, LetIn(seat, temper))
    table.act(first, StartGame(game.NAME, alone(game)))


def person(table: Table, generator: random.Random, seat: str = "A") -> bool:
    """Answer for the person on *seat*, or with a key for the table; return whether there was anything to answer."""
    for who in (seat, TABLE):
        asks = [one.ask for one in table.now.standing(who).values() if one.ask.is_open]
        if asks := [ask for ask in asks if ask.awaited] or (asks if who == TABLE else []):
            table.act(who, any_answer(generator.choice(asks), generator))
            return True
    return False


def opened(folder: Path, **more: Any) -> Table:
    return table_in(folder, chance=partial(by_chance, generator=random.Random(3)), **more)


QUICK = [pytest.param(name, marks=[pytest.mark.broad] * (name == "shark")) for name in installed()]


@pytest.mark.parametrize("game", QUICK)
def test_one_person_plays_against_the_house_to_the_end_through_power_cuts(game: str, tmp_path: Path) -> None:
    generator, clock, table = random.Random(4), Clock(), opened(tmp_path)
    against_the_house(table, installed()[game])
    house = HousePlayers(table, clock=clock)
    while table.now.playing:
        _, seconds = house.step()
        if seconds > 5:
            assert person(table, generator), "everybody waits"
            continue
        clock.now += seconds
        if seconds and generator.random() < 0.05:
            before, table = [plan.thought for plan in house._plans.values()], opened(tmp_path)
            house = HousePlayers(table, clock=clock)
            house.step()
            assert [plan.thought for plan in house._plans.values()] == before
    assert house.step()[1] > 5
    told = [(entry.seat, entry.why.code) for entry in table.now.match.explained]
    assert {seat for seat, _ in told} == set(table.now.players) - {"A"}
    assert opened(tmp_path).now.match.explained == table.now.match.explained


def test_the_house_is_marked_has_no_phone_and_votes_on_nothing(tmp_path: Path) -> None:
    against_the_house(table := opened(tmp_path), installed()["barracuda"])
    assert table.now.names == {"A": "Ann", "B": called("B"), "C": called("C")}
    assert refused(table, "A", SendAway("B")) == "game_on"
    assert refused(table, "B", MoveSeat("a phone")) == refused(table, "B", SetPin("1")) == "no_seat"
    house = HousePlayers(table, pause=lambda turn: 0.0)
    while table.now.match.log[-1].seat not in "BC":
        house.step()
        person(table, random.Random(1))
    own, row = table.now.match.log[-1], table.now.match.log[-2].row
    assert table.now.electorate(Motion("take_back", "A", row)).voters == {"A"}
    vote(table, "A", Motion("take_back", "A", row))
    house.step()
    assert (table.now.match.log[-1].events, table.now.vote) == (own.events, None)  # Whoever asks again hears the same.
    with pytest.raises(Illegal, match="no_house"):
        table.now.sight("A")
    for motion in (Motion("leave", "B"), Motion("swap", "A", other="B")):
        assert refused(table, "A", Vote(motion, True)) == "no_seat"
    vote(table, "A", PUT_AWAY)
    assert refused(table, "B", StandUp()) == "no_seat"
    play(table, [("A", command) for seat in "BC" for command in (SendAway(seat), LetIn(seat, "bold"))])
    assert table.now.places.players(table.now.seating, 1) == set("ABC")  # The house goes on where the house has played.
    assert refused(table, "A", StartGame("barracuda", {})) == "house_cards"
    assert refused(table, "D", SitDown("⌂ Dot", "dot")) == "house_mark"
    assert kept_and_read(tmp_path).places == table.now.places


def test_the_next_person_is_asked_by_name_to_move_the_pieces_of_the_house(tmp_path: Path) -> None:
    against_the_house(table := opened(tmp_path), installed()["barracuda"])
    house, hands = HousePlayers(table, pause=lambda turn: 0.0), []
    while table.now.view(TABLE).round < 2:
        person(table, random.Random(1))
        house.step()
        hands += [table.now.hands] if table.now.match.log[-1].seat in "BC" else []
    asked = {(one.house, one.by, one.lines[-1].said.code) for one in hands}
    assert asked == {(seat, "A", "barracuda.layout.lessee") for seat in "BC"}
    while table.now.hands:
        assert Words("en").say(table.now.public.screen.counter, table.now.names) == "Ann moves it. OK"
        table.press("ok")
    assert not table_in(tmp_path, moved_by_hand=False).now.hands
    real = table.now.match.state.money["B"].open().real
    table.act("A", Propose(shifts=(Shift("B", "money", -2),)))  # What B has then, B states.
    assert table.now.match.state.money["B"].open().real == real - 2


def test_the_house_sits_in_for_whoever_leaves_and_gives_the_seat_back(tmp_path: Path) -> None:
    game, generator, table = installed()["negoces2"], random.Random(2), opened(tmp_path)
    sit_and_start(table, "ABCD", "negoces2", **alone(game))
    bob = table.now.seating.sitters["B"].person
    vote(table, "B", Motion("leave", "B"))
    for seat in "ACD":
        assert table.now.house == {}
        vote(table, seat, Motion("house_plays", "B"))
    house = HousePlayers(table, pause=lambda turn: 0.0)
    assert (table.now.house, table.now.players["B"]) == ({"B": "careful"}, called("B"))
    while "B" not in [entry.seat for entry in table.now.match.log[-1:]]:
        house.step()
        any(person(table, generator, seat) for seat in "ACD")
    assert table.now.match.log[-1].why
    assert ".why." not in str(table.travelling.file(1).items)  # Nobody reads it before the end.
    seen, rows_of_house = table.now.view("B").hand, table.now.row
    assert refused(table, "B", ComeBack("thief", of=bob + 50)) == refused(table, "A", ComeBack("token of A")) == "no_saved_game"
    table.act("B", ComeBack("bob's next phone", of=bob))
    for again in (table, opened(tmp_path)):
        assert (again.now.house, again.now.names["B"], again.now.view("B").hand) == ({}, "Bob", seen)
        told = again.now.places.told(1, "B")
        assert (told(1), told(rows_of_house), told(again.now.row)) == (True, False, True)
    assert (HousePlayers(table).step()[1], table.now.seating.seat_of("bob's next phone")) == (60, "B")
    person(table, generator, "B")
    assert everything_shown(opened(tmp_path), "ABCD") == everything_shown(table, "ABCD")


def test_a_pawn_brings_back_whom_the_house_sits_in_for_and_nobody_else(tmp_path: Path) -> None:
    bags = taught(x01=Piece("bag", "A"), x02=Piece("bag", "B"))
    table = opened(tmp_path, pieces=bags, tickets=Tickets(float, random.Random(1).choice))
    against_the_house(table, installed()["shark"])
    assert table.tap("reader", b"\2", key=True).said == say("table.refusal.house_sits", who=Who("B"))
    vote(table, "A", PUT_AWAY)
    play(table, [("A", SendAway(seat)) for seat in "BC"])
    play(table, [("B", SitDown("Bob", "bob")), ("B", StartGame("shark", {}))])
    vote(table, "A", Motion("leave", "A"))
    vote(table, "B", Motion("house_plays", "A"))
    table.tap("reader", b"\1", key=True)
    assert table.pawns.move(table.now.ticket.code, "ann's next phone") == "A"
    assert (table.now.names, table.now.plays("A")) == ({"A": "Ann", "B": "Bob"}, True)


SWAP = Motion("swap", "E", other="C")


def leave(table: Table, *seats: str) -> None:
    for seat in seats:
        vote(table, seat, Motion("leave", seat))


def open_rows(table: Table, seat: str) -> list[int]:
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
    told = [offered.now.places.told_then(1, "E", row) for row in (tip, offered.now.row)]
    assert ([was(tip) for was in told], offered.now.places.told_then(1, "A", tip)) == ([True, False], None)
    play(offered, [OFFER[1], ("E", Vote(Motion("leave", "E"), True)), ("E", SitDown("Eve", "eve's next phone"))])
    assert (offered.now.view("E"), offered.now.standing("E"), offered.now.pin_of("E", 1, eve)) == (None, {}, (eve, "eve"))
    assert refused(offered, "E", OpenBar("Jetty Bar")) == "vacant"
    for name in ("open", "pass", "no_action"):  # Not whether it stands, which may depend on a purse.
        assert refused(offered, "E", OpenBar("Jetty Bar"), ask=(name, offered.now.row)) == "not_in_game"
    assert refused(offered, "E", Vote(PUT_AWAY, True)) == "not_in_game"
    offered.act("E", TakePlaces((1,), eve))
    barrier = offered.now.row
    leave(offered, "E")
    play(offered, [("E", SitDown("Eve", "eve again")), ("E", TakePlaces((1,), offered.now.places.owners(1, "E")[0].person))])
    assert (open_rows(offered, "E"), offered.now.match.barrier) == ([tip], barrier)  # The same people play on.


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
        assert (open_rows(table, "E"), table.now.match.barrier) == ([], table.now.row)
        assert kept_and_read(tmp_path).places == table.now.places


def test_those_left_end_the_game_by_ranking_also_after_a_power_cut(offered: Table, tmp_path: Path, monkeypatch: Any) -> None:
    assert refused(offered, "A", Vote(Motion("end_game"), True)) == "nobody_left"
    leave(offered, "E")
    monkeypatch.setattr(Table, "_end_as_agreed", lambda _: None)
    vote(offered, "ABC", Motion("end_game"))
    assert offered.now.playing
    monkeypatch.undo()
    with monkeypatch.context() as wrong:
        wrong.setattr(installed()["barracuda"], "ranking", lambda _: 1 / 0)
        assert table_in(tmp_path).now.playing
    with monkeypatch.context() as disk:
        disk.setattr(Table, "_keep_result", lambda *_, **__: False)
        score = table_in(tmp_path).now.score
    outcome = (again := table_in(tmp_path)).now.view(TABLE).outcome
    assert (outcome.cause, sum(again.now.score.values()), again.now.score) == ("ranking", len(outcome.winners), score)
    assert again.now.view(TABLE).seat("E").purse.fakes == 7  # The offer went back, and the books are open.
    same_after_a_restart(again, tmp_path)
