"""A tour of every page in every state: each part brings a table to one state after another and yields it.

Here are the pages common to all games; `barracuda_tour`, `shark_tour` and `negoces2_tour` have the games' own.
`test_accessibility` inspects each stop, `pictures` takes its picture. A part begins with a fresh table.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from playwright.sync_api import Page

from companion.games.barracuda.moves import CallDraw, OpenBar
from companion.seats.seating import MoveSeat, SitDown, StandUp, StartGame
from companion.table.evening import GoOn, Pause
from companion.table.voting import Motion, Vote
from tests.web.browsing import BAG, SITE, House, shown
from web.seats.session import hashed

Stop: TypeAlias = "tuple[str, Page]"
Part: TypeAlias = "Callable[[House], Iterator[Stop]]"


# The phones


def doors(on: House) -> Iterator[Stop]:
    page = on.door()
    yield "door", page
    page.fill("input[name=name]", " ")
    page.click(".counter .lamp")
    yield "door-refused", shown(page, "[role=alert]")
    yield "pin-nobody", on.door("pin")
    yield "dead-end", on.door("no/such/page")
    on.sit("A", "B", "C")
    yield "door-two-free", on.door()
    page = on.door("pin")
    yield "pin", page
    page.fill("input[name=pin]", "0000")
    page.check("input[value=B]", force=True)
    page.click(".counter .lamp")
    yield "pin-wrong", shown(page, "[role=alert]")
    on.sit("D", "E")
    yield "door-full", on.door()
    on.table.act("A", StartGame("barracuda", {}))
    yield "door-game-on", on.door()


def moves(on: House) -> Iterator[Stop]:
    on.start()
    on.table.tap("reader", BAG["B"], key=True)
    yield "move-here", on.door(on.table.now.ticket.code)
    yield "move-code-used-up", on.door("QQQQQQ")
    old = on.show("B")
    on.table.act("B", MoveSeat(hashed("a new phone")))
    yield "move-old-phone", shown(old, ".refused")
    on.context.add_cookies([{"name": "also", "value": "token-of-C.token-of-D", "domain": f"a.{SITE}", "path": "/"}])
    on.table.act("A", CallDraw())
    page = on.show("A", ".hand")
    yield "shared-phone", page
    page.click(".hand button")
    yield "curtain", shown(page, "a.lamp")


def lobbies(on: House) -> Iterator[Stop]:
    on.sit("A", "B")
    yield "lobby-pin-told", on.show("A", "#note:not([hidden])")
    on.sit("C", "D", "E")
    on.table.act("A", Vote(Motion("free_seat", "C"), True))
    page = on.show("B", "text=Barracuda")
    for game in on.table.now.games:
        page.click(f"label:has(input[value={game}])")
        page.click(f"[data-game={game}] summary")
        yield f"lobby-options-{game}", page
    page.click("[data-fetch='/seat/menu']")
    yield "menu-in-lobby", shown(page, "#panel [data-post]")
    page.click("#panel [data-post]")
    yield "pin-of-a-seat", shown(page, "#panel h1 >> text=/[0-9]{4}/")
    on.table.act("A", StartGame("barracuda", {}))
    for letter in "ABC":
        on.table.act(letter, Vote(Motion("put_away"), True))
    yield "lobby-saved-game", on.show("D", ".saved")
    for command in (StandUp(), SitDown("Zoe", hashed("token-of-E"))):
        on.table.act("E", command)
    on.table.act("A", Vote(Motion("give_place", "E", 1), True))
    yield "lobby-newcomer", on.show("B", ".saved")
    page = on.show("E", ".saved")
    page.click("a[href^='/place']")
    yield "place", shown(page, "input[name=pin]")


def agreements(on: House) -> Iterator[Stop]:
    """Agreements at the table, and what goes wrong on the way."""
    on.start()
    on.table.act("A", Pause())
    yield "paused", on.show("B", ".agreed")
    on.table.act("A", Vote(Motion("put_away"), True))
    page = on.show("B", ".agreed")
    page.click("[data-page] [data-fetch='/seat/menu']")
    yield "menu", shown(page, "#panel [data-post]")
    on.table.act("B", GoOn())
    yield "votes-to-put-away", on.show("B", ".agreed")
    page = on.show("B")
    on.open(page.url)
    yield "another-tab", shown(page, "#bye button")
    page = on.show("A", "[data-act*=CallDraw]")
    page.route("**/act", lambda route: route.fulfill(status=409, json={"code": "stale"}))
    page.click("[data-act*=CallDraw]")
    yield "refused", shown(page, "#refused:not([hidden])")
    page = on.show("C")
    page.route("**/seat/stream*", lambda route: route.abort())
    page.reload()
    yield "offline", shown(page, "#line:not([hidden])")


def take_backs(on: House) -> Iterator[Stop]:
    """Taking back: what can go back, and the vote on it."""
    on.start()
    for bar in ("Octopus", "Tide Bar"):
        on.table.act("A", CallDraw())
        on.table.act(on.table.now.awaited()[0], OpenBar(bar))
    page = on.show(on.table.now.match.log[2].seat)
    page.click("[data-page] [data-fetch='/seat/menu']")
    page.click("#panel [data-fetch='/seat/back']")
    yield "back", shown(page, "#panel .step")
    page.click("#panel .step:last-of-type [data-act]")
    yield "back-asked", shown(page, ".vote")
    yield "back-vote", on.show(min(on.table.now.unanswered()), ".vote")


def enrolment(on: House) -> Iterator[Stop]:
    """The page that teaches tags, as hosts have it on a phone."""
    yield "enrolment-without-a-seat", on.door("enrolment")
    on.sit("A", "B", "C")
    host = on.show("A").url.removeprefix("http://").partition(":")[0]
    yield "enrolment", on.door("enrolment", host)
    yield "own-cards", on.door("box/barracuda", host)
    on.table.tap("reader", b"\x04new tag")
    page = on.door("enrolment", host, "details")
    page.click("summary")
    yield "enrolment-new-tag", page
    page.click(".lamp[data-post=walk]")
    yield "enrolment-one-by-one", shown(page, ".wanted")
    page.click("[data-body*=stop]")
    page.wait_for_selector(".wanted", state="detached")
    on.table.act("A", StartGame("barracuda", {}))
    yield "enrolment-in-a-game", on.door("enrolment", host)


PHONES: Final[tuple[Part, ...]] = (doors, enrolment, moves, lobbies, agreements, take_backs)


# The screen in the room


def aside(on: House) -> Iterator[Stop]:
    """What the screen shows beside the game: tickets, votes, the pause, the score; and that the line is down."""
    on.sit("A", "B", "C", "D")
    on.table.tap("reader", BAG["E"])
    yield "table-ticket-of-a-free-seat", on.screen(".ticket")
    on.table.act("A", Vote(Motion("free_seat", "C"), True))
    on.table.act("B", Vote(Motion("free_seat", "D"), True))
    on.table.tap("reader", BAG["A"])
    yield "table-votes-to-free", on.screen(".agreed")
    on.sit("E")
    on.table.act("A", StartGame("barracuda", {}))
    on.table.act("A", Vote(Motion("put_away"), True))
    on.table.act("B", Vote(Motion("put_away"), True))
    yield "table-votes-to-put-away", on.screen(".agreed")
    on.table.act("A", Pause())
    on.table.tap("reader", BAG["A"], key=True)
    yield "table-paused-with-a-ticket", on.screen(".agreed")
    for command in (GoOn(), CallDraw(), Vote(Motion("take_back", "A", 0), True)):
        on.table.act("A", command)
    yield "table-vote-on-a-take-back", on.screen(".agreed li")


SCREENS: Final[tuple[Part, ...]] = (aside,)
