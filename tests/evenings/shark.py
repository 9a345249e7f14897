"""An evening of Shark: the first turns of four, with real dice, up to a debt that is paid with shares."""

from companion.kit.pieces import Piece
from tests.evenings.thumbs import Phone, Room

TAKEN = {"A": "yellow", "B": "green", "C": "green", "D": "yellow"}


def play(room: Room) -> None:
    """Sit down, take shares, build, buy, and let a chain of Blue remove Green from the map: Émile owes more than his cash."""
    room.sit_down("ABCD")
    room.start("shark", first="chosen", dice="real")
    noor, emile, jonas, _ = room.phones.values()
    room.tap(Piece("bag", "A"), "A", "share")
    for seat, company in TAKEN.items():
        room.phones[seat].look()
        room.phones[seat].choose(company)
    build(noor, "green", "C1")
    room.shows(".map .cell svg")
    noor.answer("EndTurn")
    buy(emile, "green")
    build(emile, "blue", "A1")
    room.house.tap(Piece("token", "blue"), lambda: emile.page.locator("#panel .direct").is_visible())
    emile.tap("#panel .direct button")
    emile.send("#panel [data-confirm]")
    emile.answer("EndTurn")
    build(jonas, "blue", "B1")
    emile.look()
    emile.sees("1 short")
    emile.tap("#panel [data-key='green+']")
    emile.sees("Enough. You keep 0.")
    emile.send("#panel [data-confirm]:enabled")
    jonas.page.wait_for_selector(".statement >> text=sold")
    jonas.answer("EndTurn")
    for page in (room.screen, noor.page, emile.page):
        page.wait_for_selector("text=Sanne trades")


def build(phone: Phone, company: str, cell: str) -> None:
    phone.open("dice")
    phone.choose("1", company)
    phone.look()
    phone.choose(f"{company}-{cell}")


def buy(phone: Phone, company: str) -> None:
    phone.open("buy", company)
    phone.tap("#panel .direct button")
    phone.send("#panel [data-confirm]")
