"""A game at a table with a journal: late answers, exactly once, and a power cut after every command."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion import codec
from companion.asks import Amount
from companion.chance import by_chance
from companion.evening import GoOn, Pause, TakeUp, VoteAway
from companion.game import TABLE, Illegal
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.negoces2.moves import Accept, BidCoins, Drop, LayCard, Offer, SetCoins, Withdraw
from companion.pieces import Pieces
from companion.players import Mood, Player
from companion.seating import SitDown, StartGame
from companion.table import Stale, Table

SEATS = "ABDE"


def open_table(folder: Path, seed: int = 1) -> Table:
    chance = partial(by_chance, generator=random.Random(seed))
    return Table(Journal(connect(folder / "journal.sqlite")), GAMES, Pieces(), chance)


def begun(folder: Path, **options: str) -> Table:
    table = open_table(folder)
    for seat in SEATS:
        table.act(seat, SitDown(f"Player {seat}", f"token {seat}"))
    table.act("A", StartGame("negoces2", options))
    return table


def selling(folder: Path, **options: str) -> tuple[Table, str, list[str]]:
    """A table at which a card is for sale, face down, with its seller and the buyers."""
    table = begun(folder, **options)
    while "lay" not in {name for seat in SEATS for name in table.standing(seat)}:
        (turn,) = table.awaited()
        table.act(turn, BidCoins(1) if not table.view(TABLE).auction.price else Drop())
    (seller,) = table.awaited()
    table.act(seller, LayCard(table.view(seller).hand[0].name, face_down=True))
    return table, seller, [seat for seat in SEATS if seat != seller]


def ask(table: Table, seat: str, name: str) -> tuple[str, int]:
    return name, table.standing(seat)[name].number


def test_anothers_offer_makes_no_acceptance_late_but_its_own_change_does(tmp_path: Path) -> None:
    table, seller, (b, c, _) = selling(tmp_path)
    table.act(b, Offer("", face_down=False, coins=5))
    seen_by_seller = ask(table, seller, f"accept_{b}")
    table.act(c, Offer("", face_down=False, coins=3))
    assert ask(table, seller, f"accept_{b}") == seen_by_seller
    table.act(b, Offer("", face_down=False, coins=1))
    with pytest.raises(Stale):
        table.act(seller, Accept(b, 1), ask=seen_by_seller)
    with pytest.raises(Illegal):
        table.act(seller, Accept(b, 1))
    table.act(seller, Accept(c, 2), ask=ask(table, seller, f"accept_{c}"))
    assert table.view(TABLE).seller == c


def test_buyers_and_seller_change_their_minds_at_once(tmp_path: Path) -> None:
    table, seller, buyers = selling(tmp_path)
    asks = {buyer: ask(table, buyer, "offer") for buyer in buyers}
    for buyer in buyers:
        table.act(buyer, Offer("", face_down=False, coins=2), ask=asks[buyer])
    table.act(seller, SetCoins(1), ask=ask(table, seller, "set_coins"))
    table.act(buyers[1], Withdraw(), ask=ask(table, buyers[1], "withdraw"))
    market = table.view(TABLE).market
    assert [(offer.is_away, offer.coins) for offer in market.offers] == [(False, 2), (True, 0), (False, 2)]
    assert table.awaited() == (seller,)


def test_the_same_key_offers_once(tmp_path: Path) -> None:
    table, _, (b, *_) = selling(tmp_path)
    standing, offer = ask(table, b, "offer"), Offer("", face_down=False, coins=2)
    assert table.act(b, offer, ask=standing, key="k") == table.act(b, offer, ask=standing, key="k")
    (made,) = [one for one in table.view(TABLE).market.offers if one.seat == b]
    assert (made.revision, made.coins) == (1, 2)


def everything_shown(table: Table) -> str:
    views = {viewer: codec.plain(table.view(viewer)) for viewer in (*SEATS, TABLE)}
    return json.dumps([views, {viewer: repr(table.standing(viewer)) for viewer in (*SEATS, TABLE)}, table.awaited()])


@pytest.mark.parametrize("options", [{}, {"coins": "hidden", "declare": "automatic"}], ids=["open", "hidden"])
def test_a_power_cut_after_any_command_changes_nothing_that_anybody_sees(tmp_path: Path, options: dict[str, str]) -> None:
    table = begun(tmp_path, sale_limit="4", **options)
    generator = random.Random(3)
    players = {seat: Player(Mood(generator, {"Accept": 2})) for seat in SEATS}
    played = 0
    while table.playing:
        seat = generator.choice(table.awaited())
        command = players[seat].answer(
            [one.ask for one in table.standing(seat).values() if one.ask.is_open and one.ask.awaited]
        )
        table.act(seat, command)
        before = everything_shown(table)
        table = open_table(tmp_path, seed=played)
        assert everything_shown(table) == before
        played += 1
    assert played > 15
    assert table.score


def test_the_offer_is_one_ask_with_amounts(tmp_path: Path) -> None:
    table, _, (b, *_) = selling(tmp_path)
    offer: Any = table.standing(b)["offer"].ask
    assert isinstance(offer, Amount)
    assert {much.command.face_down for much in offer.muches} == {False, True}


def test_an_offer_withdrawn_and_made_again_is_another_offer(tmp_path: Path) -> None:
    table, seller, (b, *_) = selling(tmp_path)
    offer = Offer("", face_down=False, coins=5)
    table.act(b, offer)
    seen_by_seller = ask(table, seller, f"accept_{b}")
    table.act(b, Withdraw())
    with pytest.raises(Stale):
        table.act(seller, Accept(b, 1), ask=seen_by_seller)
    table.act(b, offer)
    with pytest.raises(Stale):
        table.act(seller, Accept(b, 1), ask=seen_by_seller)
    table.act(seller, Accept(b, 2), ask=ask(table, seller, f"accept_{b}"))
    assert table.view(TABLE).seller == b


def test_a_thumb_that_is_late_by_a_sale_takes_nothing(tmp_path: Path) -> None:
    """The first offer of the next sale has the same revision: the number of the ask tells them apart."""
    table, seller, (b, *_) = selling(tmp_path)
    table.act(b, Offer(table.view(b).hand[0].name, face_down=True, coins=0))
    late = ask(table, seller, f"accept_{b}")
    table.act(seller, Accept(b, 1), ask=late)
    table.act(seller, LayCard(table.view(seller).hand[0].name, face_down=True))
    table.act(b, Offer("", face_down=False, coins=1))
    with pytest.raises(Stale):
        table.act(seller, Accept(b, 1), ask=late)


def test_what_a_buyer_composed_too_late_is_late_and_changes_nothing(tmp_path: Path) -> None:
    table, seller, (b, c, _) = selling(tmp_path)
    table.act(b, Offer("", face_down=False, coins=1))
    composed = ask(table, c, "offer")
    table.act(seller, Accept(b, 1))
    before = everything_shown(table)
    for command in (Offer("", face_down=False, coins=15), Withdraw()):
        with pytest.raises(Stale):
            table.act(c, command, ask=composed)
    assert everything_shown(table) == before


def test_where_everybody_stands_back_the_seller_can_force_the_sale_and_waits_for_nobody(tmp_path: Path) -> None:
    table, seller, buyers = selling(tmp_path)
    for buyer in buyers:
        table.act(buyer, Withdraw())
    assert table.awaited() == (seller,)
    assert [name for name, one in table.standing(seller).items() if one.ask.is_open] == ["set_coins", "force"]
    assert all("offer" in table.standing(buyer) for buyer in buyers)


def all_but_numbers(table: Table) -> Any:
    asks = {seat: [(name, one.ask) for name, one in table.standing(seat).items()] for seat in (*SEATS, TABLE)}
    return [codec.plain(table.view(viewer)) for viewer in (*SEATS, TABLE)], asks, table.awaited()


def mid_sale(folder: Path) -> tuple[Table, str, list[str]]:
    table, seller, (b, c, d) = selling(folder, coins="hidden")
    table.act(seller, SetCoins(3))
    table.act(b, Offer(table.view(b).hand[0].name, face_down=True, coins=4))
    table.act(c, Withdraw())
    return table, seller, [b, c, d]


def test_a_pause_in_a_sale_takes_no_offer_and_keeps_all_that_lies_there(tmp_path: Path) -> None:
    table, seller, (b, _, d) = mid_sale(tmp_path)
    before, composed = everything_shown(table), ask(table, d, "offer")
    table.act(b, Pause())
    for seat, command in ((seller, Accept(b, 1)), (b, Withdraw()), (d, Offer("", face_down=False, coins=1))):
        with pytest.raises(Illegal, match="paused"):
            table.act(seat, command)
    table.act(d, GoOn())
    assert everything_shown(table) == before
    table.act(d, Offer("", face_down=False, coins=1), ask=composed)


def test_a_sale_that_is_put_away_is_taken_up_as_it_lay(tmp_path: Path) -> None:
    table, seller, (b, *_) = mid_sale(tmp_path)
    before, late = all_but_numbers(table), ask(table, seller, f"accept_{b}")
    (number,) = table.evening.games
    for seat in SEATS[:3]:
        table.act(seat, VoteAway(True))
    assert table.game is None
    with pytest.raises(Stale):
        table.act(seller, Accept(b, 1), ask=late)
    table.act(SEATS[3], TakeUp(number))
    assert all_but_numbers(table) == before
    table.act(seller, Accept(b, 1), ask=ask(table, seller, f"accept_{b}"))
    assert [one.hand for one in table.view(TABLE).seats] == [9 if seat == seller else 8 for seat in SEATS]
