"""An evening of Barracuda by real taps; after each action, what the table screen and the purses show of it."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.kit.pieces import Piece
from tests.evenings.house import NAMES, until
from tests.evenings.thumbs import Phone, Room


def play(room: Room) -> None:
    """Open bars with a card and by phone, pull the plug during an offer, and play a round in the order of stakes."""
    room.sit_down("ABC")
    room.start("barracuda", draw="bag")
    noor, emile, jonas = room.phones.values()
    room.tap(Piece("bag", "A"), "A", "open")
    room.house.tap(Piece("card", "Octopus"), lambda: not noor.is_asked("open"))
    has_lease(room, noor, "Octopus")
    noor.draw("B")
    open_a_bar(room, emile, "Karambole")
    noor.draw("C")
    open_a_bar(room, jonas, "Albatros")
    jonas.draw("B")
    with changed({emile: -2, noor: 2}):
        emile.offer("partnership", "Octopus", 1, 1, 0)
        room.shows(".push")
        shown = room.shown()
        room.pull_the_plug()
        until(lambda: room.shown() == shown, "the pages that were there before")
        noor.decide("accept")
        has_place(room, emile, "Octopus")
    noor.draw("C")
    jonas.act("own_partner", "Albatros")
    has_place(room, jonas, "Albatros")
    jonas.draw("A")
    open_a_bar(room, noor, "Tide Bar")
    last_order(room)


def last_order(room: Room) -> None:
    """The lowest stake plays first; between equal stakes the bag decides (7)."""
    noor, emile, jonas = room.phones.values()
    with changed({noor: -2, emile: 0, jonas: -2}):
        emile.open("last_order")
        emile.send('#panel [data-act*="CallLastOrder"]')
        noor.lay(2)
        emile.lay(0, 0)
        jonas.lay(1, 1)
        room.shows("[data-revealed]")
        assert room.screen.locator(".places [data-seat]").first.get_attribute("data-seat") == "B"
    assert noor.draw("B") == ["B"]
    emile.act("own_partner", "Karambole")
    has_place(room, emile, "Karambole")
    assert noor.draw("C") == ["A", "C"]
    with changed({jonas: 5, noor: -5}):  # Refusing costs as much as was offered (6.4).
        jonas.offer("takeover", "Tide Bar", 5)
        noor.decide("refuse")
        has_lease(room, noor, "Tide Bar")
    assert jonas.draw("A") == ["A"]
    room.shows("[data-seat=A].now")


@contextmanager
def changed(by: dict[Phone, int]) -> Iterator[None]:
    """Assert that the real money in the purses of these phones changes by these amounts."""
    before = {phone: phone.purse()[0] for phone in by}
    yield
    assert {phone.seat: phone.purse()[0] - before[phone] for phone in by} == {phone.seat: more for phone, more in by.items()}


def open_a_bar(room: Room, phone: Phone, bar: str) -> None:
    room.shows(f"[data-seat={phone.seat}].now")
    phone.act("open", bar)
    has_lease(room, phone, bar)


def has_lease(room: Room, phone: Phone, bar: str) -> None:
    room.shows(f'[data-bar="{bar}"][data-lessee={phone.seat}]')


def has_place(room: Room, phone: Phone, bar: str) -> None:
    room.shows(f'[data-bar="{bar}"] .side >> text={NAMES[phone.seat]}')
