"""A whole evening through the shipped program: simulated chip, real drivers, real HTTP for each phone, the plug pulled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.barracuda.model import CARDS
from companion.pieces import Piece
from tests.evenings.house import House, Phone, marks, open_house, request, until

SEATS = "ABCD"
GAMES = 5  # that may end without an auction before the test gives up
ACTIONS = ("own_partner", "partnership", "open", "takeover")  # What the others do, the first that can be done.


@pytest.fixture
def house(tmp_path: Path):
    with open_house(tmp_path) as running:
        yield running


def test_a_whole_evening_to_the_winner_with_the_plug_pulled_in_an_auction(house: House) -> None:
    phones = {seat: Phone(house, seat) for seat in SEATS}
    evening = Evening(house, phones)
    evening.sit_down_and_start()
    evening.play_to_an_auction()
    evening.auction_with_the_plug_pulled()
    evening.play()
    assert all(marks(phone.page(), "page")[0]["data-page"] == "over" for phone in phones.values())
    assert "Safe to unplug" in house.stop()


def a_note(pile: dict[str, Any]) -> dict[str, int]:
    """Return one note of the purse that *pile* is laid from, a false one where there is any: who has none needn't bid (B9)."""
    return {"fakes": 1} if pile["purse"][1] else {"ones": 1}


class Evening:
    """Four people at a table: Noor opens whatever she can and auctions, the others take what is offered."""

    def __init__(self, house: House, phones: dict[str, Phone]) -> None:
        self.house, self.phones = house, phones
        self.opened: set[str] = set()
        self.draws = 0

    def sit_down_and_start(self) -> None:
        for phone in self.phones.values():
            phone.sit()
        self.start()

    def start(self) -> None:
        self.draws = 0
        status, said = self.phones["A"].act({"ask": None, "command": {"is": "StartGame", "game": "barracuda", "options": {}}})
        assert status == 200, said

    def play_to_an_auction(self) -> None:
        """Play until somebody may auction a bar, in another game where one ended before: the draws are anybody's."""
        for _ in range(GAMES):
            self.play(until_asked="auction")
            if not self.over():
                return
            self.opened.clear()
            self.start()
        raise AssertionError(f"{GAMES} games ended without an auction")

    def play(self, until_asked: str = "") -> None:
        """Play turn after turn, until somebody may do *until_asked*, or to the end."""
        while not self.over():
            if self.asked("answer"):
                self.asked("answer").answer("AcceptOffer")
            elif self.asked("stake"):
                self.stake()
            elif self.asked("bid"):
                self.bid(self.asked("bid"))
            elif self.asked("sell"):
                self.sell(self.asked("sell"))
            elif active := self.asked("open"):
                if until_asked and until_asked in active.panels():
                    return
                self.act(active)
            else:
                self.draw()

    def over(self) -> bool:
        return marks(self.phones["A"].page(), "page")[0]["data-page"] == "over"

    def asked(self, name: str) -> Phone | None:
        return next((phone for phone in self.phones.values() if name in phone.asks()), None)

    def draw(self) -> None:
        """By the OK key and by a phone in turn; last order is called when a round may be turned."""
        self.draws += 1
        caller = next((phone for phone in self.phones.values() if "last_order" in phone.asks()), None)
        if caller and self.draws > 14:
            status, said = caller.act(
                next(one for one in caller.offered("last_order") if one["command"]["is"] == "CallLastOrder")
            )
            assert status == 200, said
        elif self.draws % 2:
            before = self.phones["B"].asks()["draw"]
            self.house.bench("press", button="ok", long=False)
            until(lambda: self.is_drawn(before), "the OK key")
        else:
            self.phones["B"].answer("CallDraw")

    def is_drawn(self, before: int) -> bool:
        """Whether the draw with that number is over: somebody is asked what comes of it, and the bag is not in the way."""
        if self.over() or any(self.asked(name) for name in ("open", "stake", "answer")):
            return True
        return self.phones["B"].asks().get("draw", before) != before

    def stake(self) -> None:
        """All they have, up to twelve, so that the evening ends."""
        phone = self.asked("stake")
        _, pile = phone.pile("stake")
        real, fakes = pile["purse"]
        status, said = phone.lay("stake", ones=min(real, 12), fakes=0 if real else min(1, fakes))
        assert status == 200, said

    def act(self, phone: Phone) -> None:
        wanted = ("open", *ACTIONS) if phone.seat == "A" else ACTIONS
        action = next(name for name in (*wanted, "auction", "pass") if name in phone.panels())
        match action:
            case "open":
                self.open_a_bar(phone)
            case "partnership" | "takeover":
                pick = phone.picks(action)[0]
                _, pile = phone.pile(action, pick)
                status, said = phone.lay(action, pick, ones=pile["least"], fakes=min(1, pile["purse"][1]))
                assert status == 200, said
            case _:
                status, said = phone.act(phone.offered(action)[0])
                assert status == 200, said

    def open_a_bar(self, phone: Phone) -> None:
        """Turn over a card of the real box and lay it on the reader."""
        card = next(card for card in CARDS if card.name not in self.opened)
        self.opened.add(card.name)
        if sum(one.places == card.places for one in CARDS if one.name in self.opened) > 5:
            return  # The sixth of a kind is in the box.
        self.house.tap(Piece("card", card.name), lambda: "open" not in phone.asks())

    def auction_with_the_plug_pulled(self) -> None:
        seller = self.asked("open")
        status, said = seller.act(seller.offered("auction")[0])
        assert status == 200, said
        bidders = [phone for phone in self.phones.values() if "bid" in phone.asks()]
        number, pile = bidders[0].pile("bid")
        first = {"ask": ["bid", number], "command": {**pile["command"], "pile": a_note(pile)}}
        acknowledged = bidders[0].act(first, key="the-first-bid")
        assert acknowledged[0] == 200, acknowledged
        self.pull_the_plug()
        assert bidders[0].act(first, key="the-first-bid") == acknowledged, "asked again with the same key"
        for phone in bidders[1:]:
            self.bid(phone)
        self.sell(seller)

    def bid(self, phone: Phone) -> None:
        status, said = phone.lay("bid", **a_note(phone.pile("bid")[1]))
        assert status == 200, said

    def sell(self, phone: Phone) -> None:
        status, said = phone.act(phone.offered("sell")[0])
        assert status == 200, said

    def pull_the_plug(self) -> None:
        """Kill -9 in mid-auction and start again: every phone, the table screen and the display show the same."""
        before = self.all_shown()
        picture = self.house.still()
        self.house.kill()
        self.house.start()
        assert self.all_shown() == before
        until(lambda: self.house.display() == picture, "the same picture on the display")

    def all_shown(self) -> list[str]:
        return [phone.page() for phone in self.phones.values()] + [self.house.table()]


def test_a_start_on_a_port_that_is_taken_is_refused(house: House, tmp_path: Path) -> None:
    second = House(tmp_path / "second")
    second.port = house.port
    with pytest.raises(AssertionError, match=f"another program has port {house.port} already"):
        second.start()


def test_a_second_start_on_the_same_data_directory_is_refused(house: House) -> None:
    second = House(house.data)
    with pytest.raises(AssertionError, match="a table is running on"):
        second.start()
    assert request(house.port, "localhost", "POST", "/bench/press", {"button": "ok", "long": False})[0] < 300, (
        "the first one goes on"
    )
