"""The tour of Négoces 2's pages: each part brings a table to one state after another and yields it, like those of `tour`."""

from collections.abc import Iterator
from typing import Final

from companion.games.negoces2.moves import BidCoins, Drop, ForceSale, KeepSilent, LayCard, NameOpener, PickCard, SetCoins
from companion.table.voting import Motion, Vote
from tests.web.browsing import House, shown
from tests.web.fingers import opened
from tests.web.negoces2_tables import BY_HAND, FOUR, all_offer, auctioned, dealt, to_market
from tests.web.tables import play_until
from tests.web.tour import Part, Stop


def start(on: House, **options: str) -> None:
    on.start("negoces2", "ABCD", **{**BY_HAND, **options})


# The phones


def before_the_market(on: House) -> Iterator[Stop]:
    """From the players' own goods to the first card for sale."""
    start(on)
    a = on.show("A", "#panel .cards")
    a.click("#panel [data-pick=tea]")
    a.click("#panel label:has(input[value=tea-jade])")
    yield "negoces-own-goods-chosen", a
    dealt(on.table)
    b = on.show("B", "[data-panel=opener]")
    b.click("[data-panel=opener]")
    yield "negoces-who-opens-choosing", shown(b, "#panel .choices")
    on.table.act("C", NameOpener("A"))
    yield "negoces-to-open", shown(a, "[data-act*=BidCoins]")
    for letter, amount in (("A", 1), ("B", 3), ("C", 5), ("D", 7), ("A", 9), ("B", 11), ("C", 13), ("D", 15)):
        on.table.act(letter, BidCoins(amount))
    yield "negoces-no-higher-bid", shown(a, ".counter [data-panel=bid]")
    a.click(".counter [data-panel=bid]")
    yield "negoces-out", shown(a, "#panel [data-act*=Drop]")
    for letter in "ABC":
        on.table.act(letter, Drop())
    d = on.show("D", "#panel .cards")
    d.click("#panel label:has(input[value=contraband])")
    yield "negoces-which-way-up", shown(d, "#panel [data-of]:visible")
    yield "negoces-somebody-lays", on.show("B", ".around")


def at_the_market(on: House) -> Iterator[Stop]:
    """Offers from the first to the forced sale, with hidden coins."""
    start(on, coins="hidden")
    to_market(on.table, face_down=True)
    b = on.show("B", "[data-panel=offer]")
    b.click(".cover")
    yield "negoces-the-own-hand", shown(b, ".hand-of.open .card")
    c = on.show("C", "[data-panel=offer]")
    c.click("[data-panel=offer]")
    c.click("#panel label:has(input[value=jewels])")
    yield "negoces-an-offer", shown(c, "#panel .ways")
    all_offer(on.table)
    a = on.show("A", "[data-panel=accept_D]")
    yield "negoces-offers", a
    for panel in ("accept_B", "accept_C", "set_coins", "force"):
        a.click(f"[data-panel={panel}]")
        yield f"negoces-{panel.replace('_', '-').lower()}", shown(a, f"#panel [data-ask={panel}]")
        a.click("#panel [data-close]")
    yield "negoces-an-offer-of-ones-own", on.show("C", "[data-act*=Withdraw]")


def forced_sale(on: House) -> Iterator[Stop]:
    start(on, coins="each")
    to_market(on.table)
    all_offer(on.table)
    yield "negoces-hide-coins", opened(on.show("C", "[data-panel=hide_coins]"), "hide_coins")
    on.leave()
    a = opened(on.show("A", "[data-panel=force]"), "force")
    a.click("#panel [data-pick=contraband]")
    a.click("#panel label:has(input[value=contraband-tea])")
    yield "negoces-a-good-named", a
    on.table.act("A", ForceSale("contraband", "tea"))
    yield "negoces-a-card-to-pick", shown(a, "#panel .choices")
    yield "negoces-somebody-picks", on.show("C", ".offers")


def late(on: House) -> Iterator[Stop]:
    """A hand of many kinds, the winner, and the end."""
    start(on)
    dealt(on.table)
    auctioned(on.table)
    on.leave()
    play_until(
        on.table, lambda view: view.phase == "negotiating" and view.may_end and len(on.table.now.view("B").hand) > 5, seed=4
    )
    b = on.show("B", ".cover")
    b.click(".cover")
    yield "negoces-a-hand-of-many-kinds", shown(b, ".hand-of.open .card")
    on.leave()
    play_until(on.table, lambda view: view.phase == "declaring", seed=5)
    seller = on.table.now.view("A").declaring.seller
    one, *others = (letter for letter in FOUR if letter != seller)
    page = on.show(one, "[data-panel=declare]")
    page.click("[data-panel=declare]")
    yield "negoces-declare", shown(page, "#panel [data-act*=KeepSilent]")
    for letter in (one, *others):
        on.table.act(letter, KeepSilent())
    page = on.show(one, "[data-panel=go_on]")
    page.click("[data-panel=go_on]")
    yield "negoces-go-on", shown(page, "#panel [data-act*=OpenAnswers]")
    yield "negoces-the-seller-may-go-on", on.show(seller, "[data-panel=lay]")
    on.leave()
    play_until(on.table, lambda view: False)
    yield "negoces-over", on.show("C", ".over")


PHONES: Final[tuple[Part, ...]] = (before_the_market, at_the_market, forced_sale, late)


# The table screen


def market(on: House) -> Iterator[Stop]:
    """From the deal to a card chosen in a forced sale."""
    start(on)
    yield "table-negoces-dealing", on.screen(".market")
    dealt(on.table)
    yield "table-negoces-who-opens", on.screen(".market")
    auctioned(on.table)
    yield "table-negoces-selling", on.screen(".market")
    on.table.act("A", LayCard("wine", face_down=True))
    on.table.act("A", SetCoins(5))
    yield "table-negoces-no-offer-yet", on.screen(".places")
    all_offer(on.table)
    on.table.act("B", Vote(Motion("put_away"), True))
    yield "table-negoces-offers", on.screen(".places")
    on.table.act("A", ForceSale("contraband", "tea"))
    yield "table-negoces-forced", on.screen(".forced")
    on.table.act("A", PickCard("B"))
    yield "table-negoces-picked", on.screen(".market")


def hidden_market(on: House) -> Iterator[Stop]:
    start(on, coins="hidden")
    dealt(on.table)
    auctioned(on.table)
    on.leave()
    play_until(on.table, lambda view: view.phase == "declaring")
    yield "table-negoces-declaring", on.screen(".answers")
    on.leave()
    play_until(on.table, lambda view: False)
    yield "table-negoces-over", on.screen(".market.closing")


SCREENS: Final[tuple[Part, ...]] = (market, hidden_market)
