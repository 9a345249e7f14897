"""The table screen's ceremonies, frame by frame: their time stands still until somebody advances it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from playwright.sync_api import Page

from companion.games.barracuda.moves import Bid, CallDraw, CallLastOrder, OpenBar, SellTo, Stake
from companion.games.negoces2.moves import Accept
from companion.games.shark.moves import Build
from companion.kit import TABLE, Pile
from tests.web import negoces2_tables
from tests.web.begun import endings, moves, third_round
from tests.web.browser.browsing import House
from tests.web.negoces2_tables import all_offer, to_market
from tests.web.shark_tables import BY_HAND, throw, two_buildings
from tests.web.tables import FIRST, auction, draw, new_table, open_all, seat
from tests.web.tour import Part, Stop

STANDING_TIME: Final = (Path(__file__).parent / "standing_time.js").read_text(encoding="utf-8")
Scenes: TypeAlias = "Iterator[tuple[Page, Scene]]"
Script: TypeAlias = "Callable[[House], Scenes]"
PLAYING: Final = "() => document.documentElement.dataset.ceremony"


def by_the_clock(look: Callable[[Page], list[Any]]) -> Callable[[Page], list[Any]]:
    """Let *look*, which waits by the clock, use the real clock on a page whose time stands still."""

    def looking(page: Page) -> list[Any]:
        page.evaluate("() => letTime(true)")
        found = look(page)
        page.evaluate("() => letTime(false)")
        return found

    return looking


@dataclass(frozen=True, slots=True)
class Scene:
    """One ceremony: its cause, and its frames (ms after its beginning) with and without motion."""

    name: str
    act: Callable[[], Any]
    moving: tuple[int, ...]
    still: tuple[int, ...] = (0,)


def frames(script: Script, *, calm: bool = False) -> Part:
    """Return a part of a tour that stops at each frame of *script*; *calm* is the form for reduced motion."""

    @wraps(script)
    def part(on: House) -> Iterator[Stop]:
        for page, scene in script(on):
            scene.act()
            page.wait_for_function(PLAYING)
            began = page.evaluate("() => passed()")
            for at in scene.still if calm else scene.moving:
                page.evaluate("to => passTo(to)", began + at)
                yield f"{scene.name}-{'still-' if calm else ''}{at:04}", page
            page.mouse.click(900, 500)  # Skips the rest of it.

    return part


def _screen(on: House) -> Page:
    """Return a newly opened table screen on which time stands still."""
    page = on.screen()
    page.evaluate(STANDING_TIME)
    return page


def bag(on: House) -> Scenes:
    on.start()
    page = _screen(on)
    yield page, Scene("draw", lambda: on.table.act("A", CallDraw()), (0, 700, 1250, 1600))
    drawn = str(on.table.now.view(TABLE).active.seat)
    yield page, Scene("opening", lambda: on.table.act(drawn, OpenBar(FIRST[drawn])), (0, 500, 900, 1200, 1600))


def closed_piles(on: House) -> Scenes:
    third_round(on)
    yield _screen(on), Scene("drawn-with-rent", lambda: draw(on.table, "A"), (0, 500, 700))
    auction(on.table, drawn=True)
    page = _screen(on)
    for letter, pile in PILES.items():
        yield page, Scene(f"bid-{letter.lower()}", partial(on.table.act, letter, Bid(pile)), (0, 150, 400))
    yield page, Scene("sold", lambda: on.table.act("A", SellTo("C")), (0, 300, 600))


STAKES: Final = {"B": Pile(ones=1, fakes=2), "A": Pile(fives=1), "C": Pile(ones=1), "D": Pile(fives=1, fakes=7)}
PILES: Final = {"B": Pile(fives=1), "C": Pile(ones=3, fakes=7), "D": Pile(fakes=1), "E": Pile(tens=1, fakes=1)}


def last_order(on: House) -> Scenes:
    on.start(draw="bag")
    open_all(on.table, FIRST)
    yield _screen(on), Scene("last-order", lambda: on.table.act("A", CallLastOrder()), (0, 150, 300))
    for letter, pile in STAKES.items():
        on.table.act(letter, Stake(pile))
    last_stake = lambda: on.table.act("E", Stake(Pile(fakes=1)))
    yield _screen(on), Scene("reveal", last_stake, (0, 650, 1000, 2450, 2700, 3500), (0, 1500))


def five_pawns(on: House) -> Scenes:
    yield from _end(on, "five", (0, 650, 1100, 1700, 1850, 2300, 3300))


def bankruptcy(on: House) -> Scenes:
    yield from _end(on, "rent", (0, 850, 1200, 1900, 2300))


def doomed(on: House) -> Scenes:
    on.start("shark", "ABCD", **BY_HAND)
    two_buildings(on.table)
    throw(on.table, "C", 1, "blue")
    yield _screen(on), Scene("doomed", lambda: on.table.act("C", Build("blue", "B1")), (0, 1000, 1900, 4000), (0, 1800))


def deal(on: House) -> Scenes:
    on.start("negoces2", "ABCD", **negoces2_tables.BY_HAND)
    to_market(on.table)
    all_offer(on.table)
    revision = on.table.now.view(TABLE).market.offers[0].revision
    yield _screen(on), Scene("deal", lambda: on.table.act("A", Accept("B", revision)), (0, 500, 1000, 1500))


def _end(on: House, cause: str, moving: tuple[int, ...]) -> Scenes:
    """Play up to the move before the one that ends a game so: it takes equally many at every table."""
    with TemporaryDirectory() as folder:
        table = new_table(Path(folder))
        seat(table)
        needed = next(made for made, ended in endings(table) if ended == cause)
    on.sit()
    playing = moves(on.table)
    for _ in range(needed - 1):
        next(playing)
    yield _screen(on), Scene(cause, lambda: next(playing), moving, (0, 1000))


CEREMONIES: Final[tuple[Script, ...]] = (bag, closed_piles, last_order, five_pawns, bankruptcy, doomed, deal)
