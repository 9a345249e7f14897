"""Play Barracuda by touching the pages only: each player does the first thing that the page offers, until somebody has won."""

import time
from typing import Final

from tests.engines.conftest import Room
from tests.engines.webdriver import LOOK, PATIENCE, Tab

TURNS: Final = 60  # More than any game of three takes.
# In this order, nobody is left with an auction as the only possible action.
OFFERS: Final = ("takeover", "partnership")
SIMPLE: Final = ("own_partner", "open", "pass")
# With the ask's number.
DRAW: Final = "#page [data-act*=CallDraw]:enabled, #page [data-panel=draw]"  # With last order, the draw is asked for twice.
DRAWS: Final = f"return document.querySelector('{DRAW}') ? document.querySelector('#page > *').dataset.asks : ''"
ACTIONS: Final = "return Array.from(document.querySelectorAll('#page .acts [data-panel]:enabled'), (one) => one.dataset.panel)"
WON: Final = "return document.querySelector('#page .over') !== null"


def draw(room: Room) -> None:
    """Draw the next pawn on the first phone; the companion has the bag."""
    first = next(iter(room.phones.values()))
    ask = first.until(DRAWS)
    first.tap(DRAW)
    if first.run("return document.querySelector('#page [data-panel=draw]') !== null"):
        first.tap("#panel [data-act*=CallDraw]")
    first.until(f"return (() => {{ {DRAWS} }})() !== arguments[0]", ask)


def active(room: Room) -> tuple[Tab, list[str]]:
    """Wait until one phone says that it is its turn; return it and its actions: none if the turn is over already."""
    first = next(iter(room.phones.values()))
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for phone in room.phones.values():
            if actions := phone.run(ACTIONS):
                return phone, actions
        if first.run(DRAWS) or first.run(WON):
            return first, []
        time.sleep(LOOK)
    raise AssertionError("it is nobody's turn")


def take_a_turn(room: Room) -> None:
    """Do an action that takes effect at once, or make an offer if there is none."""
    phone, actions = active(room)
    simple = [action for action in SIMPLE if action in actions]
    if not simple:
        if actions:
            _, seller = offer(room)
            accept(seller)
            seller.until("return document.querySelector('.turnover') === null")
        return
    phone.tap(f"#page [data-panel={simple[0]}]")
    phone.see("#panel .counter")
    if phone.run("return document.querySelector('#panel [data-confirm]') !== null"):
        phone.tap("#panel .choices label")
        phone.tap("#panel [data-confirm]:enabled")
    else:
        phone.tap("#panel .counter .lamp")
    phone.until(f"return !(() => {{ {ACTIONS} }})().length")


def offer(room: Room) -> tuple[Tab, Tab]:
    """Push the least pile for the first bar that is available; return the phones of the buyer and the seller."""
    buyer, actions = active(room)
    buyer.tap(f"#page [data-panel={next(action for action in OFFERS if action in actions)}]")
    buyer.see("#panel .counter")
    if not buyer.run("return document.querySelector('#panel [data-pile]') !== null"):
        buyer.tap("#panel [data-panel][data-pick]")
    buyer.see("#panel .drawer")
    while buyer.run("return document.querySelector('#panel [data-shut]').disabled"):
        buyer.tap("#panel .drawer li:nth-child(4) [data-lay]:enabled, #panel [data-lay]:enabled")
    buyer.tap("#panel [data-shut]")
    buyer.tap("#panel [data-push]")
    buyer.until("return document.getElementById('panel').hidden")
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for phone in room.phones.values():
            if phone.run("return document.querySelector('.turnover') !== null"):
                return buyer, phone
        time.sleep(LOOK)
    raise AssertionError("nobody was offered anything")


def accept(seller: Tab) -> None:
    """Choose to accept an offer, and confirm that elsewhere."""
    if not seller.run("return document.querySelector('.turnover.open') !== null"):
        seller.tap("#page .turnover")
    seller.tap("#page .either label")
    seller.tap("#page [data-confirm]:enabled")


def play_to_the_end(room: Room) -> list[str]:
    """Play until the phones say that somebody has won, and return the winners' names."""
    first, *others = room.phones.values()
    for _ in range(TURNS):
        first.until(f"return (() => {{ {DRAWS} }})() || (() => {{ {WON} }})()")
        if first.run(WON):
            for phone in others:
                phone.until(WON)
            return list(first.run("return Array.from(document.querySelectorAll('.over h1'), (one) => one.innerText)"))
        draw(room)
        take_a_turn(room)
    raise AssertionError("nobody has won")
