"""The tour of Shark's pages: each part brings a table to one state after another and yields it, like those of `tour`."""

from collections.abc import Iterator
from typing import Final

from companion.games.shark.moves import EndTurn, NameFirst, SellForDebt, TakeShare
from companion.table.evening import Pause
from companion.table.voting import Motion, Vote
from tests.web.browsing import House, shown
from tests.web.shark_tables import BY_HAND, build, crash, owing, shares, throw, two_buildings
from tests.web.tables import play_until
from tests.web.tour import Part, Stop


def start(on: House, letters: str = "ABCD", **options: str) -> None:
    on.start("shark", letters, **{**BY_HAND, **options})


# The phones


def open_books(on: House) -> Iterator[Stop]:
    """A game with open holdings, from the first question to the end."""
    start(on)
    a = on.show("A", ".counter [data-panel=first]")
    a.click("[data-panel=first]")
    yield "shark-who-begins-choosing", shown(a, "#panel .choices")
    on.table.act("A", NameFirst("A"))
    yield "shark-first-share", shown(a, "#panel .choices input[value=red]")
    yield "shark-others-take-shares", on.show("B", ".watch")
    for letter, company in {"A": "red", "B": "green", "C": "green", "D": "yellow"}.items():
        on.table.act(letter, TakeShare(company))
    yield "shark-first-turn", shown(a, ".deal")
    a.click("[data-panel=dice]")
    a.click("#panel .faces label >> nth=2")
    yield "shark-dice", a
    throw(on.table, "A", 1, "white")
    yield "shark-building-any-colour", shown(a, "#panel .tabs")
    yield "shark-somebody-builds", on.show("B", ".map .may")
    a.click(".tabs [data-pick=green]")
    a.click("#panel .site label:has(input[value=green-C1])")
    yield "shark-cell-picked", shown(a, "#panel .follow:visible")
    a.click("[data-confirm]")
    yield "shark-statement", shown(a, ".statement")
    on.table.act("A", EndTurn())
    b = on.show("B", "[data-panel=buy]")
    b.click("[data-panel=buy] >> nth=0")
    yield "shark-buying", shown(b, "#panel .stepper")
    b.click("#panel [data-confirm]")
    yield "shark-turn-with-shares", shown(b, "[data-panel=sell]")
    b.click("[data-panel=sell] >> nth=0")
    yield "shark-selling", shown(b, "#panel .stepper")
    on.leave()
    play_until(on.table, lambda view: view.phase == "over")
    yield "shark-over", on.show("C", ".over")


def hidden_books(on: House) -> Iterator[Stop]:
    """A game with hidden holdings."""
    start(on, holdings="hidden")
    two_buildings(on.table)
    c = on.show("C", ".deal")
    yield "shark-hidden-turn", c
    c.focus("[data-purse]")
    c.keyboard.press("Enter")
    yield "shark-hidden-purse", shown(c, ".sheet")
    throw(on.table, "C", 1, "red")
    c.click("#panel .site label:has(input[value=red-A2])")
    yield "shark-why-not-there", shown(c, ".follow:visible")
    c.click("#panel .site label:has(input[value=red-D5])")
    c.click("[data-confirm]")
    yield "shark-hidden-end-of-turn", shown(c, ".counter [data-act*=EndTurn]")


def forced_sale(on: House) -> Iterator[Stop]:
    """B's debt and sales, with hidden holdings: others aren't told the sums."""
    start(on, holdings="hidden")
    owing(on.table)
    b = on.show("B", "#panel .give")
    yield "shark-forced-sale", b
    yield "shark-others-wait-for-a-sale", on.show("D", ".statement")
    b.click("#panel summary")
    b.click("[data-key='green+']")
    yield "shark-sale-that-will-do", shown(b, "[data-suffices]")
    b.click("[data-key='blue+']")
    yield "shark-sale-of-too-much", shown(b, "[data-verdict] .tile")
    on.table.act("B", SellForDebt(green=1))
    yield "shark-after-the-sale", shown(b, "#page .statement")


PHONES: Final[tuple[Part, ...]] = (open_books, hidden_books, forced_sale)


# The table screen


def market(on: House) -> Iterator[Stop]:
    """Six at the table, from the first question to the final sale."""
    start(on, "ABCDEF")
    yield "table-shark-naming", on.screen(".shark")
    shares(on.table, A="yellow", B="green", C="green", D="yellow", E="red", F="red")
    yield "table-shark-trading", on.screen(".shark")
    throw(on.table, "A", 1, "black")
    yield "table-shark-building", on.screen(".shark")
    on.leave()
    play_until(on.table, lambda view: len(view.buildings) > 30 and view.phase == "trading" and view.latest == "BonusPaid")
    yield "table-shark-late", on.screen(".shark")
    on.leave()
    play_until(on.table, lambda view: False)
    yield "table-shark-over", on.screen(".shark.closing")


def one_owes(on: House) -> Iterator[Stop]:
    start(on, holdings="hidden")
    two_buildings(on.table)
    yield "table-shark-hidden", on.screen(".shark")
    build(on.table, "C", "blue", "B1")
    yield "table-shark-one-owes", on.screen(".shark")
    on.table.act("A", Pause())
    yield "table-shark-of-four-paused", on.screen(".agreed")


def three_owe(on: House) -> Iterator[Stop]:
    """The text below the counter takes room from the books of six."""
    start(on, "ABCDEF")
    crash(on.table)
    yield "table-shark-three-owe", on.screen(".shark")
    on.table.act("A", SellForDebt(red=3))
    on.table.act("B", SellForDebt(green=3))
    yield "table-shark-two-have-paid", on.screen(".shark")
    on.table.act("B", Vote(Motion("put_away"), True))
    yield "table-shark-votes-to-put-away", on.screen(".agreed")
    on.table.act("A", Pause())
    yield "table-shark-paused", on.screen(".agreed.voice")


SCREENS: Final[tuple[Part, ...]] = (market, one_owes, three_owe)
