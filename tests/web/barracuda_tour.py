"""The tour of Barracuda's pages: each part brings a table to one state after another and yields it, like those of `tour`."""

from collections.abc import Iterator
from typing import Final

from companion.games.barracuda import moves as play
from companion.kit import TABLE, Pile
from companion.seats.seating import StartGame
from companion.table.table import Table
from tests.web.begun import endings, poor_lessee, third_round
from tests.web.browsing import House, answered, shown
from tests.web.fingers import lay, opened, shut
from tests.web.tables import FIRST, SECOND, auction, auction_the_third, draw, open_all
from tests.web.tour import Part, Stop

# The phones


def first_rounds(on: House) -> Iterator[Stop]:
    """The companion's bag and deck, and last order, about which everybody is asked."""
    on.start(deal="companion", last_order_window="everyone", bank="once")
    yield "drawing", on.show("A")
    for place in (3, 7, 10, 1, 5):
        on.table.act("A", play.CallDraw())
        letter = str(on.table.now.view(TABLE).active.seat)
        if place == 3:
            page = opened(on.show(letter), "open")
            page.check("#panel input[value='8']", force=True)
            yield "choosing-a-place", page
        on.table.act(letter, play.OpenPlace(place))
    page = on.show("C", "[data-panel=last_order]")
    yield "everybody-is-asked", page
    for panel in ("last_order", "count_bank"):
        yield panel.replace("_", "-"), opened(page, panel)
        page.click("#panel [data-close]")
    on.table.act("B", play.DeclineLastOrder())
    yield "somebody-declined", on.show("B")


def turns(on: House) -> Iterator[Stop]:
    """A turn with all its panels, an offer from the first note to its answer, and the purse."""
    on.start(draw="bag")
    draw(on.table, "A")
    page = opened(on.show("A", ".acts"), "open")
    page.check("#panel input[value=Octopus]", force=True)
    yield "choosing-a-bar", page
    yield "watching", on.show("B")
    on.table.act("A", play.OpenBar(FIRST["A"]))
    open_all(on.table, {letter: bar for letter, bar in FIRST.items() if letter != "A"})
    open_all(on.table, SECOND)
    yield "drawing-from-the-bag", opened(on.show("B", "[data-panel=draw]"), "draw")
    draw(on.table, "A")
    page = on.show("A", ".acts")
    yield "turn", page
    page.focus("[data-purse]")
    page.keyboard.press("Enter")
    yield "purse", shown(page, ".sheet .figure")
    for panel in ("own_partner", "partnership", "takeover"):
        page = opened(on.show("A", f"[data-panel={panel}]"), panel)
        yield f"choosing-{panel.replace('_', '-')}", page
    page.click("#panel button[data-pick='Jetty Bar']")
    yield "an-empty-pile", shown(page, "#panel [data-pile]")
    yield "a-pile", lay(page, 1, 3, 4, 4)
    shut(page).click("[data-push]")
    yield "an-offer-sent", shown(page, "[data-page=offered]")
    yield "an-offer-to-others", on.show("E")
    page = on.show("C", ".turnover")
    yield "an-offer-to-answer", page
    page.click(".turnover")
    yield "an-offer-turned-over", page


def auctions(on: House) -> Iterator[Stop]:
    third_round(on, auctioned_partner="may_leave")
    draw(on.table, "A")
    on.table.act("A", play.OfferTakeover("Jetty Bar", Pile(tens=1, twos=1, fakes=7)))
    yield "a-thick-offer", on.show("C", ".turnover")
    on.table.act("C", play.AcceptOffer())
    auction_the_third(on.table, "Octopus")
    on.table.act("D", play.Bid(Pile(ones=3, fakes=7)))
    page = on.show("B", "#panel [data-pile]")
    yield "a-thick-bid", lay(page, 0, *[2] * 4, *[3] * 4, *[4] * 5)
    yield "a-closed-bid", shut(page)
    yield "the-seller-waits", on.show("A")
    for bidder, pile in (("B", Pile(fives=1, fakes=1)), ("C", Pile(fakes=1)), ("E", Pile(tens=1))):
        on.table.act(bidder, play.Bid(pile))
    yield "a-bid-laid", on.show("B")
    page = on.show("A", "#panel .bids")
    yield "closed-bids", page
    page.click("#panel [data-turn-all]")
    page.click("#panel .face:has(input[value=E])")
    yield "a-bid-chosen", page
    page.click("#panel [data-confirm]:enabled")
    answered(page)
    assert on.table.now.view(TABLE).bar("Octopus").lessee == "E"
    yield "sold", on.show("E")
    yield "stay-or-leave", on.show("B", ".either")


def last_orders(on: House) -> Iterator[Stop]:
    third_round(on, stake_minimum="one_fake")
    on.table.act("A", play.CallLastOrder())
    on.table.act("C", play.Stake(Pile(ones=1, fakes=1)))
    yield "a-stake-laid", on.show("C", ".asked")
    yield "a-closed-stake", shut(lay(on.show("B", "#panel [data-pile]"), 2, 2, 3, 4))
    stake(on.table)
    yield "all-stakes", on.show("A", ".order")


def stake(table: Table) -> None:
    """Let everybody lay a stake, C's being there already: B and C tie, and so do A and D."""
    for letter, pile in {"B": Pile(ones=1, fakes=2), "A": Pile(fives=1, twos=1, fakes=1), "E": Pile(fakes=3)}.items():
        table.act(letter, play.Stake(pile))
    table.act("D", play.Stake(Pile(twos=3, ones=1, fakes=5)))


def poverty(on: House) -> Iterator[Stop]:
    """A lessee who can't match an offer can't refuse it."""
    on.sit()
    yield "an-offer-that-cannot-be-refused", on.show(poor_lessee(on.table), ".plate:disabled")


def closing(on: House) -> Iterator[Stop]:
    on.sit()
    for _, cause in endings(on.table):
        yield f"over-{cause.replace('_', '-')}", on.show("B", ".over")
        on.leave()
    page = on.show("B", ".over")
    page.click("[data-fetch]")
    shown(page, "#panel .lobby").click("#panel [data-fetch='/seat/menu']")
    yield "menu-with-score", shown(page, "#panel [data-post]")


PHONES: Final[tuple[Part, ...]] = (first_rounds, turns, auctions, last_orders, poverty, closing)


# The screen in the room


def street(on: House) -> Iterator[Stop]:
    yield "table-nobody", on.screen(".stools")
    on.sit("A", "B", "C")
    yield "table-lobby-of-three", on.screen(".stools")
    on.sit("D", "E")
    on.table.act("A", StartGame("barracuda", {"draw": "bag"}))
    draw(on.table, "C")
    yield "table-first-turn", on.screen(".now")
    on.table.act("C", play.OpenBar(FIRST["C"]))
    open_all(on.table, {letter: bar for letter, bar in FIRST.items() if letter != "C"})
    yield "table-second-round", on.screen(".street")
    open_all(on.table, SECOND)
    yield "table-ten-bars", on.screen(".street")
    draw(on.table, "A")
    on.table.act("A", play.OfferTakeover("Jetty Bar", Pile(ones=2, fives=1, fakes=6)))
    yield "table-thick-offer", on.screen(".push")


def table_auction(on: House) -> Iterator[Stop]:
    third_round(on)
    auction(on.table)
    on.table.act("C", play.Bid(Pile(ones=1)))
    yield "table-auction", on.screen("[data-auction]")
    for letter, pile in (("B", Pile(fives=1, fakes=3)), ("D", Pile(ones=5, fakes=7)), ("E", Pile(fakes=2))):
        on.table.act(letter, play.Bid(pile))
    yield "table-all-bids", on.screen("[data-auction]")
    on.table.act("A", play.Renovate())
    yield "table-renovated", on.screen(".street")


def table_last_order(on: House) -> Iterator[Stop]:
    third_round(on)
    on.table.act("A", play.CallLastOrder())
    on.table.act("C", play.Stake(Pile(ones=1, fakes=1)))
    yield "table-stakes", on.screen(".lastcall")
    stake(on.table)
    yield "table-reveal", on.screen("[data-revealed]")


def table_closing(on: House) -> Iterator[Stop]:
    on.sit()
    for _, cause in endings(on.table):
        yield f"table-over-{cause.replace('_', '-')}", on.screen(".closing")
        on.leave()


SCREENS: Final[tuple[Part, ...]] = (street, table_auction, table_last_order, table_closing)
