"""Taking back: who has to agree, what comes back, and what nobody can do with it. The vote is in test_voting_on_rows."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.agreeing.taking_back import TakeBacks
from companion.games import installed
from companion.games.barracuda.moves import CountBank, OfferPartnership, OpenBar, RefuseOffer, RentPaid
from companion.games.negoces2.model import Laid
from companion.games.negoces2.moves import DealMade, NobodyDeclared
from companion.games.shark.moves import RollDice, SharesBought, SharesSold
from companion.journal.store import connect, text
from companion.keeping import checkpoint
from companion.kit import TABLE, Illegal, Pile, Sealed
from companion.match.entries import Entry
from companion.match.pricing import price
from companion.seats.seating import SitDown, StandUp
from companion.table.chance import by_chance
from companion.table.table import Stale, Table
from tests.companion.journal.journals import salvaged, tamper

from tests.companion.settings import (  # isort: skip
    DRAW, FIRST_ROUND, SECOND_ROUND, THIRD_ROUND, open_table, play, sit_and_start, table_in, to_the_end, with_draws,
)  # fmt: skip
from tests.proof.serving.phones import Players, next_act

ROUNDS = with_draws([*FIRST_ROUND, *SECOND_ROUND, *THIRD_ROUND])


def tips(table: Table) -> list[int]:
    """The rows of the game so far, oldest first, after the 0 of its start."""
    return [0, *(entry.row for entry in table.now.match.log)]


def back(table: Table, count: int, asker: str, *others: str, yes: bool = True) -> Motion:
    """Let *asker* ask to take the newest *count* rows back, and *others* vote."""
    motion = Motion("take_back", asker, tips(table)[-1 - count])
    table.act(asker, Vote(motion, True))
    for seat in others:
        table.act(seat, Vote(motion, yes))
    return motion


def code(table: Table, seat: str, command: Any) -> str:
    """The refusal of *command*."""
    with pytest.raises(Illegal) as caught:
        table.act(seat, command)
    return caught.value.refusal.said.code.removeprefix("table.refusal.")


def views(table: Table) -> list[Any]:
    """What everybody is shown of the game, without the numbers of asks."""
    now = table.now
    asks = [[one.ask for one in now.standing(seat).values()] for seat in (*"ABCDE", TABLE)]
    return [asks, [now.view(viewer) for viewer in (*"ABCDE", TABLE)]]


@pytest.fixture
def offered(game: Table) -> Table:
    """A table at which E may act, in the third round."""
    play(game, [*ROUNDS, DRAW])
    return game


def test_an_own_slip_goes_back_at_once_and_once_a_round(game: Table, tmp_path: Path) -> None:
    play(game, [DRAW])
    before = views(game)
    game.act("A", OpenBar("Octopus"))
    back(game, 1, "A")
    assert views(game) == before
    assert views(table_in(tmp_path)) == before
    game.act("A", OpenBar("Tide Bar"))
    motion = back(game, 1, "A")
    assert game.now.votes(motion) == {"A"}  # The second slip of the round takes more than half of the others, too.
    assert game.now.electorate(motion).needed == 4


def test_what_others_did_since_takes_most_of_the_others_and_all_of_those(game: Table) -> None:
    play(game, with_draws(FIRST_ROUND[:2]))
    motion = back(game, 4, "A", "C", "D", "E")  # A's bar, the draw and B's bar
    assert game.now.votes(motion) == set("ACDE")
    game.act("B", Vote(motion, True))
    assert [seat.seat for seat in game.now.view(TABLE).seats if seat.standing] == []


def test_a_seal_that_reached_somebody_takes_everybody_but_an_open_offer_only_its_two(offered: Table) -> None:
    before = views(offered)
    offered.act("E", OfferPartnership("Barracuda", Pile(ones=2, fakes=1)))
    motion = back(offered, 1, "E")
    assert offered.now.electorate(motion).voters == set("AE")
    offered.act("A", Vote(motion, True))
    assert views(offered) == before
    offered.act("E", OfferPartnership("Barracuda", Pile(ones=2, fakes=1)))
    offered.act("A", RefuseOffer())
    motion = back(offered, 1, "A", "B", "C", "D")
    assert offered.now.votes(motion) == set("ABCD")  # Everybody has learned the sum.
    offered.act("E", Vote(motion, True))
    assert [fact.field for fact in offered.now.match.price("E", tips(offered)[-2]).news] == ["pile"]


def test_whoever_counted_the_bank_can_t_forget_it(table: Table) -> None:
    sit_and_start(table, bank="once")
    play(table, [DRAW, ("A", CountBank())])
    assert table.now.electorate(Motion("take_back", "A", tips(table)[-2])).needed == 5


def test_of_a_damaged_journal_the_game_goes_on_after_its_last_row(game: Table, tmp_path: Path) -> None:
    play(game, with_draws(FIRST_ROUND[:3]))
    back(game, 1, "C")
    motion = back(game, 2, "B")
    lost = tips(game)[3]  # A's bar; what was taken back, and is being voted on, came later.
    tamper(tmp_path / "journal.sqlite", f"UPDATE rows SET events = '[]' WHERE n = {lost}")
    _, fresh = salvaged(tmp_path / "journal.sqlite")
    again = open_table(connect(fresh))
    assert tips(again) == tips(game)[:3]
    assert again.now.public.asked == tuple("ACDE")
    play(again, [("C", Vote(motion, False)), ("A", OpenBar("Octopus"))])


def test_chance_gives_the_same_again_however_often_and_after_a_restart(tmp_path: Path) -> None:
    generator = random.Random(1)

    def chance(ask: Any) -> Any:
        return by_chance(ask, generator)

    table = open_table(connect(tmp_path / "journal.sqlite"), chance)
    sit_and_start(table, "ABC", "shark", starting_share="none")
    thrown = []
    for _ in range(4):
        first = table.now.awaited()[0]
        table.act(first, RollDice())
        thrown.append(table.now.match.events[-1])
        motion = back(table, 2, first)
        for seat in set("ABC") - {first}:
            if table.now.votes(motion):
                table.act(seat, Vote(motion, True))
        table = open_table(connect(tmp_path / "journal.sqlite"), chance)
    assert len(set(map(repr, thrown))) == 1


def test_a_take_back_is_itself_taken_back_while_nothing_has_followed(game: Table, tmp_path: Path) -> None:
    play(game, [DRAW, ("A", OpenBar("Octopus"))])
    after = views(game)
    tip = tips(game)[-1]
    back(game, 1, "A")
    again = Motion("put_back", "A", tip)
    game.act("A", Vote(again, True))
    for seat in "BCD":
        game.act(seat, Vote(again, True))
    assert views(game) == views(table_in(tmp_path)) == after
    assert code(game, "A", Vote(again, True)) == "nothing_back"


def test_asks_get_new_numbers_and_a_key_that_went_back_says_so(game: Table, tmp_path: Path) -> None:
    play(game, [DRAW])
    number = game.now.standing("A")["open"].number
    reply = game.act("A", OpenBar("Octopus"), ask=("open", number), key="the first touch")
    back(game, 1, "A")
    with pytest.raises(Stale):
        game.act("A", OpenBar("Tide Bar"), ask=("open", number))
    row = game.now.match.gone[-1].taken.row
    again = game.act("A", OpenBar("Octopus"), ask=("open", number), key="the first touch")
    assert again == {**reply, "taken_back": row}
    numbers = {name: one.number for name, one in game.now.standing("A").items()}
    assert set(numbers.values()) == {row}
    assert {name: one.number for name, one in table_in(tmp_path).now.standing("A").items()} == numbers


def test_a_finished_game_stays_finished(game: Table) -> None:
    to_the_end(game, random.Random(3))
    assert code(game, "A", Vote(Motion("take_back", "A", tips(game)[-2]), True)) == "table.no_game"


@pytest.mark.parametrize("game", list(installed()))
def test_at_random_a_restart_tells_the_same(game: str, tmp_path: Path) -> None:
    """Random games with take-backs, some of which are voted down or taken back themselves."""
    generator = random.Random(game)
    table = open_table(connect(tmp_path / "journal.sqlite"), lambda ask: by_chance(ask, generator))
    seats, players = "ABCDE"[: max(installed()[game].FEWEST, 4)], Players(game, generator)
    sit_and_start(table, seats, game)
    for _ in range(200):
        if table.now.playing:
            seat, command, ask = next_act(table, (*seats, TABLE), players, 0.3)
            table.act(seat, command, ask=ask)
    assert len(table.now.match.gone) > 10
    assert everything(table_in(tmp_path)) == everything(table)
    whole, _ = checkpoint.read(json.loads(text(checkpoint.kept(table.now.room, 0))))
    assert whole.take_backs == table.now.room.take_backs != TakeBacks()


def everything(table: Table) -> Any:
    """Everything that is true of the game, with secrets, and of the votes."""
    now = table.now
    return now.match.state, now.match.log, now.match.gone, now.match.standing, now.room.votes, now.room.take_backs


def test_what_was_seen_stays_said_though_the_round_goes_back_too(table: Table) -> None:
    sit_and_start(table, bank="once")
    play(table, [*with_draws(FIRST_ROUND[:4]), DRAW, ("E", CountBank()), FIRST_ROUND[4]])
    tip = tips(table)[-1]
    back(table, 2, *"EABCD")
    assert [fact.event for price in table.now.match.exposed() for fact in price.news] == ["BankCounted"]
    play(table, [(seat, Vote(Motion("put_back", "E", tip), True)) for seat in "EABCD"])
    assert table.now.match.exposed() == ()  # It isn't taken back any more.


def test_nothing_goes_back_across_a_change_of_players(game: Table, tmp_path: Path) -> None:
    play(game, with_draws(FIRST_ROUND[:2]))
    row = tips(game)[1]
    play(game, [(seat, Vote(Motion("put_away"), True)) for seat in "ABC"])
    play(game, [("E", StandUp()), ("E", SitDown("Eve again", "E"))])
    play(game, [(seat, Vote(Motion("give_place", "E", 1), True)) for seat in "ABCD"])
    play(game, [("A", TakeUp(1)), DRAW, ("C", OpenBar("Karambole"))])
    for table in (game, table_in(tmp_path)):
        assert table.now.match.ways_back("C", 9)[-1][0] == tips(table)[-4]
        assert code(table, "C", Vote(Motion("take_back", "C", row), True)) == "barred"
    whole, _ = checkpoint.read(json.loads(text(checkpoint.kept(game.now.room, 0))))
    assert whole.take_backs == game.now.room.take_backs


LAID = Laid(Sealed("tea", "AB"), face_down=True)


@pytest.mark.parametrize(
    ("game", "rung", "event"),
    [
        ("barracuda", "table", RentPaid("B", (3,), 0, 3)),  # With `turn_order` whole A's act goes on to B, who can pay.
        ("negoces2", "seal", NobodyDeclared()),
        ("negoces2", "seal", DealMade("A", "B", LAID, 0, None, 3)),  # Closed, and answered.
        ("shark", "seal", SharesBought("A", "red", 1, Sealed(2, "A"))),  # The pool shows what all others hold.
        ("shark", "seal", SharesBought("A", "blue", 1, Sealed(2, "A"))),  # It still shows 5, so there were 7 or more.
        ("shark", "seal", SharesSold("A", "red", 1, Sealed(2, "A"))),  # It showed 1 and shows 3.
        ("shark", "own", SharesSold("A", "blue", 1, Sealed(2, "A"))),  # It shows 5 as before.
    ],
)
def test_what_an_act_shows_by_happening_is_priced(game: str, rung: str, event: Any) -> None:
    rules = installed()[game]
    state = rules.setup("ABCD", {"holdings": "hidden"} if game == "shark" else {})
    if game == "shark":
        state = replace(state, pool={"red": Sealed(3, (), 3), "blue": Sealed(30, (), 5)})
    assert price(rules, [Entry(1, "A", None, (event,), state)], "A", used=False).rung == rung
