"""Tags that nobody knows yet are taught and played with: a simulated box in a browser, and real pieces on a laptop's pcscd."""

import io
import json
import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser

from companion.games import installed
from companion.games.barracuda.moves import OpenBar
from companion.kit import TABLE
from companion.kit.house import any_answer
from companion.kit.pieces import Piece
from companion.seats.starting import StartGame
from companion.tags import walk
from companion.words import Words
from firmware.boot import RunningTable, open_table
from firmware.building import Settings
from firmware.command import _parser, main
from firmware.command.running import settings_of
from firmware.display import screens
from firmware.simulator.bench import tag_of
from firmware.simulator.hand import Hand
from firmware.simulator.tags import Ntag213
from tests.evenings.house import PATIENCE, House, Phone, fetch, open_house, tap, until
from tests.firmware.pcscd import Pcscd, running
from tests.markup import marks

pytestmark = pytest.mark.broad

BOX = tuple(dict.fromkeys(piece for game in installed().values() for piece in game.pieces({})))
OCTOPUS = Piece("card", "Octopus")
OTHERS = tuple(piece for piece in BOX if piece != OCTOPUS)


def exported(teacher: Phone) -> list[tuple[str, Piece]]:
    rows = json.loads(fetch(teacher.house.port, teacher.host, "/enrolment/tags.json", teacher))["tags"]
    return [(uid, Piece(kind, name, number)) for uid, kind, name, number in rows]


def sounds(house: House) -> tuple[str, str]:
    (found,) = marks(fetch(house.port, "localhost", "/bench/view").decode(), "phrases")
    return found["data-phrase"], found["data-phrases"]


def heard(house: House, piece: Piece) -> str:
    """Tap *piece*, and return how that sounds."""
    before = sounds(house)
    house.tap(piece, lambda: sounds(house)[1] != before[1])
    return sounds(house)[0]


def press(house: House, button: str) -> None:
    before = sounds(house)
    house.press(button)
    until(lambda: sounds(house)[1] != before[1], "an answer to the key")


def asks_for(house: House, at: int) -> None:
    wanted = screens.draw(walk.screen(walk.Walk(OTHERS, at=at), installed()), Words("en"), {}).tobytes()
    shown = lambda: Image.open(io.BytesIO(house.display())).convert("1").tobytes()
    until(lambda: shown() == wanted, f"piece {at} on the display")


@pytest.mark.browser
def test_a_blank_box_is_taught_and_known_after_the_plug(tmp_path: Path, browser: Browser) -> None:
    """One click teaches; a walk is followed; taking tags away needs confirming, twice for all; a file is saved and loaded."""
    tab, failed = browser.new_page(), list[str]()
    tab.set_default_timeout(1000 * PATIENCE)
    tab.on("pageerror", lambda error: failed.append(str(error)))
    with open_house(tmp_path / "data", "--blank-tags") as house:
        teacher = Phone(house, "A")
        teacher.sit()
        name, _, token = teacher.cookie.partition("=")
        tab.context.add_cookies([{"name": name, "value": token, "domain": teacher.host, "path": "/"}])
        tab.goto(f"http://{teacher.host}:{house.port}/enrolment")
        assert heard(house, OCTOPUS) == "wrong"
        tab.get_by_role("button", name="Octopus").click()
        tab.wait_for_selector("button.known")
        tab.locator("[data-post=walk]").first.click()
        asks_for(house, 0)
        assert heard(house, OTHERS[0]) == "right"
        asks_for(house, 1)
        assert heard(house, OCTOPUS) == "wrong", "its tag is known already"
        press(house, "ok")
        press(house, "back")
        assert heard(house, OTHERS[1]) == "right", "the piece that was skipped"
        house.kill()
        house.start()
        taught = [(tag_of(piece).hex(), piece) for piece in (OCTOPUS, *OTHERS[:2])]
        assert exported(teacher) == taught
        tab.wait_for_selector(".wanted", state="detached")  # The walk itself isn't kept.
        with tab.expect_download() as download:
            tab.locator("a[download]").click()
        download.value.save_as(tmp_path / "tags.json")
        for _ in range(2):
            tab.locator("[data-post=forget-all]").click()
            assert exported(teacher) == taught
        tab.locator("[data-post=forget-all]").click()
        tab.wait_for_selector(".known", state="detached")
        tab.set_input_files("input[name=tags]", tmp_path / "tags.json")
        tab.locator("[data-import=add]").click()
        until(lambda: tab.locator(".known").count() == len(taught), "the pieces that are known again")
        assert (exported(teacher), failed) == (taught, [])
        tab.close()
        house.stop()
        assert main(["tags", "export", str(tmp_path / "again.json"), "--data", str(house.data)]) == 0
    assert "Octopus" in (tmp_path / "again.json").read_text()


# An evening of Barracuda on a laptop: pieces laid on a reader of its own pcscd, from the first lesson to the winner

PLAYERS = "ABC"
PLUGGED_OUT_AT = 5  # The draw at which pcscd ends.


class Evening:
    """People who lay pieces and answer on their phones at random."""

    def __init__(self, house: RunningTable, pcscd: Pcscd, caplog: pytest.LogCaptureFixture) -> None:
        self.table, self.pcscd, self.said, self.random = house.table, pcscd, caplog, random.Random(6)
        pieces = [piece for game in house.table.now.games.values() for piece in game.pieces({})]
        tags = {tag_of(piece).hex(): Ntag213(tag_of(piece)) for piece in pieces}
        self.hand = Hand(pcscd.places[0], tags, "")

    def tap(self, piece: Piece, taken: Callable[[], Any]) -> None:
        uid = tag_of(piece).hex()
        tap(piece, lambda: self.hand.lay(uid), lambda: self.hand.lift(uid), taken)

    def moves(self, piece: Piece) -> None:
        before = self.table.now.row
        self.tap(piece, lambda: self.table.now.row > before)
        assert self.table.now.row == before + 1 or not self.table.now.playing, "one touch, one move"

    def teach(self) -> None:
        """Walk through the box with the pieces of this game."""
        self.table.teaching.start_walk(renew=False)
        while walk := self.table.now.walk:
            if walk.wanted.kind in ("bag", "card"):
                self.tap(walk.wanted, lambda walk=walk: self.table.now.walk != walk)
            else:
                self.table.teaching.step_walk("skip", walk.at)

    def play(self) -> int:
        """Play to the end of the game; return the number of draws."""
        draws = 0
        while self.table.now.playing:
            asks = [(seat, one.ask) for seat in PLAYERS for one in self.table.now.standing(seat).values()]
            if asked := [(seat, ask) for seat, ask in asks if ask.awaited and ask.is_open]:
                seat, ask = self.random.choice(asked)
                command = any_answer(ask, self.random)
                if isinstance(command, OpenBar):
                    self.moves(Piece("card", command.bar))
                else:
                    self.table.act(seat, command)
                continue
            draws += 1
            draw = self.random.choice(self.table.now.standing(TABLE)["draw"].ask.options)
            if draws == PLUGGED_OUT_AT:
                self.draw_without_reader(draw)
            else:
                self.moves(Piece("bag", draw.pawn))
        return draws

    def draw_without_reader(self, draw: Any) -> None:
        self.pcscd.stop()
        until(lambda: "reader 1 is lost" in self.said.text, "the loss")
        assert not self.table.now.has_reader
        self.table.act(TABLE, draw)
        self.pcscd.start()
        until(lambda: self.table.now.has_reader, "the return")


def test_a_game_is_played_with_real_pieces_on_a_laptop_to_the_winner(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    given = ["run", "--hardware", "simulated", "--reader", "pcsc", "--data", str(tmp_path / "data")]
    settings = settings_of(_parser().parse_args([*given, "--port", "0", "--host", "127.0.0.1"]))
    with running(tmp_path) as pcscd, closing(open_table(settings)) as house:
        assert (house.devices.box, settings) == (None, Settings(tmp_path / "data", "none", 0, "127.0.0.1", reader="pcsc"))
        house.devices.readers[0]._patience._seconds = PATIENCE  # This pcscd doesn't hang, however slow the machine.
        evening = Evening(house, pcscd, caplog)
        for seat in PLAYERS:
            Phone(house, seat).sit()
        evening.teach()
        house.table.act("A", StartGame("barracuda", {"draw": "bag"}))
        assert evening.play() > PLUGGED_OUT_AT
        assert marks(fetch(house.port, "localhost", "/table/view").decode(), "winner")
    assert caplog.text.count("reader 1 is lost") == caplog.text.count("reader 1 is back") == 1
    assert not [uid for uid in evening.hand._tags if uid in caplog.text], "a tag's number in the log"
