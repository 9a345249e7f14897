"""A tour of every page in every state: each part brings a table to one state after another and yields it.

`test_accessibility` inspects each stop, `pictures` takes its picture. The parts are written down: in tours/house.txt for the
pages common to all games, and in tours/<game>.txt. The words `phones` and `screens` begin a part, `ceremony` one for
ceremonies.py, and `readme` one for pictures.py. Each begins with a fresh table; its other lines are done in order:

    start barracuda ABC: draw bag    begins a game        > A: OpenBar Octopus   commands; the seat ? is whose turn it is
    sit A B                          without a game       go first bars          one of WAYS
    tap bag B as a key               lays a bag pawn      play over              goes on at random until that phase
    end rent                         plays on until a game of Barracuda has ended so
    until rent                       stops before the move that ends one so, which is the next `move`
    show A .acts                     opens A's phone      screen .street         opens the table screen
    phone A                          turns to it again    door pin of A          opens a page, on the host of A's phone
    alone try                        opens a page as whoever sits at this machine
    = turn .acts                     is a stop with its name, once the page has what is named behind it

What else can be done is in HANDS. "for each game" repeats the lines up to "done".
"""

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeAlias

from playwright.sync_api import Page

from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.motions import Motion, Outwait, Vote
from companion.carrying import reading
from companion.carrying.gamefile import packed
from companion.games import installed
from companion.kit import TABLE
from companion.lab.playthroughs.script import command
from companion.seats.seating import LetIn, MoveSeat, SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.table import Table
from firmware.house import HousePlayers
from tests.companion.table.test_house_at_table import person
from tests.web import negoces2_tables, shark_tables
from tests.web.begun import endings, moves, poor_lessee
from tests.web.browser import fingers
from tests.web.browser.browsing import BAG, HERE, SITE, House, answered, shown
from tests.web.tables import FIRST, SECOND, auction, auction_the_third, new_table, open_all, play_until, seat
from web.seats.session import hashed

Stop: TypeAlias = "tuple[str, Page]"
Part: TypeAlias = "Callable[[House], Iterator[Stop]]"
STALE: Final = {"code": "stale"}
FOLDER: Final = Path(__file__).parent / "tours"
STANDING_TIME: Final = (HERE / "standing_time.js").read_text(encoding="utf-8")
EACH_GAME: Final = re.compile(r"^for each game\n(.*?)^done\n", re.MULTILINE | re.DOTALL)


def _against_the_house(table: Table) -> None:
    """Play at random on A, against the house on all other seats, until the game is over."""
    house, generator = HousePlayers(table, pause=lambda turn: 0.0), random.Random(1)
    while table.now.playing:
        assert house.step()[1] <= 5 or person(table, generator), "everybody waits"


def _large_city(table: Table) -> None:
    play_until(table, lambda view: len(view.buildings) > 30 and view.phase == "trading" and view.latest == "BonusPaid")


def _many_kinds(table: Table) -> None:
    """Play Négoces 2 until B's hand has many kinds and the game may end."""
    many = lambda view: view.phase == "negotiating" and view.may_end and len(table.now.view("B").hand) > 5
    play_until(table, many, seed=4)


def photograph(page: Page) -> None:
    """Send a picture of another table than the companion's after two rounds."""
    from tests.photo.scenes import STREET, taken  # It takes a second to load what renders pictures.

    bars = {**STREET, "Reef Bar": "B", "Jetty Bar": ""}
    del bars["Tide Bar"]
    page.set_input_files("input[type=file]", files=[{"name": "x.jpg", "mimeType": "image/jpeg", "buffer": taken(bars)}])


WAYS: Final[dict[str, Callable[[Table], None]]] = {
    "first bars": partial(open_all, bars=FIRST), "second bars": partial(open_all, bars=SECOND), "auction": auction,
    "auction of Octopus": partial(auction_the_third, leased="Octopus"), "dealt": negoces2_tables.dealt,
    "auctioned": negoces2_tables.auctioned, "market": negoces2_tables.to_market, "offers": negoces2_tables.all_offer,
    "drawn auction": partial(auction, drawn=True),
    "market, face down": partial(negoces2_tables.to_market, face_down=True), "two buildings": shark_tables.two_buildings,
    "owing": shark_tables.owing, "crash": shark_tables.crash, "large city": _large_city, "poor lessee": poor_lessee,
    "against the house": _against_the_house, "many kinds": _many_kinds,
}  # fmt: skip
BESIDE_GAMES: Final[dict[str, Callable[..., Any]]] = {
    "Pause": lambda seat: Pause(), "GoOn": lambda seat: GoOn(), "StandUp": lambda seat: StandUp(),
    "Outwait": lambda seat: Outwait(),
    "LetIn": lambda seat, free, temper: LetIn(free, temper),
    "MoveSeat": lambda seat: MoveSeat(hashed("a new phone")),
    "SitDown": lambda seat, name: SitDown(name, hashed(f"token-of-{seat}")),
    "StartGame": lambda seat, game, *options: StartGame(game, _options(" ".join(options))),
    "Vote": lambda seat, kind, whom="", number="0", other="": Vote(Motion(kind, whom.strip("-"), int(number), other), True),
}  # fmt: skip


def _options(text: str) -> dict[str, str]:
    return dict(one.split() for one in text.split(", ") if one)


class Visit:
    """A visit of a house, line by line; *page* is the one that is looked at."""

    def __init__(self, on: House) -> None:
        self.on, self.page = on, None
        self.endings, self.moves = endings(on.table), moves(on.table)

    def follow(self, lines: list[str]) -> Iterator[Stop]:
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "=":
                name, _, selector = rest.partition(" ")
                page = shown(self.page, selector) if selector else self.page
                page.wait_for_load_state()  # With its styles, which a page that a link has led to may lack.
                yield name, page
            else:
                self.do(line)

    def do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        self.page = HANDS[word](self, rest) or self.page

    def act(self, text: str) -> None:
        for one in text.split("; "):
            who, _, words = one.partition(": ")
            self.on.table.act(seat := self._seat(who), self._command(seat, *words.split()))

    def _seat(self, sign: str) -> str:
        """Return whose turn it is for "?", whose bar is asked for for "!", and else the seat itself."""
        view = self.on.table.now.view(TABLE)
        return str(view.active.seat if sign == "?" else view.offer.lessee if sign == "!" else sign)

    def _command(self, seat: str, name: str, *words: str) -> Any:
        beside = BESIDE_GAMES.get(name)
        return beside(seat, *words) if beside else command(self.on.table.now.game, [name, *words])

    def start(self, text: str) -> None:
        which, _, options = text.partition(": ")
        self.on.start(*which.split(), **_options(options))

    def show(self, text: str) -> Page:
        letter, _, selector = text.partition(" ")
        return self.on.show(self._seat(letter), *[selector] * bool(selector))

    def door(self, text: str) -> Page:
        path, _, letter = text.partition(" of ")
        code = self.on.table.now.ticket.code if path == "{code}" else ""
        return self.on.door(code or path, f"{letter.lower()}.{SITE}" if letter else SITE)

    def end(self, cause: str) -> None:
        next(ended for _, ended in self.endings if ended == cause)

    def until(self, cause: str) -> None:
        with TemporaryDirectory() as folder:
            another = new_table(Path(folder))
            seat(another)
            needed = next(made for made, ended in endings(another) if ended == cause)  # Equally many at every table.
        for _ in range(needed - 1):
            next(self.moves)

    def stop_time(self, _: str) -> None:
        """Let time stand still on the page, until `passTo`."""
        self.page.evaluate(STANDING_TIME)

    def rename(self, text: str) -> None:
        """Let the first seat's player ask that results under the own name count for the other's."""
        name, new = (self.on.table.now.names[seat] for seat in text.split())
        self.on.table.act(text[0], Vote(Motion("rename", name=name, new=new), True))

    def tap(self, text: str) -> None:
        uid = BAG[text.split()[1]] if text.startswith("bag") else b"\x04new tag"
        self.on.table.tap("reader", uid, key=text.endswith("as a key"))

    def also(self, text: str) -> None:
        """Let the first seat's phone hold the others', too."""
        letter, *others = text.split()
        kept = {"name": "also", "value": ".".join(f"token-of-{one}" for one in others), "path": "/"}
        self.on.context.add_cookies([{**kept, "domain": f"{letter.lower()}.{SITE}"}])

    def bring(self, text: str) -> None:
        """Bring a game here from another table, for which this one's does."""
        table = self.on.table
        table.travelling.bring(*reading.read(packed(table.travelling.file(int(text))), table.now.games))

    def frame(self, text: str) -> None:
        """Wait until a frame of the page shows what is named, so that no picture is taken of an empty one."""
        which, _, selector = text.partition(" ")
        self.page.frame_locator(which).locator(selector).first.wait_for()

    def cut(self, text: str) -> None:
        self.page.route(text, lambda route: route.abort())
        self.page.reload()


HANDS: Final[dict[str, Callable[[Visit, str], Page | None]]] = {
    ">": Visit.act, "start": Visit.start, "show": Visit.show, "door": Visit.door, "tap": Visit.tap, "also": Visit.also,
    "bring": Visit.bring, "end": Visit.end, "rename": Visit.rename,
    "until": Visit.until, "move": lambda visit, _: next(visit.moves), "still": Visit.stop_time,
    "alone": lambda visit, path: visit.on.door(path, "localhost"),
    "sit": lambda visit, seats: visit.on.sit(*seats.split()), "go": lambda visit, way: WAYS[way](visit.on.table),
    "play": lambda visit, phase: play_until(visit.on.table, lambda view: view.phase == phase),
    "leave": lambda visit, _: visit.on.leave(), "phone": lambda visit, letter: visit.on.phones[letter],
    "screen": lambda visit, selector: visit.on.screen(selector),
    "another": lambda visit, _: visit.on.open(visit.page.url) and None,
    "click": lambda visit, selector: visit.page.click(selector),
    "check": lambda visit, selector: visit.page.check(selector, force=True),
    "focus": lambda visit, selector: visit.page.focus(selector), "key": lambda visit, key: visit.page.keyboard.press(key),
    "fill": lambda visit, text: visit.page.fill(text.split(' "')[0], text.split('"')[-2]),
    "wait": lambda visit, selector: shown(visit.page, selector),
    "gone": lambda visit, selector: visit.page.wait_for_selector(selector, state="detached") and None,
    "open": lambda visit, panel: fingers.opened(visit.page, panel), "shut": lambda visit, _: fingers.shut(visit.page),
    "lay": lambda visit, kinds: fingers.lay(visit.page, *map(int, kinds.split())), "cut": Visit.cut,
    "answered": lambda visit, _: answered(visit.page), "frame": Visit.frame,
    "photograph": lambda visit, _: photograph(visit.page),
    "stale": lambda visit, path: visit.page.route(path, lambda route: route.fulfill(status=409, json=STALE)) and None,
}  # fmt: skip


def written(file: Path, kind: str) -> list[tuple[str, list[str]]]:
    """Return the name and the lines of each part of a *kind* in *file*."""
    text = EACH_GAME.sub(lambda found: "".join(found[1].replace("{game}", one) for one in installed()), file.read_text("utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("# ")]
    begins = [at for at, line in enumerate(lines) if line.startswith(("phones ", "screens ", "ceremony ", "readme "))]
    parts = [lines[begin:end] for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True)]
    return [(part[0].split()[1], part[1:]) for part in parts if part[0].split()[0] == kind]


def part_of(name: str, lines: list[str]) -> Part:
    def part(on: House) -> Iterator[Stop]:
        return Visit(on).follow(lines)

    part.__name__ = name
    return part


class Tour(NamedTuple):
    """The parts for the phones, and those for the screen in the room."""

    phones: tuple[Part, ...]
    screens: tuple[Part, ...]


def tours() -> dict[str, Tour]:
    """Return the tour of the house and those of the games that have one, by name."""
    files = sorted(FOLDER.glob("*.txt"), key=lambda file: file.stem != "house")
    return {file.stem: Tour(*(tuple(part_of(*one) for one in written(file, kind)) for kind in Tour._fields)) for file in files}
