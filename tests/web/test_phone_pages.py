"""A player's pages over whole games, in every language: every state has a page, and no page tells a secret."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.asks import LayPile
from companion.barracuda.moves import (
    AcceptOffer,
    AuctionBar,
    Bid,
    CallLastOrder,
    DrawPawn,
    OfferPartnership,
    OfferTakeover,
    RefuseOffer,
    SellTo,
    Stake,
)
from companion.game import TABLE
from companion.money import Pile
from companion.pieces import Piece, Pieces
from companion.seating import StartGame
from companion.table import Table
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import FIRST, NAMES, SECOND, new_table, open_all

AGAIN = {"en": "Another game", "nl": "Nog een spel", "fr": "Encore une partie", "de": "Noch ein Spiel"}
VARIANTS: list[dict[str, Any]] = [
    {},
    {"deal": "companion", "last_order_window": "everyone", "bank": "once", "reveal_at_end": "off"},
    {"draw": "bag", "bank": "hidden", "stake_minimum": "one_fake", "last_order_window": "everyone"},
]


def look_everywhere(phones: dict[str, Phone], table: Table, seats: set[str]) -> None:
    """Fetch every page that the phones of *seats* could open now."""
    for seat in sorted(seats):
        phone = phones[seat]
        assert phone.get("/seat/view").status_code == 200
        for name, standing in table.standing(seat).items():
            if not standing.ask.is_open:
                continue
            page = phone.get(f"/seat/ask/{name}")
            assert page.status_code == 200
            if isinstance(standing.ask, LayPile):
                pick = getattr(standing.ask.lays[-1].command, "bar", "")
                assert "data-pile" in phone.get(f"/seat/ask/{name}", {"pick": pick}).text
                assert "data-push" in phone.get(f"/seat/ask/{name}", {"pick": pick, "notes": 3}).text
    assert phones["A"].get("/seat/purse").status_code == 200


def some_answer(asks: list[Any], generator: random.Random) -> Any:
    """Return a legal answer; piles are as small as they may be, or one note."""
    ask = generator.choice(asks)
    if not isinstance(ask, LayPile):
        return generator.choice(ask.options)
    lay = generator.choice(ask.lays)
    single = Pile(fakes=1) if ask.purse.fakes else Pile(ones=1)
    return replace(lay.command, pile=Pile(ones=lay.least) if lay.least else single)


@pytest.mark.parametrize("language", AGAIN)
@pytest.mark.parametrize("options", VARIANTS, ids=["cards", "companion", "bag"])
def test_every_state_of_a_whole_game_has_a_page(tmp_path: Path, options: dict[str, Any], language: str) -> None:
    table = new_table(tmp_path)
    phones = seated(new_app(table, language=language), table, NAMES)
    phones["A"].act(StartGame("barracuda", options))
    generator = random.Random(language)
    while table.playing:
        seat = generator.choice([seat for seat in table.awaited() if seat != TABLE] or list(NAMES))
        look_everywhere(phones, table, {seat, generator.choice("ABCDE")})
        asks = [standing.ask for standing in table.standing(seat).values() if standing.ask.is_open]
        table.act(seat, some_answer(asks, generator))
    look_everywhere(phones, table, set(NAMES))
    page = phones["B"].get("/seat/view").text
    assert AGAIN[language] in page
    assert ("data-purse" in page) == (options.get("reveal_at_end") == "off")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return new_table(tmp_path)


@pytest.fixture
def phones(table: Table) -> dict[str, Phone]:
    """The third round: everybody has two leases, and A and B a third; nobody is drawn yet."""
    return round_three(table)


def round_three(table: Table) -> dict[str, Phone]:
    phones = seated(new_app(table), table, NAMES)
    phones["A"].act(StartGame("barracuda", {"draw": "bag"}))
    open_all(table, FIRST)
    open_all(table, SECOND)
    return phones


def play(table: Table, *moves: tuple[str, Any]) -> None:
    for seat, command in moves:
        table.act(seat, command)


def auction(table: Table, seller: str) -> None:
    """Play the third round so that *seller*, A or E, has three leases, and let them auction one in the fourth."""
    other, theirs = ("E", "Tide Bar") if seller == "A" else ("B", "Banana Bar")
    play(table, (TABLE, DrawPawn(seller)), (seller, OfferTakeover(theirs, Pile(fives=1))), (other, AcceptOffer()))
    for seat in [seat for seat in NAMES if seat != seller]:
        bar = "Octopus" if seat != "A" else "Harbour Bar"
        lessee = "A" if seat != "A" else "B"
        play(table, (TABLE, DrawPawn(seat)), (seat, OfferPartnership(bar, Pile(ones=1))), (lessee, RefuseOffer()))
    play(table, (TABLE, DrawPawn(seller)), (seller, AuctionBar(theirs)))


def pages(phones: dict[str, Phone], but: str) -> dict[str, bytes]:
    """Return what everybody but *but* is sent, headers too."""
    answers = {seat: phone.get("/seat/view") for seat, phone in phones.items() if seat not in but}
    return {seat: answer.data + str(answer.headers).encode() for seat, answer in answers.items()}


def worlds(tmp_path: Path) -> list[tuple[Table, dict[str, Phone]]]:
    tables = [new_table(tmp_path / name) for name in ("one", "two")]
    return [(table, round_three(table)) for table in tables]


PILES = [Pile(fives=1, fakes=1), Pile(twos=2)]  # Both two notes, and enough for the rent of 2.


def test_a_pushed_pile_is_seen_by_two(tmp_path: Path) -> None:
    both = worlds(tmp_path)
    for (table, _), pile in zip(both, PILES, strict=True):
        play(table, (TABLE, DrawPawn("C")), ("C", OfferTakeover("Tide Bar", pile)))
    (_, one), (_, two) = both
    assert pages(one, but="CE") == pages(two, but="CE")
    assert pages(one, but="ABCD") != pages(two, but="ABCD")  # The lessee sees which notes they are: the test can see.


def test_bids_are_seen_by_the_seller_alone(tmp_path: Path) -> None:
    both = worlds(tmp_path)
    for (table, _), pile in zip(both, PILES, strict=True):
        auction(table, "A")
        play(table, *((seat, Bid(pile)) for seat in "BCDE"))
    (table, one), (_, two) = both
    assert pages(one, but="A") == pages(two, but="A")
    assert one["A"].get("/seat/ask/sell").data != two["A"].get("/seat/ask/sell").data
    assert one["B"].get("/seat/ask/sell").status_code == 409
    play(table, ("A", SellTo("C")))


def test_stakes_are_closed_until_all_are_laid(tmp_path: Path) -> None:
    both = worlds(tmp_path)
    for (table, _), pile in zip(both, PILES, strict=True):
        play(table, ("D", CallLastOrder()), ("A", Stake(pile)))
    (first, one), (second, two) = both
    assert pages(one, but="A") == pages(two, but="A")
    for table in (first, second):
        play(table, *((seat, Stake(Pile(fakes=1))) for seat in "BCDE"))
    assert pages(one, but="A") != pages(two, but="A")  # Revealed, in public.


def test_a_purse_is_on_no_page_but_its_own(table: Table, phones: dict[str, Phone]) -> None:
    play(table, (TABLE, DrawPawn("C")), ("C", OfferTakeover("Tide Bar", Pile(tens=1, ones=2, fakes=3))), ("E", AcceptOffer()))
    purse = table.view("E").purse
    figure = f'<b class="figure">{purse.real}</b>'
    assert figure in phones["E"].get("/seat/purse").text
    assert figure not in phones["E"].get("/seat/view").text
    assert f">{purse.real}<" not in phones["E"].get("/seat/view").text
    assert figure not in phones["A"].get("/seat/purse").text


def test_only_the_lessee_is_told_that_they_cannot_refuse(tmp_path: Path) -> None:
    both = worlds(tmp_path)
    for (table, _), bid in zip(both, (Pile(tens=3), Pile(ones=3)), strict=True):
        auction(table, "E")
        play(table, ("A", Bid(bid)), *((seat, Bid(Pile(fakes=1))) for seat in "BCD"), ("E", SellTo("A")))
        play(table, (TABLE, DrawPawn("C")), ("C", OfferTakeover("Octopus", Pile(tens=1, twos=1))))
    (_, poor), (_, rich) = both
    assert pages(poor, but="AE") == pages(rich, but="AE")
    assert "(B10)" in poor["A"].get("/seat/view").text
    assert "(B10)" not in rich["A"].get("/seat/view").text
    assert poor["A"].answer("answer", RefuseOffer()).status_code == 422
    assert rich["A"].answer("answer", RefuseOffer()).status_code == 200


def test_an_action_that_cant_be_done_stays_in_its_place_with_its_reason(table: Table, phones: dict[str, Phone]) -> None:
    play(table, (TABLE, DrawPawn("C")))
    page = phones["C"].get("/seat/view").text
    rows = re.findall(r'<button type="button" (disabled|data-panel="\w+")>', page)
    assert len(rows) == 5
    assert rows[-1] == "disabled"
    assert "Needs three leases. You hold two. (6.5)" in re.sub(r"<[^>]+>", "", page)


def test_a_tap_opens_its_bar_on_the_page_of_whoever_is_to_act(tmp_path: Path) -> None:
    pieces = Pieces({b"1234": Piece("card", "Tide Bar")})
    table = new_table(tmp_path, pieces)
    phones = round_three(table)
    play(table, (TABLE, DrawPawn("C")))
    assert table.tap("reader", b"1234").right
    page = phones["C"].get("/seat/view").text
    assert 'data-opens="takeover" data-pick="Tide Bar"' in page
    assert "data-opens" not in phones["E"].get("/seat/view").text


def test_drawing_waits_for_everybodys_word_on_last_order(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    phones = seated(new_app(table), table, NAMES)
    phones["A"].act(StartGame("barracuda", {"draw": "bag", "last_order_window": "everyone"}))
    open_all(table, FIRST)
    page = phones["A"].get("/seat/view").text
    assert "(B12)" in page
    assert 'data-panel="last_order"' in page
    assert 'data-panel="draw"' not in page
