"""An evening of Négoces 2: a whole short game of four, dealt and opened by hand, up to the winner."""

from companion.kit.pieces import Piece
from tests.evenings.thumbs import Phone, Room
from tests.web.negoces2_tables import DEALT

CALLS = (("A", 1), ("B", 2), ("C", 0), ("D", 0), ("A", 3), ("B", 0))  # Noor gets the contraband for three coins.
NOTHING = "no card"


def play(room: Room) -> None:
    room.sit_down("ABCD")
    room.start("negoces2", deal="cards", opener="named")
    deal(room)
    auction(room)
    sell_all_round(room)
    sell_once_more(room)
    declare(room)
    for page in (room.screen, *(phone.page for phone in room.phones.values())):
        page.wait_for_selector("h1:has-text('Sanne wins'), h1:has-text('You win')")  # The second on Sanne's own.


def deal(room: Room) -> None:
    for seat, (first, second) in DEALT.items():
        room.phones[seat].open("deal", second)
        room.phones[seat].choose(f"{second}-{first}")


def auction(room: Room) -> None:
    room.tap(Piece("bag", "A"), "A", "bid")
    for seat, coins in CALLS:
        phone = room.phones[seat]
        phone.look()
        if coins:
            phone.send(f".counter button:has-text('Bid {coins}')")
        else:
            phone.tap(".counter [data-panel=bid]")
            phone.send("#panel [data-act*=Drop]")


def sell_all_round(room: Room) -> None:
    """Let everybody sell once: for coins, by force, face up and face down."""
    noor, emile, jonas, sanne = room.phones.values()
    lay(noor, "wine", "Face up")
    room.shows(".stall .card.wine")
    offer(emile, NOTHING, coins=12)
    offer(jonas, "coffee", "Face down", coins=2)
    room.shows(".places li:has-text('Jonas') .note")
    assert room.screen.locator(".places .card").count() == 0, "Jonas's offer lies face down"
    sanne.answer("Withdraw")
    accept(noor, "B")
    lay(emile, "tea", "Face down")
    offer(noor, NOTHING, coins=1)
    force(emile, "wine", "jade", "D")
    lay(sanne, "perfume", "Face up")
    offer(jonas, NOTHING, coins=13)
    accept(sanne, "C")
    lay(jonas, "coffee", "Face up")
    offer(noor, NOTHING, coins=9)
    accept(jonas, "A")


def sell_once_more(room: Room) -> None:
    """Open the answers with the OK key; then sell again and count the coins again, after which Sanne can win."""
    noor, *_, sanne = room.phones.values()
    room.house.press("ok")
    lay(noor, "spices", "Face up")
    offer(sanne, "jade", "Face up", coins=1)
    noor.open("set_coins")
    count(noor, 5)
    noor.send("#panel [data-confirm]:enabled")
    accept(noor, "D")


def declare(room: Room) -> None:
    """Somebody who can't have won can only keep silent."""
    *others, sanne = room.phones.values()
    for phone in others:
        phone.open("declare")
        phone.page.wait_for_selector("#panel [data-act*=KeepSilent]")
        assert phone.page.locator("#panel button:has-text('I’ve won')").is_disabled()
        phone.send("#panel [data-act*=KeepSilent]")
    sanne.open("declare")
    sanne.send("#panel [data-act*=Declare]:has-text('I’ve won')")


def turn_over(phone: Phone) -> None:
    """Open the hand on the panel, which arrives closed."""
    phone.page.wait_for_selector("#panel .hand-of")
    if not phone.page.locator("#panel .hand-of.open").count():
        phone.tap("#panel .cover")


def lay(phone: Phone, card: str, face: str) -> None:
    phone.open("lay")
    turn_over(phone)
    phone.tap(f"#panel label:has(input[value={card}])")
    phone.tap(f"#panel .ways label:has-text('{face}')")
    phone.send("#panel [data-confirm]:enabled")


def offer(phone: Phone, card: str, face: str = "", *, coins: int) -> None:
    phone.open("offer")
    turn_over(phone)
    phone.tap(f"#panel .cards label:has-text('{card}')")
    if face:
        phone.tap(f"#panel .ways label:has-text('{face}')")
    count(phone, coins)
    phone.send("#panel [data-confirm]:enabled")


def count(phone: Phone, coins: int) -> None:
    phone.page.fill("#panel input[name=coins]", str(coins))
    phone.page.keyboard.press("Tab")


def accept(seller: Phone, buyer: str) -> None:
    seller.open(f"accept_{buyer}")
    seller.send("#panel .lamp")


def force(seller: Phone, card: str, good: str, owner: str) -> None:
    seller.open("force")
    turn_over(seller)
    seller.tap(f"#panel [data-panel=force][data-pick={card}]")
    seller.choose(f"{card}-{good}")
    seller.page.wait_for_selector("#panel [data-ask=pick]")
    seller.choose(owner)
