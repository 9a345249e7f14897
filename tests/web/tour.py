"""A tour of every page and every state of it: each part plays a table to one state after the other and yields it.

`shark_tour` and `negoces2_tour` have those of the other games. `test_accessibility` inspects each stop, `pictures` takes its
picture. A part begins with a fresh table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.barracuda.moves import (
    AcceptOffer,
    Bid,
    CallDraw,
    CallLastOrder,
    DeclineLastOrder,
    OfferTakeover,
    OpenBar,
    OpenPlace,
    Renovate,
    SellTo,
    Stake,
)  # fmt: skip
from companion.evening import GoOn, Pause, VoteAway, VoteFree
from companion.game import TABLE
from companion.money import Pile
from companion.pieces import Piece, Pieces
from companion.seating import MoveSeat, SitDown, StartGame
from companion.table import Table
from companion.tickets import Tickets
from tests.web.browsing import House
from tests.web.reaching import endings, poor_lessee
from tests.web.tables import ADDRESS, FIRST, NAMES, SECOND, auction, auction_the_third, draw, new_table, open_all
from web.app import create_app
from web.identity import hashed
from web.server import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Stop: TypeAlias = "tuple[str, Page]"
Part: TypeAlias = "Callable[[Tour], Iterator[Stop]]"

SITE: Final = "barkeep.test"
BAG: Final = {seat: bytes([4, 0, 0, number]) for number, seat in enumerate(NAMES, start=1)}
WIDE: Final = {"width": 1920, "height": 1080}


@dataclass
class Tour:
    """A table, served, with a page for each phone that is looked at; *names* sit down."""

    table: Table
    house: House
    names: dict[str, str] = field(default_factory=lambda: dict(NAMES))

    def sit(self, *letters: str) -> None:
        for letter in letters or self.names:
            self.table.act(letter, SitDown(self.names[letter], hashed(f"token-of-{letter}")))

    def start(self, **options: Any) -> None:
        self.sit()
        self.table.act("A", StartGame("barracuda", options))

    def door(self, path: str = "", host: str = SITE, selector: str = "body") -> Page:
        """Return a page of *host* that shows *path*."""
        page = self.house.phones.get(host) or self.house.phones.setdefault(host, self.house.open("about:blank"))
        page.goto(f"http://{host}:{self.house.server.port}/{path}")
        page.wait_for_selector(selector)
        return page

    def phone(self, letter: str, selector: str = "[data-page]") -> Page:
        """Return *letter*'s phone, loaded anew, once it shows *selector*."""
        host = f"{letter.lower()}.{SITE}"
        token = {"name": "seat", "value": f"token-of-{letter}", "domain": host, "path": "/"}
        self.house.context.add_cookies([token])
        return self.door(host=host, selector=selector)

    def screen(self, selector: str = "#view") -> Page:
        return self.door("table", selector=selector)


@contextmanager
def tour(browser: Browser, folder: Path, language: str = "en", **context: Any) -> Iterator[Tour]:
    """Serve a new table in *folder*, which knows the bag pawns, to a browser with this *context*."""
    pieces = Pieces({uid: Piece("bag", seat) for seat, uid in BAG.items()})
    table = new_table(folder, pieces, Tickets(lambda: 0.0, random.Random(1).choice))
    hosts = [SITE, *(f"{seat.lower()}.{SITE}" for seat in NAMES)]
    server = serve(create_app(table, hosts=hosts, address=ADDRESS, language=language), 0, "127.0.0.1")
    pages = browser.new_context(**{"locale": language, "reduced_motion": "reduce", **context})
    yield Tour(table, House(table, server, pages))
    pages.close()
    server.close()


# The phones


def doors(on: Tour) -> Iterator[Stop]:
    page = on.door()
    yield "door", page
    page.fill("input[name=name]", " ")
    page.click(".counter .lamp")
    page.wait_for_selector("[role=alert]")
    yield "door-refused", page
    yield "pin-nobody", on.door("pin")
    yield "dead-end", on.door("no/such/page")
    on.sit("A", "B", "C")
    yield "door-two-free", on.door()
    page = on.door("pin")
    yield "pin", page
    page.fill("input[name=pin]", "0000")
    page.check("input[value=B]", force=True)
    page.click(".counter .lamp")
    page.wait_for_selector("[role=alert]")
    yield "pin-wrong", page
    on.sit("D", "E")
    yield "door-full", on.door()
    on.table.act("A", StartGame("barracuda", {}))
    yield "door-game-on", on.door()


def moves(on: Tour) -> Iterator[Stop]:
    on.start()
    on.table.tap("reader", BAG["B"], key=True)
    yield "move-here", on.door(on.table.ticket.code)
    yield "move-code-used-up", on.door("QQQQQQ")
    old = on.phone("B")
    on.table.act("B", MoveSeat(hashed("a new phone")))
    old.wait_for_selector(".refused")
    yield "move-old-phone", old
    page = on.phone("A")
    also = {"name": "also", "value": "token-of-C.token-of-D", "domain": f"a.{SITE}", "path": "/"}
    on.house.context.add_cookies([also])
    on.table.act("A", CallDraw())
    page = on.phone("A", ".hand")
    yield "shared-phone", page
    page.click(".hand button")
    page.wait_for_selector("a.lamp")
    yield "curtain", page


def lobbies(on: Tour) -> Iterator[Stop]:
    on.sit("A", "B")
    page = on.phone("A", "#note:not([hidden])")
    yield "lobby-pin-told", page
    on.sit("C", "D", "E")
    on.table.act("A", VoteFree("C", yes=True))
    page = on.phone("B", "text=Barracuda")
    page.click("summary")
    yield "lobby-options", page
    page.click("[data-fetch='/seat/menu']")
    page.wait_for_selector("#panel [data-post]")
    yield "menu-in-lobby", page
    page.click("#panel [data-post]")
    page.wait_for_selector("#panel h1 >> text=/[0-9]{4}/")
    yield "pin-of-a-seat", page
    on.table.act("A", StartGame("barracuda", {}))
    for letter in "ABC":
        on.table.act(letter, VoteAway(yes=True))
    yield "lobby-saved-game", on.phone("D", ".saved")


def first_rounds(on: Tour) -> Iterator[Stop]:
    """The companion's bag and deck, and last order as everybody is asked for it."""
    on.start(deal="companion", last_order_window="everyone", bank="once")
    yield "drawing", on.phone("A")
    for place in (3, 7, 10, 1, 5):
        on.table.act("A", CallDraw())
        letter = str(on.table.view(TABLE).active.seat)
        if place == 3:
            page = on.phone(letter)
            yield "first-turn", page
            page.click("[data-panel=open]")
            page.wait_for_selector("#panel .places")
            page.check("#panel input[value='8']", force=True)
            yield "choosing-a-place", page
        on.table.act(letter, OpenPlace(place))
    page = on.phone("C", "[data-panel=last_order]")
    yield "everybody-is-asked", page
    for panel in ("last_order", "count_bank"):
        page.click(f"[data-panel={panel}]")
        page.wait_for_selector(f"#panel [data-ask={panel}]")
        yield panel.replace("_", "-"), page
        page.click("#panel [data-close]")
    on.table.act("B", DeclineLastOrder())
    yield "somebody-declined", on.phone("B")


def agreements(on: Tour) -> Iterator[Stop]:
    """What was agreed at the table, and what goes wrong on the way."""
    on.start()
    on.table.act("A", Pause())
    yield "paused", on.phone("B", ".agreed")
    on.table.act("A", VoteAway(yes=True))
    page = on.phone("B", ".agreed")
    page.click("[data-page] [data-fetch='/seat/menu']")
    page.wait_for_selector("#panel [data-post]")
    yield "menu", page
    on.table.act("B", GoOn())
    yield "votes-to-put-away", on.phone("B", ".agreed")
    yield from _notices(on)
    page = on.phone("B")
    on.house.open(page.url)
    page.wait_for_selector("#bye button")
    yield "another-tab", page


def _notices(on: Tour) -> Iterator[Stop]:
    page = on.phone("A", "[data-act*=CallDraw]")
    page.route("**/act", lambda route: route.fulfill(status=409, json={"code": "stale"}))
    page.click("[data-act*=CallDraw]")
    page.wait_for_selector("#refused:not([hidden])")
    yield "refused", page
    page = on.phone("C")
    page.route("**/seat/stream", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#line:not([hidden])")
    yield "offline", page


def turns(on: Tour) -> Iterator[Stop]:
    """A turn with all its panels, an offer from the first note to its answer, and the purse."""
    on.start(draw="bag")
    draw(on.table, "A")
    page = on.phone("A", ".acts")
    page.click("[data-panel=open]")
    page.wait_for_selector("#panel .choices")
    page.check("#panel input[value=Octopus]", force=True)
    yield "choosing-a-bar", page
    yield "watching", on.phone("B")
    on.table.act("A", OpenBar(FIRST["A"]))
    open_all(on.table, {letter: bar for letter, bar in FIRST.items() if letter != "A"})
    open_all(on.table, SECOND)
    page = on.phone("B", "[data-panel=draw]")
    page.click("[data-panel=draw]")
    page.wait_for_selector("#panel .pawns")
    yield "drawing-from-the-bag", page
    draw(on.table, "A")
    yield from _a_turn(on)
    yield from _an_offer(on)


def _a_turn(on: Tour) -> Iterator[Stop]:
    page = on.phone("A", ".acts")
    yield "turn", page
    page.focus("[data-purse]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet .figure")
    yield "purse", page
    for panel in ("own_partner", "partnership", "takeover"):
        page = on.phone("A", f"[data-panel={panel}]")
        page.click(f"[data-panel={panel}]")
        page.wait_for_selector("#panel .choices")
        yield f"choosing-{panel.replace('_', '-')}", page


def _an_offer(on: Tour) -> Iterator[Stop]:
    page = on.phone("A", "[data-panel=takeover]")
    page.click("[data-panel=takeover]")
    page.click("#panel button[data-pick='Jetty Bar']")
    page.wait_for_selector("#panel [data-pile]")
    yield "an-empty-pile", page
    _lay(page, 1, 3, 4, 4)
    yield "a-pile", page
    page.click("[data-shut]")
    page.wait_for_selector("#panel [data-push]")
    yield "a-closed-pile", page
    page.click("[data-push]")
    page.wait_for_selector("[data-page=offered]")
    yield "an-offer-sent", page
    yield "an-offer-to-answer", on.phone("C", ".turnover")
    yield "an-offer-to-others", on.phone("E")
    page = on.phone("C", ".turnover")
    page.click(".turnover")
    yield "an-offer-turned-over", page


def _lay(page: Page, *kinds: int) -> None:
    for kind in kinds:
        page.click(f"[data-lay='{kind}']")


def auctions(on: Tour) -> Iterator[Stop]:
    on.start(draw="bag")
    open_all(on.table, FIRST)
    open_all(on.table, SECOND)
    draw(on.table, "A")
    on.table.act("A", OfferTakeover("Jetty Bar", Pile(tens=1, twos=1, fakes=7)))
    yield "a-thick-offer", on.phone("C", ".turnover")
    on.table.act("C", AcceptOffer())
    auction_the_third(on.table)
    yield from _bids(on)


def _bids(on: Tour) -> Iterator[Stop]:
    on.table.act("D", Bid(Pile(ones=3, fakes=7)))
    page = on.phone("B", "#panel [data-pile]")
    yield "a-bid", page
    _lay(page, 1, 4)
    yield "a-bid-of-two-notes", page
    _lay(page, 0, *[2] * 4, *[3] * 3, *[4] * 4)
    yield "a-thick-bid", page
    page.click("[data-shut]")
    page.wait_for_selector("#panel [data-push]")
    yield "a-closed-bid", page
    yield "the-seller-waits", on.phone("A")
    for bidder, pile in (("B", Pile(fives=1, fakes=1)), ("C", Pile(fakes=1)), ("E", Pile(tens=1))):
        on.table.act(bidder, Bid(pile))
    yield "a-bid-laid", on.phone("B")
    page = on.phone("A", "#panel .bids")
    yield "closed-bids", page
    page.click("#panel [data-turn] >> nth=0")
    yield "a-bid-turned-over", page
    page.click("#panel [data-turn-all]")
    page.click("#panel .face:has(input[value=E])")
    yield "a-bid-chosen", page
    on.table.act("A", SellTo("E"))
    yield "sold", on.phone("E")


def last_orders(on: Tour) -> Iterator[Stop]:
    on.start(draw="bag", stake_minimum="one_fake")
    open_all(on.table, FIRST)
    open_all(on.table, SECOND)
    on.table.act("A", CallLastOrder())
    page = on.phone("B", "#panel [data-pile]")
    yield "a-stake", page
    on.table.act("C", Stake(Pile(ones=1, fakes=1)))
    yield "a-stake-laid", on.phone("C", ".asked")
    _lay(page, 2, 2, 3, 4)
    page.click("[data-shut]")
    page.wait_for_selector("#panel [data-push]")
    yield "a-closed-stake", page
    stake(on.table)
    yield "all-stakes", on.phone("A", ".order")


def stake(table: Table) -> None:
    """Let all lay their stakes but C, whose stake lies: B and C tie, and so do A and D."""
    for letter, pile in {"B": Pile(ones=1, fakes=2), "A": Pile(fives=1, twos=1, fakes=1), "E": Pile(fakes=3)}.items():
        table.act(letter, Stake(pile))
    table.act("D", Stake(Pile(twos=3, ones=1, fakes=5)))


def poverty(on: Tour) -> Iterator[Stop]:
    """Who can't match an offer can't refuse it."""
    on.sit()
    yield "an-offer-that-cannot-be-refused", on.phone(poor_lessee(on.table), ".plate:disabled")


def closing(on: Tour) -> Iterator[Stop]:
    on.sit()
    for _, cause in endings(on.table):
        page = on.phone("B", ".over")
        yield f"over-{cause.replace('_', '-')}", page
    page.click("[data-fetch]")
    page.wait_for_selector("#panel .lobby")
    yield "lobby-again", page
    page = on.phone("C", ".over")
    page.click("[data-fetch]")
    page.click("#panel [data-fetch='/seat/menu']")
    page.wait_for_selector("#panel [data-post]")
    yield "menu-with-score", page


def enrolment(on: Tour) -> Iterator[Stop]:
    """The page that teaches tags, as hosts have it on a phone."""
    yield "enrolment-without-a-seat", on.door("enrolment")
    on.sit("A", "B", "C")
    host = on.phone("A").url.removeprefix("http://").partition(":")[0]
    yield "enrolment", on.door("enrolment", host)
    on.table.tap("reader", b"\x04new tag")
    page = on.door("enrolment", host, "details")
    page.click("summary")
    yield "enrolment-new-tag", page
    page.click(".lamp[data-post=walk]")
    page.wait_for_selector(".wanted")
    yield "enrolment-one-by-one", page
    page.click("[data-body*=stop]")
    page.wait_for_selector(".wanted", state="detached")
    on.table.act("A", StartGame("barracuda", {}))
    yield "enrolment-in-a-game", on.door("enrolment", host)


PHONES: Final[tuple[Part, ...]] = (
    doors, enrolment, moves, lobbies, first_rounds, agreements, turns, auctions, last_orders, poverty, closing,
)  # fmt: skip


# The screen in the room


def street(on: Tour) -> Iterator[Stop]:
    yield "table-nobody", on.screen(".stools")
    on.sit("A", "B", "C")
    yield "table-lobby-of-three", on.screen(".stools")
    on.sit("D", "E")
    on.table.act("A", StartGame("barracuda", {"draw": "bag"}))
    yield "table-before-the-first-draw", on.screen(".street")
    draw(on.table, "C")
    yield "table-first-turn", on.screen(".now")
    on.table.act("C", OpenBar(FIRST["C"]))
    open_all(on.table, {letter: bar for letter, bar in FIRST.items() if letter != "C"})
    yield "table-second-round", on.screen(".street")
    open_all(on.table, SECOND)
    yield "table-ten-bars", on.screen(".street")
    draw(on.table, "A")
    on.table.act("A", OfferTakeover("Jetty Bar", Pile(ones=2, fives=1, fakes=6)))
    yield "table-thick-offer", on.screen(".push")


def table_auction(on: Tour) -> Iterator[Stop]:
    on.start(draw="bag")
    open_all(on.table, FIRST)
    open_all(on.table, SECOND)
    auction(on.table)
    on.table.act("C", Bid(Pile(ones=1)))
    yield "table-auction", on.screen("[data-auction]")
    for letter, pile in (("B", Pile(fives=1, fakes=3)), ("D", Pile(ones=5, fakes=7)), ("E", Pile(fakes=2))):
        on.table.act(letter, Bid(pile))
    yield "table-all-bids", on.screen("[data-auction]")
    on.table.act("A", Renovate())
    yield "table-renovated", on.screen(".street")


def table_last_order(on: Tour) -> Iterator[Stop]:
    on.start(draw="bag")
    open_all(on.table, FIRST)
    open_all(on.table, SECOND)
    on.table.act("A", CallLastOrder())
    on.table.act("C", Stake(Pile(ones=1, fakes=1)))
    yield "table-stakes", on.screen(".lastcall")
    stake(on.table)
    yield "table-reveal", on.screen("[data-revealed]")


def aside(on: Tour) -> Iterator[Stop]:
    """What the screen says beside the game: tickets, votes, the pause, the score; and that the line is down."""
    on.sit("A", "B", "C", "D")
    on.table.tap("reader", BAG["E"])
    yield "table-ticket-of-a-free-seat", on.screen(".ticket")
    on.table.act("A", VoteFree("C", yes=True))
    on.table.act("B", VoteFree("D", yes=True))
    on.table.tap("reader", BAG["A"])
    yield "table-votes-to-free", on.screen(".agreed")
    on.sit("E")
    on.table.act("A", StartGame("barracuda", {}))
    on.table.act("A", VoteAway(yes=True))
    on.table.act("B", VoteAway(yes=True))
    yield "table-votes-to-put-away", on.screen(".agreed")
    on.table.act("A", Pause())
    on.table.tap("reader", BAG["A"], key=True)
    yield "table-paused-with-a-ticket", on.screen(".agreed")


def table_closing(on: Tour) -> Iterator[Stop]:
    on.sit()
    for _, cause in endings(on.table):
        yield f"table-over-{cause.replace('_', '-')}", on.screen(".closing")


SCREENS: Final[tuple[Part, ...]] = (street, table_auction, table_last_order, aside, table_closing)
