"""The fault matrix: whatever fails, phones go on, nothing moves by itself, and the part returns without a restart.

An evening in one process with everything within reach: its faults, its phones over HTTP, its journal and its log.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.kit.pieces import Piece
from companion.seats.starting import StartGame
from companion.words import Words
from firmware import boot, building
from firmware.display import screens
from firmware.panel.rhythm import ANSWERS
from firmware.reader.presence import MISSES
from firmware.simulator import faults
from tests.evenings.house import House, Phone, until

SOON = {  # Delays in seconds, shortened here; their promised lengths are tested on simulated clocks.
    "service.NOTICE_SECONDS": 1.0, "service.LOOK_SECONDS": 0.2, "display.oled_display.REFRESH": 0.4,
    "reader.reading.RETRY_SECONDS": 0.2, "panel.panel_watch.RETRY_SECONDS": 0.2,
}  # fmt: skip
LINGER = 0.7  # How long a fault lasts, in seconds: the driver retries the part once meanwhile, without logging a second line.
# The name by which the log reports a part lost and back; the other faults needn't be reported to anybody.
LOGGED = {
    **dict.fromkeys(faults.READER, "reader 1"),
    **dict.fromkeys(("display.unplugged", "display.absent", "display.nack"), "the display"),
    "panel.absent": "the panel",
}
MOVES = {"tags.duplicate": 1, "tags.flicker": 1}  # One touch, one move; the other tags are misread, or are strange.
STRANGE = {"tags.unknown": 7, "tags.four_bytes": 4, "tags.ten_bytes": 10}


class Evening(House):
    """A game of three in its first round, drawn from the bag: Noor's turn came by a tap, and her bar by her phone."""

    def __init__(self, data: Path, house: boot.RunningTable, caplog: pytest.LogCaptureFixture) -> None:
        super().__init__(data)
        self.port, self.house, self.box, self._caplog = house.port, house, house.devices.box, caplog
        self.phones = {seat: Phone(self, seat) for seat in "ABC"}
        self.bars = iter(("Octopus", "Karambole", "Albatros"))
        self.polls, self._present = 0, house.devices.readers[0].present
        house.devices.readers[0].present = self._counted

    def _counted(self) -> Sequence[bytes]:
        self.polls += 1
        return self._present()

    @property
    def said(self) -> list[str]:
        """The beginnings of the firmware's warnings, such as "reader 1 is lost"."""
        all_of_them = (*self._caplog.get_records("setup"), *self._caplog.get_records("call"))
        return [one.getMessage().split(":")[0] for one in all_of_them if one.name.startswith("firmware")]

    @property
    def rows(self) -> int:
        return self.house.table.now.row

    def begin(self) -> None:
        for phone in self.phones.values():
            phone.sit()
        self.house.table.act("A", StartGame("barracuda", {"draw": "bag"}))

    def take(self, seat: str) -> None:
        """Lay a bag pawn until the table has taken it, and lift it; it is then that player's turn."""
        before = self.rows
        self.tap(Piece("bag", seat), lambda: self.rows != before)
        assert self.rows == before + 1

    def settle(self) -> None:
        """Wait until the table knows the tags on the reader, and the reader has forgotten those that are gone."""
        enough = self.polls + MISSES + 2
        until(lambda: self.polls >= enough, "the reader's polls")

    def lift_all(self) -> None:
        for uid in self.box.lying():
            self.box.lift(uid)
        self.settle()

    def draw(self, seat: str) -> None:
        self._answer("A", "draw", {"is": "DrawPawn", "pawn": seat})

    def open_a_bar(self, seat: str) -> None:
        self._answer(seat, "open", {"is": "OpenBar", "bar": next(self.bars)})

    def _answer(self, seat: str, ask: str, command: dict[str, str]) -> None:
        phone = self.phones[seat]
        until(lambda: ask in phone.asks(), "the ask: a row is on the disk before anybody is told")
        assert phone.act(next(one for one in phone.offered(ask) if one["command"] == command))[0] == 200

    def shows_the_table(self) -> bool:
        table = self.house.table
        return self.box.picture().tobytes() == screens.draw(table.now.public.screen, Words("en"), table.now.names).tobytes()

    def key_is_answered(self) -> bool:
        """Press BACK; return whether the buzzer was told to answer."""
        since = self.house.devices.panel.said[0]
        self.box.press("back")
        with suppress(AssertionError):
            return until(lambda: self.answered(since), "an answer to the key", patience=1)
        return False

    def answered(self, since: int) -> bool:
        """Return whether a tap or a key was answered since phrase number *since*; a panel that came back counts from 0."""
        count, phrases = self.house.devices.panel.said
        new = count - since if count >= since else count
        return any(phrase in ANSWERS for phrase in phrases[len(phrases) - new :]) if new else False

    def suffer(self, name: str) -> None:
        """Let the fault *name* of reader, display or panel come and go while a card with a meaning lies on the reader.

        Meanwhile the game goes on by phone. Assert that the only moves are those by phone, that everything works again without
        a restart, and that the log has one line for the loss and one for the return.
        """
        self.settle()
        since = self.house.devices.panel.said[0]
        self.lay(Piece("card", "Tide Bar"))
        until(lambda: self.answered(since), "no to a card that comes too early")
        if shows := name.startswith("display."):
            until(lambda: not self.house.service._notice and self.shows_the_table(), "the picture without a notice")
        rows, part = self.rows, LOGGED.get(name)
        self.box.set_fault(name, True)
        if part:
            until(lambda: f"{part} is lost" in self.said, f"the line about {name}")
        self.draw("C")
        if self.box.faults()[name]:
            time.sleep(LINGER if part else 0)
            self.box.set_fault(name, False)
        if part:
            until(lambda: f"{part} is back" in self.said, f"the return from {name}")
        if shows:
            until(self.shows_the_table, "the right picture")
        until(self.key_is_answered, "an answer to a key")
        assert self.rows == rows + 1, "the card that lay on the reader all the time counted"
        self.open_a_bar("C")
        self.lift_all()
        self.take("B")
        assert self.said == ([f"{part} is lost", f"{part} is back"] if part else [])

    def suffer_tags(self, name: str) -> None:
        """Let the fault *name* affect a pawn that means something, or lay a strange tag; then as in `suffer`."""
        rows, moves = self.rows, MOVES.get(name, 0)
        self.box.set_fault(name, True)
        if name in STRANGE:
            until(lambda: len(self.house.table.now.waiting_tag or b"") == STRANGE[name], "a strange tag, its number whole")
        else:
            self.lay(Piece("bag", "B"))
            until(lambda: self.rows == rows + moves, "the move")
            self.settle()
        assert self.rows == rows + moves
        if moves:
            self.open_a_bar("B")
        self.draw("C")
        self.open_a_bar("C")
        self.box.set_fault(name, False)
        self.lift_all()
        self.take("A" if moves else "B")
        assert (self.rows, self.said) == (rows + 3 + 2 * moves, [])


@pytest.fixture
def evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> Iterator[Evening]:
    """An evening, by a parameter with some faults from the start."""
    for name, seconds in SOON.items():
        monkeypatch.setattr(f"firmware.{name}", seconds)
    settings = building.Settings(tmp_path, "simulated", 0, "127.0.0.1", faults=getattr(request, "param", ()))
    with closing(boot.open_table(settings)) as house:
        yield Evening(tmp_path, house, caplog)


@pytest.mark.parametrize(  # One fault is enough before a commit.
    "name", [pytest.param(name, marks=() if name == "reader.unplugged" else pytest.mark.broad) for name in faults.FAULTS]
)
def test_whatever_fails_the_game_goes_on_and_it_comes_back(evening: Evening, name: str) -> None:
    evening.begin()
    evening.take("A")
    evening.open_a_bar("A")
    (evening.suffer_tags if name in faults.TAGS else evening.suffer)(name)


ABSENT = ("reader.absent", "display.absent", "panel.absent")


@pytest.mark.broad
@pytest.mark.parametrize("evening", [ABSENT], indirect=True, ids=["all"])
def test_parts_that_are_absent_at_the_start_come_later(evening: Evening) -> None:
    parts = [LOGGED[name] for name in ABSENT]
    evening.begin()
    evening.draw("A")
    evening.open_a_bar("A")
    until(lambda: {f"{part} is lost" for part in parts} <= set(evening.said), "three lines")
    for name in ABSENT:
        evening.box.set_fault(name, False)
    until(lambda: {f"{part} is back" for part in parts} <= set(evening.said), "three lines more")
    until(evening.shows_the_table, "the right picture")
    until(evening.key_is_answered, "an answer to a key")
    evening.take("B")
    assert sorted(evening.said) == sorted(f"{part} is {how}" for part in parts for how in ("lost", "back"))
