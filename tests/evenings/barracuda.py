"""Barracuda by true taps: an evening of it, and what people do, each with what table screen and purses show of it."""

from __future__ import annotations

from companion.pieces import Piece
from tests.evenings.house import NAMES
from tests.evenings.thumbs import Phone, Room


def play(room: Room) -> None:
    room.sit_down("ABC")
    room.start("barracuda", draw="bag")
    noor, emile, jonas = room.phones.values()
    room.tap(Piece("bag", "A"), "A", "open")
    room.house.tap(Piece("card", "Octopus"), lambda: not noor.is_asked("open"))
    room.shows('[data-bar="Octopus"][data-lessee=A]')
    noor.draw("B")
    open_a_bar(room, emile, "Karambole")
    noor.draw("C")
    open_a_bar(room, jonas, "Albatros")
    jonas.draw("B")
    become_partner(room, emile, noor, "Octopus", plug_pulled=True)
    noor.draw("C")
    take_the_own_place(room, jonas, "Albatros")
    jonas.draw("A")
    open_a_bar(room, noor, "Tide Bar")
    last_order(room)


def last_order(room: Room) -> None:
    """The lowest stake plays first, and between equal ones the bag decides (7)."""
    noor, emile, jonas = room.phones.values()
    before = purses(noor, emile, jonas)
    emile.call_last_order()
    noor.lay(2)
    emile.lay(0, 0)
    jonas.lay(1, 1)
    room.shows("[data-revealed]")
    order = [one.get_attribute("data-seat") for one in room.screen.locator(".places [data-seat]").all()]
    assert order[0] == "B"
    assert purses(noor, emile, jonas) == [before[0] - 2, before[1], before[2] - 2]
    assert drawn(noor, "B") == ["B"]
    take_the_own_place(room, emile, "Karambole")
    assert drawn(noor, "C") == ["A", "C"]
    offer_for_a_lease(room, jonas, noor, "Tide Bar", 5, accepted=False)
    assert drawn(jonas, "A") == ["A"]
    room.shows("[data-seat=A].now")


def play_to_the_winner(room: Room) -> None:
    """Do the rest of what one can do, around a game in its fifth round: the fifth pawn wins at the end of the next own turn."""
    noor, emile, jonas, sanne, luc = room.phones.values()
    noor.draw("E")
    renovate(room, luc, "Jetty Bar", {"A": 5, "B": 2, "C": 0, "D": 1})
    noor.draw("A")
    sell(room, noor, emile, "Reef Bar", (jonas, sanne, luc))
    noor.draw("B")
    let_it_pass(room, emile)
    noor.draw("C")
    offer_in_vain_for_a_place(room, jonas, noor, "Harbour Bar")
    jonas.draw("D")
    offer_for_a_lease(room, sanne, luc, "Pier Bar", 2, 2, accepted=True)
    luc.draw("B")
    win_by_five(room)


def purses(*phones: Phone) -> list[int]:
    return [phone.purse()[0] for phone in phones]


def drawn(phone: Phone, seat: str) -> list[str]:
    phone.open("draw")
    phone.page.wait_for_selector("#panel [name=option]", state="attached")
    options = [one.get_attribute("value") or "" for one in phone.page.locator("#panel [name=option]").all()]
    phone.choose(seat)
    return options


def open_a_bar(room: Room, phone: Phone, bar: str) -> None:
    room.shows(f"[data-seat={phone.seat}].now")
    phone.act("open", bar)
    room.shows(f'[data-bar="{bar}"][data-lessee={phone.seat}]')


def take_the_own_place(room: Room, phone: Phone, bar: str) -> None:
    phone.act("own_partner", bar)
    room.shows(f'[data-bar="{bar}"] .side >> text={NAMES[phone.seat]}')


def become_partner(room: Room, buyer: Phone, lessee: Phone, bar: str, *, plug_pulled: bool = False) -> None:
    """Offer two notes and a fake for the partner's place, which is taken; a power cut in between changes nothing."""
    before = purses(buyer, lessee)
    buyer.offer("partnership", bar, 1, 1, 0)
    room.shows(".push")
    if plug_pulled:
        shown = room.shown()
        room.pull_the_plug()
        assert room.shown() == shown
    lessee.answer("AcceptOffer")
    room.shows(f'[data-bar="{bar}"] .side >> text={NAMES[buyer.seat]}')
    assert purses(buyer, lessee) == [before[0] - 2, before[1] + 2]


def offer_in_vain_for_a_place(room: Room, buyer: Phone, lessee: Phone, bar: str) -> None:
    """Who refuses sends the offer to the bank, and as much of their own after it (6.3)."""
    before = purses(buyer, lessee)
    buyer.offer("partnership", bar, 2, 1, 0)
    lessee.answer("RefuseOffer")
    room.shows(f'[data-bar="{bar}"] .side.free')
    assert purses(buyer, lessee) == [before[0] - 3, before[1] - 3]


def offer_for_a_lease(room: Room, buyer: Phone, lessee: Phone, bar: str, *notes: int, accepted: bool) -> None:
    """Who refuses pays as much as was offered (6.4)."""
    before, worth = purses(buyer, lessee), sum(notes) if accepted else -sum(notes)
    buyer.offer("takeover", bar, *notes)
    lessee.answer("AcceptOffer" if accepted else "RefuseOffer")
    room.shows(f'[data-bar="{bar}"][data-lessee={buyer.seat if accepted else lessee.seat}]')
    assert purses(buyer, lessee) == [before[0] - worth, before[1] + worth]


def renovate(room: Room, seller: Phone, bar: str, bids: dict[str, int]) -> None:
    """Everybody must bid, nobody's bid is taken; it costs 1 (6.5)."""
    bidders = [room.phones[seat] for seat in bids]
    before = purses(*bidders, seller)
    seller.act("auction", bar)
    room.shows(f'[data-auction="{bar}"]')
    for phone in bidders:
        phone.lay(bids[phone.seat])
    seller.sell("none")
    room.shows(".has-ladder")
    assert purses(*bidders, seller) == [*before[:-1], before[-1] - 1]


def sell(room: Room, seller: Phone, buyer: Phone, bar: str, others: tuple[Phone, ...]) -> None:
    """One bid is taken, and not the highest; the others go back whole (6.5)."""
    before = purses(seller, buyer, *others)
    seller.act("auction", bar)
    buyer.lay(2, 1, 0)
    for phone in others:
        phone.lay(5)
    seller.sell(buyer.seat)
    room.shows(f'[data-bar="{bar}"][data-lessee={buyer.seat}]')
    assert purses(seller, buyer, *others) == [before[0] + 3, before[1] - 3, *before[2:]]


def let_it_pass(room: Room, phone: Phone) -> None:
    """The fifth pawn came in another's turn, so it doesn't win yet; there is none left to play with (B5, B11)."""
    phone.look()
    assert phone.actions() == ["pass"]
    phone.act("pass")
    room.shows(".said >> text=passes")


def win_by_five(room: Room) -> None:
    """All five pawns have stood since the end of the own turn before (B5)."""
    room.shows("[data-winner=B]")
    for phone in room.phones.values():
        phone.page.wait_for_selector("#page .over")
        phone.sees("Émile")
