"""A sale at a table: late answers, answers that count exactly once, and what survives a pause or being put away."""

from typing import Any

import pytest

from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.games.negoces2.moves import Accept, BidCoins, Drop, LayCard, Offer, SetCoins, Withdraw
from companion.journal import codec
from companion.kit import TABLE, Illegal
from companion.table.table import Stale, Table
from tests.companion.settings import everything_shown, number, sit_and_start

SEATS = "ABDE"


def coins(count: int) -> Offer:
    return Offer("", face_down=False, coins=count)


def card(table: Table, seat: str) -> str:
    """Return a card that *seat* holds."""
    return table.now.view(seat).hand[0].name


def for_sale(table: Table, **options: str) -> tuple[Table, str, list[str]]:
    """A table at which a card is for sale, face down, with its seller and the buyers."""
    sit_and_start(table, SEATS, game="negoces2", **options)
    while "lay" not in {name for seat in SEATS for name in table.now.standing(seat)}:
        (turn,) = table.now.awaited()
        table.act(turn, BidCoins(1) if not table.now.view(TABLE).auction.price else Drop())
    (seller,) = table.now.awaited()
    table.act(seller, LayCard(card(table, seller), face_down=True))
    return table, seller, [seat for seat in SEATS if seat != seller]


@pytest.fixture
def sale(table: Table) -> tuple[Table, str, list[str]]:
    return for_sale(table)


@pytest.fixture
def in_mid_sale(table: Table) -> tuple[Table, str, list[str]]:
    """The seller's coins lie on the card, the first buyer has made an offer, and the second stands back."""
    _, seller, (b, c, d) = for_sale(table, coins="hidden")
    table.act(seller, SetCoins(3))
    table.act(b, Offer(card(table, b), face_down=True, coins=4))
    table.act(c, Withdraw())
    return table, seller, [b, c, d]


def late(table: Table, seat: str, *commands: object, ask: tuple[str, int]) -> None:
    for command in commands:
        with pytest.raises(Stale):
            table.act(seat, command, ask=ask)


def test_anothers_offer_makes_no_acceptance_late_but_its_own_change_does(sale: Any) -> None:
    table, seller, (b, c, _) = sale
    table.act(b, coins(5))
    seen_by_seller = number(table, seller, f"accept_{b}")
    table.act(c, coins(3))
    assert number(table, seller, f"accept_{b}") == seen_by_seller
    table.act(b, coins(1))
    late(table, seller, Accept(b, 1), ask=seen_by_seller)
    with pytest.raises(Illegal):
        table.act(seller, Accept(b, 1))
    table.act(seller, Accept(c, 2), ask=number(table, seller, f"accept_{c}"))
    assert table.now.view(TABLE).seller == c


def test_a_thumb_that_is_late_by_a_sale_takes_nothing(sale: Any) -> None:
    """The first offer of the next sale has the same revision; only the number of the ask tells them apart."""
    table, seller, (b, *_) = sale
    table.act(b, Offer(card(table, b), face_down=True, coins=0))
    ask = number(table, seller, f"accept_{b}")
    table.act(seller, Accept(b, 1), ask=ask)
    table.act(seller, LayCard(card(table, seller), face_down=True))
    table.act(b, coins(1))
    late(table, seller, Accept(b, 1), ask=ask)


def test_a_pause_in_a_sale_takes_no_offer_and_keeps_all_that_lies_there(in_mid_sale: Any) -> None:
    table, seller, (b, _, d) = in_mid_sale
    before, composed = everything_shown(table, SEATS), number(table, d, "offer")
    table.act(b, Pause())
    for seat, command in ((seller, Accept(b, 1)), (b, Withdraw()), (d, coins(1))):
        with pytest.raises(Illegal, match="paused"):
            table.act(seat, command)
    table.act(d, GoOn())
    assert everything_shown(table, SEATS) == before
    table.act(d, coins(1), ask=composed)


def all_but_numbers(table: Table) -> Any:
    asks = {seat: [(name, one.ask) for name, one in table.now.standing(seat).items()] for seat in (*SEATS, TABLE)}
    return [codec.plain(table.now.view(viewer)) for viewer in (*SEATS, TABLE)], asks, table.now.awaited()


def test_a_sale_that_is_put_away_is_taken_up_as_it_lay(in_mid_sale: Any) -> None:
    table, seller, (b, *_) = in_mid_sale
    before, ask = all_but_numbers(table), number(table, seller, f"accept_{b}")
    (game,) = table.now.evening.games
    for seat in SEATS[:3]:
        table.act(seat, Vote(Motion("put_away"), True))
    assert table.now.game is None
    late(table, seller, Accept(b, 1), ask=ask)
    table.act(SEATS[3], TakeUp(game))
    assert all_but_numbers(table) == before
    table.act(seller, Accept(b, 1), ask=number(table, seller, f"accept_{b}"))
    assert [one.hand for one in table.now.view(TABLE).seats] == [9 if seat == seller else 8 for seat in SEATS]
