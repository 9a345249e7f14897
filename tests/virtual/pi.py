"""A table on the virtual Pi: its pages, its display and its service, as people and root meet them."""

import time
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from PIL.Image import Image

from companion.kit.messages import say
from companion.kit.pieces import Piece
from companion.words import Words
from firmware import storage
from firmware.display import screens
from firmware.simulator.bench import UNKNOWN, tag_of
from hardware.installing.sources import UNIT
from hardware.virtual.machine import Dead, Machine
from hardware.virtual.plug import files
from tests.evenings.house import House, Phone, fetch

ADDRESS: Final = "10.0.2.15"
INSTALL: Final = "/opt/checkout/hardware/install"
DROP_IN: Final = f"/run/systemd/system/{UNIT}.d/zz-try.conf"  # Read after the machine's own virtual.conf.
SOON: Final = 120.0  # Seconds that a control waits for what must not come.
GAME, TOUCHES = "shark", {"share", "roll", "build", "end"}  # A game that goes on by these asks alone, and each takes one touch.
PAWN, STRANGER = Piece("bag", "A"), UNKNOWN
WORDS: Final = Words("en")
LOBBY: Final = screens.lobby(f"http://{ADDRESS}/", ADDRESS, {}, WORDS)


def notice(code: str) -> Image:
    return screens.notice(say(code), WORDS, {})


class Pi(Machine):
    """A machine with the table on it. Its house is driven over HTTP as any other."""

    def __init__(self, disks: Path, log: Path | None = None) -> None:
        super().__init__(disks, log)
        self.house = House(Path("/var/lib/barkeep"))
        self.house.port = self.port

    def until_open(self) -> None:
        """Wait until the table's page comes."""
        self.until(lambda: b"<html" in fetch(self.port, ADDRESS, "/table"), "the table's page")

    def begin(self) -> None:
        """Let three sit down and start a game. Without reader and display, because they take most of an emulated processor."""
        self.until_open()
        for part in ("reader", "display"):
            self.hand("plug", part, False)
        self.phones = [Phone(self.house, seat) for seat in "ABC"]
        for phone in self.phones:
            phone.host = ADDRESS
            phone.sit()
        status, said = self.phones[0].act({"ask": None, "command": {"is": "StartGame", "game": GAME, "options": {}}})
        assert status == 200, said

    def play(self, moves: int, chance: Random) -> Iterator[int]:
        """Let the phones make so many moves at random, and yield the journal's row of each as soon as it is answered."""
        return islice(self._moves(chance), moves)

    def _moves(self, chance: Random) -> Iterator[int]:
        for phone in cycle(self.phones):
            while row := self._touch(phone, chance):  # Whoever has moved is mostly asked again.
                yield row

    def _touch(self, phone: Phone, chance: Random) -> int | None:
        """Let *phone* answer by a touch, and return the row; None if it isn't asked, or another's move came first."""
        if asks := sorted(TOUCHES & phone.asks().keys()):
            with suppress(AssertionError):
                status, said = phone.act(chance.choice(phone.offered(asks[0])))
                return int(said["row"]) if status == 200 else None
        return None

    def shows(self, picture: Image, seconds: float = 600.0) -> None:
        """Wait until the display shows exactly *picture*."""
        wanted = picture.convert("1").tobytes()
        self.until(lambda: self.picture().convert("1").tobytes() == wanted, "that picture", seconds)

    def lay(self, piece: Piece) -> None:
        self.hand("lay", tag_of(piece).hex())

    def lift(self, piece: Piece) -> None:
        """Lift *piece*, and give the reader the time to miss it."""
        self.hand("lift", tag_of(piece).hex())
        time.sleep(3)

    # The service

    def service(self, name: str) -> str:
        return self.run("systemctl", "show", "--value", "--property", name, UNIT).strip()

    def set(self, *settings: str) -> None:
        """Give the service *settings* on top of its own, from its next start."""
        text = "\n".join(("[Service]", *settings))
        self.run("sh", "-c", f"mkdir -p $(dirname {DROP_IN}); printf '%s\\n' \"$1\" > {DROP_IN}", "sh", text)
        self.run("systemctl", "daemon-reload")

    def restart(self, *settings: str) -> None:
        """Restart the table with *settings* of its service on top."""
        self.set(*settings)
        self.run("systemctl", "restart", UNIT)
        self.until_open()


class Suite:
    """Its *steps* are done in order at one table, and then the *controls*, which must go red. Each returns what came of it."""

    steps: tuple[str, ...]
    controls: tuple[str, ...]

    def __init__(self, disks: Path, log: Path | None = None) -> None:
        self.disks, self.pi = disks, Pi(disks, log)

    def resume(self) -> None:
        self.pi.resume()
        self.pi.until_open()

    def close(self) -> None:
        self.pi.close()


def red(true: Any, what: str) -> str:
    """Return that *what* went red: a check that must fail, and did. Raise AssertionError if it didn't."""
    try:
        true()
    except (AssertionError, Dead):
        return what
    raise AssertionError(f"stayed green: {what}")


def rows(image: Path) -> set[int]:
    """Return the rows of the journal on the raw *image* of a games' disk, by the program's own reading of it."""
    with TemporaryDirectory(dir=image.parent) as folder:
        files(image, Path(folder))
        with closing(storage.open_journal(Path(folder))) as journal:
            return {int(row[0]) for row in journal.execute("SELECT n FROM rows")}


def insist(found: set[int], due: Iterable[int]) -> None:
    """Raise AssertionError unless each answered row that is *due* was *found*."""
    assert not (lost := sorted(set(due) - found)), f"answered and lost: rows {lost}"
