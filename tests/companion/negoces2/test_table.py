"""A sale at a table: answers that are late."""

from typing import Any

import pytest

from companion.games.negoces2.moves import Accept, BidCoins, Drop, LayCard, Offer
from companion.kit import TABLE, Illegal
from companion.table.table import Stale, Table
from tests.companion.settings import number, sit_and_start

SEATS = "ABDE"


def coins(count: int) -> Offer:
    return Offer("", face_down=False, coins=count)


def card(table: Table, seat: str) -> str:
    """Return a card that *seat* holds."""
    return table.now.view(seat).hand[0].name


@pytest.fixture
def sale(table: Table) -> tuple[Table, str, list[str]]:
    """A table at which a card is for sale, face down, with its seller and the buyers."""
    sit_and_start(table, SEATS, game="negoces2")
    while "lay" not in {name for seat in SEATS for name in table.now.standing(seat)}:
        (turn,) = table.now.awaited()
        table.act(turn, BidCoins(1) if not table.now.view(TABLE).auction.price else Drop())
    (seller,) = table.now.awaited()
    table.act(seller, LayCard(card(table, seller), face_down=True))
    return table, seller, [seat for seat in SEATS if seat != seller]


def test_anothers_offer_makes_no_acceptance_late_but_its_own_change_does(sale: Any) -> None:
    table, seller, (b, c, _) = sale
    table.act(b, coins(5))
    seen_by_seller = number(table, seller, f"accept_{b}")
    table.act(c, coins(3))
    assert number(table, seller, f"accept_{b}") == seen_by_seller
    table.act(b, coins(1))
    with pytest.raises(Stale):
        table.act(seller, Accept(b, 1), ask=seen_by_seller)
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
    with pytest.raises(Stale):
        table.act(seller, Accept(b, 1), ask=ask)
